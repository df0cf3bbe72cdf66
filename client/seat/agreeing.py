"""What a player proposes to the others, as terms of an agreement (SPEC-18)."""

__all__ = ["PROPOSE", "check_gone", "named", "propose_player", "read_proposal", "take_back"]

from collections.abc import Iterable

from client.errors import ClientError
from p2p.node import Node
from protocol.head import Head
from protocol.proposals import End, Ended, Result, TakeBack, Terms
from protocol.successors import Successor
from protocol.table import Table

PROPOSE = (
    "propose an agreement: propose take back 12, propose draw, propose win Allies, propose "
    "adjourn; against who is gone: propose draw without Bob"
)


def read_proposal(
    words: str, table: Table, gone: frozenset[int]
) -> tuple[Terms, tuple[Ended, ...]]:
    """Read what is proposed: ``take back 12``, ``draw``, ``adjourn``, ``win Allies``.

    ``without Bob, Cid`` names the seats against which it is made.

    Args:
        words: as they were typed.
        table: the game.
        gone: the seats that are absent, or were caught.

    Raises:
        ClientError: it is nothing that can be proposed, or against a seat that is not gone.
    """
    what, _, without = words.partition(" without ")
    against = named(table, _seats(table, without))
    check_gone(table, frozenset(one.seat for one in against), gone)
    match what.split():
        case ["take", "back", entry] if entry.isdigit():
            return take_back(table, int(entry)), against
        case ["draw"]:
            return End(Result.DRAW), against
        case ["adjourn"]:
            return End(Result.ADJOURNED), against
        case ["win", *side] if side:
            return End(Result.WIN, " ".join(side)), against
        case _:
            raise ClientError(
                "that cannot be proposed",
                "take back 12, draw, adjourn or win with a side, as in: propose win Allies",
            )


def check_gone(table: Table, seats: frozenset[int], gone: frozenset[int]) -> None:
    """Refuse to agree on something against a seat that is not gone.

    Raises:
        ClientError: one of them is neither absent, by the clock of this node, nor was caught.
    """
    for seat in sorted(seats - gone):
        name = table.log.players.now[seat].name
        raise ClientError(
            f"{name} is not gone: neither absent, by this node's clock, nor caught",
            "`waiting` tells from when on",
        )


def propose_player(node: Node, table: Table, successor: Successor) -> None:
    """Propose that somebody who has come plays on for the player of a seat.

    Raises:
        ClientError: the seat is another's, who is not gone.
        LocalError: it cannot be proposed here.
    """
    if successor.seat != node.seat:
        check_gone(table, frozenset({successor.seat}), node.gone)
    node.replace(successor.key)


def take_back(table: Table, entry: int) -> TakeBack:
    """To take back an entry and all after it.

    Raises:
        ClientError: the log has no such entry.
    """
    if not 1 <= entry <= len(table.log):
        raise ClientError(f"there is no entry {entry}", f"the last is {len(table.log)}")
    return TakeBack(Head(entry - 1, table.log.at(entry).previous))


def named(table: Table, seats: Iterable[int]) -> tuple[Ended, ...]:
    """How a proposal names the seats against which it is made: by all that they have asked."""
    players, heard = table.log.players.now, table.log.heard.greatest
    found = []
    for seat in sorted(set(seats)):
        key, asked = players[seat].number, heard.get(seat)
        last = asked if asked is not None and asked.statement.key == key else None
        found.append(Ended(seat, key, last))
    return tuple(found)


def _seats(table: Table, names: str) -> Iterable[int]:
    known = {player.name.casefold(): seat for seat, player in enumerate(table.log.players.now)}
    for name in filter(None, (one.strip() for one in names.split(","))):
        if name.casefold() not in known:
            raise ClientError(f"nobody here is called {name}")
        yield known[name.casefold()]
