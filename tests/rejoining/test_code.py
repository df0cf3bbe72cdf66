"""The search of the model against the program: nothing happens that never must."""

from collections.abc import Iterator
from typing import Final

import pytest

from protocol.answers import RejoinAnswer
from protocol.bars import Bars
from protocol.conduct import Conduct
from protocol.entry import Entry
from protocol.heard import Heard
from protocol.questions import RejoinQuestion
from protocol.settling import Line
from protocol.statement import Signed
from tests.rejoining.calm import calm, debts, stuck
from tests.rejoining.code import with_code
from tests.rejoining.records import Entry as ModelEntry
from tests.rejoining.records import Signature
from tests.rejoining.rules import convicted
from tests.rejoining.tables import TABLES
from tests.rejoining.world import history

pytestmark = pytest.mark.no_cover  # a search of histories

_SEEDS: Final = 120
_CALM_SEEDS: Final = 12
_WITH_AGREEMENTS: Final = [name for name, table in TABLES.items() if table.proposals]
_WITHOUT_AGREEMENTS: Final = [name for name, table in TABLES.items() if not table.proposals]


@pytest.mark.parametrize("name", _WITHOUT_AGREEMENTS)
def test_no_history_convicts_an_honest_node_or_splits_honest_nodes(name: str) -> None:
    settled = 0
    for seed in range(_SEEDS):
        world = with_code(history(TABLES[name], seed))
        assert world.run(60) is None, f"seed {seed}: {world.told}"
        settled += any(node.own is not None for node in world.nodes)
    assert settled > _SEEDS // 40


@pytest.mark.parametrize("name", _WITH_AGREEMENTS)
def test_no_history_with_agreements_convicts_an_honest_node_or_splits_honest_nodes(
    name: str,
) -> None:
    """Nodes sign, refuse, forget it, come back and replace each other; after a fault they sign."""
    signed = carried = 0
    for seed in range(_SEEDS):
        world = with_code(history(TABLES[name], seed))
        assert world.run(60) is None, f"seed {seed}: {world.told}"
        signed += any(True for _ in world.records.all(Signature))
        carried += any(one.agreement is not None for one in world.records.all(ModelEntry))
    assert signed > _SEEDS // 4
    assert carried > 0 or TABLES[name].forks


@pytest.mark.parametrize("name", ["three", "four", "three, one a keeper"])
def test_honest_nodes_settle_and_come_to_one_line(name: str) -> None:
    for seed in range(_CALM_SEEDS):
        world = with_code(history(TABLES[name], seed))
        world.run(60)
        calm(world, answering=False)
        assert world.broken() is None
        assert not stuck(world), f"seed {seed}: {world.told}"


@pytest.mark.parametrize("name", ["three, one hostile", "four, two hostile"])
def test_nodes_that_are_stuck_know_who_owes_what(name: str) -> None:
    for seed in range(_CALM_SEEDS):
        world = with_code(history(TABLES[name], seed))
        world.run(60)
        if convicted(world.records):
            continue
        calm(world, answering=True)
        assert world.broken() is None
        assert not stuck(world) or list(debts(world)), f"seed {seed}: {world.told}"


def _breaks(name: str, seeds: range) -> bool:
    return any(with_code(history(TABLES[name], seed)).run(60) is not None for seed in seeds)


def test_without_the_freeze_a_history_splits_honest_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """SPEC-12.4."""
    monkeypatch.setattr(Bars, "bars", lambda *_, unsettled: False)  # noqa: ARG005 (a keyword)
    assert _breaks("three, one hostile", range(50, 60))


def test_with_any_entry_of_a_settled_seat_a_history_splits_honest_nodes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SPEC-12.4: only those up to the one that the settlement names are taken."""

    def unless_settled(bars: Bars, entry: Entry, line: Line, *, unsettled: bool) -> bool:
        rank, bar = line.rank(entry.incarnation), bars.bar(entry.seat)
        if bar is None or rank is None or bar.hash in bars.held:
            return False
        return unsettled and rank.is_older(bar.rank)

    monkeypatch.setattr(Bars, "bars", unless_settled)
    assert _breaks("four, one hostile", range(50, 60))


def test_with_outdated_answers_a_history_convicts_an_honest_node(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SPEC-12.5: an asker uses no answer below what it has heard of that seat."""

    def any_answer(heard: Heard, question: RejoinQuestion) -> Iterator[Signed[RejoinAnswer]]:
        for signed in heard.answers(question):
            if not (signed.statement.pending and signed.statement.seat < question.seat):
                yield signed

    monkeypatch.setattr(Heard, "usable", any_answer)
    assert _breaks("four", range(10))


def test_without_telling_what_it_has_signed_an_honest_node_is_convicted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SPEC-12.3: answers list the proposals that their seat has signed."""
    monkeypatch.setattr(Conduct, "_listed", lambda *_: ())
    assert _breaks("three agree", range(10))


def test_without_counting_what_it_has_signed_an_honest_node_is_convicted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SPEC-18.6."""
    monkeypatch.setattr(Conduct, "counted", lambda *_: {})
    assert _breaks("three agree", range(10))
