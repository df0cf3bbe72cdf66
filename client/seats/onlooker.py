"""What everybody at a table sees, player or not: the notices of the node, in words."""

__all__ = ["Onlooker", "Screen"]

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from client.presentation.tell import Names, told
from client.seat.knowledge import Knowledge
from engine.game import Game
from p2p.chat import ChatMessage
from p2p.lobby_protocol import Proposed
from p2p.node import Node
from p2p.player import (
    Connected,
    Disconnected,
    GameStarted,
    Notice,
    Position,
    SeatTaken,
    Superseded,
)
from p2p.replica import Choice
from p2p.sync import EntryAccepted, FaultProven, Forked, StatementAccepted
from protocol.charter import Charter
from protocol.errors import LocalError
from protocol.founding import Founding
from protocol.statements import Closing, Disclosure, RaisedHand, SilenceClaim
from protocol.table import Appended, Table


class Screen(Protocol):
    """Where lines are shown."""

    def show(self, text: str) -> None:
        """Print some lines."""


class Onlooker:
    """Watches a table (`p2p.player.Player` of a spectator): shows what happens, decides nothing.

    Attributes:
        screen: where it shows what happens.
        knowledge: what the public facts tell of every token, once the game is founded.
        evidence: proofs of fraud that the node has come upon, as files for `secret-subs audit`.
        memo: file of what the player keeps for itself; None to keep nothing.
    """

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.knowledge: Knowledge | None = None
        self.evidence: list[bytes] = []
        self.memo: Path | None = None
        self._names: Names | None = None
        self._charter: Charter | None = None
        self._node: Node | None = None

    async def sit(self, node: Node) -> None:
        """Take a place at a node and stay until it stops."""
        self._node = node
        await node.run()

    @property
    def table(self) -> Table | None:
        """The replica of the node, once the game is founded."""
        return None if self._node is None else self._node.table

    @property
    def known(self) -> tuple[str, ...]:
        """What this seat knows of all tokens: its own for certain, the others' as facts allow."""
        game, node = self.game, self._node
        if game is None or node is None or self.knowledge is None:
            return ()
        powers = () if node.seat is None else game.rules.seats[node.seat]
        return tuple(self.knowledge.lines(game, powers, node.groups))

    @property
    def game(self) -> Game | None:
        """The public game, once it is founded."""
        return None if self.table is None else self.table.game

    async def consents(self, proposed: Proposed) -> bool:
        """See `Player.consents`."""
        raise LocalError(f"a spectator is asked to sign {proposed.charter.game_id.hex()}")

    async def decide(self, position: Position) -> Choice:
        """See `Player.decide`."""
        raise LocalError(f"a spectator is asked for {position.decision}")

    def notice(self, notice: Notice) -> None:
        """See `Player.notice`."""
        lines = list(self._lines(notice))
        if lines:
            self.screen.show("\n".join(lines))

    def _lines(self, notice: Notice) -> Iterator[str]:
        match notice:
            case GameStarted(founding):
                self._begin(founding)
                yield f"The game is founded: {founding.charter.game_id.hex()[:16]}"
            case EntryAccepted():
                yield from self._told(notice)
            case StatementAccepted(signed):
                yield from self._said(signed.statement)
            case SeatTaken(seat, name, key):
                yield f"{name} takes seat {seat}: {key.fingerprint}"
            case Connected(peer):
                yield f"connected: {self._who(peer.fingerprint)}"
            case Disconnected(peer, reason):
                who = "nobody there" if peer is None else self._who(peer.fingerprint)
                yield f"disconnected: {who} {reason}".rstrip()
            case ChatMessage(seat, text, by):
                way = "" if by is None else f", by way of {self._named(by)}"
                yield f"{self._named(seat)}{way}: {text}"
            case Superseded():
                yield "Another device plays this seat now; this one signs nothing any more."
            case Forked(refusal=refusal, evidence=evidence):
                self.evidence.append(evidence)
                yield f"FRAUD, and the game stops here: {refusal}"
            case FaultProven(refusal=refusal, evidence=evidence):
                self.evidence.append(evidence)
                yield f"FRAUD, refused: {refusal}"

    def _begin(self, founding: Founding) -> None:
        """Take note of all that has been played so far."""
        replayed = Table.start(founding)
        self._charter = founding.charter
        self._names = Names(replayed.game)
        self.knowledge = Knowledge(replayed.game)
        self._opened(replayed.game)
        for entry in self.table.log if self.table is not None else ():
            self._recall(replayed.append_on_trust(entry.raw))  # the table has judged it

    def _opened(self, game: Game) -> None:
        """Take note of the first position, of which nothing has been played."""

    def _recall(self, appended: Appended) -> None:
        """Take note of an entry that was played before."""
        self._learn(appended)

    def _learn(self, appended: Appended) -> None:
        if self._names is not None and self.knowledge is not None:
            self._names.learn(appended.game)
            self.knowledge.learn(appended.events, appended.game)

    def _told(self, accepted: EntryAccepted) -> Iterator[str]:
        if self._names is not None:
            self._learn(accepted.appended)
            yield from told(accepted.appended.events, self._names)

    def _said(self, statement: object) -> Iterator[str]:
        match statement:
            case RaisedHand(seat=seat):
                yield f"Hand raised by {self._named(seat)}: a window at the next boundary, please"
            case SilenceClaim(seat=seat, owing=owing):
                yield f"The game waits for {self._named(owing)}, says {self._named(seat)}"
            case Closing(seat=seat):
                yield f"The end of the game is signed by {self._named(seat)}"
            case Disclosure(seat=seat):
                yield f"Sealing keys are disclosed by {self._named(seat)}"
            case _:
                return

    def _named(self, seat: int) -> str:
        return f"seat {seat}" if self._charter is None else self._charter.seats[seat].name

    def _who(self, fingerprint: str) -> str:
        if self._charter is not None:
            for seat in self._charter.seats:
                if seat.key.fingerprint == fingerprint:
                    return seat.name
            return f"a watcher, {fingerprint}"
        return fingerprint
