"""The methods of dataclasses, compiled when a site is built.

`dataclasses` writes the methods of each class as text, and compiles it when the class is made: for
the 685 classes of the program that is a third of what its import takes in a page. In a site, texts
that were seen when it was built are compiled already; any other is compiled as ever, so nothing
but time depends on which were. This stands in the site beside the program, and is imported first.
"""

__all__ = ["codes", "record", "use", "written"]

import dataclasses
import hashlib
import marshal
from types import CodeType
from typing import Final

_WITHOUT_REFERENCES: Final = 2  # by which two builds would differ

codes: dict[bytes, CodeType] = {}
"""What each text compiles to, by its SHA-256."""


def record() -> None:
    """Keep what is compiled from now on."""
    vars(dataclasses)["exec"] = _run


def written() -> bytes:
    """All that was kept."""
    return marshal.dumps(dict(sorted(codes.items())), _WITHOUT_REFERENCES)


def use(given: bytes) -> None:
    """Compile none of what `written` gave; only a site's own is ever read."""
    codes.update(marshal.loads(given))  # noqa: S302 (served with the program, as its modules)
    record()


def _run(text: str, names: dict[str, object], found: dict[str, object]) -> None:
    """What `dataclasses` takes for the built-in function of this name."""
    digest = hashlib.sha256(text.encode()).digest()
    code = codes.get(digest)
    if code is None:
        code = codes[digest] = compile(text, "<string>", "exec", optimize=0)
    exec(code, names, found)  # noqa: S102 (what dataclasses does)
