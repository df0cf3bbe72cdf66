"""Whether others can call a node by its ways in, before anybody is sent them (SPEC-16.15).

A relay at which the node registers calls it back where it sees it. The node believes its own ears
alone: the token that it has thought of must arrive where it listens.
"""

import asyncio
import os
import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, unique
from typing import assert_never

from p2p.address import Address
from p2p.errors import Unreachable
from p2p.relay.client import ask_to_call
from p2p.relay.messages import TOKEN_SIZE
from p2p.ways import (
    Direct,
    Holder,
    Lan,
    Mailbox,
    Number,
    Relay,
    WayIn,
    is_local_number,
    is_loopback,
    number_of,
)

__all__ = ["Probes", "Reachability", "Verdict", "judge", "probe_ways", "way_used"]


@unique
class Verdict(Enum):
    """Who can call by a way in."""

    WORKS = "works"
    ELSEWHERE = "works at another address"
    UNREACHABLE = "not reachable"
    NETWORK = "only in your network"
    MACHINE = "only on this machine"
    UNTESTED = "not tested"


@dataclass(frozen=True, slots=True)
class Reachability:
    """What was found out about a way in.

    Attributes:
        way: to this node.
        verdict: who can call by it.
        seen: where a relay sees this machine; None if none was asked.
        used: whether somebody has come in by it.
    """

    way: WayIn
    verdict: Verdict
    seen: Address | None = None
    used: bool = False


class Probes:
    """The tokens that are awaited where this node listens."""

    def __init__(self) -> None:
        """None is."""
        self._came: dict[bytes, bool] = {}

    def expect(self) -> bytes:
        """A new token."""
        token = os.urandom(TOKEN_SIZE)
        self._came[token] = False
        return token

    def arrived(self, token: bytes) -> None:
        """Somebody has sent a token; one that is not awaited means nothing."""
        if token in self._came:
            self._came[token] = True

    def came(self, token: bytes) -> bool:
        """Whether a token has arrived, which is awaited no longer."""
        return self._came.pop(token)


def judge(way: Direct, numbers: Iterable[Number], seen: str, *, came: bool) -> Reachability:
    """What it means that a relay has called back.

    Args:
        way: that was to be tested.
        numbers: of its host.
        seen: where the relay sees this machine, and has called it.
        came: whether the token arrived.
    """
    at = Address(seen, way.address.port)
    if not came:
        return Reachability(way, Verdict.UNREACHABLE, at)
    same = any(number == number_of(seen) for number in numbers)
    return Reachability(way, Verdict.WORKS if same else Verdict.ELSEWHERE, at)


def way_used(ways: Iterable[WayIn], whence: str) -> WayIn | None:
    """By which way somebody has come in; None if that cannot be told.

    Args:
        ways: in to this node.
        whence: the number from which it has called, or the relay through which.
    """
    possible = [way for way in ways if _fits(way, whence)]
    return possible[0] if len(possible) == 1 else None


def _fits(way: WayIn, whence: str) -> bool:
    """Whether who calls from there can have called by this way."""
    match way:
        case Relay(path=path):
            return str(way) == whence + path.rpartition("/")[2]
        case Holder() | Mailbox():
            return False
        case Direct() | Lan():
            number, at = number_of(whence), number_of(way.address.host)
            if number is None or (at is not None and at.version != number.version):
                return False
            if isinstance(way, Direct):
                return not is_local_number(number)
            return is_local_number(number) and number.is_loopback == is_loopback(way.address)
        case never:
            assert_never(never)


async def probe_ways(
    ways: Sequence[WayIn], relays: Sequence[Relay], probes: Probes
) -> tuple[Reachability, ...]:
    """Find out who can call by each of these.

    Args:
        ways: in to where this node listens; those through relays are passed over, for a
            registration says who can call by them.
        relays: that can be asked.
        probes: what tells that a token has come.
    """
    found = []
    for way in ways:
        match way:
            case Lan(address=address):
                here = is_loopback(address)
                found.append(Reachability(way, Verdict.MACHINE if here else Verdict.NETWORK))
            case Direct():
                found.append(await _test(way, relays, probes))
            case Relay() | Holder() | Mailbox():
                pass
    return tuple(found)


async def _test(way: Direct, relays: Sequence[Relay], probes: Probes) -> Reachability:
    """Have the first relay that can call the node by a version of IP that the way has."""
    places = await _resolved(way.address)
    for relay in relays:
        for place in await _resolved(relay.address):
            if places and _version(place) not in map(_version, places):
                continue
            token = probes.expect()
            seen = None
            with suppress(Unreachable):
                seen = await ask_to_call(relay, place, way.address.port, token)
            came = probes.came(token)
            if seen is not None and number_of(seen) is not None:
                numbers = [number for at in places if (number := number_of(at.host))]
                return judge(way, numbers, seen, came=came)
    return Reachability(way, Verdict.UNTESTED)


async def _resolved(address: Address) -> list[Address]:
    """The numbers of a host; none if it is not known."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except OSError:
        return []
    hosts = dict.fromkeys(str(place[0]).partition("%")[0] for *_, place in found)
    return [Address(host, address.port) for host in hosts]


def _version(address: Address) -> int | None:
    number = number_of(address.host)
    return None if number is None else number.version
