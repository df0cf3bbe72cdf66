"""What a page runs has no docstrings, and does the same."""

from types import CodeType
from typing import Any

import pytest

from tools.site.docstrings import compiled

SOURCE = b'''"""A module."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    """A point of a map."""

    x: int

    def moved(self) -> "Point":
        """One to the east."""
        return Point(self.x + 1)

    def nothing(self) -> None:
        """Nothing but words."""


async def later() -> int:
    """Later."""
    return 1


def told() -> str:
    "this is a docstring, too"
    text = "and this is none"
    assert text
    return text


def fails() -> None:
    """Fails in the last line."""
    raise ValueError("the last line")
'''


def texts(code: CodeType) -> set[str]:
    """All texts of a module."""
    found = {one for one in code.co_consts if isinstance(one, str)}
    inner = (texts(one) for one in code.co_consts if isinstance(one, CodeType))
    return found.union(*inner)


@pytest.fixture
def names() -> dict[str, Any]:
    found: dict[str, Any] = {"__name__": "sample"}
    exec(compiled(SOURCE, "sample.py"), found)  # noqa: S102 (our own text)
    return found


def test_docstrings_are_gone_and_other_texts_stay() -> None:
    left = " ".join(texts(compiled(SOURCE, "sample.py")))
    for words in (
        "A module",
        "a map",
        "to the east",
        "but words",
        "Later",
        "docstring",
        "Fails in",
    ):
        assert words not in left
    assert "and this is none" in left


def test_what_is_left_does_the_same(names: dict[str, Any]) -> None:
    point = names["Point"](1)
    assert point.moved() == names["Point"](2)
    assert point.nothing() is None
    assert names["told"]() == "and this is none"
    assert names["Point"].__doc__ == " ", "dataclasses makes none in its place"


def test_a_traceback_names_the_line_of_the_source(names: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="the last line") as raised:
        names["fails"]()
    assert raised.traceback[-1].lineno + 1 == SOURCE.count(b"\n")
    assert str(raised.traceback[-1].path).endswith("sample.py")


def test_what_is_no_python_is_refused() -> None:
    with pytest.raises(SyntaxError):
        compiled(b"def", "sample.py")
