"""SPEC-8.7, 8.8: what claims say of tokens, and dealing groups that fit it."""

import random
from collections.abc import Mapping
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.claims import (
    Bound,
    Claim,
    Counted,
    From,
    Holds,
    Present,
    Shuffled,
    claim_data,
    contradiction,
)
from protocol.dealing import Facts, Sum, count, deal, draw
from tests.examples import examples
from tests.protocol.vectors import Json, check_vectors

DECK = Facts.of_deck((1, 2, 3, 4))
SHUFFLED = DECK.after(Shuffled("supply", (1, 2, 3, 4), (5, 6, 7, 8)))
ALL = frozenset({1, 2, 3, 4})


def test_spec_8_7_a_deck_is_known() -> None:
    assert DECK.can == {1: {1}, 2: {2}, 3: {3}, 4: {4}}
    assert count(DECK) == 1


def test_spec_8_7_new_tokens_can_hold_what_the_old_ones_could() -> None:
    assert SHUFFLED.can == {5: ALL, 6: ALL, 7: ALL, 8: ALL}
    part = SHUFFLED.after(Holds(5, 1)).after(Shuffled("Wake", (5, 6), (9, 10)))
    assert part.can == {7: {2, 3, 4}, 8: {2, 3, 4}, 9: ALL, 10: ALL}


def test_spec_8_7_who_shows_a_group_holds_it_and_nobody_else_does() -> None:
    assert SHUFFLED.after(Holds(6, 3)).can == {5: {1, 2, 4}, 6: {3}, 7: {1, 2, 4}, 8: {1, 2, 4}}
    assert SHUFFLED.opened({6: 3}) == SHUFFLED.after(Holds(6, 3))


def test_spec_8_7_groups_present_on_some_tokens_are_on_no_others() -> None:
    facts = SHUFFLED.after(Present((1, 2), (5, 6, 7)))
    assert facts.can == {5: ALL, 6: ALL, 7: ALL, 8: {3, 4}}


def test_spec_8_7_a_token_is_one_of_the_pieces_that_went_into_its_shuffle() -> None:
    apart = SHUFFLED.after(Holds(5, 1)).after(Present((2,), (6,)))
    mixed = apart.after(Shuffled("Wake", (5, 6, 7), (9, 10, 11)))
    assert mixed.after(From(10, (6, 7))).can[10] == {2, 3, 4}
    assert mixed.after(From(10, (5,))).can[10] == {1}


def test_spec_8_7_amounts_that_are_counted_keep_their_bounds() -> None:
    claim = Counted((), (5, 6), ((1, 2), (2, 3)), (Bound("Japan", (5,), 3, 3),))
    facts = SHUFFLED.after(claim)
    assert facts.can == {5: ALL, 6: ALL, 7: {3, 4}, 8: {3, 4}}
    assert facts.sums == (Sum({5: (2, 3, 0, 0)}, 3, 3),)
    # Token 5 grows by 3, so it holds group 2, and group 1 is on token 6.
    assert count(facts) == 2
    assert deal(facts, 0) == {5: 2, 6: 1, 7: 3, 8: 4}


def test_spec_8_7_a_new_token_counts_one_at_least() -> None:
    claim = Counted((5, 6), (), ((1, 2),), (Bound("Japan", (5, 6), 0, 3),))
    assert SHUFFLED.after(claim).sums == (Sum({5: (2, 1, 1, 1), 6: (2, 1, 1, 1)}, 0, 3),)


def test_spec_8_7_a_sum_survives_a_shuffle_that_keeps_it() -> None:
    bounds = (Bound("Japan", (5, 6, 7), 2, 2), Bound("Kwangtung", (8,), 0, 0))
    facts = SHUFFLED.after(Counted((), (5, 6, 7, 8), ((1, 2),), bounds))
    inside = facts.after(Shuffled("Japan", (5, 6), (9, 10)))
    assert [sorted(one.amounts) for one in inside.sums] == [[7, 9, 10], [8]]
    across = facts.after(Shuffled("Japan", (5, 8), (9, 10)))
    assert across.sums == ()


def test_spec_8_7_a_sum_is_dropped_where_amounts_differ_in_a_shuffle() -> None:
    claim = Counted((5,), (6, 7, 8), ((1, 2),), (Bound("Japan", (5, 6), 3, 3),))
    assert SHUFFLED.after(claim).after(Shuffled("Japan", (5, 6), (9, 10))).sums == ()


def test_spec_8_8_sums_are_left_out_where_they_make_too_many_states() -> None:
    facts = Facts.of_deck(range(1, 13)).after(
        Shuffled("supply", tuple(range(1, 13)), tuple(range(13, 25)))
    )
    assert count(facts) == 479_001_600  # 12!
    narrow = Sum({13: (*range(1, 13),)}, 1, 1)
    assert count(Facts(12, facts.can, sums=(narrow,))) == 39_916_800  # 11!
    first = range(13, 19)  # which groups are on these makes their sum another
    wide = Sum({t: tuple(2**group for group in range(12)) for t in first}, 0, 2**12)
    second = range(16, 22)
    wider = Sum({t: tuple(2**group for group in range(12)) for t in second}, 0, 2**12)
    assert count(Facts(12, facts.can, sums=(narrow, wide, wider))) == 479_001_600


def test_spec_8_8_what_was_shown_alone_can_always_be_dealt() -> None:
    facts = SHUFFLED.after(Holds(5, 1)).after(Present((2,), (6,)))
    lied = facts.after(Present((2,), (7,)))
    assert count(lied) == 0
    assert lied.openings().can == {5: {1}, 6: {2, 3, 4}, 7: {2, 3, 4}, 8: {2, 3, 4}}


