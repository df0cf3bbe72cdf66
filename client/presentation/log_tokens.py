"""What an observer outside can tell of every token at a moment of a log (SS-5)."""

__all__ = ["LogTokens"]

from collections.abc import Iterator
from fractions import Fraction

from client.seat.knowledge import Knowledge
from engine.game import Game
from engine.variants.secret_subs.state import MODULE, tracker
from engine.variants.secret_subs.tokens import tokens_of
from protocol.logfile import LogFile, RecordKind
from protocol.report import Json
from protocol.table import Table


class LogTokens:
    """The tokens after an entry: which groups each may hold, and how likely each group is."""

    def __init__(self, file: LogFile) -> None:
        """Begin before the first entry of a log."""
        self._entries = [
            record.content for record in file.records if record.kind is RecordKind.ENTRY
        ]
        self._table = Table.start(file.founding)
        self._knowledge = Knowledge.of(self._table.game)

    def after(self, entry: int) -> Iterator[int]:
        """Go on to this entry, one after the other; all up to it must have been audited."""
        for raw in self._entries[self._table.head.sequence : entry]:
            appended = self._table.append_on_trust(raw)
            self._knowledge = self._knowledge.learning(appended.events, appended.game)
            yield appended.entry.sequence

    def to_text(self) -> str:
        """For people, one token a line."""
        return "\n".join(self._lines()) + "\n"

    def to_json(self) -> dict[str, Json]:
        """One JSON object: how far chances may be off by power, and the tokens by handle."""
        game = self._game
        hidden = MODULE in game.modules
        powers = game.rules.scenario.powers if hidden else ()
        return {
            "entry": self._table.head.sequence,
            "error": {str(power): float(self._knowledge.error(power)) for power in powers},
            "tokens": {
                str(token.id): {
                    "power": str(power),
                    "place": str(token.at),
                    "group": tracker(game, power).opened.get(token.id),
                    "chances": {
                        str(group): float(chance)
                        for group, chance in self._knowledge.odds(token).items()
                    },
                }
                for power in powers
                for token in tokens_of(game, power)
            },
        }

    @property
    def _game(self) -> Game:
        return self._table.game

    def _lines(self) -> Iterator[str]:
        game = self._game
        yield f"what the tokens may hold after entry {self._table.head.sequence}:"
        if MODULE not in game.modules:
            yield "Nothing is hidden in this game."
            return
        for power in game.rules.scenario.powers:
            track, error = tracker(game, power), self._knowledge.error(power)
            for token in tokens_of(game, power):
                shown = track.opened.get(token.id)
                if shown is not None:
                    held = f"group {shown}, shown"
                else:
                    held = ", ".join(
                        f"group {group} {_percent(chance)}"
                        for group, chance in self._knowledge.odds(token).items()
                    )
                yield f"  {power} #{token.id} in {token.at}: {held}"
            if error:
                yield f"  {power}: from a sample, mostly less than {_percent(error)} off"
            sizes = ", ".join(f"group {g}: {n}" for g, n in enumerate(track.sizes, 1) if n)
            yield f"  {power}, submarines by group: {sizes or 'none'}"


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.1%}"
