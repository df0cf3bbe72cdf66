"""Who may call at once, and whose connection gives way (SPEC-16.10)."""

import pytest

from p2p.limits import ConnectionLimiter, network_of

HOME = network_of("2001:db8:1:2::1")


def limiter() -> ConnectionLimiter[str]:
    """Six callers, three of a network, four of strangers."""
    return ConnectionLimiter[str](6, 3, 4)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("203.0.113.1", "203.0.113.1", True),
        ("203.0.113.1", "203.0.113.2", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:203.0.113.1", "203.0.113.1", True),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("somewhere", "somewhere", True),
        ("", "203.0.113.1", False),
    ],
)
def test_a_network_is_what_one_person_can_have(one: str, other: str, *, same: bool) -> None:
    assert (network_of(one) == network_of(other)) is same


def test_of_one_network_the_oldest_gives_way() -> None:
    """With a whole /64 at hand an attacker closes its own connections and nobody else's."""
    calls = limiter()
    assert calls.open("ann", network_of("203.0.113.7")) is None
    closed = [calls.open(f"eve {n}", network_of(f"2001:db8:1:2::{n:x}")) for n in range(100)]
    assert closed == [None] * 3 + [f"eve {n}" for n in range(97)]


def test_of_many_networks_the_one_with_most_callers_gives_way() -> None:
    calls = limiter()
    for name, host in (("ann", "203.0.113.7"), ("e0", "192.0.2.1"), ("e1", "192.0.2.1")):
        assert calls.open(name, network_of(host)) is None
    assert calls.open("bob", network_of("203.0.113.8")) is None
    assert calls.open("cid", network_of("203.0.113.9")) == "e0"
    assert calls.open("dan", network_of("203.0.113.10")) == "ann", "among equals the oldest"


def test_places_are_kept_for_those_who_come_back() -> None:
    calls = limiter()
    calls.open("ann", HOME)
    calls.prove("ann")
    strangers = [calls.open(f"eve {n}", network_of(f"192.0.2.{n}")) for n in range(6)]
    assert strangers == [None] * 4 + ["eve 0", "eve 1"]
    assert calls.open("ann again", HOME) is None
    assert calls.open("bob of the same house", HOME) is None
    assert calls.open("cid of the same house", HOME) == "eve 2", "full: a stranger gives way"
    assert calls.open("eve 6", network_of("192.0.2.66")) == "eve 3", "never one who comes back"


def test_who_has_proved_a_key_counts_no_more() -> None:
    calls = limiter()
    for n in range(50):
        assert calls.open(f"watcher {n}", HOME) is None
        calls.prove(f"watcher {n}")
    calls.close("watcher 0")


def test_not_every_network_is_remembered_for_ever() -> None:
    calls = limiter()
    for n in range(200):
        calls.open("one", network_of(f"10.0.0.{n}"))
        calls.prove("one")
    assert len(calls._known) <= 64
