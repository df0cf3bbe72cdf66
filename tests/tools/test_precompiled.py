"""What was done when a site was built is not done again when its program begins."""

import builtins
import dataclasses
import py_compile
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module, resources
from pathlib import Path

import pytest

from tools.site.precompiled import Program, begin, pack, record

FIELDS = [("zone", str), ("subs", int)]
SEA = "title = 'Wake'\nzones = [{ name = 'SZ Wake', subs = 3 }]\n"
READ = {"title": "Wake", "zones": [{"name": "SZ Wake", "subs": 3}]}
SOURCES = {
    "fleets_/__init__.py": "from fleets_.subs import COUNT",
    "fleets_/subs.py": "COUNT = 3",
    "fleets_/ports/__init__.py": "NAME = 'Hawaii'",
    "first_.py": "",
}


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Python imports, compiles and reads as it did before each test."""
    monkeypatch.setattr(dataclasses, "exec", exec, raising=False)
    monkeypatch.setattr(tomllib, "loads", tomllib.loads)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    yield
    for finder in sys.meta_path:
        if hasattr(finder, "packed"):
            finder.packed.close()
    for name in [name for name in sys.modules if name.partition(".")[0] in ("fleets_", "first_")]:
        del sys.modules[name]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A program, compiled as it is in a site, with a scenario."""
    return made(tmp_path)


def made(folder: Path, **changed: str) -> Path:
    for name, text in {**SOURCES, **changed}.items():
        source = folder / name
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text, encoding="utf-8")
        py_compile.compile(str(source), str(source.with_suffix(".pyc")), dfile=name)
        source.unlink()
    (folder / "fleets_" / "sea.toml").write_text(SEA, encoding="utf-8")
    return folder


def refused(*_: object, **__: object) -> None:
    raise AssertionError("done again")


def test_what_was_compiled_before_is_not_compiled_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = record()
    dataclasses.make_dataclass("Group", FIELDS, frozen=True, slots=True)
    pack(folder, codes, [])
    begin(folder)
    monkeypatch.setattr(builtins, "compile", refused)
    group = dataclasses.make_dataclass("Group", FIELDS, frozen=True, slots=True)
    assert repr(group("SZ Wake", 3)) == "Group(zone='SZ Wake', subs=3)"
    assert group("SZ Wake", 3) == group("SZ Wake", 3) != group("SZ Wake", 2)


def test_any_other_dataclass_is_compiled_as_ever(folder: Path) -> None:
    pack(folder, {}, [])
    begin(folder)
    group = dataclasses.make_dataclass("Group", FIELDS, frozen=True)
    assert group("SZ Wake", 3).subs == 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        group("SZ Wake", 3).subs = 2


def test_a_table_of_the_program_is_read_once_for_all_and_is_fresh_each_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack(folder, {}, [])
    monkeypatch.setattr(tomllib, "loads", refused)
    begin(folder)
    tomllib.loads(SEA)["zones"].clear()
    assert tomllib.loads(SEA) == READ


def test_any_other_table_is_read_as_ever(folder: Path) -> None:
    pack(folder, {}, [])
    begin(folder)
    assert tomllib.loads("subs = 4") == {"subs": 4}
    assert tomllib.loads(SEA + "x = 1.5", parse_float=str)["x"] == "1.5"
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads("subs =")


def test_modules_are_imported_from_one_file_and_resources_from_their_folders(folder: Path) -> None:
    pack(folder, {}, ["first_"])
    assert [file.name for file in sorted(folder.rglob("*.pyc"))] == ["first_.pyc"]
    begin(folder)
    assert import_module("fleets_").COUNT == 3
    assert import_module("fleets_.ports").NAME == "Hawaii"
    assert (resources.files("fleets_") / "sea.toml").read_text("utf-8") == SEA
    with pytest.raises(ModuleNotFoundError):
        import_module("fleets_.mines")


def test_a_package_has_a_digest_of_its_modules(tmp_path: Path) -> None:
    """By them a node knows whether an older program has checked its entries (`p2p.marks`)."""
    same, also, other, more = (
        made(tmp_path / "same"),
        made(tmp_path / "also"),
        made(tmp_path / "other", **{"fleets_/subs.py": "COUNT = 4"}),
        made(tmp_path / "more", **{"fleets_/mines.py": ""}),
    )
    digests = []
    for each in (same, also, other, more):
        pack(each, {}, [])
        digests.append((each / "fleets_" / "modules.sha256").read_text("ascii"))
    assert digests[0] == digests[1]
    assert len(set(digests)) == 3


def test_two_builds_write_the_same(tmp_path: Path) -> None:
    written = []
    for name in ("first", "second"):
        codes = record()
        dataclasses.make_dataclass("Group", FIELDS)
        dataclasses.make_dataclass("Token", FIELDS, order=True)
        folder = made(tmp_path / name)
        pack(folder, codes, [])
        files = sorted(file for file in folder.rglob("*") if file.is_file())
        written.append([(str(file.relative_to(folder)), file.read_bytes()) for file in files])
        program = Program.read((folder / "precompiled.bin").read_bytes())
        assert program.codes.keys() == codes.keys()
    assert written[0] == written[1]
