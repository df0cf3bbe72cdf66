"""Scenario files: what is read, and how every fault is told."""

import contextlib
import re
import tomllib
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Canal, Power, Side, SpaceId
from engine.errors import ScenarioError
from engine.loading import builtin, builtin_names, edition, edition_names, load
from engine.phases import Phase
from engine.scenario import (
    Capitals,
    Cities,
    Held,
    Homeland,
    Income,
    LastRound,
    NoAlliedUnits,
    NoEnemyWarships,
    Recruits,
)
from engine.scenario_form import (
    LIMIT,
    CanalForm,
    CapitalsForm,
    CitiesForm,
    IncomeForm,
    LastRoundForm,
    ObjectiveForm,
    PhaseForm,
    PowerForm,
    RecruitsForm,
    ScenarioForm,
    TerritoryForm,
    TurnForm,
    UnitForm,
    ZoneForm,
)
from engine.units import Domain, Kind, Trait
from tests.engine.position import WORLD, world

USA, JAPAN = Power("USA"), Power("Japan")
FORMS = (
    ScenarioForm,
    PowerForm,
    TurnForm,
    PhaseForm,
    TerritoryForm,
    ZoneForm,
    CanalForm,
    ObjectiveForm,
    CitiesForm,
    CapitalsForm,
    IncomeForm,
    LastRoundForm,
    RecruitsForm,
    UnitForm,
)


def faults(*changes: tuple[str, str]) -> list[str]:
    """Everything that is wrong with the small world after these changes."""
    with pytest.raises(ScenarioError) as error:
        world(*changes)
    return [str(fault) for fault in error.value.faults]


class TestEditions:
    def test_bg_6_anniversary_table(self) -> None:
        table = {
            kind: (unit.cost, unit.attack, unit.defence, unit.move)
            for kind, unit in edition("anniversary").items()
        }
        assert table == {
            "infantry": (3, 1, 2, 1),
            "artillery": (4, 2, 2, 1),
            "tank": (5, 3, 3, 2),
            "aa_gun": (6, 0, 0, 1),
            "complex": (15, 0, 0, 0),
            "fighter": (10, 3, 4, 4),
            "bomber": (12, 4, 1, 6),
            "submarine": (6, 2, 1, 2),
            "transport": (7, 0, 0, 2),
            "destroyer": (8, 2, 2, 2),
            "cruiser": (12, 3, 3, 2),
            "carrier": (14, 1, 2, 2),
            "battleship": (20, 4, 4, 2),
        }

    def test_bg_6_1_only_battleships_take_two_hits(self) -> None:
        assert [kind for kind, unit in edition("anniversary").items() if unit.hits != 1] == [
            "battleship"
        ]

    def test_bg_1_2_kinds_of_unit(self) -> None:
        units = edition("anniversary").values()
        warships = {unit.kind for unit in units if Trait.SURFACE_WARSHIP in unit.traits}
        assert warships == {"battleship", "carrier", "cruiser", "destroyer"}
        peaceful = {unit.kind for unit in units if not unit.is_combat_unit}
        assert peaceful == {"aa_gun", "complex", "transport"}


class TestWakeIsland:
    def test_is_built_in(self) -> None:
        assert "wake-island" in builtin_names()
        assert "anniversary" in edition_names()

    def test_the_example_battle_is_within_reach(self) -> None:
        """EX-C: the US fleet sails two zones to SZ Wake; there Japan's cruiser, destroyer, subs."""
        scenario = builtin("wake-island")
        stacks = {(s.at, s.owner, s.kind): s.count for s in scenario.opening}
        fleet = {"battleship": 1, "cruiser": 2, "transport": 2, "submarine": 4}
        assert {
            kind: number for (at, owner, kind), number in stacks.items() if at == "SZ Hawaii"
        } == fleet
        guard = {"cruiser": 1, "destroyer": 1, "submarine": 3}
        assert {
            kind: number for (at, owner, kind), number in stacks.items() if at == "SZ Wake"
        } == guard
        way = scenario.board.distances(SpaceId("SZ Hawaii"), sea=True)
        assert way[SpaceId("SZ Wake")] == 2
        assert scenario.turns[0].powers == (USA,)

    @pytest.mark.parametrize("power", [USA, JAPAN])
    def test_every_kind_of_unit_is_there(self, power: Power) -> None:
        scenario = builtin("wake-island")
        owned = {stack.kind for stack in scenario.opening if stack.owner == power}
        only_one = {Kind("cruiser")}  # Japan's stands at Wake, the American ones at Hawaii
        assert owned | only_one == set(scenario.units)

    def test_ends_within_twelve_rounds(self) -> None:
        last = [v for v in builtin("wake-island").victory if isinstance(v, LastRound)]
        assert [v.round <= 12 for v in last] == [True]


