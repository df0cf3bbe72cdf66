"""The primitives of a node in a page; the browser's side is client/web/node/primitives.js.

What each function means, and what it may be given, `protocol.primitives.native` says.
"""

from typing import Protocol, cast

import page_primitives
from pyodide.ffi import to_js

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


class _Array(Protocol):
    """A `Uint8Array` of the page."""

    def to_bytes(self) -> bytes: ...


class _Page(Protocol):
    """The functions of primitives.js."""

    def argon2id(self, secret: _Array, salt: _Array, memory: int, passes: int, /) -> _Array: ...
    def chacha20_poly1305_decrypt(
        self, key: _Array, nonce: _Array, encrypted: _Array, bound: _Array, /
    ) -> _Array | None: ...
    def chacha20_poly1305_encrypt(
        self, key: _Array, nonce: _Array, plain: _Array, bound: _Array, /
    ) -> _Array: ...
    def ed25519_public(self, seed: _Array, /) -> _Array: ...
    def ed25519_sign(self, seed: _Array, message: _Array, /) -> _Array: ...
    def ed25519_verify(self, public: _Array, message: _Array, signature: _Array, /) -> bool: ...
    def ristretto255_add(self, first: _Array, second: _Array, /) -> _Array: ...
    def ristretto255_from_hash(self, wide: _Array, /) -> _Array: ...
    def ristretto255_is_valid(self, point: _Array, /) -> bool: ...
    def ristretto255_multiply(self, scalar: _Array, point: _Array, /) -> _Array: ...
    def ristretto255_multiply_base(self, scalar: _Array, /) -> _Array: ...
    def ristretto255_subtract(self, first: _Array, second: _Array, /) -> _Array: ...
    def x25519(self, scalar: _Array, point: _Array, /) -> _Array | None: ...
    def x25519_public(self, scalar: _Array, /) -> _Array: ...


_PAGE = cast(_Page, page_primitives)


def _array(value: bytes) -> _Array:
    return cast(_Array, to_js(value))


def _or_none(array: _Array | None) -> bytes | None:
    return None if array is None else array.to_bytes()


def ed25519_public(seed: bytes) -> bytes:
    """The public key of a private key."""
    return _PAGE.ed25519_public(_array(seed)).to_bytes()


def ed25519_sign(seed: bytes, message: bytes) -> bytes:
    """The signature of a message."""
    return _PAGE.ed25519_sign(_array(seed), _array(message)).to_bytes()


def ed25519_verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the holder of the public key made the signature."""
    return _PAGE.ed25519_verify(_array(public), _array(message), _array(signature))


def x25519_public(scalar: bytes) -> bytes:
    """The point of a private scalar."""
    return _PAGE.x25519_public(_array(scalar)).to_bytes()


def x25519(scalar: bytes, point: bytes) -> bytes | None:
    """What a scalar and a point share; None if it is all zero."""
    return _or_none(_PAGE.x25519(_array(scalar), _array(point)))


def chacha20_poly1305_encrypt(key: bytes, nonce: bytes, plain: bytes, bound: bytes) -> bytes:
    """The text, encrypted, and a tag of 16 bytes."""
    return _PAGE.chacha20_poly1305_encrypt(
        _array(key), _array(nonce), _array(plain), _array(bound)
    ).to_bytes()


def chacha20_poly1305_decrypt(
    key: bytes, nonce: bytes, encrypted: bytes, bound: bytes
) -> bytes | None:
    """The text; None if anything differs from what was encrypted."""
    return _or_none(
        _PAGE.chacha20_poly1305_decrypt(
            _array(key), _array(nonce), _array(encrypted), _array(bound)
        )
    )


def argon2id(secret: bytes, salt: bytes, *, memory_kib: int, passes: int) -> bytes:
    """32 bytes that cost so much to make."""
    return _PAGE.argon2id(_array(secret), _array(salt), memory_kib, passes).to_bytes()


def ristretto255_is_valid(point: bytes) -> bool:
    """Whether 32 bytes encode a point."""
    return _PAGE.ristretto255_is_valid(_array(point))


def ristretto255_add(first: bytes, second: bytes) -> bytes:
    """The sum of two points."""
    return _PAGE.ristretto255_add(_array(first), _array(second)).to_bytes()


def ristretto255_subtract(first: bytes, second: bytes) -> bytes:
    """The difference of two points."""
    return _PAGE.ristretto255_subtract(_array(first), _array(second)).to_bytes()


def ristretto255_multiply(scalar: bytes, point: bytes) -> bytes:
    """A point times a scalar."""
    return _PAGE.ristretto255_multiply(_array(scalar), _array(point)).to_bytes()


def ristretto255_multiply_base(scalar: bytes) -> bytes:
    """The generator times a scalar."""
    return _PAGE.ristretto255_multiply_base(_array(scalar)).to_bytes()


def ristretto255_from_hash(wide: bytes) -> bytes:
    """The point to which 64 uniform bytes are mapped."""
    return _PAGE.ristretto255_from_hash(_array(wide)).to_bytes()
