"""A scenario's own unit table, in place of its edition's (BG-6)."""

import tomllib

import pytest

from engine.errors import IncompatibleModules, ScenarioError
from engine.loading import edition, load
from engine.phases import Phase
from engine.scenario import Scenario
from engine.scenario_form import ScenarioForm
from engine.scenario_text import text
from engine.setup import compose
from engine.unit_tables import form, table
from engine.units import BATTLESHIP, FIGHTER, INFANTRY, SUBMARINE, Kind
from tests.engine.cases.script import cases, play_case
from tests.engine.position import WORLD, laboratory, position, world

TABLE = """
infantry = {domain = "land", cost = 2, attack = 1, defence = 2, move = 1, bulk = 1,
    traits = ["light", "supported"]}
guards = {domain = "land", cost = 5, attack = 2, defence = 3, move = 1, hits = 2, bulk = 1,
    traits = [], buyers = ["USA"]}
mortar = {domain = "land", cost = 4, attack = 2, defence = 2, move = 1, bulk = 2,
    traits = ["supports"]}
fort = {domain = "land", cost = 9, attack = 0, defence = 4, move = 0, traits = [], buyers = []}
grenadiers = {domain = "land", cost = 9, attack = 6, defence = 2, move = 1, traits = ["supported"]}
dock = {domain = "facility", cost = 5, attack = 0, defence = 0, move = 0, traits = []}
works = {domain = "facility", cost = 12, attack = 0, defence = 0, move = 0, traits = ["complex"]}
fighter = {domain = "air", cost = 8, attack = 3, defence = 4, move = 5,
    traits = ["carrier_borne"]}
submarine = {domain = "sea", cost = 5, attack = 3, defence = 1, move = 3, traits = ["submarine"]}
transport = {domain = "sea", cost = 7, attack = 0, defence = 0, move = 3, capacity = 3,
    traits = ["transport"]}
carrier = {domain = "sea", cost = 11, attack = 1, defence = 3, move = 2, hits = 2, capacity = 3,
    traits = ["surface_warship", "carrier"]}
cutter = {domain = "sea", cost = 15, attack = 3, defence = 3, move = 2, capacity = 2,
    traits = ["surface_warship", "transport", "bombards"]}
monitor = {domain = "sea", cost = 15, attack = 3, defence = 3, move = 1,
    traits = ["surface_warship", "bombards"]}
"""


def with_table(table: str = TABLE) -> tuple[str, str]:
    rows = table.replace(",\n    ", ", ")
    return ('edition = "anniversary"\n', f'edition = "anniversary"\n[unit_types]\n{rows}')


def ship(kind: str) -> str:
    """A row for one more kind of warship."""
    numbers = "cost = 8, attack = 2, defence = 2, move = 2"
    return f'{kind} = {{domain = "sea", {numbers}, traits = ["surface_warship"]}}\n'


OWN = world(with_table())


def compose_with(scenario: Scenario, *modules: str) -> None:
    compose(scenario, modules, {}, tuple((power,) for power in scenario.powers))


def test_bg_6_the_table_is_the_scenarios_and_no_other() -> None:
    assert list(OWN.units) == [
        *("infantry", "guards", "mortar", "fort", "grenadiers", "dock", "works"),
        *("fighter", "submarine", "transport", "carrier", "cutter", "monitor"),
    ]
    submarine = OWN.units[SUBMARINE]
    assert (submarine.cost, submarine.attack, submarine.defence, submarine.move) == (5, 3, 1, 3)
    assert OWN.edition == "anniversary"
    assert world().units == edition("anniversary")


