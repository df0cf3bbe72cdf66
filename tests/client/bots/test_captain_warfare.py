"""The captain under the house rules: what each of them asks it, and what it does unasked."""

from typing import Any

import pytest

from client.bots.captain import Captain
from client.bots.captain.sealift import lifts
from client.bots.captain.situation import Situation
from client.seat.view import PlayerView
from engine.board import Power, SpaceId
from engine.game import Game
from engine.movement.orders import Move
from engine.movement.phases import CombatMove, NoncombatMove
from engine.phases import Phase
from engine.pieces import PieceId
from engine.records import decode
from engine.requests import Decision
from engine.run import Run
from engine.units import INFANTRY, TANK
from engine.variants.depth.declaring import DeclareDepths, DepthDeclaration
from engine.variants.depth.state import Depth
from engine.variants.rules_of_warfare.batteries import (
    BatteryFire,
    BatteryRaid,
    FireBatteries,
    RaidByBatteries,
)
from engine.variants.rules_of_warfare.battleships import Docked, Repairs, RepairShips
from engine.variants.rules_of_warfare.destroyers import Swap, SwapBattleship
from engine.variants.rules_of_warfare.elite import (
    Mark,
    MarkElite,
    Renew,
    RenewElite,
    Reroll,
    RerollDie,
)
from engine.variants.rules_of_warfare.kamikaze import BecomeKamikaze
from engine.variants.rules_of_warfare.mines import (
    Course,
    GoOn,
    LayMine,
    Minefield,
    MineTransport,
    StowMine,
)
from engine.variants.rules_of_warfare.monetary_aid import GiftRoller, Gifts, GiveAid, PickRoller
from engine.variants.rules_of_warfare.resistance import DiscardedUnit, DiscardUnit
from engine.variants.rules_of_warfare.warehouses import Discard, DiscardStored
from engine.variants.submarine_warfare.hunting import Hunt, NextHunter
from tests.client.positions import view_of
from tests.engine.battle.field import Combat, battlefield
from tests.engine.movement.drill import stowed
from tests.engine.position import figure, find, position, world

USA, JAPAN, UK = Power("USA"), Power("Japan"), Power("UK")
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))
BORDER, PLAINS = SpaceId("Border"), SpaceId("Plains")


def answer(decision: Decision[Any], game: Game, seed: int = 1) -> Any:
    """What the captain answers to a decision; it is legal."""
    chosen = decode(decision.answers, Captain(seed).choose(PlayerView(game, decision, {})))
    decision.check(game, chosen)
    return chosen


def fought(combat: Combat, kind: type[Decision[Any]]) -> Any:
    """What the captain answers to the decision at which a battle stands."""
    decision = combat.run.request
    assert isinstance(decision, kind)
    return answer(decision, combat.game)


class TestArtilleryBatteries:
    UNITS = "West: USA complex\nPrairie: USA artillery_battery\n"

    def test_wa_2_fires_into_a_battle_that_is_open(self) -> None:
        combat = battlefield(
            f"{self.UNITS}Border: USA 2 infantry / Japan 2 infantry", modules=("WA",)
        )
        assert fought(combat, FireBatteries) == BatteryFire(frozenset({PieceId(2)}))

    def test_wa_4_raids_the_complex_next_door_that_nobody_attacks(self) -> None:
        units = f"{self.UNITS}Border: Japan complex, infantry"
        game = position(units, phase=Phase.CONDUCT_COMBAT, modules=("WA",))
        assert answer(RaidByBatteries(USA), game) == BatteryRaid({PieceId(2): BORDER})

    def test_wa_4_not_what_can_take_no_more_damage(self) -> None:
        units = f"{self.UNITS}Border: Japan complex, infantry"
        game = position(units, phase=Phase.CONDUCT_COMBAT, modules=("WA",), damage={"Border": 4})
        assert answer(RaidByBatteries(USA), game) == BatteryRaid()


class TestShips:
    def test_wb_2_repairs_every_ship_that_it_can_pay_for(self) -> None:
        units = "West: USA complex\nSZ 2: USA 2 damaged battleship"
        game = position(units, modules=("WB",), treasury={"USA": 17}, scenario=CLASSIC)
        game = game.replace(modules={"WB": Docked(able=(PieceId(2), PieceId(3)))})
        assert answer(RepairShips(USA), game) == Repairs(frozenset({PieceId(2), PieceId(3)}))

    @pytest.mark.parametrize(("modules", "swapped"), [(("WD",), True), (("WD", "WB"), False)])
    def test_wd_2_two_destroyers_for_a_battleship_that_takes_one_hit(
        self,
        modules: tuple[str, ...],
        swapped: bool,
    ) -> None:
        game = position("SZ 2: USA battleship", modules=modules, scenario=CLASSIC)
        assert answer(SwapBattleship(USA), game) == Swap(PieceId(1) if swapped else None)


