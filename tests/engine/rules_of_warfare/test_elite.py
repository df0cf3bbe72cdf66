"""WE: elite units; rulings 7, 39."""

import dataclasses
import random

import pytest

from engine.battle.casualties import Losses
from engine.board import Power, SpaceId
from engine.economy.mobilize import Mobilization, Placement
from engine.economy.purchase import Purchase
from engine.errors import Illegal
from engine.game import Game
from engine.phases import Phase, Stage
from engine.pieces import PieceId
from engine.run import Run
from engine.units import BOMBER, DESTROYER, FIGHTER, TANK, Kind
from engine.variants.rules_of_warfare.elite import (
    Elite,
    Mark,
    MarkElite,
    Renew,
    RenewElite,
    Reroll,
    RerollDie,
    Roster,
    elite_of,
)
from engine.variants.submarine_warfare.hunting import Hunt, PressDuel
from tests.engine.battle.field import STEPS, Combat, battlefield
from tests.engine.position import asked, position, state, step, world

USA, JAPAN = Power("USA"), Power("Japan")
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))
WE = ("WE",)
FIRST = PieceId(1)


def marked(game: Game, kind: Kind, piece: PieceId | None = FIRST, power: Power = USA) -> Game:
    return game.replace(modules={"WE": Roster({power: Elite(kind, piece)})})


class TestWE1:
    def test_each_power_marks_one_starting_unit(self) -> None:
        game = position("West: USA tank, infantry, aa_gun, complex", modules=WE)
        game, _ = step(game.replace(stage=Stage.SET_UP), Mark(PieceId(2)))
        assert elite_of(game, USA) == 2
        assert elite_of(game, JAPAN) is None
        for piece in (3, 4, 5):
            with pytest.raises(Illegal, match="WE-1"):
                MarkElite(USA).check(game, Mark(PieceId(piece)))

    def test_we_t_misses_with_5_rerolls_2_and_once_more_in_the_next_battle(self) -> None:
        game = position(
            "Border: USA tank, infantry / Japan 2 infantry",
            phase=Phase.CONDUCT_COMBAT,
            modules=WE,
        )
        combat = battlefield("")
        combat.run = Run(marked(game, TANK), STEPS)
        combat.roll(6, 5, why="attackers fire")
        assert combat.request == RerollDie(USA)
        combat.answer(Reroll(again=True))
        combat.roll(2, why="reroll")
        combat.roll(6, 6, why="defenders fire")
        assert combat.units("Border", "Japan") == "infantry"
        combat.roll(6, 5, why="attackers fire")  # no second reroll in this battle
        combat.roll(6, why="defenders fire")
        combat.roll(6, 1, why="attackers fire")
        combat.roll(6, why="defenders fire")
        assert state(combat.game, "WE", Roster).rerolled == frozenset()

    def test_the_second_result_stands_and_a_hit_asks_nothing(self) -> None:
        combat = battlefield("")
        game = position("Border: USA tank / Japan infantry", phase=Phase.CONDUCT_COMBAT, modules=WE)
        combat.run = Run(marked(game, TANK), STEPS)
        combat.roll(6)
        combat.answer(Reroll(again=True))
        combat.roll(4, why="reroll")
        combat.roll(6, why="defenders fire")
        combat.roll(3, why="attackers fire")
        combat.roll(6, why="defenders fire")
        assert combat.is_over

    def test_it_may_be_kept_for_a_later_round(self) -> None:
        combat = battlefield("")
        game = position("Border: USA tank / Japan infantry", phase=Phase.CONDUCT_COMBAT, modules=WE)
        combat.run = Run(marked(game, TANK), STEPS)
        for _ in range(2):
            combat.roll(6, why="attackers fire")
            combat.answer(Reroll(again=False))
            combat.roll(6, why="defenders fire")

    def test_defenders_reroll_too(self) -> None:
        combat = battlefield("")
        game = position(
            "Border: USA 2 tank / Japan infantry", phase=Phase.CONDUCT_COMBAT, modules=WE
        )
        combat.run = Run(marked(game, Kind("infantry"), PieceId(3), JAPAN), STEPS)
        combat.roll(6, 6, why="attackers fire")
        combat.roll(6, why="defenders fire")
        assert combat.request == RerollDie(JAPAN)
        combat.answer(Reroll(again=True))
        combat.roll(2, why="reroll")
        assert combat.units("Border", "USA") == "tank"

    def test_its_owner_may_spare_it_as_a_casualty(self) -> None:
        combat = battlefield("")
        game = position(
            "Border: USA 2 tank / Japan infantry", phase=Phase.CONDUCT_COMBAT, modules=WE
        )
        combat.run = Run(marked(game, TANK), STEPS)
        combat.roll(6, 6, why="attackers fire")
        combat.answer(Reroll(again=False))
        combat.roll(1, why="defenders fire")
        combat.answer(Losses({PieceId(2): 1}))
        assert elite_of(combat.game, USA) == 1

    def test_a_damaged_elite_battleship_rerolls_at_2(self) -> None:
        game = position(
            "SZ 3: USA damaged battleship / Japan destroyer",
            phase=Phase.CONDUCT_COMBAT,
            modules=("WB", "WE"),
        )
        combat = battlefield("")
        attacked = marked(game, Kind("battleship")).update_turn_record(
            attacked=frozenset({SpaceId("SZ 3")})
        )
        combat.run = Run(attacked, STEPS)
        combat.roll(3, why="attackers fire")
        combat.answer(Reroll(again=True))
        combat.roll(3, why="reroll")
        combat.roll(6, why="defenders fire")
        assert combat.units("SZ 3", "Japan") == "destroyer"

    def test_any_of_its_own_dice_that_has_missed(self) -> None:
        """A heavy bomber throws two (BG-4.3)."""
        game = position(
            "Border: USA bomber, tank / Japan 2 infantry",
            phase=Phase.CONDUCT_COMBAT,
            breakthroughs={"USA": ["heavy_bombers"]},
            modules=WE,
        )
        for dice, rerolled in (((6, 1), True), ((1, 6), True), ((1, 2), False)):
            combat = battlefield("")
            combat.run = Run(marked(game, BOMBER), STEPS)
            combat.roll(6, *dice, why="attackers fire")
            assert (combat.request == RerollDie(USA)) is rerolled

    def test_ruling_7_a_hunting_destroyers_die_is_a_combat_die_and_spotting_is_none(self) -> None:
        """SW-4: it hits on 2 there, and one elite unit does not reroll for another."""
        game = position(
            "SZ 2: USA 2 destroyer / Japan submarine",
            phase=Phase.CONDUCT_COMBAT,
            modules=("SW", "WE"),
        ).update_turn_record(attacked=frozenset({SpaceId("SZ 2")}))
        hunted = Combat(marked(game, DESTROYER))
        hunted.answer(Hunt(FIRST))
        hunted.roll(6, why="spotting")
        hunted.answer(Hunt(PieceId(2)))
        hunted.roll(3, why="spotting")
        hunted.roll(5, 6, why="hunt")
        assert hunted.request == PressDuel(USA)
        hunted = Combat(marked(game, DESTROYER))
        hunted.answer(Hunt(FIRST))
        hunted.roll(3, why="spotting")
        hunted.roll(3, 6, why="hunt")
        assert hunted.request == RerollDie(USA)
        hunted.answer(Reroll(again=True))
        hunted.roll(2, why="reroll")
        assert hunted.units("SZ 2") == "2 destroyer"

    def test_no_reroll_of_raid_dice(self) -> None:
        game = position(
            "East: USA bomber / Japan complex", phase=Phase.CONDUCT_COMBAT, modules=WE
        ).update_turn_record(raiding={SpaceId("East"): (FIRST,)})
        combat = battlefield("")
        combat.run = Run(marked(game, Kind("bomber")), STEPS)
        combat.roll(6, why="bombs")
        assert combat.is_over

    def test_ruling_7_no_submarine_with_secret_subs(self) -> None:
        for modules, able in ((WE, True), (("SS", "WE"), False)):
            game = position("SZ 2: USA submarine, cruiser", modules=modules)
            assert MarkElite(USA).legal(game, Mark(FIRST)) is able