def test_spec_8_8_there_is_no_deal_beyond_the_last() -> None:
    with pytest.raises(ValueError, match="no deal 24 of 24"):
        deal(SHUFFLED, 24)


def test_spec_8_8_numbers_are_drawn_evenly() -> None:
    drawn = [draw(bytes([i, j]), 3) for i in range(30) for j in range(20)]
    assert {drawn.count(number) // 40 for number in range(3)} <= {4, 5}


class History:
    """A power whose tokens hold something, and claims about them that are true."""

    def __init__(self, limit: int, dice: random.Random) -> None:
        self.dice = dice
        self.limit = limit
        self.holds = {group: group for group in range(1, limit + 1)}
        self.went_in: dict[int, tuple[int, ...]] = {}
        self.known = dict(self.holds)
        self.facts = Facts.of_deck(tuple(self.holds))
        self.claims: list[Claim] = []
        self.make(self.shuffle(tuple(self.holds)))

    @property
    def current(self) -> tuple[int, ...]:
        return tuple(sorted(self.holds))

    def some(self) -> tuple[int, ...]:
        return tuple(
            sorted(self.dice.sample(self.current, self.dice.randint(1, len(self.current))))
        )

    def shuffle(self, old: tuple[int, ...]) -> Shuffled:
        new = tuple(max(self.known) + 1 + i for i in range(len(old)))
        groups = [self.holds.pop(token) for token in old]
        self.dice.shuffle(groups)
        self.holds.update(zip(new, groups, strict=True))
        self.known.update(self.holds)
        self.went_in |= dict.fromkeys(new, old)
        return Shuffled("Wake", old, new)

    def count(self) -> Counted:
        standing = self.some()
        grown = sorted({self.holds[token] for token in standing if self.dice.random() < 0.5})
        added = tuple((group, self.dice.randint(1, 3)) for group in grown)
        fresh = tuple(token for token in standing if self.dice.random() < 0.5)
        standing = tuple(token for token in standing if token not in fresh)
        some = tuple(t for t in sorted((*fresh, *standing)) if self.dice.random() < 0.7)
        bare = Counted(fresh, standing, added, ())
        total = sum(bare.amount(token, self.holds[token]) for token in some)
        least, most = max(0, total - self.dice.randint(0, 2)), total + self.dice.randint(0, 2)
        bounds = (Bound("Wake", some, least, most),) if some else ()
        return Counted(fresh, standing, added, bounds)

    def claim(self) -> Claim:
        token = self.dice.choice(self.current)
        match self.dice.randrange(5):
            case 0:
                return Holds(token, self.holds[token])
            case 1:
                return self.shuffle(self.some())
            case 2:
                tokens = self.some()
                held = sorted(self.holds[one] for one in tokens)
                return Present(tuple(held[: self.dice.randint(1, len(held))]), tokens)
            case 3:
                pieces = self.went_in[token]
                right = [piece for piece in pieces if self.known[piece] == self.holds[token]]
                others = [piece for piece in pieces if self.dice.random() < 0.5]
                return From(token, tuple(sorted({*right, *others})))
            case _:
                return self.count()

    def make(self, claim: Claim) -> None:
        assert contradiction(claim, self.known) is None
        self.facts = self.facts.after(claim)
        self.claims.append(claim)


def fits(facts: Facts, groups: Mapping[int, int]) -> bool:
    """Whether groups fit the facts, looked up one after the other."""
    return all(groups[token] in can for token, can in facts.can.items()) and all(
        one.least <= sum(a[groups[t] - 1] for t, a in one.amounts.items()) <= one.most
        for one in facts.sums
    )


@pytest.mark.no_cover
@given(st.integers(1, 5), st.integers(0, 14), st.randoms(use_true_random=False))
@examples(150)
def test_spec_8_8_deals_are_all_that_fits_each_once_in_order(
    limit: int, claims: int, dice: random.Random
) -> None:
    history = History(limit, dice)
    for _ in range(claims):
        history.make(history.claim())
    tokens, facts = history.current, history.facts
    ways = [
        dict(zip(tokens, groups, strict=True))
        for groups in permutations(range(1, limit + 1))
        if fits(facts, dict(zip(tokens, groups, strict=True)))
    ]
    assert history.holds in ways
    assert len(facts.can) == limit
    assert [deal(facts, number) for number in range(count(facts))] == ways


def test_vectors_of_deals() -> None:
    """Histories of claims, in how many ways the tokens can be dealt, and some of the deals."""
    cases: list[Json] = []
    for seed in range(12):
        history = History(3 + seed % 5, random.Random(seed))
        for _ in range(4 + seed):
            history.make(history.claim())
        ways = count(history.facts)
        drawn = draw(bytes([seed]) * 32, ways)
        cases.append(
            {
                "deck": list(range(1, history.limit + 1)),
                "claims": [plain(claim_data(claim)) for claim in history.claims],
                "can": {str(t): [*sorted(can)] for t, can in sorted(history.facts.can.items())},
                "ways": ways,
                "seed": (bytes([seed]) * 32).hex(),
                "number": drawn,
                "deal": {str(t): g for t, g in sorted(deal(history.facts, drawn).items())},
            }
        )
    check_vectors("deals", cases)


def plain(data: object) -> Json:
    match data:
        case int() | str():
            return data
        case tuple():
            return [plain(one) for one in data]
        case _:
            raise TypeError(data)
