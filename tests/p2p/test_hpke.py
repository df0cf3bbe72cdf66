"""RFC 9180: what is sealed to a public key, only its holder opens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.hpke import OVERHEAD, is_public_key, open_base, seal_base
from protocol.primitives import x25519_public
from tests.p2p.keys import octets

KEY, OTHER = octets("key"), octets("other")

SMALL_ORDER = (
    "00" * 32,
    "01" + "00" * 31,
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
)
"""Points of Curve25519 of orders 1, 2, 4 and 8 (https://cr.yp.to/ecdh.html, "Validate")."""


def test_the_published_vector() -> None:
    """RFC 9180, A.2.1.1, sequence number 0: DHKEM(X25519), HKDF-SHA256, ChaCha20Poly1305, base."""
    entropy = bytes.fromhex("909a9b35d3dc4713a5e72a4da274b55d3d3821a37e5d099e74a647db583a904b")
    private = bytes.fromhex("8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb")
    public = bytes.fromhex("4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a")
    info, bound = b"Ode on a Grecian Urn", b"Count-0"
    plain = b"Beauty is truth, truth beauty"
    sealed = bytes.fromhex(
        "1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a"
        "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db"
        "21993c62ce81883d2dd1b51a28"
    )
    assert x25519_public(private) == public
    assert seal_base(public, info, bound, plain, entropy) == sealed
    assert open_base(private, info, bound, sealed) == plain


@given(st.binary(max_size=200), st.binary(max_size=40), st.binary(min_size=32, max_size=32))
def test_a_library_opens_what_we_seal_and_we_what_it_seals(
    plain: bytes, info: bytes, entropy: bytes
) -> None:
    primitives = "cryptography.hazmat.primitives."
    keys = pytest.importorskip(primitives + "asymmetric.x25519", exc_type=ImportError)
    hpke = pytest.importorskip(primitives + "hpke")
    suite = hpke.Suite(hpke.KEM.X25519, hpke.KDF.HKDF_SHA256, hpke.AEAD.CHACHA20_POLY1305)
    theirs = keys.X25519PrivateKey.from_private_bytes(KEY)
    sealed = seal_base(x25519_public(KEY), info, b"", plain, entropy)
    assert suite.decrypt(sealed, theirs, info) == plain
    assert open_base(KEY, info, b"", suite.encrypt(plain, theirs.public_key(), info)) == plain


def test_nobody_else_opens_it() -> None:
    sealed = seal_base(x25519_public(KEY), b"for", b"bound", b"plain", octets("entropy"))
    assert len(sealed) == OVERHEAD + len(b"plain")
    assert open_base(KEY, b"for", b"bound", sealed) == b"plain"
    assert open_base(OTHER, b"for", b"bound", sealed) is None
    assert open_base(KEY, b"against", b"bound", sealed) is None
    assert open_base(KEY, b"for", b"loose", sealed) is None
    for size in range(len(sealed)):
        assert open_base(KEY, b"for", b"bound", sealed[:size]) is None


@pytest.mark.parametrize("point", SMALL_ORDER)
def test_points_of_small_order_are_no_keys(point: str) -> None:
    """Whatever the private key, the secret would be zero: anybody could open it."""
    raw = bytes.fromhex(point)
    assert not is_public_key(raw)
    with pytest.raises(ValueError, match="small order"):
        seal_base(raw, b"", b"", b"plain", octets("entropy"))
    assert open_base(KEY, b"", b"", raw + bytes(16)) is None


def test_a_public_key_is_one() -> None:
    assert is_public_key(x25519_public(KEY))
