"""WM: sea mines; rulings 6, 34, 35, 36, 37, 46."""

import random

import pytest

from engine.board import Power, SpaceId
from engine.economy.mobilize import Mobilization, MobilizeUnits, Placement
from engine.errors import Illegal
from engine.game import Game
from engine.movement.orders import Move, TakeBack
from engine.movement.phases import CombatMove, NoncombatMove
from engine.phases import Phase
from engine.pieces import Figure, PieceId
from engine.records import encode
from engine.requests import Roll
from engine.run import Run
from engine.units import TRANSPORT
from engine.validate import validate
from engine.variants.rules_of_warfare.mines import (
    MINE,
    Course,
    GoOn,
    LayMine,
    Minefield,
    MinesLost,
    MineTransport,
    StowMine,
)
from tests.engine.battle.field import STEPS as BATTLE_STEPS
from tests.engine.battle.field import battlefield
from tests.engine.movement.drill import STEPS, Drill, combat_move, illegal, noncombat_move, stowed
from tests.engine.position import asked, figure, find, position, state, step, world
from tests.engine.rules_of_warfare.warfare import mined
from tests.engine.secret_subs.owners import sizes, waters

USA, JAPAN = Power("USA"), Power("Japan")
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))
SZ_1, SZ_2, SZ_3, SZ_7, WEST = (
    SpaceId("SZ 1"),
    SpaceId("SZ 2"),
    SpaceId("SZ 3"),
    SpaceId("SZ 7"),
    SpaceId("West"),
)
WM = ("WM",)


def loaded(drill: Drill, mines: int = 1) -> Drill:
    """The first piece has mines aboard."""
    field = Minefield({}, {PieceId(1): mines})
    drill.run = Run(drill.game.replace(modules={"WM": field}), STEPS)
    return drill


def field(game: Game) -> Minefield:
    found: Minefield = state(game, "WM", Minefield)
    return found


