"""Corner cases of depth and hunts, each by the sentence that decides it."""

import pytest

from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.movement.orders import Move
from engine.phases import Phase, Stage
from engine.pieces import PieceId
from engine.requests import Roll
from engine.run import Run
from engine.variants.depth.declaring import DeclareDepths, DepthDeclaration
from engine.variants.depth.detection import FiringSubmarines, LetFire, Searchers
from engine.variants.depth.diving import DiveAway, DivingSubmarines
from engine.variants.depth.state import Depth, depth_of
from engine.variants.rules_of_warfare.mines import Minefield
from engine.variants.submarine_warfare.hunting import (
    BreakOffDuel,
    Direct,
    Escape,
    EscapeAttempt,
    Hunt,
    NextHunter,
    PressDuel,
)
from engine.variants.submarine_warfare.patrol import Patrol, Targets
from tests.engine.battle.field import battlefield
from tests.engine.movement.drill import STEPS, combat_move, illegal, noncombat_move
from tests.engine.position import play, position, world
from tests.engine.variants.depths import asks, at_depth, battle, dice

USA, JAPAN, UK, GERMANY = map(Power, ("USA", "Japan", "UK", "Germany"))
SZ_1, SZ_2 = map(SpaceId, ("SZ 1", "SZ 2"))
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))
ONE, TWO = map(PieceId, (1, 2))


