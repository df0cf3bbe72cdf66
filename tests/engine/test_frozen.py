"""Frozen values: some fields replaced, everything else shared."""

from dataclasses import dataclass

import pytest

from engine.frozen import Frozen


@dataclass(frozen=True, kw_only=True)
class Ship(Frozen):
    name: str
    hits: int = 0


def test_a_changed_value_is_another_one() -> None:
    before = Ship(name="Enterprise")
    after = before.but(hits=1)
    assert (before, after) == (Ship(name="Enterprise"), Ship(name="Enterprise", hits=1))


def test_a_value_that_does_not_change_is_itself() -> None:
    ship = Ship(name="Enterprise")
    assert ship.but(hits=0) is ship
    assert ship.but() is ship


@pytest.mark.parametrize("value", [None, 1])
def test_a_field_that_does_not_exist_is_named(value: int | None) -> None:
    with pytest.raises(TypeError, match="a Ship has no field speed"):
        Ship(name="Enterprise").but(speed=value)
