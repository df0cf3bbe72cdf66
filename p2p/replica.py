"""`Replica`: one node's side of a game, all that it decides by itself, without doing any IO.

A `Replica` takes what peers send and what its player chooses, and collects the *changes* that must
be on the disk before anything is sent. The caller writes them and says so (`mark_written`); until
then `next_message` gives nothing away.

What it does without asking (`act`, one thing at a time): answers to rejoin questions, its own
question when its store may lack something, the settlement of it, dice shares, openings, seals, and
at the end the closing signature and the disclosure. What needs judgement is left to the player
(`must_decide`, `decide`).
"""

from collections.abc import Iterator, Mapping
from typing import Self

from engine.board import Power
from engine.instructions import Instructions
from p2p.attendance import Attendance
from p2p.changes import Change, EntryStored, EvidenceStored, StatementStored, TailDropped
from p2p.choice import Choice
from p2p.consents import (
    Added,
    complete_agreement,
    consented,
    due_agreement,
    handing_over,
    proposed,
    refused,
)
from p2p.entrusting import Entrusting
from p2p.errors import BadStore
from p2p.events import EntryAccepted, FaultProven, StatementAccepted, SyncEvent
from p2p.link import Link
from p2p.marks import marks_of
from p2p.meeting import Meeting
from p2p.messages import Entries, Entrust, Heads, Message, Offending, Statements
from p2p.own_seat import OwnSeat, author_of
from p2p.proposed import Proposed
from p2p.replaying import Replayed, Snapshots, replay
from p2p.revealing import Revealing
from p2p.saying import (
    check_may_say,
    disclosed,
    due_statement,
    hand_raised,
    heard_notes,
    instructed,
    silence_claimed,
)
from p2p.signing import Vouch
from p2p.standing import Standing
from p2p.store import StoreContents
from p2p.sync import Sync
from p2p.waiting import ended_without
from protocol.agreements import ProposalSignature
from protocol.author import Author, Prepared
from protocol.conduct import Conduct
from protocol.entry import Resign
from protocol.errors import LocalError, ProtocolError
from protocol.head import Head
from protocol.identity import Phrase, PublicKey
from protocol.logfile import (
    RecordKind,
    read_records,
    read_statement_record,
    statement_record,
    write_record,
)
from protocol.proposals import Ended, Proposal, Terms
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed
from protocol.statements import GameStatement
from protocol.table import Table

__all__ = ["Replica"]


