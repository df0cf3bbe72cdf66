"""The table of names that look alike, made from data files of Unicode.

`python -m tools.confusables FOLDER` reads `UnicodeData.txt`, `DerivedAge.txt`,
`DerivedCoreProperties.txt` and `confusables.txt` (of UTS 39) from a folder and writes
`protocol/confusables.txt`. SPEC.md states the digest of that file: to make it anew is to change
the protocol.

The table knows the characters that text can have: those of Unicode 3.2 (SPEC-1.2).
"""

__all__ = ["FILE", "table"]

import re
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).parent.parent / "protocol" / "confusables.txt"

_NEWEST: Final = (3, 2)
_BLANK: Final = (0x2800, 0x1D159)
"""Characters drawn as nothing that Unicode does not call ignorable: a cell of braille without dots,
and the null notehead of music."""
_VERSION: Final = re.compile(r"(?:Version: |DerivedCoreProperties-)([0-9.]+[0-9])")

_HEAD: Final = """\
# Which characters cannot be seen, and which look alike: SPEC-4.7 says how this table is read.
# Derived by `python -m tools.confusables` from the confusables of UTS 39, version {confusables},
# and the Unicode Character Database, version {properties}, for the characters of Unicode 3.2.
# Modified: only what the rules need is kept, in another form.
# Copyright (c) 1991-2022 Unicode, Inc., under the license in confusables.LICENSE.
"""


def table(folder: Path) -> str:
    """The table as text, made from the data files in a folder.

    Raises:
        OSError: a file is missing.
        ValueError: a file is of no known form.
    """
    confusable = (folder / "confusables.txt").read_text(encoding="utf-8-sig")
    properties = (folder / "DerivedCoreProperties.txt").read_text(encoding="utf-8")
    characters = (folder / "UnicodeData.txt").read_text(encoding="utf-8")
    known = set(_known((folder / "DerivedAge.txt").read_text(encoding="utf-8")))
    parts = dict(_decompositions(characters))
    # A normalized text has no character of a single part, and once it is decomposed no other
    # character that has parts.
    decompositions = {code: parts[code] for code in parts if code in known and parts[code][1:]}
    prototypes = {
        source: target
        for source, target in _prototypes(confusable)
        if source in known and source not in parts
    }
    met = known.difference(parts).union(*prototypes.values())
    classes = {code: order for code, order in _classes(characters) if code in met}
    invisible = {code for code in _ignorable(properties) if code in known}.union(_BLANK)
    head = _HEAD.format(confusables=_version(confusable), properties=_version(properties))
    lines = [
        *(f"invisible {_hex(run)}" for run in _runs(invisible)),
        *_grouped("class", {code: str(order) for code, order in classes.items()}),
        *_grouped("decompose", {code: _hex(parts) for code, parts in decompositions.items()}),
        *_grouped("prototype", {code: _hex(parts) for code, parts in prototypes.items()}),
    ]
    return head + "".join(f"{line}\n" for line in lines)


def _version(text: str) -> str:
    found = _VERSION.search(text)
    if found is None:
        raise ValueError("a data file does not name its version")
    return found[1]


def _rows(text: str) -> Iterator[list[str]]:
    """The fields of each line, without comments."""
    for line in text.splitlines():
        fields = [field.strip() for field in line.partition("#")[0].split(";")]
        if len(fields) > 1:
            yield fields


def _codes(field: str) -> range:
    first, _, last = field.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def _known(ages: str) -> Iterator[int]:
    for field, age in _rows(ages):
        if tuple(map(int, age.split("."))) <= _NEWEST:
            yield from _codes(field)


def _ignorable(properties: str) -> Iterator[int]:
    for field, name, *_ in _rows(properties):
        if name == "Default_Ignorable_Code_Point":
            yield from _codes(field)


def _prototypes(confusable: str) -> Iterator[tuple[int, tuple[int, ...]]]:
    """What each character looks like; some are given undecomposed."""
    for source, target, *_ in _rows(confusable):
        seen = "".join(chr(int(code, 16)) for code in target.split())
        yield int(source, 16), tuple(map(ord, unicodedata.normalize("NFD", seen)))


def _decompositions(characters: str) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Canonical decompositions, one step each: those of compatibility have a tag."""
    for fields in _rows(characters):
        if fields[5] and not fields[5].startswith("<"):
            yield int(fields[0], 16), tuple(int(code, 16) for code in fields[5].split())


def _classes(characters: str) -> Iterator[tuple[int, int]]:
    for fields in _rows(characters):
        if fields[3] != "0":
            yield int(fields[0], 16), int(fields[3])


def _runs(codes: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Codes as runs of neighbours: first and last, or one alone."""
    run: list[int] = []
    for code in sorted(codes):
        if run and code == run[-1] + 1:
            run[1:] = [code]
            continue
        if run:
            yield tuple(run)
        run = [code]
    if run:
        yield tuple(run)


def _grouped(kind: str, values: Mapping[int, str]) -> Iterator[str]:
    """`kind value = code code …`, ascending by the first code of each value."""
    codes: dict[str, list[int]] = defaultdict(list)
    for code in sorted(values):
        codes[values[code]].append(code)
    for value, members in codes.items():
        yield f"{kind} {value} = {_hex(members)}"


def _hex(codes: Sequence[int]) -> str:
    return " ".join(f"{code:04X}" for code in codes)


if __name__ == "__main__":
    FILE.write_text(table(Path(sys.argv[1])), encoding="ascii")
