"""What a game becomes, and that everything else is in the report."""

import pytest

from client.importing.errors import CannotImport
from client.importing.naming import NameTable
from client.importing.report import NoteKind
from engine.board import Canal, Side, SpaceId
from engine.phases import Phase
from engine.scenario import Capitals, Held, Income, NoAlliedUnits, NoEnemyWarships
from tests.client.importing.changes import PLACED, attachment, before, notes, placement, setting
from tests.client.importing.maps import imported, left_out

ALLIES, AXIS = Side("Allies"), Side("Axis")


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
        assert what == "there is no picture: no map is drawn"
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
