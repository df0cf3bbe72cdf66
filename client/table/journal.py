"""The log in words: one line for each event, with the entry that it came from."""

__all__ = ["Journal"]

from collections.abc import Iterable, Sequence

from client.table.picture import Section
from client.terminal.tell import Names, tell
from engine.battle.events import BattleOpened, Fired
from engine.game import Event, Game
from engine.turn import PhaseBegan
from engine.variants.secret_subs.events import TokensRevealed
from protocol.entry import Entry, Seal
from protocol.table import Appended

_PLACES = ("space", "at", "to", "territory")


class Journal:
    """What has happened so far, line by line, and the dice of the battle that was last fought.

    Attributes:
        lines: by number, as a page shows them.
        entries: how many entries have been told.
        fired: dice of the last battle, in the order in which they fell.
        revealed: tokens turned up in it, with their groups.
    """

    def __init__(self, game: Game, seats: Sequence[str]) -> None:
        self.lines: Section = {}
        self.entries = 0
        self.fired: list[Section] = []
        self.revealed: list[Section] = []
        self._names = Names(game)
        self._seats = seats

    def tell(self, appended: Appended, after: Game) -> None:
        """Write down what an entry brought about."""
        self.entries += 1
        self._names.learn(after)
        for event in appended.events:
            self._note(event)
            self._write(appended.entry, event)

    def say(self, text: str) -> None:
        """Write down something that is no entry."""
        self.lines[str(len(self.lines))] = {"text": text, "state": "said"}

    def words(self, events: Iterable[Event], after: Game) -> list[str]:
        """Events in words without writing them down: those that are staged."""
        self._names.learn(after)
        return [tell(event, self._names) for event in events]

    def _write(self, entry: Entry, event: Event) -> None:
        where = next(
            (at for name in _PLACES if isinstance(at := getattr(event, name, None), str)), None
        )
        sealed = any(isinstance(item, Seal) for item in entry.items)
        self.lines[str(len(self.lines))] = {
            "text": tell(event, self._names),
            "kind": getattr(event, "tag", ""),
            "space": where,
            "entry": entry.sequence,
            "seat": entry.seat,
            "who": self._seats[entry.seat],
            "hash": entry.hash.hex()[:16],
            "state": "sealed" if sealed else "signed",
        }

    def _note(self, event: Event) -> None:
        match event:
            case BattleOpened() | PhaseBegan():
                self.fired, self.revealed = [], []
            case Fired(space, why, volley):
                self.fired.append(
                    {
                        "space": space,
                        "why": why,
                        "shots": [
                            {
                                "role": shot.role.value,
                                "kind": shot.kind,
                                "strength": shot.strength,
                                "dice": list(shot.dice),
                                "hits": shot.hits,
                            }
                            for shot in volley
                        ],
                    }
                )
            case TokensRevealed(_, groups):
                self.revealed += [{"token": t, "group": g} for t, g in sorted(groups.items())]
            case _:
                return
