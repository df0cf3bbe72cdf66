"""Dataclasses of a site's program compile nothing that was compiled when the site was built."""

import builtins
import dataclasses
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

from tools.site import precompiled

FIELDS = [("zone", str), ("subs", int)]


@pytest.fixture(autouse=True)
def of_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dataclasses are as they were after each test."""
    monkeypatch.setattr(dataclasses, "exec", exec, raising=False)


def fresh() -> ModuleType:
    spec = util.spec_from_file_location("precompiled", Path(str(precompiled.__file__)))
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_was_compiled_before_is_not_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    built, page = fresh(), fresh()
    built.record()
    dataclasses.make_dataclass("Group", FIELDS, frozen=True, slots=True)
    page.use(built.written())

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(builtins, "compile", refused)
    group = dataclasses.make_dataclass("Group", FIELDS, frozen=True, slots=True)
    assert repr(group("SZ Wake", 3)) == "Group(zone='SZ Wake', subs=3)"
    assert group("SZ Wake", 3) == group("SZ Wake", 3) != group("SZ Wake", 2)


def test_any_other_is_compiled_as_ever() -> None:
    page = fresh()
    page.use(fresh().written())
    group = dataclasses.make_dataclass("Group", FIELDS, frozen=True)
    assert group("SZ Wake", 3).subs == 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        group("SZ Wake", 3).subs = 2


def test_two_builds_write_the_same() -> None:
    first, second = fresh(), fresh()
    for built in (first, second):
        built.record()
        dataclasses.make_dataclass("Group", FIELDS)
        dataclasses.make_dataclass("Token", FIELDS, order=True)
    assert first.written() == second.written()
