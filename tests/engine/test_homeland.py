"""A power bound to its homeland, and its recruits (BG-7.12, 8.25, 8.26, 10.5).

In this world the UK is such a power. Prairie and Border bear its emblem, Japan holds Border; its
units may also be in Plains, which bears the emblem of the USA and is held by Japan too.
"""

import pytest

from engine.board import Power, SpaceId
from engine.capture import capture
from engine.economy.mobilize import Mobilization, MobilizeUnits, Placement, complexes
from engine.economy.purchase import Purchase, PurchaseUnits
from engine.economy.recruits import Enlisted
from engine.game import Game
from engine.movement.landing import land_in_reach
from engine.movement.orders import Load
from engine.movement.steps import flight_distances
from engine.phases import Phase, Stage
from engine.units import INFANTRY, SUBMARINE, TANK, Kind
from tests.engine.battle.field import battlefield
from tests.engine.movement.drill import combat_move, illegal, noncombat_move
from tests.engine.position import find, position, step, world

USA, JAPAN, UK = Power("USA"), Power("Japan"), Power("UK")

BOUND = """UK = {side = "Allies", treasury = 0, income = 3, units = 0, \
home = ["Prairie", "Border", "Plains"], recruits = {per = 2, crowded = 3}}"""
SHARED = """[[turns]]
power = "USA"
phases = [
    "purchase",
    "combat_move", "conduct_combat",
    {phase = "combat_move", power = "UK"}, {phase = "conduct_combat", power = "UK"},
    "noncombat_move", {phase = "noncombat_move", power = "UK"},
    "mobilize", {phase = "mobilize", power = "UK"},
    "collect_income",
]
"""
HOMELAND = world(
    ('UK = {side = "Allies", capital = "Cove", treasury = 30, income = 8, units = 0}', BOUND),
    ("treasury = 30, income = 12", "treasury = 30, income = 17"),
    ('Cove = {original = "UK"', 'Cove = {original = "USA"'),
    ('Prairie = {original = "USA"', 'Prairie = {original = "UK"'),
    ('Border = {original = "Japan"', 'Border = {original = "UK", control = "Japan"'),
    ('Plains = {original = "Japan"', 'Plains = {original = "USA", control = "Japan"'),
    ('[[turns]]\npower = "USA"\n', SHARED),
    ('[[turns]]\npower = "UK"\n', ""),
)
UNITED = {"Border": "UK", "Plains": "USA"}
"""Control, once Japan has been driven out."""


class TestBG712:
    def test_units_move_within_the_homeland(self) -> None:
        drill = combat_move(
            "Prairie: UK infantry\nBorder: Japan infantry", active="UK", scenario=HOMELAND
        )
        drill.move("Prairie: infantry", "Border")
        assert drill.units("Border", "UK") == "infantry"

    def test_they_leave_it_neither_on_foot_nor_by_air(self) -> None:
        drill = noncombat_move(
            "Prairie: UK infantry, fighter", active="UK", control=UNITED, scenario=HOMELAND
        )
        with illegal(drill, "BG-7.12"):
            drill.move("Prairie: infantry", "West")
        with illegal(drill, "BG-7.12"):
            drill.move("Prairie: fighter", "West")

    def test_no_sea_also_for_their_fighter(self) -> None:
        drill = noncombat_move(
            "Prairie: UK fighter", active="UK", control=UNITED, scenario=HOMELAND
        )
        with illegal(drill, "BG-7.12"):
            drill.move("Prairie: fighter", "SZ 2", "SZ 3", "Plains")
        drill.move("Prairie: fighter", "Border", "Plains")

    def test_no_boarding(self) -> None:
        drill = noncombat_move(
            "Prairie: UK infantry\nSZ 2: USA transport",
            active="UK",
            control=UNITED,
            scenario=HOMELAND,
        )
        (ship,) = find(drill.game, "SZ 2", "transport")
        with illegal(drill, "BG-7.12"):
            drill.give(Load(ship, frozenset(drill.pick("Prairie: infantry"))))

    def test_bg_7_6_their_fighter_lands_at_home_alone(self) -> None:
        """Friendly West is one space from Prairie, and yet no place to land."""
        game = position("Border: UK fighter", scenario=HOMELAND)
        assert flight_distances(game, UK, SpaceId("Border")) == {
            "Border": 0,
            "Prairie": 1,
            "Plains": 1,
        }
        abroad = {"Prairie": "Japan", "Border": "Japan"}
        drill = noncombat_move("Plains: UK fighter", active="UK", control=abroad, scenario=HOMELAND)
        assert not land_in_reach(drill.game, SpaceId("Plains"), 4)
        assert land_in_reach(position(control=abroad, scenario=HOMELAND), SpaceId("Plains"), 4)

    def test_allies_enter_freely(self) -> None:
        drill = combat_move(
            "West: USA infantry\nBorder: Japan infantry", control={}, scenario=HOMELAND
        )
        drill.move("West: infantry", "Prairie")
        assert drill.units("Prairie") == "infantry"

    @pytest.mark.parametrize("capital", ["USA", "Japan"])
    def test_an_allys_territory_is_taken_only_for_the_ally(self, capital: str) -> None:
        """Even while that ally's capital is in enemy hands."""
        game = position(control={"West": capital}, scenario=HOMELAND)
        assert capture(game, SpaceId("Plains"), UK).control[SpaceId("Plains")] == USA


