"""The unit table of an imported map (BG-6): its own, wherever our rules have the words for it."""

import pytest

from client.importing.errors import CannotImport
from client.importing.report import NoteKind
from engine.board import Power
from engine.loading import edition
from engine.units import Kind, Trait, UnitType
from tests.client.importing.maps import fleet, imported, unit

SEA = {"isSea": "true"}


def row(kind: str, *changes: tuple[str, str]) -> UnitType:
    return imported(*changes).scenario.units[Kind(kind)]


def told(*changes: tuple[str, str]) -> list[str]:
    """What the report says is played otherwise."""
    return [str(note) for note in imported(*changes).report.of(NoteKind.DIFFERENT)]


def support(by: str, of: str, **options: str) -> tuple[str, str]:
    usual = {"side": "offence", "dice": "strength", "bonus": "1", "number": "1"}
    listed = "".join(
        f'<option name="{name}" value="{value}"/>'
        for name, value in {"unitType": of, **usual, **options}.items()
    )
    attached = f'attachTo="{by}" javaClass="t.UnitSupportAttachment"'
    return "</attachmentList>", f"<attachment {attached}>{listed}</attachment></attachmentList>"


class TestOwnTable:
    def test_bg_6_numbers_are_the_maps_own(self) -> None:
        scenario = imported(*fleet()).scenario
        table = {
            kind: (unit.cost, unit.attack, unit.defence, unit.move, unit.hits)
            for kind, unit in scenario.units.items()
        }
        assert table == {
            "infantry": (3, 1, 2, 1, 1),
            "tank": (5, 3, 3, 2, 1),
            "complex": (15, 0, 0, 0, 1),
            "transport": (7, 0, 0, 3, 1),
            "submarine": (5, 3, 1, 3, 1),
            "carrier": (11, 1, 3, 2, 2),
            "fighter": (9, 3, 4, 5, 1),
            "battleship": (18, 5, 5, 2, 2),
        }
        assert scenario.edition == "anniversary"
        assert scenario.title == "A small war", "nothing is simplified"

    def test_bg_7_9_a_transport_of_capacity_7_holds_two_tanks_or_three_infantry(self) -> None:
        units = imported(*fleet()).scenario.units
        bulks = {kind: units[Kind(kind)].bulk for kind in ("infantry", "tank")}
        assert (units[Kind("transport")].capacity, bulks) == (7, {"infantry": 2, "tank": 3})

    def test_bg_7_8_a_deck_of_6_has_room_for_three_fighters_of_2(self) -> None:
        assert row("carrier", *fleet()).capacity == 3

    @pytest.mark.parametrize(
        ("options", "traits"),
        [
            (SEA | {"isSub": "true"}, {Trait.SUBMARINE}),
            (SEA | {"canEvade": "true", "isFirstStrike": "true"}, {Trait.SUBMARINE}),
            (SEA | {"isDestroyer": "true"}, {Trait.SURFACE_WARSHIP, Trait.DESTROYER}),
            (SEA | {"canBombard": "true"}, {Trait.SURFACE_WARSHIP, Trait.BOMBARDS}),
            (
                SEA | {"canBombard": "true", "transportCapacity": "4"},
                {Trait.SURFACE_WARSHIP, Trait.BOMBARDS, Trait.TRANSPORT},
            ),
            (SEA | {"transportCapacity": "4", "attack": 1}, {Trait.TRANSPORT}),
            ({"isAir": "true", "isStrategicBomber": "true"}, {Trait.RAIDS}),
            ({"canBlitz": "true"}, {Trait.BLITZES}),
            ({"isAA": "true"}, {Trait.ANTI_AIR, Trait.STAYS_IN_COMBAT_MOVE}),
            ({"isAAforCombatOnly": "true", "isInfrastructure": "true"}, {Trait.ANTI_AIR}),
            ({"isFactory": "true"}, {Trait.COMPLEX}),
        ],
    )
    def test_abilities_are_traits(self, options: dict[str, str], traits: set[Trait]) -> None:
        fights: dict[str, object] = {} if "isFactory" in options else {"attack": 3}
        changes = unit("novelty", 9, **(fights | options))
        *_, novelty = imported(*changes).scenario.units.values()
        assert novelty.traits == traits

    def test_bg_8_18_support_of_any_unit_is_artillerys(self) -> None:
        change = support("armour", "infantry")
        assert Trait.SUPPORTS in row("tank", change).traits
        assert Trait.SUPPORTED in row("infantry", change).traits
        assert told(support("armour", "infantry", bonus="2")) == ["unit tank: lends 2 to infantry"]

    def test_a_table_that_is_an_editions_is_not_repeated(self) -> None:
        scenario = imported().scenario
        assert scenario.units != edition("anniversary"), "the small game has three kinds"
        assert "unit_types" in imported().file

    def test_the_property_says_how_many_hits_battleships_take(self) -> None:
        change = (
            "<propertyList>",
            '<propertyList><property name="Two hit battleship" value="false"/>',
        )
        assert row("battleship", *fleet(), change).hits == 1

    def test_what_only_one_power_can_buy(self) -> None:
        wares = "".join(f'<frontierRules name="{name}"/>' for name in ("buyInfantry", "guards"))
        own = f'<productionFrontier name="own">{wares}</productionFrontier>'
        changes = (
            *unit("guards", 4, movement=1, attack=2, defense=2),
            ('<frontierRules name="guards"/></productionFrontier>', f"</productionFrontier>{own}"),
            ('player="Americans" frontier="shop"', 'player="Americans" frontier="own"'),
        )
        units = imported(*changes).scenario.units
        assert units[Kind("guards")].buyers == frozenset([Power("USA")])
        assert units[Kind("infantry")].buyers is None
        assert units[Kind("tank")].buyers == frozenset([Power("Japan")])

    def test_what_nobody_buys_counts_what_it_is_worth(self) -> None:
        placed = '<unitPlacement unitType="fort" territory="East" quantity="1" owner="Japanese"/>'
        changes = [
            *unit("fort", None, attack=0, defense=4),
            ("</unitInitialize>", f"{placed}</unitInitialize>"),
        ]
        fort = row("fort", *changes)
        assert (fort.cost, fort.buyers) == (4, frozenset())

    def test_units_have_names_that_our_format_takes(self) -> None:
        changes = [
            *unit("Heavy Tank", 8, movement=2, attack=4, defense=3),
            *unit("heavy-tank", 9, movement=2, attack=4, defense=4),
            *unit("transport", 4, movement=2, attack=0, defense=1),
            *unit("2nd Grenadier-Régiment", 4, movement=1, attack=2, defense=2),
        ]
        assert set(imported(*changes).scenario.units) >= {
            "heavy_tank",
            "heavy_tank_2",
            "land_transport",
            "unit_2nd_grenadier_regiment",
        }