class TestEliteUnits:
    def test_we_1_the_elite_is_a_unit_that_rolls_often(self) -> None:
        game = position("West: USA 3 infantry, fighter, tank", modules=("WE",))
        assert answer(MarkElite(USA), game) == Mark(find(game, "West", "fighter")[0])

    def test_we_1_a_miss_is_rolled_again(self) -> None:
        assert answer(RerollDie(USA), position(modules=("WE",))) == Reroll(again=True)

    @pytest.mark.parametrize(
        ("units", "buys"),
        [("West: USA infantry", True), ("West: USA infantry\nPrairie: Japan 5 tank", False)],
    )
    def test_we_2_a_lost_one_is_bought_anew_unless_the_capital_is_in_danger(
        self,
        units: str,
        buys: bool,
    ) -> None:
        assert answer(RenewElite(USA), position(units, modules=("WE",))) == Renew(buy=buys)


class TestMoneyAndStores:
    def test_wi_1_what_is_left_over_goes_to_the_poorest_ally(self) -> None:
        game = position(modules=("WI",), treasury={"USA": 40, "UK": 3})
        assert answer(GiveAid(USA), game) == Gifts({UK: 28})

    def test_wi_1_nothing_is_given_away_that_the_giver_needs(self) -> None:
        game = position(modules=("WI",), treasury={"USA": 10, "UK": 3})
        assert answer(GiveAid(USA), game) == Gifts()

    def test_wi_1_the_power_that_is_asked_rolls_itself(self) -> None:
        assert answer(PickRoller(JAPAN), position(modules=("WI",))) == GiftRoller(JAPAN)

    def test_ww_2_the_cheapest_stored_unit_is_lost(self) -> None:
        game = position(modules=("WW",), waiting={"USA": {TANK: 1, INFANTRY: 2}})
        assert answer(DiscardStored(USA), game) == Discard(INFANTRY)

    def test_wr_2_the_cheapest_unit_is_discarded(self) -> None:
        game = position("Border: Japan tank, infantry, fighter", modules=("WR",))
        lost = DiscardedUnit(find(game, "Border", "infantry")[0])
        assert answer(DiscardUnit(JAPAN, BORDER), game) == lost


class TestKamikaze:
    """WK-1: a fighter that does not come back must be worth it."""

    FAR = "East: Japan fighter\nSZ 2: USA 3 transport"

    def first(self, units: str) -> object:
        game = position(units, active="Japan", phase=Phase.COMBAT_MOVE, modules=("WK",))
        return Captain(1).choose(view_of(game))

    def test_three_transports_that_nobody_guards_are_worth_a_fighter(self) -> None:
        run = Run(position(self.FAR, active="Japan", phase=Phase.COMBAT_MOVE, modules=("WK",)))
        captain, orders = Captain(1), []
        for _ in range(2):
            assert isinstance(run.request, CombatMove)
            orders.append(captain.choose(PlayerView(run.game, run.request, {})))
            run.answer(orders[-1])
        assert orders[0] == [BecomeKamikaze.tag, 1]
        assert run.game.pieces[PieceId(1)].at == "SZ 2"

    def test_a_destroyer_is_not(self) -> None:
        assert self.first("East: Japan fighter\nSZ 2: USA destroyer") != [BecomeKamikaze.tag, 1]


