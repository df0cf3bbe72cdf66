"""The real board: what both scenarios of the Anniversary Edition must say (BG-2, 11.3, 12.1)."""

from collections import Counter

import pytest

from engine.board import Power, SpaceId
from engine.economy.income import income_terms
from engine.loading import builtin
from engine.phases import Phase
from engine.pieces import Figure
from engine.scenario import Cities, Homeland, NoAlliedUnits, NoEnemyWarships, Recruits, Scenario
from engine.setup import new_game
from engine.units import Trait
from engine.validate import validate

YEARS = (1941, 1942)
CITIES = {
    *("Germany", "France", "Italy", "Poland", "Japan", "Kiangsu"),
    *("United Kingdom", "Eastern Canada", "India", "Australia", "Kwangtung"),
    *("Russia", "Karelia S.S.R.", "Caucasus"),
    *("Eastern United States", "Western United States", "Hawaiian Islands", "Philippine Islands"),
}
INCOMES = {
    1941: {"Germany": 31, "USSR": 30, "Japan": 17, "UK": 43, "Italy": 10, "USA": 40},
    1942: {"Japan": 31, "USSR": 24, "Germany": 37, "UK": 31, "Italy": 10, "USA": 38},
}


@pytest.fixture(params=YEARS)
def year(request: pytest.FixtureRequest) -> int:
    chosen: int = request.param
    return chosen


@pytest.fixture
def scenario(year: int) -> Scenario:
    return builtin(f"anniversary-{year}")


def worth(scenario: Scenario, power: str) -> int:
    return sum(
        scenario.board[space].value for space, who in scenario.control.items() if who == power
    )


def test_bg_2_1_order_and_opening_cash(scenario: Scenario, year: int) -> None:
    """The dictionary above is in turn order; opening cash is the income of what each controls."""
    assert [turn.powers[0] for turn in scenario.turns] == list(INCOMES[year])
    assert scenario.turns[-1].powers == ("USA", "China")
    assert scenario.treasury == {**INCOMES[year], "China": 0}
    assert {power: worth(scenario, power) for power in INCOMES[year]} == INCOMES[year]


def test_bg_2_2_victory_cities(scenario: Scenario, year: int) -> None:
    cities = {name for name, space in scenario.board.spaces.items() if space.victory_city}
    assert cities == CITIES
    axis = [city for city in cities if scenario.side(scenario.control[city]) == "Axis"]
    assert len(axis) == {1941: 6, 1942: 8}[year]
    assert scenario.victory == (Cities(at_least=15, short=13, total=18),)


def test_bg_2_4_canals_and_straits(scenario: Scenario) -> None:
    assert {(*c.zones, *c.territories): c.option for c in scenario.board.canals} == {
        ("SZ 15", "SZ 34", "Egypt", "Trans-Jordan"): "",
        ("SZ 19", "SZ 20", "Panama"): "",
        ("SZ 14", "SZ 16", "Turkey"): "dardanelles_closed",
        ("SZ 15", "SZ 16", "Turkey"): "dardanelles_closed",
    }
    assert scenario.board[SpaceId("Turkey")].neutral


def test_bg_1_5_emblems_are_printed_and_the_same_in_both_years() -> None:
    """R17: China's on Manchuria and Kiangsu, whoever holds them."""
    for year in YEARS:
        board = builtin(f"anniversary-{year}").board
        assert {board[SpaceId(s)].original for s in ("Manchuria", "Kiangsu")} == {"China"}
    early, late = (builtin(f"anniversary-{year}") for year in YEARS)
    assert {s: space.original for s, space in early.board.spaces.items()} == {
        s: space.original for s, space in late.board.spaces.items()
    }
    assert early.board.neighbours == late.board.neighbours
    assert early.control[SpaceId("Burma")] == "UK"
    assert late.control[SpaceId("Burma")] == "Japan"


def test_every_power_but_china_has_a_capital(scenario: Scenario) -> None:
    """BG-8.25."""
    assert scenario.capitals == {
        "Germany": "Germany",
        "USSR": "Russia",
        "Japan": "Japan",
        "UK": "United Kingdom",
        "Italy": "Italy",
        "USA": "Eastern United States",
    }


