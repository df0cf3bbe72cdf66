"""Each primitive gives what its standard publishes; in a page, the same tests judge its backend."""

import pytest

from protocol import hkdf
from protocol.primitives import (
    argon2id,
    chacha20_poly1305_decrypt,
    chacha20_poly1305_encrypt,
    ed25519_public,
    ed25519_sign,
    ed25519_verify,
    ristretto255_add,
    ristretto255_from_hash,
    ristretto255_is_valid,
    ristretto255_multiply,
    ristretto255_multiply_base,
    ristretto255_subtract,
    x25519,
    x25519_public,
)

octets = bytes.fromhex


@pytest.mark.parametrize(
    ("seed", "public", "message", "signature"),
    [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            (
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                "d25bf5f0595bbe24655141438e7a100b"
            ),
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            (
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
                "387b2eaeb4302aeeb00d291612bb0c00"
            ),
        ),
    ],
)
def test_ed25519_is_that_of_rfc_8032(seed: str, public: str, message: str, signature: str) -> None:
    """RFC 8032, 7.1: tests 1 and 2."""
    assert ed25519_public(octets(seed)).hex() == public
    assert ed25519_sign(octets(seed), octets(message)).hex() == signature
    assert ed25519_verify(octets(public), octets(message), octets(signature))
    assert not ed25519_verify(octets(public), octets(message) + b"!", octets(signature))


def test_ed25519_refuses_what_is_no_point() -> None:
    """Y = 2 lies on no point of the curve: nothing verifies, and nothing raises."""
    nowhere = (2).to_bytes(32, "little")
    signed = ed25519_sign(bytes(32), b"text")
    assert not ed25519_verify(nowhere, b"text", signed)
    assert not ed25519_verify(ed25519_public(bytes(32)), b"text", nowhere + signed[32:])


def test_x25519_is_that_of_rfc_7748() -> None:
    """RFC 7748, 5.2 and 6.1."""
    scalar = octets("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4")
    point = octets("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c")
    product = octets("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552")
    assert x25519(scalar, point) == product
    bob = octets("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    public = octets("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    alice = octets("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    shared = octets("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    assert x25519_public(bob) == public
    assert x25519(bob, alice) == shared


def test_x25519_ignores_the_highest_bit_of_a_point() -> None:
    """RFC 7748, 5: it must be masked."""
    point = x25519_public(bytes(31) + b"\x40")
    high = point[:-1] + bytes([point[-1] | 0x80])
    assert x25519(bytes(32), point) == x25519(bytes(32), high)


@pytest.mark.parametrize("point", [0, 1, 2**255 - 20, 2**255 - 19])
def test_a_point_of_small_order_shares_nothing(point: int) -> None:
    """RFC 7748, 6.1: the all-zero result is refused."""
    assert x25519(b"\x77" * 32, point.to_bytes(32, "little")) is None


@pytest.mark.parametrize(
    ("salt", "info", "expanded"),
    [
        (
            "000102030405060708090a0b0c",
            "f0f1f2f3f4f5f6f7f8f9",
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        ),
        (
            "",
            "",
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
        ),
    ],
)
def test_hkdf_is_that_of_rfc_5869(salt: str, info: str, expanded: str) -> None:
    """RFC 5869, A.1 and A.3."""
    key = hkdf.extract(octets(salt), b"\x0b" * 22)
    assert hkdf.expand(key, octets(info), 42).hex() == expanded


def test_hkdf_has_a_greatest_length() -> None:
    assert len(hkdf.expand(bytes(32), b"", 255 * 32)) == 255 * 32
    with pytest.raises(ValueError, match="8160"):
        hkdf.expand(bytes(32), b"", 255 * 32 + 1)


SUNSCREEN = (
    b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
    b"sunscreen would be it."
)


def test_chacha20_poly1305_is_that_of_rfc_8439() -> None:
    """RFC 8439, 2.8.2."""
    key, nonce = bytes(range(0x80, 0xA0)), octets("070000004041424344454647")
    bound = octets("50515253c0c1c2c3c4c5c6c7")
    encrypted = chacha20_poly1305_encrypt(key, nonce, SUNSCREEN, bound)
    assert encrypted[:16].hex() == "d31a8d34648e60db7b86afbc53ef7ec2"
    assert encrypted[-16:].hex() == "1ae10b594f09e26a7e902ecbd0600691"
    assert chacha20_poly1305_decrypt(key, nonce, encrypted, bound) == SUNSCREEN
    for altered in (encrypted[:-1], encrypted + b"!", b"!" + encrypted[1:], encrypted[:15], b""):
        assert chacha20_poly1305_decrypt(key, nonce, altered, bound) is None
    assert chacha20_poly1305_decrypt(key, nonce, encrypted, bound + b"!") is None
    empty = chacha20_poly1305_encrypt(key, nonce, b"", b"")
    assert len(empty) == 16
    assert chacha20_poly1305_decrypt(key, nonce, empty, b"") == b""


@pytest.mark.parametrize(
    ("memory", "stretched"),
    [
        (256, "15b0022c89957257f84ab427796079c5ca38da556a6f2549fa7d9a5994fda981"),
        (65_536, "552b561f8e9c123020b43c0b93db5909da2403978b11aa921974a061c69adb15"),
    ],
)
def test_argon2id_is_that_of_its_authors(memory: int, stretched: str) -> None:
    """As the reference program prints: argon2 "a salt of 16 oct" -id -t 3 -p 1, version 1.3."""
    made = argon2id(b"password", b"a salt of 16 oct", memory_kib=memory, passes=3)
    assert made.hex() == stretched


def test_ristretto255_is_a_group() -> None:
    """RFC 9496; `tests/protocol/sealing/test_group.py` has its vectors."""
    one, two, three = (
        ristretto255_multiply_base(number.to_bytes(32, "little")) for number in (1, 2, 3)
    )
    assert ristretto255_add(one, two) == three
    assert ristretto255_subtract(three, two) == one
    assert ristretto255_subtract(one, one) == bytes(32)
    assert ristretto255_multiply((3).to_bytes(32, "little"), one) == three
    other = ristretto255_from_hash(bytes(range(64)))
    assert ristretto255_is_valid(other)
    assert ristretto255_is_valid(bytes(32))
    assert not ristretto255_is_valid(b"\x01" + bytes(31))
