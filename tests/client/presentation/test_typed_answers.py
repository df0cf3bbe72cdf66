"""An answer can be typed as it is said, in whole games of the base game and of Secret Subs."""

import random

import pytest

from client.bots.arena import Referee
from client.bots.fuzz import Fuzz
from client.presentation.catalog import CATALOG
from client.scenarios import find
from client.seat.view import PlayerView
from engine.battle.casualties import Losses
from engine.movement.orders import Load
from engine.setup import new_game


def alone(view: PlayerView, answer: object) -> bool:
    """Whether an answer is one that a line can name: pieces of one space, of the player's own."""
    pieces = view.game.pieces
    match answer:
        case Load(pieces=cargo):
            return len({pieces[piece].at for piece in cargo}) == 1
        case Losses(hits=hits):
            return all(pieces[piece].owner == view.decision.power for piece in hits)
        case _:
            return True


def typed(view: PlayerView, line: str) -> str:
    """What is said of the answer that a line means."""
    verb, _, rest = line.partition(" ")
    return CATALOG.phrase(view, CATALOG.verbs(view)[verb].read(view, rest))


def parts(line: str) -> list[str]:
    """What a line says after its verb, in any order."""
    return sorted(line.partition(" ")[2].split("; "))


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("scenario", "modules", "met"),
    [
        ("wake-island", ("SS",), {"OpeningGroups", "PlaceSubs", "ChooseSides", "Casualties"}),
        ("wake-island", (), {"PurchaseUnits", "MobilizeUnits", "NextBattle", "Retreat"}),
        ("anniversary-1941", (), {"CombatMove", "NoncombatMove", "Declare", "HireResearchers"}),
        ("classic", (), {"Casualties"}),
    ],
)
def test_what_is_said_can_be_typed(scenario: str, modules: tuple[str, ...], met: set[str]) -> None:
    """Of units that are alike any may be meant; tokens of the supply are drawn."""
    chosen = find(scenario).scenario
    referee = Referee(new_game(chosen, modules, {}, chosen.seatings[2]), 5)
    bot, draw, seen = Fuzz(5), random.Random(5), set[str]()
    for _ in range(400):
        view = referee.advance()
        if view is None:
            break
        answer = view.decision.sample_owned(view.game, draw, view.groups)
        if CATALOG.decision(view.decision).verbs and alone(view, answer):
            line = CATALOG.phrase(view, answer)
            assert parts(typed(view, line)) == parts(line)
            seen.add(type(view.decision).__name__)
        referee.decide(view, bot)
    assert met <= seen