class TestDepth:
    @pytest.mark.parametrize(
        ("old", "new", "left"),
        [
            ("surfaced", "periscope", 1),
            ("periscope", "surfaced", 1),
            ("submerged", "surfaced", 1),
            ("surfaced", "silent", 0),
            ("silent", "periscope", 0),
            ("periscope", "submerged", 1),
        ],
    )
    def test_ds_2_the_smaller_of_both_limits(self, old: str, new: str, left: int) -> None:
        game = position(
            "SZ 2: USA submarine, destroyer", phase=Phase.NONCOMBAT_MOVE, modules=("DS",)
        )
        game = game if old == "surfaced" else at_depth(game, {ONE: old})
        run = Run(game.replace(stage=Stage.PHASE_OPENS))
        play(run, DepthDeclaration({ONE: Depth(new)}))
        assert run.game.pieces[ONE].left == left

    def test_ds_1_the_depth_it_has_is_no_declaration(self) -> None:
        game = position("SZ 2: USA submarine", phase=Phase.NONCOMBAT_MOVE, modules=("DS",))
        with pytest.raises(Illegal, match="DS-1"):
            DeclareDepths(USA).check(game, DepthDeclaration({ONE: Depth.SURFACED}))

    def test_ds_1_it_holds_through_an_enemys_turn(self) -> None:
        game = position(
            "SZ 2: USA submarine\nSZ 4: Japan submarine",
            phase=Phase.NONCOMBAT_MOVE,
            active="Japan",
            modules=("DS",),
        )
        game = at_depth(game, {ONE: "submerged"}).replace(stage=Stage.PHASE_OPENS)
        run = Run(game)
        play(run, DepthDeclaration({TWO: Depth.PERISCOPE}))
        assert depth_of(run.game, ONE) is Depth.SUBMERGED

    def test_ds_6_a_submerged_super_submarine_attacks_on_2(self) -> None:
        for die, hit in ((2, True), (3, False)):
            fight = battle(
                "USA submarine / Japan cruiser",
                {"USA": "submerged"},
                breakthroughs={"USA": ["super_submarines"]},
            )
            if asks(fight, Roll):
                pass
            else:
                fight.dive("")
            fight.roll(die, why="surprise strikes")
            assert (fight.units("SZ 2", "Japan") == "") is hit

    def test_ds_6_a_submerged_one_that_is_found_rolls_nothing(self) -> None:
        """d6: 1 less than 1 is 0, which rolls no die (BG-1.6)."""
        fight = battle("USA destroyer / Japan submarine", "submerged", came_from="SZ 1")
        fight.answer(Searchers(frozenset({ONE})))
        fight.roll(2, why="search")
        fight.roll(6, why="attackers fire")
        assert asks(fight, DiveAway)
        fight.answer(DivingSubmarines(frozenset()))
        assert not asks(fight, Roll)

    def test_ds_6_on_a_die_of_twelve_sides_it_attacks_on_2(self) -> None:
        for die, hit in ((2, True), (3, False)):
            fight = battle(
                "USA submarine / Japan cruiser", {"USA": "submerged"}, options={"die": "12"}
            )
            if not asks(fight, Roll):
                fight.dive("")
            fight.roll(die, why="surprise strikes")
            assert (fight.units("SZ 2", "Japan") == "") is hit

    def test_ds_8_a_submerged_one_is_not_found_by_a_3(self) -> None:
        fight = battle("USA 2 destroyer / Japan submarine", "submerged")
        fight.answer(Searchers(frozenset({ONE, TWO})))
        fight.roll(3, 6, why="search")
        assert fight.is_over
        assert fight.units("SZ 2", "Japan") == "submarine"

    def test_ds_8_submarines_and_cruisers_do_not_search(self) -> None:
        game = position("SZ 2: USA submarine, cruiser / Japan submarine", modules=("DS",))
        assert not any(game.rules.may_search(game, piece) for piece in game.owned(USA))

    def test_ds_9_a_cruiser_hits_what_a_fighter_has_found(self) -> None:
        fight = battle("USA fighter, cruiser / Japan submarine", "periscope")
        fight.answer(Searchers(frozenset({ONE})))
        fight.roll(3, why="search")
        fight.answer(DivingSubmarines(frozenset()))
        fight.roll(6, why="surprise strikes")  # found, it fights as ever (BG-8.9)
        fight.roll(6, 3, why="attackers fire")
        assert fight.units("SZ 2", "Japan") == ""

    def test_ds_11_against_aircraft_and_submarines_it_may_not_fire(self) -> None:
        fight = battle("USA fighter, submarine / Japan destroyer, submarine", "periscope")
        fight.answer(Searchers(frozenset()))
        assert not asks(fight, LetFire)

    def test_ds_11_one_that_fires_hits_no_aircraft(self) -> None:
        fight = battle("USA fighter, transport / Japan destroyer, submarine", "periscope")
        fight.answer(Searchers(frozenset()))
        fight.answer(FiringSubmarines(frozenset({PieceId(4)})))
        fight.roll(1, why="surprise strikes")
        assert fight.units("SZ 2", "USA") == "fighter"

    def test_ds_12_two_owners_decide_each_for_their_own(self) -> None:
        fight = battle(
            "USA destroyer / Japan submarine / Germany submarine",
            {"Japan": "periscope", "Germany": "periscope"},
            came_from="SZ 1",
        )
        fight.answer(Searchers(frozenset({ONE})))
        fight.roll(1, why="search")
        fight.roll(6, why="attackers fire")
        assert fight.request == DiveAway(JAPAN)
        fight.answer(DivingSubmarines(frozenset({TWO})))
        assert fight.request == DiveAway(GERMANY)
        fight.answer(DivingSubmarines(frozenset()))
        assert dice(fight).count == 1

    def test_ds_7_a_zone_with_a_silent_one_and_a_transport_is_attacked_for_the_transport(
        self,
    ) -> None:
        fight = battle("USA destroyer / Japan submarine, transport", "silent")
        assert fight.is_over
        assert fight.units("SZ 2", "Japan") == "submarine"

    def test_ds_7_silent_ones_stop_nobody_on_classic(self) -> None:
        for depth, blocked in (("silent", False), ("surfaced", True)):
            game = position(
                "SZ 1: USA battleship\nSZ 2: Japan submarine", modules=("DS",), scenario=CLASSIC
            )
            if depth == "silent":
                game = at_depth(game, {TWO: depth})
            assert game.rules.hostile(game, USA, SZ_2) is blocked

    def test_ruling_14_a_periscope_one_rolls_at_a_mine(self) -> None:
        drill = noncombat_move("SZ 1: USA submarine", modules=("DS", "WM"))
        game = at_depth(drill.game, {ONE: "periscope"})
        game = game.replace(modules={**game.modules, "WM": Minefield({SZ_2: JAPAN})})
        drill.run = Run(game, STEPS)
        drill.move("SZ 1: submarine", "SZ 2")
        drill.run.answer((1,))
        assert drill.units("SZ 2") == ""


