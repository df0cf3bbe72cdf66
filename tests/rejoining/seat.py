"""What an honest seat does with what it hears."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from tests.rejoining.records import (
    Agreement,
    Answer,
    Entry,
    Kind,
    Name,
    Proposal,
    Question,
    Rank,
    Record,
    Records,
    Refusal,
    Settlement,
    Signature,
    line_of,
    on_line,
    parting,
    place_of,
)
from tests.rejoining.rules import Law, Rule


def consenting(entry: Entry) -> tuple[Name, ...]:
    """The names in which seats have signed what an entry carries, but for what ends a fault."""
    agreement = entry.agreement
    if agreement is None or agreement.proposal.kind is Kind.AFTER_FAULT:
        return ()
    return tuple(signature.name for signature in agreement.signatures)


def lists(settlement: Settlement, agreement: Agreement | None) -> bool:
    """Whether an answer of a settlement tells of an agreement."""
    return agreement is not None and any(
        agreement.proposal in answer.signed if isinstance(answer, Answer) else answer is agreement
        for answer in settlement.answers
    )


def _goes_on_after(proposal: Proposal, answers: Collection[Answer]) -> bool:
    """Whether answers to a signer name an entry of its own beyond a proposal's place."""
    beyond = any(place_of(answer.last) >= proposal.place for answer in answers)
    return beyond and proposal.kind is not Kind.AFTER_FAULT


def _weight(signature: Signature) -> tuple[Rank, bool]:
    """Of two signatures of a seat under one proposal the weightier one stands."""
    return signature.name.rank, not signature.pending


