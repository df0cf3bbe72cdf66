"""The rulebook, the code and the tests hold together."""

from pathlib import Path

import pytest

from tools.rules.index import AHEAD, NOT_PLAYED
from tools.rules.repository import INDEX, QUESTIONS, Repository

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def repository() -> Repository:
    return Repository.at(ROOT)


def test_every_rule_that_is_cited_exists_and_every_rule_played_has_one_place_and_a_test(
    repository: Repository,
) -> None:
    assert list(repository.faults()) == []


def test_the_index_is_current(repository: Repository) -> None:
    assert (ROOT / INDEX).read_text(encoding="utf-8") == repository.index(), "run `make rules`"


def test_the_questions_are_current(repository: Repository) -> None:
    page = (ROOT / QUESTIONS).read_text(encoding="utf-8")
    assert page == repository.questions(), "run `make rules`"


def test_what_is_ahead_or_not_played_is_no_more_than_a_handful() -> None:
    """Every entry is a debt: it is paid by a change of the code, not by a longer list."""
    assert len(AHEAD) <= 12
    assert len(NOT_PLAYED) <= 4
    assert all(AHEAD.values())
    assert all(NOT_PLAYED.values())
