"""A game as its node tells of it, for whoever sits there or only watches."""

__all__ = ["Observer"]

import itertools
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
        self._past: Iterator[Appended] = iter(())
        self._later: list[Appended] | None = None
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

        `GameStarted` brings all that has been played so far, as after a restart; or, if the node
        started from a snapshot, nothing yet: then `catch_up` brings it, and what follows.
        """
        match notice:
            case GameStarted(founding, replayed, since):
                return self._begin(founding, replayed, since)
            case EntryAccepted(appended=appended) if self._later is not None:
                self._later.append(appended)
            case EntryAccepted(appended=appended):
                return (self._learn(appended),)
            case StatementAccepted() if self.table is not None:
                self.knowledge = self.knowledge.disclosing(self.table.disclosed)
            case FaultProven(evidence=evidence):
                self.evidence.append(evidence)
            case _:
                pass
        return ()

    @property
    def behind(self) -> bool:
        """Whether `catch_up` has something to bring before the game is known as it stands."""
        return self._later is not None

    def catch_up(self, count: int) -> tuple[Appended, ...]:
        """Take note of so many entries of before; return them, in order."""
        if self._later is None:
            return ()
        taken = tuple(itertools.islice(self._past, count))
        if not taken:
            taken, self._later = tuple(self._later), None
        for appended in taken:
            self._learn(appended)
        if self._later is None:
            self._disclose()
        return taken

    def _begin(
        self, founding: Founding, replayed: tuple[Appended, ...], since: int
    ) -> tuple[Appended, ...]:
        self.charter = founding.charter
        first = Table.start(founding)
        self.opening = first.game
        self.knowledge = Knowledge.of(self.opening)
        if since and self.table is not None:
            before = tuple(entry.raw for entry in self.table.log)[:since]
            self._past = itertools.chain(map(first.append_again, before), replayed)
            self._later = []
            return ()
        for appended in replayed:
            self._learn(appended)
        self._disclose()
        return replayed

    def _disclose(self) -> None:
        if self.table is not None:
            self.knowledge = self.knowledge.disclosing(self.table.disclosed)

    def since(self, entry: int) -> Iterator[Event]:
        """What has happened after an entry."""
        last = 0 if self.table is None else len(self.table.log)
        for place in range(entry + 1, last + 1):
            yield from self._events.get(place, ())

    def _learn(self, appended: Appended) -> Appended:
        self._events[appended.entry.sequence] = appended.events
        self.knowledge = self.knowledge.learning(appended.events, appended.game)
        return appended
