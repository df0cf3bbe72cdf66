"""Strangers at the door of a table that waits for players, in the terminal."""

__all__ = ["STRANGERS", "deal_with"]

import time
from collections.abc import Iterator, Mapping
from typing import Final

from client.errors import ClientError
from client.presentation.words import NotUnderstood, one_of
from p2p.advertising import NOBODY, OpenTo
from p2p.hosting import Hosting
from p2p.nearby import INSTALL, can_search
from p2p.node import Node
from p2p.player import Knocked
from protocol.printable import printable

STRANGERS: Final[Mapping[str, str]] = {
    "open": "tell strangers of the table for a day: open network, open relays, open both, open "
    "nobody",
    "knocks": "who asks to be let in",
    "admit": "let somebody in who knocks: admit Bob, admit Bob USA, admit Bob watch",
    "decline": "do not let somebody in: decline Bob",
    "bar": "do not let somebody in, and be asked no more: bar Bob",
}
_DAY: Final = 24 * 60
_WATCH: Final = "watch"


def deal_with(command: str, rest: str, node: Node, lobby: Hosting) -> Iterator[str]:
    """Carry out one of these commands: what it answers.

    Raises:
        NotUnderstood: it names nobody who waits, or no seat that is free.
        ClientError: the own network cannot be told.
        LobbyError: it cannot be done any more.
    """
    match command:
        case "open":
            yield from _open(rest.strip(), node)
        case "admit":
            name, place = _admitted(rest, node, lobby)
            node.let_in(_called(name, node).key, place)
            yield f"  {printable(name)} is let in."
        case "decline" | "bar":
            who = _called(rest.strip(), node)
            node.turn_away(who.key, bar=command == "bar")
            yield f"  {printable(who.name)} is not let in."
        case _:
            yield from (_knock_line(one) for one in node.knocks)
            if not node.knocks:
                yield "  Nobody knocks."


def _open(whom: str, node: Node) -> Iterator[str]:
    until = int(time.time()) // 60 + _DAY
    choices = {
        "network": OpenTo(network=True, until=until),
        "relays": OpenTo(relays=True, until=until),
        "both": OpenTo(network=True, relays=True, until=until),
        "nobody": NOBODY,
    }
    chosen = choices[one_of(whom, choices, "kind of strangers")]
    if chosen.network and not can_search():
        raise ClientError("your network cannot be told", f"install what it needs: {INSTALL}")
    node.open_up(chosen)
    if node.listing is None:
        yield "  Strangers are told nothing."
    else:
        yield "  Strangers are told your name and what is played, until all seats are taken."


def _knock_line(knocked: Knocked) -> str:
    wants = "watch" if knocked.watches else "play"
    return printable(f"  {knocked.name} would {wants}: {knocked.key.fingerprint}")


def _admitted(rest: str, node: Node, lobby: Hosting) -> tuple[str, int | None]:
    """Who is let in, and to which place: a seat that is free, or None to watch.

    Raises:
        NotUnderstood: nobody, or to no such place.
    """
    names = [one.name for one in node.knocks]
    rest = rest.strip()
    named = sorted((name for name in names if f"{rest} ".startswith(f"{name} ")), key=len)
    if not named:
        one_of(rest, names, "name of somebody who knocks")
        raise NotUnderstood("nobody is named", "say who is let in")
    name = named[-1]
    place = rest[len(name) :].strip()
    seats = lobby.terms.seats
    powers = {power: seat for seat in lobby.free if seat < len(seats) for power in seats[seat]}
    if place:
        chosen = one_of(place, [*powers, _WATCH], "power that is free")
        return name, None if chosen == _WATCH else powers[chosen]
    if _called(name, node).watches:
        return name, None
    if not lobby.free:
        raise NotUnderstood("no seat is free", f"`admit {name} watch` lets them watch")
    return name, lobby.free[0]


def _called(name: str, node: Node) -> Knocked:
    """The latest who knocks by a name.

    Raises:
        NotUnderstood: nobody does.
    """
    waiting = {one.name: one for one in node.knocks}
    return waiting[one_of(name, waiting, "name of somebody who knocks")]
