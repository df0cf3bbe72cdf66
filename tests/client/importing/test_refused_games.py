"""Game files that cannot be imported, and broken parts of one that can."""

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.importing.conversion import convert
from client.importing.drawing import read_drawing
from client.importing.errors import CannotImport
from client.importing.gamefile import read_game
from client.importing.naming import OWN, NameTable
from engine.board import SpaceId
from engine.loading import edition_names
from tests.client.importing.changes import (
    PLACED,
    attachment,
    before,
    notes,
    placement,
)
from tests.client.importing.maps import GAME, imported, left_out


class TestRefusals:
    @pytest.mark.parametrize(
        ("change", "why"),
        [
            (
                ('alliance="Axis"', 'alliance="Allies"'),
                r"^small: a game has two sides \(BG-1.1\), and this one has 1: Allies$",
            ),
            (('t1="Rock" t2="2 Sea Zone"', 't1="Rock" t2="Oz"'), "there is no territory Oz"),
            (('t1="Rock" t2="2 Sea Zone"', 't1="Rock" t2="Rock"'), "Rock with itself"),
            (
                ('unitType="armour" territory="West"', 'unitType="armour" territory="Oz"'),
                "armour in Oz: there is no such territory",
            ),
        ],
    )
    def test_invalid_games(self, change: tuple[str, str], why: str) -> None:
        with pytest.raises(CannotImport, match=why):
            imported(change)

    def test_waters_without_a_way_out_are_lakes(self) -> None:
        lakes = imported(('<connection t1="2 Sea Zone" t2="10 Sea Zone"/>', ""))
        assert lakes.file.count("lake = true") == 2

    def test_several_sea_zones_can_be_one_lake(self) -> None:
        """All waters but the largest are lakes: no ship gets from one to another."""
        lake = imported(
            before(
                '<territory name="Rock"/>',
                *(f'<territory name="L{n}" water="true"/>' for n in "12"),
            ),
            before("</map>", '<connection t1="L1" t2="L2"/><connection t1="L2" t2="East"/>'),
            before("</map>", '<territory name="3 Sea Zone" water="true"/>'),
            before("</map>", '<connection t1="3 Sea Zone" t2="2 Sea Zone"/>'),
        )
        assert lake.file.count("lake = true") == 2
        assert lake.scenario.board.neighbours[SpaceId("L2")] == ("East", "L1")

    def test_bg_1_4_one_power_controls_a_territory(self) -> None:
        both = before("</ownerInitialize>", '<territoryOwner territory="East" owner="Americans"/>')
        with pytest.raises(CannotImport, match="East is owned by Japanese and Americans, but one"):
            imported(both)

    def test_bg_1_4_nobody_owns_sea_whoever_is_named(self) -> None:
        both = before(
            "</ownerInitialize>",
            '<territoryOwner territory="2 Sea Zone" owner="Japanese"/>',
            '<territoryOwner territory="2 Sea Zone" owner="Americans"/>',
        )
        assert left_out(both) == [
            "sea zones owned by Japanese: nobody owns sea (BG-1.4): 2 Sea Zone"
        ]

    def test_two_spaces_of_one_name(self) -> None:
        names = NameTable(spaces={"East": "Land", "West": "LAND"})
        with pytest.raises(CannotImport, match="East and West would both be called LAND"):
            imported(names=names)

    def test_a_scenario_that_could_not_be_played(self) -> None:
        """Our own checks have the last word, and say what is wrong."""
        ships = ('unitType="armour" territory="West"', 'unitType="armour" territory="2 Sea Zone"')
        with pytest.raises(CannotImport, match="2 land units, but too few transports"):
            imported(ships)

    def test_an_edition_that_we_have_not(self) -> None:
        with pytest.raises(CannotImport, match="no edition fantasy"):
            imported(by="fantasy")

    def test_more_of_something_than_a_scenario_may_hold(self) -> None:
        many = "".join(f'<territory name="T{n}"/>' for n in range(64))
        ways = "".join(f'<connection t1="T{n}" t2="East"/>' for n in range(64))
        with pytest.raises(CannotImport) as refused:
            imported(before('<territory name="Rock"/>', many, ways))
        assert refused.value.what == "small: East: 66 neighbours; a scenario takes at most 64"
        assert refused.value.advice == "change that in the game's file"

    @pytest.mark.parametrize(
        ("change", "why"),
        [
            (
                ('resource="PUs" quantity="9"', 'resource="PUs" quantity="99999"'),
                "small: Japan: IPC at the start 99999; a scenario takes at most 10000",
            ),
            (
                ('territory="East" quantity="3"', 'territory="East" quantity="101"'),
                (
                    "small: the whole map: units at the start, East, Japan, infantry 101; "
                    "a scenario takes at most 100"
                ),
            ),
            (
                ("Allies", "A" * 41),
                f"small: USA: the name {'A' * 41} has more than 40 characters",
            ),
            (
                before(
                    "</map>",
                    *(f'<territory name="T{n}"/>' for n in range(400)),
                    *(f'<connection t1="T{n}" t2="T{n + 1}"/>' for n in range(399)),
                    '<connection t1="T0" t2="East"/>',
                ),
                "small: the whole map: 403 territories; a scenario takes at most 400",
            ),
        ],
    )
    def test_limits_are_told_in_words(self, change: tuple[str, str], why: str) -> None:
        with pytest.raises(CannotImport) as refused:
            imported(change)
        assert refused.value.what == why
        assert refused.value.advice

    def test_a_map_without_water(self) -> None:
        with pytest.raises(CannotImport, match="the map has no sea zone"):
            imported((' water="true"', ""))

    def test_a_map_on_which_nobody_could_win(self) -> None:
        with pytest.raises(CannotImport, match="no conditions of victory; a scenario needs"):
            imported(('<option name="capital"', '<option name="seat"'))

    def test_more_than_two_sides_are_refused_in_one_sentence(self) -> None:
        """BG-1.1."""
        third = before("</sequence>", '<step name="a" delegate="place" player="Italians"/>')
        with pytest.raises(CannotImport) as refused:
            imported(third)
        assert str(refused.value) == (
            "small: a game has two sides (BG-1.1), and this one has 3: Axis, Allies, Italians"
        )

    def test_a_fault_names_no_line_of_a_file_that_nobody_sees(self) -> None:
        ships = ('unitType="armour" territory="West"', 'unitType="armour" territory="2 Sea Zone"')
        with pytest.raises(CannotImport) as refused:
            imported(ships)
        assert str(refused.value).splitlines()[1].strip().startswith("units.SZ 2.USA: ")

    @given(st.data())
    def test_any_change_of_a_file_gives_a_scenario_or_a_refusal(self, data: st.DataObject) -> None:
        at = data.draw(st.integers(0, len(GAME) - 1))
        gone = data.draw(st.integers(0, 300))
        new = data.draw(st.sampled_from(["", "0", "-1", "x", "<", '"', GAME[at : at + 200]]))
        with contextlib.suppress(CannotImport):
            changed_game = read_game((GAME[:at] + new + GAME[at + gone :]).encode(), "changed")
            found = convert(
                changed_game, read_drawing({}, "x"), OWN, called="x", source="x", by="anniversary"
            )
            assert found.report.text()


