"""Records of the model, and the same records as the program signs them."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field, replace

from protocol.agreements import Agreement as RealAgreement
from protocol.agreements import ProposalSignature
from protocol.answers import RejoinAnswer
from protocol.charter import Seat as CharterSeat
from protocol.consent import agree_of
from protocol.entry import Entry as SignedEntry
from protocol.entry import Item, Waive, sign_entry
from protocol.founding import Founding
from protocol.head import Head
from protocol.identity import Identity
from protocol.log import Log
from protocol.own_settlement import rejoin_of
from protocol.proposals import (
    AfterFault,
    End,
    Ended,
    ListedProposal,
    ProposalRefusal,
    Replace,
    Result,
    TakeBack,
    Terms,
)
from protocol.proposals import Proposal as RealProposal
from protocol.questions import RejoinQuestion, first_name
from protocol.settlements import Settlement as RealSettlement
from protocol.statement import Signed, sign_statement
from protocol.statements import GameStatement
from protocol.successors import Successor
from tests.protocol.sample import CHARTER, found, identity
from tests.rejoining.records import (
    Agreement,
    Answer,
    Entry,
    Kind,
    Proposal,
    Question,
    Rank,
    Record,
    Records,
    Refusal,
    Settlement,
    Signature,
    line_of,
)

__all__ = ["Bridge", "founding_of", "signer"]

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")


@functools.cache
def founding_of(seats: int) -> Founding:
    """A founding with so many seats; nothing is played."""
    return found(
        replace(
            CHARTER,
            seats=tuple(
                CharterSeat(
                    name=NAMES[number],
                    key=identity(number).public,
                    powers=(f"Power {number}",),
                    salt=bytes([0x50 + number]) * 32,
                    dice_head=bytes([0x60 + number]) * 32,
                )
                for number in range(seats)
            ),
        )
    )


def signer(seat: int, key: int) -> Identity:
    """Who signs for a seat with the key of this number."""
    return identity(seat + 10 * key)


def key_at(seat: int, end: Entry | None) -> int:
    """Number of the key that plays a seat after the end of a line."""
    for entry in reversed(line_of(end)):
        agreement = entry.agreement
        ended = None if agreement is None else agreement.proposal.names(seat)
        if ended is not None:
            return ended.key + 1
    return 0


@dataclass(slots=True)
class Bridge:
    """Records of the model, and the same records as they are signed."""

    founding: Founding
    records: Records
    _real: dict[Record, Signed[GameStatement] | SignedEntry] = field(default_factory=dict)
    _model: dict[bytes, Record] = field(default_factory=dict)
    _agreed: dict[bytes, Agreement] = field(default_factory=dict)

    @property
    def game(self) -> bytes:
        return self.founding.charter.game_id

    def question(self, seat: int, round_: int, nonce: int, key: int = 0) -> Question:
        """A seat asks; the model orders its questions as the code does."""
        real = RejoinQuestion(
            game=self.game,
            seat=seat,
            key=key,
            round=round_,
            nonce=nonce.to_bytes(32, "big"),
            dice_head=bytes(32),
        )
        rank = Rank(key, round_, int.from_bytes(real.hash, "big"))
        made = self.records.add(Question(seat, rank))
        return self._pair(made, sign_statement(signer(seat, key), real))

    def _pair(self, model: Question, real: Signed[RejoinQuestion]) -> Question:
        self._real[model], self._model[real.raw] = real, model
        return model

    def known(self, real: Signed[GameStatement] | SignedEntry) -> Record:
        """The model's record of something that was signed."""
        return self._model[real.raw]

    def keep(self, model: Record, real: Signed[GameStatement] | SignedEntry) -> None:
        """Remember that two records are the same."""
        self._real[model], self._model[real.raw] = real, model

    def asked(self, question: Question) -> Signed[RejoinQuestion]:
        match self._real[question]:
            case Signed(RejoinQuestion() as real, signature):
                return Signed(real, signature)
            case other:
                raise TypeError(other)

    def settled(self, settlement: Settlement) -> Signed[RealSettlement]:
        if settlement not in self._real:
            given = (a for a in settlement.answers if isinstance(a, Answer))
            real = RealSettlement(
                game=self.game,
                seat=settlement.seat,
                question=self.asked(settlement.question),
                answers=tuple(map(self.answered, sorted(given, key=lambda a: a.seat))),
                last=self.head(settlement.last),
                agreements=tuple(
                    sorted(
                        self.agreed(one).hash
                        for one in settlement.answers
                        if isinstance(one, Agreement)
                    )
                ),
            )
            key = settlement.question.rank.key
            self.keep(settlement, sign_statement(signer(settlement.seat, key), real))
        match self._real[settlement]:
            case Signed(RealSettlement() as made, signature):
                return Signed(made, signature)
            case other:
                raise TypeError(other)

    def answered(self, answer: Answer) -> Signed[RejoinAnswer]:
        if answer not in self._real:
            begun = answer.name.question
            own = None if answer.pending else answer.settlement
            real = RejoinAnswer(
                game=self.game,
                seat=answer.seat,
                begun=None if begun is None else self.asked(begun),
                settlement=None if own is None else self.settled(own).statement.hash,
                question=self.asked(answer.question),
                last=self.head(answer.last),
                known=tuple(map(self.asked, sorted(answer.known, key=lambda q: q.seat))),
                signed=self._listed(answer),
                refused=self._refused(answer),
            )
            self.keep(answer, sign_statement(signer(answer.seat, answer.name.rank.key), real))
        match self._real[answer]:
            case Signed(RejoinAnswer() as made, signature):
                return Signed(made, signature)
            case other:
                raise TypeError(other)

    def _listed(self, answer: Answer) -> tuple[ListedProposal, ...]:
        listed = (self.proposed(proposal).statement.listed for proposal in answer.signed)
        return tuple(sorted(listed, key=lambda one: one.hash))

    def _refused(self, answer: Answer) -> tuple[Signed[ProposalRefusal], ...]:
        said = {
            self.proposed(refusal.proposal).statement.hash: self.refused(refusal)
            for refusal in answer.refused
        }
        return tuple(said[name] for name in sorted(said))

    def proposed(self, proposal: Proposal) -> Signed[RealProposal]:
        """A proposal of the first seat that it does not name."""
        if proposal not in self._real:
            seats = range(len(self.founding.charter.seats))
            seat = next(seat for seat in seats if proposal.names(seat) is None)
            real = RealProposal(
                game=self.game,
                seat=seat,
                after=self.head(proposal.parent) or Head(0, self.game),
                terms=self._terms(proposal),
                named=tuple(
                    Ended(one, rank.key, self._last_question(one, rank))
                    for one, rank in proposal.named
                ),
                refused=() if proposal.after is None else (self.refused(proposal.after),),
            )
            key = key_at(seat, proposal.parent)
            self.keep(proposal, sign_statement(signer(seat, key), real))
        match self._real[proposal]:
            case Signed(RealProposal() as made, signature):
                return Signed(made, signature)
            case other:
                raise TypeError(other)

    def _terms(self, proposal: Proposal) -> Terms:
        """Something is taken back, or the game ended; seats that are named are replaced."""
        end = End(Result.ADJOURNED if proposal.number else Result.DRAW)
        before = None if proposal.parent is None else proposal.parent.parent
        match proposal.kind:
            case Kind.AFTER_FAULT:
                return AfterFault(self._replace(proposal))
            case Kind.REPLACE:
                return self._replace(proposal)
            case Kind.MUTUAL if before and proposal.parent and not proposal.parent.agreement:
                return end if proposal.number else TakeBack(self.entry(before).head)
            case Kind.MUTUAL:
                return end

    def _replace(self, proposal: Proposal) -> Replace:
        return Replace(tuple(self._successor(*one, proposal) for one in proposal.named))

    def _successor(self, seat: int, rank: Rank, proposal: Proposal) -> Signed[Successor]:
        who = signer(seat, rank.key + 1)
        made = Successor(
            game=self.game,
            seat=seat,
            number=rank.key + 1,
            name=f"{NAMES[seat]} {'I' * (rank.key + 2)}",
            key=who.public,
            salt=bytes([0x70 + seat, rank.key, proposal.number]) + bytes(29),
            dice_head=bytes([0x80 + seat, rank.key]) + bytes(30),
            bot=False,
        )
        return sign_statement(who, made)

    def agreed(self, agreement: Agreement) -> RealAgreement:
        """A proposal with its signatures, as it is carried."""
        real = RealAgreement(
            self.proposed(agreement.proposal),
            tuple(map(self.consented, sorted(agreement.signatures, key=lambda one: one.seat))),
        )
        self._agreed[real.hash] = agreement
        return real

    def agreement(self, real: RealAgreement) -> Agreement:
        """The model's record of an agreement."""
        if real.hash not in self._agreed:
            proposal = self.known(real.proposal)
            signatures = map(self.known, real.signatures)
            assert isinstance(proposal, Proposal)
            made = tuple(one for one in signatures if isinstance(one, Signature))
            self._agreed[real.hash] = self.records.add(Agreement(proposal, made))
        return self._agreed[real.hash]

    def standing(self, name: bytes) -> Agreement:
        """The agreement that a settlement names."""
        return self._agreed[name]

    def _last_question(self, seat: int, rank: Rank) -> Signed[RejoinQuestion] | None:
        asked = (q for q in self.records.all(Question) if (q.seat, q.rank) == (seat, rank))
        found = next(asked, None)
        return None if found is None else self.asked(found)

    def consented(self, signature: Signature) -> Signed[ProposalSignature]:
        if signature not in self._real:
            begun, own = signature.name.question, signature.settlement
            real = ProposalSignature(
                game=self.game,
                seat=signature.seat,
                begun=None if begun is None else self.asked(begun),
                settlement=None if own is None else self.settled(own).statement.hash,
                proposal=self.proposed(signature.proposal).statement.hash,
                known=tuple(map(self.asked, sorted(signature.known, key=lambda q: q.seat))),
                answers=tuple(map(self.answered, sorted(signature.answers, key=lambda a: a.seat))),
                question=None if signature.added is None else self.asked(signature.added),
            )
            self.keep(
                signature, sign_statement(signer(signature.seat, signature.name.rank.key), real)
            )
        match self._real[signature]:
            case Signed(ProposalSignature() as made, raw):
                return Signed(made, raw)
            case other:
                raise TypeError(other)

    def refused(self, refusal: Refusal) -> Signed[ProposalRefusal]:
        if refusal not in self._real:
            begun = refusal.name.question
            real = ProposalRefusal(
                game=self.game,
                seat=refusal.seat,
                begun=None if begun is None else self.asked(begun),
                proposal=self.proposed(refusal.proposal).statement.hash,
            )
            self.keep(refusal, sign_statement(signer(refusal.seat, refusal.name.rank.key), real))
        match self._real[refusal]:
            case Signed(ProposalRefusal() as made, signature):
                return Signed(made, signature)
            case other:
                raise TypeError(other)

    def head(self, entry: Entry | None) -> Head | None:
        return None if entry is None else self.entry(entry).head

    def entry(self, entry: Entry) -> SignedEntry:
        if entry not in self._real:
            begun, log = entry.name.question, self.line(entry.parent)
            items: list[Item] = []
            if entry.settlement is not None:
                self._show(entry.settlement, log)
                items.append(rejoin_of(self.settled(entry.settlement), log))
            if entry.agreement is None:
                items.append(Waive(waived=True))
            else:
                for own in _behind(entry.agreement):
                    self._show(own, log)
                items.append(agree_of(self.agreed(entry.agreement), log))
            key = entry.name.rank.key
            real = sign_entry(
                signer(entry.author, key),
                game=self.game,
                head=log.head,
                seat=entry.author,
                incarnation=first_name(key) if begun is None else self.asked(begun).statement.hash,
                minute=entry.payload,
                state=None,
                items=items,
            )
            self.keep(entry, real)
        match self._real[entry]:
            case SignedEntry() as made:
                return made
            case other:
                raise TypeError(other)

    def line(self, end: Entry | None) -> Log:
        """A log of a line, with nothing beside it."""
        log = Log(self.founding)
        for before in line_of(end):
            log.append(self.entry(before))
        return log

    def _show(self, settlement: Settlement, log: Log) -> None:
        """Hear a settlement, and all that it rests on."""
        ahead, shown = [settlement], {settlement}
        while ahead:
            for answer in ahead.pop().answers:
                behind = _behind(answer) if isinstance(answer, Agreement) else [answer.settlement]
                for own in behind:
                    if own is not None and own not in shown:
                        shown.add(own)
                        ahead.append(own)
        for one in shown:
            log.heard.hear(self.settled(one))


def _behind(agreement: Agreement) -> list[Settlement]:
    """The settlements in whose names seats have signed, or answered who has."""
    found = [one.settlement for one in agreement.signatures]
    found += [answer.settlement for one in agreement.signatures for answer in one.answers]
    return [own for own in found if own is not None]
