"""What a player proposes to the others, as terms of an agreement (SPEC-18)."""

__all__ = [
    "PROPOSE",
    "awaited",
    "being_proposed",
    "check_gone",
    "named",
    "propose",
    "propose_player",
    "read_proposal",
    "take_back",
]

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from client.errors import ClientError
from p2p.node import Node
from p2p.proposed import Reply
from p2p.waiting import Awaited, Remedy
from protocol.consent import OpenProposal
from protocol.head import Head
from protocol.proposals import End, Ended, Result, TakeBack, Terms
from protocol.successors import Successor
from protocol.table import Table

PROPOSE = (
    "propose an agreement: propose take back 12, propose draw, propose win Allies, propose "
    "adjourn; against who is gone: propose draw without Bob"
)


def propose(node: Node, table: Table, words: str) -> None:
    """Propose what is said in the words of `PROPOSE`.

    Raises:
        ClientError: it is nothing that can be proposed, or against a seat that is not gone.
        LocalError: it cannot be proposed here.
    """
    terms, against = read_proposal(words, table)
    without = frozenset(one.seat for one in against)
    check_gone(node, table, without)
    _check_free(node, table, without)
    node.propose(terms, against)


def read_proposal(words: str, table: Table) -> tuple[Terms, tuple[Ended, ...]]:
    """Read what is proposed: ``take back 12``, ``draw``, ``adjourn``, ``win Allies``.

    ``without Bob, Cid`` names the seats against which it is made.

    Args:
        words: as they were typed.
        table: the game.

    Raises:
        ClientError: it is nothing that can be proposed.
    """
    what, _, without = words.partition(" without ")
    against = named(table, _seats(table, without))
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
                "take back 12, draw, adjourn, win with a side, as in `propose win Allies`, or a "
                "player who has come with a link of `successor`, as in `propose player Dora`",
            )


def check_gone(node: Node, table: Table, seats: frozenset[int]) -> None:
    """Refuse to agree on something against a seat that is not gone.

    Raises:
        ClientError: one of them is neither absent, by the clock of this node, nor was caught.
    """
    for seat in sorted(seats - node.gone):
        name = table.log.players.now[seat].name
        raise ClientError(
            f"{name} is not gone: neither absent, by this node's clock, nor caught",
            _when_gone(node, table, seat),
        )


def being_proposed(node: Node, *seats: int) -> OpenProposal | None:
    """What is proposed already about one of some seats and can still be agreed on; None if nothing.

    Who has signed that cannot sign another one about them (SPEC-18.6).
    """
    for one in node.proposals:
        proposal = one.proposal.statement
        about = proposal.seats_named | {each.statement.seat for each in proposal.successors}
        if one.alive and about & frozenset(seats):
            return one
    return None


def awaited(node: Node) -> tuple[Awaited, ...]:
    """What the game waits for, and what can be done: to agree, unless that is proposed already."""
    return tuple(
        one
        if being_proposed(node, one.wait.seat) is None
        else replace(one, remedies=one.remedies - {Remedy.AGREE})
        for one in node.awaited
    )


def _check_free(node: Node, table: Table, seats: frozenset[int]) -> None:
    """Refuse a second proposal about a seat, unless it is made against more seats.

    Raises:
        ClientError: the first one can still be agreed on.
    """
    one = being_proposed(node, *seats)
    if one is None or one.proposal.statement.seats_named < seats:
        return
    replies = node.replies(one)
    if Reply.WITHDRAW in replies:
        advice = "withdraw that first"
    elif Reply.REFUSE in replies:
        advice = "sign it, or refuse it first"
    else:
        advice = "wait until it is agreed on, or refused"
    (name, *_) = (table.log.players.now[seat].name for seat in sorted(seats))
    raise ClientError(
        f"something about {name} is proposed already, and nobody can sign both", advice
    )


def _when_gone(node: Node, table: Table, seat: int) -> str:
    """From when on a seat that is not gone counts as absent."""
    if not table.charter.absence:
        return "by this charter nobody ever counts as absent"
    then = [one.absent_from for one in node.awaited if one.wait.seat == seat and one.absent_from]
    if not then:
        return "the game does not wait for them"
    date = datetime.fromtimestamp(then[0] * 60).astimezone()
    return f"they count as absent from {date:%Y-%m-%d %H:%M} on, if nothing comes until then"


def propose_player(node: Node, table: Table, successor: Successor) -> None:
    """Propose that somebody who has come plays on for the player of a seat, or keeps for a keeper.

    Raises:
        ClientError: the seat is another player's, who is not gone; keepers are changed at any time.
        LocalError: it cannot be proposed here.
    """
    if successor.seat != node.seat and successor.seat not in table.charter.keepers:
        check_gone(node, table, frozenset({successor.seat}))
    _check_free(node, table, frozenset({successor.seat}))
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
