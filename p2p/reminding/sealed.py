"""What a keeper knows of reminders, on its disk: sealed with a key from the keeper's own.

Who gets the folder without the keeper's key learns no address. Each file is replaced as a whole.
"""

import os
import threading
from collections import Counter as Counts
from pathlib import Path
from typing import Final, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from p2p.errors import BadStore, StoreFailed
from p2p.reminding.allowance import Allowance, Sending
from p2p.reminding.book import Book
from p2p.system import replace_private
from protocol import hkdf
from protocol.identity import Phrase
from protocol.primitives import chacha20_poly1305_decrypt, chacha20_poly1305_encrypt

__all__ = ["BookFile", "Counter"]

_KEY_SIZE: Final = 32
_NONCE_SIZE: Final = 12
_TAG_SIZE: Final = 16
_NAME_SIZE: Final = 16
_PER_DAY: Final = 24 * 60

T = TypeVar("T", Book, Allowance)


class _Sealed(Generic[T]):
    """One value in a sealed file."""

    def __init__(self, path: Path, phrase: Phrase, model: type[T]) -> None:
        self.path = path
        self._key = _derived(phrase, b"secret-subs reminders, sealed")
        self._model: TypeAdapter[T] = TypeAdapter(model)
        self._label = model.__name__.encode()

    def read(self) -> T | None:
        """The value; None if there is no file.

        Raises:
            BadStore: the file is damaged, or another key's.
            StoreFailed: the disk refuses.
        """
        try:
            raw = self.path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoreFailed(f"{self.path}: {error.strerror}") from error
        nonce, sealed = raw[:_NONCE_SIZE], raw[_NONCE_SIZE:]
        whole = len(raw) > _NONCE_SIZE + _TAG_SIZE
        text = chacha20_poly1305_decrypt(self._key, nonce, sealed, self._label) if whole else None
        if text is None:
            raise BadStore(f"{self.path}: damaged, or sealed with another key: remove it")
        try:
            return self._model.validate_json(text)
        except ValidationError as error:
            raise BadStore(f"{self.path}: of another version: remove it") from error

    def write(self, value: T) -> None:
        """Replace the value.

        Raises:
            StoreFailed: the disk refuses; the value before it is still there.
        """
        nonce = os.urandom(_NONCE_SIZE)
        text = self._model.dump_json(value)
        sealed = chacha20_poly1305_encrypt(self._key, nonce, text, self._label)
        try:
            replace_private(self.path, nonce + sealed)
        except OSError as error:
            raise StoreFailed(f"{self.path}: cannot be written: {error.strerror}") from error


class BookFile:
    """The book of one table on the disk, for one thread at a time."""

    def __init__(self, path: Path, phrase: Phrase) -> None:
        """At this path, sealed with a key of this phrase."""
        self._sealed = _Sealed(path, phrase, Book)

    def read(self) -> Book:
        """The book; an empty one if there is none.

        Raises:
            BadStore, StoreFailed: see `_Sealed.read`.
        """
        return self._sealed.read() or Book()

    def write(self, book: Book) -> None:
        """Replace the book; an empty one leaves no file.

        Raises:
            StoreFailed: the disk refuses.
        """
        if not book.empty:
            self._sealed.write(book)
            return
        try:
            self._sealed.path.unlink(missing_ok=True)
        except OSError as error:
            raise StoreFailed(f"{self._sealed.path}: {error.strerror}") from error


class Counter:
    """What one keeper has sent at all its tables on this day; for any thread."""

    def __init__(self, path: Path, phrase: Phrase) -> None:
        """Go on counting.

        Args:
            path: of the file.
            phrase: of the keeper.

        Raises:
            BadStore, StoreFailed: see `_Sealed.read`.
        """
        self._lock = threading.Lock()
        self._sealed = _Sealed(path, phrase, Allowance)
        self._names = _derived(phrase, b"secret-subs reminders, names")
        self._allowance = self._sealed.read() or Allowance()
        self._sent: Counts[Sending] = Counts()

    def allows(self, what: Sending, counted_as: str, minute: int) -> bool:
        """Whether one more message may be sent; then it counts, also over a restart.

        Raises:
            StoreFailed: the disk refuses; nothing may be sent.
        """
        name = hkdf.expand(self._names, counted_as.encode(), _NAME_SIZE).hex()
        with self._lock:
            after = self._allowance.after(minute // _PER_DAY, what, name)
            if after is None:
                return False
            self._sealed.write(after)
            self._allowance = after
            self._sent[what] += 1
            return True

    def sent(self, what: Sending) -> int:
        """How many messages it has allowed since it was opened."""
        return self._sent[what]


def _derived(phrase: Phrase, purpose: bytes) -> bytes:
    return hkdf.expand(hkdf.extract(b"", phrase.secret), purpose, _KEY_SIZE)
