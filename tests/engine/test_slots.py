"""Where house rules keep what they must remember."""

from dataclasses import dataclass

import pytest

from engine.records import encode
from engine.slots import ModuleState, StateSlot
from tests.engine.position import position


@dataclass(frozen=True, slots=True)
class Rain(ModuleState):
    days: int = 0


@dataclass(frozen=True, slots=True)
class Snow(ModuleState):
    days: int = 0


RAIN = StateSlot("XR", Rain, Rain())
SNOW = StateSlot("XS", Snow)


def test_a_slot_is_blank_until_something_is_kept() -> None:
    game = position()
    assert game.state(RAIN) == Rain()
    after = game.with_state(RAIN, Rain(days=2))
    assert after.state(RAIN) == Rain(days=2)
    assert game.state(RAIN) == Rain()
    assert after.without_state(RAIN) == game.without_state(RAIN) == game


def test_slots_do_not_touch_each_other() -> None:
    game = position().with_state(SNOW, Snow(days=1)).with_state(RAIN, Rain(days=2))
    assert game.without_state(RAIN).state(SNOW) == Snow(days=1)
    assert encode(game.modules) == [["XR", [2]], ["XS", [1]]]


def test_what_set_up_should_have_kept_is_missed_by_name() -> None:
    with pytest.raises(TypeError, match="XS keeps no Snow in this game"):
        position().state(SNOW)
    with pytest.raises(TypeError, match="XR keeps no Snow in this game"):
        position().with_state(RAIN, Rain()).state(StateSlot("XR", Snow))
