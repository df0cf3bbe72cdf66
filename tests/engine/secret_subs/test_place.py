"""SS-1: buying and placing."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Power, SpaceId
from engine.claims import Bound, Counted, Holds, Shuffled
from engine.economy.mobilize import Mobilization, Placement
from engine.errors import Illegal
from engine.phases import Phase
from engine.pieces import PieceId
from engine.units import DESTROYER, SUBMARINE
from engine.validate import validate
from engine.variants.secret_subs.actions import Remove
from engine.variants.secret_subs.events import SubsPlaced, SupplyShuffled
from engine.variants.secret_subs.place import (
    PlacementSlot,
    PlacementSlots,
    PlaceSubs,
    Placing,
    can_fit,
)
from engine.variants.secret_subs.state import Tracker, tracker
from engine.variants.secret_subs.tokens import tokens_of, tokens_where
from tests.engine.secret_subs.owners import Referee, sizes, token, waters

USA = Power("USA")
WEST, ISLE = SpaceId("West"), SpaceId("Isle")
SZ_1, SZ_2, SZ_7 = SpaceId("SZ 1"), SpaceId("SZ 2"), SpaceId("SZ 7")


def ready_to_place(tokens: str = "", *, bought: int = 2, **more: Any) -> Referee:
    """Placing is asked of the USA: West (8) builds in SZ 1 and SZ 2, Isle (1) in SZ 7."""
    units = "West: USA complex\nIsle: USA complex"
    sea = waters(units, tokens, phase=Phase.MOBILIZE, bought=bought, **more)
    if not sea.asks(PlaceSubs):
        sea.do(Mobilization())
    return sea


def slots(
    sea: Referee, *names: str, at: SpaceId = SZ_2, by: SpaceId = WEST
) -> dict[Any, PlacementSlot]:
    return dict(sorted((sea[name], PlacementSlot(at, by)) for name in names))


class TestNumbers:
    def test_ss_1_2_one_more_new_token_than_bought(self) -> None:
        sea = ready_to_place(bought=1)
        three = slots(sea, "USA1", "USA2", "USA3")
        assert sea.refused(Placing({1: 1}, three)).code == "NEW_LIMIT"
        sea.do(Placing({1: 1}, slots(sea, "USA1", "USA2")))
        assert len(tokens_of(sea.game, USA)) == 2

    def test_ss_1_2_decoy_needs_purchase(self) -> None:
        sea = waters(
            "West: USA complex",
            phase=Phase.MOBILIZE,
            options={"decoy_needs_purchase": "on"},
        )
        assert not sea.asks(PlaceSubs)  # nothing could be placed

    def test_ss_1_2_with_a_purchase_that_option_changes_nothing(self) -> None:
        sea = ready_to_place(bought=1, options={"decoy_needs_purchase": "on"})
        sea.do(Placing({1: 1}, slots(sea, "USA1", "USA2")))
        assert len(tokens_of(sea.game, USA)) == 2

    def test_ss_1_1_no_more_than_wait(self) -> None:
        sea = ready_to_place()
        order = Placing({1: 3}, slots(sea, "USA1"))
        assert "2 submarines can be placed, not 3" in str(sea.refused(order))

    def test_ss_1_1_groups_exist_and_grow(self) -> None:
        sea = ready_to_place()
        for added in ({11: 1}, {1: 0}):
            assert sea.refused(Placing(added, slots(sea, "USA1"))).code == ""

    def test_ss_1_4b_a18_what_is_left_out_is_lost(self) -> None:
        """No refund, and nothing waits on; whether it had to be left out is not examined."""
        sea = ready_to_place()
        sea.do(Placing({1: 1}, slots(sea, "USA1")))
        (placed,) = [e for e in sea.events if isinstance(e, SubsPlaced)]
        assert placed.lost == 1
        assert sizes(sea.game, "USA")[0] == 1
        assert not sea.game.waiting.get(USA)

    def test_ss_1_4b_a25_lost_where_nothing_can_be_placed(self) -> None:
        sea = waters("", phase=Phase.MOBILIZE, bought=2)  # no complex
        assert not sea.asks(PlaceSubs)
        assert not sea.game.waiting.get(USA)

    def test_placing_nothing(self) -> None:
        sea = ready_to_place()
        sea.do(Placing())
        assert not sea.claims


class TestWhere:
    def test_bg_10_1_beside_the_complex_charged(self) -> None:
        sea = ready_to_place()
        far = slots(sea, "USA1", at=SpaceId("SZ 10"))
        assert sea.refused(Placing({}, far)).rule == "BG-10.1"
        wrong = slots(sea, "USA1", at=SZ_7, by=WEST)
        assert sea.refused(Placing({}, wrong)).rule == "BG-10.1"

    def test_only_tokens_of_the_supply(self) -> None:
        sea = ready_to_place("SZ 2: USA t=1:1")
        charged = {sea["t"]: WEST}
        again = Placing({}, slots(sea, "t"), charged)
        assert "not in the supply" in str(sea.refused(again))

    def test_ss_1_5_no_movement_until_the_next_turn(self) -> None:
        sea = ready_to_place()
        sea.do(Placing({1: 1}, slots(sea, "USA1")))
        assert token(sea.game, sea["USA1"]).left == 0

    def test_a_placed_token_keeps_its_handle(self) -> None:
        """SS-0.3b."""
        sea = ready_to_place()
        sea.do(Placing({}, slots(sea, "USA5")))
        assert [t.id for t in tokens_where(sea.game, USA, SZ_2)] == [sea["USA5"]]
        assert sea["USA5"] not in tracker(sea.game, USA).supply


class TestCapacity:
    def test_ss_1_4a_a_new_token_uses_its_size_a_decoy_one(self) -> None:
        sea = ready_to_place(damage={"West": 6})  # 2 left
        two_decoys = slots(sea, "USA1", "USA2")
        sea.do(Placing({1: 1}, two_decoys))
        sea = ready_to_place(bought=3, damage={"West": 6})
        assert sea.refused(Placing({1: 2}, slots(sea, "USA1", "USA2"))).code == "CAPACITY"

    def test_ss_1_4a_joining_an_old_group_uses_one_each(self) -> None:
        sea = ready_to_place("SZ 2: USA t=1:3", damage={"West": 6})
        sea.do(Placing({1: 2}, {}, {sea["t"]: WEST}))
        assert sizes(sea.game, "USA")[0] == 5
        claim = sea.claims[-1]
        assert isinstance(claim, Counted)
        assert claim.bounds == ()  # 2 left is enough whatever the token holds

    def test_ss_a2_the_secret_amount_decides_and_only_the_owner_is_told(self) -> None:
        """SS-0.9: publicly id1 may be on the token charged to West; truly it is at Isle."""
        sea = ready_to_place(bought=3, damage={"West": 5})
        tokens = {**slots(sea, "USA1"), **slots(sea, "USA2", at=SZ_7, by=ISLE)}
        order = Placing({2: 3}, dict(sorted(tokens.items())))
        assert sea.refused(order).code == "CAPACITY"
        sea.do(Placing({1: 3}, order.tokens))

    def test_ss_1_4_the_refusal_says_that_a_token_is_missing_not_room(self) -> None:
        """There is room for eight; every growing group needs a token of its own."""
        sea = ready_to_place()
        short = sea.refused(Placing({1: 1, 2: 1}, slots(sea, "USA1")))
        assert short.code == "TOKEN_LIMIT"
        assert short.reason == "2 groups cannot grow on 1 token: place a new one for each other"

    def test_ss_1_4_the_refusal_says_that_no_token_is_left(self) -> None:
        """SS-A25: all ten are on the board, one where submarines could join."""
        far = ", ".join(f"t{group}={group}:0" for group in range(2, 11))
        sea = ready_to_place(f"SZ 2: USA t1=1:0\nSZ 10: USA {far}")
        missing = sea.refused(Placing({1: 1, 2: 1}, {}, {sea["t1"]: WEST}))
        assert (missing.rule, missing.code) == ("SS-1.4", "TOKEN_LIMIT")
        assert missing.reason == "2 groups cannot grow on 1 token: none is left in the supply"

    def test_ss_1_4_the_refusal_says_that_room_is_missing(self) -> None:
        sea = ready_to_place(bought=3, damage={"West": 6})
        full = sea.refused(Placing({1: 3}, slots(sea, "USA1")))
        assert full.code == "CAPACITY"
        assert "the complexes cannot place so many" in full.reason

    def test_ss_1_4c_other_units_are_charged_first(self) -> None:
        units = "West: USA complex"
        sea = waters(
            units,
            phase=Phase.MOBILIZE,
            bought=1,
            waiting={"USA": {"destroyer": 7}},
        )
        sea = Referee(
            sea.game.replace(waiting={USA: {DESTROYER: 7, SUBMARINE: 1}}), sea.secrets, sea.names
        )
        sea.do(Mobilization((Placement(DESTROYER, WEST, SZ_1, 7),)))
        assert sea.refused(Placing({1: 1}, slots(sea, "USA1", "USA2"))).code == "CAPACITY"
        sea.do(Placing({1: 1}, slots(sea, "USA1")))

    def test_one_bound_per_complex_that_could_overflow(self) -> None:
        """Protocol, Counted: left out where nothing is charged or anything fits."""
        sea = ready_to_place(damage={"West": 6})
        tokens = {**slots(sea, "USA1"), **slots(sea, "USA2", at=SZ_7, by=ISLE)}
        sea.do(Placing({1: 2}, dict(sorted(tokens.items()))))
        claim = sea.claims[-1]
        assert isinstance(claim, Counted)
        assert claim.bounds == (
            Bound(ISLE, (sea["USA2"],), 0, 1),
            Bound(WEST, (sea["USA1"],), 0, 2),
        )


class TestCharging:
    def test_ss_1_1d_all_tokens_that_could_grow_are_charged(self) -> None:
        """So nothing tells whether an old or a new token grows (SS-A1)."""
        sea = ready_to_place("SZ 2: USA t=1:1, u=2:0\nSZ 10: USA far=3:1")
        order = Placing({1: 1}, {}, {sea["t"]: WEST})
        assert "charge each" in str(sea.refused(order))
        sea.do(Placing({1: 1}, {}, {sea["t"]: WEST, sea["u"]: WEST}))
        claim = sea.claims[-1]
        assert isinstance(claim, Counted)
        assert claim.standing == (sea["t"], sea["u"])

    def test_one_complex_that_touches_the_zone(self) -> None:
        sea = ready_to_place("SZ 2: USA t=1:1")
        order = Placing({1: 1}, {}, {sea["t"]: ISLE})
        assert "cannot be charged" in str(sea.refused(order))

    def test_nothing_is_charged_for_nothing(self) -> None:
        sea = ready_to_place("SZ 2: USA t=1:1")
        assert "none" in str(sea.refused(Placing({}, {}, {sea["t"]: WEST})))


class TestPresence:
    def test_ss_1_3a_a26_new_submarines_join_a_group_where_they_could_be_mobilized(self) -> None:
        sea = ready_to_place("SZ 2: USA t=1:1\nSZ 10: USA far=3:1")
        charged = {sea["t"]: WEST}
        sea.do(Placing({1: 2}, {}, charged))
        assert sizes(sea.game, "USA")[0] == 3

    def test_a_group_elsewhere_is_refused_to_its_owner(self) -> None:
        sea = ready_to_place("SZ 2: USA t=1:1\nSZ 10: USA far=3:1")
        assert sea.refused(Placing({3: 1}, {}, {sea["t"]: WEST})).code == "NOT_PRESENT"

    def test_a_group_known_to_be_elsewhere_is_refused_by_all(self) -> None:
        sea = ready_to_place("SZ 2: USA t=1:1\nSZ 10: USA far=3:1")
        known = tracker(sea.game, USA).knowing({sea["far"]: 3})
        sea = sea.holding(USA, known)
        sea.until(PlaceSubs)
        order = Placing({3: 1}, {}, {sea["t"]: WEST})
        with pytest.raises(Illegal, match="group 3 is on token") as refusal:
            sea.asked.check(sea.game, order)
        assert refusal.value.code == "NOT_PRESENT"

    def test_a_group_with_submarines_is_on_the_board_never_on_a_new_token(self) -> None:
        """SS-0.6 narrows the public test: id1 grows where its token stands, not in SZ 7."""
        sea = ready_to_place("SZ 10: USA t=1:1")
        order = Placing({1: 1}, slots(sea, "USA2", at=SZ_7, by=ISLE))
        assert sea.refused(order).code == "NOT_PRESENT"


class TestSupply:
    def test_a_removed_decoy_may_be_placed_again_after_a_shuffle(self) -> None:
        """SS-1.3b; protocol, Commitments: a place begins with a shuffle if a token entered."""
        sea = waters("West: USA complex", "SZ 10: USA t=1:0", phase=Phase.MOBILIZE, bought=1)
        before = tracker(sea.game, USA).supply
        sea.do(Remove(sea["t"], 1))
        assert sea.asks(PlaceSubs)
        assert [type(c) for c in sea.claims] == [Holds, Shuffled]
        supply = tracker(sea.game, USA).supply
        assert len(supply) == 10
        assert not {*supply} & {*before, sea["t"]}
        assert any(isinstance(e, SupplyShuffled) for e in sea.events)
        sea.do(Placing({}, {supply[0]: PlacementSlot(SZ_2, WEST)}))
        assert not any(isinstance(c, Shuffled) for c in sea.claims[2:])

    def test_no_shuffle_where_nothing_entered(self) -> None:
        sea = ready_to_place()
        sea.do(Placing({1: 1}, slots(sea, "USA1")))
        assert [type(c) for c in sea.claims] == [Counted]


@given(st.integers(0, 10**6))
def test_samples_are_legal_and_drafts_true(seed: int) -> None:
    draw = random.Random(seed)
    tokens = ", ".join(f"t{g}={g}:{draw.randint(0, 2)}" for g in range(1, draw.randint(2, 6)))
    sea = ready_to_place(f"SZ {draw.randint(1, 3)}: USA {tokens}", bought=draw.randint(0, 4))
    request = sea.asked
    for _ in range(4):
        request.check(sea.game, request.sample(sea.game, draw))
    sea.do(request.sample_owned(sea.game, draw, sea.secrets))
    assert not validate(sea.game)


def test_candidates_are_legal() -> None:
    sea = ready_to_place("SZ 2: USA t=1:1", bought=1)
    answers = list(itertools.islice(sea.asked.candidates(sea.game), 200))
    assert answers[0] == Placing()
    assert len({repr(answer) for answer in answers}) == len(answers) > 50
    for answer in answers:
        sea.asked.check(sea.game, answer)


def ways(order: Placing, track: Tracker, limit: int) -> Iterator[Mapping[PieceId, int]]:
    """The slow, obvious twin of `can_fit`: every arrangement that is open for all that is known."""
    tokens = sorted(order.complexes)
    for groups in itertools.permutations(range(1, limit + 1), len(tokens)):
        held = dict(zip(tokens, groups, strict=True))
        known = all(held.get(t, g) == g for t, g in track.opened.items())
        stored = any(track.size(held[t]) for t in order.tokens)
        if known and not stored:
            yield held


@given(st.data())
def test_can_fit_is_what_some_arrangement_says(data: st.DataObject) -> None:
    limit = 4
    sizes_ = tuple(data.draw(st.lists(st.integers(0, 1), min_size=limit, max_size=limit)))
    complexes = [WEST, ISLE]
    fresh = {PieceId(i): data.draw(st.sampled_from(complexes)) for i in range(1, 3)}
    charged = {PieceId(i): data.draw(st.sampled_from(complexes)) for i in range(11, 13)}
    opened = data.draw(st.sampled_from([{}, {PieceId(11): 2}]))
    track = Tracker(sizes=sizes_, opened=opened)
    added = data.draw(st.dictionaries(st.integers(1, limit), st.integers(1, 3), max_size=3))
    order = Placing(added, {t: PlacementSlot(SZ_2, c) for t, c in fresh.items()}, charged)
    left = {c: data.draw(st.integers(0, 6)) for c in complexes}
    slots = PlacementSlots(dict.fromkeys(complexes, (SZ_2,)), left, {})

    def fits(held: Mapping[PieceId, int]) -> bool:
        used = Counter[SpaceId]()
        for t, group in held.items():
            n = added.get(group, 0)
            used[order.complexes[t]] += max(1, n) if t in fresh else n
        return set(added) <= set(held.values()) and all(used[c] <= left[c] for c in complexes)

    possible, said = (
        any(map(fits, ways(order, track, limit))),
        can_fit(slots, track, order, known=True),
    )
    assert said or not possible  # a necessary test: it deduces nothing from where others must be
    assert said == possible or any(sizes_)


def test_no_order_takes_long_to_judge() -> None:
    """Twelve groups grow at six complexes, one of which lacks room: the ways are millions."""
    places = [SpaceId(f"Complex {i}") for i in range(6)]
    slots = PlacementSlots(
        where=dict.fromkeys(places, (SZ_1,)),
        left={place: 1 if place == places[0] else 2 for place in places},
        joinable={},
    )
    charged = {PieceId(i): places[i % 6] for i in range(12)}
    order = Placing(dict.fromkeys(range(1, 13), 1), {}, charged)
    assert not can_fit(slots, Tracker(sizes=(1,) * 12), order, known=True)
    less = Placing(dict.fromkeys(range(1, 12), 1), {}, charged)
    assert can_fit(slots, Tracker(sizes=(1,) * 12), less, known=True)
