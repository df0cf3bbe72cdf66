"""How far each side is from winning, in words (BG-12)."""

import pytest

from client.presentation.charter import standing_words
from engine.game import Game
from engine.victory import standings
from tests.engine.position import position, world


def won_by(text: str, **control: str) -> Game:
    """A position of the world in which another condition wins."""
    scenario = world(('kind = "cities"\nat_least = 4', text))
    return position(scenario=scenario, control=control)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (position(), "Victory cities: Allies 3, Axis 2; 4 win"),
        (position(control={"Fort": "USA"}), "Victory cities: Allies 4, Axis 1; 4 win"),
        (
            won_by('kind = "income"\nside = "Axis"\nat_least = 24'),
            "Income of territories: Axis 21 IPC; 24 win",
        ),
        (
            won_by('kind = "capitals"\nside = "Axis"\nat_least = 1', Cove="Japan"),
            "Enemy capitals: Axis 1; 1 win, with all of one's own",
        ),
        (
            won_by(
                'kind = "last_round"\nround = 3\ntie = "Axis"\n'
                "points = {Isle = 2, Atoll = 1, Border = 1}",
                Border="USA",
            ),
            "Points: Allies 3, Axis 1; the most win after round 3",
        ),
    ],
)
def test_bg_12_how_each_side_stands(game: Game, words: str) -> None:
    assert [standing_words(one) for one in standings(game)] == [words]
