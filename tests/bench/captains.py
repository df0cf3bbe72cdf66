"""Bots on the full board: how fast captains think."""

__all__ = ["turns"]

from client.bots.arena import Referee
from client.bots.captain import Captain
from client.scenarios import find, shortened
from engine.setup import new_game
from tests.bench.measure import Measure, clocked

_SCENARIO = "anniversary-1941"
_WHOLE = 12  # rounds of a whole game
_PATIENCE = 120  # seconds that it may take


def turns(rounds: int = 3) -> list[Measure]:
    """A captain for each power, for some rounds from the set-up."""
    scenario = shortened(find(_SCENARIO), rounds).scenario
    seats = tuple((power,) for power in scenario.powers)
    referee = Referee(new_game(scenario, ("SS",), {}, seats), seed=1)
    bots = {power: Captain(seed) for seed, power in enumerate(scenario.powers)}

    def play() -> int:
        while (view := referee.advance()) is not None:
            referee.decide(view, bots[view.decision.power])
        return referee.run.game.round * len(scenario.turns)

    seconds, played = clocked(play)
    whole = seconds / played * _WHOLE * len(scenario.turns)
    return [
        Measure("turns of captains a second, board of 1941", played / seconds, "/s"),
        Measure("12 rounds of 1941 between captains", whole, "s", most=_PATIENCE),
    ]