class TestWM1:
    def mobilizing(self, units: str, mines: int, *modules: str, classic: bool = True) -> Game:
        return position(
            units,
            phase=Phase.MOBILIZE,
            waiting={"USA": {MINE: mines}},
            modules=(*WM, *modules),
            scenario=CLASSIC if classic else None,
        )

    def test_loaded_next_to_an_own_complex_at_most_two_each(self) -> None:
        game = self.mobilizing("SZ 2: USA 2 transport\nSZ 7: USA transport\nWest: USA complex", 4)
        assert game.rules.placements(game, USA, MINE) == {WEST: (SZ_2,)}
        placed = Mobilization((Placement(MINE, WEST, SZ_2, 3),))
        after, _ = step(
            game, placed, MineTransport(PieceId(1))
        )  # the second mine; the third has one place
        assert field(after).aboard == {1: 2, 2: 1}
        assert validate(after) == frozenset()

    @pytest.mark.parametrize("ship", [1, 2, 3])
    def test_which_transport_takes_it_is_the_owners_choice(self, ship: int) -> None:
        game = self.mobilizing("SZ 2: USA 3 transport, infantry\nWest: USA complex", 1)
        (cargo,) = find(game, "SZ 2", "infantry")
        game = game.with_pieces(figure(game, cargo).replace(aboard=PieceId(1)))
        decision = StowMine(USA, SZ_2)
        assert list(decision.candidates(game)) == [
            MineTransport(PieceId(1)),
            MineTransport(PieceId(2)),
        ]
        placed = Mobilization((Placement(MINE, WEST, SZ_2, 1),))
        after, _ = step(game, placed, MineTransport(PieceId(ship)))
        assert field(after).aboard == {ship: 1}

    def test_of_ships_that_are_alike_nobody_is_asked(self) -> None:
        game = self.mobilizing("SZ 2: USA 2 transport\nWest: USA complex", 1)
        after, _ = step(game, Mobilization((Placement(MINE, WEST, SZ_2, 1),)))
        assert list(field(after).aboard.values()) == [1]

    def test_a_ship_without_room_takes_none(self) -> None:
        game = self.mobilizing("SZ 2: USA 3 transport\nSZ 7: USA transport\nWest: USA complex", 1)
        game = game.replace(modules={"WM": Minefield({}, {PieceId(1): 2, PieceId(2): 1})})
        for ship in (1, 4):
            with pytest.raises(Illegal, match="WM-1"):
                StowMine(USA, SZ_2).check(game, MineTransport(PieceId(ship)))

    def test_loaded_aboard_a_transport_of_the_same_phase_too(self) -> None:
        game = position(
            "West: USA complex",
            phase=Phase.MOBILIZE,
            waiting={"USA": {MINE: 2, "transport": 1}},
            modules=WM,
        )
        mines, ship = Placement(MINE, WEST, SZ_2, 2), Placement(TRANSPORT, WEST, SZ_2, 1)
        game, _ = step(game, Mobilization((mines, ship)))
        assert list(field(game).aboard.values()) == [2]
        assert game.waiting[USA] == {}

    @pytest.mark.parametrize(
        ("units", "mines", "room"),
        [
            ("SZ 2: USA transport / UK transport", 3, "2 mines"),
            ("SZ 2: USA 2 transport, 2 infantry", 3, "2 mines"),
            ("SZ 2: USA transport\nSZ 1: USA transport", 3, "2 mines"),
        ],
    )
    def test_more_than_can_be_loaded_is_refused(self, units: str, mines: int, room: str) -> None:
        """Full ships and those of other powers and zones have no room."""
        game = stowed(self.mobilizing(f"{units}\nWest: USA complex", mines))
        decision = MobilizeUnits(USA)
        answer = Mobilization((Placement(MINE, WEST, SZ_2, mines),))
        with pytest.raises(Illegal, match=f"WM-1: the transports in SZ 2 have room for {room}"):
            decision.check(game, answer)
        assert answer not in list(decision.candidates(game))
        draw = random.Random(1)
        assert all(decision.legal(game, decision.sample(game, draw)) for _ in range(20))
        decision.check(game, Mobilization((Placement(MINE, WEST, SZ_2, mines - 1),)))

    def test_ruling_37_beside_infantry_one_mine_has_room(self) -> None:
        game = stowed(self.mobilizing("SZ 2: USA transport, infantry\nWest: USA complex", 2))
        with pytest.raises(Illegal, match=r"WM-1: .* room for 1 mine, not 2"):
            MobilizeUnits(USA).check(game, Mobilization((Placement(MINE, WEST, SZ_2, 2),)))
        MobilizeUnits(USA).check(game, Mobilization((Placement(MINE, WEST, SZ_2, 1),)))

    def test_new_transports_count_only_if_they_are_placed_in_the_same_zone(self) -> None:
        game = position(
            "SZ 2: USA transport\nWest: USA complex",
            phase=Phase.MOBILIZE,
            waiting={"USA": {MINE: 4, "transport": 1}},
            modules=WM,
        )
        decision, mines = MobilizeUnits(USA), Placement(MINE, WEST, SZ_2, 4)
        for zone, legal in (("SZ 1", False), ("SZ 2", True)):
            ship = Placement(TRANSPORT, WEST, SpaceId(zone), 1)
            assert decision.legal(game, Mobilization((mines, ship))) is legal

    def test_what_cannot_be_loaded_is_lost_and_told_or_stored(self) -> None:
        for modules, left, told in (
            ((), {}, [MinesLost(USA, 1)]),
            (("WW",), {MINE: 1}, []),  # ruling 36
        ):
            for classic in (True, False):
                game = self.mobilizing(
                    "SZ 2: USA transport\nWest: USA complex", 3, *modules, classic=classic
                )
                game, events = step(game, Mobilization((Placement(MINE, WEST, SZ_2, 2),)))
                assert field(game).aboard == {1: 2}
                assert game.waiting[USA] == left
                assert [event for event in events if isinstance(event, MinesLost)] == told

    def test_without_any_transport_all_are_lost_and_nobody_is_asked(self) -> None:
        for modules, left, told in (
            ((), {}, [MinesLost(USA, 2)]),
            (("WW",), {MINE: 2}, []),
        ):
            game = self.mobilizing("West: USA complex", 2, *modules, classic=False)
            assert asked(game) is None
            game, events = step(game)
            assert game.waiting[USA] == left
            assert list(events) == told

    def test_ruling_37_a_mine_takes_an_infantrys_space(self) -> None:
        for classic, cargo in ((True, "infantry"), (False, "tank")):
            scenario = CLASSIC if classic else None
            units = f"SZ 2: USA transport\nWest: USA 2 {cargo}"
            drill = loaded(noncombat_move(units, modules=WM, scenario=scenario))
            with illegal(drill, "BG-7.9"):
                drill.load("SZ 2: transport", f"West: 2 {cargo}")
            drill.load("SZ 2: transport", f"West: {cargo}")
            drill = loaded(noncombat_move(units, modules=WM, scenario=scenario), mines=2)
            with illegal(drill, "BG-7.9"):
                drill.load("SZ 2: transport", f"West: {cargo}")


