"""What a node tells, in words: moves and battles, who comes and goes, chat, fraud."""

__all__ = ["NoticeText"]

from collections.abc import Iterator, Sequence
from typing import assert_never

from client.presentation.agreements import agreed_line, terms_words
from client.presentation.events import event_lines
from client.presentation.names import Names
from client.presentation.players import player_name, seat_names
from client.presentation.reachability import reachability_lines
from client.presentation.reminding import reply_words
from client.seat.observer import Observer
from p2p.chat import ChatMessage, RematchOffered, Reminded
from p2p.entrusting import KeysReceived, KeysRefused
from p2p.events import EntryAccepted, FaultProven, StatementAccepted
from p2p.messages import ReminderReply
from p2p.player import (
    Connected,
    Disconnected,
    GameStarted,
    InviteWithdrawn,
    KeeperReminds,
    Knocked,
    KnockEnded,
    MailboxFails,
    MailboxOpened,
    Notice,
    PlayerChanged,
    RelayDeclines,
    RelayHolds,
    RelayRegistered,
    SeatAbsent,
    SeatTaken,
    SuccessorCame,
    Superseded,
    TableListed,
    WaysTested,
)
from p2p.revealing import WrongPart
from protocol.agreements import ProposalSignature
from protocol.players import Player, Players
from protocol.printable import printable
from protocol.proposals import Proposal, ProposalRefusal
from protocol.statements import Closing, Disclosure, RaisedHand, SilenceClaim
from protocol.table import Appended


