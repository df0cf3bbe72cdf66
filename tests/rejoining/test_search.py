"""Random histories keep what must always hold; with a rule left out, some of them do not."""

import dataclasses
from collections.abc import Mapping
from typing import Final

import pytest

from tests.rejoining.calm import agree_on_a_line, calm, debts, stuck
from tests.rejoining.records import Signature
from tests.rejoining.rules import ALL_RULES, Rule, convicted
from tests.rejoining.tables import TABLES
from tests.rejoining.world import history

pytestmark = pytest.mark.no_cover  # a search of histories

_SEEDS: Final = 300
_CALM_SEEDS: Final = 120
_FORKS: Final = 200

BREAKS: Final[tuple[tuple[frozenset[Rule], str, int, int], ...]] = (
    (frozenset({Rule.ANSWER_ONCE}), "three", 1, 60),
    (frozenset({Rule.NOT_BELOW_KNOWN}), "three", 10, 60),
    (frozenset({Rule.LAST_NOT_BELOW}), "three", 69, 60),
    (frozenset({Rule.FREEZE}), "three", 93, 60),
    (frozenset({Rule.CUT_BACK}), "three, one hostile", 228, 60),
    (frozenset({Rule.FREEZE_WITHIN}), "four, one hostile", 26, 60),
    (frozenset({Rule.ANSWERS_LIST}), "four, one hostile", 321, 60),
    (frozenset({Rule.ONE_PROPOSAL}), "three agree", 2, 60),
    (frozenset({Rule.SIGN_OR_ANSWER}), "three agree", 24, 60),
    (frozenset({Rule.SIGNED_FOR_ME}), "three agree", 711, 60),
    (frozenset({Rule.OWN_KEY, Rule.RESTS_ON}), "three agree", 144, 60),
    (frozenset({Rule.ANSWERS_SAY_SIGNED}), "three agree", 1714, 60),
    (frozenset({Rule.SIGNATURES_END}), "three agree", 2472, 60),
    (frozenset({Rule.PENDING_MAY_HAVE}), "three agree, one hostile", 6274, 100),
    (frozenset({Rule.RESTS_ON}), "keeper agrees, one hostile", 10044, 120),
    (frozenset({Rule.SIGNERS_FREEZE}), "three agree, one hostile", 166, 60),
    (frozenset({Rule.ONE_AFTER_FAULT}), "three after a fork", 313, 120),
    (frozenset({Rule.NAMES_BEGIN}), "three after a fork", 219, 120),
    (frozenset({Rule.SUCCESSOR_ASKS}), "three agree, one hostile, many losses", 376, 60),
)
"""Rules left out, and the table, seed and steps of a history that breaks without them."""

STICKS: Final[Mapping[Rule, int]] = {Rule.HIGHER_ROUND: 10, Rule.ASK_AGAIN: 2}
"""Rules without which three honest seats do not come to one line, and the seed."""


@pytest.mark.parametrize("name", TABLES)
def test_no_history_convicts_an_honest_seat_or_splits_honest_seats(name: str) -> None:
    settled = 0
    for seed in range(_SEEDS):
        world = history(TABLES[name], seed)
        assert world.run(60) is None, f"seed {seed}: {world.told}"
        settled += any(node.own is not None for node in world.nodes)
    assert settled > (0 if TABLES[name].forks else _SEEDS // 10)


@pytest.mark.parametrize(("without", "name", "seed", "steps"), BREAKS)
def test_without_a_rule_a_history_breaks(
    without: frozenset[Rule], name: str, seed: int, steps: int
) -> None:
    assert history(TABLES[name], seed).run(steps) is None
    assert history(TABLES[name], seed, ALL_RULES - without).run(steps) is not None


@pytest.mark.parametrize("name", ["three", "four", "three, one a keeper"])
def test_honest_seats_settle_and_come_to_one_line(name: str) -> None:
    """Nobody needs an agreement for it, however often all of them have lost everything."""
    for seed in range(_CALM_SEEDS):
        world = history(TABLES[name], seed)
        world.run(60)
        calm(world, answering=False)
        assert world.broken() is None
        assert not stuck(world), f"seed {seed}: {world.told}"


@pytest.mark.parametrize("answering", [True, False], ids=["answering", "silent"])
@pytest.mark.parametrize(
    "name", ["three, one hostile", "four, one hostile", "four, two hostile", "keeper, one hostile"]
)
def test_seats_that_are_stuck_know_who_owes_what(name: str, answering: bool) -> None:
    together = 0
    for seed in range(_CALM_SEEDS):
        world = history(TABLES[name], seed)
        world.run(60)
        if convicted(world.records):
            continue
        calm(world, answering=answering)
        assert world.broken() is None
        if stuck(world):
            assert list(debts(world)), f"seed {seed}: {world.told}"
        else:
            together += 1
    assert together > _CALM_SEEDS // 10


@pytest.mark.parametrize("name", [name for name, table in TABLES.items() if table.forks])
def test_agreements_are_carried_after_a_fault(name: str) -> None:
    """Longer histories: no honest seat is convicted, and none is left on the line of a culprit."""
    signed = 0
    for seed in range(_SEEDS):
        world = history(TABLES[name], seed)
        assert world.run(120) is None, f"seed {seed}: {world.told}"
        signed += any(one.added is not None for one in world.records.all(Signature))
    assert signed > _SEEDS // 10


@pytest.mark.parametrize("name", ["three after a fork", "four after a fork", "keeper after a fork"])
def test_honest_seats_that_agree_after_a_fork_come_to_one_line(name: str) -> None:
    parted = agreed = 0
    for seed in range(_FORKS):
        world = history(dataclasses.replace(TABLES[name], proposals=0), seed)
        assert world.run(60) is None
        if not convicted(world.records):
            continue
        calm(world, answering=True)
        before = len({node.head for node in world.nodes if not node.retired})
        if not agree_on_a_line(world):
            continue
        agreed += 1
        parted += before > 1
        assert world.broken() is None
        live = [node for node in world.nodes if not node.retired and not node.pending]
        assert len({node.head for node in live}) == 1, f"seed {seed}: {world.told}"
    assert agreed > _FORKS // 20
    assert parted > 2


@pytest.mark.parametrize(("rule", "seed"), STICKS.items())
def test_without_a_rule_honest_seats_stay_apart(rule: Rule, seed: int) -> None:
    world = history(TABLES["three"], seed, ALL_RULES - {rule})
    world.run(60)
    calm(world, answering=False)
    assert stuck(world)
