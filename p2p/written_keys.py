"""Public keys as the last part of an address (SPEC-16.15)."""

import base64
import binascii
from typing import Final

from p2p.errors import BadAddress
from protocol.errors import Refused
from protocol.identity import KEY_SIZE, PublicKey

__all__ = ["KEY_LENGTH", "read_key", "read_octets", "write_key", "write_octets"]

KEY_LENGTH: Final = 43
"""Characters of a key in writing: 32 bytes in base64url without padding."""


def write_key(key: PublicKey) -> str:
    """A key in writing."""
    return write_octets(key.raw)


def read_key(text: str) -> PublicKey:
    """Read a key; it is written in one way only.

    Raises:
        BadAddress: it is none.
    """
    try:
        return PublicKey(read_octets(text))
    except Refused:
        raise BadAddress(f"{text[:KEY_LENGTH]!a} is no name of a node at a relay") from None


def write_octets(raw: bytes) -> str:
    """32 bytes in writing, as keys are."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def read_octets(text: str) -> bytes:
    """Read 32 bytes; they are written in one way only.

    Raises:
        BadAddress: they are others.
    """
    try:
        raw = base64.b64decode(text + "=", altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        raw = b""
    if len(raw) != KEY_SIZE or write_octets(raw) != text:
        raise BadAddress(f"{text[:KEY_LENGTH]!a} is no name of a node at a relay")
    return raw