class TestSimplified:
    @pytest.mark.parametrize(
        ("options", "what"),
        [
            (SEA | {"hitPoints": "4"}, "takes 4 hits, 2 with us (BG-8.15)"),
            ({"attackRolls": "2"}, "attackRolls 2: one die with us (BG-1.6)"),
            (SEA | {"canBombard": "true", "bombard": "2"}, "bombards with 2, with its attack"),
            (SEA | {"transportCapacity": "5", "carrierCapacity": "2"}, "carries land units too"),
            ({"isMarine": "1"}, "isMarine 1"),
            ({"transportCapacity": "2"}, "carries land units: only ships do so with us"),
            ({"carrierCapacity": "2"}, "carries aircraft: only ships do so with us"),
            ({"movement": "30"}, "moves 30 spaces, 20 with us"),
            ({"canBombard": "true"}, "bombards: no land unit does so with us"),
        ],
    )
    def test_what_a_row_cannot_say_is_told_and_marked(
        self, options: dict[str, str], what: str
    ) -> None:
        numbers = {"attack": "3", "defense": "3", "movement": "1"} | options
        changes = unit("novelty", 9, **numbers)
        (note,) = told(*changes)
        assert note.startswith(f"unit novelty: {what}")
        assert imported(*changes).scenario.title == "A small war, 1 of 4 units simplified"

    def test_what_is_as_usual_is_no_loss(self) -> None:
        usual = {"typeAA": "AAGun", "maxAAattacks": "-1", "maxRoundsAA": "1", "attackAA": "1"}
        found = imported(*unit("flak", 5, movement=1, isAA="true", **usual))
        assert found.report.whole

    def test_what_does_nothing_with_us_is_left_out(self) -> None:
        changes = unit("radar", 9, isInfrastructure="true", givesMovement="1:fighter")
        found = imported(*changes)
        assert "radar" not in found.scenario.units
        assert found.scenario.title == "A small war, 1 of 4 units left out"

    def test_a_long_title_keeps_its_mark(self) -> None:
        changes = unit("radar", 9, isInfrastructure="true")
        title = imported(("A small war", "w" * 200), *changes).scenario.title
        assert title.endswith("www, 1 of 4 units left out")
        assert len(title) == 88