class TestReading:
    def test_a_scenario_says_what_its_file_says(self) -> None:
        scenario = world()
        assert scenario.powers == ("USA", "Japan", "UK", "Germany")
        assert scenario.side(USA) == "Allies"
        assert scenario.capitals[JAPAN] == "East"
        assert scenario.control[SpaceId("Border")] == JAPAN
        assert SpaceId("Rock") not in scenario.control
        assert scenario.board.canals == (
            Canal(
                "Strait", (SpaceId("SZ 3"), SpaceId("SZ 8")), (SpaceId("Isle"), SpaceId("Atoll"))
            ),
        )
        assert scenario.victory == (Cities(4),)

    def test_bg_1_5_control_may_differ_from_the_printed_emblem(self) -> None:
        scenario = world(
            ('Isle = {original = "USA", value = 1', 'Isle = {original = "USA", control = "Japan"'),
            ("income = 12", "income = 11"),
        )
        assert scenario.control[SpaceId("Isle")] == JAPAN
        assert scenario.board[SpaceId("Isle")].original == USA

    def test_bg_3_3_two_powers_share_a_turn(self) -> None:
        """Phases can be given to another power: halves of one turn, each its own combat."""
        plan = (
            'phases = ["purchase", "combat_move", "conduct_combat", '
            '{phase = "combat_move", power = "UK"}, {phase = "conduct_combat", power = "UK"}, '
            '"noncombat_move", {phase = "noncombat_move", power = "UK"}]'
        )
        scenario = world(
            ('[[turns]]\npower = "USA"\n', f'[[turns]]\npower = "USA"\n{plan}\n'),
            ('[[turns]]\npower = "UK"\n', ""),
        )
        first = scenario.turns[0]
        assert first.powers == ("USA", "UK")
        assert [(p.phase, p.power) for p in first.phases[1:5]] == [
            (Phase.COMBAT_MOVE, "USA"),
            (Phase.CONDUCT_COMBAT, "USA"),
            (Phase.COMBAT_MOVE, "UK"),
            (Phase.CONDUCT_COMBAT, "UK"),
        ]

    def test_bg_11_3_objectives(self) -> None:
        scenario = load(
            (
                WORLD
                + """
[[objectives]]
name = "Mare nostrum"
power = "USA"
worth = 5
held = ["West", "Isle", "Atoll"]
at_least = 2
alone = true
no_enemy_warships = ["SZ 1", "SZ 2"]
no_allied_units = true
"""
            ).encode(),
            "world",
        )
        (objective,) = scenario.objectives
        assert objective.worth == 5
        assert objective.conditions == (
            Held((SpaceId("West"), SpaceId("Isle"), SpaceId("Atoll")), 2, alone=True),
            NoEnemyWarships((SpaceId("SZ 1"), SpaceId("SZ 2"))),
            NoAlliedUnits(),
        )

    def test_bg_7_12_a_power_bound_to_its_home(self) -> None:
        bound = 'capital = "Cove", home = ["Cove", "Isle"], recruits = {per = 2, crowded = 3}'
        scenario = world(('capital = "Cove"', bound))
        home = Homeland((SpaceId("Cove"), SpaceId("Isle")), Recruits(per=2, crowded=3))
        assert scenario.homelands == {Power("UK"): home}
        told = faults(
            ('capital = "Cove"', bound),
            ("[[canals]]", "[units]\nWest = {UK = {tank = 1}}\n[[canals]]"),
        )
        assert any("UK's units never leave home (BG-7.12)" in line for line in told)

    def test_powers_are_shared_out_by_side_or_each_its_seat(self) -> None:
        assert world().seatings == {
            2: (("USA", "UK"), ("Japan", "Germany")),
            4: (("USA",), ("Japan",), ("UK",), ("Germany",)),
        }

    def test_a_file_proposes_other_seatings(self) -> None:
        seats = '[seats]\n3 = [["USA"], ["UK"], ["Japan", "Germany"]]\n\n[[canals]]'
        assert world(("[[canals]]", seats)).seatings[3] == (("USA",), ("UK",), ("Japan", "Germany"))

    @pytest.mark.parametrize(
        ("seats", "fault"),
        [
            ('2 = [["USA"], ["UK"], ["Japan", "Germany"]]', "under their number, not 3"),
            ('1 = [["USA", "UK", "Japan", "Germany"]]', "write 2 to 6 seats"),
            ('2 = [["USA"], ["Japan", "Germany"]]', "each power has one seat"),
            ('2 = [["USA", "UK", "Mars"], ["Japan", "Germany"]]', "each power has one seat"),
            ('3 = [["USA", "UK"], ["Japan", "Germany"], []]', "no seat is empty"),
            ('2 = [["USA", "Japan"], ["UK", "Germany"]]', "seats.2[0]: a seat plays for one side"),
        ],
    )
    def test_invalid_seatings(self, seats: str, fault: str) -> None:
        told = faults(("[[canals]]", f"[seats]\n{seats}\n\n[[canals]]"))
        assert any(fault in line for line in told)

    def test_victory_conditions(self) -> None:
        scenario = load(
            (
                WORLD
                + """
[[victory]]
kind = "capitals"
side = "Axis"
at_least = 2
[[victory]]
kind = "income"
side = "Axis"
at_least = 30
[[victory]]
kind = "last_round"
round = 9
points = {West = 3, East = 2}
tie = "Allies"
"""
            ).encode(),
            "world",
        )
        assert scenario.victory[1:] == (
            Capitals(Side("Axis"), 2),
            Income(Side("Axis"), 30),
            LastRound(9, {SpaceId("West"): 3, SpaceId("East"): 2}, Side("Allies")),
        )