class NoticeText:
    """Puts the notices of one game into words."""

    def __init__(self, observer: Observer) -> None:
        """Begin before the first notice; `observer` must have observed each that is told."""
        self._observer = observer
        self._names: Names | None = None

    def lines(self, notice: Notice, entries: Sequence[Appended]) -> Iterator[str]:
        """One line for each thing that happened; no text of a stranger's makes another.

        Args:
            notice: what the node told.
            entries: those that are new by it, as `Observer.observe` returned them.
        """
        return map(printable, self._lines(notice, entries))

    def learn(self, entries: Sequence[Appended]) -> None:
        """Know whom and what entries are about that are not told."""
        for appended in entries:
            self._learn(appended)

    def _lines(self, notice: Notice, entries: Sequence[Appended]) -> Iterator[str]:
        match notice:
            case GameStarted(founding, replayed, doubts=doubts):
                if self._observer.opening is not None:
                    self._names = Names(self._observer.opening)
                self.learn(entries)
                yield from (f"All of the game was played again: {doubt}" for doubt in doubts)
                begins = "goes on" if replayed else "begins"
                yield f"The game {begins}: {founding.charter.game_id.hex()[:16]}"
            case EntryAccepted():
                for appended in entries:
                    yield from self._in_words(appended)
            case StatementAccepted(signed):
                yield from self._statement(signed.statement)
            case SeatTaken(seat, name, key):
                yield f"{name} takes seat {seat}: {key.fingerprint}"
            case InviteWithdrawn(_, freed):
                gone = "".join(f"; {name} leaves seat {seat}" for seat, name in freed.items())
                yield f"An invite is taken back{gone}. There is a new one."
            case Connected() | Disconnected() | RelayRegistered() | RelayHolds() | RelayDeclines():
                yield self._reached(notice)
            case TableListed() | Knocked() | KnockEnded():
                yield _of_strangers(notice)
            case MailboxOpened(relay):
                yield f"Mail at {relay}: you read what others leave there, and they what you leave"
            case MailboxFails(relay, reason):
                yield f"Mail at {relay} waits: {reason}"
            case WaysTested(ways):
                yield from reachability_lines(ways, begun=self._observer.table is not None)
            case ChatMessage() | Reminded() | RematchOffered():
                yield self._said(notice)
            case KeeperReminds(seat, said):
                if said.reply is not ReminderReply.NOTHING:
                    yield reply_words(self._named(seat), said.reply)
            case SeatAbsent(seat):
                yield f"{self._named(seat)} is absent: the others may go on without them now"
            case Superseded():
                yield "Another device now plays this seat; this one signs nothing more."
            case SuccessorCame(successor, own):
                who = f"{player_name(successor)} ({successor.key.fingerprint})"
                does = "keep the log instead of" if self._keeps(successor.seat) else "play on for"
                what = f"{does} {self._named(successor.seat)}"
                yield (
                    f"You {what} once the players have agreed; until then you watch"
                    if own
                    else f"{who} would {what}, if all agree"
                )
            case KeysReceived() | KeysRefused():
                yield self._passed(notice)
            case WrongPart(seat, token):
                yield (
                    f"{self._named(seat)} did not say what it keeps for token #{token}, but "
                    "something else"
                )
            case PlayerChanged(seat, before, now, own):
                yield self._changed(seat, before, now, own=own)
            case FaultProven(refusal=refusal) as fault:
                yield f"FRAUD by {self._culprit(fault)}: {refusal}. Nothing more is taken of them."

    def _passed(self, notice: KeysReceived | KeysRefused) -> str:
        """Whether the keys of who leaves have come to us."""
        match notice:
            case KeysReceived(giver):
                return (
                    f"You know now what the tokens of {self._named(giver)} hold; nobody else does"
                )
            case KeysRefused(giver, reason):
                return (
                    f"{self._named(giver)} did not show what its tokens hold, so nothing passes "
                    f"to you: {reason}"
                )
            case never:
                assert_never(never)

    def _learn(self, appended: Appended) -> None:
        if self._names is not None:
            self._names.learn(appended.game)

    def _in_words(self, appended: Appended) -> Iterator[str]:
        self._learn(appended)
        agreed = agreed_line(appended.entry, self._seats(appended.entry.sequence - 1))
        if agreed is not None:
            yield agreed
        if self._names is not None:
            yield from event_lines(appended.events, self._names)

    def _statement(self, statement: object) -> Iterator[str]:
        match statement:
            case RaisedHand(seat=seat):
                yield f"{self._named(seat)} asks for a window at the next opportunity"
            case SilenceClaim(seat=seat, owing=owing):
                yield f"{self._named(seat)} says: still waiting for {self._named(owing)}"
            case Proposal() as proposal:
                yield terms_words(proposal, self._seats())
            case ProposalSignature(seat=seat, proposal=name):
                if not self._is_carried(name):
                    yield f"{self._named(seat)} signs what is proposed"
            case ProposalRefusal(seat=seat, proposal=name):
                yield f"{self._named(seat)} {self._refuses(seat, name)}"
            case Closing(seat=seat):
                yield f"{self._named(seat)} signs the end of the game"
            case Disclosure(seat=seat):
                yield f"{self._named(seat)} opens all their tokens to all"
            case _:
                return

    def _said(self, notice: ChatMessage | Reminded | RematchOffered) -> str:
        """What another player has said to ours, in no log."""
        who = self._named(notice.seat)
        match notice:
            case ChatMessage(_, text, by):
                return f"{who}{self._relayed(by)}: {text}"
            case Reminded(_, by):
                return f"{who}{self._relayed(by)} reminds you: you are waited for"
            case RematchOffered(_, invite):
                return f"{who} invites you to a rematch: {invite.link()}"

    def _relayed(self, by: int | None) -> str:
        return "" if by is None else f" (relayed by {self._named(by)})"

    def _is_carried(self, name: bytes) -> bool:
        """Whether an entry says already what is agreed, and who has signed it."""
        table = self._observer.table
        carried = () if table is None else table.log.agreements.values()
        return any(one.terms.hash == name for one in carried)

    def _refuses(self, seat: int, name: bytes) -> str:
        """What a seat does that refuses a proposal: of its own, without it, or of another."""
        table = self._observer.table
        known = None if table is None else table.log.heard.proposals.get(name)
        if known is not None and known.statement.seat == seat:
            return "withdraws the proposal"
        if known is not None and seat in known.statement.must_be_gone:
            return "is here, and disputes what is proposed"
        return "refuses what is proposed"

    @property
    def _players(self) -> Players | None:
        """All that play or have played; None before the charter is signed."""
        table, charter = self._observer.table, self._observer.charter
        if charter is None:
            return None
        return Players.of(charter) if table is None else table.log.players

    def _seats(self, place: int | None = None) -> Sequence[str]:
        """The names of those who play after a place of the line, or now, by seat."""
        return () if self._players is None else seat_names(self._players, place)

    def _keeps(self, seat: int) -> bool:
        return self._players is not None and seat in self._players.charter.keepers

    def _changed(self, seat: int, before: Player, now: Player, *, own: bool) -> str:
        who = player_name(now)
        match self._keeps(seat), own:
            case True, True:
                return f"{who} keeps the log in your place now: you keep no more, and may watch"
            case True, False:
                return f"{who} keeps the log instead of {before.name}: {now.key.fingerprint}"
            case False, True:
                return f"{who} plays your seat now: you play no more, and may watch"
            case _:
                return f"{who} plays on for {before.name}: {now.key.fingerprint}"

    def _named(self, seat: int) -> str:
        return f"seat {seat}" if self._players is None else self._seats()[seat]

    def _culprit(self, fault: FaultProven) -> str:
        """Who played the seat with the key that is at fault."""
        players = self._players
        player = None if players is None else players.numbered(fault.seat, fault.key)
        return self._named(fault.seat) if player is None else player_name(player)

    def _reached(
        self, notice: Connected | Disconnected | RelayRegistered | RelayHolds | RelayDeclines
    ) -> str:
        """Who can be reached, and by what means others can reach us."""
        match notice:
            case Connected(peer):
                return f"{self._who(peer.fingerprint)} is connected"
            case Disconnected(peer, reason):
                gone = "Cannot connect"
                if peer is not None:
                    gone = f"{self._who(peer.fingerprint)} is disconnected"
                return f"{gone}: {reason}" if reason else gone
            case RelayRegistered(relay):
                return f"Registered at {relay}: others can call you there"
            case RelayHolds(relay):
                return f"{relay} holds the log of this game, for who comes while the others sleep"
            case RelayDeclines(_, reason):
                return f"The log of this game is not held: {reason}"
            case never:
                assert_never(never)

    def _who(self, fingerprint: str) -> str:
        if self._players is None:
            return fingerprint
        for player in self._players:
            if player.key.fingerprint == fingerprint:
                return player_name(player)
        node = self._observer.node
        for way in () if node is None else node.held_at:
            if way.key.fingerprint == fingerprint:
                return f"{way.relay}, which holds the log,"
        return f"a spectator ({fingerprint})"


def _of_strangers(notice: TableListed | Knocked | KnockEnded) -> str:
    match notice:
        case TableListed(relay, shown):
            told = "lists your table for strangers" if shown else "does not list your table"
            return f"{relay} {told}"
        case Knocked(key, name, watches):
            wants = "watch" if watches else "play"
            return f"{name} knocks and would {wants}: {key.fingerprint}"
        case KnockEnded(_, name):
            return f"{name} waits no more to be let in"
