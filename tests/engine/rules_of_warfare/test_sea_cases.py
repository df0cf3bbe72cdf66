"""Corner cases of mines, battleships and lost transports, each by the sentence that decides it."""

import pytest

from engine.board import Power, SpaceId
from engine.economy.mobilize import Mobilization, Placement
from engine.editions.classic import Withdrawal
from engine.errors import Illegal
from engine.movement.orders import TakeBack
from engine.movement.phases import NoncombatMove
from engine.phases import Phase, Stage
from engine.pieces import Figure, PieceId
from engine.records import encode
from engine.requests import Roll
from engine.run import Run
from engine.slots import StateSlot
from engine.units import Kind
from engine.variants.rules_of_warfare.battleships import Docked, Repairs, RepairShips
from engine.variants.rules_of_warfare.lost_transports import TransportsLost
from engine.variants.rules_of_warfare.mines import MINE, Course, LayMine, Minefield
from tests.engine.battle.field import STEPS, battlefield
from tests.engine.movement.drill import STEPS as MOVES
from tests.engine.movement.drill import Drill, combat_move, illegal, noncombat_move
from tests.engine.position import figure, find, position, state, step, world
from tests.engine.rules_of_warfare.warfare import mined

USA, JAPAN, UK = map(Power, ("USA", "Japan", "UK"))
SZ_2 = SpaceId("SZ 2")
WEST = SpaceId("West")
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))


class TestMines:
    @pytest.mark.parametrize(
        ("other", "may"),
        [
            ("Japan transport", False),
            ("Japan submarine", False),
            ("Germany destroyer", False),
            ("UK transport", True),
        ],
    )
    def test_wm_2_only_in_waters_free_of_enemies(self, other: str, may: bool) -> None:
        game = noncombat_move(f"SZ 2: USA transport / {other}", modules=("WM",)).game
        game = game.replace(modules={"WM": Minefield({}, {PieceId(1): 1})})
        decision = NoncombatMove(USA)
        assert (LayMine(PieceId(1)) in list(game.rules.candidate_actions(game, decision))) is may

    def test_wm_2_one_in_a_zone_whoever_has_laid_it(self) -> None:
        game = noncombat_move("SZ 2: USA transport", modules=("WM",)).game
        game = game.replace(modules={"WM": Minefield({SZ_2: UK}, {PieceId(1): 1})})
        with pytest.raises(Illegal, match="WM-2"):
            game.rules.check_action(game, NoncombatMove(USA), LayMine(PieceId(1)))

    def test_wm_2_both_of_a_transport_take_two_turns(self) -> None:
        drill = noncombat_move("SZ 2: USA transport, destroyer", modules=("WM",))
        field = Minefield({}, {PieceId(1): 2})
        drill.run = Run(drill.game.replace(modules={"WM": field}), MOVES)
        drill.run.answer(["lay_mine", 1])
        with illegal(drill, "BG-7"):
            drill.move("SZ 2: transport", "SZ 1")
        assert not list(drill.game.rules.candidate_actions(drill.game, NoncombatMove(USA)))

    def test_wm_3_guests_on_a_carrier_are_lost_with_it(self) -> None:
        """They are cargo on the ship's turn (BG-7.8)."""
        game = position(
            "SZ 1: USA carrier / UK fighter", phase=Phase.NONCOMBAT_MOVE, modules=("WM",)
        )
        (guest,) = find(game, "SZ 1", "fighter")
        aboard = figure(game, guest).replace(aboard=PieceId(1))
        drill = mined(Drill(game.with_pieces(aboard)), "SZ 2")
        drill.move("SZ 1: carrier", "SZ 2")
        drill.run.answer((1,))
        assert drill.units("SZ 2") == ""
        assert guest not in drill.game.pieces

    def test_wm_3_who_stops_there_in_combat_move_has_no_order_left_to_take_back(self) -> None:
        """Rolled moves stay, so the phase may end though they attack nobody now (R6)."""
        units = "SZ 1: USA 2 destroyer\nSZ 3: Japan transport\nSZ 7: USA destroyer"
        drill = mined(combat_move(units, modules=("WM",)), "SZ 2")
        drill.move("SZ 1: 2 destroyer", "SZ 2", "SZ 3")
        drill.run.answer((1, 5))
        drill.run.answer(encode(Course(on=False)))
        with illegal(drill, "R6"):
            drill.give(TakeBack(frozenset({PieceId(2)})))
        drill.done()
        assert drill.units("SZ 2") == "destroyer"

    def test_wm_3_a_transport_on_its_way_to_an_assault_takes_its_landing_along(self) -> None:
        drill = mined(combat_move("SZ 1: USA transport, infantry", modules=("WM",)), "SZ 2")
        drill.move("SZ 1: transport", "SZ 2", "SZ 3")
        drill.run.answer((1,))
        assert drill.game.owned(USA) == ()
        assert drill.is_over

    def test_wm_3_a_withdrawing_submarine_of_classic_rolls(self) -> None:
        """BG-8.12: it is a retreat."""
        combat = battlefield(
            "SZ 3: USA transport, battleship / Japan submarine",
            attacked=("SZ 3",),
            modules=("WM",),
            scenario=CLASSIC,
        )
        field = {"WM": Minefield({SpaceId("SZ 4"): USA})}
        combat.run = Run(combat.start.replace(modules=field), STEPS)
        combat.roll(6, why="attackers fire")
        combat.roll(6, why="defenders fire")
        combat.answer(Withdrawal({PieceId(3): SpaceId("SZ 4")}))
        combat.roll(1, why="a mine")
        assert combat.units("SZ 4") == ""

    def test_wm_3_new_ships_do_not_roll(self) -> None:
        game = position(
            "West: USA complex",
            phase=Phase.MOBILIZE,
            waiting={"USA": {"destroyer": 1}},
            modules=("WM",),
        )
        game = game.replace(modules={"WM": Minefield({SZ_2: JAPAN})})
        placed = Mobilization((Placement(Kind("destroyer"), WEST, SZ_2, 1),))
        after, _ = step(game, placed)
        assert len(find(after, "SZ 2", "destroyer")) == 1

    def test_wm_3_aircraft_and_what_they_carry_never_roll(self) -> None:
        drill = mined(
            combat_move("West: USA bomber, infantry\nBorder: Japan tank", modules=("WM", "WP")),
            "SZ 2",
            "SZ 3",
        )
        drill.move("West: bomber, infantry", "SZ 2", "SZ 3", "Border")
        assert drill.units("Border", "USA") == "bomber, infantry"

    def test_wm_3_coming_back_rolls_again(self) -> None:
        drill = mined(noncombat_move("SZ 2: USA destroyer", modules=("WM",)), "SZ 2")
        drill.move("SZ 2: destroyer", "SZ 1")
        drill.move("SZ 1: destroyer", "SZ 2")
        drill.run.answer((1,))
        assert drill.units("SZ 2") == ""

    def test_wm_1_a_mine_is_no_ship_that_could_be_moved_or_kept(self) -> None:
        game = position(
            "SZ 2: USA transport\nWest: USA complex",
            phase=Phase.MOBILIZE,
            waiting={"USA": {MINE: 1}},
            modules=("WM",),
        )
        after, _ = step(game, Mobilization((Placement(MINE, WEST, SZ_2, 1),)))
        assert [p.id for p in after.pieces.at(SZ_2)] == [1]
        assert state(after, "WM", Minefield).laid == {}


