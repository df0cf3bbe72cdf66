"""A seat shows its last entry to some, asks to rejoin, and vanishes (SPEC-12.2)."""

import random
from typing import Final

import pytest

from protocol.conduct import Conduct
from tests.rejoining.code import with_code
from tests.rejoining.records import Entry, Kind, Name, Proposal, Question, Rank
from tests.rejoining.rules import ALL_RULES, Rule
from tests.rejoining.seat import Seat
from tests.rejoining.world import Table, World

_SEEDS: Final = 120


def parted(
    seats: int,
    shown: set[int],
    *,
    seed: int = 0,
    without: frozenset[Rule] = frozenset(),
    code: bool = False,
) -> tuple[World, Question, Entry]:
    """The last seat has shown its entry to these, and asked all; everybody has heard everybody."""
    gone = seats - 1
    table = Table(seats, frozenset({gone}), proposals=4)
    world = World(table, random.Random(seed), ALL_RULES - without)
    world.law.pattern = (gone, *range(gone))
    if code:
        world = with_code(world)
    entry = world.records.add(Entry(None, Name(gone, Rank(0)), 0, None, None, 1))
    question = world.ask(gone)
    for node in world.nodes:
        if node.seat in shown:
            assert node.hear(entry, 0, 0)
        node.hear(question, 0, 0)
    share(world)
    return world, question, entry


def share(world: World) -> None:
    """Everybody hears all that was signed, until nothing is new."""
    for _ in range(4):
        for record in list(world.records.made):
            for node in world.nodes:
                node.hear(record, 0, 100 + node.seat)
        for node in world.nodes:
            node.settle()


def replace_who_is_gone(world: World, question: Question, after: Entry | None) -> list[Seat]:
    """Those on a line propose it, and all sign that may; the seats that came to one line."""
    proposal = world.records.add(
        Proposal(after, Kind.REPLACE, ((question.seat, question.rank),), 0)
    )
    for node in world.nodes:
        node.sign(proposal)
    share(world)
    for _ in range(2):
        for node in world.nodes:
            node.settle()
            node.carry(proposal, 0)
        share(world)
    for node in world.nodes:
        node.settle()
    share(world)
    assert world.broken() is None
    carried = {e for e in world.records.all(Entry) if e.agreement is not None}
    return [node for node in world.nodes if node.head in carried and not node.pending]


APART = [
    (seats, one, ahead, code)
    for seats, one in ((5, 3), (5, 0), (6, 1))
    for ahead in (True, False)
    for code in (False, True)
    if not (code and ahead and one == 0)
]
"""How many play, who stands apart, whether it is ahead, and whether nodes are the program's."""


@pytest.mark.parametrize(("seats", "one", "ahead", "code"), APART)
def test_who_alone_stands_apart_asks_anew_and_goes_on_with_the_others(
    seats: int, one: int, ahead: bool, code: bool
) -> None:
    shown = {one} if ahead else set(range(seats - 1)) - {one}
    world, question, entry = parted(seats, shown, code=code)
    assert [node.seat for node in world.nodes if node.pending] == [one]
    together = replace_who_is_gone(world, question, None if ahead else entry)
    assert len(together) == seats - 1


def test_decision_80_a_node_that_is_ahead_and_would_carry_the_agreement_holds_all_up() -> None:
    """A limit, not a promise: it does not go back before the entry that the others lack."""
    world, question, _ = parted(5, {0}, code=True)
    assert [node.seat for node in world.nodes if node.pending] == [0]
    assert not replace_who_is_gone(world, question, None)


@pytest.mark.parametrize("code", [False, True], ids=["model", "code"])
@pytest.mark.parametrize("ahead", [True, False], ids=["ahead", "behind"])
def test_without_asking_anew_both_lines_wait_for_ever(
    ahead: bool, code: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Conduct, "stands_apart", lambda *_: False)
    shown = {3} if ahead else {0, 1, 2}
    without = frozenset({Rule.ASK_WHEN_APART})
    world, question, entry = parted(5, shown, without=without, code=code)
    for after in (None, entry):
        assert not replace_who_is_gone(world, question, after)


@pytest.mark.parametrize(("seats", "shown"), [(3, {0}), (4, {0}), (4, {0, 1}), (5, {0, 1})])
def test_with_half_of_the_seats_or_more_apart_nobody_can_go_on(seats: int, shown: set[int]) -> None:
    """More than half of all seats must sign that are not pending (SPEC-18.3)."""
    world, question, entry = parted(seats, shown)
    assert not any(node.pending for node in world.nodes)
    for after in (None, entry):
        assert not replace_who_is_gone(world, question, after)


@pytest.mark.no_cover  # a search of histories
@pytest.mark.parametrize("shown", [{0}, {3}, {0, 1, 2}, {1, 2, 3}])
def test_no_history_that_goes_on_from_there_convicts_or_splits_honest_seats(
    shown: set[int],
) -> None:
    """Some sign against who has asked, others lose their machines, and that one is back."""
    agreed = 0
    for seed in range(_SEEDS):
        world, question, entry = parted(5, shown, seed=seed)
        after = None if len(shown) == 1 else entry
        proposal = Proposal(after, Kind.REPLACE, ((4, question.rank),), 0)
        world.records.add(proposal)
        for node in world.nodes:
            if world.draw.random() < 0.7:
                node.sign(proposal)
        assert world.run(100) is None, f"seed {seed}: {world.told}"
        agreed += any(one.agreement is not None for one in world.records.all(Entry))
    assert agreed > _SEEDS // 60
