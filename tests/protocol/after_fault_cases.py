"""After a fault all that have signed go on in the names that they add (SPEC-18.4)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from protocol.agreements import Agreement
from protocol.entry import DiceShare
from protocol.errors import Code
from protocol.proposals import End, Result
from protocol.questions import FIRST
from protocol.statement import sign_statement
from tests.protocol import toy
from tests.protocol.agreeing import agreement_of, carrying, consenting
from tests.protocol.full_log import Added
from tests.protocol.keeping import agreed as agreed_to
from tests.protocol.keeping import keep, keeping, kept, replacing_bob
from tests.protocol.rejoining import asking
from tests.protocol.sample import MINUTE, identity
from tests.protocol.succession import begin, replacing
from tests.protocol.succession_cases import ANN, BOB, CID, ORDER, since
from tests.protocol.toy_match import ToyMatch
from tests.protocol.verdicts import Case


def dora_plays_after_fault(made: ToyMatch) -> None:
    """Bob has forked; Dora plays for him, and all go on in new names."""
    keep(made, replacing_bob(made))
    begin(made, BOB)
    made.act(BOB, toy.Throw(2))
    made.act(BOB, toy.End())
    made.act(ANN, toy.Throw(2))


def ended_after_fault(made: ToyMatch) -> None:
    keep(made, End(Result.DRAW))


def comes_back_after_fault(made: ToyMatch) -> None:
    """Cid loses its machine: it rests on answers in the names that the agreement has begun."""
    keep(made, replacing_bob(made))
    begin(made, BOB)
    made.restore(CID)
    made.rejoin(CID)
    made.act(BOB, toy.End())
    made.act(ANN, toy.End())
    made.act(CID, toy.Throw(1))


def roll_after_fault(made: ToyMatch) -> None:
    """A roll of Bob's waits for Ann, who may have given her share on another line."""
    made.send(made.prepare(BOB, toy.Throw(2)).entry)
    keep(made, replacing_bob(made), ANN)
    begin(made, BOB)
    made.settle()


def older_name_after_fault(made: ToyMatch) -> Sequence[Added]:
    return [made.forged(ANN, ORDER, incarnation=FIRST)]


def older_share_after_fault(made: ToyMatch) -> Sequence[Added]:
    """Ann gives a share of the chain that she has left."""
    share = made.authors[ANN].keys.chain(FIRST).share(2)
    return [made.forged(ANN, DiceShare(share))]


def adds(
    *questions: tuple[int, dict[str, Any]], incarnation: bytes | None = None, **fields: Any
) -> Case:
    """An entry that carries an agreement after a fault with these questions."""

    def added(made: ToyMatch) -> Sequence[Added]:
        proposal = keeping(made, End(Result.DRAW))
        signatures = []
        for seat, changed in questions:
            asked = replace(asking(made, seat).statement, **changed)
            question = sign_statement(identity(seat), asked)
            signatures.append(consenting(proposal, seat, question=question, **fields))
        agreement = Agreement(proposal, tuple(signatures))
        if incarnation is not None:
            return [kept(made, agreement, incarnation=incarnation)]
        return [kept(made, agreement)]

    return added


def head_of_bob(made: ToyMatch) -> bytes:
    return made.spectator.charter.seats[BOB].dice_head


def without_questions(made: ToyMatch) -> Sequence[Added]:
    return [carrying(made, CID, agreement_of(keeping(made, End(Result.DRAW)), ANN, CID))]


def with_questions_by_itself(made: ToyMatch) -> Sequence[Added]:
    return [kept(made, agreed_to(made, replacing(made, CID, BOB)), incarnation=FIRST)]


def greater_is_told_of(made: ToyMatch) -> Sequence[Added]:
    proposal = keeping(made, End(Result.DRAW))
    greater = asking(made, ANN, round_=MINUTE + 1)
    signatures = (
        consenting(proposal, ANN, question=asking(made, ANN)),
        consenting(proposal, CID, question=asking(made, CID), known=(greater,)),
    )
    return [kept(made, Agreement(proposal, signatures))]


AFTER_FAULT: dict[str, tuple[Code | None, Case]] = {
    "a seat is replaced, and all others go on in new names": (
        None,
        since(dora_plays_after_fault),
    ),
    "the game ends": (None, since(ended_after_fault)),
    "a seat comes back with answers in the new names": (None, since(comes_back_after_fault)),
    "a roll that waits is asked for anew": (None, since(roll_after_fault)),
    "an entry in an older name": (
        Code.WRONG_INCARNATION,
        since(lambda m: dora_begins(m, toy.End()), older_name_after_fault),
    ),
    "a share of an older chain": (
        Code.SHARE_WRONG,
        since(lambda m: dora_begins(m, toy.Throw(2)), older_share_after_fault),
    ),
    "the agreement is carried in an older name": (
        Code.WRONG_INCARNATION,
        adds((ANN, {}), (CID, {}), incarnation=FIRST),
    ),
    "no question is added": (Code.BAD_AGREEMENT, without_questions),
    "questions are added where there was no fault": (
        Code.BAD_AGREEMENT,
        with_questions_by_itself,
    ),
    "a greater question is told of than is added": (Code.BAD_AGREEMENT, greater_is_told_of),
    "a dice head that is added is a copy": (
        Code.BAD_AGREEMENT,
        lambda m: adds((ANN, {"dice_head": head_of_bob(m)}), (CID, {}))(m),
    ),
    "a seat has not signed": (Code.BAD_AGREEMENT, adds((CID, {}))),
}


def dora_begins(made: ToyMatch, order: toy.Order) -> None:
    """Dora plays for Bob, and gives an order after which Ann is due."""
    keep(made, replacing_bob(made))
    begin(made, BOB)
    made.send(made.prepare(BOB, order).entry)
