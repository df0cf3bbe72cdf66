"""Questions, answers and settlements of a match, honest or not, all of them properly signed."""

from dataclasses import replace
from typing import Any

from protocol.answers import RejoinAnswer
from protocol.carried import Carried, carried_by
from protocol.entry import Entry, Item, Rejoin
from protocol.head import Head
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed, sign_statement
from protocol.statements import GameStatement
from tests.protocol import toy
from tests.protocol.sample import MINUTE, identity
from tests.protocol.toy_match import ToyMatch

NONCE = b"q" * 32
PLAY_ON = toy.Throw(1)


def asking(
    made: ToyMatch, seat: int = 0, round_: int = MINUTE, nonce: bytes = NONCE
) -> Signed[RejoinQuestion]:
    """A question, whether its seat has lost anything or not."""
    question = made.authors[seat].ask_to_rejoin(nonce, MINUTE).statement
    return sign_statement(identity(seat), replace(question, round=round_, nonce=nonce))


def last_of(made: ToyMatch, seat: int, upto: int | None = None) -> Head | None:
    """The last entry of a seat on the line, or on the beginning of it."""
    mine = [entry for entry in list(made.spectator.log)[:upto] if entry.seat == seat]
    return mine[-1].head if mine else None


def answering(
    made: ToyMatch, seat: int, question: Signed[RejoinQuestion], **fields: Any
) -> Signed[RejoinAnswer]:
    """What a seat answers that has lost nothing, with other fields where they are given."""
    answer = RejoinAnswer(
        game=made.spectator.charter.game_id,
        seat=seat,
        begun=None,
        settlement=None,
        question=question,
        last=last_of(made, question.statement.seat),
        known=(),
    )
    return sign_statement(identity(seat), replace(answer, **fields))


def all_answers(
    made: ToyMatch, question: Signed[RejoinQuestion], **fields: Any
) -> tuple[Signed[RejoinAnswer], ...]:
    """The answers of all others."""
    asker = question.statement.seat
    return tuple(answering(made, seat, question, **fields) for seat in range(3) if seat != asker)


def settling(
    made: ToyMatch,
    question: Signed[RejoinQuestion],
    answers: tuple[Signed[RejoinAnswer], ...] | None = None,
    **fields: Any,
) -> Signed[Settlement]:
    """The settlement of a question, with other fields where they are given."""
    seat = question.statement.seat
    settlement = Settlement(
        game=made.spectator.charter.game_id,
        seat=seat,
        question=question,
        answers=all_answers(made, question) if answers is None else answers,
        last=last_of(made, seat),
    )
    return sign_statement(identity(seat), replace(settlement, **fields))


def rejoining(
    made: ToyMatch,
    settlement: Signed[Settlement],
    *items: Item | toy.Order,
    shown: tuple[Signed[Settlement], ...] = (),
    **fields: object,
) -> Entry:
    """The first entry of the incarnation that a settlement begins."""
    raw = sorted(shown, key=lambda signed: signed.statement.hash)
    return made.forged(
        settlement.statement.seat,
        Rejoin(settlement.raw, tuple(one.raw for one in raw)),
        *(items or (PLAY_ON,)),
        **{"incarnation": settlement.statement.asked.hash, **fields},
    )


def carried(entry: Entry) -> Carried:
    """What an entry carries that begins an incarnation."""
    found = carried_by(entry)
    assert found is not None
    return found


def come_back(made: ToyMatch, seat: int = 0) -> Signed[Settlement]:
    """A seat loses its machine and rejoins; its settlement."""
    made.restore(seat)
    made.rejoin(seat)
    settlement = made.conducts[seat].own
    assert settlement is not None
    return settlement


def said(made: ToyMatch) -> tuple[Signed[GameStatement], ...]:
    """All statements that everybody has heard."""
    return made.spectator.log.statements


__all__ = [
    "NONCE",
    "PLAY_ON",
    "all_answers",
    "answering",
    "asking",
    "carried",
    "come_back",
    "last_of",
    "rejoining",
    "said",
    "settling",
]
