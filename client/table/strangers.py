"""Strangers at the door of a table that waits for players, on the page."""

__all__ = ["knocks", "let_in", "open_to", "open_up", "turn_away"]

import time
from dataclasses import replace

from client.errors import ClientError
from client.schema import table as page
from client.table.session_state import SessionState
from p2p.advertising import NOBODY, OpenTo
from p2p.hosting import Hosting
from p2p.nearby import INSTALL, can_search
from p2p.node import Node
from p2p.player import Knocked

_DAY = 24 * 60


def open_to(state: SessionState) -> page.OpenTo | None:
    """Which strangers are told of the player's table; None once the game has begun."""
    node, lobby = state.observer.node, state.observer.lobby
    if node is None or not isinstance(lobby, Hosting) or state.observer.table is not None:
        return None
    told = node.open_to if node.listing is not None else NOBODY
    names = [", ".join(powers) or "keeper" for powers in lobby.terms.places]
    return page.OpenTo(
        network=told.network,
        relays=told.relays,
        no_network=_no_network(state),
        no_relays="" if state.memo.memo.relays else "you are called through no relay",
        free=tuple((place, names[place]) for place in lobby.free),
    )


def _no_network(state: SessionState) -> str:
    """Why the own network cannot be told of the table; empty if it can."""
    if not can_search():
        return INSTALL
    if state.memo.memo.relay_only:
        return "you show your address to nobody but your relays"
    return "" if state.memo.memo.address else "nobody in your network can call you"


def knocks(state: SessionState) -> tuple[page.Stranger, ...]:
    """Who waits to be let in."""
    node = state.observer.node
    return tuple(
        page.Stranger(
            name=one.name,
            key=one.key.raw.hex(),
            fingerprint=one.key.fingerprint,
            watches=one.watches,
        )
        for one in (() if node is None else node.knocks)
    )


def open_up(state: SessionState, node: Node, *, network: bool, relays: bool) -> None:
    """Tell strangers of the table for a day, or no more.

    Raises:
        ClientError: they cannot be told.
        LobbyError: the game has begun.
    """
    if network and (why := _no_network(state)):
        raise ClientError("your network cannot be told", why)
    until = int(time.time()) // 60 + _DAY
    node.open_up(OpenTo(network=network, relays=relays, until=until))
    state.memo.keep(replace(state.memo.memo, open_to=node.open_to))


def let_in(node: Node, key: str, place: int | None) -> None:
    """Let somebody in who knocks.

    Raises:
        ClientError, LobbyError: who is named does not wait any more, or the place is not free.
    """
    node.let_in(_waiting(node, key).key, place)


def turn_away(node: Node, key: str, *, bar: bool) -> None:
    """Do not let somebody in who knocks.

    Raises:
        ClientError: who is named does not wait any more.
    """
    node.turn_away(_waiting(node, key).key, bar=bar)


def _waiting(node: Node, key: str) -> Knocked:
    for one in node.knocks:
        if one.key.raw.hex() == key:
            return one
    raise ClientError("who has knocked does not wait any more")
