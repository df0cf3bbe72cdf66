"""SS-5, `support`: what an observer can still believe of a face-down token, against brute force."""

import dataclasses
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import SpaceId
from engine.claims import Bound
from engine.pieces import PieceId
from engine.variants.secret_subs import arrangements
from engine.variants.secret_subs.support import Support
from tests.examples import examples


def handles(*numbers: int) -> tuple[PieceId, ...]:
    return tuple(PieceId(n) for n in numbers)


def shown(**groups: int) -> dict[PieceId, int]:
    """`h12=3` stands for: token 12 holds group 3."""
    return {PieceId(int(name[1:])): group for name, group in groups.items()}


def test_ex_p_production() -> None:
    """EX-P.1: 1-7 known on board; 8 and 9 grow, one decoy: each new token may be 8, 9, 10."""
    known = Support.of(10).placed(handles(*range(1, 8)), range(1, 8))
    known = known.shown({PieceId(n): n for n in range(1, 8)})
    known = known.placed(handles(11, 12, 13), (8, 9))
    for token in handles(11, 12, 13):
        assert known.odds(token) == {8: Fraction(1, 3), 9: Fraction(1, 3), 10: Fraction(1, 3)}


def test_ss_4_3d_ex_a_anonymization() -> None:
    """EX-A: a and b shuffled to c and d; d's claim to be b tells everybody that c was a."""
    known = Support.of(10).placed(handles(1, 2), (1, 2)).shown(shown(h1=1, h2=2))
    known = known.shuffled(handles(1, 2), handles(3, 4))
    assert known.possible(PieceId(3)) == known.possible(PieceId(4)) == {1, 2}
    known = known.came_from(PieceId(4), handles(2))
    assert known.odds(PieceId(3)) == {1: 1}
    assert known.odds(PieceId(4)) == {2: 1}


def test_marginals_alone_would_not_do() -> None:
    """Z1 holds {1,2}, Z2 {3,4}; one of each meet and are shuffled, then each pair is shuffled.

    When Z2 then shows 1, its other token cannot be 2: it is 3 or 4.
    """
    known = Support.of(10).placed(handles(1, 2, 3, 4), (1, 2, 3, 4))
    known = known.present((1, 2), handles(1, 2)).present((3, 4), handles(3, 4))
    known = known.shuffled(handles(2, 3), handles(5, 6))
    known = known.shuffled(handles(1, 5), handles(7, 8)).shuffled(handles(4, 6), handles(9, 10))
    assert known.possible(PieceId(9)) == {1, 2, 3, 4}
    known = known.shown(shown(h9=1))
    assert known.odds(PieceId(10)) == {3: Fraction(1, 2), 4: Fraction(1, 2)}


def test_a_decoys_number_is_not_public() -> None:
    """SS-A1: an unnamed decoy may be any number that nothing has named."""
    known = Support.of(10).placed(handles(1, 2), (1,))
    assert known.odds(PieceId(1)) == {1: Fraction(1, 2)} | dict.fromkeys(
        range(2, 11), Fraction(1, 18)
    )


def test_reorganizing_names_the_groups_of_a_zone() -> None:
    """SS-4.1: the order says that these numbers are in that zone, not which token is which."""
    known = Support.of(4).placed(handles(1, 2, 3), (1,)).present((1, 4), handles(1, 2))
    assert known.odds(PieceId(3)) == {2: Fraction(1, 2), 3: Fraction(1, 2)}
    assert known.odds(PieceId(1)) == {1: Fraction(1, 2), 4: Fraction(1, 2)}


def test_a_removed_group_can_come_back_with_another_token() -> None:
    """SS-1.3b: a freed token may be placed again; its number is one of those in the supply."""
    known = Support.of(3).placed(handles(1, 2), (1,)).shown(shown(h2=3)).returned(handles(2))
    known = known.placed(handles(4), ())
    assert known.odds(PieceId(4)) == {2: Fraction(1, 2), 3: Fraction(1, 2)}
    assert known.tokens == handles(1, 4)


