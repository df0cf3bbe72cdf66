"""The marathon itself: what it draws can be played, and what goes wrong is seen."""

import dataclasses

import pytest

from client.bots.fuzz import Fuzz
from engine.run import Run
from engine.variants.compatibility import refusals
from tests.marathon.course import Course, StrayError, Watched, course, run

WAKE = Course("wake-island", 1, ("SS", "SW"), {}, frozenset(), seed=2)


@pytest.mark.parametrize("seed", range(12))
def test_every_course_can_be_set_up(seed: int) -> None:
    drawn = course(seed, rounds=3)
    game = drawn.opening()
    assert not refusals(drawn.modules, game.rules.scenario.edition)
    assert course(seed, rounds=3) == drawn


def test_a_short_course_is_run_to_its_end() -> None:
    assert "after round 1" in run(WAKE)


def test_a_replica_that_differs_is_seen() -> None:
    game = dataclasses.replace(WAKE, options={"bid_USA": "1"}).opening()
    watched = Watched(game, Run(WAKE.opening()), seed=1)
    watched.advance()
    with pytest.raises(StrayError, match="differs"):
        watched.follow(0)


def test_a_broken_position_is_seen() -> None:
    """Nobody can owe IPC (engine.validate)."""
    opening = WAKE.opening()
    game = opening.replace(treasury=dict.fromkeys(opening.treasury, -1))
    watched = Watched(game, Run(game), seed=1)
    seen = watched.advance()
    assert seen is not None
    watched.decide(seen, Fuzz(1))
    with pytest.raises(StrayError, match="broken"):
        watched.follow(0)
