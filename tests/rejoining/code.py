"""The program among the histories of the model: honest seats whose every decision is the code's.

What they sign becomes a record of the model, and what hostile seats sign in the model becomes bytes
with real signatures. So the model says whether something has happened that never must.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from protocol.agreeing import check_agreement
from protocol.answers import RejoinAnswer
from protocol.branch import Branch
from protocol.carried import Agreed, agreed_by, read_rejoin
from protocol.conduct import Conduct
from protocol.consent import Consent
from protocol.entry import Entry as SignedEntry
from protocol.entry import Rejoin
from protocol.errors import Code, LocalError, Refused
from protocol.log import Log
from protocol.proposals import (
    AfterFault,
)
from protocol.proposals import Proposal as RealProposal
from protocol.questions import RejoinQuestion, first_name
from protocol.rejoin import check_rejoin
from protocol.settling import Line
from protocol.statement import Signed, Statement, sign_statement
from protocol.statements import GameStatement
from tests.rejoining.bridge import Bridge, founding_of, signer
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

S = TypeVar("S", bound=Statement)


class CodeSeat(Seat):
    """A seat of the model whose decisions are made by `Conduct`, on a log of real entries."""

    bridge: Bridge
    log: Log
    conduct: Conduct

    def begin(self, bridge: Bridge, head: Entry | None = None) -> CodeSeat:
        """Take up a seat with nothing in its store but the line by which its key plays."""
        self.bridge, self.log = bridge, bridge.line(head)
        self.conduct = Conduct(self.seat)
        self.conduct.play(self.seat, self.name.rank.key, place_of(head))
        return self

    @property
    def needed(self) -> frozenset[int]:
        return frozenset(range(self.law.seats))

    # What the model sees of it

    def lost(self, clock: int, nonce: int) -> Seat:
        key, head = self.conduct.key, self.head
        while place_of(head) > self.conduct.since:
            head = None if head is None else head.parent
        fresh = CodeSeat(self.law, self.records, self.seat, Name(self.seat, Rank(key)))
        fresh.begin(self.bridge, head if key else None)
        fresh.conduct.lost = True
        fresh.ask(clock, nonce)
        return fresh

    def ask(self, clock: int, nonce: int) -> None:
        known = self.log.heard.greatest.get(self.seat)
        round_ = clock if known is None else max(clock, known.statement.round + 1)
        question = self.bridge.question(self.seat, round_, nonce, self.conduct.key)
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
        self.retired = self.log.players.now[self.seat].number > self.conduct.key
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
        if self.retired:
            return False
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
                    self.shown[record] = None
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
            if refusal.code not in {Code.GAP, Code.STALE_HEAD}:
                raise

    def _hear(self, signed: Signed[GameStatement]) -> None:
        if signed not in self.log.statements:
            self._keep(signed)
        self.conduct.hear(self.log, self.log.carried, self.log.heard, self.needed)

    def _take(self, line: list[SignedEntry]) -> None:
        held = (self.log.holds(entry.head) for entry in line)
        root = next((place for place, holds in enumerate(held) if not holds), len(line))
        new = line[root:]
        if self._is_kept(new) and self._go_over(line):
            return
        branch = Branch(self.log, root, new)
        self.conduct.hear(branch, branch.carried, self.log.heard, self.needed)
        for entry in new[: self.conduct.takes(self.log, root, new, self.needed)]:
            if not self._is_valid(entry):
                return
            if entry.sequence <= len(self.log):
                self._cut(entry.sequence - 1)
            self.log.append(entry)
            self.conduct.took(entry, self.log.heard)

    def _is_kept(self, new: list[SignedEntry]) -> bool:
        """Whether all have agreed after a fault on some entries, the last one of which says so."""
        agreed = agreed_by(new[-1]) if new else None
        if agreed is None or not isinstance(agreed.agreement.terms.terms, AfterFault):
            return False
        unnamed = self.needed - agreed.agreement.terms.seats_named
        return unnamed <= {*agreed.agreement.signers}

    def _go_over(self, line: list[SignedEntry]) -> bool:
        """Take a line instead of the own one, if it is valid."""
        before = self.log
        held = (before.holds(entry.head) for entry in line)
        root = next((place for place, holds in enumerate(held) if not holds), len(line))
        if root < len(before):
            self._cut(root)
        for entry in line[root:]:
            if not self._is_valid(entry):
                self.log = before
                return False
            self.log.append(entry)
        self.conduct.went_over(self.log, self.needed)
        for entry in line[root:]:
            self.conduct.took(entry, self.log.heard)
        return True

    def _is_valid(self, entry: SignedEntry) -> bool:
        """What a table would say of an entry, as far as it is not about a game."""
        end = entry.sequence - 1
        branch = Branch(self.log, end)
        agreed, rejoin = agreed_by(entry), entry.items[0]
        if end < len(self.log) and not self._voids(entry, self.log.at(entry.sequence), branch):
            return False
        names = self._names_on(branch)
        shown = [] if agreed is None else [one.statement for one in agreed.shown]
        try:
            if isinstance(rejoin, Rejoin):
                shown += read_rejoin(rejoin).all
                check_rejoin(
                    rejoin,
                    players=branch.players,
                    line=branch,
                    carried=branch.carried,
                    needed=self.needed,
                    seat=entry.seat,
                    incarnation=entry.incarnation,
                    agreed=agreed,
                )
            elif entry.incarnation not in (names[entry.seat], *self._begun_by(agreed, entry.seat)):
                return False
            if agreed is not None:
                check_agreement(
                    agreed.agreement,
                    players=branch.players,
                    line=branch,
                    held={**branch.carried, **{one.hash: one for one in shown}},
                    names=names,
                    needed=self.needed,
                    author=entry.seat,
                )
        except Refused:
            return False
        return True

    @staticmethod
    def _begun_by(agreed: Agreed | None, seat: int) -> Iterator[bytes]:
        """The name in which a seat goes on with an agreement after a fault."""
        for added in () if agreed is None else agreed.agreement.added:
            if added.statement.seat == seat:
                yield added.statement.hash

    @staticmethod
    def _voids(entry: SignedEntry, other: SignedEntry, line: Line) -> bool:
        """Whether an entry takes the place of another one (SPEC-12.8)."""
        agreed, rank = agreed_by(entry), line.rank(other.incarnation)
        named = None if agreed is None else agreed.agreement.terms.names(other.seat)
        if named is not None and rank is not None and rank <= named.rank:
            return True
        return isinstance(entry.items[0], Rejoin) and other.seat == entry.seat

    def _names_on(self, line: Log | Branch) -> list[bytes]:
        """The incarnation that each seat has on a line."""
        names = [first_name(0)] * len(self.needed)
        for place in range(1, len(line) + 1):
            entry = line.at(place)
            names[entry.seat] = entry.incarnation
            agreed = agreed_by(entry)
            if agreed is not None:
                for added in agreed.agreement.added:
                    names[added.statement.seat] = added.statement.hash
                for successor in agreed.agreement.terms.successors:
                    one = successor.statement
                    names[one.seat] = first_name(one.number)
        return names

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
            signed = self._written(answer)
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

    def _written(self, statement: S) -> Signed[S]:
        return sign_statement(signer(self.seat, self.conduct.key), statement)

    # Agreeing

    def _must_sign_again(self, real: Signed[RealProposal]) -> bool:
        """Whether it has signed a proposal pending, and has settled since."""
        mine = self.log.heard.consents(real.statement).get(self.seat)
        stands = () if self.own is None else self.own.answers
        by = (one.proposal for one in stands if isinstance(one, Agreement))
        if any(self.bridge.proposed(proposal) == real for proposal in by):
            return False  # it carries the very agreement by which it has settled
        kept = isinstance(real.statement.terms, AfterFault)
        return not kept and not self.pending and mine is not None and mine.statement.pending

    def consent_on(self, end: Entry | None) -> Consent:
        """What the code would sign at the end of a line, with all that it has heard."""
        log = self.log
        if end is not self.head:
            log = Log(self.log.founding)
            for entry in line_of(end):
                log.append(self.bridge.entry(entry))
            self._restore(log, self.log.statements)
        return Consent(self.conduct, log, self._names_on(log), self.needed)

    def sign(self, proposal: Proposal, clock: int = 0, nonce: int = 0) -> bool:
        try:
            real = self.bridge.proposed(proposal)
        except LocalError:
            return False
        if self.retired or (self.signed.get(proposal) and not self._must_sign_again(real)):
            return not self.retired
        self._hear(real)
        kept, added = proposal.kind is Kind.AFTER_FAULT, None
        if kept and not self.pending and not self._may_keep(proposal):
            return False
        if kept:
            rounds = (question.rank.round + 1 for question in self.asked)
            round_ = max([clock, self.name.rank.round + 1, *rounds])
            added = self.bridge.question(self.seat, round_, nonce, self.conduct.key)
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
        self.bridge.keep(model, self._written(made))
        self._hear(self.bridge.consented(model))
        self.signatures[model] = None
        after = real.statement.after
        if made.pending and not kept and self.log.holds(after):
            self._cut(after.sequence)
        self._see()
        return True

    def refuse(self, proposal: Proposal) -> bool:
        if self.retired or proposal.parent is self.head or not on_line(proposal.parent, self.head):
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
        self.bridge.keep(model, self._written(made))
        self._hear(self.bridge.refused(model))
        self.refusals[model] = None
        return True

    def carry(self, proposal: Proposal, payload: int) -> Entry | None:
        if proposal.kind is Kind.AFTER_FAULT:
            return self._carry_kept(proposal, payload)
        if self.retired or self.pending or proposal.parent is not self.head:
            return None
        self.sign(proposal)
        lacks = self.conduct.lacks(self.log)
        agreement = self._complete(proposal)
        if agreement is None or (lacks and self.bridge.agreed(agreement).hash not in lacks):
            return None
        return self._append(payload, agreement)

    def _carry_kept(self, proposal: Proposal, payload: int) -> Entry | None:
        """Carry it on the line that is kept, once all have signed it."""
        line = [self.bridge.entry(entry) for entry in line_of(proposal.parent)]
        real = self.bridge.proposed(proposal)
        carried = self._carries(proposal, self.head)
        if self.retired or self.pending or carried or not self.signed.get(proposal):
            return None
        consent = self.consent_on(proposal.parent)
        made = None if consent.state(real).missing else consent.complete(real)
        agreement = None if made is None else self.bridge.agreement(made)
        if agreement is None or self.law.carrier(agreement) != self.seat:
            return None
        added = agreement.added(self.seat)
        assert added is not None
        if not self._go_over(line):
            return None
        self._see()
        entry = self._append(payload, agreement, Name(self.seat, added.rank, added))
        self.asked[added] = None
        self.settle()
        return entry

    def _complete(self, proposal: Proposal) -> Agreement | None:
        """The agreement that this seat is to carry next, if all have signed it."""
        real = self.consent_on(self.head).complete(self.bridge.proposed(proposal))
        if real is None:
            return None
        agreement = self.bridge.agreement(real)
        return agreement if self.law.carrier(agreement) == self.seat else None

    def _append(
        self, payload: int, agreement: Agreement | None, begun: Name | None = None
    ) -> Entry:
        """Sign the next entry; it may be in a name that the agreement begins after a fault."""
        name = self.name if begun is None else begun
        own = None if begun or self.law.name(self.seat, self.head) == name else self.own
        entry = Entry(self.head, name, payload, own, agreement, place_of(self.head) + 1)
        entry = self.records.add(entry)
        assert self.law.entry(entry), "the model finds it valid, too"
        real = self.bridge.entry(entry)
        assert self._is_valid(real)
        self.log.append(real)
        self.conduct.took(real, self.log.heard)
        self._see()
        return entry

    def dead(self, proposal: Proposal, settlements: dict[Question, Settlement]) -> bool:  # noqa: ARG002 (the code holds its own)
        real = self.bridge.proposed(proposal).statement
        return self.conduct.is_dead(real.listed, self.log.heard, self.conduct.held)

    def answer(self, question: Question) -> None:  # noqa: ARG002 (the code knows which)
        self.speak()

    def settle(self) -> bool:
        if self.retired or not self.pending:
            return False
        proposals = (p for p in self.records.all(Proposal) if p.parent is self.head)
        coming = [self._complete(p) for p in proposals if p.kind is not Kind.AFTER_FAULT]
        return any(map(self._settle_by, (None, *(one for one in coming if one is not None))))

    def _settle_by(self, agreement: Agreement | None) -> bool:
        """Settle, it may be by an agreement that this seat carries next."""
        coming = None if agreement is None else self.bridge.agreed(agreement)
        made = self.conduct.settlement(self.log, self.needed, coming)
        if made is None:
            return False
        signed = self._written(made)
        answers: list[Answer | Agreement] = []
        for one in made.answers:
            answer = self.bridge.known(one)
            assert isinstance(answer, Answer)
            answers.append(answer)
        answers += map(self.bridge.standing, made.agreements)
        last = None if made.last is None else self.bridge.known(self.log.at(made.last.sequence))
        question = self.bridge.known(made.question)
        assert isinstance(question, Question)
        assert last is None or isinstance(last, Entry)
        model = self.records.add(Settlement(question, tuple(answers), last))
        assert self.law.settlement(model), "the model finds it valid, too"
        self.bridge.keep(model, signed)
        place = self.conduct.settle(signed, self.log, self.needed, coming)
        self._cut(place)
        self.log.add_statement(signed)
        self.speak()
        self._see()
        return True

    def act(self, payload: int) -> Entry | None:
        if self.conduct.pending or self.retired:
            return None
        for proposal in self.signed:
            if proposal.parent is self.head and not self.dead(proposal, self.settlements):
                return self.carry(proposal, payload)
        if self.conduct.lacks(self.log) or self.law.due(self.head) != self.seat:
            return None
        return self._append(payload, None)


class CodeWorld(World):
    """A world whose hostile seats ask questions that the code can read."""

    bridge: Bridge

    def ask(self, seat: int, round_: int = 0) -> Question:
        return self.bridge.question(seat, round_, self.nonce())

    def _newcomer(self, name: Name, entry: Entry, carrier: Seat) -> Seat:  # noqa: ARG002 (it holds the line alone)
        node = CodeSeat(self.law, self.records, name.seat, name).begin(self.bridge, entry)
        node._see()
        return node


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
