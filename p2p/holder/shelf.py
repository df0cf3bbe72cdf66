"""The folder of a holder: which tables it has taken, and a store for each of them.

The list is an SQLite file that is locked as long as the holder runs: a second process that signed
for the same keeper's seats would make it guilty of fraud.
"""

import hashlib
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from p2p.changes import LobbyStored
from p2p.errors import BadStore, StoreFailed, StoreInUse
from p2p.holder.policy import FORGOTTEN_DAYS, HeldTable, Role
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.lobby import write_lobby
from p2p.store import Store
from p2p.system import create_private
from p2p.terms import guest_of
from protocol.identity import PHRASE_SIZE, Identity, Phrase

__all__ = ["Shelf", "octets_of"]

_SALT_SIZE: Final = 32
_MINUTES_PER_DAY: Final = 24 * 60
_SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS asked (phrase BLOB NOT NULL)",
    (
        "CREATE TABLE IF NOT EXISTS held (table_id BLOB, role TEXT, phrase BLOB NOT NULL,"
        " asked_with BLOB NOT NULL, visited INTEGER NOT NULL, founded INTEGER NOT NULL,"
        " full INTEGER NOT NULL, PRIMARY KEY (table_id, role)) WITHOUT ROWID"
    ),
)


class Shelf:
    """The tables of a holder. A context manager; all calls belong to one thread.

    Attributes:
        held: the tables that were taken, by table id and role.
        phrase: of the holder.
        desk: by which the holder is registered to be asked.
        network_key: see `Holding`; the same whenever the folder is opened.
    """

    def __init__(self, folder: Path) -> None:
        """Open the folder, or begin a new one.

        Raises:
            StoreInUse: another process holds it.
            BadStore: something else is there.
            StoreFailed: the disk refuses.
        """
        self._folder = folder
        path = folder / "held.db"
        try:
            create_private(path, exclusive=False).close()
        except OSError as error:
            raise StoreFailed(f"{path}: cannot be made: {error.strerror}") from error
        self._path = path
        self._connection = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            with self._disk():
                self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                self._connection.execute("PRAGMA synchronous = FULL")
                self._connection.execute("BEGIN EXCLUSIVE")
                for statement in _SCHEMA:
                    self._connection.execute(statement)
                if not self._connection.execute("SELECT * FROM asked").fetchall():
                    fresh = secrets.token_bytes(PHRASE_SIZE)
                    self._connection.execute("INSERT INTO asked VALUES (?)", (fresh,))
                self._connection.execute("COMMIT")
                ((own,),) = self._connection.execute("SELECT phrase FROM asked").fetchall()
                rows = self._connection.execute("SELECT * FROM held").fetchall()
        except BaseException:
            self._connection.close()
            raise
        self.phrase = Phrase(own)
        self.desk = Identity.from_phrase(self.phrase)
        self.network_key = hashlib.blake2b(own, person=b"networks").digest()
        self.held = {(one.table, one.role): one for one in map(_read, rows)}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._connection.close()

    def store(self, held: HeldTable) -> Path:
        """The file of a table's store."""
        return self._folder / "tables" / f"{held.table.hex()}.{held.role}.db"

    def reminders(self, held: HeldTable) -> Path:
        """The file of what players of a table have asked to be reminded."""
        return self.store(held).with_suffix(".reminders")

    @property
    def reminders_sent(self) -> Path:
        """The file of how many reminders were sent today."""
        return self._folder / "reminders"

    @property
    def state(self) -> Path:
        """The folder where the number of signatures is kept, apart from the stores."""
        return self._folder / "signed"

    def octets(self, held: HeldTable) -> int:
        """Bytes of a table on the disk."""
        return octets_of(self.store(held))

    def take(self, invite: Invite, role: Role, asked_with: bytes) -> HeldTable:
        """Take one more table.

        Raises:
            StoreFailed: the disk refuses.
        """
        phrase = Phrase(secrets.token_bytes(PHRASE_SIZE))
        held = HeldTable(invite.table, role, phrase, asked_with, _minute())
        guest = None
        if role is Role.KEEPER:
            name = f"Keeper {held.identity.public.fingerprint[:4]}"
            guest = guest_of(phrase, invite.nonce, name, secrets.token_bytes(_SALT_SIZE))
        else:
            invite = replace(invite, ticket=None)
        self._remove(held)
        lobby = write_lobby(Joining(invite=invite, guest=guest))
        with Store.create(self.store(held), held.table, held.identity.public.raw) as store:
            store.write([LobbyStored(lobby)])
        self.keep(held)
        return held

    def keep(self, held: HeldTable) -> None:
        """Note what has changed at a table.

        Raises:
            StoreFailed: the disk refuses.
        """
        with self._disk():
            self._connection.execute(
                "INSERT OR REPLACE INTO held VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    held.table,
                    held.role.value,
                    held.phrase.secret,
                    held.asked_with,
                    held.visited,
                    held.founded,
                    held.full,
                ),
            )
        self.held[held.table, held.role] = held

    def visited(self, held: HeldTable, *, founded: bool, full: bool) -> HeldTable:
        """Note that somebody was at a table just now; the table as it is kept from now on."""
        now = replace(held, visited=_minute(), founded=founded, full=full)
        self.keep(now)
        return now

    def forget(self, held: HeldTable) -> None:
        """Take a table from the list, then its files.

        Raises:
            StoreFailed: the disk refuses.
        """
        with self._disk():
            self._connection.execute(
                "DELETE FROM held WHERE table_id = ? AND role = ?", (held.table, held.role.value)
            )
        self.held.pop((held.table, held.role), None)
        self._remove(held)

    def forgotten(self) -> Iterator[HeldTable]:
        """The tables that nobody has called for so long that they are to be forgotten."""
        oldest = _minute() - FORGOTTEN_DAYS * _MINUTES_PER_DAY
        yield from [held for held in self.held.values() if held.visited < oldest]

    def _remove(self, held: HeldTable) -> None:
        path = self.store(held)
        self.reminders(held).unlink(missing_ok=True)
        for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
            file.unlink(missing_ok=True)

    @contextmanager
    def _disk(self) -> Iterator[None]:
        """Turn SQLite's errors into ours, which say what to do."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            match error.sqlite_errorcode & 0xFF:
                case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                    reason = "another process holds these games: end it first"
                    raise StoreInUse(f"{self._path}: {reason}") from error
                case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
                    raise BadStore(f"{self._path}: damaged, or something else") from error
                case _:
                    raise StoreFailed(f"{self._path}: the disk failed ({error})") from error


def octets_of(store: Path) -> int:
    """Bytes of a store on the disk; 0 if there is none."""
    sizes = 0
    for file in (store, store.with_name(f"{store.name}-wal")):
        with suppress(FileNotFoundError):
            sizes += file.stat().st_size
    return sizes


def _read(row: tuple[bytes, str, bytes, bytes, int, int, int]) -> HeldTable:
    table, role, phrase, asked_with, visited, founded, full = row
    return HeldTable(
        table, Role(role), Phrase(phrase), asked_with, visited, bool(founded), bool(full)
    )


def _minute() -> int:
    return int(time.time()) // 60