class TestWM2:
    UNITS = "SZ 2: USA transport, destroyer"

    def test_laid_after_two_moves_and_moves_no_more(self) -> None:
        drill = loaded(noncombat_move(self.UNITS, modules=WM), mines=2)
        drill.move("SZ 2: transport", "SZ 7")
        drill.run.answer(encode(LayMine(PieceId(1))))
        assert field(drill.game).laid == {SZ_7: USA}
        assert field(drill.game).aboard == {1: 1}
        with illegal(drill, "BG-7"):
            drill.move("SZ 7: transport", "SZ 2")
        with pytest.raises(Illegal, match="WM-2"):  # one in a zone
            drill.run.answer(encode(LayMine(PieceId(1))))

    def test_wm_t_with_an_enemy_submarine_in_the_zone_refused(self) -> None:
        drill = loaded(noncombat_move("SZ 2: USA transport / Japan submarine", modules=WM))
        with pytest.raises(Illegal, match="WM-2"):
            drill.run.answer(encode(LayMine(PieceId(1))))

    def test_only_in_noncombat_move_and_only_with_a_mine(self) -> None:
        game = loaded(combat_move(f"{self.UNITS}\nSZ 3: Japan transport", modules=WM)).game
        assert not list(game.rules.candidate_actions(game, CombatMove(USA)))
        game = noncombat_move(self.UNITS, modules=WM).game
        assert not list(game.rules.candidate_actions(game, NoncombatMove(USA)))

    def test_it_is_drafted(self) -> None:
        game, draw = loaded(noncombat_move(self.UNITS, modules=WM)).game, random.Random(1)
        drafts = [game.rules.draft_action(game, NoncombatMove(USA), draw, {}) for _ in range(9)]
        assert LayMine(PieceId(1)) in drafts

    def test_a_lost_transport_takes_its_mines_along(self) -> None:
        game = loaded(noncombat_move("SZ 2: USA 2 transport", modules=WM)).game
        game = game.without_pieces((PieceId(1),))
        assert not list(game.rules.candidate_actions(game, NoncombatMove(USA)))


