"""Scenario files as they are written."""

import tomllib
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.loading import builtin_names, load
from engine.scenario_form import ScenarioForm
from engine.scenario_text import text
from tests.engine.position import WORLD


def form_of(file: str) -> ScenarioForm:
    return ScenarioForm.model_validate(tomllib.loads(file))


def test_what_is_written_reads_back() -> None:
    form = form_of(WORLD)
    assert form_of(text(form)) == form
    assert load(text(form).encode(), "world").plain() == load(WORLD.encode(), "world").plain()


def test_defaults_are_left_out_and_names_quoted_where_they_must_be() -> None:
    lines = text(form_of(WORLD)).splitlines()
    assert lines[:4] == [
        "format = 1",
        'name = "world"',
        'title = "A small world"',
        'edition = "anniversary"',
    ]
    at = lines.index("[territories.Atoll]")
    assert lines[at : at + 4] == [
        "[territories.Atoll]",
        'borders = ["SZ 8"]',
        'original = "Japan"',
        "",
    ]
    assert '[zones."SZ 10"]' in lines
    assert not any(line.startswith("phases") for line in lines)


def test_no_line_is_long() -> None:
    """Lists are broken where they would not fit; only a title could be longer."""
    territories = "".join(
        f'"Territory {n}" = {{original = "USA", borders = ["West"]}}\n' for n in range(30)
    )
    west = ", ".join(f'"Territory {n}"' for n in range(30))
    file = WORLD.replace("[zones]\n", f"{territories}\n[zones]\n").replace(
        '"Prairie", "SZ 1", "SZ 2"]', f'"Prairie", "SZ 1", "SZ 2", {west}]'
    )
    written = text(form_of(file))
    assert max(map(len, written.splitlines())) <= 100
    assert form_of(written) == form_of(file)


@given(st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=40))
def test_any_title_reads_back(title: str) -> None:
    form = form_of(WORLD).model_copy(update={"title": title})
    assert form_of(text(form)).title == title


@pytest.mark.parametrize("name", builtin_names())
def test_every_scenario_that_comes_along_reads_back(name: str) -> None:
    file = resources.files("engine").joinpath("scenarios", f"{name}.toml").read_text("utf-8")
    form = form_of(file)
    assert form_of(text(form)) == form
