"""The rulebook, the code and the tests hold together."""

import re
from pathlib import Path

import pytest

from client.rulebook.book import DOCUMENTS
from client.rulebook.glossary import GLOSSARY
from tools.rules.index import AHEAD, NOT_PLAYED
from tools.rules.repository import GLOSSARY_PAGE, INDEX, QUESTIONS, Repository

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules"
NUMBER = r"(?:BG|SS|DS|SW|CD|W[A-Z])-[\dT][\w.]*|EX-\w+|R\d+|[AV]\d+"


@pytest.fixture(scope="module")
def repository() -> Repository:
    return Repository.at(ROOT)


def test_every_rule_that_is_cited_exists_and_every_rule_played_has_one_place_and_a_test(
    repository: Repository,
) -> None:
    assert list(repository.faults()) == []


def test_every_number_that_opens_a_paragraph_has_its_anchor() -> None:
    opened = re.compile(
        rf"^\s*(?:- |\|)?(?P<anchors>(?:<a [^>]*></a>)*)\**(?P<number>{NUMBER})[ |:.]"
    )
    for document in DOCUMENTS:
        for line in (RULES / f"{document}.md").read_text(encoding="utf-8").splitlines():
            if found := opened.match(line):
                own = found["number"].lower()
                ids = re.findall('id="([^"]+)"', found["anchors"])
                told_of = line.startswith("|") and document == "variants"  # rows that cite a rule
                assert told_of or any(own in (name, name.removeprefix("ss-")) for name in ids), line


def test_every_link_to_a_rule_leads_to_its_anchor() -> None:
    found = 0
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        for target, anchor in re.findall(r"\]\(([^)#\s]+\.md)#([^)]+)\)", page.read_text("utf-8")):
            file = (page.parent / target).resolve()
            if file.parent == RULES:
                found += 1
                assert f'<a id="{anchor}"></a>' in file.read_text("utf-8"), f"{page}: {anchor}"
    assert found


def test_the_index_is_current(repository: Repository) -> None:
    assert (ROOT / INDEX).read_text(encoding="utf-8") == repository.index(), "run `make rules`"


def test_the_glossary_is_current_and_its_terms_have_pictures(repository: Repository) -> None:
    page = (ROOT / GLOSSARY_PAGE).read_text(encoding="utf-8")
    assert page == repository.glossary(), "run `make rules`"
    pictures = re.findall(r"^!\[.+\]\(pictures/[\w-]+\.svg\)$", page, re.MULTILINE)
    assert len(pictures) == len(GLOSSARY)


def test_the_questions_are_current(repository: Repository) -> None:
    page = (ROOT / QUESTIONS).read_text(encoding="utf-8")
    assert page == repository.questions(), "run `make rules`"


def test_what_is_ahead_or_not_played_is_no_more_than_a_handful() -> None:
    """Every entry is a debt: it is paid by a change of the code, not by a longer list."""
    assert len(AHEAD) <= 12
    assert len(NOT_PLAYED) <= 4
    assert all(AHEAD.values())
    assert all(NOT_PLAYED.values())
