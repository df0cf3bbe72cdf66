"""What is plain to see of a decision against the list of its answers, which is the definition.

A decision with one legal answer is not asked (architecture, Engine). Whether there is just one is
found by listing answers; `has_choice` spares the list where two are plain, and may never say so
where there are not two.
"""

from typing import Any
from unittest.mock import patch

import pytest

from engine.battle.casualties import Casualties
from engine.economy.mobilize import MobilizeUnits
from engine.economy.purchase import PurchaseUnits
from engine.game import Game
from engine.loading import builtin
from engine.movement.phases import CombatMove, NoncombatMove, Ordering
from engine.requests import Decision
from engine.setup import new_game
from engine.variants.secret_subs.place import PlaceSubs
from tests.engine.secret_subs.owners import Referee

SEEN = (Casualties, CombatMove, MobilizeUnits, NoncombatMove, PlaceSubs, PurchaseUnits)
"""The decisions of which something is plain."""


def listed(decision: Decision[Any], game: Game) -> object:
    """The only legal answer, if there is exactly one, by listing them."""
    with patch.object(type(decision), "has_choice", return_value=False):
        return decision.forced(game)


def played(
    scenario: str, modules: tuple[str, ...], answers: int
) -> list[tuple[Decision[Any], Game]]:
    """Every decision that comes up in a game of drafts, asked or not, with its game."""
    came_up: list[tuple[Decision[Any], Game]] = []
    forced: dict[Any, Any] = {kind: kind.forced for kind in (Decision, Ordering)}

    def noting(kind: Any) -> Any:
        def note(self: Decision[Any], game: Game) -> object:
            came_up.append((self, game))
            return forced[kind](self, game)

        return patch.object(kind, "forced", note)

    chosen = builtin(scenario)
    with noting(Decision), noting(Ordering):
        game = new_game(chosen, modules, {}, chosen.seatings[2])
        Referee(game, seed=5).fuzz(answers)
    return came_up


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("scenario", "modules", "answers"),
    [
        ("wake-island", ("SS",), 250),
        ("wake-island", ("WA", "WM", "WP"), 120),
        ("classic", (), 60),
        ("anniversary-1942", ("SS", "WM"), 60),
    ],
)
def test_a_choice_that_is_plain_is_one(
    scenario: str, modules: tuple[str, ...], answers: int
) -> None:
    """Whatever house rules are played."""
    for decision, game in played(scenario, modules, answers):
        assert decision.forced(game) == listed(decision, game)


def test_most_choices_are_plain() -> None:
    """Else the lists would be made all the time."""
    plain = dict.fromkeys(SEEN, 0)
    came_up = [(d, g) for d, g in played("wake-island", ("SS",), 250) if isinstance(d, SEEN)]
    for decision, game in came_up:
        plain[type(decision)] += decision.has_choice(game)
    assert all(plain.values())
    assert sum(plain.values()) > len(came_up) * 3 // 4
