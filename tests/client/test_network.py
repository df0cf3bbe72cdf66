"""Where others can reach this machine."""

import socket

import pytest

from client import network
from client.errors import ClientError
from client.network import ALL_INTERFACES, found_at, reachable_at
from p2p.address import Address
from p2p.ways import Direct, Lan

NEAR = Lan(Address("192.168.1.20", 7777))


def numbers(monkeypatch: pytest.MonkeyPatch, four: str, six: str) -> None:
    """This machine has these numbers, by which it would call elsewhere."""

    def host(*, ipv6: bool = False) -> str:
        return six if ipv6 else four

    monkeypatch.setattr(network, "network_host", host)


@pytest.mark.parametrize("everywhere", [ALL_INTERFACES, "::"])
def test_an_address_of_ipv6_that_all_can_call_is_offered(
    monkeypatch: pytest.MonkeyPatch, everywhere: str
) -> None:
    numbers(monkeypatch, "192.168.1.20", "2001:db8::20")
    expected = (NEAR, Direct(Address("2001:db8::20", 7777)))
    assert found_at(Address(everywhere, 7777)) == expected
    assert reachable_at(NEAR.address) == expected


@pytest.mark.parametrize("six", ["", "fd00::20", "fe80::20"])
def test_one_of_a_local_network_is_not(monkeypatch: pytest.MonkeyPatch, six: str) -> None:
    numbers(monkeypatch, "192.168.1.20", six)
    assert found_at(Address(ALL_INTERFACES, 7777)) == (NEAR,)


def test_what_is_only_on_this_machine_stays_there(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers(monkeypatch, "192.168.1.20", "2001:db8::20")
    here = Address("127.0.0.1", 7777)
    assert found_at(here) == reachable_at(here) == (Lan(here),)
    public = Address("ann.example", 7777)
    assert reachable_at(public) == (Direct(public),)


def test_a_machine_in_no_network_is_asked_for_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers(monkeypatch, "", "")
    with pytest.raises(ClientError, match="does not say where others find this machine"):
        found_at(Address(ALL_INTERFACES, 7777))


def test_a_machine_with_ipv6_alone_is_found_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers(monkeypatch, "", "2001:db8::20")
    assert found_at(Address("::", 7777)) == (Direct(Address("2001:db8::20", 7777)),)


def test_the_kernel_says_from_which_number_it_would_call() -> None:
    """Nothing is sent: also a machine in no network has an answer, if an empty one."""
    for ipv6 in (False, True):
        host = network.network_host(ipv6=ipv6)
        assert host == "" or socket.getaddrinfo(host, 0)
