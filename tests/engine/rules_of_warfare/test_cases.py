"""Corner cases of Rules of Warfare, each by the sentence that decides it."""

import dataclasses

import pytest

from engine.battle.raids import Launch
from engine.board import Power, SpaceId
from engine.economy.purchase import Purchase
from engine.errors import Illegal
from engine.game import Game
from engine.movement.phases import NoncombatMove
from engine.phases import Phase, Stage
from engine.pieces import Figure, PieceId
from engine.run import Run
from engine.slots import StateSlot
from engine.units import INFANTRY, Kind
from engine.variants.rules_of_warfare.elite import Elite, Reroll, RerollDie, Roster
from engine.variants.rules_of_warfare.lost_transports import TransportsLost
from engine.variants.rules_of_warfare.mines import LayMine, Minefield
from engine.variants.rules_of_warfare.monetary_aid import (
    AidGiven,
    Gift,
    GiftRoller,
    Gifts,
    UnderWay,
)
from tests.engine.battle.field import STEPS, Combat, battlefield
from tests.engine.movement.drill import STEPS as MOVES
from tests.engine.movement.drill import combat_move, illegal, noncombat_move
from tests.engine.position import find, position, state, step
from tests.engine.rules_of_warfare.warfare import fire

USA, JAPAN, UK, GERMANY = map(Power, ("USA", "Japan", "UK", "Germany"))
SZ_2, SZ_3, PLAINS, EAST = map(SpaceId, ("SZ 2", "SZ 3", "Plains", "East"))


class TestBatteries:
    def test_wa_2_at_sea_they_fire_after_the_submarines_have_submerged(self) -> None:
        combat = battlefield(
            "Plains: USA artillery_battery\nSZ 3: USA cruiser / Japan submarine, transport",
            attacked=("SZ 3",),
            modules=("WA",),
        )
        combat.dive("submarine")
        assert combat.is_over  # the transport is defenceless now: nothing is left to fire at

    def test_wa_2_a_destroyer_that_they_hit_still_counts_in_its_round(self) -> None:
        """BG-8.9: the attacking submarine does not strike in S2."""
        combat = battlefield(
            "Plains: USA artillery_battery\nSZ 3: USA 2 submarine / Japan destroyer, cruiser",
            attacked=("SZ 3",),
            modules=("WA",),
        )
        fire(combat, 1)
        combat.roll(3, why="batteries fire")
        combat.lose("destroyer")
        combat.roll(6, 6, why="attackers fire")
        combat.roll(6, 6, why="defenders fire")
        assert combat.units("SZ 3", "Japan") == "cruiser"

    def test_wa_2_they_fire_beside_the_bombardment_and_both_kinds_of_victims_fire_back(
        self,
    ) -> None:
        combat = battlefield(
            "SZ 3: USA cruiser, transport, infantry\nBorder: USA artillery_battery\n"
            "Plains: Japan 2 infantry",
            landing={"SZ 3": "Plains"},
            bombarding={"SZ 3": "Plains"},
            modules=("WA",),
        )
        combat.roll(3, why="bombardment")
        fire(combat, 4)
        combat.roll(3, why="batteries fire")
        combat.roll(1, 6, why="defenders fire")  # the attacker has nobody left to fire at
        assert combat.units("Plains") == ""

    def test_wa_2_not_into_a_battle_that_the_enemy_starts(self) -> None:
        combat = battlefield(
            "Prairie: USA artillery_battery\nWest: USA infantry / Japan tank",
            active="Japan",
            modules=("WA",),
        )
        combat.roll(6, why="attackers fire")

    def test_wa_2_not_from_aboard_a_ship(self) -> None:
        game = position(
            "SZ 3: USA transport, artillery_battery\nPlains: USA infantry / Japan infantry",
            phase=Phase.CONDUCT_COMBAT,
            modules=("WA",),
        )
        (battery,) = find(game, "SZ 3", "artillery_battery")
        piece = game.pieces[battery]
        assert isinstance(piece, Figure)
        combat = Combat(game.with_pieces(dataclasses.replace(piece, aboard=PieceId(1))))
        combat.roll(6, why="attackers fire")

    def test_wa_2_surfaced_submarines_are_hit_without_a_destroyer(self) -> None:
        """Only aircraft need one (BG-8.10)."""
        combat = battlefield(
            "Plains: USA artillery_battery\nSZ 3: USA cruiser / Japan submarine",
            attacked=("SZ 3",),
            modules=("WA",),
        )
        combat.dive("")
        fire(combat, 1)
        combat.roll(1, why="batteries fire")
        combat.roll(6, why="surprise strikes")
        assert combat.units("SZ 3", "Japan") == ""

    def test_wa_1_several_powers_have_one_battery_in_a_territory(self) -> None:
        drill = noncombat_move(
            "West: USA artillery_battery, infantry\nPrairie: UK artillery_battery", modules=("WA",)
        )
        with illegal(drill, "WA-1"):
            drill.move("West: artillery_battery", "Prairie")


