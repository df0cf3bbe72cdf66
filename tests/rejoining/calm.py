"""After a history everything arrives: honest seats come to one line, or know who owes what."""

from __future__ import annotations

from collections.abc import Iterator

from tests.rejoining.records import Answer, Name, Question, Rank, Settlement, Signature
from tests.rejoining.rules import guilty_keys
from tests.rejoining.seat import Seat
from tests.rejoining.world import World

_ROUNDS = 60
"""After so many rounds of deliveries everything has arrived, or never will."""


def calm(world: World, *, answering: bool) -> None:
    """Deliver everything to everybody, until nothing is new.

    Args:
        world: after its steps; nobody loses anything any more.
        answering: whether hostile seats answer what they are asked, or say nothing.
    """
    for _ in range(_ROUNDS):
        before = len(world.records.made)
        heard = [_hear_all(world, node) for node in world.nodes]
        if answering:
            for seat in sorted(world.table.hostile):
                _answer_all(world, seat)
        if not any(heard) and len(world.records.made) == before:
            return


def _hear_all(world: World, node: Seat) -> bool:
    new = [node.hear(record, world.clock(), world.nonce()) for record in list(world.records.made)]
    settled = node.settle()
    for question in list(node.greatest.values()):
        node.answer(question)
    return settled or any(new)


def _answer_all(world: World, seat: int) -> None:
    """A hostile seat answers every honest question in each of its names, as if it held nothing."""
    questions = [q for q in world.records.all(Question) if q.seat == seat]
    names = [Name(seat, Rank(0)), *(Name(seat, q.rank, q) for q in questions)]
    for node in world.nodes:
        asked = node.name.question
        if asked is None or not node.pending:
            continue
        for name in names:
            given = (a for a in world.records.all(Answer) if a.question is asked)
            if any(a.name == name for a in given):
                continue
            own = _settlement(world, name.question)
            pending = name.question is not None and own is None
            world.records.add(Answer(name, asked, pending, own, None, (), (), ()))


def _settlement(world: World, question: Question | None) -> Settlement | None:
    settlements = world.records.all(Settlement)
    return next((s for s in settlements if s.question is question), None)


def agree_on_a_line(world: World) -> bool:
    """After a fault somebody proposes to keep its line, and all that are asked sign and carry it.

    Whether that was agreed on: a seat that must sign may be hostile, or bound by another proposal.
    """
    guilty = guilty_keys(world.records)
    for node in [n for n in world.nodes if not n.pending and not n.retired]:
        named = {
            seat for seat, key in guilty if world.law.name(seat, node.head).rank.key == key
        } - {node.seat}
        if not named:
            continue
        proposal = world.keeping(node, named)
        others = [n for n in world.nodes if not n.retired and n.seat not in named]
        for other in others:
            other.sign(proposal, world.clock(), world.nonce())
        for signature in [s for s in world.records.all(Signature) if s.proposal is proposal]:
            for other in others:
                other.hear(signature, world.clock(), world.nonce())
        for other in others:
            if other.carry(proposal, 0) is not None:
                world.replace()
                calm(world, answering=True)
                return True
    return False


def stuck(world: World) -> bool:
    """Whether an honest seat has not settled, or is not on the line of the others."""
    heads = {node.head for node in world.nodes}
    return len(heads) > 1 or any(node.pending for node in world.nodes)


def debts(world: World) -> Iterator[tuple[int, str]]:
    """The hostile seats that others wait for, and for what."""
    for node in world.nodes:
        asked = node.name.question
        if asked is not None and node.pending:
            able = {a.seat for a in node.answers if a.question is asked and node.can_use(a)}
            for seat in sorted(world.table.hostile - able):
                yield seat, f"an answer to {asked} that can be used"
        for question in node.greatest.values():
            if question.seat in world.table.hostile and question not in node.settlements:
                yield question.seat, f"a settlement of {question}"
