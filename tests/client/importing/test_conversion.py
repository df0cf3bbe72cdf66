"""What a game becomes, and that everything else is in the report."""

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
from client.importing.report import NoteKind
from engine.board import Canal, Side, SpaceId
from engine.loading import edition_names
from engine.phases import Phase
from engine.scenario import Capitals, Held, Income, NoAlliedUnits, NoEnemyWarships
from tests.client.importing.maps import GAME, imported, left_out

ALLIES, AXIS = Side("Allies"), Side("Axis")
END = "  </attachmentList>"
PLACED = '<unitPlacement unitType="armour"'
PROPERTIES = '<property name="mapName" value="small"/>'


def before(anchor: str, *added: str) -> tuple[str, str]:
    """The change that adds something before a place in the file."""
    return anchor, f"{''.join(added)}{anchor}"


def placement(space: str, owner: str) -> str:
    return f'<unitPlacement unitType="infantry" territory="{space}" quantity="4" owner="{owner}"/>'


def attachment(rules: str, to: str, name: str = "x", **options: str) -> tuple[str, str]:
    """The change that hangs another attachment on something; ``v/c`` is value and count."""
    listed = "".join(
        f'<option name="{option}" value="{value.partition("/")[0]}"'
        f' count="{value.partition("/")[2]}"/>'
        for option, value in options.items()
    )
    opening = f'<attachment name="{name}" attachTo="{to}" javaClass="t.{rules}">'
    return before(END, f"{opening}{listed}</attachment>")


def setting(name: str, value: str) -> tuple[str, str]:
    """The change that gives the game another property."""
    return before(PROPERTIES, f'<property name="{name}" value="{value}"/>')


def notes(*changes: tuple[str, str]) -> dict[str, str]:
    """What the report says of each thing, whatever the sort."""
    return {
        note.subject: f"{note.sort.name}: {note.what}" for note in imported(*changes).report.notes
    }


