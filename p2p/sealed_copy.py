"""A copy of what a player keeps, sealed under a passphrase as a key is (`p2p.keystore`).

A secret that is drawn for this file alone is sealed in a key file, and opens the content with
ChaCha20-Poly1305; everything before the content is bound to it.
"""

from typing import Final

from p2p.errors import BadCopy, BadKeyFile
from p2p.keystore import DEFAULT_COST, NONCE_SIZE, SALT_SIZE, Cost, KeyFile
from protocol.encoding import decode, encode
from protocol.errors import Refused
from protocol.hashing import Tag, tagged
from protocol.identity import PHRASE_SIZE, Phrase
from protocol.primitives import chacha20_poly1305_decrypt, chacha20_poly1305_encrypt
from protocol.record_reader import RecordReader

__all__ = ["ENTROPY_SIZE", "MAX_COPY", "open_copy", "seal_copy"]

MAX_COPY: Final = 48 << 20
"""Bytes of a file that is read."""

ENTROPY_SIZE: Final = PHRASE_SIZE + SALT_SIZE + NONCE_SIZE

_MAGIC: Final = b"secret-subs copy 1\n"
_ZERO: Final = bytes(NONCE_SIZE)  # the key is never used again
_FORM: Final = RecordReader("copy", "copy")


def seal_copy(content: bytes, passphrase: str, entropy: bytes, cost: Cost = DEFAULT_COST) -> bytes:
    """The file: only the passphrase opens it.

    Args:
        content: whatever is to be kept.
        passphrase: of the player.
        entropy: `ENTROPY_SIZE` random bytes, never used again.
        cost: of a guess.
    """
    secret = Phrase(entropy[:PHRASE_SIZE])
    salt = entropy[PHRASE_SIZE : PHRASE_SIZE + SALT_SIZE]
    key = KeyFile.seal(secret, passphrase, salt, entropy[-NONCE_SIZE:], cost).to_bytes()
    sealed = chacha20_poly1305_encrypt(secret.derive(Tag.COPY), _ZERO, content, _bound(key))
    return _MAGIC + encode((key, sealed))


def open_copy(raw: bytes, passphrase: str) -> bytes:
    """What was sealed.

    Raises:
        BadCopy: this is no such file, or a damaged one.
        WrongPassphrase: the passphrase does not open it.
    """
    if not raw.startswith(_MAGIC):
        raise BadCopy("this is no copy that `secret-subs export` or a page has made")
    if len(raw) > MAX_COPY:
        raise BadCopy(f"this file is larger than {MAX_COPY >> 20} MiB")
    try:
        fields = _FORM.array(decode(raw[len(_MAGIC) :], MAX_COPY), "the whole", 2, 2)
        key = _FORM.octets(fields[0], "key", 0, MAX_COPY)
        sealed = _FORM.octets(fields[1], "content", 0, MAX_COPY)
        secret = KeyFile.from_bytes(key).open(passphrase)
    except (Refused, BadKeyFile) as error:
        raise BadCopy("this copy is damaged, or cut short") from error
    content = chacha20_poly1305_decrypt(secret.derive(Tag.COPY), _ZERO, sealed, _bound(key))
    if content is None:
        raise BadCopy("this copy is damaged")
    return content


def _bound(key: bytes) -> bytes:
    return tagged(Tag.COPY, _MAGIC + key)
