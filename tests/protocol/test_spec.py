"""SPEC.md and the program name the same things."""

import re
from pathlib import Path

from protocol.errors import Code
from protocol.hashing import Tag

SPEC = (Path(__file__).parents[2] / "SPEC.md").read_text(encoding="utf-8")


def first_column(chapter: str) -> list[str]:
    """The names in the first column of the table that follows a paragraph."""
    rest = SPEC[SPEC.index(f"**{chapter}") :]
    table = rest[rest.index("|---|") :].split("\n\n")[0]
    return re.findall(r"^\| `([a-z_-]+)` \|", table, flags=re.MULTILINE)


def test_spec_0_3_lists_every_code() -> None:
    assert first_column("0.3") == [code.value for code in Code]


def test_spec_2_2_lists_every_tag() -> None:
    assert first_column("2.2") == [tag.value for tag in Tag]
