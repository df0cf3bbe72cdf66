"""The primitives of an installed program: `cryptography`, and libsodium by `nacl` and `rbcl`."""

from contextlib import suppress
from pathlib import Path

import rbcl
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from nacl.bindings import crypto_sign_open
from nacl.exceptions import BadSignatureError

__all__ = [
    "argon2id",
    "chacha20_poly1305_decrypt",
    "chacha20_poly1305_encrypt",
    "ed25519_public",
    "ed25519_sign",
    "ed25519_verify",
    "ristretto255_add",
    "ristretto255_from_hash",
    "ristretto255_is_valid",
    "ristretto255_multiply",
    "ristretto255_multiply_base",
    "ristretto255_subtract",
    "x25519",
    "x25519_public",
]

# At each start rbcl unpacks its library into the folder for temporary files and leaves it there:
# 2.8 MB that nobody needs once it is loaded. Windows deletes no library that is in use.
with suppress(ImportError, OSError):
    from rbcl._sodium import lib_path

    Path(lib_path).unlink()


def ed25519_public(seed: bytes) -> bytes:
    """The public key, 32 bytes, of a private key of 32 bytes (RFC 8032)."""
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def ed25519_sign(seed: bytes, message: bytes) -> bytes:
    """The signature, 64 bytes."""
    return Ed25519PrivateKey.from_private_bytes(seed).sign(message)


def ed25519_verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the holder of the public key made the signature.

    Both must have passed SPEC-3.3 and SPEC-3.4: of small orders and other spellings, libraries
    think differently. Libsodium takes less than half the time of OpenSSL, and an audit does little
    so often.
    """
    try:
        crypto_sign_open(signature + message, public)
    except BadSignatureError:
        return False
    return True


def x25519_public(scalar: bytes) -> bytes:
    """The point, 32 bytes, of a private scalar of 32 bytes (RFC 7748)."""
    return X25519PrivateKey.from_private_bytes(scalar).public_key().public_bytes_raw()


def x25519(scalar: bytes, point: bytes) -> bytes | None:
    """What a scalar and a point of 32 bytes each share (RFC 7748); None if it is all zero."""
    try:
        return X25519PrivateKey.from_private_bytes(scalar).exchange(
            X25519PublicKey.from_public_bytes(point)
        )
    except ValueError:
        return None


def chacha20_poly1305_encrypt(key: bytes, nonce: bytes, plain: bytes, bound: bytes) -> bytes:
    """The text, encrypted, and a tag of 16 bytes (RFC 8439).

    Args:
        key: 32 bytes.
        nonce: 12 bytes, never twice under one key.
        plain: what is encrypted.
        bound: what is not, and must be given again to decrypt.
    """
    return ChaCha20Poly1305(key).encrypt(nonce, plain, bound)


def chacha20_poly1305_decrypt(
    key: bytes, nonce: bytes, encrypted: bytes, bound: bytes
) -> bytes | None:
    """The text; None if anything differs from what was encrypted."""
    try:
        return ChaCha20Poly1305(key).decrypt(nonce, encrypted, bound)
    except InvalidTag:
        return None


def argon2id(secret: bytes, salt: bytes, *, memory_kib: int, passes: int) -> bytes:
    """32 bytes that cost so much to make, in one lane (RFC 9106); the salt has 16 bytes."""
    stretch = Argon2id(salt=salt, length=32, iterations=passes, lanes=1, memory_cost=memory_kib)
    return stretch.derive(secret)


def ristretto255_is_valid(point: bytes) -> bool:
    """Whether 32 bytes with their highest bit clear encode a point, or the identity (RFC 9496)."""
    return bool(rbcl.crypto_core_ristretto255_is_valid_point(point))


def ristretto255_add(first: bytes, second: bytes) -> bytes:
    """The sum of two points that are valid."""
    return bytes(rbcl.crypto_core_ristretto255_add(first, second))


def ristretto255_subtract(first: bytes, second: bytes) -> bytes:
    """The difference of two points that are valid."""
    return bytes(rbcl.crypto_core_ristretto255_sub(first, second))


def ristretto255_multiply(scalar: bytes, point: bytes) -> bytes:
    """A point that is valid and no identity, times a scalar from 1 to q - 1."""
    return bytes(rbcl.crypto_scalarmult_ristretto255(scalar, point))


def ristretto255_multiply_base(scalar: bytes) -> bytes:
    """The generator times a scalar from 1 to q - 1; three times as fast."""
    return bytes(rbcl.crypto_scalarmult_ristretto255_base(scalar))


def ristretto255_from_hash(wide: bytes) -> bytes:
    """The point to which 64 uniform bytes are mapped (RFC 9496, 4.3.4)."""
    return bytes(rbcl.crypto_core_ristretto255_from_hash(wide))