class TestWhatAGameBecomes:
    def test_powers_and_turns(self) -> None:
        scenario = imported().scenario
        assert scenario.powers == ("Japan", "USA"), "in turn order"
        assert scenario.sides == {"Japan": "Axis", "USA": "Allies"}
        assert scenario.treasury == {"Japan": 9, "USA": 12}
        assert scenario.capitals == {"Japan": "East", "USA": "West"}
        assert [part.phase for part in scenario.turns[0].phases] == [
            phase for phase in Phase if phase is not Phase.RESEARCH
        ]

    def test_the_map(self) -> None:
        board = imported().scenario.board
        assert board.neighbours[SpaceId("West")] == ("East", "Rock", "SZ 2")
        assert board.is_sea(SpaceId("SZ 10"))
        assert board[SpaceId("Rock")].neutral
        assert board[SpaceId("West")].value == 10
        assert board[SpaceId("West")].victory_city
        assert list(board.zones) == ["SZ 2", "SZ 10"], "numbers are sorted as numbers"

    def test_the_opening_position(self) -> None:
        opening = {(s.at, s.owner, s.kind): s.count for s in imported().scenario.opening}
        assert opening == {
            ("East", "Japan", "infantry"): 3,
            ("East", "Japan", "complex"): 1,
            ("West", "USA", "tank"): 2,
        }

    def test_names_can_be_chosen(self) -> None:
        names = NameTable({"Americans": "America"}, {"2 Sea Zone": "Big Sea"})
        scenario = imported(names=names).scenario
        assert "America" in scenario.powers
        assert "Big Sea" in scenario.board.spaces

    def test_places_are_drawn_from_the_picture(self) -> None:
        texts = {"centers.txt": "East (270,45)", "map.properties": "map.width=360\nmap.height=180"}
        assert imported(texts=texts).scenario.board[SpaceId("East")].place == (90, 45)

    def test_a_territory_that_others_hold_keeps_its_emblem(self) -> None:
        """BG-1.5."""
        taken = (
            '<option name="production" value="10"/>',
            '<option name="production" value="10"/><option name="originalOwner" value="Japanese"/>',
        )
        board = imported(taken, ('<option name="capital" value="Americans"/>', "")).scenario
        assert board.board[SpaceId("West")].original == "Japan"
        assert board.control[SpaceId("West")] == "USA"

    def test_bg_2_4_canals(self) -> None:
        passage = {"canalName": "Narrows", "landTerritories": "East:West"}
        scenario = imported(
            attachment("CanalAttachment", "2 Sea Zone", **passage),
            attachment("CanalAttachment", "10 Sea Zone", **passage),
        ).scenario
        assert scenario.board.canals == (
            Canal(
                "Narrows",
                (SpaceId("SZ 2"), SpaceId("SZ 10")),
                (SpaceId("East"), SpaceId("West")),
            ),
        )

    def test_bg_2_4_a_canal_joins_sea_zones_and_may_have_no_name(self) -> None:
        passage = {"canalName": "", "landTerritories": "East"}
        ends = [
            attachment("CanalAttachment", zone, **passage) for zone in ("2 Sea Zone", "10 Sea Zone")
        ]
        assert imported(*ends).scenario.board.canals[0].name == "Canal"
        dry = attachment("CanalAttachment", "Rock", **passage)
        assert imported(ends[0], dry).scenario.board.canals == ()

    def test_bg_11_3_objectives(self) -> None:
        scenario = imported(
            attachment(
                "RulesAttachment",
                "Americans",
                "objectiveAttachment1",
                objectiveValue="5",
                alliedOwnershipTerritories="East:West/1",
                enemySurfaceExclusionTerritories="2 Sea Zone/1",
                alliedExclusionTerritories="controlled",
            )
        ).scenario
        (objective,) = scenario.objectives
        assert (objective.power, objective.worth) == ("USA", 5)
        assert objective.conditions == (
            Held((SpaceId("East"), SpaceId("West")), 1),
            NoEnemyWarships((SpaceId("SZ 2"),)),
            NoAlliedUnits(),
        )

    def test_bg_11_3_an_objective_that_pays_for_each_territory_is_several(self) -> None:
        scenario = imported(
            attachment(
                "RulesAttachment",
                "Americans",
                "objectiveAttachment_Americans_2_Bases",
                objectiveValue="3",
                directOwnershipTerritories="East:West/each",
            )
        ).scenario
        assert [(o.name, o.conditions) for o in scenario.objectives] == [
            ("Americans 2 Bases: East", (Held((SpaceId("East"),), 1, alone=True),)),
            ("Americans 2 Bases: West", (Held((SpaceId("West"),), 1, alone=True),)),
        ]

    def test_bg_12_without_other_words_capitals_win(self) -> None:
        assert imported().scenario.victory == (Capitals(AXIS, 1), Capitals(ALLIES, 1))

    def test_bg_12_2_income(self) -> None:
        rich = imported(setting("Economic Victory", "true"), setting("Axis Economic Victory", "17"))
        assert Income(AXIS, 17) in rich.scenario.victory

    def test_bg_3_3_a_shared_turn_is_put_in_order(self) -> None:
        """One ends its noncombat move before the other moves at all; with us they go together."""
        shared = before(
            '<step name="americanEndTurn"',
            '<step name="chineseCombatMove" delegate="move" player="Chinese"/>',
            '<step name="chineseBattle" delegate="battle" player="Chinese"/>',
            '<step name="chineseNonCombatMove" delegate="move" player="Chinese"/>',
            '<step name="chineseEndTurn" delegate="endTurn" player="Chinese"/>',
        )
        chinese = before(
            '<alliance player="Japanese"', '<alliance player="Chinese" alliance="Allies"/>'
        )
        found = imported(shared, chinese)
        plan = [(part.phase.value, part.power) for part in found.scenario.turns[1].phases]
        assert plan == [
            ("purchase", "USA"),
            ("combat_move", "USA"),
            ("conduct_combat", "USA"),
            ("combat_move", "China"),
            ("conduct_combat", "China"),
            ("noncombat_move", "USA"),
            ("noncombat_move", "China"),
            ("mobilize", "USA"),
            ("collect_income", "USA"),
            ("collect_income", "China"),
        ]
        assert any(note.subject == "turn of USA and China" for note in found.report.notes)


