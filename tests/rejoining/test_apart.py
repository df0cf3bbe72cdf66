"""A seat shows its last entry to some, asks to rejoin, and vanishes (SPEC-12.4, 18.6)."""

import itertools
import random
from typing import Final

import pytest

from tests.rejoining.calm import calm
from tests.rejoining.code import with_code
from tests.rejoining.records import (
    Entry,
    Kind,
    Name,
    Proposal,
    Question,
    Rank,
    Settlement,
    place_of,
)
from tests.rejoining.rules import ALL_RULES, Rule
from tests.rejoining.seat import Seat
from tests.rejoining.world import Table, World

_SEEDS: Final = 120

_TURNS: Final = 4
"""The seed of a table of four at which the seats are due from the last one down."""

BREAKS: Final = {
    Rule.ANSWER_ONCE: 0,
    Rule.NOT_BELOW_KNOWN: 12,
    Rule.SIGN_OR_ANSWER: 6,
    Rule.ONE_PROPOSAL: 64,
    Rule.ONE_AFTER_FAULT: 0,
}
"""Rules left out, and the seed of a history after a seat has vanished that breaks without them."""


def parted(
    seats: int,
    shown: set[int],
    *,
    keepers: int = 0,
    further: int = 0,
    seed: int = 0,
    hostile: frozenset[int] = frozenset(),
    without: frozenset[Rule] = frozenset(),
    code: bool = False,
) -> tuple[World, Question]:
    """The last player shows an entry to these seats, which sign on after it, and asks all."""
    gone = seats - keepers - 1
    table = Table(seats, hostile | {gone}, keepers, proposals=4, places=4 + further, parts=True)
    world = World(table, random.Random(seed), ALL_RULES - without)
    order = [*range(gone)]
    world.draw.shuffle(order)
    world.law.pattern = (gone, *order)
    if code:
        world = with_code(world)
    entry = world.records.add(Entry(None, Name(gone, Rank(0)), 0, None, None, 1))
    question = world.ask(gone)
    ahead = [node for node in world.nodes if node.seat in shown]
    for node in ahead:
        assert node.hear(entry, 0, 0)
    for _ in range(further):
        signed = [one for one in (node.act(0) for node in ahead) if one is not None]
        for node, one in itertools.product(ahead, signed):
            node.hear(one, 0, 0)
    for node in world.nodes:
        node.hear(question, 0, 0)
    return world, question


def share(world: World) -> None:
    """Everybody hears all that was signed, until nothing is new."""
    for _ in range(4):
        for record in list(world.records.made):
            for node in world.nodes:
                node.hear(record, 0, 100 + node.seat)
        for node in world.nodes:
            node.settle()


def furthest(world: World) -> Entry | None:
    """The end of the longest line that somebody holds."""
    return max((node.head for node in world.nodes), key=place_of)


def replace_who_is_gone(
    world: World, question: Question, kind: Kind, after: Entry | None
) -> list[Seat]:
    """All sign that may; those of the seats that are left that came to one line by it."""
    share(world)
    proposal = world.records.add(Proposal(after, kind, ((question.seat, question.rank),), 0))
    for node in world.nodes:
        node.sign(proposal, 0, 200 + node.seat)
    share(world)
    for node in world.nodes:
        node.carry(proposal, 0)
    share(world)
    assert world.broken(calm=True) is None
    carried = {e for e in world.records.all(Entry) if e.agreement is not None}
    return [node for node in world.nodes if node.head in carried and not node.pending]


APART = [
    (seats, shown, further)
    for seats in (3, 4, 5)
    for count in range(1, seats - 1)
    for shown in itertools.combinations(range(seats - 1), count)
    for further in (0, 1, 2)
]
"""How many play, who has seen the entry, and how many more were signed after it."""
NODES = pytest.mark.parametrize("code", [False, True], ids=["model", "code"])


@NODES
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_who_takes_no_more_signs_that_the_longer_line_is_kept(seats: int, code: bool) -> None:
    """Whoever has seen the entry, and signed after it: nobody stands still, and nobody is split."""
    for size, shown, further in APART:
        if size != seats or (code and (seats, further) == (5, 2)):
            continue
        world, question = parted(seats, {*shown}, further=further, code=code)
        together = replace_who_is_gone(world, question, Kind.AFTER_FAULT, furthest(world))
        assert len(together) == seats - 1, (shown, further)


