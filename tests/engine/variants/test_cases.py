"""Corner cases of depth status and submarine warfare, each by the sentence that decides it."""

import pytest

from engine.battle.raids import Interceptors
from engine.board import Power, SpaceId
from engine.movement.orders import Done, Move
from engine.phases import Phase, Stage
from engine.pieces import PieceId
from engine.requests import Roll
from engine.run import Run
from engine.variants.depth.declaring import DeclareDepths, DepthDeclaration
from engine.variants.depth.detection import FiringSubmarines, LetFire, Searchers
from engine.variants.depth.diving import DiveAway, DivingSubmarines
from engine.variants.depth.state import Depth, Depths, depth_of, update_depths
from engine.variants.submarine_warfare.hunting import Hunt, NextHunter
from engine.variants.submarine_warfare.patrol import Patrol, Targets
from tests.engine.battle.field import Combat, battlefield
from tests.engine.movement.drill import Drill, combat_move, illegal
from tests.engine.position import find, play, position, state, world
from tests.engine.variants.depths import asks, at_depth, battle, dice, sub

USA, JAPAN = Power("USA"), Power("Japan")
SZ_2, SZ_3 = SpaceId("SZ 2"), SpaceId("SZ 3")
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))


class TestDice:
    """The option `die` is for dice that hit or detect; all others keep six sides (DS)."""

    @pytest.mark.parametrize(
        ("die", "known", "hits"),
        [("12", (), 2), ("20", (), 3), ("12", ("radar",), 4), ("20", ("radar",), 7)],
    )
    def test_ds_guns_hit_as_value_1(self, die: str, known: tuple[str, ...], hits: int) -> None:
        for rolled, left in ((hits, ""), (hits + 1, "bomber")):
            combat = battlefield(
                "East: USA bomber / Japan complex, aa_gun",
                raiding={"East": "bomber"},
                breakthroughs={"Japan": known},
                modules=("DS",),
                options={"die": die},
            )
            combat.roll(rolled, why="anti-aircraft fire")
            if left:
                assert isinstance(combat.request, Roll)
                assert combat.request.sides == 6  # damage
                combat.roll(6, why="bombs")
            assert combat.units("East", "USA") == left

    def test_ds_interceptors_hit_as_value_1(self) -> None:
        combat = battlefield(
            "East: USA bomber / Japan complex, fighter",
            raiding={"East": "bomber"},
            modules=("DS",),
            options={"die": "12", "interceptors": "on"},
        )
        (fighter,) = find(combat.game, "East", "fighter")
        combat.answer(Interceptors(frozenset({fighter})))
        combat.roll(3, 2, why="interception")
        assert combat.units("East", "USA") == ""
        assert combat.units("East", "Japan") == "complex, fighter"