CASES = """
BG-6 units move as far as the scenario's table says
SZ 2: USA transport
given phase: noncombat_move
> move SZ 2: transport > SZ 3 > SZ 4 > SZ 5

BG-6 and no further
SZ 2: USA monitor
given phase: noncombat_move
! BG-7 move SZ 2: monitor > SZ 3 > SZ 4

BG-7.9 a transport holds as much as its capacity says: three of bulk 1
West: USA 2 infantry, guards
SZ 2: USA transport
given phase: noncombat_move
> load West: 2 infantry, guards > SZ 2: transport

BG-7.9 bulk 2 and bulk 1
West: USA mortar, infantry
SZ 2: USA transport
given phase: noncombat_move
> load West: mortar, infantry > SZ 2: transport

BG-7.9 not twice bulk 2
West: USA 2 mortar
SZ 2: USA transport
given phase: noncombat_move
! BG-7.9 load West: 2 mortar > SZ 2: transport

BG-7.8 a carrier's deck holds as many aircraft as its capacity says
SZ 2: USA carrier
West: USA 4 fighter
given phase: noncombat_move
> move West: 4 fighter > SZ 2
! BG-9.3 done

BG-8.15 a unit of two hits is damaged by the first, on land too
Prairie: USA 2 infantry
Border: Japan guards
> move Prairie: 2 infantry > Border
> done
> roll 1 6
> miss
= Border: Japan damaged guards

BG-7.9 a warship with a hold lands what it carries, and bombards
West: USA infantry
SZ 2: USA cutter
Border: Japan infantry
> load West: infantry > SZ 2: cutter
> move SZ 2: cutter > SZ 3
> unload SZ 3: infantry > Border
> done
> declare bombard Border with SZ 3: cutter
= 1 die

BG-8.18 what supports lends 1 to what is supported
Prairie: USA infantry, mortar
Border: Japan fort
> move Prairie: infantry, mortar > Border
> done
> roll 2 2
> miss
= Border is USA's

BG-1.6 a unit that attacks on 6 always hits, supported or not
Prairie: USA grenadiers, mortar
Border: Japan 2 fort
> move Prairie: grenadiers, mortar > Border
> done
> roll 3 6
> miss
= Border: Japan fort

BG-8.26 facilities are captured, whatever they are there for
Prairie: USA infantry
Border: Japan dock, works
> move Prairie: infantry > Border
> done
= Border: USA dock, infantry, works

BG-8.5 what bombards does
SZ 3: USA monitor, transport
West: USA infantry
SZ 2: USA transport
Border: Japan infantry
> load West: infantry > SZ 2: transport
> move SZ 2: transport > SZ 3
> unload SZ 3: infantry > Border
> done
> declare bombard Border with SZ 3: monitor
= 1 die

BG-5.1 units cost what the scenario's table says
West: USA works
given phase: purchase
given treasury: USA 12
> buy guards, transport

BG-6 what nobody buys cannot be bought
West: USA works
given phase: purchase
! BG-6 buy fort

BG-6 what others buy cannot be bought
East: Japan works
given phase: purchase
given active: Japan
! BG-6 buy guards

BG-6 what the edition has and the scenario does not cannot be bought
West: USA works
given phase: purchase
! BG-6 buy tank
"""


@pytest.mark.parametrize("case", cases(CASES))
def test_bg_6_units_of_the_scenario(case: str) -> None:
    play_case(case, OWN)


def test_bg_4_2_a_breakthrough_adds_to_the_scenarios_numbers_what_it_adds_to_the_printed() -> None:
    """Super submarines attack one better, improved shipyards build them for 1 IPC less."""
    scenario = laboratory(with_table())
    charts = scenario.charts
    assert charts is not None
    game = position(
        scenario=scenario,
        phase=Phase.RESEARCH,
        breakthroughs={"USA": ["super_submarines", "improved_shipyards", "jet_fighters"]},
    )
    usa = scenario.powers[0]
    submarine = game.rules.unit_type(game, usa, SUBMARINE)
    assert (submarine.attack, submarine.cost) == (4, 4)
    assert game.rules.unit_type(game, usa, Kind("carrier")).cost == 11 - 3
    assert game.rules.unit_type(game, usa, FIGHTER).attack == 4
    assert game.rules.unit_type(game, usa, INFANTRY) == scenario.units[INFANTRY]


