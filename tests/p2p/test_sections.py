"""The package's own text tells where each paragraph of SPEC-16 lives, and names every module."""

import importlib
import inspect
import re
from pathlib import Path

import pytest

import p2p
from p2p import relay

_TEXT = p2p.__doc__ or ""
_LINES = re.findall(r"^(SPEC-16\.\d+) +(.+)$", _TEXT, re.MULTILINE)


def test_every_paragraph_has_its_line() -> None:
    spec = (Path(__file__).parents[2] / "SPEC.md").read_text(encoding="utf-8")
    paragraphs = re.findall(r"^\*\*(16\.\d+)", spec, re.MULTILINE)
    assert [paragraph for paragraph, _ in _LINES] == [f"SPEC-{n}" for n in paragraphs]


@pytest.mark.parametrize(("paragraph", "where"), _LINES)
def test_each_module_of_a_paragraph_cites_it(paragraph: str, where: str) -> None:
    for name in re.findall("`([a-z0-9_]+)`", where):
        text = inspect.getsource(importlib.import_module(f"p2p.{name}"))
        assert re.search(re.escape(paragraph) + r"(?!\d)", text), name


def test_every_module_is_named() -> None:
    modules = {file.stem for file in Path(inspect.getfile(p2p)).parent.glob("[a-z]*.py")}
    assert modules <= set(re.findall("`([a-z0-9_]+)`", _TEXT))


def test_the_package_of_relays_lists_its_modules() -> None:
    folder = Path(inspect.getfile(relay)).parent
    modules = {file.stem for file in folder.glob("[a-z]*.py")}
    assert modules == set(re.findall("`([a-z_]+)`", relay.__doc__ or ""))
