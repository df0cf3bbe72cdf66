"""`Table`: the state of one game, as its log proves it; players, spectators and auditors run it.

Bytes come in, and either change everything they should or nothing (SPEC-10). A table has no keys,
no clock, no randomness and no connection; `author` writes entries for a seat, the network carries
them.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.game import Event, Game
from engine.phases import Outcome, Stage
from engine.pieces import PieceId
from engine.requests import Decision, Request, Reveal, Step
from engine.run import Run
from engine.turn import STEPS
from protocol.agreements import Agreement, ProposalSignature
from protocol.answers import RejoinAnswer
from protocol.carrying import do_agreement, do_proposal
from protocol.charter import Charter
from protocol.disclosure import disclose
from protocol.draft import Draft, Rolled, await_answers
from protocol.due import Due, Duty, check_author, due, needed
from protocol.enacting import Moment
from protocol.entry import Entry
from protocol.errors import Code, LocalError, Refused
from protocol.founding import Founding
from protocol.head import Head
from protocol.heard import Rejoining, open_questions
from protocol.instructing import waiting_instructions
from protocol.items import carry_out
from protocol.ledger import Ledger, check_digest, state_digest
from protocol.log import Log
from protocol.obligations import Obligation, Signature
from protocol.opening import first_position
from protocol.proposals import MAX_TAKEN_BACK, Proposal, ProposalRefusal
from protocol.questions import RejoinQuestion
from protocol.sealing.suites import suite_of
from protocol.settlements import Settlement
from protocol.snapshot import BadSnapshot, Snapshot
from protocol.statement import Signed
from protocol.statements import (
    Closing,
    Disclosure,
    GameStatement,
    NewInstructions,
    RaisedHand,
    SilenceClaim,
)
from protocol.truth import Truth
from protocol.voiding import makes_void
from protocol.waiting import Wait, waiting_for, waits

__all__ = ["Appended", "Table"]


@dataclass(frozen=True, slots=True)
class Appended:
    """What an accepted entry brought about.

    Attributes:
        entry: as it is now in the log.
        events: what happened in the game.
        rolls: dice that fell.
        game: the public state after it, whatever has been appended since.
        voided: entries that it made void (SPEC-12.8); they were the last of the log until now.
        owed: what has not been checked, of an entry taken on trust.
    """

    entry: Entry
    events: tuple[Event, ...]
    rolls: tuple[Rolled, ...]
    game: Game
    voided: tuple[Entry, ...] = ()
    owed: tuple[Obligation, ...] = ()


class Table:
    """The log, the game as it stands, and the ledger of what makes it trustworthy.

    Attributes:
        log: charter, entries, statements beside the line.
        ledger: commitments, openings, chains, incarnations.
        suite: how tokens are sealed.
    """

    def __init__(
        self,
        founding: Founding,
        game: Game,
        steps: Mapping[Stage, Callable[[Game], Step]] = STEPS,
    ) -> None:
        """A table where nothing has been played.

        Args:
            founding: the signed charter with its scenario.
            game: the first position, see `first_position`.
            steps: of the game.
        """
        self._first = game
        self._steps = steps
        self.suite = suite_of(founding.charter.secrecy)
        self._begin(founding)

    @classmethod
    def start(cls, founding: Founding) -> "Table":
        """The table of a founding.

        Raises:
            Refused: `bad_charter`: this program cannot play that.
        """
        return cls(founding, first_position(founding.charter, founding.scenario))

    def _begin(self, founding: Founding) -> None:
        self.log = Log(founding)
        self._run = Run(self._first, self._steps)
        start = await_answers(Ledger.of(founding.charter), self._run, founding.charter)
        self.ledger = start.requested(founding.charter.game_id)
        self._moments = {0: Moment.of(self._run, self.ledger)}
        self._snapshot: Snapshot | None = None
        self._digest: bytes | None = None
        self._rejoining: Mapping[int, Rejoining] | None = None
        self._brought: Mapping[bytes, Entry] = {}
        self._caught: frozenset[int] = frozenset()

    # What anyone may ask

    @property
    def charter(self) -> Charter:
        """What all seats signed."""
        return self.log.charter

    @property
    def head(self) -> Head:
        """The last place of the line."""
        return self.log.head

    @property
    def game(self) -> Game:
        """The public state of the game."""
        return self._run.game

    @property
    def request(self) -> Request[object] | None:
        """What the rules ask for; None once the game is over."""
        return self._run.request

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self._run.outcome

    @property
    def due(self) -> Due | None:
        """The one seat that may append, and what it owes; None once the game is over."""
        return due(self.game, self.request, self.ledger)

    @property
    def deposited(self) -> tuple[PieceId, ...]:
        """The tokens that the seat which is due opens in their owner's stead (SPEC-19.3)."""
        now, request = self.due, self.request
        if now is None or not isinstance(request, Reveal):
            return ()
        if now.duty is not Duty.OPENINGS or now.seat == self.game.seat_of(now.power):
            return ()
        _, handles = request.tokens[len(self.ledger.reveal.shown)]
        return handles

    @property
    def rejoining(self) -> Mapping[int, Rejoining]:
        """The seats that have asked to rejoin and have no entry of it yet."""
        if self._rejoining is None:
            names = self.ledger.incarnations
            log = self.log
            self._rejoining = open_questions(
                log,
                log.carried,
                log.heard,
                names,
                self.needed,
                brought=self._brought,
                caught=self._caught,
            )
        return self._rejoining

    @property
    def needed(self) -> frozenset[int]:
        """The seats whose answers a rejoin needs: those that have a power left, and keepers."""
        return needed(self.charter, self.game)

    @property
    def due_digest(self) -> bytes | None:
        """The state digest that the next entry must carry; None where it carries none.

        It carries one exactly when a phase has ended since the last entry that did (SPEC-11.1).
        """
        if self.game.phases_closed == self.ledger.digested:
            return None
        if self._digest is None:
            self._digest = state_digest(self.game, self.ledger)
        return self._digest

    @property
    def snapshot(self) -> Snapshot | None:
        """The game before the last entry that carries a state digest; None if that is the first."""
        return self._snapshot

    @property
    def waits(self) -> tuple[Wait, ...]:
        """What the game waits for by this copy of the log; nothing once it is over."""
        return waits(self.log, self.due, self.rejoining)

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """Whom the game waits for by this copy of the log, and for what; empty after the close."""
        return waiting_for(self.due, self.rejoining, self.ledger)

    def closings(self) -> tuple[int, ...]:
        """Seats that have signed the end of the game, ascending."""
        return self._said(Closing)

    def disclosures(self) -> tuple[int, ...]:
        """Seats that have disclosed their sealing keys, ascending."""
        return self._said(Disclosure)

    @property
    def disclosed(self) -> Mapping[PieceId, int]:
        """What tokens hold of the seats that have disclosed their keys, and what was dealt."""
        return self.truth.after(len(self.log)) if self.disclosures() else {}

    @property
    def truth(self) -> Truth:
        """What tokens have held throughout, as far as all know it by now (SPEC-13.4)."""
        return Truth.of(self.suite, self.ledger.commitments)

    def waiting_instructions(self, seat: int | None = None) -> tuple[Signed[NewInstructions], ...]:
        """The instructions of a seat, or of all, that the next entry can carry (SPEC-10.10)."""
        return waiting_instructions(self.game, self.ledger, self.log, seat)

    def fork(self) -> Run:
        """An independent run at this moment, for looking ahead."""
        return self._run.fork()

    def preview(self, proposal: Proposal) -> Run:
        """The game as it would go on if all agreed to a proposal for the next place.

        Raises:
            Refused: `bad_agreement`: it cannot be done here (SPEC-18.4).
        """
        draft = self.draft(proposal.seat, self.ledger.incarnations[proposal.seat])
        do_proposal(draft, proposal)
        return draft.run

    def allows(self, proposal: Proposal) -> bool:
        """Whether a proposal for the next place can be done here, if all agree."""
        try:
            self.preview(proposal)
        except Refused:
            return False
        return True

    def accepts(self, agreement: Agreement) -> bool:
        """Whether an agreement that is complete can be carried by the next entry."""
        proposal = agreement.terms
        draft = self.draft(proposal.seat, self.ledger.incarnations[proposal.seat])
        try:
            do_agreement(draft, agreement)
        except Refused:
            return False
        return True

    # What changes it

    def append(self, raw: bytes) -> Appended:
        """Judge an entry as sent, and append it.

        Raises:
            Refused: it is not the next entry of this game (SPEC-10.3). Nothing has changed.
        """
        try:
            entry = self.log.admit(raw)
        except Refused as refusal:
            late = refusal.code is Code.STALE_HEAD
            if late and makes_void(Entry.from_bytes(raw), self.log, self.needed):
                return self.append_instead(raw)
            raise
        return self._carry_out(entry)

    def check(self, raw: bytes) -> None:
        """Judge an entry as sent, and leave everything as it is.

        Raises:
            Refused: as `append`.
        """
        entry = self.log.admit(raw)
        self._carried_out(entry).finish(entry.hash, 0)

    def adopt(self, draft: Draft) -> Appended:
        """Append an entry that was written and signed through a draft of this table.

        The draft has judged it, item by item, so it is not read, judged and carried out again.

        Raises:
            LocalError: it is not signed, or something has been appended or disclosed since.
            Refused: another seat is due by now.
        """
        entry = draft.entry
        if entry is None or draft.began is not self.ledger:
            raise LocalError(f"entry {draft.sequence} is not signed for this state of the table")
        check_author(entry, self.due, self.charter, self.game, self.ledger)
        return self._take_over(entry, draft)

    def append_instead(self, raw: bytes) -> Appended:
        """Append an entry of a fork in place of the one at its place and of all after it.

        Raises:
            Refused: as `append`. Nothing has changed.
        """
        gone = tuple(self.log.since(Entry.from_bytes(raw).sequence - 1))
        other, (appended,) = self.with_line([raw])
        self._replace_with(other)
        return replace(appended, voided=gone)

    def with_line(self, entries: Sequence[bytes]) -> "tuple[Table, tuple[Appended, ...]]":
        """Another table of the game, with these entries from the place of the first one on.

        Returns:
            The table, and what each entry brought about.

        Raises:
            Refused: as `append`.
        """
        other = self.replayed_to(Entry.from_bytes(entries[0]).sequence - 1)
        return other, tuple(other.append(raw) for raw in entries)

    def go_over(self, other: "Table") -> None:
        """Take the line of another table of the game, and keep what is beside our own."""
        for signed in self.log.statements:
            other.restore(signed)
        self._replace_with(other)

    def append_on_trust(self, raw: bytes) -> Appended:
        """As `append`, but what only signature, openings and justifications can show is owed.

        The table is worth nothing beyond this entry unless all that the entry owes holds.

        Raises:
            Refused: as `append`, but also of an entry that would make others void.
        """
        return self._carry_out(self.log.admit(raw, trusting=True), trusting=True)

    def append_again(self, raw: bytes) -> Appended:
        """Append an entry that this very program has judged after the same entries before.

        The rules are played again; nothing else is looked at, and a state digest not compared.

        Raises:
            Refused: it is not the next one, or the rules forbid it: it was not judged.
        """
        return self._carry_out(self.log.admit(raw, trusting=True), trusting=True, judged=True)

    def go_to(self, snapshot: Snapshot, entries: Sequence[bytes]) -> None:
        """Go from the first position to a snapshot, without playing the entries before it.

        They were judged by this very program. Proposals to take back reach to the snapshot only, as
        long as fewer than `MAX_TAKEN_BACK` entries follow.

        Args:
            snapshot: of this game, written by this very program.
            entries: the line that it is on, and at least one entry beyond it.

        Raises:
            LocalError: something has been played.
            BadSnapshot: it is not one of this line, or not what the entry after it says.
            Refused: the entries are not a line of this game.
        """
        if len(self.log):
            raise LocalError("a snapshot is taken up where nothing has been played")
        place = snapshot.head.sequence
        log = Log(self.log.founding)
        for raw in entries[:place]:
            log.append(log.admit(raw, trusting=True))
        if len(entries) <= place or log.head != snapshot.head:
            raise BadSnapshot(f"it is not on this line at entry {place}")
        run = snapshot.run(self._steps)
        following = log.admit(entries[place], trusting=True)
        if following.digest != state_digest(run.game, snapshot.ledger):
            raise BadSnapshot(f"it is not the state that entry {following.sequence} was signed for")
        self.log, self._run, self.ledger = log, run, snapshot.ledger
        self._moments = {place: Moment.of(run, snapshot.ledger)}
        self._digest, self._rejoining = None, None

    def add_statement(self, signed: Signed[GameStatement]) -> None:
        """Judge a statement beside the line, and keep it.

        Raises:
            Refused: it is not what it says, or cannot stand here (SPEC-6.1, SPEC-13.2). Nothing has
                changed.
        """
        self.log.check(signed)
        ledger = self.ledger
        match signed.statement:
            case (
                RejoinQuestion()
                | RejoinAnswer()
                | Settlement()
                | RaisedHand()
                | NewInstructions()
                | SilenceClaim()
            ):
                pass
            case Proposal() | ProposalSignature() | ProposalRefusal():
                pass
            case Closing(head=head):
                self._must_close(head)
            case Disclosure(head=head) as disclosure:
                self._must_close(head)
                known = disclose(self.log.players, self.suite, ledger.commitments, disclosure)
                ledger = ledger.with_commitments(known)
        self.log.add_statement(signed)
        self.ledger = ledger
        self._rejoining = None

    def bring(self, entries: Mapping[bytes, Entry], caught: frozenset[int]) -> None:
        """Take note of what peers have shown, in the place of all that they had before.

        Args:
            entries: that the line does not hold, by hash: nobody owes them.
            caught: seats that have signed what no honest seat signs: nobody owes them entries.
        """
        if (entries.keys(), caught) != (self._brought.keys(), self._caught):
            self._brought, self._caught, self._rejoining = entries, caught, None

    def restore(self, signed: Signed[GameStatement]) -> None:
        """Take up a statement that was accepted before, perhaps on a longer line.

        What is about an entry that is void by now goes with it, but for proposals: who has signed
        one is bound by it still.
        """
        try:
            self.add_statement(signed)
        except Refused as refusal:
            match signed:
                case Signed(Proposal() as proposal, signature) if refusal.code is Code.GAP:
                    self.log.keep(Signed(proposal, signature))
                case _:
                    pass

    def cut(self, sequence: int) -> None:
        """Give up the entries after a place: their authors have settled without them."""
        if sequence < len(self.log):
            self._replace_with(self.replayed_to(sequence))

    def draft(self, seat: int, incarnation: bytes, *, trusting: bool = False) -> Draft:
        """Begin the next entry, of this seat; nothing changes here until it is appended."""
        return Draft(
            self.log,
            self.suite,
            self._run,
            self.ledger,
            self._moments,
            seat=seat,
            incarnation=incarnation,
            trusting=trusting,
        )

    # How

    def _carry_out(self, entry: Entry, *, trusting: bool = False, judged: bool = False) -> Appended:
        """Append an entry whose link and signature are good, or on trust."""
        return self._take_over(entry, self._carried_out(entry, trusting=trusting, judged=judged))

    def _carried_out(self, entry: Entry, *, trusting: bool = False, judged: bool = False) -> Draft:
        check_author(entry, self.due, self.charter, self.game, self.ledger)
        if not judged:
            check_digest(entry, self.due_digest)
        draft = self.draft(entry.seat, entry.incarnation, trusting=trusting)
        for item, then in itertools.zip_longest(entry.items, entry.items[1:]):
            carry_out(draft, item, then)
        return draft

    def _take_over(self, entry: Entry, draft: Draft) -> Appended:
        """Append an entry whose items are carried out; nothing has changed until here."""
        digested = self.ledger.digested if entry.digest is None else self.game.phases_closed
        ledger = draft.finish(entry.hash, digested)
        if entry.digest is not None and len(self.log):
            self._snapshot = Snapshot.of(self.head, self._run.bookmark(), self.ledger)
        self.log.append(entry)
        self._run, self.ledger, self._digest = draft.run, ledger, None
        place = len(self.log)
        if isinstance(self.request, Decision):
            self._moments[place] = Moment.of(self._run, ledger)
        self._moments.pop(place - MAX_TAKEN_BACK - 1, None)
        self._rejoining = None
        events, rolls = tuple(draft.events), tuple(draft.rolls)
        if not draft.trusting:
            return Appended(entry, events, rolls, self.game)
        key = self.log.author(entry).key
        signature = Signature(key.raw, entry.hash, entry.signature)
        return Appended(entry, events, rolls, self.game, owed=(signature, *draft.owed))

    def replayed_to(self, sequence: int) -> "Table":
        """Another table of the game, that has not seen the entries after a place."""
        other = Table(self.log.founding, self._first, self._steps)
        for kept in self.log:
            if kept.sequence <= sequence:
                other._carry_out(kept, trusting=True, judged=True)
        for signed in self.log.statements:
            other.restore(signed)
        return other

    def _replace_with(self, other: "Table") -> None:
        self.log, self._run, self.ledger = other.log, other._run, other.ledger
        self._moments, self._snapshot = other._moments, other._snapshot
        self._digest, self._rejoining = None, None

    def _must_close(self, head: Head) -> None:
        if self.request is not None or head != self.head:
            raise Refused(
                Code.NOT_DUE, "SPEC-13.2", None, f"entry {head.sequence} did not close the game"
            )

    def _said(self, kind: type[GameStatement]) -> tuple[int, ...]:
        return tuple(
            sorted(
                {
                    said.statement.seat
                    for said in self.log.statements
                    if type(said.statement) is kind
                }
            )
        )
