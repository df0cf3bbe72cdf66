"""SS-4.3b: a shuffle moves no marker; which piece a token may be, and what that allows."""

import itertools
import random
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Power, SpaceId
from engine.claims import From
from engine.errors import Illegal
from engine.movement.orders import TakeBack
from engine.phases import Phase
from engine.pieces import PieceId
from engine.records import decode, encode
from engine.variants.secret_subs.actions import Anonymize, ClaimFrom, Reorganize, Transfer
from engine.variants.secret_subs.state import SecretSubsState, subs_state
from engine.variants.secret_subs.token import (
    Markers,
    Shuffle,
    Token,
    always_alike,
    current_markers,
    least_permissive,
    may_be,
    most_permissive,
    narrowed,
    some_came_from,
)
from engine.variants.secret_subs.tokens import possible, tokens_where
from tests.engine.secret_subs import test_examples
from tests.engine.secret_subs.owners import Referee, move, token, waters

USA = Power("USA")
ZONES = (None, SpaceId("SZ 1"), SpaceId("SZ 2"))

markers = st.builds(
    Markers, st.integers(0, 2), st.booleans(), st.booleans(), st.sampled_from(ZONES)
)


def dealt(*pieces: Markers) -> tuple[Shuffle, tuple[Token, ...]]:
    """A shuffle of pieces 1, 2, … with these markers; its tokens are 11, 12 and so on."""
    shown = most_permissive(pieces)
    tokens = tuple(
        shown.on(Token(id=PieceId(11 + i), owner=USA, at=SpaceId("SZ 3")))
        for i in range(len(pieces))
    )
    went_in = {PieceId(1 + i): m for i, m in enumerate(pieces)}
    return Shuffle(owner=USA, pieces=went_in, tokens=tuple(t.id for t in tokens)), tokens


def arrangements(shuffle: Shuffle) -> Iterator[Mapping[PieceId, PieceId]]:
    """The slow, obvious twin: all one-to-one assignments that agree with every claim."""
    for order in itertools.permutations(sorted(shuffle.pieces)):
        given_ = dict(zip(shuffle.tokens, order, strict=True))
        if all(given_[token] in claimed for token, claimed in shuffle.claims.items()):
            yield given_


@st.composite
def claimed(draw: st.DrawFn) -> tuple[Shuffle, tuple[Token, ...]]:
    """A shuffle about which true claims were made, as in some arrangement."""
    pieces = draw(st.lists(markers, min_size=2, max_size=5))
    shuffle, tokens = dealt(*pieces)
    truth = dict(zip(shuffle.tokens, draw(st.permutations(sorted(shuffle.pieces))), strict=True))
    for _ in range(draw(st.integers(0, 4))):
        handle = draw(st.sampled_from(shuffle.tokens))
        others = draw(st.sets(st.sampled_from(may_be(shuffle, handle))))
        shuffle, tokens = narrowed(shuffle, handle, {truth[handle], *others}, tokens)
    return shuffle, tokens


@given(claimed())
def test_ss_4_3b_point_1_may_be_is_what_some_assignment_says(
    drawn: tuple[Shuffle, tuple[Token, ...]],
) -> None:
    shuffle, tokens = drawn
    all_ = list(arrangements(shuffle))
    for piece in tokens:
        assert set(may_be(shuffle, piece.id)) == {way[piece.id] for way in all_}


@given(claimed())
def test_a_token_shows_the_most_that_any_of_its_pieces_allows(
    drawn: tuple[Shuffle, tuple[Token, ...]],
) -> None:
    shuffle, tokens = drawn
    for piece in tokens:
        options = current_markers(shuffle, piece)
        assert Markers.of(piece) == most_permissive(options.values())
        assert {p: m.left for p, m in options.items()} == {
            p: shuffle.pieces[p].left for p in options
        }


@given(claimed())
def test_interchangeable_in_every_arrangement(drawn: tuple[Shuffle, tuple[Token, ...]]) -> None:
    """SS-4.1: equal markers whatever the arrangement."""
    shuffle, (a, b, *_) = drawn

    def same(m: Markers, n: Markers) -> bool:
        return (m.left, m.moved) == (n.left, n.moved)

    slow = all(
        same(current_markers(shuffle, a)[way[a.id]], current_markers(shuffle, b)[way[b.id]])
        for way in arrangements(shuffle)
    )
    assert always_alike(shuffle, a, b, same) == slow


@given(claimed(), st.sampled_from(ZONES[1:]), st.integers(1, 5))
def test_ss_a6_some_token_came_from_there_in_every_arrangement(
    drawn: tuple[Shuffle, tuple[Token, ...]], space: SpaceId, count: int
) -> None:
    shuffle, tokens = drawn
    present = tokens[:count]
    slow = all(
        any(current_markers(shuffle, t)[way[t.id]].came_from == space for t in present)
        for way in arrangements(shuffle)
    )
    assert some_came_from(shuffle, present, space) == slow


