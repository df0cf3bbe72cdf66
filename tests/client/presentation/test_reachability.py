"""Whether friends can join, in words."""

import pytest

from client.presentation.reachability import reachability_lines
from p2p.address import Address
from p2p.probing import Reachability, Verdict
from p2p.ways import Direct, Lan, Relay

FAR = Direct(Address("ann.example", 7777))
NEAR = Lan(Address("192.168.1.20", 7777))
HERE = Lan(Address("127.0.0.1", 7777))
MEETING = Relay(Address("relay.example", 443), "/" + 43 * "A")
SEEN = Address("192.0.2.7", 7777)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Reachability(FAR, Verdict.WORKS, SEEN), "ann.example:7777: works; a relay has called"),
        (Reachability(FAR, Verdict.ELSEWHERE, SEEN), "called you at 192.0.2.7:7777 instead"),
        (Reachability(FAR, Verdict.UNREACHABLE, SEEN), "could not call you at 192.0.2.7:7777"),
        (Reachability(FAR, Verdict.UNTESTED), "not tested, for want of a relay"),
        (Reachability(NEAR, Verdict.NETWORK), "192.168.1.20:7777: only in your network"),
        (Reachability(HERE, Verdict.MACHINE), "127.0.0.1:7777: only on this machine"),
        (Reachability(MEETING, Verdict.WORKS), "wss://relay.example/: works"),
        (Reachability(MEETING, Verdict.UNREACHABLE), "wss://relay.example/: not reachable"),
        (Reachability(FAR, Verdict.WORKS, SEEN, used=True), "works; somebody has come in by it"),
        (Reachability(NEAR, Verdict.NETWORK, used=True), "works in your network; somebody has"),
        (Reachability(HERE, Verdict.MACHINE, used=True), "works on this machine; somebody has"),
        (Reachability(MEETING, Verdict.WORKS, used=True), "works; somebody has come in through"),
    ],
)
def test_each_way_is_told_with_what_would_help(found: Reachability, words: str) -> None:
    _, line = reachability_lines([found], begun=False)
    assert words in line


def test_one_way_that_works_is_enough() -> None:
    here = Reachability(HERE, Verdict.MACHINE)
    assert next(reachability_lines([here], begun=False)) == "This game is on this machine alone."
    near = Reachability(NEAR, Verdict.NETWORK)
    untested = Reachability(FAR, Verdict.UNTESTED)
    works = Reachability(MEETING, Verdict.WORKS)
    assert next(reachability_lines([near], begun=False)) == "Nobody can join from the Internet yet."
    first = next(reachability_lines([near, untested], begun=False))
    assert first == "It is not known whether others can join from anywhere."
    first = next(reachability_lines([near, untested, works], begun=False))
    assert first == "Others can join from anywhere."
    assert list(reachability_lines([], begun=False)) == []


def test_nobody_joins_a_game_that_has_begun() -> None:
    near = Reachability(NEAR, Verdict.NETWORK)
    assert (
        next(reachability_lines([near], begun=True)) == "Nobody can call you from the Internet yet."
    )
