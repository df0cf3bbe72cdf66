"""Frozen values: some fields replaced, everything else shared."""

from dataclasses import dataclass

import pytest

from engine.frozen import Frozen, cached
from engine.game import Game
from engine.turn import RoundEnded
from tests.engine.position import position


@dataclass(frozen=True, kw_only=True)
class Ship(Frozen):
    name: str
    hits: int = 0


def test_a_changed_value_is_another_one() -> None:
    before = Ship(name="Enterprise")
    after = before.replace(hits=1)
    assert (before, after) == (Ship(name="Enterprise"), Ship(name="Enterprise", hits=1))


def test_a_value_that_does_not_change_is_itself() -> None:
    ship = Ship(name="Enterprise")
    assert ship.replace(hits=0) is ship
    assert ship.replace() is ship


@pytest.mark.parametrize("value", [None, 1])
def test_a_field_that_does_not_exist_is_named(value: int | None) -> None:
    with pytest.raises(TypeError, match="a Ship has no field speed"):
        Ship(name="Enterprise").replace(speed=value)


def test_a_question_is_answered_once_for_a_value_and_anew_for_a_changed_one() -> None:
    asked: list[tuple[int, str]] = []

    @cached
    def greeting(ship: Ship, words: str) -> str:
        """What it says."""
        asked.append((ship.hits, words))
        return f"{words}, {ship.name}"

    ship = Ship(name="Enterprise")
    assert [greeting(ship, "Hail"), greeting(ship, "Hail"), greeting(ship, "Ahoy")] == [
        "Hail, Enterprise",
        "Hail, Enterprise",
        "Ahoy, Enterprise",
    ]
    assert greeting(ship.replace(hits=1), "Hail") == "Hail, Enterprise"
    assert asked == [(0, "Hail"), (0, "Ahoy"), (1, "Hail")]
    assert ship == Ship(name="Enterprise")


def test_what_was_found_out_about_a_game_holds_when_its_events_are_told() -> None:
    """Nothing follows from events; anything may follow from all else."""
    counted: list[int] = []

    @cached
    def rounds(game: Game) -> int:
        """How many were begun."""
        counted.append(game.round)
        return game.round

    game = position()
    happened = game.with_events(RoundEnded(1))
    assert rounds(happened) == rounds(happened.without_events()) == 1
    assert happened.without_events() == game
    assert happened.without_events().events == ()
    assert rounds(happened.without_events().replace(round=2)) == 2
    assert counted == [1, 2]
