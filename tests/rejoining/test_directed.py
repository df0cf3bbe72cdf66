"""Histories that broke earlier forms of the rules, and break these where rules are left out."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import pytest

from protocol import settling
from tests.rejoining.calm import calm, debts, stuck
from tests.rejoining.code import with_code
from tests.rejoining.records import Answer, Entry, Name, Question, Rank, Settlement
from tests.rejoining.rules import ALL_RULES, Rule, convicted
from tests.rejoining.seat import Seat
from tests.rejoining.world import Table, World


class Stage:
    """Three seats; the hostile ones sign what the history says."""

    def __init__(
        self,
        hostile: int | None,
        due: tuple[int, ...],
        *,
        without: frozenset[Rule],
        code: bool = False,
    ) -> None:
        rules = ALL_RULES - without
        table = Table(3, frozenset() if hostile is None else frozenset({hostile}))
        self.world = World(table, random.Random(0), rules)
        self.world.law.pattern = due
        if code:
            self.world = with_code(self.world)
        self.records, self.law = self.world.records, self.world.law
        self.nonces = 0

    def __getitem__(self, seat: int) -> Seat:
        return next(node for node in self.world.nodes if node.seat == seat)

    def nonce(self) -> int:
        self.nonces += 1
        return self.nonces

    def question(self, seat: int, round_: int = 0) -> Question:
        """A hostile seat asks, whether it has lost anything or not."""
        return self.world.ask(seat, round_)

    def loses(self, seat: int, clock: int = 0) -> Question:
        nodes = self.world.nodes
        nodes[nodes.index(self[seat])] = self[seat].lost(clock, self.nonce())
        question = self[seat].name.question
        assert question is not None
        return question

    def hear(self, seat: int, *records: Question | Answer | Settlement | Entry) -> None:
        for record in records:
            self[seat].hear(record, 0, self.nonce())

    def answer(
        self,
        seat: int,
        question: Question,
        *,
        name: Question | None = None,
        settled: Settlement | None = None,
        last: Entry | None = None,
    ) -> Answer:
        """What a hostile seat answers."""
        own = Name(seat, Rank(0)) if name is None else Name(seat, name.rank, name)
        pending = name is not None and settled is None
        return self.records.add(Answer(own, question, pending, settled, last, (), (), ()))

    def settlement(
        self, question: Question, *answers: Answer, last: Entry | None = None
    ) -> Settlement:
        return self.records.add(Settlement(question, answers, last))

    def entry(
        self, seat: int, name: Question | None = None, settled: Settlement | None = None
    ) -> Entry:
        """What a hostile seat signs for the first place."""
        own = Name(seat, Rank(0)) if name is None else Name(seat, name.rank, name)
        return self.records.add(Entry(None, own, self.nonce(), settled, None, 1))


def one_loses_what_it_had_answered(without: frozenset[Rule], *, code: bool = False) -> str | None:
    """C's answer to H's question lists nothing of S, which loses its store after answering H."""
    stage = Stage(2, (2, 0, 1), without=without, code=code)
    question = stage.question(2)
    stage.hear(0, question)
    stage.hear(1, question)
    mine, theirs = stage[0].answered[question], stage[1].answered[question]
    asked = stage.loses(1)
    stage.hear(0, asked)
    stage.hear(1, stage[0].answered[asked], stage.answer(2, asked))
    stage[1].settle()
    stage.hear(1, stage.entry(2))
    begun = stage.settlement(question, mine, theirs)
    stage.hear(0, stage.entry(2, question, begun))
    return stage.world.broken()


def one_asks_before_the_other_answers(
    without: frozenset[Rule], *, code: bool = False
) -> str | None:
    """S answers H's question and loses its store; C answers H only after it has heard S ask."""
    stage = Stage(2, (2, 0, 1), without=without, code=code)
    question = stage.question(2)
    stage.hear(1, question)
    theirs = stage[1].answered[question]
    asked = stage.loses(1)
    stage.hear(0, asked, question)
    mine = stage[0].answered[question]
    stage.hear(1, stage[0].answered[asked], stage.answer(2, asked))
    stage[1].settle()
    stage.hear(1, stage.entry(2))
    begun = stage.settlement(question, mine, theirs)
    stage.hear(0, stage.entry(2, question, begun))
    return stage.world.broken()


