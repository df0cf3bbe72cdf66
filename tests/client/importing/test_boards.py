"""The boards as published for TripleA: they import, and ours of [50] say the same.

Where nobody has put them these tests are skipped: they are not part of the project.
"""

import csv
import dataclasses
import functools
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from client.importing.conversion import Imported, convert
from client.importing.drawing import read_drawing
from client.importing.gamefile import is_game, read_game
from client.importing.naming import OWN
from client.importing.report import NoteKind
from client.importing.source import TEXTS, read_map
from engine.board import SpaceId
from engine.loading import builtin
from engine.scenario import Held, NoAlliedUnits, Objective, Scenario
from engine.scenario_form import ScenarioForm
from engine.scenario_text import text
from engine.setup import new_game
from engine.validate import validate
from tests.client.importing.maps import published

GAMES = {
    "WW2v3-1941": "world_war_ii_v3",
    "WW2v3-1942": "world_war_ii_v3",
    "classic": "world_war_ii_classic",
    "classic_3rd_edition": "world_war_ii_classic",
    "ww2global40_2nd_edition": "world_war_ii_global",
}
OURS = {1941: "WW2v3-1941", 1942: "WW2v3-1942"}


@functools.cache
def board(game: str) -> Imported:
    files = read_map(published(GAMES[game]))
    (path,) = (path for path in files.games if Path(path).stem == game)
    texts = {name: data for name in TEXTS if (data := files.text(path, name)) is not None}
    assert is_game(files.games[path])
    return convert(
        read_game(files.games[path], game),
        read_drawing(texts, game),
        OWN,
        called="imported",
        source=game,
    )


@pytest.mark.parametrize("game", GAMES)
class TestEveryBoard:
    def test_imports_and_can_be_set_up(self, game: str) -> None:
        scenario = board(game).scenario
        start = new_game(scenario, (), {}, scenario.seatings[2])
        assert validate(start) == frozenset()
        assert all(space.place is not None for space in scenario.board.spaces.values())

    def test_is_written_canonically(self, game: str) -> None:
        file = board(game).file
        assert text(ScenarioForm.model_validate(tomllib.loads(file))) == file

    def test_what_every_unit_and_space_of_the_file_became(self, game: str) -> None:
        """Counted from the XML again, by hand: all are in the scenario or in the report."""
        files = read_map(published(GAMES[game]))
        (path,) = (path for path in files.games if Path(path).stem == game)
        source = read_game(files.games[path], game)
        found = board(game)
        told = "\n".join(map(str, found.report.of(NoteKind.LEFT_OUT)))
        lost = [
            space for space in source.spaces if OWN.space(space) not in found.scenario.board.spaces
        ]
        assert all(f"{space}: touches no other space" in told for space in lost)
        placed = sum(stack.count for stack in found.scenario.opening)
        missing = sum(
            stack.count
            for stack in source.placed
            if f"{stack.count} {stack.unit} of {stack.owner} in {stack.space}" in told
        )
        assert placed + missing == sum(stack.count for stack in source.placed)


def test_what_each_board_is_played_with() -> None:
    assert {game: board(game).scenario.edition for game in GAMES} == {
        "WW2v3-1941": "anniversary",
        "WW2v3-1942": "anniversary",
        "classic": "classic",
        "classic_3rd_edition": "classic",
        "ww2global40_2nd_edition": "global-1940",
    }


def test_the_title_says_on_which_boards_units_lack_something() -> None:
    """BG-6; nothing of Classic is supported, since nothing supports it (BG-8.18)."""
    assert {game: board(game).scenario.title for game in GAMES} == {
        "WW2v3-1941": "World War II v3 1941",
        "WW2v3-1942": "World War II v3 1942",
        "classic": "World War II Classic",
        "classic_3rd_edition": "World War II Classic 3rd Edition",
        "ww2global40_2nd_edition": (
            "World War II Global 1940 2nd Edition, 6 of 19 units simplified, 1 left out"
        ),
    }


