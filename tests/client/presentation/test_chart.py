"""The map as text."""

import re

import pytest

from client.presentation.board import holdings_text, initial, letters, map_text, space_text
from client.presentation.chart import Box, chart
from engine.board import Power, SpaceId
from engine.loading import builtin
from engine.setup import new_game
from engine.variants.secret_subs.combat import ChooseSides
from tests.client.positions import JAPAN, USA, wake_island

_BOARDS = ("wake-island", "anniversary-1941", "anniversary-1942", "classic")


def test_boxes_lie_west_to_east_and_north_to_south() -> None:
    boxes = [
        Box(("South", "dd"), (10, -40)),
        Box(("West",), (0, 40)),
        Box(("East", "2inf"), (90, 41)),
        *(Box((f"Far {i}",), (20 * i, -39)) for i in range(4)),
    ]
    drawn = chart(boxes, 80)
    lines = drawn.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert lines[0].index("West") < lines[0].index("East")
    assert next(i for i, line in enumerate(lines) if "South" in line) > 0
    assert chart([], 80) == ""


@pytest.mark.parametrize("width", [60, 80, 110, 200])
def test_every_space_of_a_scenario_is_on_its_map(width: int) -> None:
    game = new_game(builtin("wake-island"), (), {}, ((USA,), (JAPAN,)))
    drawn = map_text(game, {}, width)
    assert max(map(len, drawn.splitlines())) <= width
    assert all(len(edge) >= 14 for edge in re.findall("└─*┘", drawn))
    for zone in game.board.zones:
        assert zone[:7] in drawn
    assert drawn.count("┌") == len(game.board.zones)


def test_powers_are_told_apart_by_as_few_letters_as_will_do() -> None:
    game = new_game(builtin("anniversary-1941"), (), {}, _each("anniversary-1941"))
    initials = [initial(game, power) for power in game.rules.scenario.powers]
    assert len(set(initials)) == len(initials)


def _each(name: str) -> tuple[tuple[Power, ...], ...]:
    seatings = builtin(name).seatings
    return seatings[min(seatings)]


def test_a_space_is_shown_with_what_touches_it_and_who_stands_there() -> None:
    _, view = wake_island(ChooseSides, JAPAN)
    assert view.game.battle is not None
    text = space_text(view.game, view.game.battle.space, view.groups)
    assert "touches" in text
    assert "Japan: " in text
    assert "tokens #" in text
    wake = SpaceId("Wake Island")
    game = view.game.replace(control={**view.game.control, wake: JAPAN})
    land = space_text(game, wake, {})
    assert "worth 1 IPC" in land
    assert "originally of USA" in land


def test_holdings_show_the_tracker_and_never_which_token_holds_what() -> None:
    """SS-0.3: sizes and the number of tokens in the supply are public, their handles are not."""
    _, view = wake_island(ChooseSides, JAPAN)
    text = holdings_text(view.game, JAPAN, {})
    assert "tracker 1:" in text
    assert "tokens in the supply" in text
    assert "#" not in text


def test_bg_7_13_neutral_territory_says_what_it_costs() -> None:
    for scenario, place, told in (
        ("classic", "Spain", "Spain: neutral territory, 3 IPC to enter"),
        ("anniversary-1941", "Spain", "Spain: neutral territory, closed"),
    ):
        game = new_game(builtin(scenario), (), {}, _each(scenario))
        assert space_text(game, SpaceId(place), {}).splitlines()[0] == told


def test_each_power_has_one_letter_the_same_on_every_board() -> None:
    """Three powers begin with U; whoever knows one board reads all others."""
    boards = [letters(builtin(name).powers) for name in _BOARDS]
    for found in boards:
        assert len(set(found.values())) == len(found)
        assert all(len(letter) == 1 for letter in found.values())
    everywhere = {(power, letter) for found in boards for power, letter in found.items()}
    assert len(everywhere) == len({power for power, _ in everywhere})


def test_powers_of_a_board_of_ones_own_have_letters_that_are_left() -> None:
    assert letters((Power("Uruguay"), Power("UK"), Power("Kenya"), Power("U"))) == {
        "UK": "K",
        "Uruguay": "U",
        "Kenya": "E",
        "U": "?",
    }
