"""The captain plays whole games under house rules about submarines, and uses them."""

import pytest

from client.bots.arena import play
from client.bots.captain.captain import Captain
from client.scenarios import find, shortened
from engine.setup import new_game

pytestmark = pytest.mark.no_cover  # whole games


@pytest.mark.parametrize(
    ("scenario", "modules", "rounds"),
    [
        ("wake-island", ("SS", "DS"), 2),
        ("wake-island", ("DS",), 2),
        ("wake-island", ("SS", "SW"), 2),
        ("anniversary-1941", ("SW", "CD"), 1),
    ],
)
def test_a_game_is_played_to_its_end(scenario: str, modules: tuple[str, ...], rounds: int) -> None:
    played = shortened(find(scenario), rounds).scenario
    seats = tuple((power,) for power in played.powers)
    game = new_game(played, modules, {}, seats)
    match = play(game, {power: Captain(1) for power in played.powers}, seed=1)
    assert match.game.outcome is not None
    assert match.decisions > 20