class TestMines:
    def choose(self, units: str) -> object:
        game = position(units, phase=Phase.NONCOMBAT_MOVE, modules=("WM",), scenario=CLASSIC)
        game = game.replace(modules={"WM": Minefield({}, {PieceId(1): 1})})
        run, captain = Run(game), Captain(1)
        while isinstance(run.request, NoncombatMove):
            chosen = captain.choose(PlayerView(run.game, run.request, {}))
            if isinstance(chosen, list) and chosen[0] == LayMine.tag:
                return chosen
            run.answer(chosen)
        return None

    def test_wm_2_a_mine_is_laid_where_enemies_may_come(self) -> None:
        assert self.choose("SZ 2: USA transport\nSZ 4: Japan battleship") == [LayMine.tag, 1]

    def test_wm_2_and_kept_where_none_are_near(self) -> None:
        assert self.choose("SZ 6: USA transport\nEast: Japan infantry") is None

    def test_wm_1_the_ship_that_carries_least_takes_the_mine(self) -> None:
        game = position("SZ 2: USA 2 transport, infantry", modules=("WM",), scenario=CLASSIC)
        (cargo,) = find(game, "SZ 2", "infantry")
        game = game.with_pieces(figure(game, cargo).replace(aboard=PieceId(1)))
        assert answer(StowMine(USA, SpaceId("SZ 2")), game) == MineTransport(PieceId(2))

    def test_wm_3_a_landing_reckons_with_the_mine_on_its_way(self) -> None:
        """Two units aboard are lost with 1/6; of an empty territory nothing else is at stake."""
        units = "SZ 2: USA transport, 2 infantry"
        game = stowed(position(units, phase=Phase.COMBAT_MOVE, modules=("WM",), scenario=CLASSIC))
        mined = game.replace(modules={"WM": Minefield({SpaceId("SZ 3"): JAPAN})})
        found = []
        for sea in (game, mined):
            asked = CombatMove(USA)
            situation = Situation(sea, USA, PlayerView(sea, asked, {}))
            (lift,) = lifts(situation, SpaceId("SZ 3"), frozenset())
            drowned = lift.drowned(situation)
            ashore = [unit.replace(aboard=None) for unit in lift.cargo]
            found.append((drowned, situation.clash(ashore, (), drowned=drowned).win))
        assert found[0] == pytest.approx((0, 1))
        assert found[1] == pytest.approx((2 / 6, 5 / 6))

    def test_wm_3_an_order_goes_on_when_the_mine_is_gone(self) -> None:
        assert answer(GoOn(USA), position(modules=("WM",), scenario=CLASSIC)) == Course(on=True)


class TestParatroops:
    def test_wp_1_an_idle_bomber_drops_infantry_on_empty_land(self) -> None:
        """Border lies behind guarded Prairie; nobody defends it, and nobody could come back."""
        units = "West: USA bomber, 4 infantry\nPrairie: USA infantry\nEast: Japan infantry"
        game = position(
            units, phase=Phase.COMBAT_MOVE, modules=("WP",), control={"Plains": "Japan"}
        )
        run, captain = Run(game), Captain(1)
        dropped: list[Move] = []
        while isinstance(run.request, CombatMove):
            chosen = captain.choose(PlayerView(run.game, run.request, {}))
            order = decode(run.request.answers, chosen)
            if isinstance(order, Move) and PieceId(1) in order.pieces:
                dropped.append(order)
            run.answer(chosen)
        assert [(len(order.pieces), order.route[-1]) for order in dropped] == [(2, PLAINS)]


class TestSubmarines:
    def test_ds_3_beside_prey_a_submarine_goes_to_the_periscope(self) -> None:
        game = position(
            "SZ 2: USA submarine\nSZ 3: Japan transport",
            phase=Phase.NONCOMBAT_MOVE,
            modules=("DS",),
        )
        assert answer(DeclareDepths(USA), game) == DepthDeclaration({PieceId(1): Depth.PERISCOPE})

    def test_ds_6_where_only_hunters_are_near_it_goes_deeper(self) -> None:
        units = "SZ 2: USA submarine\nBorder: Japan 2 bomber"
        game = position(units, phase=Phase.NONCOMBAT_MOVE, modules=("DS",))
        assert answer(DeclareDepths(USA), game) == DepthDeclaration({PieceId(1): Depth.SUBMERGED})

    def test_ds_3_alone_it_stays_on_the_surface(self) -> None:
        game = position("SZ 1: USA submarine", phase=Phase.NONCOMBAT_MOVE, modules=("DS",))
        assert answer(DeclareDepths(USA), game) == DepthDeclaration()

    def test_sw_6_destroyers_look_first_for_aircraft_can_send_those_that_spot_nothing(self) -> None:
        combat = battlefield(
            "SZ 2: USA destroyer, bomber / Japan submarine", attacked=("SZ 2",), modules=("SW",)
        )
        assert fought(combat, NextHunter) == Hunt(find(combat.game, "SZ 2", "destroyer")[0])
