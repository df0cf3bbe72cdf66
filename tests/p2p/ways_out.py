"""A simulated table that stands still, and the agreement by which the honest seats go on (SPEC-18).

Whoever is gone is named, those first who let the game wait or were caught, then those who do not
sign against them. Where the honest seats cannot agree, `Way` says which limit of SPEC it is.
"""

import itertools
from collections.abc import Iterator, Sequence
from contextlib import suppress
from enum import Enum, unique
from typing import TYPE_CHECKING

from p2p.lines import consent_of
from protocol.absence import MINUTES_PER_DAY
from protocol.errors import LocalError
from protocol.proposals import End, Result, Terms
from tests.p2p import simulated_players as players
from tests.p2p.simulated_node import Node

if TYPE_CHECKING:
    from tests.p2p.hostile import HostileWorld

__all__ = ["Way", "goes_on", "waits_with"]

_ABSENCE = 15 * MINUTES_PER_DAY * 60.0
"""Seconds after which who owes something is absent, with a day to spare."""
_WATCHES = 3
"""How often in that time a node looks who owes something."""
_MOST_TRIES = 6


@unique
class Way(Enum):
    """How a table that came to rest goes on, or why it cannot."""

    OVER = "the game is over"
    AGREED = "the honest seats agreed without the others"
    NO_MAJORITY = "half of the seats or more are hostile, or have lost their memory (SPEC-18.3, 4)"
    NO_PLAYER = "only keepers are honest: they decide nothing (SPEC-18.6)"
    TWO_LINES = "honest seats stand on two lines, and a culprit is named (SPEC-16.12)"
    BOUND = "an honest seat has signed against another with one who is gone (SPEC-18.6)"


def goes_on(world: "HostileWorld", *, replaces: bool) -> Way:
    """See to it that the game goes on, if it can.

    Args:
        world: whose hostile seats are gone.
        replaces: whether newcomers play on for them; otherwise the game is ended.

    Raises:
        AssertionError: the honest seats are enough to agree, and still the game stands.
    """
    if _over(world):
        return Way.OVER
    limit = _limit(world)
    if limit is not None:
        return limit
    world.agrees = True
    named: frozenset[int] = frozenset()
    for _ in range(_MOST_TRIES):
        named = _against(world, named)
        _agree(world, named, replaces=replaces)
        if _over(world):
            return Way.AGREED
    raise AssertionError(f"no agreement opens the game: {_waiting(world)}")


def waits_with(node: Node, vacant: frozenset[int]) -> frozenset[int]:
    """The seats that wait for others to sign what the seat of a node has signed: it, and the named.

    Args:
        node: with a seat.
        vacant: those others, who are gone.
    """
    if node.plays is None:
        return frozenset()
    table, conduct = node.up.table, node.up.conduct
    counted = conduct.counted(table.log.heard)
    found = set[int]()
    for one in consent_of(table, conduct).binding():
        named = one.proposal.statement.seats_named
        if one.proposal.statement.hash in counted and vacant & table.needed - named:
            found |= {node.plays, *named}
    return frozenset(found)


def _over(world: "HostileWorld") -> bool:
    return all(node.up.table.outcome is not None for node in world.honest if node.plays is not None)


def _waiting(world: "HostileWorld") -> tuple[str, ...]:
    return tuple(itertools.chain(*(node.up.table.waiting_for for node in world.honest)))


def _limit(world: "HostileWorld") -> Way | None:
    """What keeps the honest seats from agreeing, by SPEC."""
    playing = [node for node in world.honest if node.plays is not None]
    knowing = [node for node in playing if not node.up.conduct.pending]
    if len({node.up.table.head for node in playing}) > 1 and not any(
        _freezes(world, node) for node in playing
    ):
        return Way.TWO_LINES
    for node in knowing:
        needed = node.up.table.needed
        if 2 * len(knowing) <= len(needed):
            return Way.NO_MAJORITY
        if not {one.plays for one in knowing} & needed - {*world.founding.charter.keepers}:
            return Way.NO_PLAYER
        table, conduct = node.up.table, node.up.conduct
        for one in conduct._ended(table.log.heard, conduct.held):
            vacant = world.vacant(table)
            if not one.seats_named <= vacant and vacant & needed - one.seats_named:
                return Way.BOUND
    return None if knowing else Way.NO_MAJORITY


def _freezes(world: "HostileWorld", node: Node) -> bool:
    """Whether a seat that is gone has asked, and has not settled, by the copy of a node."""
    table = node.up.table
    return any(
        not table.rejoining[seat].settled for seat in world.vacant(table) & {*table.rejoining}
    )


def _against(world: "HostileWorld", named: frozenset[int]) -> frozenset[int]:
    """Whom to name next: more than before, if anybody is gone whom we did not name."""
    found = set(named)
    for node in world.honest:
        table = node.up.table
        vacant = world.vacant(table) & table.needed
        owing = {wait.seat for wait in table.waits} | node.up.sync.culprits.seats
        if table.due is not None:
            owing |= {table.due.seat}
        if not named:
            found |= owing & vacant or vacant
            continue
        for one in node.up.proposed.open:
            found |= frozenset(one.missing) & vacant if one.alive else frozenset()
    return frozenset(found)


def _agree(world: "HostileWorld", named: frozenset[int], *, replaces: bool) -> None:
    """Everybody refuses what is in the way; one proposes, all sign; the keepers see who is gone.

    Who does not sign against who is gone owes that only from then on, and becomes absent in turn.
    """
    askers = [node for node in world.honest if _may_propose(world, node)]
    for node in askers:
        for one in node.up.proposed.open:
            if one.proposal.statement.seats_named != named or one.refused:
                with suppress(LocalError):
                    node.up.refuse(one.proposal.statement.hash)
        world.said(node)
    world.calm()
    for node in askers:
        offers = _offers(world, node, sorted(named & node.up.table.needed), replaces=replaces)
        if not any(_proposes(node, terms, seats) for terms, seats in offers):
            continue
        world.said(node)
        break
    world.calm()
    for _ in range(2 * _WATCHES):
        for node in world.honest:
            node.up.watch(world.minute)
            node.keep()
        world.now += _ABSENCE / _WATCHES
        world.wait(0)
    world.calm()


_DRAW = End(Result.DRAW)


def _offers(
    world: "HostileWorld", node: Node, seats: Sequence[int], *, replaces: bool
) -> Iterator[tuple[Terms, Sequence[int]]]:
    """What a player may propose against seats that are gone, the best first.

    Who owes a later share of a roll that waits cannot be named alone (SPEC-18.4), unless it was
    caught: but together with who owes the next share, as the players may change keepers that are
    there.
    """
    terms = players.replacement(world, node, seats) if replaces and seats else _DRAW
    yield terms, seats
    due = node.up.table.due
    both = set(seats) if due is None else {*seats, due.seat}
    if both <= {*world.founding.charter.keepers}:
        yield players.replacement(world, node, sorted(both)), sorted(both)


def _proposes(node: Node, terms: Terms, seats: Sequence[int]) -> bool:
    """Whether a proposal is good here, and made."""
    try:
        players.propose_against(node, terms, seats)
    except LocalError:
        return False
    return True


def _may_propose(world: "HostileWorld", node: Node) -> bool:
    keeps = node.plays in world.founding.charter.keepers
    return node.plays is not None and not keeps and node.up.standing.may_sign