class Replica:
    """A player's or a spectator's side of a game.

    Attributes:
        sync: the log and the links to peers.
        standing: whether our seat may sign, and what it owes.
        attendance: whom the game waits for.
        entrusting: what passes between us and who plays powers before or after us.
        revealing: what is said of deposited openings.
    """

    def __init__(
        self,
        table: Table,
        author: Author | None = None,
        *,
        phrase: Phrase | None = None,
        from_start: bool = True,
        vouch: Vouch = Vouch.UNKNOWN,
        meeting: Meeting = Meeting.SEATS,
        contents: StoreContents | None = None,
    ) -> None:
        """A replica as its store knows it.

        Args:
            table: the game, up to where the store reaches.
            author: of the seat that this node plays.
            phrase: with which it may come to play one.
            from_start: whether this store has been there since the game began, and does not replace
                one that was lost.
            vouch: what is known of the store besides what is in it.
            meeting: whom our seat must have met before it signs, if that is not enough.
            contents: of the store; what it holds of the log is in the table already.
        """
        known = StoreContents() if contents is None else contents
        self._own = OwnSeat(author, phrase, known, from_start=from_start, vouch=vouch)
        self._changes: list[Change] = []
        self._marks = marks_of(phrase, table)
        places = (stored.sequence for stored in known.snapshots)
        self._snapshots = Snapshots(self._marks, max(places, default=0))
        self._replayed = Replayed()
        self.entrusting = Entrusting()
        conduct = Conduct(None)
        self._own.resume(conduct, table.log)
        self.sync = Sync(table, conduct)
        self.standing = Standing(self._own, self.sync, whole=vouch is Vouch.WHOLE, meeting=meeting)
        self.attendance = Attendance(self.sync, known)
        self.revealing = Revealing(self.sync, self.standing)

    @classmethod
    def resume(
        cls,
        table: Table,
        contents: StoreContents,
        phrase: Phrase | None,
        *,
        from_start: bool,
        vouch: Vouch = Vouch.UNKNOWN,
        meeting: Meeting = Meeting.SEATS,
        whole: bool = True,
    ) -> Self:
        """A replica as it was when its store was last written.

        What this node has checked before it does not check again, unless the store was copied or
        put back (`p2p.marks`).

        Args:
            table: of the game, with nothing played.
            contents: what the store holds.
            phrase: of the player, who may play no seat, or not yet; None for a spectator.
            from_start: see the constructor.
            vouch: see the constructor.
            meeting: see the constructor.
            whole: whether all entries are played again, so that all can be told; else the newest
                snapshot is taken up that can be trusted (`p2p.replaying`).

        Raises:
            BadStore: the store holds what the table does not accept.
        """
        try:
            replayed = replay(
                table,
                contents,
                marks_of(phrase, table),
                trusting=vouch is not Vouch.BEHIND,
                whole=whole,
            )
            for raw in contents.statements:
                (record,), _ = read_records(raw, b"")
                table.restore(read_statement_record(record))
        except (ProtocolError, ValueError) as error:
            raise BadStore(
                f"the stored game is not one that this program accepts: {error}"
            ) from error
        author = author_of(table, phrase)
        replica = cls(
            table,
            author,
            phrase=phrase,
            from_start=from_start,
            vouch=vouch,
            meeting=meeting,
            contents=contents,
        )
        replica._replayed = replayed
        replica._changes.extend(replayed.changes)
        for evidence in contents.evidence:
            replica.sync.culprits.restore(table, evidence)
        return replica

    @property
    def table(self) -> Table:
        """The game as this node knows it."""
        return self.sync.table

    @property
    def author(self) -> Author | None:
        """What writes for the seat; None for a spectator."""
        return self._own.author

    @property
    def conduct(self) -> Conduct:
        """What it takes and says while seats rejoin."""
        return self.sync.conduct

    def tell_replayed(self) -> Replayed:
        """What came of replaying the store. It is told once, and forgotten."""
        replayed, self._replayed = self._replayed, Replayed()
        return replayed

    # Peers

    def connect(self, peer: PublicKey) -> Link:
        """A connection to a peer begins."""
        return self.sync.serving.connect(peer)

    def disconnect(self, link: Link) -> None:
        """A connection has ended."""
        self.sync.serving.disconnect(link)

    def receive(
        self, link: Link, message: Heads | Entries | Statements | Offending
    ) -> Iterator[SyncEvent]:
        """Take a message; yields what is new. See `Sync.receive`.

        Raises:
            PeerFault: the connection must end; what was yielded before stands.
        """
        for event in self.sync.receive(link, message):
            self._store(event)
            yield event

    def farewell(self, peer: PublicKey) -> str:
        """Why the node of this key is not talked to: its seat was caught; empty if it was not."""
        if self.standing.convicted:
            return ""
        caught = (
            f"seat {fault.seat} was caught: {fault.refusal}"
            for fault in self.sync.culprits.faults
            if self.table.log.players.seats[fault.seat][fault.key].key == peer
        )
        return next(caught, "")

    def next_message(self, link: Link) -> Message | None:
        """What is to be sent next on a connection; None if nothing is for now.

        Raises:
            LocalError: something that it might tell is not on the disk yet.
        """
        if self._changes:
            raise LocalError("changes must be written before anything is sent")
        serving = self.sync.serving
        return serving.next_message(link) if self.standing.may_bring(link) else serving.greet(link)

    # The disk

    @property
    def changes(self) -> tuple[Change, ...]:
        """What must be written before anything else is sent."""
        return tuple(self._changes)

    def mark_written(self) -> None:
        """The changes are on the disk."""
        self._changes.clear()

    # Our own seat

    @property
    def finished(self) -> bool:
        """Whether the game is over, and all have signed it and disclosed what they must.

        Nothing is expected of a seat that was caught, has no power left, or was ended without.
        """
        table = self.table
        seats = table.needed - self.sync.culprits.seats - ended_without(table)
        if table.request is not None or not seats <= frozenset(table.closings()):
            return False
        players = seats - frozenset(table.charter.keepers)
        return not table.suite.discloses or players <= frozenset(table.disclosures())

    def tick(self, now: float) -> None:
        """Time has passed: what was waited for in vain is waited for no longer.

        Args:
            now: the time, in seconds since any moment, the same one each time.
        """
        self.sync.now = now
        self.standing.tick(now)

    @property
    def must_tick(self) -> bool:
        """Whether something may come of mere waiting: then `tick` is to be called again."""
        return self.attendance.runs or self.standing.waits or self.revealing.waits

    def act(self, entropy: bytes, minute: int) -> SyncEvent | None:
        """Do the next thing that needs no judgement; None if there is nothing to do.

        Args:
            entropy: 32 fresh random bytes.
            minute: the time, in minutes since 1970-01-01 00:00 UTC.
        """
        waited = next(self.sync.advance(), None)
        if waited is not None:
            self._store(waited)
            return waited
        standing = self.standing
        if self.author is None or standing.convicted or standing.superseded:
            return None
        if standing.has_met():
            statement = due_statement(
                self.author,
                self.conduct,
                self.attendance.gone(minute),
                self.entrusting,
                asks=standing.must_ask,
                tables=self.sync.tables,
                entropy=entropy,
                minute=minute,
            )
            if statement is not None:
                return self._publish(statement)
        agreement = due_agreement(self.author, self.conduct) if standing.may_sign else None
        if agreement is not None:
            own = self.conduct.own
            carried = self.author.prepare_agreement(agreement, minute=minute, settlement=own)
            return self._append(self.author, carried)
        if standing.owes is None or standing.must_decide:
            return None
        revealed = self.revealing.item(self.author)
        if revealed is None and self.table.deposited:
            return None
        prepared = self.author.prepare(
            entropy=entropy, minute=minute, settlement=self.conduct.own, revealed=revealed
        )
        return self._append(self.author, prepared)

    def decide(
        self, choice: Choice, entropy: bytes, minute: int
    ) -> tuple[EntryAccepted, Choice | None]:
        """Make the player's choice an entry. It grants raised hands, and carries instructions.

        Args:
            choice: what the player chooses.
            entropy: 32 fresh random bytes.
            minute: the time, in minutes since 1970-01-01 00:00 UTC.

        Returns:
            The entry; and what is left of the choice, if the next entry may go on with it.

        Raises:
            Declined: the rules or the player's own secrets forbid an action; nothing has changed.
            LocalError: no decision is due from this seat.
        """
        if not self.standing.must_decide:
            raise LocalError("no decision is due from this seat")
        author = self.standing.author()
        notes = heard_notes(self.table, author.seat)
        prepared = author.prepare(
            (*notes, *choice.actions),
            entropy=entropy,
            minute=minute,
            arrangements=choice.arrangements,
            settlement=self.conduct.own,
        )
        accepted = self._append(author, prepared)
        if accepted.appended.rolls or not self.standing.must_decide:
            return accepted, None  # nobody could foresee the dice
        return accepted, choice.after(prepared.entry, prepared.carried - len(notes))

    def entrusts(self) -> Mapping[PublicKey, Entrust]:
        """Who is to be told the keys of our seat now, to play its powers next; nobody else is."""
        if self.author is None or not self.standing.may_sign:
            return {}
        successor = handing_over(self.author, self.conduct)
        return self.entrusting.due(self.author, successor)

    def resignation(self) -> Resign:
        """How our seat resigns now: with the receipts that have come for its keys."""
        return self.entrusting.resignation(self.standing.author())

    def raise_hand(self) -> StatementAccepted:
        """Ask for a window at the next boundary (SPEC-10.8).

        Raises:
            LocalError: this node has no seat, or its seat has raised its hand too often.
        """
        return self._publish(hand_raised(self.standing.author()))

    def watch(self, minute: int) -> None:
        """Note since when this node knows of what the game waits for now, and who is silent.

        Args:
            minute: the time, in minutes since 1970-01-01 00:00 UTC.
        """
        self._changes.extend(self.attendance.watch(minute))

    def instruct(self, power: Power, instructions: Instructions) -> StatementAccepted:
        """Give an own power new instructions; the next entry of any seat carries them.

        Raises:
            LocalError: this node's seat does not play the power, or has given too many, or the
                game is over.
            Illegal: they name what the game does not have.
        """
        return self._publish(instructed(self.standing.author(), power, instructions))

    def claim_silence(self) -> StatementAccepted:
        """Say beside the line that another seat lets the game wait. It proves nothing.

        Raises:
            LocalError: this node has no seat, the game waits for nobody else, or its seat has
                claimed so too often.
        """
        return self._publish(silence_claimed(self.standing.author()))

    def disclose(self) -> StatementAccepted:
        """Show everybody what our tokens held, once the game is over (SPEC-13.3).

        Raises:
            LocalError: this node has no seat with tokens, or has disclosed its keys, or the game
                goes on.
        """
        return self._publish(disclosed(self.standing.signing_author()))

    @property
    def proposed(self) -> Proposed:
        """What is proposed for the next place; after a fault also to keep other lines."""
        return Proposed(
            self.sync.tables,
            self.conduct,
            may_sign=self.standing.may_sign,
            caught=self.sync.culprits.seats,
        )

    def propose(self, terms: Terms, named: tuple[Ended, ...], minute: int) -> StatementAccepted:
        """Propose something; our seat signs it once all others have signed that play.

        Where others may hold another line after a fork, or take no more of ours, it is proposed to
        keep ours (SPEC-18.1); where they hold more, of which ours takes no more, to keep that; and
        to keep ours where what is proposed against seats that are gone could not come otherwise.

        Args:
            terms: what is proposed, for the next place.
            named: seats against which it is made.
            minute: the time, in minutes since 1970-01-01 00:00 UTC.

        Raises:
            LocalError: our seat may not sign, it cannot be done here, or our seat has proposed too
                often.
        """
        author = self.standing.signing_author()
        check_may_say(author, Proposal, RecordKind.PROPOSAL)
        return self._publish(
            proposed(
                author,
                self.conduct,
                terms,
                named,
                longer=self.sync.longer(frozenset(one.seat for one in named)),
                astray=bool(self.sync.astray),
                gone=self.attendance.gone(minute),
            )
        )

    def consent(self, name: bytes, entropy: bytes, minute: int) -> StatementAccepted:
        """Sign the proposal of this hash.

        Args:
            name: the hash.
            entropy: 32 fresh random bytes.
            minute: the time, in minutes since 1970-01-01 00:00 UTC.

        Raises:
            LocalError: it is not open, or our seat must not sign it.
        """
        author, added = self.standing.signing_author(), Added(entropy, minute)
        return self._publish(consented(author, self.conduct, name, self.sync.tables, added))

    def refuse(self, name: bytes) -> StatementAccepted:
        """Refuse the proposal of this hash; if it is our own, that withdraws it.

        Raises:
            LocalError: it is not open, or our seat has signed it.
        """
        return self._publish(
            refused(self.standing.signing_author(), self.conduct, name, self.sync.tables)
        )

    # How

    def _publish(self, signed: Signed[GameStatement]) -> StatementAccepted:
        self._changes.extend(self._own.said(signed.statement))
        match signed:
            case Signed(RejoinQuestion() as question, signature):
                self.conduct.ask(Signed(question, signature))
            case Signed(Settlement() as settlement, signature):
                self._settle(self.standing.author(), Signed(settlement, signature))
            case Signed(ProposalSignature(pending=True, proposal=name)):
                self._go_back(self.table.log.heard.proposals[name].statement.after)
            case _:
                pass
        accepted = self.sync.say(signed)
        self._store(accepted)
        return accepted

    def _settle(self, author: Author, settlement: Signed[Settlement]) -> None:
        """Go on in the new incarnation, without what it does not stand by."""
        coming = complete_agreement(author, self.conduct)
        self._cut(self.conduct.settle(settlement, self.table.log, self.table.needed, coming))

    def _go_back(self, end: Head) -> None:
        """Pending, our seat has signed for an earlier place: it gives up what comes after it."""
        if self.table.log.holds(end):
            self._cut(end.sequence)

    def _cut(self, place: int) -> None:
        if place < len(self.table.log):
            self._changes.append(TailDropped(place))
            self.sync.cut(place)

    def _append(self, author: Author, prepared: Prepared) -> EntryAccepted:
        """Append an entry of our own; what it promises goes to the disk with it."""
        self._changes.extend(self._own.wrote(prepared))
        accepted = EntryAccepted(author.table.adopt(prepared.draft))
        self.conduct.took(prepared.entry, self.table.log.heard)
        self._store(accepted)
        return accepted

    def _store(self, event: SyncEvent) -> None:
        """Note what must be written because of an event."""
        self.attendance.hear(event)
        match event:
            case EntryAccepted(appended):
                entry = appended.entry
                self._own.follow(self.table, self.conduct)
                if appended.voided:
                    self._changes.append(TailDropped(entry.sequence - 1))
                mark = b"" if self._marks is None else self._marks.mark(entry.raw)
                self._changes.append(EntryStored(entry.sequence, entry.raw, mark))
                snapshot = self._snapshots.due(self.table)
                if snapshot is not None:
                    self._changes.append(snapshot)
            case StatementAccepted(signed):
                self._changes.append(StatementStored(write_record(statement_record(signed))))
            case FaultProven(evidence=evidence):
                self._changes.append(EvidenceStored(evidence))
