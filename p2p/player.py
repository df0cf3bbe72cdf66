"""What a node asks of its player, and what it tells: people and bots alike.

A player sees a *position*: the public table and its own secrets. It answers with a `Choice`. It is
never asked for what needs no judgement.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from engine.board import Power
from engine.game import Game
from engine.instructing import read_instructions
from engine.pieces import PieceId
from engine.requests import Decision
from engine.run import Run
from p2p.chat import ChatMessage, RematchOffered, Reminded
from p2p.choice import Choice
from p2p.entrusting import KeysReceived, KeysRefused
from p2p.events import EntryAccepted, FaultProven, StatementAccepted
from p2p.lobby_protocol import Proposed
from p2p.messages import RemindTerms
from p2p.probing import Reachability
from p2p.revealing import WrongPart
from p2p.ways import Relay
from protocol.entry_builder import Declined
from protocol.founding import Founding
from protocol.identity import PublicKey
from protocol.players import Player as SeatPlayer
from protocol.successors import Successor
from protocol.table import Appended, Table

__all__ = [
    "Connected",
    "Disconnected",
    "GameStarted",
    "InviteWithdrawn",
    "KeeperReminds",
    "KnockEnded",
    "Knocked",
    "MailboxFails",
    "MailboxOpened",
    "Notice",
    "Player",
    "PlayerChanged",
    "Position",
    "RelayDeclines",
    "RelayHolds",
    "RelayRegistered",
    "SeatAbsent",
    "SeatTaken",
    "SuccessorCame",
    "Superseded",
    "TableListed",
    "WaysTested",
]


@dataclass(frozen=True, slots=True)
class Position:
    """A decision that is asked of a player.

    Attributes:
        table: the game; to be looked at only.
        seat: of the player.
        decision: what is asked.
        groups: what every token holds that the player ever sealed: handle and group.
        declined: why the last choice for this decision was refused; None at first.
    """

    table: Table
    seat: int
    decision: Decision[object]
    groups: Mapping[PieceId, int]
    declined: Declined | None = None

    @property
    def game(self) -> Game:
        """The public game."""
        return self.table.game

    def fork(self) -> Run:
        """An independent run at this moment, for looking ahead.

        The seat's own instructions that wait hold in it: its next entry begins with them.
        """
        run = self.table.fork()
        for signed in self.table.waiting_instructions(self.seat):
            said = signed.statement
            power = Power(said.power)
            run.instruct(power, read_instructions(self.game, power, said.data))
        return run


@dataclass(frozen=True, slots=True)
class Connected:
    """A peer is there."""

    peer: PublicKey


@dataclass(frozen=True, slots=True)
class Disconnected:
    """A peer is gone, or one could not be reached.

    Attributes:
        peer: whose connection it was; None if it never came to that.
        reason: in words.
        refused: whether one end refuses what the other says, so that calling again changes nothing.
    """

    peer: PublicKey | None
    reason: str
    refused: bool = False


@dataclass(frozen=True, slots=True)
class RelayRegistered:
    """Our node is registered at a relay: others can call it there."""

    relay: Relay


@dataclass(frozen=True, slots=True)
class RelayHolds:
    """A relay holds the log for us: who comes while we sleep finds our entries there."""

    relay: Relay


@dataclass(frozen=True, slots=True)
class RelayDeclines:
    """A relay does not hold the log for us.

    Attributes:
        relay: that was asked.
        reason: in words; its own, if it has given one.
    """

    relay: Relay
    reason: str


@dataclass(frozen=True, slots=True)
class TableListed:
    """A relay tells strangers of our table, or no more."""

    relay: Relay
    shown: bool


@dataclass(frozen=True, slots=True)
class Knocked:
    """A stranger asks to be let in (SPEC-16.22): see `Node.let_in` and `Node.turn_away`.

    Attributes:
        key: that it has proved.
        name: as it would be called.
        watches: whether it would watch, and not play.
    """

    key: PublicKey
    name: str
    watches: bool


@dataclass(frozen=True, slots=True)
class KnockEnded:
    """A stranger who has knocked was answered, or has gone."""

    key: PublicKey
    name: str


@dataclass(frozen=True, slots=True)
class MailboxOpened:
    """A mailbox is open: what others have left there is read, and what they lack is left."""

    relay: Relay


@dataclass(frozen=True, slots=True)
class MailboxFails:
    """A mailbox has closed, or takes nothing; it is tried again.

    Attributes:
        relay: that it is at.
        reason: in words; its own, if it has given one.
    """

    relay: Relay
    reason: str


@dataclass(frozen=True, slots=True)
class WaysTested:
    """It was tested by which ways others can call our node."""

    ways: tuple[Reachability, ...]


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player has taken a seat at our table."""

    seat: int
    name: str
    key: PublicKey


@dataclass(frozen=True, slots=True)
class InviteWithdrawn:
    """The invite to a place at our table was taken back, and there is a new one.

    Attributes:
        place: that it was for: a seat, or from `MAX_SEATS` on a place to watch.
        freed: seats that are free with that, and who sat there: also those of all who had signed a
            charter that is void now.
    """

    place: int
    freed: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class GameStarted:
    """All have signed the charter: the game begins, or goes on after a restart.

    Attributes:
        founding: with the charter.
        replayed: what the entries brought about that were played before; or, if the node started
            from a snapshot, the last of them.
        since: place of the entry of that snapshot; 0 if there is none.
        doubts: why snapshots were not used, in words.
    """

    founding: Founding
    replayed: tuple[Appended, ...] = ()
    since: int = 0
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SuccessorCame:
    """Somebody is connected who would play a seat in its player's stead, if all agree.

    Attributes:
        successor: what they bring.
        own: whether it is the player of our node.
    """

    successor: Successor
    own: bool = False


@dataclass(frozen=True, slots=True)
class PlayerChanged:
    """Another plays a seat from here on.

    Attributes:
        seat: that is played.
        before: who played it.
        now: who plays it.
        own: whether our node played it: it may watch.
    """

    seat: int
    before: SeatPlayer
    now: SeatPlayer
    own: bool


@dataclass(frozen=True, slots=True)
class KeeperReminds:
    """A keeper says how it reminds our player, or what came of what it was asked (SPEC-16.24)."""

    seat: int
    said: RemindTerms


@dataclass(frozen=True, slots=True)
class SeatAbsent:
    """A seat counts as absent from now on: the others may go on without it (SPEC-18.8)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Superseded:
    """Another device plays our seat now: this one signs nothing more."""


Notice: TypeAlias = (
    Connected
    | Disconnected
    | MailboxFails
    | MailboxOpened
    | RelayDeclines
    | RelayHolds
    | RelayRegistered
    | WaysTested
    | TableListed
    | Knocked
    | KnockEnded
    | SeatTaken
    | InviteWithdrawn
    | GameStarted
    | EntryAccepted
    | StatementAccepted
    | FaultProven
    | SeatAbsent
    | Superseded
    | SuccessorCame
    | PlayerChanged
    | KeysReceived
    | KeysRefused
    | WrongPart
    | ChatMessage
    | Reminded
    | RematchOffered
    | KeeperReminds
)


class Player(Protocol):
    """A person at a terminal, or a bot."""

    async def consents(self, proposed: Proposed) -> bool:
        """Whether to sign this charter. Asked of guests; the host has laid it down itself."""

    async def decide(self, position: Position) -> Choice:
        """Answer the decision. Cancelled if it is no longer asked."""

    def notice(self, notice: Notice) -> None:
        """Something has happened. Must return at once."""
