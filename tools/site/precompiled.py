"""What a site's program need not do each time it begins, since it was done when the site was built.

* A page's files are slow to find and to open, and the program has 600 modules: all lie in one file,
  of which a list says what lies where.
* `dataclasses` writes the methods of each class as text, and compiles it when the class is made:
  for 685 classes a third of what the import takes in a page. What was seen when the site was built
  is compiled already.
* Scenarios and tables of units are TOML, which takes a page a tenth of a second to read. They are
  read already.

Any other text is compiled, or read, as ever: nothing but time depends on which were seen. This
stands in the site beside the program, and is imported first.
"""

__all__ = ["Program", "begin", "pack", "record"]

import dataclasses
import hashlib
import marshal
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourcelessFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, BinaryIO, Final

_WITHOUT_REFERENCES: Final = 2
"""The version of `marshal` whose bytes do not depend on who else holds a value."""
_HEADER: Final = 16
"""Bytes of a compiled module before its code (PEP 552)."""
_CODES, _LISTED = "modules.bin", "precompiled.bin"
_DIGEST: Final = "modules.sha256"
"""Stands in each package for its modules, for who asks whether a program is the same."""

_Place = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Program:
    """What was done when the site was built.

    Attributes:
        modules: the file of each by its name, and where in the file of all its code begins and how
            many bytes it has.
        codes: what each text of a dataclass compiles to, by its SHA-256.
        tables: what each text of TOML says, by its SHA-256, as `marshal` writes it.
    """

    modules: Mapping[str, _Place]
    codes: dict[bytes, CodeType]
    tables: Mapping[bytes, bytes]

    def written(self) -> bytes:
        """All of it, the same however it was found."""
        parts = (self.modules, self.codes, self.tables)
        return marshal.dumps(tuple(dict(sorted(one.items())) for one in parts), _WITHOUT_REFERENCES)

    @classmethod
    def read(cls, raw: bytes) -> "Program":
        """What `written` gave; only a site's own is ever read."""
        return cls(*marshal.loads(raw))  # noqa: S302 (served with the program, as its modules)


def record() -> dict[bytes, CodeType]:
    """Keep what dataclasses compile from now on."""
    codes: dict[bytes, CodeType] = {}
    vars(dataclasses)["exec"] = _running(codes)
    return codes


def pack(folder: Path, codes: dict[bytes, CodeType], apart: Sequence[str]) -> None:
    """Make one file of all compiled modules of a program, and list what `begin` needs.

    Args:
        folder: of the program, where its packages stand; the modules are taken out of it.
        codes: of `record`.
        apart: names of modules that stay where they are.
    """
    modules: dict[str, _Place] = {}
    digests: dict[Path, Any] = {}
    at = 0
    with (folder / _CODES).open("wb") as packed:
        for file in sorted(folder.rglob("*.pyc")):
            parts = file.relative_to(folder).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            if name in apart:
                continue
            code = file.read_bytes()[_HEADER:]
            packed.write(code)
            modules[name] = file.relative_to(folder).as_posix(), at, len(code)
            at += len(code)
            digest = digests.setdefault(file.parent, hashlib.sha256())
            digest.update(_digest(file.name) + hashlib.sha256(code).digest())
            file.unlink()
    for package, digest in digests.items():
        (package / _DIGEST).write_text(digest.hexdigest(), encoding="ascii")
    texts = [file.read_text("utf-8") for file in folder.rglob("*.toml")]
    tables = {_digest(text): _marshalled(tomllib.loads(text)) for text in texts}
    (folder / _LISTED).write_bytes(Program(modules, codes, tables).written())


def begin(folder: Path) -> Program:
    """Have the program in a folder be imported, without doing again what `pack` has listed."""
    program = Program.read((folder / _LISTED).read_bytes())
    vars(dataclasses)["exec"] = _running(program.codes)
    vars(tomllib)["loads"] = _reading(program.tables, tomllib.loads)
    sys.meta_path.insert(0, _Finder(folder, program.modules))
    return program


class _Finder:
    """Finds the modules of a program in one file."""

    def __init__(self, folder: Path, modules: Mapping[str, _Place]) -> None:
        self._folder = str(folder)
        self._modules = modules
        self.packed = (folder / _CODES).open("rb")

    def find_spec(
        self, name: str, path: Iterable[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """See `importlib.abc.MetaPathFinder`."""
        del path, target
        if name not in self._modules:
            return None
        file, at, size = self._modules[name]
        loader = _Loader(name, f"{self._folder}/{file}", self.packed, at, size)
        return spec_from_file_location(name, loader.path, loader=loader)


class _Loader(SourcelessFileLoader):
    """Loads a module from where it lies in the file of all; resources are beside where it lay."""

    def __init__(self, name: str, path: str, packed: BinaryIO, at: int, size: int) -> None:
        super().__init__(name, path)
        self.packed = packed
        self._at = at
        self._size = size

    def get_code(self, fullname: str) -> CodeType:
        """See `importlib.abc.InspectLoader`."""
        del fullname
        self.packed.seek(self._at)
        code: CodeType = marshal.loads(self.packed.read(self._size))  # noqa: S302 (as in `read`)
        return code


def _running(
    codes: dict[bytes, CodeType],
) -> Callable[[str, dict[str, object], dict[str, object]], None]:
    """What `dataclasses` takes for the built-in function `exec`."""

    def run(text: str, names: dict[str, object], found: dict[str, object]) -> None:
        digest = _digest(text)
        code = codes.get(digest)
        if code is None:
            code = codes[digest] = compile(text, "<string>", "exec", optimize=0)
        exec(code, names, found)  # noqa: S102 (what dataclasses does)

    return run


def _reading(
    tables: Mapping[bytes, bytes], read: Callable[..., dict[str, Any]]
) -> Callable[..., dict[str, Any]]:
    """What stands for `tomllib.loads`."""

    def loads(text: str, /, **options: Any) -> dict[str, Any]:
        raw = None if options else tables.get(_digest(text))
        if raw is None:
            return read(text, **options)
        table: dict[str, Any] = marshal.loads(raw)  # noqa: S302 (as in `Program.read`)
        return table

    return loads


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _marshalled(value: dict[str, Any]) -> bytes:
    return marshal.dumps(value, _WITHOUT_REFERENCES)
