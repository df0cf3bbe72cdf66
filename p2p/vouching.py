"""How many records a store has signed, kept outside of it (SPEC-16.9).

A store that is put back from a copy, or copied to another machine, does not know of it. What is
kept here does: the count, and which file on which machine it is about. Both put back together are
taken for whole.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from p2p.errors import StoreFailed
from p2p.signing import Vouch
from p2p.store import Store
from p2p.system import create_private, machine_name, replace_private
from protocol.encoding import Data, decode, encode
from protocol.errors import Refused

__all__ = ["Vouching"]

_MAX_FILE: Final = 8192


class Vouching:
    """The count of one store.

    It is written after the store and before anything is sent, and it need not have reached the disk
    then: a count that is too small vouches for a store that holds more.
    """

    def __init__(self, folder: Path, store: Store, place: Path | None = None) -> None:
        """The count of a store in a folder that is kept and put back by other means than it is.

        Args:
            folder: where counts are kept.
            store: whose it is.
            place: where the store will lie, if it is to be put there; else where it is.
        """
        self._store = store
        self._where = str((place or store.path).resolve())
        name = hashlib.sha256(os.fsencode(self._where)).hexdigest()
        self._path = folder / f"{name[:32]}.signed"

    def vouch(self) -> Vouch:
        """What is known of the store now, before it signs anything more."""
        try:
            kept = self._path.read_bytes()[:_MAX_FILE]
        except FileNotFoundError:
            return Vouch.BEHIND if self._store.has_signed else Vouch.UNKNOWN
        except OSError:
            return Vouch.UNKNOWN
        try:
            match decode(kept, _MAX_FILE):
                case (int(count), *about) if tuple(about) == self._about():
                    return Vouch.WHOLE if count <= self._store.count else Vouch.BEHIND
                case _:
                    return Vouch.BEHIND
        except Refused:
            return Vouch.BEHIND

    def keep(self) -> None:
        """Write down how many records the store has signed by now."""
        with suppress(OSError), create_private(self._path, exclusive=False) as file:
            file.truncate()
            file.write(encode((self._store.count, *self._about())))

    def keep_for_good(self) -> None:
        """As `keep`; on return it has reached the disk.

        Raises:
            StoreFailed: the disk refuses.
        """
        self._write((self._store.count, *self._about()))

    def doubt(self) -> None:
        """Write down that the store may lack something that was signed: it is `BEHIND`.

        Raises:
            StoreFailed: the disk refuses.
        """
        self._write(())

    @property
    def known(self) -> int:
        """The count that was kept here last, of whatever lay there then; 0 if there is none."""
        try:
            match decode(self._path.read_bytes()[:_MAX_FILE], _MAX_FILE):
                case (int(count), *_):
                    return count
                case _:
                    return 0
        except (OSError, Refused):
            return 0

    def _write(self, kept: tuple[Data, ...]) -> None:
        try:
            replace_private(self._path, encode(kept))
        except OSError as error:
            raise StoreFailed(f"{self._path}: cannot be written: {error.strerror}") from error

    def _about(self) -> tuple[Data, ...]:
        """Machine and file."""
        return (machine_name(), self._where, str(self._store.path.stat().st_ino))
