"""Several powers on a side: cargo, decks, attacks and defence that are shared, and those not."""

from engine.battle.casualties import Casualties
from engine.board import Power, SpaceId
from engine.movement.cargo import embark
from engine.movement.orders import Load, Unload
from engine.phases import Phase, Stage
from engine.pieces import Figure
from engine.units import INFANTRY
from tests.engine.battle.field import battlefield
from tests.engine.movement.drill import combat_move, illegal, noncombat_move
from tests.engine.position import find, position, step

USA, JAPAN, UK = (Power(name) for name in ("USA", "Japan", "UK"))
SEPARATE = (("USA",), ("UK",), ("Japan",), ("Germany",))


class TestBG79AlliedCargo:
    """An ally's units board your transport on their turn and leave it on a later turn of theirs."""

    CARGO = "SZ 8: USA transport / UK infantry\nAtoll: Japan infantry"

    def test_they_land_from_it_in_an_assault_of_their_own(self) -> None:
        drill = combat_move(self.CARGO, active="UK")
        drill.unload("SZ 8: infantry", "Atoll")
        drill.done()
        assert drill.is_over

    def test_bg_7_10_not_out_of_a_hostile_zone_in_which_they_do_not_fight(self) -> None:
        """A sea battle comes first, and the ship's owner takes no part in it (BG-8.1a)."""
        drill = combat_move(self.CARGO + "\nSZ 8: Japan destroyer", active="UK")
        drill.unload("SZ 8: infantry", "Atoll")
        with illegal(drill, "BG-7.10"):
            drill.done()

    def test_bg_7_10_but_where_they_fight_for_it(self) -> None:
        drill = combat_move(self.CARGO + "\nSZ 8: Japan destroyer\nSZ 7: UK cruiser", active="UK")
        drill.unload("SZ 8: infantry", "Atoll")
        drill.move("SZ 7: cruiser", "SZ 8")
        drill.done()
        assert drill.is_over
        assert drill.game.record.attacked == {"SZ 8"}

    def test_the_owner_of_the_ship_cannot_land_them(self) -> None:
        drill = combat_move(self.CARGO)
        (unit,) = find(drill.game, "SZ 8", "infantry", "UK")
        with illegal(drill, "BG-7.9"):
            drill.give(Unload(frozenset((unit,)), SpaceId("Atoll")))

    def test_they_do_not_fight_for_the_ship_and_die_with_it(self) -> None:
        combat = battlefield(
            "SZ 3: USA destroyer, transport / Japan destroyer\nCove: UK infantry",
            attacked=("SZ 3",),
        )
        (ship,) = find(combat.game, "SZ 3", "transport")
        assert ship in combat.attackers
        assert not any(combat.game.pieces[p].owner == UK for p in combat.attackers)

    def test_boarding_again_in_the_same_turn_is_for_noncombat(self) -> None:
        drill = combat_move("SZ 6: USA transport\nCove: UK infantry", active="UK")
        (ship,) = find(drill.game, "SZ 6", "transport")
        drill.give(Load(ship, frozenset(drill.pick("Cove: infantry"))))
        with illegal(drill, "BG-7.9"):
            drill.done()

    def test_a_load_that_is_taken_back_leaves_the_ally_where_it_was(self) -> None:
        drill = noncombat_move("SZ 6: USA transport\nCove: UK infantry", active="UK")
        (ship,) = find(drill.game, "SZ 6", "transport")
        before = drill.game.pieces[ship]
        drill.give(Load(ship, frozenset(drill.pick("Cove: infantry"))))
        drill.take_back("SZ 6: infantry", aboard=True)
        assert drill.units("Cove") == "infantry"
        assert drill.game.pieces[ship] == before


class TestJointAttacksDoNotExist:
    """BG-8.1a: only the active power attacks; its allies there are not even present."""

    def test_an_allys_destroyer_lends_nothing(self) -> None:
        combat = battlefield(
            "SZ 3: USA cruiser, fighter / UK destroyer / Japan submarine, destroyer",
            attacked=("SZ 3",),
        )
        assert combat.game.battle is not None
        assert not combat.game.battle.attacker_destroyer

    def test_an_allys_warship_lifts_no_bar(self) -> None:
        drill = combat_move(
            "SZ 8: USA transport, infantry / UK cruiser / Japan submarine\nAtoll: Japan infantry",
            options={"subs_block_landing": "on"},
        )
        drill.unload("SZ 8: infantry", "Atoll")
        with illegal(drill, "BG-7.11"):
            drill.done()

    def test_an_allys_ships_do_not_bombard(self) -> None:
        drill = combat_move("SZ 8: USA transport, infantry / UK battleship\nAtoll: Japan infantry")
        drill.unload("SZ 8: infantry", "Atoll")
        drill.done()
        assert drill.is_over
        assert drill.game.record.bombarding == {}

    def test_an_allys_artillery_does_not_support(self) -> None:
        combat = battlefield("Border: USA infantry / UK artillery / Japan infantry")
        combat.roll(2, why="attackers fire")
        assert combat.units("Border", "Japan") == "infantry"

    def test_allies_in_a_zone_where_all_attackers_fall_stay(self) -> None:
        combat = battlefield(
            "SZ 3: USA destroyer / UK transport / Japan battleship", attacked=("SZ 3",)
        )
        combat.roll(6)
        combat.roll(1)
        assert combat.is_over
        assert combat.units("SZ 3") == "battleship, transport"


