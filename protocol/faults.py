"""What convicts a seat by its statements alone, whatever line they belong to (SPEC-12.8, 14.6)."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from protocol.answers import RejoinAnswer
from protocol.errors import Code, Refused
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed, Statement

__all__ = ["Conviction", "Said", "convictions"]


@dataclass(frozen=True, slots=True)
class Conviction:
    """A fault, and the two statements that show it together."""

    refusal: Refused
    statements: tuple[Signed[RejoinAnswer] | Signed[Settlement], ...]

    @property
    def key_number(self) -> int:
        """Which key of the seat is convicted."""
        return self.statements[0].statement.key_number


class Said:
    """Questions, answers and settlements that seats have signed, in any order."""

    def __init__(self) -> None:
        self._questions: dict[bytes, RejoinQuestion] = {}
        self.answers: dict[tuple[int, bytes, bytes], dict[bytes, Signed[RejoinAnswer]]]
        self.answers = defaultdict(dict)
        """By seat, its name and the question, then by what they say."""
        self.settlements: dict[bytes, dict[bytes, Signed[Settlement]]] = defaultdict(dict)
        """By question, then by what they say."""

    def add(self, signed: Signed[Statement]) -> None:
        """Take note of a statement, and of all that it carries."""
        match signed:
            case Signed(RejoinQuestion() as question):
                self._questions[question.hash] = question
            case Signed(RejoinAnswer() as answer, signature):
                given = self.answers[answer.seat, answer.name, answer.asked.hash]
                given.setdefault(answer.body, Signed(answer, signature))
            case Signed(Settlement() as settlement, signature):
                made = self.settlements[settlement.asked.hash]
                made.setdefault(settlement.body, Signed(settlement, signature))
            case _:
                pass
        for carried in signed.statement.inner:
            self.add(carried)

    def question(self, name: bytes) -> RejoinQuestion | None:
        """The question that begins an incarnation, if it was said."""
        return self._questions.get(name)


def convictions(said: Said) -> Iterator[Conviction]:
    """The faults that some statements show, those of the lowest seat first."""
    found = [*_two_answers(said), *_two_settlements(said), *_older_answers(said)]
    yield from sorted(found, key=lambda one: one.statements[0].statement.seat)


def _two_answers(said: Said) -> Iterator[Conviction]:
    for (seat, _, _), given in said.answers.items():
        if len(given) > 1:
            one, other, *_ = given.values()
            asker = one.statement.asked.seat
            reason = f"seat {seat} gave two answers to one question of seat {asker}"
            yield Conviction(Refused(Code.TWO_ANSWERS, "SPEC-12.8", seat, reason, 0), (one, other))


def _two_settlements(said: Said) -> Iterator[Conviction]:
    for made in said.settlements.values():
        if len(made) > 1:
            one, other, *_ = made.values()
            seat = one.statement.seat
            reason = f"seat {seat} settled one question twice"
            yield Conviction(
                Refused(Code.TWO_SETTLEMENTS, "SPEC-12.8", seat, reason, 0), (one, other)
            )


def _older_answers(said: Said) -> Iterator[Conviction]:
    """A pending seat waited for an answer, then settled with an older one of the same seat."""
    waits: dict[tuple[int, bytes], list[Signed[RejoinAnswer]]] = defaultdict(list)
    for given in said.answers.values():
        for answer in given.values():
            if answer.statement.pending:
                waits[answer.statement.seat, answer.statement.name].append(answer)
    for name, made in said.settlements.items():
        for settlement in made.values():
            seat = settlement.statement.seat
            for waited in waits.get((seat, name), []):
                asked = waited.statement.asked
                if any(
                    used.statement.seat == asked.seat and used.statement.rank < asked.rank
                    for used in settlement.statement.answers
                ):
                    reason = f"seat {seat} waited for an answer, then used an older one"
                    yield Conviction(
                        Refused(Code.OLDER_ANSWER, "SPEC-12.8", seat, reason, 0),
                        (waited, settlement),
                    )
