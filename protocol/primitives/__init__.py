"""What is computed by cryptographic libraries, which nothing else here imports (SPEC-3, SPEC-15.0).

Functions from bytes to bytes, named as their standards name them. Randomness comes in as a value.
Two backends give the same bytes: `native` wraps `cryptography` and libsodium's ristretto255, `page`
wraps what a browser has of both. Where libraries differ on odd input they are not asked: keys,
signatures and points are judged first, by `protocol.identity` and `protocol.sealing.group`.
"""

import sys

if sys.platform == "emscripten":
    from protocol.primitives.page import (
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
else:
    from protocol.primitives.native import (
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