def test_claims_from_end_with_the_turn() -> None:
    """SS-4.3b, point 6: a claim about a shuffle of an earlier turn says nothing new."""
    known = Support.of(10).placed(handles(1, 2), (1, 2)).shown(shown(h1=1, h2=2))
    known = known.shuffled(handles(1, 2), handles(3, 4)).turn_over()
    assert known.came_from(PieceId(4), handles(2)) == known


def test_facts_that_cannot_be_are_an_error() -> None:
    known = Support.of(10).placed(handles(1, 2), (1, 2)).shown(shown(h1=1))
    with pytest.raises(ValueError, match="contradict"):
        known.shown(shown(h2=1))


@dataclasses.dataclass
class History:
    """The slow twin: every complete history, with every group told apart, each equally likely."""

    limit: int
    worlds: list[tuple[dict[int, int], dict[int, int], int]]
    """What each token holds; what each piece of a shuffle held; weight."""

    def placed(self, tokens: Sequence[int], growing: Iterable[int]) -> None:
        after = []
        for held, pieces, weight in self.worlds:
            pool = [g for g in range(1, self.limit + 1) if g not in held.values()]
            for draw in permutations(pool, len(tokens)):
                now = held | dict(zip(tokens, draw, strict=True))
                if set(growing) <= set(now.values()):
                    after.append((now, pieces, weight))
        self.worlds = after

    def shuffled(self, old: Sequence[int], new: Sequence[int]) -> None:
        self.worlds = [
            (
                {t: g for t, g in held.items() if t not in old}
                | dict(zip(new, (held[t] for t in order), strict=True)),
                pieces | {t: held[t] for t in old},
                weight,
            )
            for held, pieces, weight in self.worlds
            for order in permutations(old)
        ]

    def came_from(self, token: int, among: Sequence[int]) -> None:
        self.worlds = [w for w in self.worlds if w[0][token] in {w[1][p] for p in among}]

    def present(self, groups: Iterable[int], tokens: Iterable[int]) -> None:
        wanted, among = set(groups), list(tokens)
        self.worlds = [w for w in self.worlds if wanted <= {w[0][t] for t in among}]

    def shown(self, token: int, group: int) -> None:
        self.worlds = [w for w in self.worlds if w[0][token] == group]

    def counted(self, fresh: Iterable[int], added: dict[int, int], bounds: Sequence[Bound]) -> None:
        def holds(held: dict[int, int]) -> bool:
            amounts = {t: max(t in fresh, added.get(group, 0)) for t, group in held.items()}
            totals = [(sum(amounts[t] for t in b.tokens), b) for b in bounds]
            return all(b.least <= total <= b.most for total, b in totals)

        self.worlds = [w for w in self.worlds if holds(w[0])]

    def submarines(self, tokens: Iterable[int], sizes: dict[int, int]) -> dict[int, Fraction]:
        count: Counter[int] = Counter()
        for held, _, weight in self.worlds:
            count[sum(sizes.get(held[t], 0) for t in tokens)] += weight
        return {n: Fraction(c, count.total()) for n, c in count.items()}

    def returned(self, token: int) -> None:
        for held, _, _ in self.worlds:
            held.pop(token, None)

    def odds(self, token: int) -> dict[int, Fraction]:
        count: Counter[int] = Counter()
        for held, _, weight in self.worlds:
            count[held[token]] += weight
        return {g: Fraction(n, count.total()) for g, n in count.items()}


