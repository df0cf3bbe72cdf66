"""Where others can reach this machine."""

__all__ = [
    "ALL_INTERFACES",
    "LOOPBACK",
    "check_listening",
    "found_at",
    "free_port",
    "listen_address",
    "network_host",
    "reachable_at",
]

import socket
from typing import Final

from client.errors import ClientError
from p2p import listening
from p2p.address import Address
from p2p.errors import Unreachable
from p2p.ways import Direct, Lan, WayIn, is_loopback, is_unspecified, way_to

LOOPBACK: Final = "127.0.0.1"
"""Loopback: what only this machine reaches."""

ALL_INTERFACES: Final = "0.0.0.0"  # noqa: S104 (other players must reach the node; it knows strangers)
"""To listen at every address that this machine has."""


def listen_address(found_at: Address) -> Address:
    """Where to listen so that others find this machine at an address."""
    return Address(LOOPBACK if is_loopback(found_at) else ALL_INTERFACES, found_at.port)


def free_port() -> int:
    """A port of loopback that nobody listens at now."""
    return listening.free_port(LOOPBACK)


def network_host(*, ipv6: bool = False) -> str:
    """The number of this machine in the network that it is in; empty if it is in none.

    Nothing is sent: the system only says from which address it would. Of IPv6 that is an address by
    which others can call from everywhere, if it has one.
    """
    family, elsewhere = (socket.AF_INET6, "2001:db8::1") if ipv6 else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((elsewhere, 9))
        except OSError:
            return ""
        host: str = probe.getsockname()[0]
    return "" if is_unspecified(Address(host, 9)) else host


def reachable_at(address: Address) -> tuple[WayIn, ...]:
    """The ways in of who is found at an address of this machine.

    That, and the address of IPv6 by which others call this machine from everywhere, if it has one:
    for no router translates it.
    """
    way = way_to(address)
    host = network_host(ipv6=True)
    if not isinstance(way, Lan) or is_loopback(address) or not host:
        return (way,)
    everywhere = way_to(Address(host, address.port))
    return (way, everywhere) if isinstance(everywhere, Direct) else (way,)


def found_at(listening: Address) -> tuple[WayIn, ...]:
    """The ways in to a node that listens at an address, as far as this machine can tell.

    Raises:
        ClientError: it is in no network.
    """
    if not is_unspecified(listening):
        return (way_to(listening),)
    host = network_host() or network_host(ipv6=True)
    if not host:
        raise ClientError(
            f"{listening} does not say where others find this machine",
            "name its address with --address",
        )
    return reachable_at(Address(host, listening.port))


def check_listening(at: Address) -> None:
    """See that this machine can be listened at, before anything is made that counts on it.

    Raises:
        ClientError: it cannot, and why.
    """
    try:
        listening.check(at)
    except Unreachable as error:
        raise ClientError(
            str(error),
            f"use an address of this machine ({ALL_INTERFACES} for all of them) and a port that "
            "no other program uses",
        ) from error
