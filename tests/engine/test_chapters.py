"""The package's own text tells where each chapter of the rules lives."""

import importlib
import inspect
import re
from pathlib import Path

import pytest

import engine

_LINES = re.findall(r"^(BG-\d+|SS|DS|SW|CD|W…) +(.+)$", engine.__doc__ or "", re.MULTILINE)


def sources(module: str) -> str:
    """The text of a module, or of all modules of a package."""
    file = Path(inspect.getfile(importlib.import_module(f"engine.{module}")))
    files = sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]
    return "".join(each.read_text(encoding="utf-8") for each in files)


def test_every_chapter_has_its_line() -> None:
    chapters = [chapter for chapter, _ in _LINES]
    assert chapters == [*(f"BG-{n}" for n in range(1, 13)), "SS", "DS", "SW", "CD", "W…"]


@pytest.mark.parametrize(("chapter", "where"), _LINES)
def test_each_module_of_a_chapter_cites_it(chapter: str, where: str) -> None:
    number = re.compile(chapter.replace("…", "[A-Z]") + r"(?!\d)")
    for module in re.findall("`([a-z_.]+)`", where):
        assert number.search(sources(module)), module


@pytest.mark.parametrize("package", ["movement", "battle", "variants.secret_subs"])
def test_a_package_lists_its_modules(package: str) -> None:
    """A newcomer reads the package's first page, not its folder."""
    module = importlib.import_module(f"engine.{package}")
    folder = Path(inspect.getfile(module)).parent
    there = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    assert set(re.findall(r"`([a-z_]+)`", module.__doc__ or "")) == there


RULINGS = 26
"""Rulings on the base game, where rulebooks and programs disagree."""


@pytest.mark.parametrize("number", range(1, RULINGS + 1))
def test_every_ruling_is_cited_where_it_lives(number: int) -> None:
    folder = Path(inspect.getfile(engine)).parent
    found = (file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.py")))
    assert any(re.search(rf"\bR{number}\b", text) for text in found)
