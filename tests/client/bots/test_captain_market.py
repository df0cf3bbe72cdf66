"""The captain's purse (BG-5, BG-10): what it buys, repairs and places."""

import pytest

from client.bots.captain import Captain
from client.seat.view import PlayerView
from engine.board import Power
from engine.economy.mobilize import Mobilization
from engine.economy.purchase import Purchase
from engine.economy.research import Chart, ChooseChart
from engine.game import Game
from engine.loading import builtin
from engine.phases import Phase
from engine.records import decode
from engine.setup import new_game
from engine.turn import ChooseFirst, First
from tests.client.positions import USA, view_of
from tests.engine.position import laboratory, position

FRONT = "West: USA complex, 4 infantry\nPrairie: USA 4 infantry\nBorder: Japan 6 infantry, 2 tank\n"
ISLAND = "Cove: UK complex, 6 infantry\nSZ 9: Japan transport\n"


def bought(game: Game, seed: int = 1) -> dict[str, int]:
    view = view_of(game)
    answer = decode(view.decision.answers, Captain(seed).choose(view))
    assert isinstance(answer, Purchase)
    view.decision.check(view.game, answer)
    return {str(kind): number for kind, number in answer.units.items()}


def repaired(game: Game) -> dict[str, int]:
    view = view_of(game)
    answer = decode(view.decision.answers, Captain(1).choose(view))
    assert isinstance(answer, Purchase)
    return {str(space): markers for space, markers in answer.repairs.items()}


class TestPurchase:
    @pytest.mark.parametrize("seed", range(4))
    def test_a_power_with_a_front_buys_an_army_and_no_transports(self, seed: int) -> None:
        units = bought(position(FRONT, treasury={"USA": 24}), seed)
        army = sum(units.get(kind, 0) for kind in ("infantry", "artillery", "tank"))
        assert army >= 3
        assert "transport" not in units

    @pytest.mark.parametrize("seed", range(4))
    def test_a_power_on_an_island_buys_ships_for_its_soldiers(self, seed: int) -> None:
        units = bought(position(ISLAND, active="UK", treasury={"UK": 21}), seed)
        assert units.get("transport", 0) >= 1

    def test_many_ipc_for_few_places_buy_dear_units(self) -> None:
        """A complex of value 8 places 8 units: 80 IPC are not spent on 8 infantry (BG-10.1)."""
        units = bought(position(FRONT, treasury={"USA": 80}))
        assert sum(units.values()) <= 8
        assert units.get("infantry", 0) < 4

    def test_nothing_is_bought_that_could_not_be_placed(self) -> None:
        """BG-10.7: no complex, no purchase."""
        assert bought(position("West: USA infantry")) == {}

    def test_only_damage_that_is_in_the_way_is_repaired(self) -> None:
        """BG-5.2: with 6 of 8 places left, 12 IPC need no repair; with 2 left they do."""
        held = "West: USA complex, infantry\nBorder: Japan infantry\n"
        assert repaired(position(held, treasury={"USA": 12}, damage={"West": 2})) == {}
        assert repaired(position(held, treasury={"USA": 12}, damage={"West": 7})) == {"West": 2}

    def test_the_same_seed_buys_the_same(self) -> None:
        assert bought(position(FRONT), 3) == bought(position(FRONT), 3)


class TestMobilize:
    def placed(self, units: str, **waiting: int) -> dict[str, str]:
        game = position(units, phase=Phase.MOBILIZE, waiting={"USA": waiting})
        view = view_of(game)
        answer = decode(view.decision.answers, Captain(1).choose(view))
        assert isinstance(answer, Mobilization)
        view.decision.check(view.game, answer)
        return {str(p.at): str(p.kind) for p in answer.placements}

    def test_everything_that_finds_a_place_is_placed(self) -> None:
        placed = self.placed("West: USA complex, infantry", infantry=3, destroyer=1)
        assert sorted(placed.values()) == ["destroyer", "infantry"]

    def test_a_threatened_capital_comes_first(self) -> None:
        """Of two complexes the one whose loss would hurt more gets the soldiers."""
        units = (
            "West: USA complex, infantry\nPrairie: USA complex, 9 infantry\n"
            "SZ 2: Japan 2 transport, cruiser\nIsle: Japan 4 infantry"
        )
        assert self.placed(units, infantry=3) == {"West": "infantry"}


class TestResearch:
    def chart(self, units: str, power: str) -> object:
        game = position(units, active=power, phase=Phase.RESEARCH, scenario=laboratory())
        view = PlayerView(game, ChooseChart(Power(power)), {})
        return decode(ChooseChart.answers, Captain(1).choose(view))

    def test_a_land_power_takes_the_chart_of_its_army(self) -> None:
        """BG-4.2: chart 1 is about land units, chart 2 about ships and aircraft."""
        assert self.chart(FRONT, "USA") == Chart(1)

    def test_an_island_takes_the_chart_of_its_fleet(self) -> None:
        assert self.chart(ISLAND, "UK") == Chart(2)


def test_the_weaker_of_two_powers_fights_first() -> None:
    """BG-3.3: the stronger then uses what the weaker has opened."""
    scenario = builtin("anniversary-1941")
    game = new_game(scenario, (), {}, tuple((power,) for power in scenario.powers))
    turn = next(i for i, t in enumerate(scenario.turns) if len(t.powers) > 1)
    view = PlayerView(game.replace(turn=turn), ChooseFirst(USA), {})
    assert decode(First, Captain(1).choose(view)) == First(Power("China"))