class TestDefendersPool:
    def test_all_enemy_powers_defend_together(self) -> None:
        combat = battlefield("Border: USA 2 infantry / Japan infantry / Germany tank")
        combat.roll(6, 6)
        combat.roll(6, 3, why="defenders fire")
        assert combat.units("Border", "USA") == "infantry"

    def test_bg_8_13_the_attacker_picks_where_two_players_defend(self) -> None:
        combat = battlefield(
            "Border: USA 2 infantry / Japan infantry / Germany tank", seats=SEPARATE
        )
        combat.roll(1, 6)
        assert isinstance(combat.request, Casualties)
        assert combat.request.power == USA

    def test_bg_8_9_a_destroyer_of_any_defender_holds_submarines(self) -> None:
        combat = battlefield(
            "SZ 3: USA submarine / Japan submarine / Germany destroyer", attacked=("SZ 3",)
        )
        assert combat.game.battle is not None
        assert combat.game.battle.defender_destroyer

    def test_bg_8_17_transports_are_defenceless_only_if_all_allies_ships_are(self) -> None:
        combat = battlefield(
            "SZ 3: USA cruiser / Japan transport / Germany destroyer", attacked=("SZ 3",)
        )
        combat.roll(6)
        combat.roll(6)
        assert combat.units("SZ 3", "Japan") == "transport"

    def test_bg_8_24_the_territory_stays_with_its_controller(self) -> None:
        combat = battlefield("Border: USA infantry / Germany infantry")
        combat.roll(6)
        combat.roll(1)
        assert combat.game.control[SpaceId("Border")] == JAPAN

    def test_bg_1_3_a_zone_is_hostile_by_any_enemys_warship(self) -> None:
        drill = combat_move("SZ 1: USA 2 cruiser\nSZ 2: Germany destroyer")
        with illegal(drill, "BG-7.3"):
            drill.move("SZ 1: cruiser", "SZ 2", "SZ 3")


class TestR25AlliedFightersOnCarriers:
    UNITS = "SZ 3: USA carrier / UK fighter / Japan destroyer"

    def test_cargo_on_the_owners_turn(self) -> None:
        game = position(self.UNITS).replace(stage=Stage.TURN_OPENS)
        game, _ = step(game)
        (fighter,) = find(game, "SZ 3", "fighter")
        guest = game.pieces[fighter]
        assert isinstance(guest, Figure)
        assert guest.aboard is not None

    def test_it_neither_fights_nor_takes_hits_and_dies_with_the_ship(self) -> None:
        sides_assembled = battlefield(self.UNITS, attacked=("SZ 3",))
        game = embark(sides_assembled.game.replace(battle=None, stage=Stage.CONDUCT_COMBAT), USA)
        combat = type(sides_assembled)(game)
        combat.roll(6, why="attackers fire")
        combat.roll(2)
        assert combat.units("SZ 3") == "destroyer"

    def test_on_its_own_turn_it_flies_and_returns(self) -> None:
        drill = combat_move("SZ 3: USA carrier / UK fighter\nSZ 4: Japan transport", active="UK")
        drill.move("SZ 3: fighter", "SZ 4")
        drill.done()
        drill.declare("SZ 4")
        assert drill.is_over

    def test_on_everyone_elses_it_defends(self) -> None:
        combat = battlefield(
            "SZ 3: USA carrier / UK fighter / Japan destroyer", active="Japan", attacked=("SZ 3",)
        )
        combat.roll(6)
        combat.roll(6, 4, why="defenders fire")
        assert combat.units("SZ 3") == "carrier, fighter"

    def test_bg_9_4_without_the_carrier_it_lands_next_to_it(self) -> None:
        combat = battlefield(
            "SZ 7: USA carrier / UK fighter / Japan 2 destroyer",
            active="Japan",
            attacked=("SZ 7",),
        )
        combat.roll(2, 6)
        combat.lose("carrier")
        combat.roll(6, 6)
        assert combat.units("SZ 7", "UK") == "fighter"


class TestSharedGround:
    def test_bg_9_1_allies_move_through_each_others_territory(self) -> None:
        drill = noncombat_move("Cove: UK infantry\nPrairie: UK tank", active="UK")
        drill.move("Prairie: tank", "West")
        assert drill.units("West") == "tank"

    def test_bg_7_6_aircraft_land_in_an_allys_territory(self) -> None:
        drill = noncombat_move("Isle: USA fighter")
        drill.move("Isle: fighter", "SZ 7", "SZ 6", "Cove")
        drill.done()
        assert drill.units("Cove") == "fighter"

    def test_bg_10_1_an_allys_complex_is_not_to_be_used(self) -> None:
        game = position("Cove: UK complex\nWest: USA complex", phase=Phase.MOBILIZE)
        assert set(game.rules.placements(game, USA, INFANTRY)) == {"West"}