class TestRefusals:
    def test_more_than_half_of_the_kinds_would_be_left_out(self) -> None:
        changes = [
            change
            for name in ("radar", "mine", "bank", "oil")
            for change in unit(name, 9, isInfrastructure="true")
        ]
        with pytest.raises(CannotImport, match="of 7 kinds of unit, 4 would be left out and 0"):
            imported(*changes)
        assert "3 of 6 units left out" in imported(*changes[:-4]).scenario.title

    def test_less_than_a_quarter_of_the_kinds_would_be_in_full(self) -> None:
        names = ("hydra", "giant", "golem", "wyrm", "dwarf", "ogre", "elf", "orc", "troll", "imp")
        changes = [
            change
            for name in names
            for change in unit(name, 9, movement=1, attack=3, defense=3, hitPoints=9)
        ]
        with pytest.raises(CannotImport) as refused:
            imported(*changes)
        assert refused.value.what == (
            "small: of 13 kinds of unit, 0 would be left out and 10 played otherwise: "
            "that would be another game"
        )
        assert refused.value.advice.endswith(f"no rules for: {', '.join(names)}")
        assert "9 of 12 units simplified" in imported(*changes[:-4]).scenario.title

    def test_a_refusal_names_some_of_very_many_kinds(self) -> None:
        changes = [c for i in range(40) for c in unit(f"shrine{i}", 9, isInfrastructure="true")]
        with pytest.raises(CannotImport, match="of 43 kinds of unit, 40 would") as refused:
            imported(*changes)
        assert refused.value.advice.endswith(" shrine10, shrine11 and 28 more")

    def test_more_than_half_of_the_units_would_not_be_there(self) -> None:
        moved = ('quantity="3" owner="Japanese"', 'quantity="9" owner="Americans"')
        with pytest.raises(CannotImport, match="of 12 units on the board, 9 would be left out"):
            imported(moved)

    @pytest.mark.parametrize(
        ("change", "why"),
        [
            (
                ('<option name="attack" value="3"/>', '<option name="attack" value="many"/>'),
                'unit armour: attack is "many", which is no number',
            ),
            (
                ('<option name="attack" value="3"/>', '<option name="attack" value="3000000"/>'),
                "unit armour: attack is larger than any unit's",
            ),
            (
                ('<option name="attack" value="3"/>', '<option name="attack" value="-1"/>'),
                "unit armour: attack is -1; a unit has 0 or more",
            ),
            (
                ('<cost resource="PUs" quantity="5"/>', '<cost resource="PUs" quantity="0"/>'),
                "unit armour: is sold for nothing; a unit costs 1 IPC or more",
            ),
            (
                ('<cost resource="PUs" quantity="5"/>', '<cost resource="PUs" quantity="1001"/>'),
                "unit tank: cost 1001; a scenario takes at most 1000",
            ),
            (
                ("<map>", '<diceSides value="12"/><map>'),
                "is played with dice of 12 sides; ours have 6",
            ),
            (
                ('unitType="armour" territory="West"', 'unitType="ghost" territory="West"'),
                "ghost in West: there is no such unit",
            ),
        ],
    )
    def test_units_that_no_game_could_have(self, change: tuple[str, str], why: str) -> None:
        with pytest.raises(CannotImport, match=why):
            imported(change)

    def test_a_unit_that_stays_where_it_is_can_be_played(self) -> None:
        stays = ('<option name="movement" value="2"/>', '<option name="movement" value="0"/>')
        assert row("tank", stays).move == 0

    def test_low_luck_is_a_setting(self) -> None:
        low = ("<propertyList>", '<propertyList><property name="Low Luck" value="true"/>')
        assert "Low Luck: low_luck=on" in [
            str(note) for note in imported(low).report.of(NoteKind.SETTING)
        ]