class Play:
    """A random true history, told to the observer and to its slow twin."""

    def __init__(self, limit: int, seed: int) -> None:
        self.draw = random.Random(seed)
        self.limit = limit
        self.truth: dict[int, int] = {}
        self.origin: dict[int, tuple[int, tuple[int, ...]]] = {}
        self.pieces: dict[int, int] = {}
        self.next = 1
        self.known = Support.of(limit)
        self.twin = History(limit, [({}, {}, 1)])

    def fresh(self, count: int) -> tuple[int, ...]:
        self.next += count
        return tuple(range(self.next - count, self.next))

    def step(self) -> None:
        moves = [
            self.place,
            self.shuffle,
            self.shuffle,
            self.claim,
            self.show,
            self.reorganize,
            self.remove,
            self.turn_over,
        ]
        self.draw.choice(moves)()

    def place(self) -> None:
        """Mobilize at two complexes; both claims tell what they have room for (SS-1.4)."""
        pool = [g for g in range(1, self.limit + 1) if g not in self.truth.values()]
        count = min(len(pool), self.draw.randint(1, 2))
        if not count:
            return
        standing = sorted(self.draw.sample(sorted(self.truth), min(2, len(self.truth))))
        fresh = self.fresh(count)
        groups = self.draw.sample(pool, count)
        self.truth |= dict(zip(fresh, groups, strict=True))
        charged = (*fresh, *standing)
        added = {
            self.truth[t]: self.draw.randint(1, 3) for t in charged if self.draw.random() < 0.5
        }
        self.known = self.known.placed(handles(*fresh), added)
        self.twin.placed(fresh, added)
        parts = (charged[::2], charged[1::2])
        amounts = {t: max(t in fresh, added.get(self.truth[t], 0)) for t in charged}
        bounds = tuple(
            bound("complex", part, 0, sum(amounts[t] for t in part) + self.draw.randint(0, 1))
            for part in parts
        )
        self.known = self.known.counted(handles(*fresh), handles(*standing), added, bounds)
        if added:
            self.twin.present(added, charged)
        self.twin.counted(fresh, added, bounds)

    def place_known(self, count: int) -> None:
        """Tokens that all have seen, so that a large board has few histories."""
        for group in range(1, count + 1):
            (token,) = self.fresh(1)
            self.truth[token] = group
            self.known = self.known.placed(handles(token), (group,)).shown({PieceId(token): group})
            self.twin.placed((token,), (group,))
            self.twin.shown(token, group)

    def turn_over(self) -> None:
        """What went into shuffles is forgotten; old claims are made no more."""
        self.known = self.known.turn_over()
        self.origin.clear()

    def shuffle(self) -> None:
        if len(self.truth) < 2:
            return
        old = sorted(
            self.draw.sample(
                sorted(self.truth), self.draw.randint(2, 3) if len(self.truth) > 2 else 2
            )
        )
        new = self.fresh(len(old))
        groups = [self.truth.pop(t) for t in old]
        self.pieces |= dict(zip(old, groups, strict=True))
        self.draw.shuffle(groups)
        self.truth |= dict(zip(new, groups, strict=True))
        for token in new:
            self.origin[token] = (self.truth[token], tuple(old))
        self.known = self.known.shuffled(handles(*old), handles(*new))
        self.twin.shuffled(old, new)

    def claim(self) -> None:
        tokens = sorted(t for t in self.truth if t in self.origin)
        if not tokens:
            return
        token = self.draw.choice(tokens)
        group, old = self.origin[token]
        among = sorted(p for p in old if self.pieces[p] == group or self.draw.random() < 0.4)
        self.known = self.known.came_from(PieceId(token), handles(*among))
        self.twin.came_from(token, among)

    def show(self) -> None:
        if not self.truth:
            return
        token = self.draw.choice(sorted(self.truth))
        self.known = self.known.shown({PieceId(token): self.truth[token]})
        self.twin.shown(token, self.truth[token])

    def reorganize(self) -> None:
        if len(self.truth) < 2:
            return
        among = sorted(self.draw.sample(sorted(self.truth), 2))
        groups = sorted(self.truth[t] for t in among)[: self.draw.randint(1, 2)]
        self.known = self.known.present(groups, handles(*among))
        self.twin.present(groups, among)

    def remove(self) -> None:
        if not self.truth:
            return
        token = self.draw.choice(sorted(self.truth))
        group = self.truth.pop(token)
        self.known = self.known.shown({PieceId(token): group}).returned(handles(token))
        self.twin.shown(token, group)
        self.twin.returned(token)