@dataclass(slots=True, eq=False)
class Seat:
    """A node of a seat that keeps the rules.

    Attributes:
        name: in which it signs, or would once it has settled.
        pending: it has asked and not settled.
        retired: its key has been replaced.
        head: end of the line that it holds.
        greatest: the greatest question that it knows of each other seat.
        settlements: those that it holds, by question.
        own: its settlement, once it has one.
        signed: proposals that it has signed or counts as having signed; False: only counts.
        shown: ends of valid lines that it has heard of, whether it takes them or not.
    """

    law: Law
    records: Records
    seat: int
    name: Name
    pending: bool = False
    retired: bool = False
    head: Entry | None = None
    greatest: dict[int, Question] = field(default_factory=dict)
    settlements: dict[Question, Settlement] = field(default_factory=dict)
    own: Settlement | None = None
    signed: dict[Proposal, bool] = field(default_factory=dict)
    answered: dict[Question, Answer] = field(default_factory=dict)
    answers: dict[Answer, None] = field(default_factory=dict)
    asked: dict[Question, None] = field(default_factory=dict)
    signatures: dict[Signature, None] = field(default_factory=dict)
    refusals: dict[Refusal, None] = field(default_factory=dict)
    shown: dict[Entry, None] = field(default_factory=dict)

    # Losing everything

    def lost(self, clock: int, nonce: int) -> Seat:
        """The same seat on a new machine: nothing but the phrase is left, so it asks."""
        key = self.name.rank.key
        fresh = Seat(self.law, self.records, self.seat, Name(self.seat, Rank(key)))
        fresh.ask(clock, nonce)
        return fresh

    def ask(self, clock: int, nonce: int) -> None:
        """Ask all others, in a round above those that it knows of."""
        key = self.name.rank.key
        rounds = [q.rank.round + 1 for q in self.asked if self.law.has(Rule.HIGHER_ROUND)]
        question = Question(self.seat, Rank(key, max([clock, *rounds]), nonce))
        self.records.add(question)
        self.asked[question] = None
        self.name = Name(self.seat, question.rank, question)
        self.pending, self.own = True, None
        self.answered.clear()
        self.signed = dict.fromkeys(self._still_counted(), False)

    def _still_counted(self) -> Iterator[Proposal]:
        """What the seat has signed in the names before its question and must remember."""
        for proposal in self.signed:
            forgets = self.law.has(Rule.CARRIED_LISTED)
            if proposal.kind is Kind.AFTER_FAULT or not forgets:
                yield proposal

    # Hearing

    def hear(self, record: Record, clock: int, nonce: int) -> bool:
        """Take note of a record; whether that changed anything."""
        if self.retired:
            return False
        match record:
            case Question():
                return self._hear_question(record, clock, nonce)
            case Answer():
                return self._hear_answer(record, clock, nonce)
            case Settlement():
                return self._hear_settlement(record, clock, nonce)
            case Entry():
                return self._hear_entry(record, clock, nonce)
            case Signature():
                new = record not in self.signatures
                self.signatures[record] = None
                return new
            case Refusal():
                new = record not in self.refusals
                self.refusals[record] = None
                return new
            case Proposal() | Agreement():
                return False

    def _hear_answer(self, answer: Answer, clock: int, nonce: int) -> bool:
        if answer in self.answers:
            return False
        self.answers[answer] = None
        self._hear_question(answer.question, clock, nonce)
        return True

    def _hear_question(self, question: Question, clock: int, nonce: int) -> bool:
        if question.seat == self.seat:
            same_key = question.rank.key == self.name.rank.key
            if not same_key or question in self.asked or question.rank < self.name.rank:
                return False
            if self._waits_with(question):
                return False
            self.asked[question] = None
            if self.law.has(Rule.ASK_AGAIN):
                self.ask(clock, nonce)
            return True
        if question.rank.key != self.law.name(question.seat, self.head).rank.key:
            return False  # of a key that has been replaced, or is not yet known to play
        known = self.greatest.get(question.seat)
        if known is not None and question.rank < known.rank:
            return False
        if known is question and question in self.answered:
            return False
        self.greatest[question.seat] = question
        before = len(self.answered)
        self.answer(question)
        return known is not question or len(self.answered) > before

    def _waits_with(self, question: Question) -> bool:
        """Whether this seat has added a question under a proposal that may yet be carried."""
        return any(
            signature.added is question
            and not self.dead(signature.proposal, self.settlements)
            and not self._too_few(signature.proposal)
            for signature in self.signatures
        )

    def _too_few(self, proposal: Proposal) -> bool:
        """Whether nothing can be agreed on without who is named before somebody has settled."""
        asked = [seat for seat in range(self.law.seats) if proposal.names(seat) is None]
        knowing = [seat for seat in asked if not self._pends(seat)]
        return self.law.has(Rule.ADDED_IN_VAIN) and 2 * len(knowing) <= self.law.seats

    def _pends(self, seat: int) -> bool:
        """Whether a seat has asked and not settled: what it has only added is not asked."""
        known = self.greatest.get(seat)
        if known is None or known in self.settlements:
            return self.pending and seat == self.seat
        added = any(signature.added is known for signature in self.signatures)
        return not added and self.law.name(seat, self.head).rank < known.rank

    def answer(self, question: Question) -> None:
        """Answer a question, unless it must wait for its asker's turn."""
        if question in self.answered and self.law.has(Rule.ANSWER_ONCE):
            return
        if self.pending and self.law.has(Rule.LOWER_FIRST) and question.seat > self.seat:
            return
        last = None
        if not self.pending:
            last = self.law.last(question.seat, question.rank.key, self.head)
        known: tuple[Question, ...] = ()
        if self.law.has(Rule.ANSWERS_LIST):
            known = tuple(q for t, q in sorted(self.greatest.items()) if t != question.seat)
        signed = (*self._told(question, last), *self._carried(question, last))
        refused: tuple[Refusal, ...] = ()
        if self.law.has(Rule.REFUSALS_KEPT):
            refused = tuple(r for r in self.refusals if r.seat == question.seat)
        self.answered[question] = self.records.add(
            Answer(self.name, question, self.pending, self.own, last, known, signed, refused)
        )
        self.answers[self.answered[question]] = None

    def _told(self, question: Question, last: Entry | None) -> Iterator[Proposal]:
        """What this seat has signed that its answer tells of."""
        for proposal in self.signed:
            if proposal.names(question.seat) is not None or (
                proposal.place > place_of(last)
                and (proposal.kind is Kind.AFTER_FAULT or not self.law.has(Rule.CARRIED_LISTED))
            ):
                yield proposal

    def _carried(self, question: Question, last: Entry | None) -> Iterator[Proposal]:
        """What the asker has signed, and may have forgotten, that this seat's line carries."""
        if self.pending or not self.law.has(Rule.CARRIED_LISTED):
            return
        for entry in line_of(self.head)[place_of(last) :]:
            names = (name for name in consenting(entry) if name.seat == question.seat)
            if any(name.rank.is_older(question.rank) for name in names):
                assert entry.agreement is not None
                yield entry.agreement.proposal

    def _hear_settlement(self, settlement: Settlement, clock: int, nonce: int) -> bool:
        question = settlement.question
        if (
            self.law.has(Rule.ASK_WHEN_CROSSED)
            and self.own is not None
            and question.seat != self.seat
            and self.law.crosses(self.own, settlement)
        ):
            self.ask(clock, nonce)
            return True
        known = self.greatest.get(question.seat)
        if question.seat == self.seat or settlement in self.settlements.values():
            return False
        if not self.law.settlement(settlement):
            return False
        if known is not None and question.rank < known.rank:
            return False
        if self.law.has(Rule.FIRST_STAYS) and question in self.settlements:
            return False
        if self._crossed(settlement, self.settlements.values()):
            return False
        self.settlements[question] = settlement
        self.greatest[question.seat] = question
        if not self.pending:
            self.answer(question)
        return True

    def _crossed(self, settlement: Settlement, held: Iterable[Settlement]) -> bool:
        return self.law.has(Rule.CROSSED) and any(
            self.law.crossed(settlement, other) for other in held if other is not settlement
        )

    # The line

    def _hear_entry(self, entry: Entry, clock: int, nonce: int) -> bool:
        if not self.law.entry(entry) or on_line(entry, self.head):
            return False
        self.shown[entry] = None
        if self.law.has(Rule.OWN_KEY) and (
            self.law.name(self.seat, entry).rank.key < self.name.rank.key
        ):
            return False
        if self.pending or self._leaves_for(entry) or not self.law.has(Rule.STAYS):
            new = entry.line()
        elif on_line(self.head, entry):
            new = entry.line()[place_of(self.head) :]
        else:
            return False
        if not self.pending and any(self._is_mine(e, entry) for e in new):
            return False
        agreed = [e.place for e in new if self.keeps(e)]
        settlements = self._acceptable(new, max(agreed, default=0))
        if settlements is None:
            return False
        self.settlements = settlements
        for question in settlements:
            self._adopt(question)
        self.head = entry
        if self.law.name(self.seat, entry).rank.key > self.name.rank.key:
            self.retired = True
            return True
        for one in new:
            if one.agreement is not None:
                self._take_agreed(one.agreement, clock, nonce)
        if not self.pending:
            for question in list(self.greatest.values()):
                if question.rank.key == self.law.name(question.seat, entry).rank.key:
                    self.answer(question)
        return True

    def _is_mine(self, entry: Entry, end: Entry) -> bool:
        """Whether an entry is one of the own key that this seat may have forgotten."""
        if entry.author != self.seat or entry.name.rank.key != self.name.rank.key:
            return False
        fault = parting(self.head, end)
        return fault is None or entry.place > fault[0].place

    def _leaves_for(self, entry: Entry) -> bool:
        """Whether what all others have agreed on after a fault lies on another line."""
        return not on_line(self.head, entry) and any(
            self.keeps(e) and not on_line(e, self.head) for e in entry.line()
        )

    @staticmethod
    def keeps(entry: Entry) -> bool:
        """Whether by an entry all names end that were there before it: nothing bars them there."""
        agreement = entry.agreement
        return agreement is not None and agreement.proposal.kind is Kind.AFTER_FAULT

    def _take_agreed(self, agreement: Agreement, clock: int, nonce: int) -> None:
        """An agreement is on the line: after a fault all that have signed have new names."""
        if agreement.proposal.kind is not Kind.AFTER_FAULT:
            return
        for signature in agreement.signatures:
            added = signature.added
            if added is None or not self.law.has(Rule.NAMES_BEGIN):
                continue
            if added.seat != self.seat:
                self._adopt(added)
                continue
            self.asked[added] = None
            if signature.name == self.name and self.signed.get(agreement.proposal):
                self._begin(added, agreement)
            elif self.name.rank != added.rank:
                self.ask(clock, nonce)

    def _begin(self, added: Question, agreement: Agreement) -> None:
        """Go on in the name of the question that this seat has added."""
        self.name = Name(self.seat, added.rank, added)
        last = self.law.last(self.seat, added.rank.key, agreement.proposal.parent)
        self.own = self.records.add(Settlement(added, (agreement,), last))
        self.settlements[added] = self.own
        self.pending = False
        self.answered.clear()
        self.signed = dict.fromkeys(self.signed, False)
        for question in list(self.greatest.values()):
            self.answer(question)

    def _adopt(self, question: Question) -> None:
        known = self.greatest.get(question.seat)
        if question.seat != self.seat and (known is None or known.rank < question.rank):
            self.greatest[question.seat] = question

    def _acceptable(
        self, new: Iterable[Entry], agreed: int = 0
    ) -> dict[Question, Settlement] | None:
        """The settlements held after taking these entries; None if one of them is refused.

        All have agreed after a fault on those up to the place `agreed`.
        """
        settlements = dict(self.settlements)
        for entry in new:
            settlement = entry.settlement
            if settlement is None:
                continue
            question = settlement.question
            first = settlements.get(question, settlement)
            if self.law.has(Rule.FIRST_STAYS) and first is not settlement:
                return None
            known = self.greatest.get(question.seat)
            if known is None or question.rank >= known.rank:
                if self._crossed(settlement, settlements.values()):
                    return None
                settlements[question] = settlement
        if all(entry.place <= agreed or self._free(entry, settlements) for entry in new):
            return settlements
        return None

    def _free(self, entry: Entry, settlements: dict[Question, Settlement]) -> bool:
        """Whether nothing that this seat has answered, holds or signed keeps it from an entry."""
        if not self._within(entry.name, entry, settlements):
            return False
        if self.law.has(Rule.SIGNATURES_END) and not all(
            self._within(name, entry, settlements) for name in consenting(entry)
        ):
            return False
        mine = entry.author == self.seat and entry.name.rank.key == self.name.rank.key
        return not any(
            (self._ends(proposal, entry) or (mine and self._gives_up(proposal, entry)))
            and not self.dead(proposal, settlements)
            for proposal in self.signed
        )

    def _gives_up(self, proposal: Proposal, entry: Entry) -> bool:
        """Whether it has signed for a place before an entry of its own, and so takes it no more."""
        return self._goes_back(proposal) and entry.place >= proposal.place

    def _within(self, name: Name, entry: Entry, settlements: dict[Question, Settlement]) -> bool:
        """Whether no question keeps this seat from what was signed for an entry in a name."""
        known = [self.greatest[name.seat]] if name.seat in self.greatest else []
        known += [question for question in settlements if question.seat == name.seat]
        bar = max(known, key=lambda question: question.rank, default=None)
        if bar is None or not name.rank.is_older(bar.rank):
            return True
        settlement = settlements.get(bar)
        if settlement is None:
            stands = self.own is not None and entry.agreement in self.own.answers
            stands = (stands and name != entry.name) or self._stands_by(name, entry)
            return self.pending or stands or not self.law.has(Rule.FREEZE)
        if not self.law.has(Rule.FREEZE_WITHIN) or on_line(entry, settlement.last):
            return True
        return name != entry.name and lists(settlement, entry.agreement)

    def _stands_by(self, name: Name, entry: Entry) -> bool:
        """Whether it has settled by an agreement after an entry of a name that this ends."""
        for agreement in () if self.own is None else self.own.answers:
            if isinstance(agreement, Agreement) and on_line(entry, agreement.proposal.parent):
                ended = agreement.proposal.names(name.seat)
                if ended is not None and (name.rank == ended or name.rank.is_older(ended)):
                    return True
        return False

    @staticmethod
    def _carries(proposal: Proposal, end: Entry | None) -> bool:
        """Whether a line carries what was agreed on by a proposal."""
        agreements = (e.agreement for e in line_of(end))
        return any(a is not None and a.proposal is proposal for a in agreements)

    def _ends(self, proposal: Proposal, entry: Entry) -> bool:
        """Whether a proposal signed by this seat bars an entry."""
        ended = proposal.names(entry.author)
        return (
            self.law.has(Rule.SIGNERS_FREEZE)
            and ended is not None
            and entry.place >= proposal.place
            and entry.name.rank <= ended
        )

    def dead(self, proposal: Proposal, settlements: dict[Question, Settlement]) -> bool:
        """Whether a proposal can never be complete any more."""
        if any(
            refusal.proposal is proposal
            and (
                refusal.seat not in self.greatest
                or refusal.name.rank >= self.greatest[refusal.seat].rank
            )
            for refusal in self.refusals
        ):
            return True
        return any(
            rank.key == question.rank.key and rank < question.rank
            for seat, rank in proposal.named
            for question in settlements
            if question.seat == seat
        )

    # Settling

    def settle(self) -> bool:
        """Settle the question, on the line held or a part of it, if the answers allow it."""
        if not self.pending or self.retired:
            return False
        ends = [*reversed(line_of(self.head)), None]
        return any(self._settle_on(end) for end in ends)

    def _settle_on(self, end: Entry | None) -> bool:
        question = self.name.question
        if question is None:
            return False
        others = [seat for seat in range(self.law.seats) if seat != self.seat]
        usable: dict[int, list[Answer | Agreement]] = {seat: [] for seat in others}
        for answer in self.answers:
            if answer.question is question and answer.seat in usable and self.can_use(answer):
                usable[answer.seat].append(answer)
        for agreement in self.complete():
            for seat, _ in agreement.proposal.named:
                if seat in usable:
                    usable[seat].append(agreement)
        last = self.law.last(self.seat, question.rank.key, end)
        for answers in itertools.product(*usable.values()):
            if self._settle_with(question, tuple(dict.fromkeys(answers)), last):
                return True
        return False

    def can_use(self, answer: Answer) -> bool:
        """Whether an answer to its question can be a part of its settlement."""
        known = self.greatest.get(answer.seat)
        if self.law.has(Rule.NOT_BELOW_KNOWN) and known and answer.name.rank < known.rank:
            return False
        waits = answer.pending and answer.seat < self.seat
        return not (waits and self.law.has(Rule.LOWER_FIRST))

    def _settle_with(
        self, question: Question, answers: tuple[Answer | Agreement, ...], last: Entry | None
    ) -> bool:
        before = len(self.records.made)
        settlement = self.records.add(Settlement(question, answers, last))
        kept = self._kept(settlement)
        after = self._adopting(settlement, kept) if self._is_last(settlement, kept) else None
        if after is None or not self.law.settlement(settlement):
            if len(self.records.made) > before:
                self.records.drop(settlement)
            return False
        settlements, greatest = after
        self.settlements = {**settlements, question: settlement}
        self.greatest = greatest
        self.own, self.pending = settlement, False
        if self.law.has(Rule.CUT_BACK):
            self.head = kept
        for answer in answers:
            if isinstance(answer, Answer):
                self.refusals |= dict.fromkeys(answer.refused)
        if self.law.has(Rule.SIGNED_FOR_ME):
            for answer in answers:
                if isinstance(answer, Agreement):
                    self.signed.setdefault(answer.proposal, False)
                else:
                    for proposal in answer.signed:
                        waits = proposal.names(self.seat) is None
                        if waits and proposal.place > place_of(last):
                            self.signed.setdefault(proposal, False)
        for known in list(self.greatest.values()):
            self.answer(known)
        return True

    def _kept(self, settlement: Settlement) -> Entry | None:
        """Up to where a seat keeps its copy in settling: its last entry, and what answers rest on.

        On no other line do their keys play, or agreements stand for them.
        """
        kept = settlement.last
        if not self.law.has(Rule.RESTS_ON):
            return kept
        keys = {(name.seat, name.rank.key) for name in self.law.names_in(settlement)}
        for entry in line_of(self.head):
            agreement = entry.agreement
            if agreement is None:
                continue
            brought = ((seat, rank.key + 1) for seat, rank in agreement.proposal.named)
            stands = agreement in settlement.answers and self._is_last(settlement, entry)
            if stands or any(key in keys for key in brought):
                kept = max(kept, entry, key=place_of)
        return kept

    def _is_last(self, settlement: Settlement, end: Entry | None) -> bool:
        """Whether the entry that a settlement names is its seat's last one on a line."""
        return self.law.last(self.seat, settlement.question.rank.key, end) is settlement.last

    def _adopting(
        self, settlement: Settlement, kept: Entry | None
    ) -> tuple[dict[Question, Settlement], dict[int, Question]] | None:
        """What this seat holds and knows after a settlement of its own; None if it may not be."""
        settlements, greatest = dict(self.settlements), dict(self.greatest)
        for answer in settlement.answers:
            if isinstance(answer, Agreement):
                if self._outdated(answer, settlements):
                    return None
                told = [*self.law.told(answer)]
                shown = [s.settlement for s in answer.signatures if s.settlement is not None]
            else:
                begun = answer.name.question
                told = [*answer.known, *([begun] if begun is not None else [])]
                shown = [] if answer.settlement is None or answer.pending else [answer.settlement]
            for own in shown:
                if self._crossed(own, settlements.values()):
                    return None
                if settlements.get(own.question, own) is not own:
                    return None
                settlements[own.question] = own
            if self.law.has(Rule.ADOPT):
                for heard in told:
                    known = greatest.get(heard.seat)
                    if heard.seat != self.seat and (known is None or known.rank < heard.rank):
                        greatest[heard.seat] = heard
        if self._crossed(settlement, settlements.values()):
            return None
        if self.law.has(Rule.FITS):
            for entry in line_of(kept):
                names = consenting(entry) if self.law.has(Rule.SIGNATURES_END) else ()
                for name in (entry.name, *names):
                    bar = greatest.get(name.seat)
                    if bar is None or not name.rank.is_older(bar.rank) or bar not in settlements:
                        continue
                    if on_line(entry, settlements[bar].last):
                        continue
                    if name == entry.name or not lists(settlements[bar], entry.agreement):
                        return None
        return settlements, greatest

    def _outdated(self, agreement: Agreement, settlements: dict[Question, Settlement]) -> bool:
        """Whether a seat has asked since it signed what is to stand for answers.

        If the own line carries it, its signers will be told of it.
        """
        if not self.law.has(Rule.SIGNATURES_END) or agreement.proposal.kind is Kind.AFTER_FAULT:
            return False
        carried = any(entry.agreement is agreement for entry in line_of(self.head))
        for signature in agreement.signatures:
            asked = self.greatest.get(signature.seat)
            if asked is None or not signature.name.rank.is_older(asked.rank):
                continue
            settlement = settlements.get(asked)
            if not carried or (settlement and not lists(settlement, agreement)):
                return True
        return False

    # Signing

    def act(self, payload: int) -> Entry | None:
        """Sign the next entry if this seat is due and may."""
        if self.pending or self.retired:
            return None
        for proposal in self.signed:
            if proposal.parent is self.head and not self.dead(proposal, self.settlements):
                return self.carry(proposal, payload)
        if self.law.due(self.head) != self.seat:
            return None
        return self._sign(payload, None)

    def carry(self, proposal: Proposal, payload: int) -> Entry | None:
        """Sign the entry that carries an agreement, if it is complete and this seat's to carry."""
        if self.pending or self.retired or self._carries(proposal, self.head):
            return None
        kept = proposal.kind is Kind.AFTER_FAULT
        if proposal.parent is not self.head and not (kept and self.signed.get(proposal)):
            return None
        self.sign(proposal)
        for agreement in self.complete():
            if agreement.proposal is proposal and self.law.carrier(agreement) == self.seat:
                return (
                    self._carry_after_fault(agreement, payload)
                    if kept
                    else self._sign(payload, agreement)
                )
        return None

    def _carry_after_fault(self, agreement: Agreement, payload: int) -> Entry | None:
        """Carry it on the line that is kept, in the name that it begins."""
        if not self.signed.get(agreement.proposal):
            return None
        before = self.head, self.name, self.own, self.settlements
        added = agreement.added(self.seat)
        assert added is not None
        self.head = agreement.proposal.parent
        if self.law.has(Rule.NAMES_BEGIN):
            self.name, self.own = Name(self.seat, added.rank, added), None
        entry = self._sign(payload, agreement)
        if entry is None:
            self.head, self.name, self.own, self.settlements = before
            return None
        if self.law.has(Rule.NAMES_BEGIN):
            self.asked[added] = None
            for signature in agreement.signatures:
                if signature.added is not None:
                    self._adopt(signature.added)
            self._begin(added, agreement)
        return entry

    def _sign(self, payload: int, agreement: Agreement | None) -> Entry | None:
        settlement = None if self.law.name(self.seat, self.head) == self.name else self.own
        entry = Entry(self.head, self.name, payload, settlement, agreement, place_of(self.head) + 1)
        before = len(self.records.made)
        entry = self.records.add(entry)
        if not self.law.entry(entry) or (agreement and self._acceptable([entry]) is None):
            if len(self.records.made) > before:
                self.records.drop(entry)
            return None
        self.head = entry
        return entry

    def complete(self) -> list[Agreement]:
        """The agreements that the signatures heard make, each with the latest of every seat."""
        found = []
        for proposal in dict.fromkeys(s.proposal for s in self.signatures):
            latest: dict[int, Signature] = {}
            for signature in self.signatures:
                if signature.proposal is proposal:
                    best = latest.get(signature.seat)
                    if best is None or _weight(best) < _weight(signature):
                        latest[signature.seat] = signature
            agreement = Agreement(proposal, tuple(latest[seat] for seat in sorted(latest)))
            lapsed = any(map(self._has_lapsed, agreement.signatures))
            if not lapsed and self.law.agreement(agreement):
                found.append(self.records.add(agreement))
        return found

    def _has_lapsed(self, signature: Signature) -> bool:
        """Whether the seat of a signature after a fault has asked above the question it added."""
        added, seat = signature.added, signature.seat
        if added is None or not self.law.has(Rule.ADDED_STANDS):
            return False
        if seat == self.seat:
            return added.rank < self.name.rank
        return seat in self.greatest and added.rank < self.greatest[seat].rank

    def _may_keep(self, proposal: Proposal) -> bool:
        """Whether a proposal keeps a line of which this seat's may be a part, or leave it."""
        if self.head is proposal.parent:
            return True
        if proposal.kind is not Kind.AFTER_FAULT:
            return False
        fault = parting(self.head, proposal.parent)
        if fault is None:
            return self.law.has(Rule.KEEPS_LONGER) and on_line(self.head, proposal.parent)
        return fault[0].name == fault[1].name and proposal.names(fault[0].author) is not None

    def longest(self, named: Collection[int]) -> Entry | None:
        """The end of the line that this seat proposes to keep, without some others.

        It is its own one, or the longest that goes on from there with an entry of one of them.
        """
        ends = [self.head]
        for end in self.shown if self.law.has(Rule.PROPOSES_LONGER) else ():
            new = end.line()[place_of(self.head) :]
            if new and on_line(self.head, end) and new[0].author in named:
                ends.append(end)
        return max(ends, key=place_of)

    def sign(self, proposal: Proposal, clock: int = 0, nonce: int = 0) -> bool:
        """Sign a proposal if nothing speaks against it; whether it has done so in this name."""
        if self.retired or proposal.names(self.seat) is not None:
            return False
        if self._carries(proposal, self.head):
            return False
        if self.signed.get(proposal) and not self._signs_again(proposal):
            return True
        if not self.pending and not self._may_keep(proposal):
            return False
        if not self._may_sign(proposal):
            return False
        known = tuple(q for t, q in sorted(self.greatest.items()) if t != self.seat)
        answers: tuple[Answer, ...] = ()
        if self.pending and self.law.has(Rule.PENDING_SHOWS):
            given = {a.seat: a for a in self.answers if a.question is self.name.question}
            unnamed = [s for s in range(self.law.seats) if proposal.names(s) is None]
            if any(s not in given for s in unnamed if s != self.seat):
                return False
            answers = tuple(given[s] for s in unnamed if s != self.seat)
        if self.law.has(Rule.PENDING_WITHIN) and _goes_on_after(proposal, answers):
            return False
        added = None
        if proposal.kind is Kind.AFTER_FAULT:
            round_ = max([clock, self.name.rank.round + 1, *(q.rank.round + 1 for q in self.asked)])
            rank = Rank(self.name.rank.key, round_, nonce)
            added = self.records.add(Question(self.seat, rank))
        signature = self.records.add(
            Signature(self.name, proposal, self.own, self.pending, known, answers, added)
        )
        self.signatures[signature] = None
        self.signed[proposal] = True
        if self._goes_back(proposal) and on_line(proposal.parent, self.head):
            self.head = proposal.parent
        return True

    def _goes_back(self, proposal: Proposal) -> bool:
        """Whether it has signed for a place beyond which it holds nothing of its own any more."""
        counts = self.pending and bool(self.signed.get(proposal)) and bool(proposal.named)
        return counts and proposal.kind is not Kind.AFTER_FAULT and self.law.has(Rule.GOES_BACK)

    def _signs_again(self, proposal: Proposal) -> bool:
        """Whether it has settled since it signed a proposal pending: only now that counts fully."""
        mine = [s for s in self.signatures if s.proposal is proposal and s.name == self.name]
        pending = all(signature.pending for signature in mine)
        answers = () if self.own is None else self.own.answers
        if any(isinstance(one, Agreement) and one.proposal is proposal for one in answers):
            return False  # it carries the very agreement by which it has settled
        return pending and not self.pending and proposal.kind is not Kind.AFTER_FAULT

    def _may_sign(self, proposal: Proposal) -> bool:
        if any(r.proposal is proposal and r.seat == self.seat for r in self.refusals):
            return False
        if self.law.has(Rule.ONE_PROPOSAL) and any(
            other.place == proposal.place and not proposal.supersedes(other)
            for other in self.signed
            if other is not proposal
        ):
            return False
        if self.law.has(Rule.ONE_AFTER_FAULT) and any(
            Kind.AFTER_FAULT in (other.kind, proposal.kind)
            and other is not proposal
            and bool(other.named)
            and not (self._carries(other, self.head) and not self._signed_here(other))
            and not proposal.supersedes(other)
            for other in self.signed
        ):
            return False
        if self.law.has(Rule.SIGN_OR_ANSWER):
            for seat, rank in proposal.named:
                known = [q for q in self.answered if q.seat == seat]
                if seat in self.greatest:
                    known.append(self.greatest[seat])
                if any(rank.key == q.rank.key and rank < q.rank for q in known):
                    return False
        return True

    def _signed_here(self, proposal: Proposal) -> bool:
        """Whether it has signed a proposal after a fault in its present name."""
        return proposal.kind is Kind.AFTER_FAULT and self.signed[proposal]

    def refuse(self, proposal: Proposal) -> bool:
        """Say that it will not sign: its line has gone on at that place."""
        if self.pending or self.retired or proposal in self.signed:
            return False
        if proposal.names(self.seat) is not None or proposal.parent is self.head:
            return False
        if self._carries(proposal, self.head):
            return False
        if proposal.kind is not Kind.AFTER_FAULT and not on_line(proposal.parent, self.head):
            return False
        refusal = self.records.add(Refusal(self.name, proposal))
        new = refusal not in self.refusals
        self.refusals[refusal] = None
        return new
