"""Purchase and repair (BG-5)."""

import random
from collections.abc import Mapping
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Power, SpaceId
from engine.economy.purchase import Bought, Purchase, PurchaseUnits, cost
from engine.errors import Illegal, Malformed
from engine.game import Game
from engine.records import encode
from engine.units import Kind
from tests.engine.position import asked, position, step

USA = Power("USA")


def buy(
    units: Mapping[str, int] | None = None, repairs: Mapping[str, int] | None = None
) -> Purchase:
    return Purchase(
        {Kind(kind): number for kind, number in (units or {}).items()},
        {SpaceId(space): number for space, number in (repairs or {}).items()},
    )


def refused(game: Game, answer: Purchase) -> str:
    with pytest.raises(Illegal) as error:
        PurchaseUnits(USA).check(game, answer)
    return str(error.value)


class TestBG51Purchase:
    def test_units_are_paid_in_full_and_wait_off_board(self) -> None:
        before = position("West: USA complex", treasury={"USA": 20})
        after, _ = step(before, buy({"infantry": 2, "fighter": 1}))
        assert after.treasury[USA] == 20 - 6 - 10
        assert after.waiting[USA] == {"infantry": 2, "fighter": 1}
        assert set(after.pieces) == set(before.pieces)

    def test_they_join_units_that_wait_already(self) -> None:
        game = position(waiting={"USA": {"infantry": 1}}, treasury={"USA": 20})
        after, _ = step(game, buy({"infantry": 2}))
        assert after.waiting[USA] == {"infantry": 3}
        assert after.record.bought == {"infantry": 2}

    def test_purchases_are_public(self) -> None:
        _, events = step(position(), buy({"submarine": 2}))
        assert Bought(USA, {Kind("submarine"): 2}, {}, 12) in events

    def test_nobody_buys_beyond_the_treasury(self) -> None:
        game = position(treasury={"USA": 19})
        assert refused(game, buy({"battleship": 1})) == "BG-5.1: this costs 20 IPC, but USA has 19"

    def test_bg_5_3_more_may_be_bought_than_can_be_placed(self) -> None:
        """There is no complex at all; the units wait."""
        after, _ = step(position(treasury={"USA": 20}), buy({"infantry": 6}))
        assert after.waiting[USA] == {"infantry": 6}

    def test_buying_nothing_is_legal(self) -> None:
        after, events = step(position(), buy())
        assert after.treasury[USA] == 30
        assert not any(isinstance(event, Bought) for event in events)

    def test_who_can_afford_nothing_is_not_asked(self) -> None:
        assert asked(position(treasury={"USA": 2})) is None

    def test_invalid_units(self) -> None:
        game = position()
        assert refused(game, buy({"zeppelin": 1})) == "BG-6: there is no unit called zeppelin"
        assert refused(game, buy({"tank": 0})).startswith("BG-5.1: buy at least one tank")


class TestBG52Repair:
    def test_1_ipc_removes_1_marker(self) -> None:
        game = position("West: USA complex", damage={"West": 5})
        after, _ = step(game, buy(repairs={"West": 3}))
        assert after.damage == {"West": 2}
        assert after.treasury[USA] == 27

    def test_a_complex_repaired_in_full_has_no_markers(self) -> None:
        game = position("West: USA complex", damage={"West": 2})
        after, _ = step(game, buy(repairs={"West": 2}))
        assert after.damage == {}

    @pytest.mark.parametrize(
        ("space", "number"), [("West", 6), ("East", 1), ("Isle", 1), ("West", 0)]
    )
    def test_only_markers_on_own_complexes(self, space: str, number: int) -> None:
        game = position("West: USA complex\nEast: Japan complex", damage={"West": 5, "East": 5})
        most = "5" if space == "West" else "no"
        assert refused(game, buy(repairs={space: number})) == (
            f"BG-5.2: USA can remove {most} damage markers in {space}, not {number}"
        )

    def test_repairs_and_units_are_paid_together(self) -> None:
        game = position("West: USA complex", damage={"West": 5}, treasury={"USA": 7})
        assert refused(game, buy({"infantry": 1}, {"West": 5})).startswith("BG-5.1")
        assert cost(game, USA, buy({"infantry": 1}, {"West": 4})) == 7


class TestBG827CapitalTaken:
    def test_buys_nothing_and_is_not_asked(self) -> None:
        game = position(control={"West": "Japan"})
        assert refused(game, buy({"infantry": 1})).startswith("BG-8.27")
        assert asked(game) is None


class TestAnswers:
    def test_candidates_are_all_purchases(self) -> None:
        game = position(treasury={"USA": 6}, damage={"West": 1})
        answers = {str(encode(a)) for a in PurchaseUnits(USA).candidates(game)}
        expected = [
            buy(),
            buy({"infantry": 1}),
            buy({"infantry": 2}),
            buy({"artillery": 1}),
            buy({"tank": 1}),
            buy({"aa_gun": 1}),
            buy({"submarine": 1}),
            buy(repairs={"West": 1}),
            buy({"infantry": 1}, {"West": 1}),
            buy({"artillery": 1}, {"West": 1}),
            buy({"tank": 1}, {"West": 1}),
        ]
        assert answers == {str(encode(answer)) for answer in expected}

    def test_candidates_are_lazy(self) -> None:
        rich = position(treasury={"USA": 2000})
        assert len(list(islice(PurchaseUnits(USA).candidates(rich), 1000))) == 1000

    @given(st.integers(0, 60), st.integers(0, 9), st.integers(0, 2**32))
    def test_every_sample_is_legal(self, ipc: int, damage: int, seed: int) -> None:
        game = position(treasury={"USA": ipc}, damage={"West": damage})
        decision = PurchaseUnits(USA)
        answer = decision.sample(game, random.Random(seed))
        decision.check(game, answer)
        assert decision.parse(game, encode(answer)) == answer

    def test_samples_reach_every_ware(self) -> None:
        game = position(damage={"West": 3})
        draw = random.Random(1)
        samples = [PurchaseUnits(USA).sample(game, draw) for _ in range(300)]
        assert {kind for s in samples for kind in s.units} == set(game.rules.scenario.units)
        assert any(s.repairs for s in samples)

    @pytest.mark.parametrize(
        "data", [None, [], ["purchase"], ["purchase", [["tank", -1]], []], ["purchase", {}, []]]
    )
    def test_invalid_writing(self, data: object) -> None:
        with pytest.raises(Malformed):
            PurchaseUnits(USA).parse(position(), data)