class TestConcealment:
    def test_ds_11_when_the_others_are_sunk_the_undetected_one_is_still_there(self) -> None:
        fight = battle("USA 2 cruiser / Japan destroyer, submarine", "periscope")
        fight.answer(FiringSubmarines(frozenset()))
        fight.roll(1, 1, why="attackers fire")
        fight.roll(6, why="defenders fire")
        assert fight.is_over
        assert fight.units("SZ 2", "Japan") == "submarine"

    def test_ds_8_who_does_not_search_fights_all_the_same(self) -> None:
        fight = battle("USA 2 fighter, destroyer / Japan destroyer, submarine", "periscope")
        fight.answer(Searchers(frozenset({PieceId(1)})))
        fight.roll(6, why="search")
        fight.answer(FiringSubmarines(frozenset()))
        assert dice(fight).count == 3

    def test_ds_8_a_3_finds_the_periscope_and_a_2_the_submerged_too(self) -> None:
        for die, found in ((3, {4}), (2, {4, 5}), (4, set())):
            fight = battle("USA destroyer, cruiser / Japan cruiser, 2 submarine")
            game = at_depth(fight.start, {PieceId(4): "periscope", PieceId(5): "submerged"})
            fight = Combat(game)
            fight.answer(Searchers(frozenset({PieceId(1)})))
            fight.roll(die, why="search")
            assert state(fight.game, "DS", Depths).found == frozenset(found)

    def test_ds_7_a_silent_one_beside_ships_is_no_casualty(self) -> None:
        fight = battle("USA 2 cruiser / Japan destroyer, submarine", "silent")
        fight.roll(1, 1, why="attackers fire")
        fight.roll(6, why="defenders fire")
        assert fight.units("SZ 2", "Japan") == "submarine"

    def test_ds_12_in_a_later_round_too(self) -> None:
        fight = battle("USA destroyer / Japan submarine", "periscope", came_from="SZ 1")
        fight.answer(Searchers(frozenset({PieceId(1)})))
        fight.roll(1, why="search")
        fight.roll(6, why="attackers fire")
        fight.answer(DivingSubmarines(frozenset()))
        fight.roll(6, why="defenders fire")
        fight.press()
        fight.roll(6, why="attackers fire")
        assert asks(fight, DiveAway)
        fight.answer(DivingSubmarines(frozenset({PieceId(2)})))
        assert fight.is_over
        assert depth_of(fight.game, PieceId(2)) is Depth.PERISCOPE

    def test_ds_12_transports_that_it_leaves_die(self) -> None:
        """BG-8.17 at S6."""
        fight = battle("USA destroyer, cruiser / Japan submarine, transport", "periscope")
        fight.answer(Searchers(frozenset({PieceId(1)})))
        fight.roll(1, why="search")
        fight.roll(6, 6, why="attackers fire")
        fight.answer(DivingSubmarines(frozenset({PieceId(3)})))
        assert fight.units("SZ 2", "Japan") == "submarine"

    def test_ds_11_one_that_fires_is_hit_from_the_next_round_on(self) -> None:
        fight = battle("USA 2 cruiser / Japan cruiser, submarine", "periscope", came_from="SZ 1")
        fight.answer(FiringSubmarines(frozenset({PieceId(4)})))
        fight.roll(6, why="surprise strikes")
        fight.roll(1, 1, why="attackers fire")  # one hit is void: the submarine takes none
        fight.roll(6, why="defenders fire")
        assert fight.units("SZ 2", "Japan") == "submarine"
        fight.press()
        assert not asks(fight, LetFire)
        fight.answer(DivingSubmarines(frozenset()))
        fight.roll(6, why="surprise strikes")
        fight.roll(1, 6, why="attackers fire")
        assert fight.units("SZ 2", "Japan") == ""

    def test_ds_13_defenders_hit_attackers_at_any_depth(self) -> None:
        fight = battle("USA submarine / Japan destroyer", {"USA": "periscope"})
        fight.roll(4, why="attackers fire")
        fight.roll(1, why="defenders fire")
        assert fight.units("SZ 2", "USA") == ""

    def test_ds_1_depth_of_lost_submarines_is_forgotten(self) -> None:
        game = position("SZ 2: USA submarine", phase=Phase.NONCOMBAT_MOVE, modules=("DS",))
        game = at_depth(game, {PieceId(1): "silent", PieceId(9): "silent"})
        game = update_depths(game)
        run = Run(game.replace(stage=Stage.PHASE_OPENS))
        assert isinstance(run.request, DeclareDepths)
        assert set(state(run.game, "DS", Depths).at) == {PieceId(1)}

    def test_ds_7_a_silent_one_declares_another_depth_first_and_then_has_no_move(self) -> None:
        """DS-2: the smaller of its old and new limit."""
        game = position(
            "SZ 2: USA submarine, destroyer", phase=Phase.NONCOMBAT_MOVE, modules=("DS",)
        )
        run = Run(at_depth(game, {PieceId(1): "silent"}).replace(stage=Stage.PHASE_OPENS))
        play(run, DepthDeclaration({PieceId(1): Depth.SURFACED}))
        assert run.game.pieces[PieceId(1)].left == 0
        assert run.game.pieces[PieceId(2)].left == 2

    def test_ruling_16_on_classic_a_silent_one_may_ignore_who_has_come(self) -> None:
        for depth, ignores in (("silent", True), ("periscope", False)):
            game = position(
                "SZ 2: USA submarine / Japan battleship",
                phase=Phase.COMBAT_MOVE,
                modules=("DS",),
                scenario=CLASSIC,
            )
            game = at_depth(game, {sub(game, "USA"): depth})
            assert game.rules.may_ignore(game, SZ_2) is ignores

    def test_ruling_16_on_classic_a_found_one_dives_and_does_not_withdraw(self) -> None:
        game = position(
            "SZ 2: USA fighter, battleship / Japan submarine",
            phase=Phase.CONDUCT_COMBAT,
            modules=("DS",),
            scenario=CLASSIC,
        ).update_turn_record(attacked=frozenset({SZ_2}))
        fight = Combat(at_depth(game, {sub(game): "periscope"}))
        fight.answer(Searchers(frozenset({PieceId(1)})))
        fight.roll(1, why="search")
        fight.roll(6, 6, why="attackers fire")
        assert asks(fight, DiveAway)
        fight.answer(DivingSubmarines(frozenset()))
        fight.roll(6, why="defenders fire")
        assert dice(fight).why == "attackers fire"  # nobody was asked to withdraw


