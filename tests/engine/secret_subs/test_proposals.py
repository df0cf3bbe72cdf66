"""SS-4: which actions are listed, against the slow twin that judges every one there might be."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Power
from engine.errors import Illegal
from engine.game import Game
from engine.phases import Phase
from engine.pieces import PieceId
from engine.records import encode
from engine.requests import Decision
from engine.variants.secret_subs.actions import (
    Anonymize,
    ClaimFrom,
    Remove,
    Reorganize,
    SubsAction,
    Transfer,
    check,
    subject,
)
from engine.variants.secret_subs.combat import ChooseSides
from engine.variants.secret_subs.public import misplaced, open_groups
from engine.variants.secret_subs.state import Tracker, tracker
from engine.variants.secret_subs.survivors import ReorganizeSurvivors
from engine.variants.secret_subs.tokens import possible, tokens_of
from engine.variants.secret_subs.windows import Window
from tests.engine.secret_subs.owners import waters

PAIR = 2

SEA = """
    SZ 2: USA a=1:2, b=2:0, c=3:1 / Japan x=1:2, y=2:1
    SZ 3: Japan z=3:1, w=4:0
    SZ 5: USA d=4:1 / UK u=1:1, v=2:1
"""


def imaginable(game: Game, power: Power) -> Iterator[SubsAction]:
    """Actions of every sort, about tokens of any place: most are refused."""
    tokens = tokens_of(game, power)
    groups = range(1, tracker(game, power).limit + 1)
    for a, b in combinations(tokens, 2):
        yield Anonymize(frozenset({a.id, b.id}))
    for token in tokens:
        for source in groups:
            for target in groups:
                yield Reorganize(token.id, (Transfer(source, target, 1),))
        for markers in possible(game, token).values():
            alike = (p for p, m in possible(game, token).items() if m == markers)
            yield ClaimFrom(token.id, frozenset(alike))
        for group in groups:
            yield Remove(token.id, group)


def named(game: Game, power: Power, action: SubsAction) -> str:
    """The action as it is listed: a class of tokens goes by the first of them."""
    if isinstance(action, Reorganize):
        action = Reorganize(subject(game, power, action)[0].id, action.transfers)
    return str(encode(action))


def is_legal(game: Game, decision: Decision[Any], action: SubsAction) -> bool:
    try:
        check(game, decision, action)
    except Illegal:
        return False
    return True


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_legal_action_is_listed(seed: int) -> None:
    """Also where a slot is for some tokens and some sorts of action alone (SS-3.1, 3.4, 3.7)."""
    sea = waters("West: USA complex, infantry", SEA, attacked=("SZ 2",), phase=Phase.CONDUCT_COMBAT)
    sea.draw = random.Random(seed)
    asked = set()
    for _ in range(45):
        decision = sea.asked
        if decision.open:
            asked.add(type(decision))
            legal = {
                named(sea.game, decision.power, action)
                for action in imaginable(sea.game, decision.power)
                if is_legal(sea.game, decision, action)
            }
            listed = sea.game.rules.candidate_actions(sea.game, decision)
            pairs = [a for a in listed if not isinstance(a, Anonymize) or len(a.tokens) == PAIR]
            assert {str(encode(action)) for action in pairs} == legal
        sea.fuzz(1)
    assert asked >= {ChooseSides, Window, ReorganizeSurvivors}


@given(
    st.dictionaries(st.integers(1, 6), st.integers(1, 6), max_size=6).filter(
        lambda opened: len(set(opened.values())) == len(opened)
    ),
    st.sets(st.integers(1, 6)),
)
def test_ss_0_6_a_group_is_open_where_nothing_known_speaks_against_it(
    opened: dict[int, int], tokens: set[int]
) -> None:
    track = Tracker(sizes=(1,) * 6, opened={PieceId(t): group for t, group in opened.items()})
    among = [PieceId(token) for token in tokens]
    assert open_groups(track, among) == tuple(
        group for group in range(1, 7) if misplaced(track, (group,), among) is None
    )
