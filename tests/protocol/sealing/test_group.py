"""The group: RFC 9496's vectors, and every refusal that a proof rests on."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.hashing import Tag
from protocol.primitives import ristretto255_add, ristretto255_is_valid, ristretto255_multiply
from protocol.sealing.group import (
    GROUPS,
    IDENTITY,
    ORDER,
    G,
    H,
    NotInGroup,
    Point,
    Scalar,
    generator,
)

BASE_MULTIPLES = [  # RFC 9496, appendix A.1
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
    "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
]

INVALID = {  # RFC 9496, appendix A.2
    "non-canonical field element": (
        "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
    ),
    "field element p": "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "negative field element": "0100000000000000000000000000000000000000000000000000000000000000",
    "non-square x squared": "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
    "negative product xy": "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
    "s = -1": "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "all bits": "ff" * 32,
    "the base, with the highest bit": BASE_MULTIPLES[0][:-2] + "f6",
    "the identity, with the highest bit": "00" * 31 + "80",
}

ODD = pytest.mark.skipif(sys.platform == "emscripten", reason="a habit of the native library")
scalars = st.integers(0, ORDER - 1).map(Scalar)


def test_rfc9496_multiples_of_the_base() -> None:
    base = Point.decode(bytes.fromhex(BASE_MULTIPLES[0]))
    assert base + base == Point.decode(bytes.fromhex(BASE_MULTIPLES[1])) == Scalar(2) * base


@pytest.mark.parametrize("name", INVALID)
def test_a_point_that_does_not_decode_is_refused(name: str) -> None:
    with pytest.raises(NotInGroup):
        Point.decode(bytes.fromhex(INVALID[name]))


@ODD
def test_the_binding_would_have_swallowed_it() -> None:
    """Why no received bytes may reach `add`: it answers the identity without a word."""
    invalid = bytes.fromhex(INVALID["negative field element"])
    assert ristretto255_add(invalid, H.encoded) == bytes(32)


@given(scalars)
def test_a_point_has_one_encoding(a: Scalar) -> None:
    """The highest bit is clear, also that of the identity."""
    encoded = (a * H).encoded
    other = encoded[:-1] + bytes([encoded[-1] | 0x80])
    with pytest.raises(NotInGroup):
        Point.decode(other)


@ODD
def test_the_binding_knows_two_encodings() -> None:
    """It overlooks the highest bit."""
    assert ristretto255_is_valid(H.encoded[:-1] + bytes([H.encoded[-1] | 0x80]))


def test_the_identity_is_refused_as_received_and_known_as_computed() -> None:
    with pytest.raises(NotInGroup):
        Point.decode(bytes(32))
    assert (H - H).is_identity
    assert Scalar(0) * H == IDENTITY
    assert Scalar(5) * IDENTITY == IDENTITY
    assert Point.sum([]) == IDENTITY
    assert H + IDENTITY == H


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_another_length_is_refused(length: int) -> None:
    with pytest.raises(NotInGroup):
        Point.decode(H.encoded.ljust(length, b"\0")[:length])
    with pytest.raises(NotInGroup):
        Scalar.decode(b"\1".ljust(length, b"\0")[:length])


@pytest.mark.parametrize("value", [0, ORDER, ORDER + 1, 2**255, 2**256 - 1])
def test_a_scalar_out_of_range_is_refused(value: int) -> None:
    with pytest.raises(NotInGroup):
        Scalar.decode(value.to_bytes(32, "little"))


def test_s_plus_q_is_not_another_spelling_of_s() -> None:
    """The binding multiplies by s + q as if it were s."""
    spelled = (7 + ORDER).to_bytes(32, "little")
    assert ristretto255_multiply(spelled, H.encoded) == (Scalar(7) * H).encoded
    with pytest.raises(NotInGroup):
        Scalar.decode(spelled)


@given(scalars, scalars)
def test_multiples_of_a_point_add_as_scalars_do(a: Scalar, b: Scalar) -> None:
    assert a * H + b * H == (a + b) * H
    assert a * H - b * H == (a - b) * H
    assert a * (b * H) == a.times(b) * H


@given(st.integers(1, ORDER - 1).map(Scalar))
def test_encoding_round_trips(a: Scalar) -> None:
    assert Scalar.decode(a.encode()) == a
    assert Point.decode((a * H).encoded) == a * H


def test_generators_are_twelve_groups_an_amount_and_a_blinding_all_different() -> None:
    assert len({G, H, *GROUPS.values()}) == 14
    assert sorted(GROUPS) == list(range(1, 13))
    assert H.encoded.hex() == BASE_MULTIPLES[0]
    assert generator("amount") == G


@given(scalars)
def test_multiples_of_h_are_those_of_any_point(a: Scalar) -> None:
    """They are computed in another way: a·H = (a·2)·(H/2)."""
    half = Scalar(pow(2, -1, ORDER)) * H
    assert a * H == a.times(Scalar(2)) * half


def test_a_hashed_scalar_depends_on_tag_and_content() -> None:
    drawn = {
        Scalar.hashed(tag, content)
        for tag in (Tag.CHALLENGE, Tag.NONCE)
        for content in (b"", b"a", b"b")
    }
    assert len(drawn) == 6
