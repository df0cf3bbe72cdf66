"""A person made of lines, and games to sit down at."""

__all__ = ["JAPAN", "USA", "Script", "read_answer", "view_of", "wake_island"]

from collections.abc import Mapping
from typing import Any

from client.bots.arena import Referee
from client.bots.captain import Captain
from client.presentation.catalog import CATALOG
from client.seat.view import PlayerView
from engine.board import Power
from engine.game import Game
from engine.loading import builtin
from engine.pieces import PieceId
from engine.requests import Decision
from engine.run import Run
from engine.setup import new_game

USA, JAPAN = Power("USA"), Power("Japan")


class Script:
    """A keyboard whose lines are known beforehand; what is shown is kept."""

    width = 110

    def __init__(self, *lines: str) -> None:
        self._lines = iter(lines)
        self.shown: list[str] = []

    def show(self, text: str) -> None:
        self.shown.append(text)

    async def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        return line

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def view_of(game: Game, groups: Mapping[PieceId, int] | None = None) -> PlayerView:
    """What the asked player sees at the start of the game's current step."""
    request = Run(game).request
    assert isinstance(request, Decision)
    return PlayerView(game, request, groups or {})


def wake_island(until: type[Decision[Any]], power: Power = USA) -> tuple[Referee, PlayerView]:
    """Captains play Wake Island until a power is asked for a decision of this type."""
    game = new_game(builtin("wake-island"), ("SS",), {}, ((USA,), (JAPAN,)))
    captains = {USA: Captain(1), JAPAN: Captain(2)}
    referee = Referee(game, 3)
    while (view := referee.advance()) is not None:
        if type(view.decision) is until and view.decision.power == power:
            return referee, view
        referee.decide(view, captains[view.decision.power])
    raise LookupError(f"nobody is ever asked for {until.__name__}")


def read_answer(verb: str, view: PlayerView, text: str) -> Any:
    """What a line means that begins with a verb."""
    return CATALOG.verbs(view)[verb].read(view, text)