def sailing(units: str, phase: Phase = Phase.COMBAT_MOVE) -> Run:
    return Run(position(units, phase=phase, modules=("SW",)))


class TestPatrols:
    def test_sw_2_destroyers_of_each_zone_on_the_way_roll(self) -> None:
        run = sailing(
            "SZ 1: USA submarine\nSZ 2: Japan destroyer\nSZ 3: Japan transport\nSZ 1: USA transport"
        )
        play(run, Move(frozenset({PieceId(1)}), (SZ_2, SZ_3)))
        assert isinstance(run.request, Patrol)
        assert run.request.zone == SZ_2
        play(run, Targets({PieceId(2): PieceId(1)}), (4,))
        assert run.game.pieces[PieceId(1)].at == SZ_3

    def test_sw_2_two_destroyers_roll_at_one_or_at_two(self) -> None:
        units = "SZ 2: USA 2 submarine / Japan 2 destroyer\nSZ 3: Japan transport"
        for aims, halted in (({3: 1, 4: 1}, {1}), ({3: 1, 4: 2}, {2})):
            run = sailing(units)
            play(run, Move(frozenset({PieceId(1), PieceId(2)}), (SZ_3,)))
            at = {PieceId(d): PieceId(s) for d, s in aims.items()}
            play(run, Targets(at), (6, 3))
            assert {p.id for p in run.game.pieces.at(SZ_2) if p.owner == USA} == halted

    def test_sw_2_a_halted_one_moves_no_more_after_combat_either(self) -> None:
        run = sailing("SZ 2: USA submarine / Japan destroyer\nSZ 3: Japan transport")
        play(run, Move(frozenset({PieceId(1)}), (SZ_3,)), Targets({PieceId(2): PieceId(1)}), (1,))
        assert run.game.pieces[PieceId(1)].left == 0

    def test_sw_2_ships_do_not_stop_for_submarines_nor_submarines_for_ships(self) -> None:
        game = position("SZ 1: USA submarine\nSZ 2: Japan battleship, destroyer", modules=("SW",))
        assert not game.rules.stops(game, game.pieces[PieceId(1)], SZ_2)

    def test_sw_2_on_classic_they_sail_freely_after_combat_too(self) -> None:
        """[CL] stops every ship; SW-2 replaces that for submarines (BG-9.1)."""
        for modules, free in ((("SW", "WD"), True), (("WD",), False)):
            drill = Drill(
                position(
                    "SZ 1: USA submarine, transport\nSZ 2: Japan transport",
                    phase=Phase.NONCOMBAT_MOVE,
                    modules=modules,
                    scenario=CLASSIC,
                )
            )
            if free:
                drill.move("SZ 1: submarine", "SZ 2")
            else:
                with illegal(drill, "BG-9.1"):
                    drill.move("SZ 1: submarine", "SZ 2")
            with illegal(drill, "BG-9.1"):
                drill.move("SZ 1: transport", "SZ 2")

    def test_sw_2_on_classic_aircraft_lost_over_guns_leave_nothing_to_roll_at(self) -> None:
        """BG-7.7 [CL] comes first, as they are about to fly on."""
        drill = combat_move(
            "Prairie: USA 2 fighter\nBorder: Japan aa_gun, infantry\nSZ 3: Japan transport",
            modules=("SW", "WD"),
            scenario=CLASSIC,
        )
        drill.move("Prairie: 2 fighter", "Border", "SZ 3")
        drill.run.answer((1, 2))
        assert drill.units("SZ 3", "USA") == "fighter"