class TestHunts:
    def test_sw_4_after_a_6_it_may_stay_and_the_hunter_go_on(self) -> None:
        fight = battle("USA destroyer / Japan submarine", modules=("SW",), came_from="SZ 1")
        fight.answer(Hunt(ONE))
        fight.roll(3, why="spotting")
        fight.roll(6, 6, why="hunt")
        fight.answer(EscapeAttempt(leaves=False))
        assert asks(fight, PressDuel)

    def test_sw_4_it_hits_on_2_and_not_on_3(self) -> None:
        for die, sunk in ((2, True), (3, False)):
            fight = battle("USA destroyer / Japan submarine", modules=("SW",), came_from="SZ 1")
            fight.answer(Hunt(ONE))
            fight.roll(1, why="spotting")
            fight.roll(die, 6, why="hunt")
            assert (fight.units("SZ 2", "Japan") == "") is sunk

    def test_sw_4_the_submarine_hits_on_1_and_not_on_2(self) -> None:
        for die, sunk in ((1, True), (2, False)):
            fight = battle("USA destroyer / Japan submarine", modules=("SW",), came_from="SZ 1")
            fight.answer(Hunt(ONE))
            fight.roll(1, why="spotting")
            fight.roll(5, die, why="hunt")
            assert (fight.units("SZ 2", "USA") == "") is sunk

    def test_sw_4_on_another_number_nobody_may_leave(self) -> None:
        fight = battle("USA destroyer / Japan submarine", modules=("SW",), came_from="SZ 1")
        fight.answer(Hunt(ONE))
        fight.roll(1, why="spotting")
        fight.roll(5, 6, why="hunt")
        assert not asks(fight, Escape)

    def test_sw_5_a_bomber_hits_on_4(self) -> None:
        fight = battle("USA bomber / Japan submarine", modules=("SW",), came_from="SZ 1")
        fight.answer(Hunt(ONE))
        fight.roll(3, why="spotting")
        fight.roll(4, 6, why="hunt")
        assert fight.units("SZ 2", "Japan") == ""

    def test_sw_5_who_breaks_off_has_made_its_attack(self) -> None:
        fight = battle("USA 2 bomber / Japan submarine", modules=("SW",), came_from="SZ 1")
        fight.answer(Hunt(ONE))
        fight.roll(3, why="spotting")
        fight.roll(6, 6, why="hunt")
        fight.answer(EscapeAttempt(leaves=False))
        fight.answer(BreakOffDuel())
        assert asks(fight, NextHunter)
        with pytest.raises(Illegal, match="SW-3"):
            NextHunter(USA).check(fight.game, Hunt(ONE))

    def test_sw_6_a_directed_destroyer_needs_no_roll_of_its_own(self) -> None:
        fight = battle(
            "USA fighter, destroyer / Japan submarine", modules=("SW",), came_from="SZ 1"
        )
        fight.answer(Hunt(ONE))
        fight.roll(2, why="spotting")
        fight.answer(Direct(TWO))
        fight.roll(2, 6, why="hunt")
        assert fight.is_over
        assert fight.units("SZ 2") == "destroyer, fighter"

    def test_sw_6_an_aircraft_is_not_directed(self) -> None:
        fight = battle("USA 2 fighter / Japan submarine", modules=("SW",), came_from="SZ 1")
        fight.answer(Hunt(ONE))
        fight.roll(2, why="spotting")
        assert dice(fight).why == "hunt"  # nobody to direct: nothing is asked

    def test_sw_7_destroyers_spot_on_3_whatever_the_option(self) -> None:
        fight = battle(
            "USA destroyer, fighter / Japan submarine",
            modules=("SW",),
            options={"sw_spot": "4"},
            came_from="SZ 1",
        )
        fight.answer(Hunt(ONE))
        fight.roll(4, why="spotting")
        assert asks(fight, NextHunter)
        fight.answer(Hunt(TWO))
        fight.roll(4, why="spotting")
        assert not asks(fight, NextHunter)

    def test_sw_3_ships_that_only_carry_take_no_part(self) -> None:
        fight = battle(
            "USA destroyer, carrier, battleship / Japan submarine",
            modules=("SW",),
            came_from="SZ 1",
        )
        hunters = [a.hunter for a in NextHunter(USA).candidates(fight.game) if isinstance(a, Hunt)]
        assert hunters == [ONE]

    def test_sw_2_in_noncombat_move_too(self) -> None:
        run = Run(
            position(
                "SZ 2: USA submarine / Japan destroyer",
                phase=Phase.NONCOMBAT_MOVE,
                modules=("SW",),
            )
        )
        play(run, Move(frozenset({ONE}), (SZ_1,)))
        assert isinstance(run.request, Patrol)
        play(run, Targets({TWO: ONE}), (3,))
        assert run.game.pieces[ONE].at == SZ_2

    def test_sw_2_a_4_lets_it_pass(self) -> None:
        run = Run(
            position(
                "SZ 2: USA submarine / Japan destroyer",
                phase=Phase.NONCOMBAT_MOVE,
                modules=("SW",),
            )
        )
        play(run, Move(frozenset({ONE}), (SZ_1,)), Targets({TWO: ONE}), (4,))
        assert run.game.pieces[ONE].at == SZ_1

    def test_sw_2_an_allys_destroyer_lets_it_pass(self) -> None:
        drill = noncombat_move("SZ 2: USA submarine / UK destroyer", modules=("SW",))
        drill.move("SZ 2: submarine", "SZ 1")
        assert drill.units("SZ 1") == "submarine"

    def test_sw_2_destroyers_of_two_powers_roll_one_power_after_the_other(self) -> None:
        run = Run(
            position(
                "SZ 2: USA submarine / Japan destroyer / Germany destroyer",
                phase=Phase.NONCOMBAT_MOVE,
                modules=("SW",),
            )
        )
        play(run, Move(frozenset({ONE}), (SZ_1,)))
        assert run.request == Patrol(JAPAN, SZ_2, (ONE,))
        play(run, Targets({TWO: ONE}), (6,))
        assert run.request == Patrol(GERMANY, SZ_2, (ONE,))

    def test_sw_1_with_a_carrier_they_are_a_fleet(self) -> None:
        fight = battle("USA destroyer / Japan submarine, carrier", modules=("SW",))
        assert not asks(fight, NextHunter)

    def test_ruling_19_a_kamikaze_pays_for_the_search(self) -> None:
        """Two spaces and the search are its four points."""
        units = "East: Japan fighter\nSZ 3: USA submarine\nSZ 2: USA submarine"
        drill = combat_move(units, active="Japan", modules=("SW", "WK"))
        drill.run.answer(["kamikaze", 1])
        with illegal(drill, "BG-7"):
            drill.move("East: fighter", "SZ 4", "SZ 3", "SZ 2")
        drill.move("East: fighter", "SZ 4", "SZ 3")
        assert drill.units("SZ 3", "Japan") == "fighter"


def test_sw_3_a_hunt_comes_before_its_landing_and_the_landing_stands() -> None:
    combat = battlefield(
        "SZ 3: USA destroyer, transport, infantry / Japan submarine",
        attacked=("SZ 3",),
        landing={"SZ 3": "Plains"},
        modules=("SW",),
    )
    combat.answer(Hunt(ONE))
    combat.roll(6, why="spotting")
    assert combat.game.control[SpaceId("Plains")] == USA
    assert combat.units("SZ 3", "Japan") == "submarine"
