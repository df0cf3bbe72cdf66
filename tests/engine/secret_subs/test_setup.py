"""SS-0.8: decks and opening groups."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Power, SpaceId
from engine.claims import Bound, Counted, Shuffled
from engine.errors import IncompatibleModules, Malformed
from engine.loading import builtin
from engine.pieces import PieceId
from engine.run import Run
from engine.setup import compose, new_game
from engine.units import SUBMARINE
from engine.validate import validate
from engine.variants.secret_subs.setup import OpeningGroups, OpeningPlacement, zones_needed
from engine.variants.secret_subs.state import supply_of, tracker
from engine.variants.secret_subs.tokens import tokens_of
from tests.engine.position import world
from tests.engine.secret_subs.owners import Referee, sizes

USA = Power("USA")
ONE_POWER_A_SEAT = tuple((Power(p),) for p in ("USA", "Japan", "UK", "Germany"))
SZ_1, SZ_2 = SpaceId("SZ 1"), SpaceId("SZ 2")


def opened(*subs: tuple[str, int], **options: str) -> Referee:
    """A new game in which the USA has these submarines; its opening is asked."""
    listed = "".join(f'[units."{zone}"]\nUSA = {{submarine = {n}}}\n' for zone, n in subs)
    counted = f"income = 12, units = {sum(n for _, n in subs)}"
    scenario = world(("[[victory]]", f"{listed}\n[[victory]]"), ("income = 12, units = 0", counted))
    return Referee(new_game(scenario, ("SS",), options, ONE_POWER_A_SEAT))


def test_every_power_is_dealt_a_shuffled_deck() -> None:
    """Protocol, Commitments: the deck is the public points of the groups, i-th token group i."""
    scenario = builtin("wake-island")
    game = new_game(scenario, ("SS",), {}, tuple((p,) for p in scenario.powers))
    run = Run(game)
    claim: Any = run.request
    assert isinstance(claim.claim, Shuffled)
    assert claim.claim.place == supply_of(scenario.powers[0])
    assert len(claim.claim.old) == len(claim.claim.new) == 10
    assert not {*claim.claim.old, *claim.claim.new} & game.pieces.keys()


def test_no_submarine_stands_on_the_map() -> None:
    """SS-0.2: all are in groups, as many as were printed."""
    scenario = builtin("wake-island")
    sea = Referee(new_game(scenario, ("SS",), {}, tuple((p,) for p in scenario.powers)))
    sea.fuzz(len(scenario.powers))
    printed = Counter[Power]()
    for stack in scenario.opening:
        if stack.kind == SUBMARINE:
            printed[stack.owner] += stack.count
    for power in scenario.powers:
        assert sum(sizes(sea.game, power)) == printed[power]
    assert not validate(sea.game)


class TestOpening:
    def own(self, sea: Referee, group: int) -> PieceId:
        supply = tracker(sea.game, USA).supply
        return next(token for token in supply if sea.secrets[token] == group)

    def test_groups_are_divided_and_placed(self) -> None:
        sea = opened(("SZ 1", 3), ("SZ 2", 1))
        assert sea.asks(OpeningGroups, "USA")
        places = {self.own(sea, 4): SZ_1, self.own(sea, 7): SZ_1, self.own(sea, 1): SZ_2}
        sea.do(OpeningPlacement({1: 1, 4: 2, 7: 1}, dict(sorted(places.items()))))
        assert sizes(sea.game, "USA") == (1, 0, 0, 2, 0, 0, 1, 0, 0, 0)
        assert {t.id: t.at for t in tokens_of(sea.game, USA)} == places
        assert len(tracker(sea.game, USA).supply) == 7
        first, second = (tuple(sorted(t for t in places if places[t] == z)) for z in (SZ_1, SZ_2))
        assert sea.claimed(Counted)[-1] == Counted(
            (),
            tuple(sorted(places)),
            {1: 1, 4: 2, 7: 1},
            (Bound(SZ_1, first, 3, 3), Bound(SZ_2, second, 1, 1)),
        )

    def refusal(self, sea: Referee, groups: dict[int, int], *places: tuple[int, str]) -> str:
        tokens = {self.own(sea, group): SpaceId(zone) for group, zone in places}
        return str(sea.refused(OpeningPlacement(groups, dict(sorted(tokens.items())))))

    def test_what_is_refused(self) -> None:
        sea = opened(("SZ 1", 2), ("SZ 2", 1))
        both = ((1, "SZ 1"), (2, "SZ 2"))
        assert "not the number that the set-up prints" in self.refusal(sea, {1: 2, 2: 2}, *both)
        assert "numbered" in self.refusal(sea, {1: 2, 11: 1}, *both)
        assert "group 3 is empty" in self.refusal(sea, {1: 2, 2: 1, 3: 0}, *both)
        assert "no submarines in SZ 5" in self.refusal(sea, {1: 2, 2: 1}, (1, "SZ 1"), (2, "SZ 5"))

    def test_at_least_one_group_in_each_zone_and_at_most_as_many_as_submarines(self) -> None:
        sea = opened(("SZ 1", 2), ("SZ 2", 1))
        crowded = ((1, "SZ 1"), (2, "SZ 2"), (3, "SZ 2"))
        assert "cannot take 2 tokens" in self.refusal(sea, {1: 1, 2: 1, 3: 1}, *crowded)
        assert "SZ 2 has 1 submarine and needs a token" in self.refusal(
            sea, {1: 2, 2: 1}, (1, "SZ 1"), (2, "SZ 1")
        )

    def test_groups_must_be_able_to_make_up_each_zone(self) -> None:
        sea = opened(("SZ 1", 3), ("SZ 2", 3))
        two = ((1, "SZ 1"), (2, "SZ 2"))
        assert "cannot add up to" in self.refusal(sea, {1: 4, 2: 2}, *two)

    def test_no_opening_takes_long_to_judge(self) -> None:
        """Ten zones of two: nine pairs and two single ones, in two zones with two tokens each."""
        zones = [(f"SZ {n}", 2) for n in range(1, 11)]
        sea = opened(*zones, limit="12", setup_decoys="1")
        supply = tracker(sea.game, USA).supply
        sizes_ = dict.fromkeys(range(1, 10), 2) | {10: 1, 11: 1}
        places = [SpaceId(zone) for zone, _ in zones]
        apart = [*places, places[0], places[1]]
        together = [*places, places[0]]
        sea.asked.check(
            sea.game, OpeningPlacement(sizes_, dict(zip(supply, together, strict=False)))
        )
        eight = dict.fromkeys(range(1, 9), 2) | {9: 1, 10: 1, 11: 1, 12: 1}
        sea.asked.check(sea.game, OpeningPlacement(eight, dict(zip(supply, apart, strict=False))))
        three = [*places, places[0], places[0]]
        refusal = sea.refused(OpeningPlacement(eight, dict(zip(supply, three, strict=False))))
        assert "cannot add up to" in str(refusal)

    def test_no_free_decoys(self) -> None:
        sea = opened(("SZ 1", 2))
        decoy = ((1, "SZ 1"), (2, "SZ 1"))
        reason = "1 group with submarines cannot be on 2 tokens; no decoys can be placed"
        assert reason in self.refusal(sea, {1: 2}, *decoy)
        sea = opened(("SZ 1", 2), setup_decoys="1")
        tokens = {self.own(sea, 1): SZ_1, self.own(sea, 2): SZ_1}
        sea.do(OpeningPlacement({1: 2}, dict(sorted(tokens.items()))))
        assert len(tokens_of(sea.game, USA)) == 2

    def test_a_token_that_is_not_in_the_supply(self) -> None:
        sea = opened(("SZ 1", 1))
        assert "not in the supply" in str(sea.refused(OpeningPlacement({1: 1}, {PieceId(1): SZ_1})))

    def test_the_sizes_must_be_those_of_the_tokens_put_there(self) -> None:
        """Counted: numbers are secret, so only the owner (or the audit) can tell."""
        sea = opened(("SZ 1", 2), ("SZ 2", 1))
        swapped = {self.own(sea, 2): SZ_1, self.own(sea, 1): SZ_2}
        false = OpeningPlacement({1: 2, 2: 1}, dict(sorted(swapped.items())))
        assert sea.refused(false).code == "CAPACITY"
        stored = {self.own(sea, 3): SZ_1, self.own(sea, 1): SZ_2}
        assert (
            sea.refused(OpeningPlacement({1: 1, 2: 2}, dict(sorted(stored.items())))).code
            == "CAPACITY"
        )

    def test_garbage(self) -> None:
        sea = opened(("SZ 1", 1))
        garbage: list[Any] = [None, [], [[], [], []], [[[1, -1]], []], "x"]
        for data in garbage:
            with pytest.raises(Malformed):
                sea.run.answer(data)


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=4), st.integers(0, 3), st.integers(0, 10**6)
)
def test_samples_are_legal_and_drafts_true(subs: list[int], decoys: int, seed: int) -> None:
    zones = [(f"SZ {i}", n) for i, n in enumerate(subs, start=1)]
    sea = opened(*zones, setup_decoys=str(decoys))
    draw = random.Random(seed)
    sea.asked.check(sea.game, sea.asked.sample(sea.game, draw))
    sea.do(sea.asked.sample_owned(sea.game, draw, sea.secrets))
    assert sum(sizes(sea.game, "USA")) == sum(subs)


def test_candidates_are_legal_and_each_once() -> None:
    sea = opened(("SZ 1", 2), ("SZ 2", 1), limit="3")
    answers = list(sea.asked.candidates(sea.game))
    assert len({repr(answer) for answer in answers}) == len(answers) == 36
    for answer in answers:
        sea.asked.check(sea.game, answer)


def test_a_limit_too_small_for_the_set_up_is_refused() -> None:
    scenario = builtin("wake-island")
    needed = zones_needed(scenario)
    assert needed > 1
    with pytest.raises(IncompatibleModules, match="needs as many groups"):
        compose(scenario, ("SS",), {"limit": "1"}, tuple((p,) for p in scenario.powers))
