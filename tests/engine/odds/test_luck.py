"""BG-1.6: what the dice of battles brought, against what such dice bring on average."""

from dataclasses import replace

import pytest

from engine.battle.events import BattleOpened, Fired
from engine.battles import BattleKind, Role, Shots
from engine.board import Power, SpaceId
from engine.odds.luck import Thrown, Throws, luck
from engine.pieces import Figure
from engine.units import CRUISER, DESTROYER, FIGHTER
from tests.engine.position import position

USA, JAPAN, GERMANY = Power("USA"), Power("Japan"), Power("Germany")
SEA = SpaceId("SZ 8")


def thrown(strength: int, *dice: int, best_of: int = 1, sure: int = 0) -> Thrown:
    """Dice of a cruiser that hit up to a strength."""
    shots = Shots(
        role=Role.ATTACKER,
        kind=CRUISER,
        strength=strength,
        count=len(dice),
        targets=(),
        best_of=best_of,
        sure=sure,
        dice=dice,
    )
    return Thrown(frozenset({USA}), shots, 6)


def test_what_is_usual_is_neither_luck_nor_bad_luck() -> None:
    """Of two dice at 3 one hits: as many pairs bring less as bring more."""
    found = luck([thrown(3, 2, 5)])
    assert (found.throws, found.hits) == (2, 1)
    assert found.expected == pytest.approx(1)
    assert found.share == pytest.approx(0.5)


def test_the_best_throw_is_luckier_than_all_but_its_like() -> None:
    """BG-1.6: both of two dice hit at 1 in one throw of 36."""
    assert luck([thrown(1, 1, 1)]).share == pytest.approx(1 - 1 / 72)
    assert luck([thrown(1, 6, 6)]).share == pytest.approx(25 / 72)


def test_of_heavy_bombers_the_better_die_counts() -> None:
    """BG-4.3: two dice at 4, one hit at most, in 8 of 9 throws."""
    found = luck([thrown(4, 6, 1, best_of=2)])
    assert (found.throws, found.hits) == (1, 1)
    assert found.expected == pytest.approx(8 / 9)


def test_what_is_sure_is_no_luck() -> None:
    """R26: in low luck only the die for the remainder can be lucky."""
    found = luck([thrown(2, 5, sure=3)])
    assert (found.throws, found.hits) == (1, 0)
    assert found.expected == pytest.approx(1 / 3)


def test_a_long_war_of_dice_is_reckoned_too() -> None:
    """Three thousand dice, of which just as many hit as is expected."""
    dice = [thrown(2, *([1, 4, 6] * 1000))]
    found = luck(dice)
    assert (found.throws, found.hits) == (3000, 1000)
    assert found.expected == pytest.approx(1000)
    assert found.share == pytest.approx(0.5, abs=0.01)


def test_dice_are_those_of_whose_units_fire() -> None:
    """Two powers defend together: each kind is thrown for by those who have it there."""
    game = position("SZ 8: USA cruiser / Japan destroyer / Germany fighter")
    here = {piece.owner: piece for piece in game.pieces.at(SEA) if isinstance(piece, Figure)}
    defenders = tuple(here[power].id for power in (JAPAN, GERMANY))
    opened = BattleOpened(SEA, BattleKind.SEA, (here[USA].id,), defenders)
    attack = thrown(3, 2).shots
    defence = replace(attack, role=Role.DEFENDER)
    volley = (attack, replace(defence, kind=DESTROYER), replace(defence, kind=FIGHTER))
    found = Throws().add(game, (opened, Fired(SEA, "round 1", volley)), game)
    assert [one.powers for one in found] == [{USA}, {JAPAN}, {GERMANY}]
