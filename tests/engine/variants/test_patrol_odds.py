"""Odds of submarines that sail past destroyers (SW-2), against rolls that the engine asks for."""

import random
from collections import Counter

import pytest

from engine.board import SpaceId
from engine.movement.orders import Move
from engine.phases import Phase
from engine.records import encode
from engine.requests import Roll
from engine.run import Run
from engine.variants.submarine_warfare.odds import patrol_odds
from engine.variants.submarine_warfare.patrol import Targets
from tests.engine.odds.chance import agrees
from tests.engine.position import find, position

SAILED = 400


def halted(rolls: tuple[int, ...], seed: int, options: dict[str, str]) -> Counter[int]:
    """How often so many of the submarines are left in SZ 2, with so many rolls at each of them."""
    units = f"SZ 2: USA {len(rolls)} submarine / Japan {sum(rolls)} destroyer\nSZ 9: Japan carrier"
    start = position(units, phase=Phase.COMBAT_MOVE, modules=("SW",), options=options)
    subs, destroyers = find(start, "SZ 2", "submarine"), iter(find(start, "SZ 2", "destroyer"))
    at = {
        next(destroyers): sub
        for sub, number in zip(subs, rolls, strict=True)
        for _ in range(number)
    }
    sail = encode(Move(frozenset(subs), (SpaceId("SZ 3"),)))
    draw, seen = random.Random(seed), Counter[int]()
    for _ in range(SAILED):
        run = Run(start)
        run.answer(sail)
        run.answer(encode(Targets(at)))
        asked: object = run.request
        assert isinstance(asked, Roll)
        run.answer(tuple(draw.randint(1, asked.sides) for _ in at))
        seen[sum(run.game.pieces[sub].at == "SZ 2" for sub in subs)] += 1
    return seen


@pytest.mark.parametrize("low_luck", ["off", "on"])
@pytest.mark.parametrize("rolls", [(1,), (2,), (2, 1), (3, 0), (1, 1, 1)])
def test_sw_2_as_many_are_halted_as_is_told(rolls: tuple[int, ...], low_luck: str) -> None:
    """Each destroyer halts with 3 or less, also in low luck."""
    options = {"low_luck": low_luck}
    seen = halted(rolls, 1, options)
    game = position("SZ 2: USA submarine", modules=("SW",), options=options)
    told = patrol_odds(game, rolls)
    assert sum(told) == pytest.approx(1)
    for number, chance in enumerate(told):
        assert agrees(seen[number], SAILED, chance), number