def two_lose_what_they_had_answered(without: frozenset[Rule], *, code: bool = False) -> str | None:
    """H settles with two old answers; then both lose, and each is shown another story."""
    stage = Stage(2, (2, 0, 1), without=without, code=code)
    question = stage.question(2)
    stage.hear(0, question)
    stage.hear(1, question)
    begun = stage.settlement(question, stage[0].answered[question], stage[1].answered[question])
    mine, theirs = stage.loses(0), stage.loses(1)
    stage.hear(1, mine)
    stage.hear(0, stage[1].answered[mine], stage.answer(2, mine))
    stage[0].settle()
    stage.hear(0, stage.entry(2), theirs)
    stage.hear(1, stage[0].answered[theirs], stage.answer(2, theirs, name=question, settled=begun))
    if stage[0].own is not None:
        stage.hear(1, stage[0].own)
    stage[1].settle()
    stage.hear(1, stage.entry(2, question, begun))
    return stage.world.broken()


def a_crossed_settlement_is_shown(without: frozenset[Rule], *, code: bool = False) -> str | None:
    """H has two names; it shows the higher one's settlement to one seat and hides it from another.

    The history by which a directed search broke the form before this one.
    """
    stage = Stage(1, (1, 1, 1, 2), without=without, code=code)
    first = stage.question(1)
    stage.hear(0, first)
    stage.hear(2, first)
    old = stage[0].answered[first], stage[2].answered[first]
    lost = stage.loses(0)
    stage.hear(2, lost)
    second = stage.question(1, 1)
    stage.hear(0, stage[2].answered[lost], second, stage.answer(1, lost, name=second))
    stage[0].settle()
    settled = stage[0].own
    if settled is None:
        return None
    stage[0].answer(second)
    again = stage[0].answered[second]
    stage.hear(2, settled, second)
    third = stage[2].answered[second]
    hidden = stage.settlement(first, *old)
    relost = stage.loses(0)
    lie = stage.answer(1, relost, name=first, settled=hidden)
    forked = stage.entry(1)
    last = stage.loses(2)
    stage.hear(2, relost)
    pending = stage[2].answered[relost]
    shown = stage.settlement(second, again, third, last=forked)
    stage.hear(0, lie, pending, last)
    stage[0].settle()
    stage[0].answer(last)
    stage.hear(0, stage.entry(1, first, hidden))
    stage.hear(2, *([stage[0].answered[last]] if last in stage[0].answered else []))
    stage.hear(2, stage.answer(1, last, name=second, settled=shown))
    stage[2].settle()
    stage.hear(2, forked)
    return stage.world.broken()


def a_crossed_settlement_comes_later(without: frozenset[Rule]) -> Stage:
    """H has asked before both others lose what they knew of it, and answers as if it had not."""
    stage = Stage(1, (1, 0, 2), without=without)
    question = stage.question(1)
    stage.hear(0, question)
    stage.hear(2, question)
    forgotten = stage[0].answered[question], stage[2].answered[question]
    mine, theirs = stage.loses(0), stage.loses(2)
    stage.hear(2, mine)
    stage.hear(0, stage[2].answered[mine], stage.answer(1, mine))
    assert stage[0].settle()
    stage.hear(0, stage.settlement(question, *forgotten), theirs)
    return stage


def test_who_has_settled_by_an_older_answer_asks_again() -> None:
    """SPEC-12.2, 12.7: it owes that; whoever holds the other settlement takes nothing of it."""
    stage = a_crossed_settlement_comes_later(frozenset())
    assert stage[0].pending
    calm(stage.world, answering=True)
    assert not stuck(stage.world) or list(debts(stage.world))
    left = a_crossed_settlement_comes_later(frozenset({Rule.ASK_WHEN_CROSSED}))
    assert not left[0].pending


History = Callable[..., str | None]
HISTORIES: Final[tuple[tuple[History, frozenset[Rule]], ...]] = (
    (one_loses_what_it_had_answered, frozenset({Rule.ANSWERS_LIST})),
    (one_asks_before_the_other_answers, frozenset({Rule.NAMES_NOT_BELOW_LISTED})),
    (one_asks_before_the_other_answers, frozenset({Rule.ANSWERS_LIST})),
    (
        one_loses_what_it_had_answered,
        frozenset({Rule.NAMES_NOT_BELOW_LISTED, Rule.ADOPT}),
    ),
    (two_lose_what_they_had_answered, frozenset({Rule.CROSSED, Rule.SHOWN_NOT_CROSSED})),
    (a_crossed_settlement_is_shown, frozenset({Rule.CROSSED, Rule.SHOWN_NOT_CROSSED})),
    (a_crossed_settlement_is_shown, frozenset({Rule.LOWER_FIRST})),
)
"""Histories, and the rules without which each breaks what must always hold."""