class TestBattleships:
    @pytest.mark.parametrize("enemy", ["transport", "submarine", "destroyer", "battleship"])
    def test_wb_2_any_enemy_sea_unit_forbids_repair(self, enemy: str) -> None:
        game = position(
            f"SZ 2: USA damaged battleship / Japan {enemy}\nWest: USA complex", modules=("WB",)
        )
        after, _ = step(game.replace(stage=Stage.TURN_OPENS))
        assert after.state(StateSlot("WB", Docked, Docked())).able == ()

    def test_wb_2_an_allys_complex_is_not_ones_own(self) -> None:
        game = position(
            "SZ 2: USA damaged battleship\nPrairie: UK complex",
            control={"Prairie": "UK"},
            modules=("WB",),
        )
        after, _ = step(game.replace(stage=Stage.TURN_OPENS))
        assert after.state(StateSlot("WB", Docked, Docked())).able == ()

    def test_wb_2_in_repair_it_gives_no_support_shot(self) -> None:
        """All its values are 0 until Mobilize."""
        combat = battlefield(
            "SZ 3: USA damaged battleship, transport, infantry\nBorder: Japan infantry",
            landing={"SZ 3": "Border"},
            bombarding={"SZ 3": "Border"},
            modules=("WB",),
            scenario=CLASSIC,
        )
        docked = {"WB": Docked((PieceId(1),), frozenset({PieceId(1)}))}
        combat.run = Run(combat.start.replace(modules=docked), STEPS)
        combat.roll(6, why="attackers fire")

    def test_wb_2_whole_again_it_has_all_its_values(self) -> None:
        game = position(
            "SZ 2: USA damaged battleship\nWest: USA complex",
            phase=Phase.MOBILIZE,
            modules=("WB",),
            scenario=CLASSIC,
        )
        docked = {"WB": Docked((PieceId(1),), frozenset({PieceId(1)}))}
        after, _ = step(game.replace(modules=docked, stage=Stage.PHASE_OPENS))
        ship = after.pieces[PieceId(1)]
        assert isinstance(ship, Figure)
        assert not ship.damaged
        assert after.rules.move_limit(after, ship) == 2

    def test_wb_2_a_ship_sunk_meanwhile_is_no_trouble(self) -> None:
        game = position("", phase=Phase.MOBILIZE, modules=("WB",), scenario=CLASSIC)
        docked = {"WB": Docked((PieceId(9),), frozenset({PieceId(9)}))}
        after, _ = step(game.replace(modules=docked, stage=Stage.PHASE_OPENS))
        assert state(after, "WB", Docked).repairing == frozenset()

    def test_wb_2_one_pays_for_as_many_as_one_can(self) -> None:
        able = tuple(map(PieceId, (1, 2)))
        game = position(
            "SZ 2: USA 2 damaged battleship\nWest: USA complex",
            modules=("WB",),
            scenario=CLASSIC,
            treasury={"USA": 15},
        ).replace(modules={"WB": Docked(able)})
        assert max(len(dock.ships) for dock in RepairShips(USA).candidates(game)) == 1
        with pytest.raises(Illegal, match="WB-2"):
            RepairShips(USA).check(game, Repairs(frozenset(able)))

    def test_wb_1_two_hits_at_once_sink_it(self) -> None:
        combat = battlefield(
            "SZ 3: USA battleship / Japan 2 battleship",
            attacked=("SZ 3",),
            modules=("WB",),
            scenario=CLASSIC,
        )
        combat.roll(6, why="attackers fire")
        combat.roll(1, 1, why="defenders fire")
        assert combat.units("SZ 3", "USA") == ""

    def test_wb_1_hit_in_this_round_it_still_fires_as_it_was(self) -> None:
        """Dice of one round are rolled with the values at its start (BG-8.7)."""
        combat = battlefield(
            "SZ 3: USA battleship / Japan battleship",
            attacked=("SZ 3",),
            modules=("WB",),
            scenario=CLASSIC,
            came_from={"SZ 3": "SZ 2"},
        )
        combat.roll(1, why="attackers fire")
        assert isinstance(combat.request, Roll)
        combat.roll(4, why="defenders fire")
        assert combat.units("SZ 3", "USA") == "damaged battleship"