class TestMines:
    def test_ruling_34_a_two_hit_ship_of_the_edition_is_damaged_first(self) -> None:
        drill = noncombat_move("SZ 1: USA battleship", modules=("WM",))
        drill.run = Run(drill.game.replace(modules={"WM": Minefield({SZ_2: JAPAN})}), MOVES)
        drill.move("SZ 1: battleship", "SZ 2")
        drill.run.answer((1,))
        assert drill.figure("SZ 2: battleship").damaged

    def test_wm_3_a_die_of_twelve_sides_hits_on_2(self) -> None:
        """Mines count as value 1 (DS)."""
        for die, left in ((2, ""), (3, "destroyer")):
            drill = noncombat_move(
                "SZ 1: USA destroyer", modules=("DS", "WM"), options={"die": "12"}
            )
            mines = {**drill.game.modules, "WM": Minefield({SZ_2: JAPAN})}
            drill.run = Run(drill.game.replace(modules=mines), MOVES)
            drill.move("SZ 1: destroyer", "SZ 2")
            drill.run.answer((die,))
            assert drill.units("SZ 2") == left

    def test_wm_3_two_mined_zones_on_one_way(self) -> None:
        drill = combat_move("SZ 1: USA destroyer\nSZ 3: Japan transport", modules=("WM",))
        drill.run = Run(
            drill.game.replace(modules={"WM": Minefield({SZ_2: JAPAN, SZ_3: JAPAN})}), MOVES
        )
        drill.move("SZ 1: destroyer", "SZ 2", "SZ 3")
        drill.run.answer((2,))
        drill.run.answer((1,))
        assert drill.units("SZ 3", "USA") == ""
        assert state(drill.game, "WM", Minefield).laid == {SZ_2: JAPAN}

    def test_wm_3_mined_ships_keep_their_berths_and_cargo_alive(self) -> None:
        drill = noncombat_move("SZ 1: USA transport, infantry", modules=("WM",))
        drill.run = Run(drill.game.replace(modules={"WM": Minefield({SZ_2: JAPAN})}), MOVES)
        drill.move("SZ 1: transport", "SZ 2")
        drill.run.answer((4,))
        drill.unload("SZ 2: infantry", "Prairie")
        assert drill.units("Prairie") == "infantry"

    def test_wm_2_a_transport_that_has_fought_lays_none(self) -> None:
        drill = noncombat_move("SZ 2: USA transport", modules=("WM",))
        ship = drill.figure("SZ 2: transport")
        game = drill.game.with_pieces(ship.replace(fought=True))
        game = game.replace(modules={"WM": Minefield({}, {ship.id: 1})})
        with pytest.raises(Illegal, match="WM-2"):
            game.rules.check_action(game, NoncombatMove(USA), LayMine(ship.id))


def elite(game: Game, kind: str, piece: int, power: Power = USA) -> Game:
    roster = Roster({power: Elite(Kind(kind), PieceId(piece))})
    return game.replace(modules={**game.modules, "WE": roster})