def test_bg_3_3_the_joint_turn(scenario: Scenario) -> None:
    """Both halves of combat one after the other, noncombat moves and mobilizing together."""
    assert [(part.phase, part.power) for part in scenario.turns[-1].phases] == [
        (Phase.RESEARCH, "USA"),
        (Phase.PURCHASE, "USA"),
        (Phase.COMBAT_MOVE, "USA"),
        (Phase.CONDUCT_COMBAT, "USA"),
        (Phase.COMBAT_MOVE, "China"),
        (Phase.CONDUCT_COMBAT, "China"),
        (Phase.NONCOMBAT_MOVE, "USA"),
        (Phase.NONCOMBAT_MOVE, "China"),
        (Phase.MOBILIZE, "USA"),
        (Phase.MOBILIZE, "China"),
        (Phase.COLLECT_INCOME, "USA"),
    ]


def test_bg_7_12_and_10_5_china_keeps_to_its_own(scenario: Scenario) -> None:
    """Its home are the territories of its emblem and Kwangtung."""
    emblems = {s for s, space in scenario.board.spaces.items() if space.original == "China"}
    home = scenario.homelands[Power("China")]
    assert home == Homeland(home.spaces, Recruits(per=2, crowded=3))
    assert set(home.spaces) == emblems | {"Kwangtung"}
    assert len(emblems) == 9


def test_bg_11_3_objectives(scenario: Scenario) -> None:
    number = Counter(objective.power for objective in scenario.objectives)
    assert number == {"Germany": 3, "USSR": 2, "Japan": 3, "UK": 3, "Italy": 2, "USA": 4}
    tens = [objective for objective in scenario.objectives if objective.worth != 5]
    assert [(objective.power, objective.worth) for objective in tens] == [("USSR", 10)]
    (alone,) = (o for o in scenario.objectives if NoAlliedUnits() in o.conditions)
    assert alone.power == "USSR"
    (sea,) = (
        o for o in scenario.objectives for c in o.conditions if isinstance(c, NoEnemyWarships)
    )
    assert sea.power == "Italy"


@pytest.mark.parametrize(
    ("power", "in_1941", "in_1942"),
    [
        ("Germany", 31 + 5, 37 + 10),
        ("USSR", 30 + 5, 24 + 5),
        ("Japan", 17 + 5, 31 + 10),
        ("UK", 43 + 5, 31 + 5),
        ("Italy", 10 + 5, 10),
        ("USA", 40 + 15, 38 + 5),
    ],
)
def test_bg_11_1_incomes_with_objectives_when_the_game_opens(
    power: str, in_1941: int, in_1942: int
) -> None:
    """What each would collect if nothing happened. In 1942 a British ship spoils Italy's sea."""
    for year, ipc in zip(YEARS, (in_1941, in_1942), strict=True):
        scenario = builtin(f"anniversary-{year}")
        game = new_game(scenario, (), {}, scenario.seatings[6])
        assert sum(term.amount for term in income_terms(game, Power(power))) == ipc


@pytest.mark.parametrize("seats", range(2, 7))
def test_two_to_six_seats(scenario: Scenario, seats: int) -> None:
    """China sits where the United States do, who decide which of the two fights first (BG-3.3)."""
    game = new_game(scenario, (), {}, scenario.seatings[seats])
    assert len(set(game.rules.seat_of.values())) == seats
    assert game.seat_of(Power("China")) == game.seat_of(Power("USA"))
    assert validate(game) == frozenset()


def test_bg_7_9_japans_first_landing_is_aboard(scenario: Scenario, year: int) -> None:
    game = new_game(scenario, (), {}, scenario.seatings[2])
    cargo = [p for p in game.pieces.values() if isinstance(p, Figure) and p.aboard is not None]
    kinds = Counter(piece.kind for piece in cargo if piece.at == "SZ 61")
    assert kinds == ({"infantry": 3, "artillery": 1} if year == 1941 else {})


def test_every_complex_has_its_gun(scenario: Scenario) -> None:
    """Both open with a complex and an AA gun in each capital, and in the great cities."""
    kinds = {
        trait: {s.at for s in scenario.opening if trait in scenario.units[s.kind].traits}
        for trait in (Trait.COMPLEX, Trait.ANTI_AIR)
    }
    complexes = kinds[Trait.COMPLEX]
    assert complexes == {
        *scenario.capitals.values(),
        *("Western United States", "Karelia S.S.R.", "Caucasus"),
    }
    assert complexes < kinds[Trait.ANTI_AIR]