BROKEN = ("Oz", "2 Sea Zone", "Rock", "Japanese", "", "East:Oz", ":", "armour")
"""What stands where the file should name a territory, a power or a unit."""

HOOKS: tuple[Callable[[str], tuple[str, str]], ...] = (
    lambda x: attachment("TerritoryAttachment", x or "Oz", capital="Japanese"),
    lambda x: attachment("TerritoryAttachment", x or "Oz", production="5", blockadeZone="true"),
    lambda x: attachment("TerritoryAttachment", "2 Sea Zone", capital=x, originalOwner=x),
    lambda x: attachment("TerritoryAttachment", "West", capital=x, originalOwner=x),
    lambda x: attachment("UnitAttachment", x or "Oz", isSea="true", transportCapacity="4"),
    lambda x: attachment("UnitSupportAttachment", x or "Oz", unitType=x, bonus="1"),
    lambda x: attachment("CanalAttachment", x or "Oz", canalName="N", landTerritories="West"),
    lambda x: attachment("CanalAttachment", "2 Sea Zone", canalName="N", landTerritories=x),
    lambda x: attachment("RulesAttachment", x or "Oz", objectiveValue="5"),
    lambda x: attachment(
        "RulesAttachment", "Japanese", objectiveValue="5", alliedOwnershipTerritories=f"{x}/1"
    ),
    lambda x: attachment("TechAttachment", x or "Oz", superSub="true"),
    lambda x: before("</ownerInitialize>", f'<territoryOwner territory="{x}" owner="Japanese"/>'),
    lambda x: before("</ownerInitialize>", f'<territoryOwner territory="Rock" owner="{x}"/>'),
    lambda x: before(PLACED, placement(x, "Japanese")),
    lambda x: before(PLACED, placement("West", x)),
    lambda x: before(PLACED, placement("West", "Japanese").replace("infantry", x)),
    lambda x: before(PLACED, placement("2 Sea Zone", "Japanese").replace("infantry", x)),
    lambda x: before("</map>", f'<connection t1="East" t2="{x}"/>'),
    lambda x: ('player="Japanese" frontier', f'player="{x}" frontier'),
    lambda x: ('resourceOrUnit="armour"', f'resourceOrUnit="{x}"'),
    lambda x: before("</sequence>", f'<step name="a" delegate="move" player="{x}"/>'),
    lambda x: ('player="Japanese" resource', f'player="{x}" resource'),
    lambda x: ('<alliance player="Japanese"', f'<alliance player="{x}"'),
)
"""Each place of the file that names a thing, as the change that names another there."""


class TestBrokenAttachments:
    """A file that names what is not there, or water for land, ends in words."""

    @pytest.mark.parametrize(
        ("space", "why"),
        [
            ("2 Sea Zone", "2 Sea Zone is a sea zone"),
            ("Oz", "Oz is no territory of the map"),
            ("West", "West is not its own"),
        ],
    )
    def test_bg_8_25_a_capital_is_a_territory_of_its_power(self, space: str, why: str) -> None:
        found = notes(attachment("TerritoryAttachment", space, capital="Japanese"))
        assert found["capital of Japan"] == f"CHANGED: {why}: none (BG-8.25)"

    def test_an_owner_of_what_is_not_on_the_map(self) -> None:
        owned = before("</ownerInitialize>", '<territoryOwner territory="Oz" owner="Japanese"/>')
        assert (
            "territories of Japanese that are not on the map: there are no such spaces: Oz"
            in left_out(owned)
        )

    @given(
        st.lists(st.tuples(st.sampled_from(HOOKS), st.sampled_from(BROKEN)), max_size=4),
        st.sampled_from(edition_names()),
    )
    def test_any_of_them_gives_a_scenario_or_a_refusal(
        self, broken: list[tuple[Callable[[str], tuple[str, str]], str]], by: str
    ) -> None:
        text = GAME
        for hook, named in broken:
            old, new = hook(named)
            text = text.replace(old, new)
        with contextlib.suppress(CannotImport):
            game = read_game(text.encode(), "broken")
            assert convert(
                game, read_drawing({}, "x"), OWN, called="x", source="x", by=by
            ).report.text()