def agrees(play: Play) -> None:
    """The truth is possible, every chance is the slow twin's, and so are sums of submarines."""
    assert play.known.error == 0
    assert sorted(play.known.tokens) == sorted(play.truth)
    for token, group in play.truth.items():
        odds = play.known.odds(PieceId(token))
        assert odds == play.twin.odds(token)
        assert group in odds
    sizes = {group: group % 4 for group in range(1, play.limit + 1)}
    some = sorted(play.truth)[::2]
    assert play.known.submarines(handles(*some), sizes) == play.twin.submarines(some, sizes)


@examples(60)
@given(
    st.integers(0, 2**32),
    st.integers(2, 5),
    st.integers(1, 9),
    st.sampled_from((2, arrangements.MANY)),
)
def test_agrees_with_brute_force_over_whole_histories(
    seed: int, limit: int, steps: int, many: int
) -> None:
    """Also where what has become alike is counted together after every turn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrangements, "MANY", many)
        play = Play(limit, seed)
        for _ in range(steps):
            if len(play.twin.worlds) > 2_000:
                break
            play.step()
        agrees(play)


@examples(40)
@given(st.integers(0, 2**32), st.integers(7, 11), st.integers(1, 7))
def test_agrees_with_brute_force_up_to_twelve_tokens(seed: int, known: int, steps: int) -> None:
    play = Play(12, seed)
    play.place_known(known)
    for _ in range(steps):
        if len(play.twin.worlds) > 1_000:
            break
        play.step()
    agrees(play)


def eight_unresolved() -> Support:
    known = Support.of(12).placed(handles(*range(1, 9)), range(1, 6))
    return known.shuffled(handles(1, 2, 3), handles(11, 12, 13))


def test_eight_unresolved_tokens_are_exact() -> None:
    known = Support.of(12).placed(handles(*range(1, 9)), range(1, 6))
    assert not known.sampled
    assert known.error == 0
    assert known.odds(PieceId(1))[1] == Fraction(1, 8)


def test_a_sample_says_its_error_and_leaves_out_no_possible_group(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact = eight_unresolved().shown(shown(h4=2)).present((1, 3), handles(11, 12))
    monkeypatch.setattr(arrangements, "EXACT", 10)
    sampled = eight_unresolved().shown(shown(h4=2)).present((1, 3), handles(11, 12))
    assert sampled.sampled
    assert 0 < sampled.error < Fraction(1, 2)
    for token in exact.tokens:
        assert exact.possible(token) <= sampled.possible(token)
        for group, odds in exact.odds(token).items():
            assert abs(sampled.odds(token)[group] - odds) <= sampled.error


def test_twelve_shuffled_tokens_are_one_world() -> None:
    """12! orders are never written out: what is alike is counted, not listed."""
    tokens = handles(*range(1, 13))
    known = Support.of(12).placed(tokens, range(1, 7))
    for turn in (1, 2):
        mixed = handles(*range(100 * turn, 100 * turn + 12))
        known = known.shuffled(tokens, mixed).turn_over()
        tokens = mixed
    assert known.error == 0
    assert len(known.worlds) == 1
    assert known.odds(tokens[0])[1] == Fraction(1, 12)


def test_what_has_become_alike_is_counted_together_when_the_turn_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Twelve groups named one by one: shuffled by fours, and by fours across, all are alike."""
    monkeypatch.setattr(arrangements, "MANY", 1)
    tokens = handles(*range(1, 13))
    known = Support.of(12).placed(tokens, range(1, 13))
    for pair in range(1, 13, 2):
        known = known.present((pair, pair + 1), handles(pair, pair + 1))
    for number, (one, other) in enumerate(((1, 2), (5, 6), (9, 10))):
        mixed = handles(*range(100 + 10 * number, 104 + 10 * number))
        known = known.shuffled(handles(one, other, other + 1, other + 2), mixed)
    before = known.odds(PieceId(100))
    known = known.turn_over()
    assert known.odds(PieceId(100)) == before == dict.fromkeys(range(1, 5), Fraction(1, 4))
    assert len(known.groups) == 3
    assert len(known.worlds) == 1


