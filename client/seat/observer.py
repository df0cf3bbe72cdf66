"""A game as its node tells of it, for whoever sits there or only watches."""

__all__ = ["Observer"]

from collections.abc import Iterator, Mapping

from client.seat.knowledge import Knowledge
from client.seat.viewer import Viewer
from engine.board import Power
from engine.game import Event, Game
from engine.pieces import PieceId
from p2p.events import EntryAccepted, FaultProven, StatementAccepted
from p2p.hosting import Hosting
from p2p.joining import Joining
from p2p.node import Node
from p2p.player import GameStarted, Notice
from protocol.charter import Charter
from protocol.founding import Founding
from protocol.table import Appended, Table


class Observer:
    """Follows a game through the notices of its node.

    Attributes:
        charter: what all have signed; None before that.
        opening: the first position; None before the charter is signed.
        knowledge: what the public facts tell of every token (SS-5); nothing before the game begins.
        evidence: proofs of fraud that the node has come upon, as files for `secret-subs audit`.
    """

    def __init__(self) -> None:
        self.charter: Charter | None = None
        self.opening: Game | None = None
        self.knowledge = Knowledge()
        self.evidence: list[bytes] = []
        self._node: Node | None = None
        self._events: dict[int, tuple[Event, ...]] = {}

    def attach(self, node: Node) -> None:
        """Look at the game through this node."""
        self._node = node

    @property
    def node(self) -> Node | None:
        """The node; None before the player sits down at it."""
        return self._node

    @property
    def table(self) -> Table | None:
        """The replica of the node, once the charter is signed."""
        return None if self._node is None else self._node.table

    @property
    def game(self) -> Game | None:
        """The public game, once the charter is signed."""
        return None if self.table is None else self.table.game

    @property
    def lobby(self) -> Hosting | Joining | None:
        """What the node keeps of the time before the charter."""
        return None if self._node is None else self._node.lobby

    @property
    def seat(self) -> int | None:
        """The seat that is played here; None for a watcher."""
        return None if self._node is None else self._node.seat

    @property
    def powers(self) -> tuple[Power, ...]:
        """The powers that are played here; a keeper plays none."""
        if self.seat is None or self.game is None:
            return ()
        return self.game.powers_of(self.seat)

    @property
    def groups(self) -> Mapping[PieceId, int]:
        """This seat's own secrets: handle → group."""
        return {} if self._node is None else self._node.groups

    @property
    def viewer(self) -> Viewer:
        """Who sits here, with all that this seat knows of hidden tokens."""
        return Viewer(frozenset(self.powers), self.groups, self.knowledge)

    def observe(self, notice: Notice) -> tuple[Appended, ...]:
        """Take note of something that happened; return the entries that are new by it, in order.

        `GameStarted` brings all that has been played so far, as after a restart.
        """
        match notice:
            case GameStarted(founding, replayed):
                return self._begin(founding, replayed)
            case EntryAccepted(appended=appended):
                return (self._learn(appended),)
            case StatementAccepted() if self.table is not None:
                self.knowledge = self.knowledge.disclosing(self.table.disclosed)
            case FaultProven(evidence=evidence):
                self.evidence.append(evidence)
            case _:
                pass
        return ()

    def _begin(self, founding: Founding, replayed: tuple[Appended, ...]) -> tuple[Appended, ...]:
        self.charter = founding.charter
        self.opening = Table.start(founding).game
        self.knowledge = Knowledge.of(self.opening)
        for appended in replayed:
            self._learn(appended)
        if self.table is not None:
            self.knowledge = self.knowledge.disclosing(self.table.disclosed)
        return replayed

    def since(self, entry: int) -> Iterator[Event]:
        """What has happened after an entry."""
        last = 0 if self.table is None else len(self.table.log)
        for place in range(entry + 1, last + 1):
            yield from self._events.get(place, ())

    def _learn(self, appended: Appended) -> Appended:
        self._events[appended.entry.sequence] = appended.events
        self.knowledge = self.knowledge.learning(appended.events, appended.game)
        return appended