class TestPlainForm:
    def test_layout_does_not_matter(self) -> None:
        loose = WORLD.replace(" = ", "=").replace("\n", "  # a comment\n\n")
        assert load(loose.encode(), "world").plain() == world().plain()

    def test_where_a_map_draws_a_space_does_not_matter(self) -> None:
        placed = world(("Atoll = {", "Atoll = {place = [170, -8], "))
        assert placed.board[SpaceId("Atoll")].place == (170, -8)
        assert placed.plain() == world().plain()

    @pytest.mark.parametrize(
        "change",
        [
            ("treasury = 30, income = 12", "treasury = 31, income = 12"),
            ('title = "A small world"', 'title = "Another world"'),
            ("at_least = 4", "at_least = 5"),
            ('territories = ["Isle", "Atoll"]', 'territories = ["Isle"]'),
            ("Rock = {neutral = true,", 'Rock = {original = "Japan",'),
        ],
    )
    def test_what_the_rules_read_does(self, change: tuple[str, str]) -> None:
        assert world(change).plain() != world().plain()


class TestFaults:
    """Each fault names its line, its place and what is wrong."""

    def test_all_faults_are_told_at_once(self) -> None:
        assert faults(("income = 12", "income = 99"), ("income = 13", "income = 98")) == [
            "line 8, powers.USA.income: its territories are worth 12 IPC",
            "line 9, powers.Japan.income: its territories are worth 13 IPC",
        ]

    @pytest.mark.parametrize(
        ("old", "new", "fault"),
        [
            ("[territories]", "[territories", "file: not TOML"),
            ("format = 1", "format = 2", "line 2, format: must be 1"),
            ('edition = "anniversary"', 'edition = "none"', "line 5, edition: no such edition"),
            ('name = "world"', 'name = "My World"', "line 3, name: must be small letters"),
            ("treasury = 30", "treasure = 30", "powers.USA.treasure: there is no such field"),
            ("treasury = 30", 'treasury = "30"', "powers.USA.treasury: must be a whole number"),
            ("treasury = 30", "treasury = 3.5", "powers.USA.treasury: must be a whole number"),
            ("treasury = 30, ", "", "powers.USA.treasury: is required"),
            ("value = 8", "value = 1000", "territories.West.value: must be at most 100"),
            ('power = "USA"\n', 'power = "Mars"\n', "line 14, turns[0].power: there is no power"),
            ('kind = "cities"', 'kind = "luck"', "victory[0]"),
            ('side = "Axis", capital = "East"', 'side = "East"', "two sides in a war, not 3"),
        ],
    )
    def test_shape(self, old: str, new: str, fault: str) -> None:
        assert any(fault in told for told in faults((old, new)))

    def test_a_connection_is_written_at_both_ends(self) -> None:
        assert faults(('borders = ["SZ 6"]', 'borders = ["SZ 6", "SZ 1"]')) == [
            "line 30, territories.Cove.borders[1]: SZ 1 does not list Cove in return"
        ]

    @pytest.mark.parametrize(
        ("old", "new", "fault"),
        [
            ('borders = ["SZ 7"]', 'borders = ["SZ 7", "SZ 77"]', "there is no space SZ 77"),
            ('borders = ["SZ 7"]', 'borders = ["SZ 7", "Isle"]', "does not touch itself"),
            ('borders = ["SZ 7"]', 'borders = ["SZ 7", "SZ 7"]', "SZ 7 is listed twice"),
            ('borders = ["SZ 7"]', "borders = []", "a space that touches no other"),
        ],
    )
    def test_borders(self, old: str, new: str, fault: str) -> None:
        assert any(fault in told for told in faults((old, new)))

    def test_everything_hangs_together(self) -> None:
        """An ocean in two parts: no ship would ever leave its own; the smaller part is told."""
        told = faults(
            ('"SZ 1" = {borders = ["SZ 2", "SZ 6", "West"]}', '"SZ 1" = {borders = ["West"]}'),
            ('"SZ 2" = {borders = ["SZ 1", ', '"SZ 2" = {borders = ['),
            (
                '"SZ 6" = {borders = ["SZ 7", "SZ 1", "Cove"]}',
                '"SZ 6" = {borders = ["SZ 7", "Cove"]}',
            ),
        )
        assert told == ["line 35, zones.SZ 1: no way leads from here to sea zone SZ 2"]

    def test_a_lake_is_said_to_be_one(self) -> None:
        """What no way leads to is a slip of the pen, unless the file says that it is a lake."""
        shore = (
            'borders = ["West", "Border", "SZ 2"]',
            'borders = ["West", "Border", "SZ 2", "Aral"]',
        )
        water = '[zones]\nAral = {{borders = ["Prairie"]{}}}\n'
        assert faults(shore, ("[zones]\n", water.format(""))) == [
            "line 35, zones.Aral: no way leads from here to sea zone SZ 1"
        ]
        lake = world(shore, ("[zones]\n", water.format(", lake = true")))
        assert lake.board.adjacent(SpaceId("Prairie"), SpaceId("Aral"))
        told = faults(('"SZ 10" = {', '"SZ 10" = {lake = true, '))
        assert "line 44, zones.SZ 10.lake: a lake touches no sea zone that is none" in told

    @pytest.mark.parametrize(
        ("old", "new", "fault"),
        [
            ('Isle = {original = "USA"', 'Isle = {original = "Mars"', "there is no power Mars"),
            ("neutral = true, ", "", "say who controls it"),
            ("Rock = {neutral = true", 'Rock = {neutral = true, original = "UK"', "no controller"),
            ("Rock = {neutral = true", "Rock = {neutral = true, value = 2", "has no value"),
            ('capital = "West"', 'capital = "East"', "East is not originally USA's (BG-1.5)"),
            ('capital = "West"', 'capital = "Oz"', "there is no territory Oz"),
            ('zones = ["SZ 3", "SZ 8"]', 'zones = ["SZ 3", "SZ 7"]', "SZ 3 and SZ 7 do not touch"),
            ('territories = ["Isle", "Atoll"]', 'territories = ["SZ 1"]', "no territory SZ 1"),
            (
                'territories = ["Isle", "Atoll"]',
                'territories = ["Isle"]\nexempt = ["tank"]',
                "no kind of ship tank",
            ),
            (
                "at_least = 4",
                "at_least = 2",
                "of 5 victory cities one side must need more than half",
            ),
            ("at_least = 4", "at_least = 6", "of 5 victory cities"),
            ("Isle = {", "isle = {", "there is no space Isle"),
            ("Atoll", "west", "the name is taken by territories.West"),
            ("SZ 10", "atoll", "the name is taken by territories.Atoll"),
            ("UK", "usa", "the name is taken by powers.USA"),
            ("at_least = 4", "at_least = 4\nshort = 2", "one side must need more than half"),
            ("at_least = 4", "at_least = 4\ntotal = 6", "of 5 victory cities"),
            (
                "[[canals]]",
                '[[canals]]\noption = "bb_repair"',
                "no option bb_repair that is on or off",
            ),
            ('capital = "West"', 'capital = "West", home = ["SZ 1"]', "there is no territory SZ 1"),
            (
                'capital = "West"',
                'capital = "West", recruits = {per = 2, crowded = 3}',
                "recruits need a home (BG-10.5)",
            ),
            ("Atoll = {", '"A:toll" = {', "a name is letters"),
            ("Atoll = {", '"Atoll \u0526" = {', "only characters of Unicode 3.2"),
        ],
    )
    def test_sense(self, old: str, new: str, fault: str) -> None:
        assert any(fault in told for told in faults((old, new)))

    @pytest.mark.parametrize(
        ("turns", "fault"),
        [
            ('["purchase", "research"]', "research comes too late or twice (BG-3.1)"),
            ('["mobilize", "purchase"]', "purchase comes too late or twice (BG-3.1)"),
            ('["purchase", "purchase"]', "purchase comes too late or twice (BG-3.1)"),
            ('["combat_move", "mobilize"]', "combat_move and conduct_combat belong together"),
            ('["purchase", "conduct_combat"]', "follows the same power's combat_move at once"),
            ('[{phase = "purchase", power = "UK"}]', "UK has a turn already"),
            ('[{phase = "purchase", power = "Mars"}]', "there is no power Mars"),
            ("[]", "at least 1 item"),
        ],
    )
    def test_bg_3_turns(self, turns: str, fault: str) -> None:
        told = faults(
            ('[[turns]]\npower = "USA"\n', f'[[turns]]\npower = "USA"\nphases = {turns}\n')
        )
        assert any(fault in line for line in told)

    @pytest.mark.parametrize(
        ("phases", "fault"),
        [
            ('["sleep"]', "phases[0]: must be 'research', 'purchase', "),
            ("[3]", "phases[0]: must be 'research', 'purchase', "),
            ('[{phase = "purchase"}]', "phases[0].power: is required"),
            ('"purchase"', "phases: must be a list"),
        ],
    )
    def test_a_badly_written_phase_is_told_once(self, phases: str, fault: str) -> None:
        (told,) = faults(
            ('[[turns]]\npower = "USA"\n', f'[[turns]]\npower = "USA"\nphases = {phases}\n')
        )
        assert told.startswith(f"line 15, turns[0].{fault}")

    def test_a_power_without_a_turn(self) -> None:
        assert "line 10, powers.UK: has no turn" in faults(('[[turns]]\npower = "UK"\n', ""))

    @pytest.mark.parametrize(
        ("units", "fault"),
        [
            ("Oz = {USA = {tank = 1}}", "units.Oz: there is no space Oz"),
            ("West = {Mars = {tank = 1}}", "units.West.Mars: there is no power Mars"),
            ("West = {USA = {chariot = 1}}", "units.West.USA.chariot: there is no unit chariot"),
            ("West = {USA = {tank = 0}}", "units.West.USA.tank: "),
            ("West = {USA = {cruiser = 1}}", "a cruiser cannot stand in West"),
            ('"SZ 1" = {USA = {tank = 1}}', "1 land unit, but too few transports (BG-7.9)"),
            ('"SZ 1" = {USA = {complex = 1}}', "a complex cannot stand in SZ 1"),
            ('"SZ 1" = {USA = {bomber = 1}}', "a bomber cannot stand in SZ 1"),
            ('"SZ 1" = {USA = {fighter = 3, carrier = 1}}', "3 aircraft, but carriers for 2"),
            ("West = {Japan = {tank = 1}}", "West is controlled by the enemy"),
            ("Rock = {Japan = {tank = 1}}", "Rock is neutral"),
            ("West = {UK = {complex = 1}}", "belongs to who controls West (BG-8.26)"),
            ("West = {USA = {complex = 2}}", "at most one complex per territory (BG-6.2)"),
            ("West = {USA = {tank = 1}}", "powers.USA.units: it has 1 unit on the board"),
        ],
    )
    def test_opening_units(self, units: str, fault: str) -> None:
        told = faults(("[[canals]]", f"[units]\n{units}\n\n[[canals]]"))
        assert any(fault in line for line in told)

    @pytest.mark.parametrize(
        ("objective", "fault"),
        [
            ('power = "Mars"\nheld = ["West"]', "objectives[0].power: there is no power Mars"),
            ('power = "USA"\nheld = ["SZ 1"]', "objectives[0].held[0]: there is no territory SZ 1"),
            ('power = "USA"\nheld = ["Isle", "Isle"]', "a territory is listed twice"),
            (
                'power = "USA"\nheld = ["Isle"]\nat_least = 2',
                "at most 1: no more territories",
            ),
            ('power = "USA"\nno_enemy_warships = ["Isle"]', "there is no sea zone Isle"),
            ('power = "USA"', "objectives[0]: says nothing that must hold"),
        ],
    )
    def test_bg_11_3_objectives(self, objective: str, fault: str) -> None:
        told = faults(
            ("[[canals]]", f'[[objectives]]\nname = "x"\nworth = 5\n{objective}\n\n[[canals]]')
        )
        assert any(fault in line for line in told)

    @pytest.mark.parametrize(
        ("victory", "fault"),
        [
            ('kind = "capitals"\nside = "Mars"\nat_least = 1', "there is no side Mars"),
            ('kind = "capitals"\nside = "Axis"\nat_least = 3', "the other side has 2 capitals"),
            ('kind = "last_round"\nround = 0\ntie = "Axis"', "victory[0].round"),
            ('kind = "last_round"\nround = 8\ntie = "Mars"', "there is no side Mars"),
            ('kind = "income"\nside = "Mars"\nat_least = 30', "there is no side Mars"),
            (
                'kind = "last_round"\nround = 8\ntie = "Axis"\npoints = {Rock = 1}',
                "Rock is no territory that is held",
            ),
        ],
    )
    def test_victory(self, victory: str, fault: str) -> None:
        told = faults(('kind = "cities"\nat_least = 4', victory))
        assert any(fault in line for line in told)