class TestLostTransports:
    def test_wl_1_the_attackers_count_as_well(self) -> None:
        combat = battlefield(
            "SZ 3: USA transport, destroyer / Japan 2 destroyer",
            attacked=("SZ 3",),
            modules=("WL",),
            came_from={"SZ 3": "SZ 2"},
        )
        combat.roll(6, why="attackers fire")
        combat.roll(1, 1, why="defenders fire")
        assert state(combat.game, "WL", TransportsLost).ships == {USA: 1}

    def test_wl_1_mines_aboard_are_no_land_unit(self) -> None:
        combat = battlefield(
            "SZ 3: USA destroyer / Japan transport", attacked=("SZ 3",), modules=("WL", "WM")
        )
        field = {"WM": Minefield({}, {PieceId(2): 2})}
        assert state(combat.game, "WL", TransportsLost).ships == {JAPAN: 1}
        combat.run = Run(combat.start.replace(modules=field), STEPS)
        assert state(combat.game, "WL", TransportsLost).ships == {JAPAN: 1}

    def test_wl_1_an_allys_infantry_aboard_is_a_land_unit(self) -> None:
        combat = battlefield(
            "SZ 3: USA destroyer / Japan transport / Germany infantry",
            attacked=("SZ 3",),
            modules=("WL",),
        )
        (cargo,) = find(combat.start, "SZ 3", "infantry")
        game = combat.start.with_pieces(figure(combat.start, cargo).replace(aboard=PieceId(2)))
        combat.run = Run(game, STEPS)
        assert combat.units("SZ 3", "Japan") == ""
        assert "WL" not in combat.game.modules

    def test_wl_1_the_income_after_next_is_whole_again(self) -> None:
        game = position(phase=Phase.COLLECT_INCOME, modules=("WL",))
        once, _ = step(game.replace(modules={"WL": TransportsLost({USA: 2, UK: 1})}))
        twice, _ = step(game.replace(modules=once.modules))
        assert twice.treasury[USA] - once.treasury[USA] == 2
        assert state(once, "WL", TransportsLost).ships == {UK: 1}