class TestNothingIsDroppedInSilence:
    """Whatever our format cannot say is in the report, by name."""

    def test_a_plain_game_is_said_as_a_whole(self) -> None:
        assert imported().report.whole

    @pytest.mark.parametrize(
        ("change", "named"),
        [
            (before("<map>", "<weather/>"), "game/weather: once"),
            (('<info name="A small war"', '<info season="1" name="A small war"'), "info@season"),
            (attachment("WeatherAttachment", "East"), "WeatherAttachment: East x"),
            (attachment("TriggerAttachment", "Japanese", "invade"), "Japanese invade"),
            (attachment("TechAttachment", "Japanese", superSub="true"), "Japanese superSub"),
            (attachment("RulesAttachment", "Japanese", "turn1", rounds="1"), "turn1: rounds = 1"),
            (
                attachment("RulesAttachment", "Japanese", "o", objectiveValue="5", uses="1"),
                "objective of Japan, o: worth 5 IPC, depends on uses",
            ),
            (
                attachment("CanalAttachment", "2 Sea Zone", canalName="N", landTerritories="East"),
                "canal N: joins 2 Sea Zone, needs East",
            ),
            (
                before('<option name="canBlitz"', '<option name="canFloat" value="1"/>'),
                "units, canFloat: armour 1",
            ),
            (
                before('<option name="isImpassable"', '<option name="cursed" value="1"/>'),
                "spaces, cursed 1: Rock",
            ),
            (
                before('<option name="victoryCity"', '<option name="unitProduction" value="3"/>'),
                "spaces, a complex places 3: West",
            ),
            (
                before(
                    '<step name="japaneseEndTurn"',
                    '<step name="talk" delegate="politics" player="Japanese"/>',
                ),
                "steps, PoliticsDelegate: talk",
            ),
            (
                before(PLACED, placement("Rock", "Americans")),
                "units in neutral territories: 4 infantry of Americans in Rock",
            ),
            (
                before(PLACED, placement("East", "Americans")),
                "units in enemy territories: 4 infantry of Americans in East",
            ),
            (
                before(PLACED, placement("East", "Pirates")),
                "units of Pirates: 4 infantry of Pirates in East",
            ),
            (
                before(
                    '<territoryOwner territory="West"',
                    '<territoryOwner territory="2 Sea Zone" owner="Japanese"/>',
                ),
                "sea zones owned by Japanese: nobody owns sea (BG-1.4): 2 Sea Zone",
            ),
            (
                before(
                    '<resourceGiven player="Americans"',
                    '<resourceGiven player="Americans" resource="Fuel" quantity="7"/>',
                ),
                "Americans, Fuel: 7",
            ),
            (
                before('<territory name="Rock"/>', '<territory name="Moon"/>'),
                "Moon: touches no other space",
            ),
            (setting("Scramble Rules In Effect", "true"), "Scramble Rules In Effect: is true"),
            (
                before(
                    "</initialize>",
                    '<relationshipInitialize><relationship type="Neutrality" player1="Japanese"',
                    ' player2="Americans"/></relationshipInitialize>',
                ),
                "relation Neutrality: with us they are at war, or allied, from the beginning",
            ),
        ],
    )
    def test_what_cannot_be_said(self, change: tuple[str, str], named: str) -> None:
        assert any(named in note for note in left_out(change))

    def test_a_unit_that_is_nowhere_is_no_loss(self) -> None:
        change = before('<unit name="armour"/>', '<unit name="zeppelin"/>')
        assert left_out(change) == []
        assert notes(change)["unit zeppelin"] == "NO_MATTER: neither bought nor on the board"

    @pytest.mark.parametrize(
        ("name", "value", "noted"),
        [
            ("Two hit battleship", "true", None),
            (
                "Two hit battleship",
                "false",
                "DIFFERENT: false in the file, true by our rules (BG-6.1)",
            ),
            ("National Objectives", "true", "NO_MATTER: objectives=on is our default"),
            ("National Objectives", "false", "SETTING: objectives=off"),
            ("Projection of Power", "true", "SETTING: victory_cities=short"),
            ("Units Repair Hits End Turn", "true", "SETTING: bb_repair=end_of_owner_turn"),
            ("Japanese bid", "7", "SETTING: bid_Japan=7"),
            ("Unheard Of", "false", "NO_MATTER: is off"),
            ("Unheard Of", "3", "LEFT_OUT: is 3 in the file; we have no such rule"),
        ],
    )
    def test_properties(self, name: str, value: str, noted: str | None) -> None:
        assert notes(setting(name, value)).get(name) == noted

    def test_an_editions_own_settings(self) -> None:
        report = imported(setting("Always on AA", "true"), by="classic").report
        assert [str(note) for note in report.of(NoteKind.SETTING)] == [
            "Always on AA: aa_always_on=on"
        ]
        assert "Always on AA: is on in the file; this program cannot play it yet" in left_out(
            setting("Always on AA", "true")
        )

    def test_bg_7_13_what_neutral_territory_costs(self) -> None:
        """3 IPC in Classic, as with us; elsewhere it is closed, whatever it would cost."""
        for price, noted in (("3", []), ("5", ["5 in the file, 3 by our rules (BG-7.13)"])):
            report = imported(setting("neutralCharge", price), by="classic").report
            different = report.of(NoteKind.DIFFERENT)
            assert [note.what for note in different if note.subject == "neutralCharge"] == noted
        assert "neutralCharge" in notes(setting("neutralCharge", "5"))

    def test_nothing_unprintable_reaches_a_terminal(self) -> None:
        report = imported(setting("\x9b2J", "true")).report
        assert all(line.isprintable() for line in report.text().splitlines())
        with pytest.raises(CannotImport) as refused:
            imported(('t1="Rock"', 't1="\x9b2J"'))
        assert all(line.isprintable() for line in str(refused.value).splitlines())

    def test_spaces_without_a_picture_are_one_line(self) -> None:
        noted = [note.what for note in imported().report.notes if note.subject == "places"]
        (what,) = noted
        assert what.startswith("5 spaces (East, West, Rock, 2 Sea Zone, 10 Sea Zone) are nowhere")
        texts = {"centers.txt": "\n".join(f"Isle {n} (1,1)" for n in range(7))}
        strangers = [n.what for n in imported(texts=texts).report.notes if n.subject in texts]
        assert strangers == [
            "7 spaces (Isle 0, Isle 1, Isle 2, Isle 3, Isle 4, …) are not in the game"
        ]

    def test_the_report_is_read_by_sort(self) -> None:
        report = imported(setting("Unheard Of", "3")).report
        assert not report.whole
        text = report.text([NoteKind.LEFT_OUT])
        assert text.splitlines() == [
            "Left out: this program cannot play it (1)",
            "  Unheard Of: is 3 in the file; we have no such rule",
        ]


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