@NODES
@pytest.mark.parametrize(("seats", "keepers"), [(3, 1), (4, 1), (5, 2)])
def test_where_keepers_alone_hold_the_entry_a_player_proposes_that_it_is_kept(
    seats: int, keepers: int, code: bool
) -> None:
    """Keepers propose nothing; the players know the entry, and take it no more."""
    ahead, without = {*range(seats - keepers, seats)}, frozenset({Rule.PROPOSES_LONGER})
    world, question = parted(seats, ahead, keepers=keepers, code=code)
    share(world)
    kept = world.nodes[0].longest({question.seat})
    assert len(replace_who_is_gone(world, question, Kind.AFTER_FAULT, kept)) == seats - 1
    world, question = parted(seats, ahead, keepers=keepers, without=without, code=code)
    share(world)
    kept = world.nodes[0].longest({question.seat})
    assert not replace_who_is_gone(world, question, Kind.AFTER_FAULT, kept)


@NODES
@pytest.mark.parametrize("ahead", [True, False], ids=["ahead", "behind"])
def test_for_the_next_place_of_one_line_alone_not_all_sign(ahead: bool, code: bool) -> None:
    """The others hold another end: such a proposal stands still on both, whoever makes it."""
    world, question = parted(3, {0}, code=code)
    after = furthest(world) if ahead else None
    assert not replace_who_is_gone(world, question, Kind.REPLACE, after)


def one_settles_by_what_its_question_has_made_void(without: frozenset[Rule]) -> str | None:
    """0 and 1 agree to keep the entry; 0 loses its machine, and settles by that none the less.

    It takes the entry again, and the seat that is named settles without it, and shows that to 1.
    """
    world, question = parted(3, {0}, without=without)
    zero, one = world.nodes
    entry = furthest(world)
    assert entry is not None
    proposal = world.keeping(zero, {2})
    assert zero.sign(proposal, 0, 7)
    assert one.sign(proposal, 0, 8)
    signatures = [*zero.signatures, *one.signatures]
    world.nodes[0] = zero = zero.lost(clock=1, nonce=9)
    asked = zero.name.question
    assert asked is not None
    one.hear(asked, 0, 0)
    zero.hear(question, 0, 0)
    zero.hear(one.answered[asked], 0, 0)
    for signature in signatures:
        zero.hear(signature, 0, 0)
    if not zero.settle():
        return world.broken()
    zero.hear(entry, 0, 0)
    answers = (zero.answered[question], one.answered[question])
    settlement = world.records.add(Settlement(question, answers, None))
    rejoined = Entry(None, Name(2, question.rank, question), 1, settlement, None, 1)
    one.hear(world.records.add(rejoined), 0, 0)
    return world.broken()


def test_who_has_asked_since_does_not_settle_by_what_it_has_signed_after_a_fault() -> None:
    """Nobody carries it any more (SPEC-18.6), so it stands for no answer."""
    assert one_settles_by_what_its_question_has_made_void(frozenset()) is None
    broken = one_settles_by_what_its_question_has_made_void(frozenset({Rule.ADDED_STANDS}))
    assert broken is not None


@NODES
def test_who_signs_for_the_end_of_its_own_line_alone_stands_still(code: bool) -> None:
    world, question = parted(3, {0}, without=frozenset({Rule.KEEPS_LONGER}), code=code)
    assert not replace_who_is_gone(world, question, Kind.AFTER_FAULT, furthest(world))


def test_who_is_gone_comes_back_while_the_others_agree() -> None:
    """By its settlement all take its entry; what was signed against it by some is refused."""
    world, question = parted(3, {0})
    zero, one = world.nodes
    share(world)
    proposal = world.keeping(zero, {2})
    assert one.sign(proposal, 0, 7)
    answers = tuple(node.answered[question] for node in world.nodes)
    entry = furthest(world)
    world.records.add(Settlement(question, answers, entry))
    share(world)
    assert {node.head for node in world.nodes} == {entry}


def one_loses_its_machine_while_what_others_have_added_is_shown(
    seats: int, *, without: frozenset[Rule] = frozenset(), code: bool = False
) -> World:
    """All have signed to keep the entry, the seat that vanished is back, and all arrives."""
    world, _ = parted(seats, {0}, without=without, code=code)
    zero, loser = world.nodes[0], world.nodes[-1]
    proposal = world.keeping(zero, {seats - 1})
    for node in world.nodes:
        assert node.sign(proposal, 0, world.nonce())
    world.nodes[-1] = loser.lost(clock=1, nonce=world.nonce())
    calm(world, answering=True)
    assert world.broken(calm=True) is None
    return world


