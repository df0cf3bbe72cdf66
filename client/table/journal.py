"""The log in words: a line for each event, or for several that are one, with their entry."""

__all__ = ["Journal", "Told"]

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from client.presentation.agreements import agreed_line
from client.presentation.catalog import CATALOG
from client.presentation.events import in_runs, told_together
from client.presentation.names import Names
from client.schema.log import Clash, Dice, Line, Step, TurnStart
from client.table.battle_log import BattleLog, end_of
from engine.battle.events import BattleOver
from engine.game import Event, Game
from engine.turn import TurnBegan
from p2p.chat import ChatMessage, RematchOffered
from p2p.player import Connected, Disconnected, Notice, RelayHolds, RelayRegistered, WaysTested
from protocol.entry import Entry, SealTokens
from protocol.table import Appended


@dataclass(frozen=True, slots=True)
class Told:
    """An event as it was told.

    Attributes:
        clash: that began with it, without its steps.
        fallen: steps that it added to the clash.
    """

    event: Event
    text: str
    clash: Clash | None
    fallen: tuple[Step, ...]


class Journal:
    """What has happened so far, line by line, and the dice that fell last.

    Attributes:
        lines: by number, as a page shows them.
        entries: how many entries have been told.
        author: who signed the last of them.
    """

    def __init__(self, game: Game) -> None:
        self.lines: dict[str, Line] = {}
        self.entries = 0
        self.author = ""
        self._battle_log = BattleLog()
        self._names = Names(game)

    @property
    def names(self) -> Names:
        """What the pieces of the game are called."""
        return self._names

    @property
    def dice(self) -> Dice:
        """The dice that fell last and what came of them."""
        return self._battle_log.dice

    def tell(self, appended: Appended, after: Game, seats: Sequence[str]) -> tuple[Told, ...]:
        """Write down what an entry brought about; return it event by event.

        Args:
            appended: the entry, and what happened by it.
            after: the game after it.
            seats: the names of those who played before it.
        """
        self.entries += 1
        self.author = seats[appended.entry.seat]
        self._names.learn(after)
        agreed = agreed_line(appended.entry, seats)
        if agreed is not None:
            self._add(
                Line(
                    text=agreed,
                    state="signed",
                    kind="agreed",
                    entry=appended.entry.sequence,
                    seat=appended.entry.seat,
                    who=self.author,
                    minute=appended.entry.minute,
                    hash=appended.entry.hash.hex()[:16],
                )
            )
        runs = in_runs(appended.events)
        return tuple(told for run in runs for told in self._write(appended.entry, run))

    def say(self, text: str, kind: str = "", seat: int | None = None) -> None:
        """Write down something that is no entry; what kind of words it is, and who has said it."""
        self._add(Line(text=text, state="said", kind=kind, seat=seat))

    def hear(self, notice: Notice, lines: Iterable[str]) -> None:
        """Write down, in these words, what the node has told of besides entries."""
        for line in lines:
            match notice:
                case ChatMessage(seat):
                    self.say(line, "chat", seat)
                case RematchOffered(seat):
                    self.say(line, "rematch", seat)
                case Connected() | Disconnected() | RelayRegistered() | RelayHolds() | WaysTested():
                    self.say(line, "presence")
                case _:
                    self.say(line)

    def words(self, events: Iterable[Event], after: Game) -> tuple[str, ...]:
        """Events in words without writing them down: those that are staged."""
        self._names.learn(after)
        return tuple(told_together(run, self._names) for run in in_runs(events))

    def _write(self, entry: Entry, run: Sequence[Event]) -> list[Told]:
        """Write one line for events that go on with each other; return each as it was told."""
        told = [self._told(event) for event in run]
        first, last = run[0], run[-1]
        sealed = any(isinstance(item, SealTokens) for item in entry.items)
        self._add(
            Line(
                text=told_together(run, self._names),
                state="sealed" if sealed else "signed",
                kind=str(getattr(first, "tag", "")),
                space=CATALOG.place(last),
                end=end_of(first) if isinstance(first, BattleOver) else None,
                turn=_turn(first) if isinstance(first, TurnBegan) else None,
                entry=entry.sequence,
                seat=entry.seat,
                who=self.author,
                minute=entry.minute,
                hash=entry.hash.hex()[:16],
            )
        )
        return told

    def _told(self, event: Event) -> Told:
        place = self._battle_log.place
        self._battle_log.add(event, self._names)
        text = CATALOG.tell(event, self._names)
        return Told(event, text, *self._battle_log.since(place))

    def _add(self, line: Line) -> None:
        self.lines[str(len(self.lines))] = line


def _turn(event: TurnBegan) -> TurnStart:
    return TurnStart(round=event.round, powers=tuple(event.powers))