class TestElite:
    def test_we_1_a_support_shot_is_a_combat_die(self) -> None:
        combat = battlefield(
            "SZ 3: USA battleship, transport, infantry\nPlains: Japan infantry",
            landing={"SZ 3": "Plains"},
            bombarding={"SZ 3": "Plains"},
            modules=("WE",),
        )
        combat.run = Run(elite(combat.start, "battleship", 1), STEPS)
        combat.roll(5, why="bombardment")
        assert combat.request == RerollDie(USA)

    def test_we_1_a_supported_infantry_hits_on_2_again(self) -> None:
        combat = battlefield("Border: USA infantry, artillery / Japan infantry", modules=("WE",))
        combat.run = Run(elite(combat.start, "infantry", 1), STEPS)
        combat.roll(6, 3, why="attackers fire")
        assert combat.request == RerollDie(USA)
        combat.answer(Reroll(again=True))
        combat.roll(2, why="reroll")
        combat.roll(6, why="defenders fire")
        assert combat.units("Border", "Japan") == ""

    def test_we_1_a_submarine_rerolls_its_surprise_strike(self) -> None:
        combat = battlefield(
            "SZ 3: USA submarine / Japan cruiser", attacked=("SZ 3",), modules=("WE",)
        )
        combat.run = Run(elite(combat.start, "submarine", 1), STEPS)
        combat.dive("")
        combat.roll(6, why="surprise strikes")
        assert combat.request == RerollDie(USA)

    def test_we_1_once_a_battle_even_if_it_fires_in_other_rounds(self) -> None:
        combat = battlefield("Border: USA tank / Japan 2 infantry", modules=("WE",))
        combat.run = Run(elite(combat.start, "tank", 1), STEPS)
        combat.roll(6)
        combat.answer(Reroll(again=True))
        combat.roll(6, why="reroll")
        combat.roll(6, 6, why="defenders fire")
        combat.roll(6, why="attackers fire")
        combat.roll(6, 6, why="defenders fire")

    def test_we_1_not_its_neighbours_dice(self) -> None:
        """The elite fighter has hit; of the bomber's miss nothing is asked."""
        combat = battlefield("Border: USA fighter, bomber / Japan infantry", modules=("WE",))
        combat.run = Run(elite(combat.start, "fighter", 1), STEPS)
        combat.roll(3, 6, why="attackers fire")
        combat.roll(6, why="defenders fire")

    def test_we_1_both_sides_may_reroll_in_one_volley(self) -> None:
        combat = battlefield(
            "SZ 3: USA submarine / Japan submarine", attacked=("SZ 3",), modules=("WE",)
        )
        roster = Roster(
            {
                USA: Elite(Kind("submarine"), PieceId(1)),
                JAPAN: Elite(Kind("submarine"), PieceId(2)),
            }
        )
        combat.run = Run(combat.start.replace(modules={"WE": roster}), STEPS)
        combat.dive("")
        combat.dive("")
        combat.roll(6, 6, why="surprise strikes")
        assert combat.request == RerollDie(USA)
        combat.answer(Reroll(again=True))
        combat.roll(2)
        assert combat.request == RerollDie(JAPAN)
        combat.answer(Reroll(again=True))
        combat.roll(1)
        assert combat.units("SZ 3") == ""


class TestLostTransports:
    @pytest.mark.parametrize(
        ("units", "lost"),
        [
            ("transport", 1),
            ("transport, infantry", 0),
            ("2 transport, infantry", 1),
            ("transport, cruiser", 1),  # once the cruiser is gone
        ],
    )
    def test_wl_1_only_those_without_a_land_unit_aboard(self, units: str, lost: int) -> None:
        combat = battlefield(
            f"SZ 3: USA 3 destroyer / Japan {units}", attacked=("SZ 3",), modules=("WL",)
        )
        cargo = find(combat.start, "SZ 3", "infantry")
        ship = find(combat.start, "SZ 3", "transport")[0]
        aboard = [combat.start.pieces[piece] for piece in cargo]
        game = combat.start.with_pieces(
            *(dataclasses.replace(p, aboard=ship) for p in aboard if isinstance(p, Figure))
        )
        combat.run = Run(game, STEPS)
        if "cruiser" in units:
            combat.roll(1, 6, 6, why="attackers fire")
            combat.roll(1, why="defenders fire")
        shortfall = combat.game.state(StateSlot("WL", TransportsLost, TransportsLost()))
        assert shortfall.ships.get(JAPAN, 0) == lost