class TestWE2:
    def test_a_lost_one_is_bought_at_the_normal_price_and_enters_later(self) -> None:
        game = marked(position(modules=WE, scenario=CLASSIC), TANK, PieceId(99))
        game, _ = step(game, Purchase(), Renew(buy=True))
        assert game.treasury[USA] == 30 - 5
        game = game.replace(phase=4, stage=Stage.MOBILIZE)
        game, _ = step(game)  # there is no complex: it waits, even where the rest is lost
        assert game.waiting[USA] == {TANK: 1}
        there = position(
            "West: USA tank, complex",
            phase=Phase.MOBILIZE,
            waiting={"USA": {"tank": 1}},
            modules=WE,
        )
        there = there.replace(modules=game.modules).update_turn_record(phase_began=there.pieces)
        game, _ = step(there, Mobilization((Placement(TANK, *(("West",) * 2), 1),)))  # type: ignore[arg-type]  # spaces by name
        assert elite_of(game, USA) == 3

    def test_never_more_than_one(self) -> None:
        alive = marked(position("West: USA tank", modules=WE), TANK)
        coming = marked(position(waiting={"USA": {"tank": 1}}, modules=WE), TANK, None)
        for game in (alive, coming):
            after, _ = step(game, Purchase())
            assert after.stage is Stage.PHASE_CLOSES

    def test_one_that_a_raid_has_destroyed_in_store_may_be_bought_anew(self) -> None:
        game = marked(position(modules=("WE", "WW")), TANK, None)
        game, _ = step(game, Purchase(), Renew(buy=True))
        assert game.waiting[USA] == {TANK: 1}

    def test_it_need_not_be_bought_and_must_be_paid(self) -> None:
        game = marked(position(modules=WE), TANK, PieceId(99))
        after, _ = step(game, Purchase(), Renew(buy=False))
        assert after.treasury[USA] == 30
        poor = dataclasses.replace(game, treasury={**game.treasury, USA: 4})
        after, _ = step(poor, Purchase())
        assert after.stage is Stage.PHASE_CLOSES
        drawn = {RenewElite(USA).sample(game, random.Random(seed)).buy for seed in range(9)}
        assert drawn == {True, False}

    def test_none_is_bought_while_the_capital_is_taken(self) -> None:
        game = marked(position(control={"West": "Japan"}, modules=WE), TANK, PieceId(99))
        after, _ = step(game)
        assert after.stage is Stage.PHASE_CLOSES
        assert after.treasury[USA] == 30

    def test_ruling_39_an_elite_kamikaze_may_be_bought_anew(self) -> None:
        game = position(active="Japan", modules=("WE", "WK"))
        game = marked(game, FIGHTER, PieceId(99), JAPAN)
        _, after = step(game, Purchase(), Renew(buy=True))
        assert after[-1].kind == FIGHTER  # type: ignore[attr-defined]  # it is EliteBought
        assert asked(game) is not None