@NODES
@pytest.mark.parametrize("seats", [3, 4])
def test_what_others_have_added_keeps_nobody_from_coming_back(seats: int, code: bool) -> None:
    """SPEC-18.6: nothing can be agreed on before it has settled, so those who signed ask anew."""
    back = one_loses_its_machine_while_what_others_have_added_is_shown(seats, code=code)
    assert not any(node.pending for node in back.nodes)
    without = frozenset({Rule.ADDED_IN_VAIN})
    kept_out = one_loses_its_machine_while_what_others_have_added_is_shown(
        seats, without=without, code=code
    )
    assert [node.pending for node in kept_out.nodes] == [False] * (seats - 2) + [True]


def test_at_larger_tables_who_has_signed_waits_for_the_agreement() -> None:
    """The pending seat can sign it, too: asking anew would leave too few."""
    world = one_loses_its_machine_while_what_others_have_added_is_shown(5)
    proposal = next(iter(world.records.all(Proposal)))
    assert [node.pending for node in world.nodes] == [False, False, False, True]
    for node in world.nodes:
        node.sign(proposal, 1, world.nonce())
    share(world)
    for node in world.nodes:
        node.carry(proposal, 0)
    share(world)
    assert not any(node.pending for node in world.nodes)
    assert world.broken(calm=True) is None


@NODES
def test_who_settles_keeps_the_entry_by_which_another_plays_that_has_answered(code: bool) -> None:
    """SPEC-12.5: though one who is pending has signed an entry before it."""
    world, question = parted(4, {1, 2}, further=1, seed=_TURNS, code=code)
    assert world.law.pattern == (3, 2, 1, 0)
    replace_who_is_gone(world, question, Kind.AFTER_FAULT, furthest(world))
    carried = furthest(world)
    world.replace()
    for seat in (0, 2):
        world.nodes[seat] = world.nodes[seat].lost(clock=5, nonce=world.nonce())
    share(world)
    assert [node.pending for node in world.nodes[:3]] == [False] * 3
    assert {node.head for node in world.nodes} == {carried}


def _goes_on(
    seed: int, without: frozenset[Rule] = frozenset(), *, code: bool = False
) -> str | None:
    """A random history after a seat has vanished; what has happened that never must."""
    draw = random.Random(seed)
    seats = draw.choice((3, 3, 4, 4, 5))
    keepers = draw.choice((0, 0, 1, seats - 3))
    gone = seats - keepers - 1
    others = [seat for seat in range(seats) if seat != gone]
    hostile = frozenset(draw.sample(others, draw.choice((0, 0, 0, 1)) if seats > 3 else 0))
    shown = set(draw.sample(others, draw.randint(1, seats - 2))) - hostile
    world, question = parted(
        seats,
        shown,
        keepers=keepers,
        further=draw.choice((0, 0, 1, 2)),
        seed=seed,
        hostile=hostile,
        without=without,
        code=code,
    )
    proposal = Proposal(furthest(world), Kind.AFTER_FAULT, ((gone, question.rank),), 0)
    world.records.add(proposal)
    for node in world.nodes:
        if draw.random() < 0.7:
            node.sign(proposal, 0, world.nonce())
    broken = world.run(80)
    if broken is None:
        calm(world, answering=bool(seed % 2))
        broken = world.broken(calm=True)
    return broken


@pytest.mark.no_cover  # a search of histories
@pytest.mark.parametrize(("code", "seeds"), [(False, 3 * _SEEDS), (True, _SEEDS // 4)])
def test_no_history_that_goes_on_from_there_convicts_or_splits_honest_seats(
    code: bool, seeds: int
) -> None:
    """Some sign to keep a line, others lose their machines, and who has vanished is back."""
    for seed in range(seeds):
        assert _goes_on(seed, code=code) is None, f"seed {seed}"


@pytest.mark.no_cover  # a search of histories
@pytest.mark.parametrize(("rule", "seed"), BREAKS.items())
def test_without_a_rule_a_history_that_goes_on_from_there_breaks(rule: Rule, seed: int) -> None:
    assert _goes_on(seed) is None
    assert _goes_on(seed, frozenset({rule})) is not None