class TestAid:
    def test_wi_1_every_gift_has_a_die_of_its_own(self) -> None:
        game = position(modules=("WI",), seats=(("USA",), ("UK",), ("Japan",), ("Germany",)))
        game = game.replace(treasury={**game.treasury, USA: 20})
        after, happened = step(game, Purchase(), Gifts({UK: 6}), GiftRoller(GERMANY), (1,))
        (given,) = [event for event in happened if isinstance(event, AidGiven)]
        assert (given.to, given.die) == (GERMANY, 1)
        assert after.treasury[USA] == 14

    def test_wi_2_what_is_captured_goes_to_the_bank_if_the_captor_has_no_capital(self) -> None:
        game = position(
            active="Japan",
            phase=Phase.COLLECT_INCOME,
            control={"East": "USA"},
            modules=("WI",),
        )
        game = game.replace(modules={"WI": UnderWay((Gift(USA, JAPAN, 6),))})
        after, _ = step(game)
        assert after.treasury[JAPAN] == game.treasury[JAPAN]
        assert state(after, "WI", UnderWay).gifts == ()

    def test_wi_2_money_under_way_is_not_plundered(self) -> None:
        combat = battlefield(
            "East: USA tank / Japan infantry", modules=("WI",), treasury={"Japan": 10, "USA": 0}
        )
        combat.run = Run(
            combat.start.replace(modules={"WI": UnderWay((Gift(GERMANY, JAPAN, 6),))}), STEPS
        )
        combat.roll(1)
        combat.roll(6)
        assert combat.game.treasury[USA] == 10


class TestParatroops:
    def test_wp_2_a_lone_gun_is_captured_with_the_land(self) -> None:
        drill = combat_move("West: USA bomber, infantry\nPlains: Japan aa_gun", modules=("WP",))
        drill.move("West: bomber, infantry", "Prairie", "Border", "Plains")
        drill.run.answer((2,))
        game = drill.game.replace(phase=drill.game.phase + 1, stage=Stage.CONDUCT_COMBAT)
        combat = battlefield("")
        combat.run = Run(game, STEPS)
        assert combat.is_over
        assert combat.game.control[PLAINS] == USA
        (gun,) = find(combat.game, "Plains", "aa_gun")
        assert combat.game.pieces[gun].owner == USA

    def test_wp_1_two_bombers_bring_two_infantry_in_one_order(self) -> None:
        drill = combat_move(
            "West: USA 2 bomber, 2 infantry\nPlains: Japan infantry", modules=("WP",)
        )
        drill.move("West: 2 bomber, 2 infantry", "Prairie", "Border", "Plains")
        assert drill.units("Plains", "USA") == "2 bomber, 2 infantry"

    def test_wp_1_not_a_tank(self) -> None:
        drill = combat_move("West: USA bomber, tank\nPlains: Japan infantry", modules=("WP",))
        with illegal(drill, "BG-7"):
            drill.move("West: bomber, tank", "Prairie", "Border", "Plains")

    def test_wp_4_each_bomber_has_its_own_die_and_takes_its_own_infantry_along(self) -> None:
        drill = combat_move(
            "West: USA 2 bomber, 2 infantry\nPlains: Japan infantry, aa_gun", modules=("WP",)
        )
        drill.move("West: 2 bomber, 2 infantry", "Prairie", "Border", "Plains")
        drill.run.answer((1, 6))
        assert drill.units("Plains", "USA") == "bomber, infantry"

    def test_wp_2_with_units_that_came_overland_they_take_empty_land_at_once(self) -> None:
        drill = combat_move(
            "West: USA bomber, infantry\nBorder: USA infantry",
            modules=("WP",),
            control={"Border": "USA"},
        )
        drill.move("West: bomber, infantry", "Prairie", "Border", "Plains")
        drill.move("Border: infantry", "Plains")
        game = drill.game.replace(phase=drill.game.phase + 1, stage=Stage.CONDUCT_COMBAT)
        combat = battlefield("")
        combat.run = Run(game, STEPS)
        assert combat.game.control[PLAINS] == USA


class TestWarehouses:
    def test_ww_2_rockets_hit_no_store(self) -> None:
        game = position(
            "Plains: USA aa_gun\nEast: Japan complex",
            phase=Phase.CONDUCT_COMBAT,
            breakthroughs={"USA": ["rockets"]},
            waiting={"Japan": {"infantry": 2}},
            modules=("WW",),
        ).replace(stage=Stage.ROCKETS)
        after, _ = step(game, Launch({PLAINS: EAST}), (6,))
        assert after.waiting[JAPAN] == {INFANTRY: 2}


def test_wm_1_a_transport_with_mines_is_told_from_one_without() -> None:
    """Its owner may pick or spare it as a casualty."""
    game = position("SZ 2: USA 2 transport", modules=("WM",))
    game = game.replace(modules={"WM": Minefield({}, {PieceId(1): 1})})
    assert len({game.rules.marks(game, piece) for piece in game.owned(USA)}) == 2