CONVOYS = (
    attachment("TerritoryAttachment", "2 Sea Zone", blockadeZone="true"),
    attachment("TerritoryAttachment", "10 Sea Zone", blockadeZone="true"),
    setting("Convoy Blockades Roll Dice For Cost", "true"),
)


class TestConvoys:
    """Zones with convoys are raided by the edition of 1940 (BG-11.2)."""

    def test_a_zone_can_lose_what_the_coasts_around_it_can(self) -> None:
        convoys = imported(*CONVOYS, by="global-1940").scenario.convoys
        assert convoys is not None
        assert convoys.zones == {"SZ 2": 10, "SZ 10": 8}
        assert convoys.territories == {"West": 10, "East": 8}

    def test_other_editions_have_none(self) -> None:
        imported_ = imported(*CONVOYS)
        assert imported_.scenario.convoys is None
        left = [str(note) for note in imported_.report.of(NoteKind.LEFT_OUT)]
        assert sum("has no convoys (BG-11.2)" in note for note in left) == 2

    def test_dice_that_differ_from_ours_are_named(self) -> None:
        noted = (
            attachment("UnitAttachment", "infantry", name="extra", blockade="2"),
            attachment("UnitAttachment", "armour", name="extra", blockade="0"),
        )
        found = imported(*CONVOYS[:2], *noted, by="global-1940").report.of(NoteKind.DIFFERENT)
        assert [str(note) for note in found if "BG-11.2" in str(note)] == [
            "unit infantry, blockade: 2 dice in the file, 0 in ours (BG-11.2)",
            "Convoy Blockades Roll Dice For Cost: false in the file, true by our rules (BG-11.2)",
        ]
