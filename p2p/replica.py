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
from engine.run import Run
from p2p.changes import (
    Change,
    EntryStored,
    EvidenceStored,
    StatementStored,
    TailDropped,
)
from p2p.choice import Choice
from p2p.consents import (
    Added,
    asked_against,
    complete_agreement,
    consented,
    due_agreement,
    handing_over,
    is_bound,
    open_proposals,
    proposed,
    refused,
)
from p2p.entrusting import Entrusting
from p2p.errors import BadStore
from p2p.events import EntryAccepted, FaultProven, StatementAccepted, SyncEvent
from p2p.link import Link
from p2p.messages import Entries, Entrust, Heads, Message, Offending, Statements
from p2p.own_seat import OwnSeat, author_of
from p2p.patience import Patience
from p2p.saying import (
    check_may_say,
    due_statement,
    hand_raised,
    heard_notes,
    instructed,
    silence_claimed,
)
from p2p.signing import Vouch
from p2p.silence import Silence
from p2p.store import StoreContents
from p2p.sync import Sync
from p2p.waiting import Awaited, Waits, ended_without
from protocol.author import Author, Prepared
from protocol.conduct import Conduct
from protocol.consent import OpenProposal
from protocol.due import Duty
from protocol.entry import Resign
from protocol.errors import LocalError, ProtocolError
from protocol.identity import Phrase, PublicKey
from protocol.log import Log
from protocol.logfile import (
    RecordKind,
    read_records,
    read_statement_record,
    statement_record,
    write_record,
)
from protocol.proposals import AfterFault, End, Ended, Proposal, Replace, TakeBack, Terms
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
        entrusting: what passes between us and who plays powers before or after us.
    """

    def __init__(
        self,
        table: Table,
        author: Author | None = None,
        *,
        phrase: Phrase | None = None,
        from_start: bool = True,
        vouch: Vouch = Vouch.UNKNOWN,
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
            contents: of the store; what it holds of the log is in the table already.
        """
        known = StoreContents() if contents is None else contents
        self._own = OwnSeat(author, phrase, known, from_start=from_start, vouch=vouch)
        self._changes: list[Change] = []
        self._met = vouch is Vouch.WHOLE
        self._patience = Patience()
        self._waits = Waits(known.learnt)
        self._silence = Silence(known.silent)
        self.entrusting = Entrusting()
        conduct = Conduct(None)
        self._own.resume(conduct, table.log)
        self.sync = Sync(table, conduct)

    @classmethod
    def resume(
        cls,
        table: Table,
        contents: StoreContents,
        phrase: Phrase | None,
        *,
        from_start: bool,
        vouch: Vouch = Vouch.UNKNOWN,
    ) -> Self:
        """A replica as it was when its store was last written.

        Args:
            table: of the game, with nothing played.
            contents: what the store holds.
            phrase: of the player, who may play no seat, or not yet; None for a spectator.
            from_start: see the constructor.
            vouch: see the constructor.

        Raises:
            BadStore: the store holds what the table does not accept.
        """
        try:
            for raw in contents.entries:
                table.append(raw)
            for raw in contents.statements:
                (record,), _ = read_records(raw, b"")
                table.restore(read_statement_record(record))
        except (ProtocolError, ValueError) as error:
            raise BadStore(
                f"the stored game is not one that this program accepts: {error}"
            ) from error
        author = author_of(table, phrase)
        replica = cls(
            table, author, phrase=phrase, from_start=from_start, vouch=vouch, contents=contents
        )
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
        if self.convicted:
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
        return self.sync.serving.next_message(link)

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
    def complete(self) -> bool:
        """Whether the seat may sign entries: if not, it must rejoin first (SPEC-12)."""
        if self.author is None:
            return True
        return not self.conduct.pending and not self._own.must_ask(self.table, self.conduct)

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

    @property
    def superseded(self) -> bool:
        """Whether another device has begun, or asked to begin, a later incarnation of this seat.

        Then this one signs nothing any more; whoever wants it back must recover.
        """
        return self._own.superseded(self.table, self.conduct)

    @property
    def convicted(self) -> bool:
        """Whether our own seat was caught: nobody takes anything of it any more."""
        return self.author is not None and self.author.seat in self.sync.culprits.seats

    def absent(self, minute: int) -> frozenset[int]:
        """The seats that count as absent by what this node has heard (SPEC-18.8).

        Args:
            minute: the time, in minutes since 1970-01-01 00:00 UTC.
        """
        return self._silence.absent(self.table, minute)

    @property
    def must_decide(self) -> bool:
        """Whether the player must decide something now."""
        return self._owes is Duty.DECISION

    def tick(self, now: float) -> None:
        """Time has passed: what was waited for in vain is waited for no longer.

        Args:
            now: the time, in seconds since any moment, the same one each time.
        """
        self.sync.now = now
        if self.author is not None and self._patience.ends(
            self.table.rejoining.get(self.author.seat), now
        ):
            self.conduct.lost = True

    @property
    def must_tick(self) -> bool:
        """Whether something may come of mere waiting: then `tick` is to be called again."""
        if self._silence.runs(self.table, self.conduct.seat):
            return True
        if self.author is None:
            return False
        owing = any(link.owes_since is not None for link in self.sync.serving.links)
        return self._patience.runs or (owing and not self._has_met())

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
        if self.author is None or self.convicted or self.superseded:
            return None
        if self._has_met():
            gone = self.sync.culprits.seats | self.absent(minute)
            asks = self._own.must_ask(self.table, self.conduct)
            statement = due_statement(
                self.author,
                self.conduct,
                gone,
                self.entrusting,
                asks=asks,
                tables=self.sync.tables,
                entropy=entropy,
                minute=minute,
            )
            if statement is not None:
                return self._publish(statement)
        agreement = due_agreement(self.author, self.conduct) if self._may_sign else None
        if agreement is not None:
            own = self.conduct.own
            carried = self.author.prepare_agreement(agreement, minute=minute, settlement=own)
            return self._append(self.author, carried)
        if self._owes is None or self.must_decide:
            return None
        prepared = self.author.prepare(entropy=entropy, minute=minute, settlement=self.conduct.own)
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
        if not self.must_decide:
            raise LocalError("no decision is due from this seat")
        author = self._own_author()
        notes = heard_notes(self.table, author.seat)
        prepared = author.prepare(
            (*notes, *choice.actions),
            entropy=entropy,
            minute=minute,
            arrangements=choice.arrangements,
            settlement=self.conduct.own,
        )
        accepted = self._append(author, prepared)
        if accepted.appended.rolls or not self.must_decide:  # nobody could foresee the dice
            return accepted, None
        return accepted, choice.after(prepared.entry, prepared.carried - len(notes))

    def entrusts(self) -> Mapping[PublicKey, Entrust]:
        """Who is to be told the keys of our seat now, to play its powers next; nobody else is."""
        if self.author is None or not self._may_sign:
            return {}
        successor = handing_over(self.author, self.conduct)
        return self.entrusting.due(self.author, successor)

    def resignation(self) -> Resign:
        """How our seat resigns now: with the receipts that have come for its keys."""
        return self.entrusting.resignation(self._own_author())

    def raise_hand(self) -> StatementAccepted:
        """Ask for a window at the next boundary (SPEC-10.8).

        Raises:
            LocalError: this node has no seat, or its seat has raised its hand too often.
        """
        return self._publish(hand_raised(self._own_author()))

    def watch(self, minute: int) -> None:
        """Note since when this node knows of what the game waits for now, and who is silent.

        Args:
            minute: the time, in minutes since 1970-01-01 00:00 UTC.
        """
        self._changes.extend(self._waits.watch(self.table, minute))
        gone = self.sync.culprits.seats | self.absent(minute)
        asked = asked_against(self.table, self.conduct, gone)
        also = (*self.sync.astray, *asked)
        self._changes.extend(self._silence.watch(self.table, minute, also))

    def awaited(self, minute: int) -> tuple[Awaited, ...]:
        """What the game waits for, since when, and what can be done about it here.

        Args:
            minute: the time, in minutes since 1970-01-01 00:00 UTC.
        """
        absent_from = self._silence.absent_from(self.table)
        return self._waits.awaited(
            self.table, self.sync.culprits, self.conduct.seat, absent_from, minute
        )

    def instruct(self, power: Power, instructions: Instructions) -> StatementAccepted:
        """Give an own power new instructions; the next entry of any seat carries them.

        Raises:
            LocalError: this node's seat does not play the power, or has given too many, or the
                game is over.
            Illegal: they name what the game does not have.
        """
        return self._publish(instructed(self._own_author(), power, instructions))

    def claim_silence(self) -> StatementAccepted:
        """Say beside the line that another seat lets the game wait. It proves nothing.

        Raises:
            LocalError: this node has no seat, the game waits for nobody else, or its seat has
                claimed so too often.
        """
        return self._publish(silence_claimed(self._own_author()))

    @property
    def proposals(self) -> tuple[OpenProposal, ...]:
        """What is proposed for the next place, in the order in which it was heard.

        After a fault also that other lines are kept.
        """
        return tuple(one for _, one in open_proposals(self.sync.tables, self.conduct))

    def preview(self, proposal: Proposal) -> Run:
        """The game as it would go on, on the line that it is proposed for, if all agreed.

        Raises:
            LocalError: it is not open.
            Refused: it cannot be done there.
        """
        for table, one in open_proposals(self.sync.tables, self.conduct):
            if one.proposal.statement == proposal:
                return table.preview(proposal)
        raise LocalError("that is not proposed for the next place; the game may have gone on")

    def stays(self, proposal: Proposal) -> int:
        """The last place of our line that stays if an open proposal is agreed on (SPEC-18.4)."""
        own = self.table.log
        if isinstance(proposal.terms, TakeBack):
            return proposal.terms.to.sequence
        for table, one in open_proposals(self.sync.tables, self.conduct):
            if one.proposal.statement == proposal:
                return next(
                    place for place in range(len(own), -1, -1) if _common(table, own, place)
                )
        return len(own)

    def propose(self, terms: Terms, named: tuple[Ended, ...] = ()) -> StatementAccepted:
        """Propose something; our seat signs it once all others have signed that play.

        Against a seat that has forked while others may hold another line, it is proposed to keep
        ours after the fault.

        Args:
            terms: what is proposed, for the next place.
            named: seats against which it is made.

        Raises:
            LocalError: our seat may not sign, it cannot be done here, or our seat has proposed too
                often.
        """
        author = self._signing_author()
        check_may_say(author, Proposal, RecordKind.PROPOSAL)
        if self.sync.astray and named and isinstance(terms, Replace | End):
            terms = AfterFault(terms)
        return self._publish(proposed(author, self.conduct, terms, named))

    def consent(self, name: bytes, entropy: bytes, minute: int) -> StatementAccepted:
        """Sign the proposal of this hash.

        Args:
            name: the hash.
            entropy: 32 fresh random bytes.
            minute: the time, in minutes since 1970-01-01 00:00 UTC.

        Raises:
            LocalError: it is not open, or our seat must not sign it.
        """
        return self._publish(
            consented(
                self._signing_author(),
                self.conduct,
                name,
                self.sync.tables,
                Added(entropy, minute),
            )
        )

    def refuse(self, name: bytes) -> StatementAccepted:
        """Refuse the proposal of this hash; if it is our own, that withdraws it.

        Raises:
            LocalError: it is not open, or our seat has signed it.
        """
        return self._publish(refused(self._signing_author(), self.conduct, name, self.sync.tables))

    # How

    @property
    def _may_sign(self) -> bool:
        """Whether our seat may sign what is no rejoin."""
        return not self.convicted and not self.superseded and self._has_met()

    def _signing_author(self) -> Author:
        if not self._may_sign:
            raise LocalError("our seat may sign nothing now")
        return self._own_author()

    def _own_author(self) -> Author:
        if self.author is None:
            raise LocalError("this node has no seat")
        return self.author

    @property
    def _owes(self) -> Duty | None:
        """What our seat owes and may do now."""
        if self.author is None or self.convicted or self.superseded or self.sync.astray:
            return None
        if not self._has_met() or not self.complete or is_bound(self.table, self.conduct):
            return None
        return self.author.owes

    def _has_met(self) -> bool:
        """Whether the store is known to be whole, or we hold what some other player holds.

        That may be one that has played before us: who hands over may be all that we know.

        A store put back from a copy does not know that it is old; the others do. A node that signs
        nothing before it has met one of them cannot be made to sign twice by that mistake.
        """
        if not self._met:
            players = self.table.log.players
            own = None if self.author is None else self.author.keys.identity.public
            others = [player.key for player in players if player.key != own]
            alone = len(players.seats) == 1 and own is not None
            self._met = alone or any(
                link.peer in others and self.sync.caught_up_with(link)
                for link in self.sync.serving.links
            )
        return self._met

    def _publish(self, signed: Signed[GameStatement]) -> StatementAccepted:
        self._changes.extend(self._own.said(signed.statement))
        match signed:
            case Signed(RejoinQuestion() as question, signature):
                self.conduct.ask(Signed(question, signature))
            case Signed(Settlement() as settlement, signature):
                self._settle(self._own_author(), Signed(settlement, signature))
            case _:
                pass
        accepted = self.sync.say(signed)
        self._store(accepted)
        return accepted

    def _settle(self, author: Author, settlement: Signed[Settlement]) -> None:
        """Go on in the new incarnation, without what it does not stand by."""
        coming = complete_agreement(author, self.conduct)
        place = self.conduct.settle(settlement, self.table.log, self.table.needed, coming)
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
        self._silence.hear(event)
        match event:
            case EntryAccepted(appended):
                entry = appended.entry
                self._own.follow(self.table, self.conduct)
                if appended.voided:
                    self._changes.append(TailDropped(entry.sequence - 1))
                self._changes.append(EntryStored(entry.sequence, entry.raw))
            case StatementAccepted(signed):
                self._changes.append(StatementStored(write_record(statement_record(signed))))
            case FaultProven(evidence=evidence):
                self._changes.append(EvidenceStored(evidence))


def _common(table: Table, own: Log, place: int) -> bool:
    """Whether the line of a table is ours up to a place."""
    return place == 0 or (place <= len(table.log) and table.log.holds(own.at(place).head))
