"""Which characters cannot be seen, and which names look alike (SPEC-4.7).

Both follow from one table, `protocol/confusables.txt`, made from the data files of Unicode by
`tools.confusables` and fixed in the repository: the libraries of two nodes may know different
versions of Unicode, and must not disagree about a charter.
"""

import functools
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Final

__all__ = ["TABLE", "invisible", "skeleton"]

TABLE: Final = "confusables.txt"
"""Name of the table in this package; SPEC-4.7 has its digest."""

_SYLLABLES: Final = range(0xAC00, 0xAC00 + 11172)
"""Hangul: each is made of parts by arithmetic (Unicode Standard, 3.12)."""
_LEADING, _VOWEL, _TRAILING = 0x1100, 0x1161, 0x11A7
_VOWELS, _TRAILINGS = 21, 28


@dataclass(frozen=True, slots=True)
class _Table:
    """The rows of the table, by character.

    Attributes:
        invisible: drawn as nothing.
        classes: canonical combining classes that are not 0.
        decompositions: canonical, one step each.
        prototypes: what a character looks like, decomposed.
    """

    invisible: set[str] = field(default_factory=set)
    classes: dict[str, int] = field(default_factory=dict)
    decompositions: dict[str, str] = field(default_factory=dict)
    prototypes: dict[str, str] = field(default_factory=dict)


def invisible(character: str) -> bool:
    """Whether a character of Unicode 3.2 is drawn as nothing."""
    return not character.isascii() and character in _table().invisible


def skeleton(text: str) -> str:
    """What a text looks like: two texts look alike if their skeletons are equal (UTS 39, 4).

    Args:
        text: of characters of Unicode 3.2, in normalization form C.
    """
    table = _table()
    parts = _ordered("".join(map(_decomposed, text)), table.classes)
    seen = (table.prototypes.get(c, c) for c in parts if c not in table.invisible)
    return _ordered("".join(seen), table.classes)


def _decomposed(character: str) -> str:
    """A character's canonical decomposition."""
    index = ord(character) - _SYLLABLES.start
    if 0 <= index < len(_SYLLABLES):
        syllable, trailing = divmod(index, _TRAILINGS)
        leading, vowel = divmod(syllable, _VOWELS)
        jamo = chr(_LEADING + leading) + chr(_VOWEL + vowel)
        return jamo + chr(_TRAILING + trailing) if trailing else jamo
    parts = _table().decompositions.get(character)
    return character if parts is None else "".join(map(_decomposed, parts))


def _ordered(text: str, classes: Mapping[str, int]) -> str:
    """Text whose combining marks stand in canonical order (Unicode Standard, 3.11)."""
    runs = itertools.groupby(text, lambda character: character in classes)
    return "".join(
        "".join(sorted(run, key=classes.__getitem__)) if marks else "".join(run)
        for marks, run in runs
    )


@functools.cache
def _table() -> _Table:
    table = _Table()
    text = resources.files("protocol").joinpath(TABLE).read_text(encoding="ascii")
    for line in text.splitlines():
        kind, _, rest = line.partition(" ")
        value, _, sources = rest.partition(" = ")
        match kind:
            case "invisible":
                first, last = _characters(rest)[0], _characters(rest)[-1]
                table.invisible.update(map(chr, range(ord(first), ord(last) + 1)))
            case "class":
                table.classes.update(dict.fromkeys(_characters(sources), int(value)))
            case "decompose":
                table.decompositions.update(dict.fromkeys(_characters(sources), _characters(value)))
            case "prototype":
                table.prototypes.update(dict.fromkeys(_characters(sources), _characters(value)))
            case _:
                pass  # a comment
    return table


def _characters(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())
