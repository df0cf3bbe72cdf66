"""The recovery phrase at rest: one file, sealed under a passphrase.

The passphrase is stretched with Argon2id and opens ChaCha20-Poly1305; everything else in the file
is bound to it as associated data, so that nothing in it can be exchanged. The public key stands
open in the file, so that a person can see whose it is.
"""

import os
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from p2p.errors import BadKeyFile, StoreFailed, WrongPassphrase
from p2p.system import create_private, sync_folder
from protocol.encoding import decode, encode
from protocol.errors import Refused
from protocol.hashing import Tag, tagged
from protocol.identity import KEY_SIZE, PHRASE_SIZE, Identity, Phrase, PublicKey
from protocol.primitives import argon2id, chacha20_poly1305_decrypt, chacha20_poly1305_encrypt
from protocol.record_reader import RecordReader

__all__ = ["DEFAULT_COST", "NONCE_SIZE", "SALT_SIZE", "Cost", "KeyFile"]

SALT_SIZE: Final = 16
NONCE_SIZE: Final = 12

_VERSION: Final = 2
_SEALED_SIZE: Final = PHRASE_SIZE + 16
_MAX_FILE: Final = 1024
_FORM: Final = RecordReader("key file", "key file")


@dataclass(frozen=True, slots=True)
class Cost:
    """What one guess of the passphrase costs under Argon2id."""

    memory_kib: int
    passes: int


DEFAULT_COST: Final = Cost(memory_kib=64 * 1024, passes=3)
"""The second choice of RFC 9106, but in one lane: browsers have no other."""


@dataclass(frozen=True, slots=True)
class KeyFile:
    """A sealed recovery phrase.

    Attributes:
        public: the identity that follows from the phrase.
        cost: of a guess.
        salt: 16 random bytes.
        nonce: 12 random bytes.
        sealed: the phrase, encrypted, with its tag: 48 bytes.
    """

    public: PublicKey
    cost: Cost
    salt: bytes
    nonce: bytes
    sealed: bytes

    @classmethod
    def seal(
        cls,
        phrase: Phrase,
        passphrase: str,
        salt: bytes,
        nonce: bytes,
        cost: Cost = DEFAULT_COST,
    ) -> Self:
        """Seal a phrase under a passphrase, with fresh random salt and nonce."""
        public = Identity.from_phrase(phrase).public
        key = _stretched(passphrase, salt, cost)
        bound = _bound(public, cost, salt)
        sealed = chacha20_poly1305_encrypt(key, nonce, phrase.secret, bound)
        return cls(public, cost, salt, nonce, sealed)

    def open(self, passphrase: str) -> Phrase:
        """The phrase.

        Raises:
            WrongPassphrase: this passphrase does not open the file, or the file was altered.
        """
        key = _stretched(passphrase, self.salt, self.cost)
        bound = _bound(self.public, self.cost, self.salt)
        secret = chacha20_poly1305_decrypt(key, self.nonce, self.sealed, bound)
        if secret is None:
            raise WrongPassphrase(f"the passphrase does not open the key {self.public.fingerprint}")
        return Phrase(secret)

    def to_bytes(self) -> bytes:
        """The file: one canonical array (SPEC-1.1)."""
        return encode(
            (
                _VERSION,
                self.public.raw,
                (self.cost.memory_kib, self.cost.passes),
                self.salt,
                self.nonce,
                self.sealed,
            )
        )

    @classmethod
    def from_bytes(cls, raw: bytes) -> Self:
        """Read a key file. Costs that would exhaust a machine are refused.

        Raises:
            BadKeyFile: what is wrong with it.
        """
        try:
            fields = _FORM.array(decode(raw, _MAX_FILE), "the whole", 6, 6)
            if fields[0] == 1:
                raise BadKeyFile(
                    "of version 1, which is not read any more; restore it from the recovery phrase"
                )
            _FORM.integer(fields[0], "version", _VERSION, _VERSION)
            memory, passes = _FORM.array(fields[2], "cost", 2, 2)
            cost = Cost(
                memory_kib=_FORM.integer(memory, "memory", 8, 1024 * 1024),
                passes=_FORM.integer(passes, "passes", 1, 16),
            )
            return cls(
                public=PublicKey(_FORM.octets(fields[1], "public key", KEY_SIZE, KEY_SIZE)),
                cost=cost,
                salt=_FORM.octets(fields[3], "salt", SALT_SIZE, SALT_SIZE),
                nonce=_FORM.octets(fields[4], "nonce", NONCE_SIZE, NONCE_SIZE),
                sealed=_FORM.octets(fields[5], "sealed phrase", _SEALED_SIZE, _SEALED_SIZE),
            )
        except Refused as error:
            raise BadKeyFile(f"no key file of this program: {error.reason}") from error

    def save(self, path: Path) -> None:
        """Write the file, readable by its owner only. An existing file is never overwritten.

        Raises:
            BadKeyFile: something is there already.
            StoreFailed: the disk refuses; nothing is left behind.
        """
        try:
            file = create_private(path, exclusive=True)
        except FileExistsError:
            raise BadKeyFile(f"{path}: a key is there already, and stays") from None
        except OSError as error:
            raise StoreFailed(f"{path}: cannot be made: {error.strerror}") from error
        try:
            with file:
                file.write(self.to_bytes())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            path.unlink(missing_ok=True)
            raise StoreFailed(f"{path}: cannot be written: {error.strerror}") from error
        sync_folder(path.parent)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read the file.

        Raises:
            BadKeyFile: it cannot be read, or is no key file.
        """
        try:
            with path.open("rb") as file:
                raw = file.read(_MAX_FILE + 1)
        except OSError as error:
            raise BadKeyFile(f"{path}: cannot be read: {error.strerror}") from error
        try:
            return cls.from_bytes(raw)
        except BadKeyFile as error:
            raise BadKeyFile(f"{path}: {error}") from error


def _stretched(passphrase: str, salt: bytes, cost: Cost) -> bytes:
    # Keyboards differ in what they send for an accented letter; its normal form is the same.
    secret = unicodedata.normalize("NFC", passphrase).encode("utf-8")
    return argon2id(secret, salt, memory_kib=cost.memory_kib, passes=cost.passes)


def _bound(public: PublicKey, cost: Cost, salt: bytes) -> bytes:
    content = (_VERSION, public.raw, cost.memory_kib, cost.passes, salt)
    return tagged(Tag.KEY_FILE, encode(content))
