"""Hybrid public key encryption (RFC 9180): one text, for whoever holds the private key of a point.

Base mode, in one shot, of DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and ChaCha20-Poly1305. The names
are those of the RFC, sections 4 to 6.
"""

from typing import Final

from protocol.hkdf import expand, extract
from protocol.primitives import (
    chacha20_poly1305_decrypt,
    chacha20_poly1305_encrypt,
    x25519,
    x25519_public,
)

__all__ = ["OVERHEAD", "is_public_key", "open_base", "seal_base"]

_POINT: Final = 32
OVERHEAD: Final = _POINT + 16
"""Bytes by which what is sealed is longer: an encapsulated key before, a tag behind."""

_NONCE: Final = 12
_KEM: Final = b"KEM" + (0x0020).to_bytes(2, "big")
_SUITE: Final = b"HPKE" + bytes.fromhex("0020 0001 0003")  # KEM, KDF, AEAD
_BASE: Final = b"\x00"


def is_public_key(point: bytes) -> bool:
    """Whether 32 bytes are a point to which anything can be sealed: not of small order."""
    return x25519(bytes(_POINT), point) is not None


def seal_base(public: bytes, info: bytes, bound: bytes, plain: bytes, entropy: bytes) -> bytes:
    """The encapsulated key, and the text encrypted.

    Args:
        public: of whoever shall open it, 32 bytes.
        info: what it is for.
        bound: what is not encrypted, and must be given again to open it.
        plain: the text.
        entropy: 32 random bytes, never used again (`ikmE` of the RFC's vectors).

    Raises:
        ValueError: the public key is of small order.
    """
    secret = _derive_private_key(entropy)
    encapsulated = x25519_public(secret)
    shared = x25519(secret, public)
    if shared is None:
        raise ValueError("nothing can be sealed to a public key of small order")
    key, nonce = _key_schedule(_extract_and_expand(shared, encapsulated + public), info)
    return encapsulated + chacha20_poly1305_encrypt(key, nonce, plain, bound)


def open_base(private: bytes, info: bytes, bound: bytes, sealed: bytes) -> bytes | None:
    """The text; None if it was sealed to another key, or anything differs."""
    encapsulated, encrypted = sealed[:_POINT], sealed[_POINT:]
    if len(sealed) < OVERHEAD:
        return None
    shared = x25519(private, encapsulated)
    if shared is None:
        return None
    context = encapsulated + x25519_public(private)
    key, nonce = _key_schedule(_extract_and_expand(shared, context), info)
    return chacha20_poly1305_decrypt(key, nonce, encrypted, bound)


def _derive_private_key(material: bytes) -> bytes:
    """`DeriveKeyPair`, section 7.1.3."""
    return _labeled_expand(_KEM, _labeled_extract(_KEM, b"", b"dkp_prk", material), b"sk", b"", 32)


def _extract_and_expand(shared: bytes, context: bytes) -> bytes:
    """`ExtractAndExpand`, section 4.1."""
    key = _labeled_extract(_KEM, b"", b"eae_prk", shared)
    return _labeled_expand(_KEM, key, b"shared_secret", context, 32)


def _key_schedule(shared_secret: bytes, info: bytes) -> tuple[bytes, bytes]:
    """Key and first nonce of `KeySchedule`, section 5.1; in base mode there is no `psk`."""
    psk_id_hash = _labeled_extract(_SUITE, b"", b"psk_id_hash", b"")
    info_hash = _labeled_extract(_SUITE, b"", b"info_hash", info)
    context = _BASE + psk_id_hash + info_hash
    secret = _labeled_extract(_SUITE, shared_secret, b"secret", b"")
    return (
        _labeled_expand(_SUITE, secret, b"key", context, 32),
        _labeled_expand(_SUITE, secret, b"base_nonce", context, _NONCE),
    )


def _labeled_extract(suite: bytes, salt: bytes, label: bytes, material: bytes) -> bytes:
    return extract(salt, b"HPKE-v1" + suite + label + material)


def _labeled_expand(suite: bytes, key: bytes, label: bytes, info: bytes, length: int) -> bytes:
    return expand(key, length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info, length)
