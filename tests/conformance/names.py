"""Names that cannot be seen or look alike (SPEC-1.5, 4.7), by the normalization of the library."""

import functools
import hashlib
import unicodedata
from pathlib import Path

__all__ = ["hidden", "skeleton"]

_FILE = Path(__file__).parents[2] / "protocol" / "confusables.txt"
_DIGEST = "13f265df8f30fef353ecaacc631be6e027dee22905c4ba940a943d58b7eee924"


@functools.cache
def _rows(kind: str) -> dict[str, str]:
    data = _FILE.read_bytes()
    if hashlib.sha256(data).hexdigest() != _DIGEST:
        raise RuntimeError("the table of look-alikes is not that of SPEC-4.7")
    rows: dict[str, str] = {}
    for line in data.decode("ascii").splitlines():
        if line.startswith(f"{kind} "):
            value, _, sources = line.removeprefix(f"{kind} ").partition(" = ")
            rows |= dict.fromkeys(_text(sources or value), _text(value) if sources else "")
            if not sources:
                first, last = (ord(_text(value)[end]) for end in (0, -1))
                rows |= {chr(code): "" for code in range(first, last + 1)}
    return rows


def _text(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


def hidden(character: str) -> bool:
    return character in _rows("invisible")


def skeleton(text: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    seen = "".join(_rows("prototype").get(c, c) for c in parts if not hidden(c))
    return unicodedata.normalize("NFD", seen)
