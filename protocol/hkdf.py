"""HKDF-SHA256 (RFC 5869): one secret in, as many as are needed out.

Its two steps apart, since Noise (section 4.3) and HPKE (RFC 9180) are written in them.
"""

import hashlib
import hmac
from typing import Final

__all__ = ["expand", "extract"]

_SIZE: Final = hashlib.sha256().digest_size


def extract(salt: bytes, secret: bytes) -> bytes:
    """A uniform key of 32 bytes from a secret that may be none; no salt is 32 zeros."""
    return hmac.digest(salt or bytes(_SIZE), secret, "sha256")


def expand(key: bytes, info: bytes, length: int) -> bytes:
    """So many bytes, at most 8,160, for the purpose that `info` names."""
    if length > 255 * _SIZE:
        raise ValueError(f"at most {255 * _SIZE} bytes follow from one key, not {length}")
    block, blocks = b"", b""
    for count in range(1, -(-length // _SIZE) + 1):
        block = hmac.digest(key, block + info + bytes([count]), "sha256")
        blocks += block
    return blocks[:length]
