"""The names of nodes at a relay (SPEC-16.15).

A node's name is a public key that follows from its phrase and the table: the same after the loss of
a machine, another one at every table, and known to nobody as a key of this player. Who is told the
name can call; only who has the phrase can register under it.
"""

from typing import Final

from protocol.encoding import encode
from protocol.hashing import Tag
from protocol.identity import KEY_SIZE, Identity, Phrase, PublicKey

__all__ = [
    "HOLDER",
    "NONCE_SIZE",
    "proves_registration",
    "relay_identity",
    "sign_registration",
]

NONCE_SIZE: Final = 32
HOLDER: Final = bytes(KEY_SIZE)
"""Called by this name a relay's own holder answers; it is no key, so no node has it."""


def relay_identity(phrase: Phrase, table: bytes) -> Identity:
    """The key under which a node of a table registers at every relay.

    Args:
        phrase: of its player.
        table: table id.
    """
    return Identity.derived(phrase, Tag.RELAY_KEY, table)


def sign_registration(identity: Identity, url: str, nonce: bytes) -> bytes:
    """Prove to the relay at a URL, which has just made the nonce, that a name is one's own."""
    return identity.sign(Tag.REGISTRATION, encode((url, nonce)))


def proves_registration(name: PublicKey, url: str, nonce: bytes, signature: bytes) -> bool:
    """Whether the owner of the name made this signature for this relay and this nonce."""
    return name.verifies(Tag.REGISTRATION, encode((url, nonce)), signature)