class TestFaults:
    @pytest.mark.parametrize(
        ("old", "new", "fault"),
        [
            ("cost = 2,", "cost = 0,", "infantry.cost: must be at least 1"),
            ("cost = 2,", "cost = -3,", "infantry.cost: must be at least 1"),
            ("cost = 2,", 'cost = "two",', "infantry.cost: must be a whole number"),
            ("cost = 2,", "", "infantry.cost: is required"),
            ("attack = 1,", "attack = -1,", "infantry.attack: must be at least 0"),
            ("attack = 1,", "attack = 7,", "infantry.attack: must be at most 6"),
            ("move = 3,", "move = 21,", "submarine.move: must be at most 20"),
            ("hits = 2,", "hits = 3,", "guards.hits: must be at most 2"),
            ('"land", cost = 2', '"moon", cost = 2', "infantry.domain: must be 'land'"),
            (
                '["light", "supported"]',
                '["heavy"]',
                "infantry.traits[0]: must be 'surface",
            ),
            (
                '["light", "supported"]',
                '["raids"]',
                "infantry.traits[0]: only a air unit has the trait raids",
            ),
            ("attack = 0, defence = 4", "attack = 0, defence = 0", "fort: neither attacks nor def"),
            ("infantry =", "Infantry =", "Infantry: a kind is small letters and digits"),
            ("capacity = 3,", "", "transport.capacity: a transport needs a capacity"),
            ("hits = 2, bulk = 1", "hits = 2, capacity = 2", "only a carrier or transport has"),
            ("move = 5,", "move = 5, bulk = 1,", "fighter.bulk: only a land unit has a bulk"),
            ('["submarine"]', "[]", "a ship has the trait surface_warship, submarine or tran"),
            ('["submarine"]', '["surface_warship"]', "rules call the submarine by its name"),
            ('"carrier"]', '"carrier", "transport"]', "carries aircraft or land units, not both"),
            ('buyers = ["USA"]', 'buyers = ["Mars"]', "guards.buyers[0]: there is no power Mars"),
            (
                "defence = 0, move = 0, traits",
                "defence = 2, move = 0, traits",
                "a facility",
            ),
        ],
    )
    def test_each_is_told_with_its_place(self, old: str, new: str, fault: str) -> None:
        rows = TABLE.replace(",\n    ", ", ")
        assert old in rows
        with pytest.raises(ScenarioError) as error:
            world(with_table(rows.replace(old, new, 1)))
        assert fault in str(error.value)

    def test_bg_10_5_recruits_are_infantry(self) -> None:
        without = "\n".join(row for row in TABLE.split("\n") if "infantry" not in row)
        rows = without.replace('    traits = ["light", "supported"]}\n', "")
        recruits = (
            "units = 0}\nGermany",
            'units = 0, home = ["Cove"], recruits = {per = 1, crowded = 3}}\nGermany',
        )
        with pytest.raises(ScenarioError, match="recruits are infantry: the unit table has none"):
            world(with_table(rows), recruits)


class TestHouseRules:
    def test_secret_subs_needs_a_submarine(self) -> None:
        rows = "\n".join(row for row in TABLE.split("\n") if not row.startswith("submarine"))
        with pytest.raises(
            IncompatibleModules,
            match=r"SS: .* needs the unit submarine",
        ):
            compose_with(world(with_table(rows)), "SS")

    def test_wb_1_needs_a_battleship(self) -> None:
        assert BATTLESHIP not in OWN.units
        with pytest.raises(IncompatibleModules, match=r"WB: .* needs the unit battleship"):
            compose_with(OWN, "WB")

    def test_a_unit_of_the_scenario_keeps_its_name_from_house_rules(self) -> None:
        with pytest.raises(IncompatibleModules, match="WM: sea mines brings the unit sea_mine"):
            compose_with(world(with_table(TABLE + ship("sea_mine"))), "WM")

    def test_wd_1_brings_a_destroyer_only_where_there_is_none(self) -> None:
        classic = ('edition = "anniversary"', 'edition = "classic"')
        compose_with(world(with_table(TABLE), classic), "WD")
        with pytest.raises(
            IncompatibleModules, match="WD: the unit table of world has a destroyer"
        ):
            compose_with(world(with_table(TABLE + ship("destroyer")), classic), "WD")


def test_a_table_is_written_as_it_is_read() -> None:
    file = with_table()[1]
    read = ScenarioForm.model_validate(tomllib.loads(WORLD.replace(with_table()[0], file)))
    assert load(text(read).encode(), "again").units == OWN.units
    assert table({kind: form(unit) for kind, unit in OWN.units.items()}) == OWN.units
