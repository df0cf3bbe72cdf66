"""The libraries that the program asks and the plain arithmetic of the second verifier agree."""

import hashlib
import random

import pytest

from protocol.errors import Refused
from protocol.hashing import Tag
from protocol.identity import PublicKey
from protocol.sealing.group import NotInGroup, Point
from tests.conformance import curve
from tests.conformance.hashing import SMALL_ORDER, acceptable, accepts, tagged

SMALL = [
    point
    for y in sorted(SMALL_ORDER)
    for sign in (0, 1)
    if (point := curve.decoded_key((y | sign << 255).to_bytes(32, "little"))) is not None
]


def program_accepts(key: bytes, signature: bytes, content: bytes) -> bool:
    try:
        return PublicKey(key).verifies(Tag.ENTRY_SIGNATURE, content, signature)
    except Refused:
        return False


def test_3_4_keys_and_signatures_of_mixed_order() -> None:
    """A and R with a part of small order, and S with L added: no two libraries agree about all."""
    draw = random.Random(34)
    accepted = 0
    for number in range(80):
        a, r, content = draw.randrange(1, curve.ORDER), draw.randrange(1, curve.ORDER), b"Wake"
        crooked = [draw.choice(SMALL) if number % 2 else curve.IDENTITY for _ in range(2)]
        key, shown = (
            curve.encoded_key(curve.plus(curve.times(secret, curve.BASE), part))
            for secret, part in zip((a, r), crooked, strict=True)
        )
        hashed = hashlib.sha512(shown + key + tagged("entry-signature", content))
        k = int.from_bytes(hashed.digest(), "little") % curve.ORDER
        s = (r + k * a) % curve.ORDER + (curve.ORDER if number % 5 == 0 else 0)
        signature = shown + s.to_bytes(32, "little")
        said = accepts(key, signature, "entry-signature", content)
        assert program_accepts(key, signature, content) is said
        accepted += said
    assert 30 < accepted < 64


def test_3_3_keys_that_no_honest_player_has() -> None:
    keys = [curve.encoded_key(point) for point in SMALL]
    numbers = (0, 1, curve.PRIME - 1, curve.PRIME, curve.PRIME + 1, 2**255 - 1)
    keys += [(y | sign << 255).to_bytes(32, "little") for y in numbers for sign in (0, 1)]
    for key in keys:
        assert not acceptable(key)
        with pytest.raises(Refused):
            PublicKey(key)


def received(data: bytes) -> bool:
    try:
        return Point.decode(data).encoded == data
    except NotInGroup:
        return False


def test_15_0_every_spelling_of_a_point() -> None:
    draw = random.Random(150)
    spellings = [draw.randbytes(32) for _ in range(200)]
    for _ in range(40):
        point = curve.encoded(curve.times(draw.randrange(1, curve.ORDER), curve.BASE))
        number = int.from_bytes(point, "little")
        others = (number, curve.PRIME - number, number | 1 << 255, number + curve.PRIME)
        spellings += [other.to_bytes(33, "little")[:32] for other in others]
    for number in (0, 1, 2, curve.PRIME - 1, curve.PRIME, 1 << 255, 2**256 - 1):
        spellings.append(number.to_bytes(32, "little"))
    found = 0
    for data in spellings:
        point_of = curve.decoded(data)
        good = point_of is not None and not curve.is_identity(point_of)
        assert received(data) is good, data.hex()
        found += good
    assert 40 < found < len(spellings) // 2