class TestUntrustedFiles:
    def test_a_file_that_is_too_long_is_not_read(self) -> None:
        with pytest.raises(ScenarioError, match=f"at most {LIMIT} are read"):
            load(b"#" * (LIMIT + 1), "big")

    @pytest.mark.parametrize("data", [b"a." * 50_000 + b"a = 1", b"[" + b"a." * 50_000 + b"a]"])
    def test_a_key_that_would_take_hours_is_not_read(self, data: bytes) -> None:
        with pytest.raises(ScenarioError, match=r"a line of \d+ bytes"):
            load(data, "deep")

    @pytest.mark.parametrize(
        "data",
        [b"\xff\xfe", b"a = " + b"[" * 100_000, b"a = " + b"9" * 100_000, b"", b"\x00", b"a.b" * 9],
    )
    def test_bad_files_give_a_scenario_error(self, data: bytes) -> None:
        with pytest.raises(ScenarioError):
            load(data, "bad")

    @given(st.binary(max_size=300))
    def test_any_bytes_do(self, data: bytes) -> None:
        with pytest.raises(ScenarioError):
            load(data, "bytes")

    @given(st.data())
    def test_any_change_of_one_character_does_or_loads(self, data: st.DataObject) -> None:
        text = WORLD
        at = data.draw(st.integers(0, len(text) - 1))
        other = data.draw(st.characters(min_codepoint=9, max_codepoint=126))
        with contextlib.suppress(ScenarioError):
            scenario = load((text[:at] + other + text[at + 1 :]).encode(), "changed")
            assert set(scenario.powers) == set(scenario.sides)


def test_a_scenario_is_read_once_as_long_as_its_bytes_are_the_same() -> None:
    """Two nodes of one machine and their page ask for it (decision 129)."""
    text = resources.files("engine").joinpath("scenarios", "wake-island.toml").read_bytes()
    assert load(text, "wake-island") is load(bytes(bytearray(text)), "wake-island")
    assert load(text + b"\n", "wake-island") is not load(text, "wake-island")


def test_the_format_is_documented_field_by_field() -> None:
    """Every field of the shape is explained at the head of the file that people copy."""
    head = (
        resources.files("engine").joinpath("scenarios", "wake-island.toml").read_text("utf-8")
    ).split("format = 1")[0]
    for form in FORMS:
        for field in form.model_fields:
            assert re.search(rf"\b{field}\b", head), field


def test_editions_are_toml() -> None:
    folder = resources.files("engine").joinpath("editions")
    for name in edition_names():
        rows = tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8"))
        rows.pop("research", None)
        assert {Domain(row["domain"]) for row in rows.values()} == set(Domain)