class TestAnniversary:
    """[50]: what we say of the board is what is published, up to names; exceptions are argued."""

    @pytest.mark.parametrize("game", OURS.values())
    def test_nothing_is_left_out(self, game: str) -> None:
        report = board(game).report
        assert report.whole
        told = {str(note) for note in report.of(NoteKind.CHANGED, NoteKind.SETTING)}
        assert told == {
            "edition: the rules of anniversary, the unit table of anniversary",
            "Saudi Arabia: is British's in the file, but nobody may enter it: neutral (BG-7.13)",
            "places: from the picture, as if that were the whole globe; no rule reads them",
            "capital of China: Mongolia is not its own: none (BG-8.25)",
            "turn of USA and China: its phases are put in our order (BG-3.1, 3.3)",
            "Projection of Power: victory_cities=short",
            "LHTR Heavy Bombers: heavy_bombers=best",
            "Units Repair Hits End Turn: bb_repair=end_of_owner_turn",
        }

    @pytest.fixture(params=OURS)
    def pair(self, request: pytest.FixtureRequest) -> tuple[Scenario, Scenario]:
        return builtin(f"anniversary-{request.param}"), board(OURS[request.param]).scenario

    @pytest.mark.parametrize(
        "part",
        [
            lambda s: s.powers,
            lambda s: s.sides,
            lambda s: s.capitals,
            lambda s: s.control,
            lambda s: s.treasury,
            lambda s: s.homelands,
            lambda s: s.victory,
            lambda s: s.units,
            lambda s: s.turns,
            lambda s: {(at.at, at.owner, at.kind): at.count for at in s.opening},
            lambda s: {
                name: dataclasses.replace(x, place=None) for name, x in s.board.spaces.items()
            },
            lambda s: {name: frozenset(near) for name, near in s.board.neighbours.items()},
        ],
        ids=[
            *("powers", "sides", "capitals", "control", "treasury", "homes", "victory", "units"),
            *("turns", "opening", "spaces", "connections"),
        ],
    )
    def test_is_the_same(
        self, pair: tuple[Scenario, Scenario], part: Callable[[Scenario], object]
    ) -> None:
        ours, published_ = pair
        assert part(ours) == part(published_)

    def test_canals_but_for_those_that_a_setting_opens(
        self, pair: tuple[Scenario, Scenario]
    ) -> None:
        """The straits at the Black Sea are an option of our rules (BG-2.4)."""
        ours, published_ = (
            {
                frozenset(c.zones): (frozenset(c.territories), c.exempt)
                for c in s.board.canals
                if not c.option
            }
            for s in pair
        )
        assert ours == published_

    def test_objectives_but_for_who_must_hold_archangel(
        self, pair: tuple[Scenario, Scenario]
    ) -> None:
        """BG-11.3: the Soviet Union itself must; the published file lets an ally hold it."""

        def plain(scenario: Scenario) -> set[object]:
            return {_unordered(objective) for objective in scenario.objectives}

        ours, published_ = map(plain, pair)
        archangel = (frozenset({SpaceId("Archangel")}), 1)
        only_ours = {("USSR", 5, frozenset({(*archangel, True), NoAlliedUnits()}))}
        only_theirs = {("USSR", 5, frozenset({(*archangel, False), NoAlliedUnits()}))}
        assert ours - published_ == only_ours
        assert published_ - ours == only_theirs

    def test_every_place_is_the_first_point_that_the_table_of_points_has(self) -> None:
        """Points in degrees, the map being cut at 95° west."""
        points = published("world_war_ii_v3").parents[1] / "anniversary_points.csv"
        if not points.is_file():
            pytest.skip(f"there is no {points.name} beside the boards")
        first: dict[str, tuple[int, int]] = {}
        with points.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                east = round((float(row["lon"]) + 95) % 360 - 95)
                first.setdefault(OWN.space(row["name"]), (east, round(float(row["lat"]))))
        for year in OURS:
            spaces = builtin(f"anniversary-{year}").board.spaces
            assert {name: space.place for name, space in spaces.items()} == {
                name: first[name] for name in spaces
            }


def _unordered(objective: Objective) -> object:
    conditions = frozenset(
        (frozenset(c.spaces), c.at_least, c.alone) if isinstance(c, Held) else c
        for c in objective.conditions
    )
    return objective.power, objective.worth, conditions


def test_classic_is_the_same_where_its_names_are_put_aside() -> None:
    """[CL]: as many spaces and connections, the same values, units and money for each power."""
    ours, published_ = builtin("classic"), board("classic").scenario

    def shape(scenario: Scenario) -> object:
        spaces = sorted(
            (
                space.sea,
                space.value,
                space.original or "",
                len(scenario.board.neighbours[name]),
                tuple(sorted((s.owner, s.kind, s.count) for s in scenario.opening if s.at == name)),
            )
            for name, space in scenario.board.spaces.items()
        )
        return spaces, scenario.treasury, scenario.powers, scenario.units

    assert shape(ours) == shape(published_)


def test_of_the_global_board_all_that_waits_for_its_own_rules_is_named() -> None:
    left = "\n".join(map(str, board("ww2global40_2nd_edition").report.of(NoteKind.LEFT_OUT)))
    for named in (
        *("PoliticsDelegate", "TriggerAttachment", "PoliticalActionAttachment"),
        *("canScramble", "Neutral_True", "SuicideAttackTokens", "game/technology", "maxAAattacks"),
        *("conditionAttachmentAxisVictory1", "objectiveAttachment_Germans_1_Trade_with_Russia"),
    ):
        assert named in left


def test_convoys_of_the_global_board_can_be_raided() -> None:
    """BG-11.2: all zones with a marker, but for those around which nobody holds anything."""
    board_ = board("ww2global40_2nd_edition")
    convoys = board_.scenario.convoys
    assert convoys is not None
    assert convoys.zones[SpaceId("SZ 6")] == 8 + 3
    marked = (
        *(1, 6, 10, 19, 20, 26, 35, 36, 37, 39, 41, 42, 43, 44, 54, 62, 63, 70, 71, 72, 80, 82),
        *(85, 89, 93, 97, 98, 99, 101, 105, 106, 109, 119, 125),
    )
    assert {*convoys.zones} <= {SpaceId(f"SZ {number}") for number in marked}
    assert "blockade" not in "\n".join(
        map(str, board_.report.of(NoteKind.LEFT_OUT, NoteKind.DIFFERENT))
    )
