"""The names of nodes at a relay (SPEC-16.15).

A node's name is a public key that follows from its phrase and the table: the same after the loss of
a machine, another one at every table, and known to nobody as a key of this player. Who is told the
name can call; only who has the phrase can register under it.
"""

import base64
import binascii
from typing import Final

from p2p.errors import BadAddress
from protocol.encoding import encode
from protocol.errors import Refused
from protocol.hashing import Tag
from protocol.identity import KEY_SIZE, Identity, Phrase, PublicKey

__all__ = [
    "NAME_LENGTH",
    "NONCE_SIZE",
    "proves_registration",
    "read_name",
    "relay_identity",
    "sign_registration",
    "write_name",
]

NONCE_SIZE: Final = 32
NAME_LENGTH: Final = 43
"""Characters of a name in writing: 32 bytes in base64url without padding."""


def relay_identity(phrase: Phrase, table: bytes) -> Identity:
    """The key under which a node of a table registers at every relay.

    Args:
        phrase: of its player.
        table: table id.
    """
    return Identity.derived(phrase, Tag.RELAY_KEY, table)


def write_name(name: PublicKey) -> str:
    """A name as the last part of an address."""
    return base64.urlsafe_b64encode(name.raw).rstrip(b"=").decode("ascii")


def read_name(text: str) -> PublicKey:
    """Read a name; it is written in one way only.

    Raises:
        BadAddress: it is none.
    """
    try:
        raw = base64.b64decode(text + "=", altchars=b"-_", validate=True)
        name = PublicKey(raw)
    except (ValueError, binascii.Error, Refused):
        raise BadAddress(f"{text[:NAME_LENGTH]!a} is no name of a node at a relay") from None
    if len(raw) != KEY_SIZE or write_name(name) != text:
        raise BadAddress(f"{text[:NAME_LENGTH]!a} is no name of a node at a relay")
    return name


def sign_registration(identity: Identity, url: str, nonce: bytes) -> bytes:
    """Prove to the relay at a URL, which has just made the nonce, that a name is one's own."""
    return identity.sign(Tag.REGISTRATION, encode((url, nonce)))


def proves_registration(name: PublicKey, url: str, nonce: bytes, signature: bytes) -> bool:
    """Whether the owner of the name made this signature for this relay and this nonce."""
    return name.verifies(Tag.REGISTRATION, encode((url, nonce)), signature)