class TestBG825:
    def test_its_own_territory_always_returns_to_it(self) -> None:
        game = position(scenario=HOMELAND)
        assert capture(game, SpaceId("Border"), USA).control[SpaceId("Border")] == UK

    def test_bg_8_26_a_returned_complex_is_dormant(self) -> None:
        game = position(
            "Border: Japan complex", phase=Phase.MOBILIZE, active="UK", scenario=HOMELAND
        )
        game = capture(game, SpaceId("Border"), USA)
        assert game.pieces[find(game, "Border", "complex")[0]].owner == UK
        later = game.update_turn_record(control_at_start=game.control)
        for kind in (TANK, SUBMARINE, Kind("fighter")):
            assert later.rules.placements(later, UK, kind) == {}
        assert complexes(later, USA) == ()

    def test_an_enemy_who_takes_it_uses_it_again(self) -> None:
        game = position(
            "Border: Japan complex",
            phase=Phase.MOBILIZE,
            active="Japan",
            waiting={"Japan": {"infantry": 1}},
            scenario=HOMELAND,
        )
        place = Placement(INFANTRY, SpaceId("Border"), SpaceId("Border"), 1)
        assert MobilizeUnits(JAPAN).legal(game, Mobilization((place,)))


class TestBG105Recruits:
    def opened(self, control: dict[str, str] | None = None, waiting: int = 0) -> Game:
        """The game after the Purchase phase of the shared turn has opened."""
        game = position(control=control, waiting={"UK": {"infantry": waiting}}, scenario=HOMELAND)
        after, events = step(game.replace(stage=Stage.PHASE_OPENS))
        assert (Enlisted(UK, 1) in events) is bool(control)
        return after

    def test_one_for_every_two_of_its_territories_that_it_controls(self) -> None:
        assert self.opened().waiting[UK] == {INFANTRY: 0}
        assert self.opened(UNITED).waiting[UK] == {INFANTRY: 1}

    def test_what_bears_anothers_emblem_raises_nobody(self) -> None:
        game = position(control={"Plains": "UK"}, scenario=HOMELAND)
        _, events = step(game.replace(stage=Stage.PHASE_OPENS))
        assert Enlisted(UK, 1) not in events

    def test_they_are_counted_when_purchase_begins(self) -> None:
        """What is taken later in the turn raises nobody any more."""
        game = self.opened(UNITED)
        lost = game.replace(control={**game.control, SpaceId("Border"): JAPAN})
        assert lost.waiting[UK] == {INFANTRY: 1}

    def test_nothing_is_bought_with_ipc(self) -> None:
        game = self.opened(UNITED)
        assert list(PurchaseUnits(UK).candidates(game)) == [Purchase()]

    def mobilizing(self, units: str, count: int = 3) -> Game:
        return position(
            units,
            active="UK",
            phase=Phase.MOBILIZE,
            control=UNITED,
            waiting={"UK": {"infantry": count}},
            scenario=HOMELAND,
        )

    def legal(self, game: Game, space: str, count: int) -> bool:
        place = Placement(INFANTRY, SpaceId(space), SpaceId(space), count)
        return MobilizeUnits(UK).legal(game, Mobilization((place,)))

    def test_they_are_placed_in_any_own_territory(self) -> None:
        game = self.mobilizing("")
        assert self.legal(game, "Prairie", 3)
        assert self.legal(game, "Border", 1)
        assert not self.legal(game, "Plains", 1)
        assert not self.legal(game, "West", 1)

    def test_while_it_holds_fewer_than_three_of_its_units(self) -> None:
        game = self.mobilizing(
            "Prairie: UK infantry, fighter / USA 4 infantry\nBorder: UK 3 infantry"
        )
        assert self.legal(game, "Prairie", 1)
        assert not self.legal(game, "Prairie", 2)
        assert not self.legal(game, "Border", 1)

    def test_not_in_a_territory_that_is_lost(self) -> None:
        game = self.mobilizing("")
        lost = game.replace(control={**game.control, SpaceId("Border"): JAPAN})
        assert not self.legal(lost, "Border", 1)

    def test_a_territory_freed_this_turn_will_do(self) -> None:
        game = self.mobilizing("")
        start = {**game.control, SpaceId("Border"): JAPAN}
        assert self.legal(game.update_turn_record(control_at_start=start), "Border", 1)

    def test_bg_10_7_those_without_a_place_wait(self) -> None:
        after, _ = step(self.mobilizing("Prairie: UK 3 infantry\nBorder: UK 3 infantry"))
        assert after.waiting[UK] == {INFANTRY: 3}

    def test_complexes_do_not_crowd(self) -> None:
        assert self.legal(self.mobilizing("Prairie: UK 2 infantry, complex"), "Prairie", 1)


def test_bg_8_1a_the_two_never_share_an_attack() -> None:
    """Aircraft of the USA, there since its own combat, neither fight nor take hits."""
    combat = battlefield(
        "Border: UK infantry / USA fighter / Japan infantry", active="UK", scenario=HOMELAND
    )
    assert [combat.kind(piece) for piece in combat.attackers] == ["infantry"]