@pytest.mark.parametrize(("history", "without"), HISTORIES)
def test_what_broke_earlier_rules_breaks_only_where_these_are_left_out(
    history: History, without: frozenset[Rule]
) -> None:
    assert history(frozenset()) is None
    assert history(without) is not None


@pytest.mark.parametrize("history", dict.fromkeys(one for one, _ in HISTORIES))
def test_what_broke_earlier_rules_does_not_break_the_program(history: History) -> None:
    assert history(frozenset(), code=True) is None


def test_without_what_settlements_list_the_program_splits_honest_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SPEC-12.5, 7."""
    monkeypatch.setattr(settling._Judge, "_check_names", lambda *_: None)
    without = frozenset({Rule.NAMES_NOT_BELOW_LISTED})
    assert one_asks_before_the_other_answers(without, code=True) is not None


def who_leaves_its_line_signs_twice(without: frozenset[Rule]) -> Stage:
    """H forks; C has signed after one of the two entries when it hears the other one."""
    stage = Stage(2, (2, 0, 1), without=without)
    one, other = stage.entry(2), stage.entry(2)
    stage.hear(0, one)
    assert stage[0].act(0) is not None
    stage.hear(0, other)
    stage[0].act(1)
    return stage


def test_who_leaves_its_line_is_convicted_though_it_is_honest() -> None:
    """SPEC-16.12: on which line all go on after a fork is agreed (SPEC-18.1)."""
    assert set(convicted(who_leaves_its_line_signs_twice(frozenset()).records)) == {2}
    left = who_leaves_its_line_signs_twice(frozenset({Rule.STAYS}))
    assert set(convicted(left.records)) == {0, 2}


def one_forgets_a_greater_question(clocks: tuple[int, int], *, code: bool = False) -> Stage:
    """S answers H, loses its machine, asks by another clock, and settles; H shows C that answer.

    H has two names, and shows the settlement of the lower one to S.
    """
    stage = Stage(1, (1, 0, 2), without=frozenset(), code=code)
    entry, greater, lost = stage.entry(1), stage.question(1, 1), stage.loses(0)
    lower = stage.question(1)
    stage.hear(2, entry, lost, lower)
    stage.hear(0, stage[2].answered[lost], stage.answer(1, lost))
    assert stage[0].settle()
    stage.hear(0, lower)
    begun = stage.settlement(lower, stage[0].answered[lower], stage[2].answered[lower], last=entry)
    forgotten = stage.loses(2, clocks[0])
    stage.hear(2, greater)
    pending = stage[2].answered[greater]
    asked = stage.loses(2, clocks[1])
    stage.hear(0, asked)
    assert stage[0].own is not None
    stage.hear(2, entry, stage[0].own, stage[0].answered[asked], begun)
    stage.hear(2, stage.answer(1, asked, name=lower, settled=begun))
    assert stage[2].settle()
    stage.hear(2, entry)
    stage.hear(0, forgotten, greater)
    other = stage.settlement(greater, stage[0].answered[greater], pending)
    stage.hear(0, stage.entry(1, greater, other))
    return stage


CODE = pytest.mark.parametrize("code", [False, True], ids=["model", "code"])


@CODE
def test_what_a_seat_has_forgotten_is_used_for_another_line_until_it_hears_of_it(
    code: bool,
) -> None:
    """Its clock was behind, so it has asked in a lower round: nobody is guilty."""
    stage = one_forgets_a_greater_question((1, 0), code=code)
    assert stage[0].head not in (None, stage[2].head)
    calm(stage.world, answering=True)
    assert stage.world.broken(calm=True) is None
    assert stage[2].head in (None, stage[0].head)
    assert not convicted(stage.records)


@CODE
def test_where_rounds_grow_what_a_seat_has_forgotten_is_used_for_nothing(code: bool) -> None:
    """SPEC-12.5, 7: who has heard the later question lists it."""
    stage = one_forgets_a_greater_question((0, 1), code=code)
    assert stage[0].head is None
    assert stage[2].head is not None


def test_who_hears_an_answer_to_a_greater_question_of_its_own_asks_anew() -> None:
    """SPEC-12.2: the answer carries the question."""
    stage = Stage(None, (0, 1, 2), without=frozenset())
    forgotten = stage.loses(2, 1)
    stage.hear(0, forgotten)
    asked = stage.loses(2)
    stage.hear(2, stage[0].answered[forgotten])
    question = stage[2].name.question
    assert question is not None
    assert question.rank > forgotten.rank > asked.rank
