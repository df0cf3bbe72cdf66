"""SPEC.md and the program name the same things."""

import importlib
import inspect
import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

import protocol
from protocol.claims import Bound, Counted, From, Holds, Present, Reshuffled, Shuffled
from protocol.errors import Code
from protocol.hashing import Tag

ROOT = Path(__file__).parents[2]
SPEC = (ROOT / "SPEC.md").read_text(encoding="utf-8")
CHAPTERS = re.findall(r"^(SPEC-\d+) +(.+(?:\n {10}.+)*)$", protocol.__doc__ or "", re.MULTILINE)


def first_column(chapter: str) -> list[str]:
    """The names in the first column of the table that follows a paragraph."""
    rest = SPEC[SPEC.index(f"**{chapter}") :]
    table = rest[rest.index("|---|") :].split("\n\n")[0]
    return re.findall(r"^\| `([a-z_-]+)` \|", table, flags=re.MULTILINE)


def test_spec_0_3_lists_every_code() -> None:
    assert first_column("0.3") == [code.value for code in Code]


def test_spec_2_2_lists_every_tag() -> None:
    assert first_column("2.2") == [tag.value for tag in Tag]


def test_the_overview_tells_where_each_code_comes_from() -> None:
    overview = SPEC[SPEC.index("## Overview") : SPEC.index("## Contents")]
    assert [code.value for code in Code if f"`{code.value}`" not in overview] == []


def test_spec_14_9_lists_the_members_of_every_claim() -> None:
    table = SPEC[SPEC.index("| `tag` | further members |") :].split("\n\n")[0].split("|---|")[-1]
    listed = {
        tag: re.findall(r"`([a-z]+)`", members)
        for tag, members in re.findall(r"^\| `([a-z]+)` \| (.+) \|$", table, re.MULTILINE)
    }
    claims = (Holds, Shuffled, Present, From, Reshuffled, Counted)
    assert listed == {claim.tag: [field.name for field in fields(claim)] for claim in claims}
    assert f"{{{json.dumps([field.name for field in fields(Bound)])[1:-1]}}}" in table


def test_every_rule_that_is_cited_exists() -> None:
    exist = {*re.findall(r"\*\*(\d+\.\d+)", SPEC), *re.findall(r"^## (\d+)\.", SPEC, re.MULTILINE)}
    for package in ("engine", "protocol", "p2p", "client", "tests"):
        for file in sorted((ROOT / package).rglob("*.py")):
            cited = re.findall(r"SPEC-(\d+(?:\.\d+)?)", file.read_text(encoding="utf-8"))
            assert exist.issuperset(cited), f"{file}: {sorted(set(cited) - exist)}"


@pytest.mark.parametrize(("chapter", "where"), CHAPTERS)
def test_each_module_of_a_chapter_cites_it(chapter: str, where: str) -> None:
    for name in re.findall("`([a-z_.]+)`", where):
        text = inspect.getsource(importlib.import_module(f"protocol.{name}"))
        assert re.search(chapter + r"(?!\d)", text), name


def test_the_package_names_the_modules_of_every_chapter() -> None:
    assert [chapter for chapter, _ in CHAPTERS] == [f"SPEC-{n}" for n in (*range(16), 18, 19)]
