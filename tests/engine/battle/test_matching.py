"""BG-8.14, 8.15: as many hits as possible, transports last; held against an obvious twin."""

import itertools
from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from engine.battle.matching import Salvo
from engine.errors import Illegal
from engine.pieces import PieceId

A, B, C, D = (PieceId(i) for i in range(1, 5))


def salvo(
    *hits: tuple[int, set[PieceId]],
    room: Mapping[PieceId, int],
    last: set[PieceId] | None = None,
) -> Salvo:
    return Salvo(
        hits=tuple((count, frozenset(targets)) for count, targets in hits),
        remaining_hits=room,
        last=frozenset(last or ()),
    )


def refusal(subject: Salvo, losses: Mapping[PieceId, int]) -> str | None:
    """Why an assignment is refused; None if it is legal."""
    try:
        subject.check(losses)
    except Illegal as error:
        return error.reason
    return None


class Twin:
    """The rule word for word: try every way to give each single hit to a target, or to none."""

    def __init__(self, subject: Salvo) -> None:
        singles = [targets for count, targets in subject.hits for _ in range(count)]
        ways = itertools.product(*([*sorted(targets), None] for targets in singles))
        possible = set()
        for way in ways:
            losses = {piece: way.count(piece) for piece in way if piece is not None}
            if all(hits <= subject.remaining_hits[piece] for piece, hits in losses.items()):
                possible.add(tuple(sorted(losses.items())))
        ranked = {
            losses: (
                sum(hits for piece, hits in losses if piece not in subject.last),
                sum(hits for piece, hits in losses if piece in subject.last),
            )
            for losses in possible
        }
        best = max(ranked.values())
        self.quota = best
        self.legal = {losses for losses, sizes in ranked.items() if sizes == best}


@st.composite
def salvos(draw: st.DrawFn) -> Salvo:
    pieces = [PieceId(i) for i in range(draw(st.integers(1, 4)))]
    room = {piece: draw(st.integers(1, 2)) for piece in pieces}
    groups = draw(
        st.lists(
            st.tuples(st.integers(0, 2), st.frozensets(st.sampled_from(pieces))),
            max_size=3,
        )
    )
    last = draw(st.frozensets(st.sampled_from(pieces)))
    return Salvo(hits=tuple(groups), remaining_hits=room, last=last)


@given(salvos())
def test_bg_8_14_as_many_hits_as_possible(subject: Salvo) -> None:
    assert subject.quota == Twin(subject).quota


@given(salvos(), st.data())
def test_bg_8_14_only_assignments_of_that_size_are_legal(
    subject: Salvo, data: st.DataObject
) -> None:
    legal = Twin(subject).legal
    amounts = {p: data.draw(st.integers(0, room)) for p, room in subject.remaining_hits.items()}
    losses = {p: n for p, n in amounts.items() if n}
    assert (refusal(subject, losses) is None) == (tuple(sorted(losses.items())) in legal)


@given(salvos())
def test_bg_8_14_all_legal_assignments_are_listed_once(subject: Salvo) -> None:
    listed = [tuple(x.items()) for x in subject.assignments({p: p for p in subject.remaining_hits})]
    assert len(listed) == len(set(listed))
    assert set(listed) == Twin(subject).legal


@given(salvos())
def test_bg_8_14_alike_targets_are_listed_as_one(subject: Salvo) -> None:
    """With like units interchangeable, each outcome is listed exactly once."""
    masks = {
        p: (
            subject.remaining_hits[p],
            p in subject.last,
            tuple(p in t for n, t in subject.hits if n),
        )
        for p in subject.remaining_hits
    }

    def outcome(losses: tuple[tuple[PieceId, int], ...]) -> tuple[tuple[object, int], ...]:
        return tuple(sorted((repr(masks[p]), n) for p, n in losses))

    listed = [outcome(tuple(x.items())) for x in subject.assignments(masks)]
    assert sorted(listed, key=repr) == sorted(
        {outcome(losses) for losses in Twin(subject).legal}, key=repr
    )


@given(salvos(), st.data())
def test_bg_8_14_a_preference_always_ends_at_a_legal_assignment(
    subject: Salvo, data: st.DataObject
) -> None:
    order = data.draw(st.lists(st.sampled_from(sorted(subject.remaining_hits)), max_size=8))
    assert refusal(subject, subject.by_preference(order)) is None


@given(salvos())
def test_bg_8_14_every_legal_assignment_can_be_preferred(subject: Salvo) -> None:
    for losses in Twin(subject).legal:
        order = [piece for piece, hits in losses for _ in range(hits)]
        assert subject.by_preference(order) == dict(losses)


def test_bg_8_14_a_restricted_hit_pushes_a_free_one_elsewhere() -> None:
    """A free hit may go to A or B, a restricted one only to A: the free one must take B."""
    one_each = salvo((1, {A, B}), (1, {A}), room={A: 1, B: 1})
    assert one_each.quota == (2, 0)
    assert refusal(one_each, {A: 1}) == "units other than transports must take 2 hits, not 1"
    assert refusal(one_each, {A: 1, B: 1}) is None


def test_bg_8_14_hits_that_nothing_can_take_are_void() -> None:
    assert salvo((3, {A}), room={A: 1, B: 1}).quota == (1, 0)


def test_bg_8_15_transports_come_last() -> None:
    """Two hits on a destroyer and two transports: the destroyer, then one transport."""
    convoy = salvo((2, {A, B, C}), room={A: 1, B: 1, C: 1}, last={B, C})
    assert convoy.quota == (1, 1)
    assert refusal(convoy, {B: 1, C: 1}) == "units other than transports must take 1 hit, not 0"
    assert convoy.by_preference([B, C]) == {A: 1, B: 1}


def test_bg_8_15_t5_a_transport_is_hit_while_others_cannot_be() -> None:
    """T5: a submarine's hit cannot touch the fighter A, so transport B must take it."""
    scrambled = salvo((1, {B}), room={A: 1, B: 1}, last={B})
    assert scrambled.quota == (0, 1)
    assert refusal(scrambled, {}) == "transports must take 1 hit, not 0"


def test_a_fault_names_the_piece() -> None:
    subject = salvo((1, {A}), room={A: 1, B: 2})
    assert refusal(subject, {B: 1}) == f"no hit can be assigned to piece {B}"
    assert refusal(subject, {A: 2}) == f"piece {A} can take at most 1 hit, not 2"
    crossed = salvo((1, {A, B}), (1, {C, D}), room={A: 1, B: 1, C: 1, D: 1})
    assert refusal(crossed, {A: 1, B: 1}) == "some of these hits cannot go to the units chosen"
