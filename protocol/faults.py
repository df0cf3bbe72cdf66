"""What convicts a seat by its statements alone, whatever line they belong to (SPEC-12.8, 14.6)."""

import itertools
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from protocol.agreements import ProposalSignature
from protocol.answers import RejoinAnswer
from protocol.errors import Code, Refused
from protocol.proposals import AfterFault, Proposal, ProposalRefusal
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed, Statement
from protocol.statements import GameStatement

__all__ = ["Conviction", "Said", "convictions"]


@dataclass(frozen=True, slots=True)
class Conviction:
    """A fault, and the statements that show it together, the first of them the culprit's."""

    refusal: Refused
    statements: tuple[Signed[GameStatement], ...]

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
        self.proposals: dict[bytes, Signed[Proposal]] = {}
        """By hash."""
        self.consents: dict[tuple[int, bytes], dict[bytes, Signed[ProposalSignature]]]
        self.consents = defaultdict(dict)
        """Signatures under proposals by seat and its name, then by proposal."""
        self.refusals: dict[tuple[int, bytes, bytes], Signed[ProposalRefusal]] = {}
        """By seat, its name and the proposal."""

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
            case Signed(Proposal() as proposal, signature):
                self.proposals.setdefault(proposal.hash, Signed(proposal, signature))
            case Signed(ProposalSignature() as consent, signature):
                signed_by = self.consents[consent.seat, consent.name]
                signed_by.setdefault(consent.proposal, Signed(consent, signature))
            case Signed(ProposalRefusal() as refusal, signature):
                key = (refusal.seat, refusal.name, refusal.proposal)
                self.refusals.setdefault(key, Signed(refusal, signature))
            case _:
                pass
        for carried in signed.statement.inner:
            self.add(carried)

    def question(self, name: bytes) -> RejoinQuestion | None:
        """The question that begins an incarnation, if it was said."""
        return self._questions.get(name)


def convictions(said: Said) -> Iterator[Conviction]:
    """The faults that some statements show, those of the lowest seat first."""
    found = [
        *_two_answers(said),
        *_two_settlements(said),
        *_older_answers(said),
        *_two_proposals(said),
        *_refused_and_signed(said),
        *_signed_and_answered(said),
    ]
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


def _two_proposals(said: Said) -> Iterator[Conviction]:
    """Signatures in one incarnation under two proposals for one place (SPEC-18.7)."""
    for (seat, _), signed in said.consents.items():
        known = [one for name, one in signed.items() if name in said.proposals]
        for one, other in itertools.combinations(known, 2):
            first, second = (said.proposals[it.statement.proposal] for it in (one, other))
            here, there = first.statement, second.statement
            both = isinstance(here.terms, AfterFault) and isinstance(there.terms, AfterFault)
            if (here.place == there.place or both) and not (
                here.supersedes(there.listed) or there.supersedes(here.listed)
            ):
                places = sorted({here.place, there.place})
                reason = f"seat {seat} signed two proposals for place {places[0]}"
                if len(places) > 1:
                    reason = f"seat {seat} agreed to keep two lines after a fault"
                yield Conviction(
                    Refused(Code.TWO_PROPOSALS, "SPEC-18.7", seat, reason, 0),
                    (one, other, first, second),
                )


def _refused_and_signed(said: Said) -> Iterator[Conviction]:
    for (seat, name, proposal), refusal in said.refusals.items():
        reason = f"seat {seat} refused a proposal and signed it"
        refused = Refused(Code.REFUSED_AND_SIGNED, "SPEC-18.7", seat, reason, 0)
        signature = said.consents.get((seat, name), {}).get(proposal)
        if signature is not None:
            yield Conviction(refused, (signature, refusal))
        for answer in _answers_of(said, seat, name):
            if any(one.hash == proposal for one in answer.statement.signed):
                yield Conviction(refused, (answer, refusal))


def _signed_and_answered(said: Said) -> Iterator[Conviction]:
    """A seat signed against another one, and answered it as if it had not."""
    for (seat, name), signed in said.consents.items():
        for consent in signed.values():
            proposal = said.proposals.get(consent.statement.proposal)
            if proposal is None:
                continue
            for answer in _answers_of(said, seat, name):
                asked = answer.statement.asked
                named = proposal.statement.names(asked.seat)
                if named is None or named.key != asked.key or named.rank >= asked.rank:
                    continue
                if (proposal.statement.hash, named.rank) not in answer.statement.against:
                    reason = f"seat {seat} signed against seat {asked.seat} and did not tell it"
                    yield Conviction(
                        Refused(Code.SIGNED_AND_ANSWERED, "SPEC-18.7", seat, reason, 0),
                        (consent, answer, proposal),
                    )


def _answers_of(said: Said, seat: int, name: bytes) -> Iterator[Signed[RejoinAnswer]]:
    """The answers of a seat in one of its incarnations."""
    for (author, own, _), given in said.answers.items():
        if (author, own) == (seat, name):
            yield from given.values()