class TestWM3:
    FLEET = "SZ 1: USA battleship, 2 submarine\nSZ 2: Japan transport"

    def test_wm_t_dice_1_4_1(self) -> None:
        drill = mined(combat_move(self.FLEET, modules=("WM", "WB")), "SZ 2")
        drill.move("SZ 1: battleship, 2 submarine", "SZ 2")
        drill.run.answer((1, 4, 1))
        assert drill.units("SZ 2", "USA") == "battleship, submarine"
        ship = drill.game.pieces[PieceId(1)]
        assert isinstance(ship, Figure)
        assert ship.damaged  # ruling 34
        assert field(drill.game).laid == {}

    def test_wb_1_a_battleship_that_it_damages_has_come_as_far_as_it_can(self) -> None:
        drill = mined(combat_move("SZ 1: USA battleship", modules=("WM", "WB")), "SZ 2")
        drill.move("SZ 1: battleship", "SZ 2", "SZ 3")
        drill.run.answer((1,))
        (ship,) = drill.game.pieces.at(SZ_2)
        assert ship.left == 0
        assert not isinstance(drill.run.request, GoOn)

    def test_wm_t_a_second_order_through_the_zone_does_not_roll(self) -> None:
        drill = mined(
            combat_move("SZ 1: USA 2 destroyer\nSZ 3: Japan transport", modules=WM), "SZ 2"
        )
        drill.move("SZ 1: destroyer", "SZ 2", "SZ 3")
        drill.run.answer((1,))
        drill.move("SZ 1: destroyer", "SZ 2", "SZ 3")
        assert drill.units("SZ 3", "USA") == "destroyer"

    def test_without_a_1_the_mine_stays_and_the_move_goes_on(self) -> None:
        drill = mined(combat_move("SZ 1: USA destroyer\nSZ 3: Japan transport", modules=WM), "SZ 2")
        drill.move("SZ 1: destroyer", "SZ 2", "SZ 3")
        drill.run.answer((2,))
        assert drill.units("SZ 3", "USA") == "destroyer"
        assert field(drill.game).laid == {SZ_2: JAPAN}

    def test_a_rolled_move_cannot_be_undone(self) -> None:
        drill = mined(combat_move("SZ 1: USA destroyer\nSZ 2: Japan transport", modules=WM), "SZ 2")
        drill.move("SZ 1: destroyer", "SZ 2")
        drill.run.answer((2,))
        with illegal(drill, "R6"):
            drill.give(TakeBack(frozenset({PieceId(1)})))

    def test_after_a_loss_the_owner_may_stop_the_rest(self) -> None:
        for on, space in ((True, "SZ 3"), (False, "SZ 2")):
            drill = mined(
                combat_move("SZ 1: USA 2 destroyer\nSZ 3: Japan transport", modules=WM), "SZ 2"
            )
            drill.move("SZ 1: 2 destroyer", "SZ 2", "SZ 3")
            drill.run.answer((1, 6))
            assert drill.run.request == GoOn(USA)
            drill.run.answer(encode(Course(on)))
            assert drill.units(space, "USA") == "destroyer"

    def test_owner_and_allies_are_immune_and_aircraft_too(self) -> None:
        for by in (USA, Power("UK")):
            drill = mined(noncombat_move("SZ 1: USA destroyer", modules=WM), "SZ 2", by=by)
            drill.move("SZ 1: destroyer", "SZ 2")
            assert drill.units("SZ 2") == "destroyer"
            assert not isinstance(drill.run.request, Roll)
        drill = mined(noncombat_move("West: USA fighter", modules=WM), "SZ 2")
        drill.move("West: fighter", "SZ 2", "Prairie")
        assert drill.units("Prairie") == "fighter"

    def test_leaving_a_mined_zone_rolls_nothing(self) -> None:
        drill = mined(noncombat_move("SZ 2: USA destroyer", modules=WM), "SZ 2")
        drill.move("SZ 2: destroyer", "SZ 1")
        assert drill.units("SZ 1") == "destroyer"

    def test_cargo_is_lost_with_its_ship(self) -> None:
        drill = mined(noncombat_move("SZ 1: USA transport, infantry", modules=WM), "SZ 2")
        drill.move("SZ 1: transport", "SZ 2")
        drill.run.answer((1,))
        assert drill.units("SZ 2") == ""

    def test_a_retreat_into_one_rolls_too_and_ruling_35_is_no_loss_in_battle(self) -> None:
        combat = battlefield(
            "SZ 3: USA destroyer, transport / Japan 2 destroyer",
            attacked=("SZ 3",),
            came_from={"SZ 3": "SZ 2"},
            modules=("WM", "WL"),
        )
        minefield = {"WM": Minefield({SZ_2: JAPAN})}
        combat.run = Run(combat.game.replace(modules=minefield), BATTLE_STEPS)
        combat.roll(6, why="attackers fire")
        combat.roll(6, 6, why="defenders fire")
        combat.retreat("SZ 2")
        combat.roll(6, 1, why="a mine")
        assert combat.is_over
        assert combat.units("SZ 2") == "destroyer"
        assert "WL" not in combat.game.modules


class TestRuling6:
    def test_a_die_for_each_token_a_decoy_is_discarded(self) -> None:
        sea = waters(
            "", "SZ 1: USA a=1:2, b=2:0", phase=Phase.NONCOMBAT_MOVE, beside=WM, active="USA"
        )
        game = sea.game.replace(modules={**sea.game.modules, "WM": Minefield({SZ_2: JAPAN})})
        sea.run = Run(game)
        sea.roll(1, 6)
        sea.do(Move(frozenset({sea["a"], sea["b"]}), (SZ_2,)))
        assert sizes(sea.game, "USA")[0] == 1
        assert field(sea.game).laid == {}
        sea.run = Run(game)
        sea.roll(6, 1)
        sea.do(Move(frozenset({sea["a"], sea["b"]}), (SZ_2,)))
        assert sea["b"] not in sea.game.pieces
        assert field(sea.game).laid == {}


def test_ruling_46_a_power_that_leaves_takes_its_mines_along() -> None:
    game = mined(noncombat_move("", modules=WM), "SZ 2").game
    assert field(game.rules.remove_power(game, JAPAN)).laid == {}