def test_a_sample_that_nothing_is_left_of_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is certain stays certain; of the rest, nothing but what is possible is claimed."""
    monkeypatch.setattr(arrangements, "SAMPLE", 1)
    monkeypatch.setattr(arrangements, "EXACT", 0)
    tokens = handles(*range(1, 13))
    known = Support.of(12).placed(tokens, range(1, 13)).present((1,), tokens[:6])
    assert known.sampled
    other = next(g for g in range(1, 13) if known.present((g,), tokens[:6]).sample == 0)
    known = known.present((other,), tokens[:6])
    assert known.error == 1
    with pytest.raises(ValueError, match="no world of the sample is left"):
        known.submarines(tokens[:1], {1: 3})
    known = known.shown({tokens[0]: other})
    assert known.odds(tokens[0]) == {other: 1}
    assert other not in known.possible(tokens[1])
    known = known.shuffled(tokens[:2], handles(31, 32))
    assert known.odds(PieceId(31))[other] > 0


class TestSumsThatClaimsFix:
    """SS-5: the submarines of each zone at set-up, the capacity of each complex (SS-0.8, 1.4)."""

    def test_a_token_alone_in_a_zone_with_one_submarine_is_the_group_of_one(self) -> None:
        sizes = {1: 3, 2: 1, 3: 2}
        known = Support.of(10).placed(handles(1, 2, 3), sizes)
        known = known.counted(
            (), handles(1, 2, 3), sizes, (bound("A", (1,), 1, 1), bound("B", (2, 3), 5, 5))
        )
        assert known.odds(PieceId(1)) == {2: 1}
        assert known.odds(PieceId(2)) == {1: Fraction(1, 2), 3: Fraction(1, 2)}

    def test_a_group_too_large_for_a_complex_is_at_the_other(self) -> None:
        """Group 8 gets three: the complex with room for two has the decoy or group 9."""
        known = Support.of(10).placed(handles(1, 2), (8, 9))
        known = known.counted(handles(1, 2), (), {8: 3, 9: 1}, (bound("Japan", (1,), 0, 2),))
        assert known.odds(PieceId(1)) == {9: 1}
        assert known.odds(PieceId(2)) == {8: 1}

    def test_a_new_token_uses_up_one_even_without_submarines(self) -> None:
        known = Support.of(3).placed(handles(1, 2, 3), (1,))
        known = known.counted(handles(1, 2, 3), (), {1: 2}, (bound("A", (1, 2), 0, 2),))
        assert known.odds(PieceId(3))[1] == 1


def bound(place: str, tokens: Sequence[int], least: int, most: int) -> Bound:
    return Bound(SpaceId(place), handles(*tokens), least, most)


@pytest.mark.no_cover
@examples(25)
@given(st.integers(0, 2**32), st.integers(2, 5), st.integers(1, 9))
def test_a_sample_never_leaves_out_the_truth(seed: int, limit: int, steps: int) -> None:
    """SS-5: whatever happens, the group that a token holds is among those it may hold."""
    play = Play(limit, seed)
    play.known = dataclasses.replace(play.known, sample=arrangements.SAMPLE)
    for _ in range(steps):
        play.step()
    for token, group in play.truth.items():
        assert group in play.known.possible(PieceId(token))
