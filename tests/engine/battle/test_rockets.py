"""Rockets in the raid step (BG-4.2, 8.1)."""

import random

import pytest

from engine.battle.events import ComplexDamaged, RocketsLaunched
from engine.battle.rockets import Launch, LaunchRockets
from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Game, Phase, Stage
from engine.requests import Roll
from engine.turn import STEPS
from tests.engine.position import asked, position, step

USA = Power("USA")
ROCKETS = {"USA": ["rockets"]}


def ready(units: str, damage: dict[str, int] | None = None, active: str = "USA") -> Game:
    """The beginning of the USA's Conduct combat."""
    game = position(
        units,
        active=active,
        phase=Phase.CONDUCT_COMBAT,
        breakthroughs=ROCKETS,
        damage=damage,
    )
    return game.replace(stage=Stage.ROCKETS)


def launch(**targets: str) -> Launch:
    return Launch({SpaceId(gun): SpaceId(target) for gun, target in targets.items()})


UNITS = "Prairie: USA aa\nPlains: Japan complex"


def test_d6_damage() -> None:
    after, events = step(ready(UNITS), launch(Prairie="Plains"), (4,))
    assert after.damage == {"Plains": 4}
    assert after.stage is Stage.CONDUCT_COMBAT
    assert ComplexDamaged(SpaceId("Plains"), 4) in events
    assert any(isinstance(event, RocketsLaunched) for event in events)


def test_under_the_cap_of_bg_8_2() -> None:
    after, _ = step(ready(UNITS, damage={"Plains": 4}), launch(Prairie="Plains"), (5,))
    assert after.damage == {"Plains": 6}


def test_within_three_spaces() -> None:
    """From West: Prairie, Border, Plains; East is a fourth."""
    game = ready("West: USA aa\nPlains: Japan complex\nEast: Japan complex")
    assert LaunchRockets(USA).legal(game, launch(West="Plains"))
    with pytest.raises(Illegal, match="no gun in West can hit a complex in East"):
        LaunchRockets(USA).check(game, launch(West="East"))


def test_over_sea_too_but_not_across_neutrals() -> None:
    """Isle, SZ 7, SZ 8, Atoll are three steps; Rock in SZ 9 is neutral and on no way."""
    game = ready("Isle: USA aa\nAtoll: Japan complex")
    assert LaunchRockets(USA).legal(game, launch(Isle="Atoll"))


def test_only_at_enemy_complexes() -> None:
    assert asked(ready("West: USA aa\nPrairie: USA complex")) is None
    assert asked(ready("West: USA aa\nPrairie: UK complex")) is None


def test_one_rocket_per_gun_territory() -> None:
    game = ready("Prairie: USA 3 aa\nPlains: Japan complex\nBorder: Japan complex")
    request = asked(game)
    assert request == LaunchRockets(USA)
    assert len(list(LaunchRockets(USA).candidates(game))) == 3


def test_one_rocket_per_complex() -> None:
    game = ready("Prairie: USA aa\nWest: USA aa\nPlains: Japan complex")
    with pytest.raises(Illegal, match="one rocket per complex"):
        LaunchRockets(USA).check(game, launch(Prairie="Plains", West="Plains"))


def test_each_die_is_for_its_gun() -> None:
    game = ready("Prairie: USA aa\nWest: USA aa\nPlains: Japan complex\nBorder: Japan complex")
    after, _ = step(game, launch(West="Border", Prairie="Plains"), (1, 3))
    assert after.damage == {"Plains": 1, "Border": 3}


def test_guns_may_stay_silent() -> None:
    after, events = step(ready(UNITS), launch())
    assert (after.damage, events) == ({}, ())


def test_nobody_launches_without_the_breakthrough() -> None:
    game = ready("Prairie: USA aa\nWest: USA complex\nPlains: Japan complex, aa", active="Japan")
    assert asked(game) is None


def test_samples_are_legal_and_of_every_kind() -> None:
    game = ready("Prairie: USA aa\nWest: USA aa\nPlains: Japan complex\nBorder: Japan complex")
    draw = random.Random(1)
    drawn = [LaunchRockets(USA).sample(game, draw) for _ in range(60)]
    assert all(LaunchRockets(USA).legal(game, answer) for answer in drawn)
    assert {len(answer.targets) for answer in drawn} == {0, 1, 2}


def test_the_dice_are_the_attackers_with_the_victim_first_against_them() -> None:
    game = ready("Prairie: USA aa\nPlains: Japan complex\nFort: Germany complex")
    playing = STEPS[game.stage](game)
    pause = next(playing)
    pause = playing.send((pause.game, launch(Prairie="Plains")))
    assert pause.request == Roll(USA, 1, 6, "rockets", (Power("Japan"),))
