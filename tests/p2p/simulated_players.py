"""What the players of simulated nodes do about proposals: any of them, at any moment."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from p2p.succeeding import ended
from protocol.consent import OpenProposal
from protocol.errors import LocalError
from protocol.proposals import ChangeKeepers, End, HandOver, Replace, Result, TakeBack, Terms
from protocol.statement import Signed, sign_statement
from protocol.successors import Successor
from tests.p2p.simulated_node import Node, first_chain
from tests.protocol.sample import identity
from tests.protocol.toy_match import salt

if TYPE_CHECKING:
    from tests.p2p.simulation import World

__all__ = [
    "answer",
    "answer_all",
    "brings",
    "propose",
    "propose_against",
    "replacement",
]

_MOST_TAKEN_BACK = 6


def brings(world: "World", who: int, seat: int, number: int) -> Signed[Successor]:
    """What somebody brings to a seat."""
    return sign_statement(
        identity(who),
        Successor(
            game=world.founding.charter.game_id,
            seat=seat,
            number=number,
            name=f"newcomer {who}",
            key=identity(who).public,
            salt=salt(who),
            dice_head=first_chain(who, number).head,
            bot=False,
        ),
    )


def propose(world: "World", node: Node) -> None:
    """A player proposes something, if it has a seat and it can be done here."""
    seat = node.plays
    if seat is None or seat in world.founding.charter.keepers or node.up.table.request is None:
        return
    log, draw = node.up.table.log, world.draw
    others = sorted(node.up.table.needed - {seat})
    fate = draw.random()
    with suppress(LocalError):
        if fate < 0.4:
            back = len(log) - draw.randint(1, _MOST_TAKEN_BACK)
            if back > 0:
                node.up.propose(TakeBack(log.at(back).head), (), world.minute)
        elif fate < 0.45:
            node.up.propose(End(Result.DRAW), (), world.minute)
        elif fate < 0.55:
            (successor,) = _successors(world, node, (seat,))
            node.up.propose(HandOver(successor), (), world.minute)
        elif others:
            named = draw.sample(others, 1 if draw.random() < 0.8 else min(2, len(others)))
            propose_against(node, replacement(world, node, named), named)
    world.said(node)


def replacement(world: "World", node: Node, seats: Sequence[int]) -> Terms:
    """Newcomers for some seats."""
    made = _successors(world, node, sorted(seats))
    keeps = set(seats) <= set(node.up.table.charter.keepers)
    return ChangeKeepers(made) if keeps else Replace(made)


def propose_against(node: Node, terms: Terms, seats: Sequence[int]) -> None:
    """A player proposes something against seats, in the last incarnation it has heard of.

    Raises:
        LocalError: it cannot be done here.
    """
    named = tuple(ended(node.up.table, seat) for seat in sorted(seats))
    node.up.propose(terms, named, node.world.minute)


def _successors(world: "World", node: Node, seats: Sequence[int]) -> tuple[Signed[Successor], ...]:
    players, taken, made = node.up.table.log.players, set[int | None](), []
    for seat in seats:
        comes = world.newcomer(taken)
        while comes.who in taken:
            comes = world.newcomer(taken)
        taken.add(comes.who)
        assert comes.who is not None
        made.append(brings(world, comes.who, seat, players.now[seat].number + 1))
    return tuple(made)


def answer(world: "World", node: Node) -> bool:
    """A player signs or refuses what is proposed for the next place; whether it did either.

    Keepers have no player: they sign and refuse by themselves.
    """
    seat = node.plays
    if seat is None or seat in node.up.table.charter.keepers:
        return False
    for one in node.up.proposed.open:
        if one.alive and seat in one.missing and _answers(world, node, one):
            world.said(node)
            return True
    return False


def _answers(world: "World", node: Node, one: OpenProposal) -> bool:
    name = one.proposal.statement.hash
    wished = world.would_sign(node, one)
    own = one.proposal.statement.seat == node.plays
    if wished and own:
        return False  # it signs by itself, last
    if wished:
        with suppress(LocalError):
            node.up.consent(name, world.entropy(), world.minute)
            return True
    with suppress(LocalError):
        node.up.refuse(name)
        return True
    return False


def answer_all(world: "World") -> bool:
    """Every player who is there answers what it is asked; whether anybody did."""
    here = [node for node in world.nodes if node.replica is not None]
    answered = [answer(world, node) for node in here]
    return any(answered)