class TestHunts:
    def test_ruling_5_destroyers_of_rule_wd_hit_submarines_on_2_in_a_hunt(self) -> None:
        for die, sunk in ((2, True), (3, False)):
            game = position(
                "SZ 2: USA destroyer / Japan submarine",
                phase=Phase.CONDUCT_COMBAT,
                modules=("SW", "WD"),
                scenario=CLASSIC,
            ).update_turn_record(attacked=frozenset({SZ_2}))
            fight = Combat(game)
            fight.answer(Hunt(PieceId(1)))
            fight.roll(3, why="spotting")
            fight.roll(die, 6, why="hunt")
            assert (fight.units("SZ 2", "Japan") == "") is sunk

    def test_sw_5_with_a_lower_cost_a_fighter_hunts_two_spaces_out_and_lands_beyond(self) -> None:
        units = "East: Japan fighter\nSZ 3: USA submarine"
        for cost, legal in (("0", True), ("1", True), ("2", False)):
            drill = combat_move(
                units, active="Japan", modules=("SW",), options={"sw_search_cost": cost}
            )
            if legal:
                drill.move("East: fighter", "SZ 4", "SZ 3")
            else:
                with illegal(drill, "BG-7.6"):
                    drill.move("East: fighter", "SZ 4", "SZ 3")

    def test_sw_5_a_fleet_costs_no_search(self) -> None:
        drill = combat_move(
            "East: Japan fighter\nSZ 3: USA submarine, transport", active="Japan", modules=("SW",)
        )
        drill.move("East: fighter", "SZ 4", "SZ 3")
        assert drill.figure("SZ 3: fighter").left == 2

    def test_sw_5_passing_over_costs_nothing(self) -> None:
        drill = combat_move(
            "East: Japan fighter\nSZ 4: USA submarine\nBorder: USA infantry",
            active="Japan",
            modules=("SW",),
            control={"Border": "USA"},
        )
        drill.move("East: fighter", "SZ 4", "SZ 3", "Border")
        assert drill.figure("Border: fighter").left == 1

    def test_sw_3_a_hunt_silences_the_guns_and_the_landing_goes_on(self) -> None:
        """A hunt is a sea battle for BG-8.5, whatever comes of it."""
        combat = battlefield(
            "SZ 3: USA destroyer, battleship, transport, infantry / Japan submarine\n"
            "Plains: Japan infantry",
            attacked=("SZ 3",),
            landing={"SZ 3": "Plains"},
            bombarding={"SZ 3": "Plains"},
            modules=("SW",),
        )
        assert isinstance(combat.request, NextHunter)
        combat.answer(Hunt(PieceId(1)))
        combat.roll(6, why="spotting")
        combat.roll(1, why="attackers fire")  # no bombardment
        combat.roll(6, why="defenders fire")
        assert combat.game.control[SpaceId("Plains")] == USA

    def test_sw_3_it_ends_when_no_submarine_is_left(self) -> None:
        game = position(
            "SZ 2: USA 2 destroyer / Japan submarine", phase=Phase.CONDUCT_COMBAT, modules=("SW",)
        ).update_turn_record(attacked=frozenset({SZ_2}))
        fight = Combat(game)
        fight.answer(Hunt(PieceId(1)))
        fight.roll(1, why="spotting")
        fight.roll(1, 1, why="hunt")
        assert fight.is_over
        assert fight.units("SZ 2") == "destroyer"

    def test_sw_1_attacking_submarines_fight_by_fleet_rules(self) -> None:
        fight = battle("USA 2 submarine / Japan destroyer, submarine", modules=("SW",))
        fight.dive("")  # the defender's, as ever (BG-8.11)
        fight.roll(6, why="surprise strikes")
        fight.roll(6, 6, why="attackers fire")


def test_done_ends_a_phase_with_a_submarine_beside_its_enemies() -> None:
    """SW-2: it fights only if its owner wants."""
    drill = combat_move("SZ 2: USA submarine / Japan battleship", modules=("SW",))
    drill.give(Done())
    drill.declare()
    assert drill.is_over
