"""What a session of a person in a browser consists of; the parts each look after one thing."""

__all__ = ["SessionState"]

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from client.presentation.catalog import CATALOG
from client.schema.game import Plan
from client.seat.invitations import Invitation
from client.seat.memo import MemoFile
from client.seat.observer import Observer
from client.seat.staging import Staging
from client.seat.standing_orders import answer_by_orders
from client.seat.viewer import Viewer
from client.table.connections import Connections
from client.table.decision import PendingDecision
from client.table.journal import Journal
from client.table.lobby import ProposedGame
from client.table.outlook import Outlook
from client.table.picture import Scene, scene
from client.table.playback import Recording
from client.table.timeline import Timeline
from engine.game import Game
from engine.records import encode
from p2p.chat import RematchOffered
from p2p.ways import WayIn
from protocol.entry import Decide
from protocol.entry_builder import PlayerAction


@dataclass(eq=False)
class SessionState:
    """What is known and chosen at one table, by its player.

    Attributes:
        observer: what is known of the game.
        connections: which other players are connected.
        memo: what the player keeps for itself.
        decision: what is asked of the player; None while nothing is.
        sending: the game with what the player has just sent, until it is an entry; None otherwise.
        consent: whether the player signs the charter that is proposed; None while none is.
        agreement: what is to be agreed to before the game begins.
        journal: the log in words; None before the game begins.
        recording: all that was told, to be played back; None before the game begins.
        moments: all that can be gone back to; None before the game begins.
        taken: names of the players who have come so far, by seat.
        notices: what happened before the game began, in words.
        invitations: that this player, the host, is to hand out.
        reach: where links to the running game lead, as the player has said; empty if it has not.
        preview: hash of the proposal whose position the map shows; None for the present one.
        fraud: whether somebody has been caught cheating.
        offer: for whom the player has come to play on, in words; empty if for nobody.
        rematch: what another player invites to, once the game is over; None if nobody does.
        maps: files of drawn maps besides those that come with the program.
        outlook: the odds that the map shows.
        drawn: the scene that was drawn last, of which game, for whom, and with which odds.
    """

    observer: Observer
    outlook: Outlook
    connections: Connections = field(default_factory=Connections)
    memo: MemoFile = field(default_factory=lambda: MemoFile(None))
    decision: PendingDecision | None = None
    sending: Game | None = None
    consent: asyncio.Future[bool] | None = None
    agreement: ProposedGame | None = None
    journal: Journal | None = None
    recording: Recording | None = None
    moments: Timeline | None = None
    taken: dict[int, str] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)
    invitations: tuple[Invitation, ...] = ()
    reach: tuple[WayIn, ...] = ()
    preview: bytes | None = None
    drawn: tuple[Game, Viewer, Mapping[str, Plan], Scene] | None = None
    fraud: bool = False
    offer: str = ""
    rematch: RematchOffered | None = None
    maps: tuple[Path, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game is."""
        return self.observer.table is not None and self.observer.table.request is None

    @property
    def timeline(self) -> Timeline | None:
        """The moments of one who may look back: a watcher, and everybody once the game is over."""
        return self.moments if self.observer.seat is None or self.over else None

    @property
    def entries(self) -> int:
        """How many entries there are to be told, also while those of long ago are read again."""
        if self.observer.behind and self.observer.table is not None:
            return len(self.observer.table.log)
        return 0 if self.journal is None else self.journal.entries

    @property
    def question(self) -> str:
        """The id of what is asked now: the head of the log, and how much is staged on it.

        Whoever answers names it, so that no answer is taken for one to another question.
        """
        table, decision = self.observer.table, self.decision
        head = "" if table is None else table.log.head.hash.hex()[:16]
        return f"{head}.{0 if decision is None else decision.staging.version}"

    @property
    def leads_to(self) -> tuple[WayIn, ...]:
        """Where links to the running game lead, by the player, by the invitations, or as usual."""
        if self.reach or self.observer.node is None:
            return self.reach
        invited = next((one.invite.ways for one in self.invitations), ())
        return invited or self.observer.node.ways

    def scene_of(self, game: Game) -> Scene:
        """The board as the player sees it, drawn anew if anything of it has changed."""
        viewer = self.observer.viewer
        planned = self.outlook.plans(game, viewer)
        if (
            self.drawn is None
            or self.drawn[0] is not game
            or self.drawn[1] != viewer
            or self.drawn[2] is not planned
        ):
            self.drawn = game, viewer, planned, scene(game, viewer, planned)
        return self.drawn[3]

    def answer_by_orders(self, staging: Staging) -> tuple[PlayerAction, ...] | None:
        """What standing orders send, and tell in the journal; None if the player must be asked."""
        view = staging.view
        answer = None if view is None else answer_by_orders(self.memo.memo.standing, view)
        if view is None or answer is None:
            return None
        if self.journal is not None:
            self.journal.say(CATALOG.by_orders(view, answer))
        return (*staging.actions, Decide(encode(answer)))
