"""Coming back with nothing but the phrase (SPEC-12).

A seat whose store may lack the last entries asks all others what they hold before it signs
anything. Its next entry quotes question and answers and begins a new *incarnation*.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from protocol.charter import Charter
from protocol.dice import ChainName
from protocol.entry import Rejoin
from protocol.errors import Code, Refused
from protocol.ledger import Ledger
from protocol.log import Log
from protocol.statements import (
    RejoinAnswer,
    RejoinQuestion,
    Signed,
    Statement,
    check_statement,
    read_statement,
)

__all__ = ["Rejoining", "begin_incarnation", "check_rejoin", "open_questions"]

S = TypeVar("S", bound=Statement)


@dataclass(frozen=True, slots=True)
class Rejoining:
    """A question that stands: its seat has not begun the new incarnation yet.

    Attributes:
        question: as signed.
        answers: those received, by answering seat.
        bound: the furthest place at which the older incarnation can still stand; None while no
            question of the seat is answered. A later question that nobody has answered yet does not
            unbind the seat: the answers to the one before could still be used.
    """

    question: Signed[RejoinQuestion]
    answers: Mapping[int, Signed[RejoinAnswer]]
    bound: int | None

    def unanswered(self, charter: Charter) -> tuple[int, ...]:
        """The seats that owe an answer."""
        asker = self.question.statement.seat
        return tuple(
            seat for seat in range(len(charter.seats)) if seat != asker and seat not in self.answers
        )

    def unshown(self, log: Log) -> tuple[int, ...]:
        """The seats that named an entry which this line does not hold."""
        return tuple(
            seat
            for seat, signed in sorted(self.answers.items())
            if not log.holds(signed.statement.head)
        )

    def settled(self, charter: Charter, log: Log) -> bool:
        """Whether the asker may begin its new incarnation on this line."""
        return not self.unanswered(charter) and not self.unshown(log)

    @property
    def longest(self) -> int | None:
        """The furthest place named in an answer: the older incarnation ends there."""
        return _longest(self.answers)


def open_questions(log: Log, ledger: Ledger) -> Mapping[int, Rejoining]:
    """The questions that stand, by asking seat.

    Of several questions of a seat the one for the highest incarnation stands, of those the first
    received: a seat that lost its machine twice asks again for a later incarnation. Of several
    answers of another seat to it the first counts that does not contradict the line.
    """
    found = {}
    for seat, question in sorted(log.questions.items()):
        if question.statement.incarnation <= ledger.incarnations[seat]:
            continue
        valid = _valid_answers(log, question)
        binding = log.answered.get(seat)
        if binding is None or binding.statement.incarnation <= ledger.incarnations[seat]:
            bound = None
        else:
            bound = _longest(valid if binding == question else _valid_answers(log, binding))
        found[seat] = Rejoining(question, valid, bound)
    return found


def _valid_answers(
    log: Log, question: Signed[RejoinQuestion]
) -> Mapping[int, Signed[RejoinAnswer]]:
    """By answering seat the answers that count."""
    asker = question.statement.seat
    valid: dict[int, Signed[RejoinAnswer]] = {}
    for given in log.answers(question.statement.hash):
        answer = given.statement
        if answer.seat == asker or answer.seat in valid:
            continue
        if _contradiction(log, asker, answer) is None:
            valid[answer.seat] = given
    return valid


def _longest(answers: Mapping[int, Signed[RejoinAnswer]]) -> int | None:
    return max((signed.statement.head.sequence for signed in answers.values()), default=None)


def check_rejoin(
    item: Rejoin, *, charter: Charter, log: Log, end: int, seat: int, incarnation: int
) -> None:
    """Judge the first item of a new incarnation's first entry by what the line alone shows.

    That needs no replay, so a rejoin that would make entries void is judged so far before the game
    is played again up to it.

    Args:
        item: as the entry carries it.
        charter: of the game.
        log: a line that reaches at least to `end`.
        end: place of the entry before.
        seat: author of the entry.
        incarnation: that the entry claims.

    Raises:
        Refused: `bad_rejoin`, with the author as culprit (SPEC-12.3): it had everything at hand to
            see that this is no valid rejoin.
    """

    def refuse(reason: str) -> Refused:
        return _bad_rejoin(seat, reason)

    try:
        question = _read(charter, RejoinQuestion, item.question)
        answers = [_read(charter, RejoinAnswer, raw) for raw in item.answers]
    except Refused as error:
        raise refuse(str(error)) from error
    if question.seat != seat:
        raise refuse(f"the question is one of seat {question.seat}")
    if question.incarnation != incarnation:
        raise refuse(f"the question is for incarnation {question.incarnation}, not {incarnation}")
    place = _last_place(log, seat, end)
    current = log.at(place).incarnation if place else 0
    if incarnation <= current:
        raise refuse(f"incarnation {current} has begun already")
    others = [other for other in range(len(charter.seats)) if other != seat]
    if [answer.seat for answer in answers] != others:
        raise refuse(f"it needs one answer of each of the seats {others}, in this order")
    for answer in answers:
        if answer.question != question.hash:
            raise refuse(f"the answer of seat {answer.seat} is to another question")
        if answer.head.sequence > end or not log.holds(answer.head):
            raise refuse(
                f"entry {answer.head.sequence} that seat {answer.seat} named is not on this line"
            )
        contradiction = _contradiction(log, seat, answer)
        if contradiction is not None:
            raise refuse(contradiction)
    longest = max((answer.head.sequence for answer in answers), default=0)
    if place > longest:
        raise refuse(
            f"entry {place} of its older incarnation lies after {longest}, the longest head in "
            "the answers"
        )


def begin_incarnation(
    item: Rejoin, *, charter: Charter, log: Log, ledger: Ledger, seat: int, incarnation: int
) -> Ledger:
    """Judge the first item of a new incarnation's first entry; the ledger after it.

    Args:
        item: as the entry carries it.
        charter: of the game.
        log: the line up to the entry before.
        ledger: before the entry.
        seat: author of the entry.
        incarnation: that the entry claims.

    Raises:
        Refused: as `check_rejoin`.
    """
    check_rejoin(item, charter=charter, log=log, end=len(log), seat=seat, incarnation=incarnation)
    known = {chain.link for chain in ledger.chains.values()}
    if item.dice_head in known | {other.dice_head for other in charter.seats}:
        raise _bad_rejoin(seat, "its dice head is a copy")
    founder = charter.seats[seat]
    name = ChainName(charter.nonce, founder.key, founder.salt, incarnation)
    return ledger.with_incarnation(seat, name, item.dice_head)


def _bad_rejoin(seat: int, reason: str) -> Refused:
    return Refused(Code.BAD_REJOIN, "SPEC-12.3", seat, f"rejoin of seat {seat}: {reason}")


def _contradiction(log: Log, asker: int, answer: RejoinAnswer) -> str | None:
    """How an answer contradicts the line up to the head that it names, if the line holds that."""
    if not log.holds(answer.head):
        return None
    end = answer.head.sequence
    place, own = _last_place(log, asker, end), _last_place(log, answer.seat, end)
    if answer.place != place:
        return (
            f"seat {answer.seat} named {answer.place} as the asker's last place up to {end}, "
            f"it is {place}"
        )
    if answer.incarnation != (log.at(own).incarnation if own else 0):
        return f"seat {answer.seat} answered as incarnation {answer.incarnation}"
    return None


def _last_place(log: Log, seat: int, end: int) -> int:
    """Place of the last entry of a seat up to a place of the line; 0 if there is none."""
    for sequence in range(end, 0, -1):
        if log.at(sequence).seat == seat:
            return sequence
    return 0


def _read(charter: Charter, kind: type[S], raw: bytes) -> S:
    signed = read_statement(kind, raw)
    check_statement(charter, signed)
    return signed.statement
