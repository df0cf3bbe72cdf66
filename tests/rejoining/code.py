"""The program among the histories of the model: honest seats whose every decision is the code's.

What they sign becomes a record of the model, and what hostile seats sign in the model becomes bytes
with real signatures. So the model says whether something has happened that never must.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from protocol.agreements import ProposalSignature
from protocol.answers import RejoinAnswer
from protocol.branch import Branch
from protocol.charter import Seat as CharterSeat
from protocol.conduct import Conduct
from protocol.consent import Consent
from protocol.entry import Entry as SignedEntry
from protocol.entry import Rejoin, Waive, sign_entry
from protocol.errors import Code, LocalError, Refused
from protocol.founding import Founding
from protocol.head import Head
from protocol.log import Log
from protocol.own_settlement import rejoin_of
from protocol.proposals import AfterFault, End, Ended, ListedProposal, ProposalRefusal, Result
from protocol.proposals import Proposal as RealProposal
from protocol.questions import FIRST, RejoinQuestion
from protocol.rejoin import check_rejoin
from protocol.settlements import Settlement as RealSettlement
from protocol.settling import last_of
from protocol.statement import Signed, sign_statement
from protocol.statements import GameStatement
from tests.protocol.sample import CHARTER, found, identity
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
    place_of,
)
from tests.rejoining.rules import Law
from tests.rejoining.seat import Seat
from tests.rejoining.world import World

__all__ = ["CodeSeat", "with_code"]

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")


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


@dataclass(slots=True)
class Bridge:
    """Records of the model, and the same records as they are signed."""

    founding: Founding
    records: Records
    _real: dict[Record, Signed[GameStatement] | SignedEntry] = field(default_factory=dict)
    _model: dict[bytes, Record] = field(default_factory=dict)

    @property
    def game(self) -> bytes:
        return self.founding.charter.game_id

    def question(self, seat: int, round_: int, nonce: int) -> Question:
        """A seat asks; the model orders its questions as the code does."""
        real = RejoinQuestion(
            game=self.game,
            seat=seat,
            round=round_,
            nonce=nonce.to_bytes(32, "big"),
            dice_head=bytes(32),
        )
        rank = Rank(0, round_, int.from_bytes(real.hash, "big"))
        made = self.records.add(Question(seat, rank))
        return self._pair(made, sign_statement(identity(seat), real))

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
            )
            self.keep(settlement, sign_statement(identity(settlement.seat), real))
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
            self.keep(answer, sign_statement(identity(answer.seat), real))
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
        """A proposal to end the game, against the seats named: in this it is as good as another."""
        if proposal not in self._real:
            seats = range(len(self.founding.charter.seats))
            seat = next(seat for seat in seats if proposal.names(seat) is None)
            end = End(Result.ADJOURNED if proposal.number else Result.DRAW)
            real = RealProposal(
                game=self.game,
                seat=seat,
                after=self.head(proposal.parent) or Head(0, self.game),
                terms=AfterFault(end) if proposal.kind is Kind.AFTER_FAULT else end,
                named=tuple(
                    Ended(one, 0, self._last_question(one, rank)) for one, rank in proposal.named
                ),
                refused=() if proposal.after is None else (self.refused(proposal.after),),
            )
            self.keep(proposal, sign_statement(identity(seat), real))
        match self._real[proposal]:
            case Signed(RealProposal() as made, signature):
                return Signed(made, signature)
            case other:
                raise TypeError(other)

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
            self.keep(signature, sign_statement(identity(signature.seat), real))
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
            self.keep(refusal, sign_statement(identity(refusal.seat), real))
        match self._real[refusal]:
            case Signed(ProposalRefusal() as made, signature):
                return Signed(made, signature)
            case other:
                raise TypeError(other)

    def head(self, entry: Entry | None) -> Head | None:
        return None if entry is None else self.entry(entry).head

    def entry(self, entry: Entry) -> SignedEntry:
        if entry.agreement is not None:
            raise LocalError("these histories carry no agreements")
        if entry not in self._real:
            begun = entry.name.question
            items: list[Rejoin | Waive] = [Waive(waived=True)]
            if entry.settlement is not None:
                items.insert(0, self._rejoin(entry.settlement, entry.parent))
            real = sign_entry(
                identity(entry.author),
                game=self.game,
                head=Head(0, self.game) if entry.parent is None else self.entry(entry.parent).head,
                seat=entry.author,
                incarnation=FIRST if begun is None else self.asked(begun).statement.hash,
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

    def _rejoin(self, settlement: Settlement, parent: Entry | None) -> Rejoin:
        """What the first entry of a name carries: the line carries all that is shown by others."""
        log = Log(self.founding)
        for before in line_of(parent):
            log.append(self.entry(before))
        ahead, shown = [settlement], {settlement}
        while ahead:
            for answer in ahead.pop().answers:
                own = answer.settlement if isinstance(answer, Answer) else None
                if own is not None and own not in shown:
                    shown.add(own)
                    ahead.append(own)
        for one in shown:
            log.heard.hear(self.settled(one))
        return rejoin_of(self.settled(settlement), log)


class CodeSeat(Seat):
    """A seat of the model whose decisions are made by `Conduct`, on a log of real entries."""

    bridge: Bridge
    log: Log
    conduct: Conduct

    def begin(self, bridge: Bridge) -> CodeSeat:
        """Take up a seat with nothing in its store."""
        self.bridge, self.log = bridge, Log(bridge.founding)
        self.conduct = Conduct(self.seat)
        return self

    @property
    def needed(self) -> frozenset[int]:
        return frozenset(range(self.law.seats))

    # What the model sees of it

    def lost(self, clock: int, nonce: int) -> Seat:
        fresh = CodeSeat(self.law, self.records, self.seat, Name(self.seat, Rank(0)))
        fresh.begin(self.bridge)
        fresh.conduct.lost = True
        fresh.ask(clock, nonce)
        return fresh

    def ask(self, clock: int, nonce: int) -> None:
        known = self.log.heard.greatest.get(self.seat)
        round_ = clock if known is None else max(clock, known.statement.round + 1)
        question = self.bridge.question(self.seat, round_, nonce)
        self.conduct.ask(self.bridge.asked(question))
        self.log.add_statement(self.bridge.asked(question))
        self.asked[question] = None
        self._see()

    def _see(self) -> None:
        """Show the model what the code knows."""
        begun = self.conduct.begun
        if begun is not None:
            question = self.bridge.known(begun)
            assert isinstance(question, Question)
            self.name = Name(self.seat, question.rank, question)
        self.pending = self.conduct.pending
        self.own = None
        if self.conduct.own is not None:
            own = self.bridge.known(self.conduct.own)
            assert isinstance(own, Settlement)
            self.own = own
        self.head = None
        if len(self.log):
            head = self.bridge.known(self.log.at(len(self.log)))
            assert isinstance(head, Entry)
            self.head = head
        counted = self.conduct.counted(self.log.heard)
        mine = {
            one.statement.proposal
            for signed in self.log.heard.proposals.values()
            for seat, one in self.log.heard.consents(signed.statement).items()
            if (seat, one.statement.name) == (self.seat, self.conduct.name)
        }
        self.signed = {self._proposal(name): name in mine for name in counted}
        for seat, signed in self.log.heard.greatest.items():
            known = self.bridge.known(signed)
            assert isinstance(known, Question)
            if seat != self.seat:
                self.greatest[seat] = known

    # Hearing

    def hear(self, record: Record, clock: int, nonce: int) -> bool:
        before = (self.log.head, len(self.log.statements), dict(self.conduct.held))
        try:
            match record:
                case Question():
                    self._hear(self.bridge.asked(record))
                case Answer():
                    self._hear(self.bridge.answered(record))
                    self.answers[record] = None
                case Settlement():
                    self._hear(self.bridge.settled(record))
                case Entry():
                    self._take([self.bridge.entry(entry) for entry in record.line()])
                case Signature():
                    self._hear(self.bridge.proposed(record.proposal))
                    self._hear(self.bridge.consented(record))
                    self.signatures[record] = None
                case Refusal():
                    self._hear(self.bridge.proposed(record.proposal))
                    self._hear(self.bridge.refused(record))
                    self.refusals[record] = None
                case Proposal() | Agreement():
                    return False
        except LocalError:
            return False  # no such record can be made: every reader would find it malformed
        greatest = self.log.heard.greatest.get(self.seat)
        if (
            greatest is not None
            and greatest.statement.rank > self.conduct.rank
            and not self._waits_with(self._asked_as(greatest))
        ):
            self.ask(clock, nonce)
        self.speak()
        self._see()
        return before != (self.log.head, len(self.log.statements), dict(self.conduct.held))

    def _asked_as(self, signed: Signed[RejoinQuestion]) -> Question:
        """The model's record of a question."""
        question = self.bridge.known(signed)
        assert isinstance(question, Question)
        return question

    def _keep(self, signed: Signed[GameStatement], log: Log | None = None) -> None:
        """Keep a statement, unless it is a proposal for a place that the line has not reached."""
        try:
            (self.log if log is None else log).add_statement(signed)
        except Refused as refusal:
            if refusal.code is not Code.GAP:
                raise

    def _hear(self, signed: Signed[GameStatement]) -> None:
        if signed not in self.log.statements:
            self._keep(signed)
        self.conduct.hear(self.log, self.log.carried, self.log.heard, self.needed)

    def _take(self, line: list[SignedEntry]) -> None:
        held = (self.log.holds(entry.head) for entry in line)
        root = next((place for place, holds in enumerate(held) if not holds), len(line))
        new = line[root:]
        branch = Branch(self.log, root, new)
        self.conduct.hear(branch, branch.carried, self.log.heard, self.needed)
        for entry in new[: self.conduct.takes(self.log, root, new, self.needed)]:
            if not self._is_valid(entry):
                return
            if entry.sequence <= len(self.log):
                self._cut(entry.sequence - 1)
            self.log.append(entry)
            self.conduct.took(entry, self.log.heard)

    def _is_valid(self, entry: SignedEntry) -> bool:
        """What a table would say of an entry, as far as it is not about a game."""
        end = entry.sequence - 1
        branch = Branch(self.log, end)
        before = last_of(branch, entry.seat, end, 0)
        current = FIRST if before is None else before.incarnation
        rejoin = entry.items[0]
        if not isinstance(rejoin, Rejoin):
            return entry.incarnation == current and end == len(self.log)
        if end < len(self.log) and self.log.at(entry.sequence).seat != entry.seat:
            return False
        try:
            check_rejoin(
                rejoin,
                players=branch.players,
                line=branch,
                carried=branch.carried,
                needed=self.needed,
                seat=entry.seat,
                incarnation=entry.incarnation,
            )
        except Refused:
            return False
        return True

    def _cut(self, sequence: int) -> None:
        before, self.log = self.log, Log(self.log.founding)
        for entry in list(before)[:sequence]:
            self.log.append(entry)
        self._restore(self.log, before.statements)

    def _restore(self, log: Log, statements: Iterable[Signed[GameStatement]]) -> None:
        """Keep beside a line what was heard before."""
        for signed in statements:
            match signed:
                case Signed(RealProposal() as proposal, signature):
                    log.keep(Signed(proposal, signature))
                case _:
                    self._keep(signed, log)

    # Saying

    def speak(self) -> None:
        """Answer whatever is to be answered."""
        for answer in list(self.conduct.due_answers(self.log)):
            signed = sign_statement(identity(self.seat), answer)
            made = self.records.add(self._model_answer(answer))
            self.bridge.keep(made, signed)
            self.log.add_statement(signed)
            self.answers[made] = None
            self.answered[made.question] = made

    def _model_answer(self, answer: RejoinAnswer) -> Answer:
        question = self.bridge.known(answer.question)
        assert isinstance(question, Question)
        last = None if answer.last is None else self.bridge.known(self.log.at(answer.last.sequence))
        assert last is None or isinstance(last, Entry)
        known = []
        for one in answer.known:
            heard = self.bridge.known(one)
            assert isinstance(heard, Question)
            known.append(heard)
        self._see()
        signed = [self._proposal(one.hash) for one in answer.signed]
        refused = [self.bridge.known(one) for one in answer.refused]
        return Answer(
            self.name,
            question,
            answer.pending,
            self.own,
            last,
            tuple(known),
            tuple(signed),
            tuple(one for one in refused if isinstance(one, Refusal)),
        )

    def _proposal(self, name: bytes) -> Proposal:
        proposals = self.records.all(Proposal)
        return next(p for p in proposals if self.bridge.proposed(p).statement.hash == name)

    # Agreeing

    def consent_on(self, end: Entry | None) -> Consent:
        """What the code would sign at the end of a line, with all that it has heard."""
        log = self.log
        if end is not self.head:
            log = Log(self.log.founding)
            for entry in line_of(end):
                log.append(self.bridge.entry(entry))
            self._restore(log, self.log.statements)
        last = (last_of(log, seat, len(log), 0) for seat in range(self.law.seats))
        names = [FIRST if entry is None else entry.incarnation for entry in last]
        return Consent(self.conduct, log, names, self.needed)

    def sign(self, proposal: Proposal, clock: int = 0, nonce: int = 0) -> bool:
        try:
            real = self.bridge.proposed(proposal)
        except LocalError:
            return False
        if self.signed.get(proposal):
            return True
        self._hear(real)
        kept, added = proposal.kind is Kind.AFTER_FAULT, None
        if kept and not self.pending and not self._may_keep(proposal):
            return False
        if kept:
            rounds = (question.rank.round + 1 for question in self.asked)
            round_ = max([clock, self.name.rank.round + 1, *rounds])
            added = self.bridge.question(self.seat, round_, nonce)
        consent = self.consent_on(proposal.parent if kept else self.head)
        made = consent.signature(
            real.statement, None if added is None else self.bridge.asked(added)
        )
        if made is None:
            if added is not None:
                self.records.drop(added)
            return False
        self._see()
        known = [self.bridge.known(one) for one in made.known]
        answers = [self.bridge.known(one) for one in made.answers]
        model = self.records.add(
            Signature(
                self.name,
                proposal,
                self.own,
                made.pending,
                tuple(one for one in known if isinstance(one, Question)),
                tuple(one for one in answers if isinstance(one, Answer)),
                added,
            )
        )
        self.bridge.keep(model, sign_statement(identity(self.seat), made))
        self._hear(self.bridge.consented(model))
        self.signatures[model] = None
        self._see()
        return True

    def refuse(self, proposal: Proposal) -> bool:
        if proposal.parent is self.head or not on_line(proposal.parent, self.head):
            return False
        try:
            real = self.bridge.proposed(proposal)
        except LocalError:
            return False
        self._hear(real)
        made = self.consent_on(self.head).refusal(real.statement)
        if made is None or self.conduct.has_refused(self.log.heard, real.statement.listed):
            return False
        model = self.records.add(Refusal(self.name, proposal))
        self.bridge.keep(model, sign_statement(identity(self.seat), made))
        self._hear(self.bridge.refused(model))
        self.refusals[model] = None
        return True

    def carry(self, proposal: Proposal, payload: int) -> Entry | None:  # noqa: ARG002 (none is)
        return None

    def dead(self, proposal: Proposal, settlements: dict[Question, Settlement]) -> bool:  # noqa: ARG002 (the code holds its own)
        real = self.bridge.proposed(proposal).statement
        return self.conduct.is_dead(real.listed, self.log.heard, self.conduct.held)

    def answer(self, question: Question) -> None:  # noqa: ARG002 (the code knows which)
        self.speak()

    def settle(self) -> bool:
        made = self.conduct.settlement(self.log, self.needed)
        if made is None:
            return False
        signed = sign_statement(identity(self.seat), made)
        answers = []
        for one in made.answers:
            answer = self.bridge.known(one)
            assert isinstance(answer, Answer)
            answers.append(answer)
        last = None if made.last is None else self.bridge.known(self.log.at(made.last.sequence))
        question = self.bridge.known(made.question)
        assert isinstance(question, Question)
        assert last is None or isinstance(last, Entry)
        model = self.records.add(Settlement(question, tuple(answers), last))
        assert self.law.settlement(model), "the model finds it valid, too"
        self.bridge.keep(model, signed)
        place = self.conduct.settle(signed, self.log, self.needed)
        self._cut(place)
        self.log.add_statement(signed)
        self.speak()
        self._see()
        return True

    def act(self, payload: int) -> Entry | None:
        if self.conduct.pending or self.law.due(self.head) != self.seat:
            return None
        for proposal in self.signed:
            if proposal.parent is self.head and not self.dead(proposal, self.settlements):
                return None
        own = None if self.law.name(self.seat, self.head) == self.name else self.own
        entry = Entry(self.head, self.name, payload, own, None, place_of(self.head) + 1)
        entry = self.records.add(entry)
        assert self.law.entry(entry), "the model finds it valid, too"
        real = self.bridge.entry(entry)
        assert self._is_valid(real)
        self.log.append(real)
        self.conduct.took(real, self.log.heard)
        self._see()
        return entry


class CodeWorld(World):
    """A world whose hostile seats ask questions that the code can read."""

    bridge: Bridge

    def _question(self, seat: int, round_: int) -> Question:
        return self.bridge.question(seat, round_, self.nonce())


def with_code(world: World) -> World:
    """The same world, before its first step, with the program in place of the model's seats."""
    made = CodeWorld(world.table, world.draw, world.rules)
    made.law = Law(world.law.seats, world.law.pattern, world.rules)
    made.bridge = Bridge(founding_of(world.table.seats), made.records)
    made.nodes = [
        CodeSeat(made.law, made.records, node.seat, node.name).begin(made.bridge)
        for node in world.nodes
    ]
    return made