def one_step(m: Markers) -> Markers:
    return Markers(m.left - 1, moved=True, fought=m.fought, came_from=SpaceId("SZ 3"))


@given(claimed(), st.randoms(use_true_random=False))
def test_what_a_token_has_done_since_holds_for_each_piece(
    drawn: tuple[Shuffle, tuple[Token, ...]], draw: random.Random
) -> None:
    """Point 1: possible markers are those of the pieces, changed by what the token did since.

    Whatever is claimed later, the token then shows what its piece would.
    """
    shuffle, tokens = drawn
    truth = draw.choice(list(arrangements(shuffle)))
    true = {t.id: shuffle.pieces[truth[t.id]] for t in tokens}
    for i, handle in enumerate(shuffle.tokens):
        may = [p for p, m in current_markers(shuffle, tokens[i]).items() if m.left]
        if truth[handle] in may and draw.random() < 0.5:
            true[handle] = one_step(true[handle])
            shuffle, tokens = narrowed(shuffle, handle, may, tokens)
            went = one_step(Markers.of(tokens[i])).on(tokens[i])
            tokens = (*tokens[:i], went, *tokens[i + 1 :])
    for t in tokens:
        assert current_markers(shuffle, t)[truth[t.id]] == true[t.id]
    for t in tokens:
        shuffle, tokens = narrowed(shuffle, t.id, {truth[t.id]}, tokens)
    for t in tokens:
        assert Markers.of(t) == true[t.id]


def test_least_and_most() -> None:
    """Points 5 and 7: `left` minimum, flags or, `came_from` only if all agree."""
    a = Markers(2, moved=False, fought=False, came_from=None)
    b = Markers(1, moved=True, fought=False, came_from=SpaceId("SZ 1"))
    assert least_permissive([a, b]) == Markers(1, moved=True, fought=False, came_from=None)
    assert most_permissive([a, b]) == Markers(2, moved=False, fought=False, came_from=None)
    assert least_permissive([b, b]) == b


def three(c: int = 1, d: int = 2, e: int = 3) -> Referee:
    """A came one space, b two, e0 stays: all three shuffled in SZ 3."""
    sea = waters("", "SZ 2: USA a=1:1\nSZ 1: USA b=2:1\nSZ 3: USA w=3:1", phase=Phase.COMBAT_MOVE)
    sea.do(move(sea, "a", 3), move(sea, "b", 2, 3))
    sea.deal(c, d, e)
    sea.do(Anonymize(frozenset({sea["a"], sea["b"], sea["w"]})))
    handles = (t.id for t in tokens_where(sea.game, USA, SpaceId("SZ 3")))
    sea.names["c"], sea.names["d"], sea.names["e"] = handles
    return sea


def test_ss_0_5_ss_4_3b_point_2_what_only_some_allow_needs_the_claim() -> None:
    sea = three()
    sea.do(move(sea, "c", 4))
    assert sea.claims[-1] == From(sea["c"], (sea["a"], sea["w"]))
    sea.do(move(sea, "e", 4, 5))
    assert sea.claims[-1] == From(sea["e"], (sea["w"],))


def test_ss_4_3b_point_3_claims_come_in_ascending_order_each_after_the_one_before() -> None:
    """C may be a or w for one step; when it has shown so, e too; together b is neither."""
    sea = three()
    sea.do(move(sea, "c e", 4))
    assert sea.claims[-2:] == [
        From(sea["c"], (sea["a"], sea["w"])),
        From(sea["e"], (sea["a"], sea["w"])),
    ]
    assert set(possible(sea.game, token(sea.game, sea["d"]))) == {sea["b"]}


def test_ss_4_3b_point_3_the_last_claim_may_be_spared() -> None:
    """Two tokens for two steps: only w could; no arrangement allows both."""
    sea = three(3, 2, 1)
    assert sea.refused(move(sea, "c d", 4, 5)).code == "NO_MOVEMENT"


def test_ss_4_3b_point_4_a_claim_names_all_pieces_with_its_markers() -> None:
    sea = three()
    c, a, b, w = (sea[name] for name in "cabw")
    assert sea.refused(ClaimFrom(c, frozenset({a, b, w}))).rule == "SS-4.3b"
    assert sea.refused(ClaimFrom(c, frozenset())).rule == "SS-4.3b"
    sea.do(ClaimFrom(c, frozenset({a, b})))  # both have moved
    assert set(possible(sea.game, token(sea.game, c))) == {a, b}


