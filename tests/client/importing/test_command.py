"""`secret-subs scenario import`, as typed."""

from pathlib import Path

import pytest

from client.cli import main
from client.maps.form import MAP_SUFFIX, drawn_for
from client.presentation.charter import scenario_text
from client.table.draft import ScenarioCatalog, draft_view
from client.table.entering import DraftGame
from client.table.lobby import agreement_of_terms
from client.tables import seats_of, terms_of
from engine.loading import load
from engine.options import parse
from protocol.charter import Secrecy
from tests.client.importing.maps import GAME, POLYGONS, archive, changed


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A map with two games on it, and a file that is none."""
    top = tmp_path / "small"
    (top / "map" / "games").mkdir(parents=True)
    (top / "map" / "games" / "Small War.xml").write_text(GAME)
    other = changed(('quantity="9"', 'quantity="30"'))
    (top / "map" / "games" / "later.xml").write_bytes(other)
    (top / "map" / "about.xml").write_text("<about/>")
    return top


def run(*arguments: object) -> int:
    return main(["scenario", "import", *map(str, arguments)])


def test_every_game_becomes_a_scenario(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(small, "--to", tmp_path) == 0
    first = load((tmp_path / "small-war.toml").read_bytes(), "first")
    later = load((tmp_path / "later.toml").read_bytes(), "later")
    assert (first.name, later.name) == ("small-war", "later")
    assert first.treasury["Japan"] == 9  # type: ignore[index]  # a power's name
    assert later.treasury["Japan"] == 30  # type: ignore[index]  # a power's name
    told = capsys.readouterr().out
    assert "5 spaces, 6 units, 2 powers" in told
    assert ", its own unit table\n" in told


def test_one_game_of_a_zip(small: Path, tmp_path: Path) -> None:
    zipped = tmp_path / "small.zip"
    zipped.write_bytes(archive({f.name: f.read_bytes() for f in small.rglob("*.xml")}))
    assert run(zipped, "--to", tmp_path, "--game", "later") == 0
    assert (tmp_path / "later.toml").exists()
    assert not (tmp_path / "small-war.toml").exists()


def test_the_map_lies_beside_its_scenario_where_it_has_all_outlines(
    small: Path, tmp_path: Path
) -> None:
    (small / "map" / "polygons.txt").write_text(POLYGONS)
    assert run(small, "--to", tmp_path, "--game", "later") == 0
    spaces = load((tmp_path / "later.toml").read_bytes(), "later").board.spaces
    beside = tmp_path / f"later{MAP_SUFFIX}"
    assert drawn_for(spaces, [beside]) == beside.read_bytes()
    assert drawn_for(spaces, [tmp_path / "later.toml", tmp_path / "none"]) is None


def test_whoever_plays_it_reads_with_whose_units(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the list, where a game is set up, in the lobby, and before a charter is signed."""
    (small / "map" / "games" / "later.xml").write_bytes(
        changed(
            ('<unit name="factory"/>', '<unit name="factory"/><unit name="zeppelin"/>'),
            ('unitType="armour"', 'unitType="zeppelin"'),
        )
    )
    marked = "A small war, 1 of 4 units left out"
    assert run(small, "--to", tmp_path, "--game", "later", "--edition", "anniversary") == 0
    assert marked in capsys.readouterr().out
    file = tmp_path / "later.toml"
    assert main(["scenario", "list", str(file)]) == 0
    assert f"{marked} (Japan, USA; own unit table)" in capsys.readouterr().out
    catalog, name = ScenarioCatalog().opened(file.name, file.read_bytes())
    view = draft_view(DraftGame(scenario=name), catalog)
    (choice,) = [each for each in view.scenarios if each.title == marked]
    assert choice.about == "2 powers, 5 spaces; 2 players; own unit table"
    assert view.problem is not None
    assert "Secret Subs needs the unit submarine" in view.problem
    chosen = catalog.find(name)
    terms = terms_of(chosen, parse("none"), seats_of(chosen.scenario, None), secrecy=Secrecy.HASHED)
    assert agreement_of_terms(terms, 0).shown.edition == (
        "rules of the anniversary edition, own unit table"
    )
    text = scenario_text(chosen.scenario)
    assert text.startswith(f"{marked} (later, rules of the anniversary edition, own unit table)")
    assert "  infantry      3  1/2/1  is supported  bulk 2" in text


def test_names_and_edition_can_be_chosen(small: Path, tmp_path: Path) -> None:
    names = tmp_path / "names.toml"
    names.write_text('[powers]\nAmericans = "Union"\n')
    assert run(small, "--to", tmp_path, "--names", names, "--edition", "global-1940") == 0
    scenario = load((tmp_path / "later.toml").read_bytes(), "later")
    assert "Union" in scenario.powers
    assert scenario.edition == "global-1940"


def test_strict_wants_all_of_it(small: Path, tmp_path: Path) -> None:
    assert run(small, "--to", tmp_path, "--strict") == 0
    (small / "map" / "games" / "later.xml").write_bytes(changed(("<map>", "<weather/><map>")))
    assert run(small, "--to", tmp_path, "--strict", "--force") == 1
    assert (tmp_path / "later.toml").exists()


def test_quiet_names_only_what_is_lost(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(small, "--to", tmp_path, "--quiet") == 0
    assert "Of no matter" not in capsys.readouterr().out


def test_nothing_that_is_there_is_replaced_unasked(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "later.toml").write_text("mine")
    assert run(small, "--to", tmp_path, "--game", "later") != 0
    assert (tmp_path / "later.toml").read_text() == "mine"
    assert "use --force to overwrite it" in capsys.readouterr().err
    assert run(small, "--to", tmp_path, "--game", "later", "--force") == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--game", "earlier"), "no single game is called earlier"),
        (("--edition", "fantasy"), "no edition fantasy"),
    ],
)
def test_invalid_wishes_are_refused(
    small: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    why: str,
) -> None:
    assert run(small, "--to", tmp_path, *arguments) == 2
    assert why in capsys.readouterr().err
    assert not list(tmp_path.glob("*.toml"))


def test_invalid_maps_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "nowhere") == 2
    (tmp_path / "about.xml").write_text("<about/>")
    assert run(tmp_path) == 2
    assert "no XML file in it is a game" in capsys.readouterr().err
