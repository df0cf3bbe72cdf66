"""Bots: legal, repeatable, and one of them out to win."""

import random

import pytest

from client.bots.arena import Match, Referee, play
from client.bots.bot import Bot
from client.bots.captain import Captain
from client.bots.captain.situation import Situation
from client.bots.fuzz import Fuzz
from client.bots.odds import forecast
from client.scenarios import find, shortened
from engine.board import Power, Side
from engine.claims import Present
from engine.errors import Illegal
from engine.game import Game
from engine.loading import builtin
from engine.setup import new_game
from engine.units import Kind, UnitType
from engine.variants.secret_subs.combat import ChooseSides
from engine.variants.secret_subs.token import Token
from tests.client.positions import JAPAN, USA, wake_island


def opening() -> Game:
    return new_game(builtin("wake-island"), ("SS",), {}, ((USA,), (JAPAN,)))


def match(usa: Bot, japan: Bot, seed: int) -> Match:
    return play(opening(), {USA: usa, JAPAN: japan}, seed)


def row(kind: str) -> UnitType:
    return builtin("wake-island").units[Kind(kind)]


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(3))
def test_sampled_answers_bring_a_game_to_its_end(seed: int) -> None:
    """Whatever is drawn is legal, or the arena fails; the scenario ends within 12 rounds."""
    finished = match(Fuzz(seed), Fuzz(seed + 1), seed)
    assert finished.game.round <= 12
    assert finished.outcome.why


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", [0, 2])
def test_a_captain_beats_one_who_draws_from_either_seat(seed: int) -> None:
    assert match(Captain(seed), Fuzz(seed), seed).outcome.winner == Side("Allies")
    assert match(Fuzz(seed), Captain(seed), seed).outcome.winner == Side("Axis")


@pytest.mark.no_cover
def test_the_same_seeds_play_the_same_game() -> None:
    two_rounds = shortened(find("wake-island"), 2).scenario
    game = new_game(two_rounds, ("SS",), {}, ((USA,), (JAPAN,)))
    first, second = (play(game, {USA: Captain(1), JAPAN: Captain(2)}, 3) for _ in range(2))
    assert first == second
    assert first.decisions > 50


@pytest.mark.no_cover
def test_a_captain_that_was_started_anew_goes_on() -> None:
    """A plan that is lost in a crash is made again from where the phase stands."""
    referee = Referee(opening(), 5)
    captain, decisions = Captain(7), 0
    while (view := referee.advance()) is not None and view.game.round < 3:
        decisions += 1
        captain = Captain(7) if decisions % 9 == 0 else captain
        referee.decide(view, captain)
    assert decisions > 30


def test_a_captain_sees_its_own_groups_and_guesses_the_enemys_average() -> None:
    """SS-0.4: the estimate of an enemy token comes from public sizes alone."""
    referee, view = wake_island(ChooseSides, JAPAN)
    situation = Situation.of(view)
    tokens = [piece for piece in view.game.pieces.values() if isinstance(piece, Token)]
    own = [token for token in tokens if token.owner == JAPAN]
    theirs = [token for token in tokens if token.owner == USA]
    assert all(situation.view.submarines(token) is not None for token in own)
    assert all(situation.view.submarines(token) is None for token in theirs)
    for_the_other = referee.owners.of(USA)
    assert not set(for_the_other) & set(view.groups)


def test_the_referee_refuses_to_seal_what_is_false() -> None:
    """SS-0.9: an answer that an owner's secrets forbid is drawn anew, and leaves no trace."""
    referee = Referee(opening(), 2)
    assert referee.advance() is not None
    held = dict(referee.owners.of(USA))
    assert sorted(held.values()) == list(range(1, 11))
    with pytest.raises(Illegal, match="NOT_PRESENT"):
        referee.owners.seal(USA, Present((11,), tuple(held)))
    assert referee.owners.of(USA) == held


@pytest.mark.parametrize(
    ("attackers", "defenders", "least", "most"),
    [
        (["battleship"], ["transport"], 0.7, 1.0),
        (["infantry"], ["infantry", "infantry", "infantry"], 0.0, 0.1),
        (["fighter", "fighter"], ["destroyer"], 0.6, 1.0),
        (["cruiser", "destroyer"], ["cruiser", "destroyer"], 0.3, 0.7),
    ],
)
def test_a_forecast_is_near_the_odds(
    attackers: list[str], defenders: list[str], least: float, most: float
) -> None:
    expected = forecast([row(kind) for kind in attackers], [row(kind) for kind in defenders])
    assert least <= expected.win <= most


def test_forecasts_are_those_of_diced_battles() -> None:
    """The slow and obvious twin: throw the dice, round by round, and count the wins."""
    draw = random.Random(5)
    kinds = ["destroyer", "cruiser", "battleship", "fighter", "carrier"]
    errors = []
    for _ in range(60):
        attackers, defenders = (
            [row(draw.choice(kinds)) for _ in range(draw.randint(1, 8))] for _ in range(2)
        )
        won = sum(diced(attackers, defenders, draw) for _ in range(40)) / 40
        errors.append(abs(forecast(attackers, defenders).win - won))
    assert sum(errors) / len(errors) < 0.1


def diced(attackers: list[UnitType], defenders: list[UnitType], draw: random.Random) -> bool:
    """One battle: whether the attacker alone is left."""
    attack, defence = (
        [0] * sum(unit.hits - 1 for unit in side)
        + [
            unit.attack if side is attackers else unit.defence
            for unit in sorted(side, key=lambda unit: unit.cost)
        ]
        for side in (attackers, defenders)
    )
    for _ in range(50):
        hits, losses = (
            sum(draw.randint(1, 6) <= strength for strength in side if strength)
            for side in (attack, defence)
        )
        attack, defence = attack[losses:], defence[hits:]
        if not attack or not defence:
            break
    return bool(attack) and not defence


def test_an_empty_space_is_won_for_nothing() -> None:
    expected = forecast([row("infantry")], [])
    assert (expected.win, expected.cost, expected.prize) == (1.0, 0.0, 0.0)


def test_every_power_of_a_larger_world_can_be_played_by_a_captain() -> None:
    """The captain knows no scenario by name: it opens the Anniversary map as well."""
    scenario = builtin("anniversary-1941")
    game = new_game(scenario, ("SS",), {}, scenario.seatings[min(scenario.seatings)])
    referee = Referee(game, 1)
    captain = Captain(1)
    seen: set[Power] = set()
    while (view := referee.advance()) is not None and len(seen) < 3:
        seen.add(view.decision.power)
        referee.decide(view, captain)
    assert len(seen) == 3