def test_ss_4_3b_point_4_unrelated_pieces_share_no_markers() -> None:
    sea = waters(
        "", "SZ 2: USA a=1:1\nSZ 1: USA b=2:1\nSZ 3: USA w=3:1, v=4:1", phase=Phase.COMBAT_MOVE
    )
    sea.do(move(sea, "a", 3), move(sea, "b", 2, 3))
    sea.do(Anonymize(frozenset(sea[name] for name in "abwv")))
    c = tokens_where(sea.game, USA, SpaceId("SZ 3"))[0].id
    assert sea.refused(ClaimFrom(c, frozenset({sea["a"], sea["w"]}))).rule == "SS-4.3b"
    assert sea.refused(ClaimFrom(c, frozenset({sea["w"]}))).rule == "SS-4.3b"


def test_ss_4_3b_point_5_into_a_further_shuffle_goes_the_least() -> None:
    """C and d, each a (1 left, moved) or b (2 left): one of them shuffled on counts 1, moved."""
    sea = waters("", "SZ 2: USA a=1:1\nSZ 3: USA b=2:1, x=3:1", phase=Phase.COMBAT_MOVE)
    sea.do(move(sea, "a", 3), Anonymize(frozenset({sea["a"], sea["b"]})))
    x, c, d = tokens_where(sea.game, USA, SpaceId("SZ 3"))
    sea.do(Anonymize(frozenset({c.id, x.id})))
    second = subs_state(sea.game).shuffles[-1]
    assert (second.pieces[c.id].left, second.pieces[c.id].moved) == (1, True)
    assert (second.pieces[x.id].left, second.pieces[x.id].moved) == (2, False)
    true_d = sea["a"] if sea.secrets[d.id] == 1 else sea["b"]
    sea.do(ClaimFrom(d.id, frozenset({true_d})))
    assert second.pieces == subs_state(sea.game).shuffles[-1].pieces  # no later claim raises it


def test_ss_4_3b_point_6_records_end_when_markers_are_cleared() -> None:
    sea = three()
    assert subs_state(sea.game).shuffles
    sea.while_in(Phase.COMBAT_MOVE)
    sea.while_in(Phase.CONDUCT_COMBAT)
    sea.while_in(Phase.NONCOMBAT_MOVE)
    assert not subs_state(sea.game).shuffles


def test_uncertain_markers_are_made_certain_for_a_reorganization() -> None:
    """SS-4.1: the owner first makes them certain by claims."""
    sea = waters("", "SZ 2: USA a=1:2, b=2:1\nSZ 3: USA w=3:1", phase=Phase.COMBAT_MOVE)
    sea.do(move(sea, "a b", 3))
    sea.deal(1, 2, 3)
    sea.do(Anonymize(frozenset({sea["a"], sea["b"], sea["w"]})))
    c, d, e = (t.id for t in tokens_where(sea.game, USA, SpaceId("SZ 3")))
    transfer = Reorganize(c, (Transfer(1, 2, 1),))
    assert sea.refused(transfer).code == "NOT_INTERCHANGEABLE"
    sea.do(ClaimFrom(e, frozenset({sea["w"]})), transfer)
    assert not possible(sea.game, token(sea.game, d)).keys() & {sea["w"]}


def test_a_shuffle_cannot_be_taken_back() -> None:
    """R6: what was dealt in this phase has no place that it stood in when the phase began."""
    sea = three()
    sea.do(move(sea, "c", 4))
    assert sea.refused(TakeBack(frozenset({sea["c"]}))).rule == "R6"


def test_a_claim_stands_when_its_order_is_taken_back() -> None:
    """D shows that it is b to move in Noncombat move; taken back, it still is b, unmoved."""
    example = test_examples.TestExAAnonymization()
    sea = example.in_noncombat(example.shuffled(example.sea()))
    sea.do(move(sea, "d", 2), TakeBack(frozenset({sea["d"]})))
    d = token(sea.game, sea["d"])
    assert (d.at, d.left, d.moved) == ("SZ 3", 2, False)
    assert set(possible(sea.game, d)) == {sea["b"]}


def test_only_a_shuffled_token_can_be_claimed() -> None:
    sea = waters("", "SZ 2: USA a=1:1, b=2:1", phase=Phase.COMBAT_MOVE)
    assert sea.refused(ClaimFrom(sea["a"], frozenset({sea["b"]}))).rule == "SS-4.3b"
    with pytest.raises(Illegal, match="not been shuffled"):
        sea.game.rules.claim_shown(sea.game, From(sea["a"], (sea["b"],)))


def test_records_have_a_plain_form() -> None:
    """What SS-4.3b records is in every state digest."""
    sea = three()
    plain = encode(subs_state(sea.game))
    assert decode(SecretSubsState, plain) == subs_state(sea.game)
