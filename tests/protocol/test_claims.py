"""SPEC-8.5: claims as seals state them, and SPEC-8.3: what they may be about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import claims as asked
from engine.board import SpaceId
from engine.errors import Illegal
from engine.pieces import PieceId
from protocol.charter import Secrecy
from protocol.claims import (
    Bound,
    Claim,
    Counted,
    From,
    Holds,
    Present,
    Shuffled,
    claim_data,
    contradiction,
    read_claim,
)
from protocol.commitments import Commitments
from protocol.encoding import Data
from protocol.entry import Opening, SealTokens
from protocol.errors import Code, Refused
from protocol.questions import FIRST
from protocol.sealing.suite import SealContext
from protocol.sealing.suites import suite_of
from protocol.seals import claim_of
from tests.examples import examples

PLACE = SpaceId("Wake")


def tokens(*handles: int) -> tuple[PieceId, ...]:
    return tuple(PieceId(handle) for handle in handles)


ASKED: list[asked.Claim] = [
    asked.Holds(PieceId(3), 2),
    asked.Shuffled(PLACE, tokens(1, 2), tokens(4, 5)),
    asked.Present((1, 2), tokens(1, 2, 3)),
    asked.From(PieceId(4), tokens(1, 2)),
    asked.Counted(tokens(1), tokens(2, 3), {2: 1, 1: 2}, (asked.Bound(PLACE, tokens(1, 3), 1, 2),)),
]


@pytest.mark.parametrize("claim", ASKED, ids=lambda claim: claim.tag)
def test_spec_8_5_what_a_seal_states_is_read_as_it_was_written(claim: asked.Claim) -> None:
    stated = claim_of(claim)
    assert read_claim(claim_data(stated)) == stated


@examples(200)
@given(
    st.sampled_from(ASKED), st.lists(st.integers(min_value=1, max_value=4), min_size=5, max_size=5)
)
def test_spec_8_5_a_stated_claim_is_false_exactly_where_the_rules_say_so(
    claim: asked.Claim, held: list[int]
) -> None:
    groups = dict(enumerate(held, start=1))
    try:
        asked.check(claim, {PieceId(token): group for token, group in groups.items()})
    except Illegal:
        assert contradiction(claim_of(claim), groups) is not None
    else:
        assert contradiction(claim_of(claim), groups) is None


MALFORMED: dict[str, Data] = {
    "no array": "holds",
    "an unknown kind": ("sinks", 1, 2),
    "too many fields": ("holds", 1, 2, 3),
    "group 0": ("holds", 1, 0),
    "group 13": ("holds", 1, 13),
    "a negative handle": ("holds", -1, 1),
    "more new tokens than old": ("shuffled", "Wake", (1,), (2, 3)),
    "a token twice": ("shuffled", "Wake", (1, 1), (2, 3)),
    "tokens in descending order": ("shuffled", "Wake", (2, 1), (3, 4)),
    "a place without a name": ("shuffled", "", (1,), (2,)),
    "thirteen tokens": ("present", (1,), tuple(range(13))),
    "no groups": ("present", (), (1,)),
    "no pieces": ("from", 1, ()),
    "nothing counted": ("counted", (), (), (), ()),
    "counted twice": ("counted", (1,), (1,), (), ()),
    "a group that grows twice": ("counted", (1,), (), ((1, 1), (1, 2)), ()),
    "a bound of others": ("counted", (1,), (), (), (("Wake", (2,), 0, 1),)),
    "a bound that nothing keeps": ("counted", (1,), (), (), (("Wake", (1,), 2, 1),)),
    "a bound with 769 sums": ("counted", (1,), (), (), (("Wake", (1,), 0, 768),)),
}


@pytest.mark.parametrize("data", MALFORMED.values(), ids=MALFORMED)
def test_spec_8_5_anything_else_is_malformed(data: Data) -> None:
    with pytest.raises(Refused) as refused:
        read_claim(data)
    assert (refused.value.code, refused.value.rule) == (Code.MALFORMED, "SPEC-8.5")


# Commitments know no rules: what claims may be about is judged by earlier seals alone.

SUITE = suite_of(Secrecy.HASHED)


def context(power: str, sequence: int) -> SealContext:
    return SealContext(
        game=bytes(32),
        power=power,
        seat=0,
        incarnation=FIRST,
        sequence=sequence,
        item=0,
        previous=bytes(32),
        fresh=bytes(32),
    )


def seal(
    known: Commitments, power: str, claim: Claim, *commitments: bytes, sequence: int = 1
) -> Commitments:
    item = SealTokens(power, claim, bytes(32), commitments, b"")
    return known.place(item, context(power, sequence), SUITE)[0]


def named(number: int) -> bytes:
    return number.to_bytes(32, "big")


DECK = seal(
    Commitments(history=bytes(32)), "Japan", Shuffled("supply", (1, 2), (3, 4)), named(3), named(4)
)


def test_spec_8_3_the_first_shuffle_shows_the_deck() -> None:
    assert DECK.limits == {"Japan": 2}
    assert sorted(DECK.faces) == [1, 2, 3, 4]


FOREIGN: dict[str, tuple[str, Claim, tuple[bytes, ...]]] = {
    "a token that was never made": ("Japan", Holds(9, 1), ()),
    "a token of another power": ("Italy", Holds(3, 1), ()),
    "a power without tokens": ("Italy", Present((1,), (3,)), ()),
    "a piece that was never made": ("Japan", From(3, (1, 9)), ()),
    "a counted token that was never made": (
        "Japan",
        Counted((9,), (3,), (), (Bound("Wake", (9,), 0, 1),)),
        (),
    ),
    "a new token that exists": ("Japan", Shuffled("Wake", (3,), (4,)), (named(9),)),
    "a deck of tokens that exist": ("Italy", Shuffled("Wake", (3,), (9,)), (named(9),)),
}


@pytest.mark.parametrize(("power", "claim", "made"), FOREIGN.values(), ids=FOREIGN)
def test_spec_8_3_a_claim_is_about_tokens_of_its_power(
    power: str, claim: Claim, made: tuple[bytes, ...]
) -> None:
    with pytest.raises(Refused) as refused:
        seal(DECK, power, claim, *made, sequence=2)
    assert (refused.value.code, refused.value.culprit) == (Code.WRONG_CLAIM, 0)


@pytest.mark.parametrize(
    ("handle", "group", "reason"),
    [(9, 1, "no commitment"), (1, 1, "no commitment"), (3, 3, "no group 3")],
)
def test_spec_10_7_only_what_is_sealed_is_opened(handle: int, group: int, reason: str) -> None:
    with pytest.raises(Refused, match=reason) as refused:
        DECK.sealed_face(0, 2, Opening(handle, group, b""))
    assert refused.value.code is Code.BAD_OPENING
