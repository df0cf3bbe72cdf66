"""What a node must not forget, in one SQLite file.

The rule of the house: nothing is sent before it is on the disk. A node turns whatever happens into
a list of *changes*, writes them with one call, which is one transaction, and only then sends; and
what it sends it takes from here, so that a restart sends the very same bytes again. The entries
written are themselves the outbox: every peer has a place in them up to which it has been served
(`p2p.sync`), and no more than what is written is ever served.

WAL with `synchronous=FULL` lost no acknowledged row in simulated power losses; `NORMAL` did. The
lock is exclusive and held for the store's life: one device at a time plays a seat.
"""

import os
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Final, Self, assert_never

from p2p.errors import BadStore, SignedTwice, StoreFailed, StoreInUse

__all__ = [
    "BesideKept",
    "Change",
    "EntryKept",
    "EvidenceKept",
    "FoundingKept",
    "LobbyKept",
    "Memory",
    "PlaceSigned",
    "ShareReleased",
    "Store",
    "TailDropped",
    "is_network_file_system",
]

APPLICATION: Final = 0x5355_4253
FORMAT: Final = 1

NETWORK_FILE_SYSTEMS: Final = frozenset(
    {
        "afs",
        "beegfs",
        "ceph",
        "cifs",
        "coda",
        "davfs",
        "fuse.ceph",
        "fuse.davfs2",
        "fuse.glusterfs",
        "fuse.rclone",
        "fuse.sshfs",
        "glusterfs",
        "gpfs",
        "lustre",
        "ncpfs",
        "nfs",
        "nfs4",
        "smb3",
        "smbfs",
    }
)

SCHEMA: Final = """
CREATE TABLE owner (only_row INTEGER PRIMARY KEY CHECK (only_row = 0),
                    table_id BLOB NOT NULL, public_key BLOB NOT NULL);
CREATE TABLE lobby (only_row INTEGER PRIMARY KEY CHECK (only_row = 0), state BLOB NOT NULL);
CREATE TABLE founding (only_row INTEGER PRIMARY KEY CHECK (only_row = 0), record BLOB NOT NULL);
CREATE TABLE entries (sequence INTEGER PRIMARY KEY, record BLOB NOT NULL);
CREATE TABLE signed (incarnation INTEGER, sequence INTEGER, entry_hash BLOB NOT NULL,
                     PRIMARY KEY (incarnation, sequence)) WITHOUT ROWID;
CREATE TABLE shares (incarnation INTEGER, step INTEGER, request BLOB NOT NULL,
                     PRIMARY KEY (incarnation, step)) WITHOUT ROWID;
CREATE TABLE beside (record BLOB PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE evidence (record BLOB PRIMARY KEY) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class LobbyKept:
    """The state of the lobby, whole, replacing the one before (`p2p.lobby` owns its layout)."""

    state: bytes


@dataclass(frozen=True, slots=True)
class FoundingKept:
    """The charter with its scenario and signatures, as one record; there is one per table."""

    record: bytes


@dataclass(frozen=True, slots=True)
class EntryKept:
    """The entry at `sequence` (from 1, without gaps) of the chain that this node holds to."""

    sequence: int
    record: bytes


@dataclass(frozen=True, slots=True)
class TailDropped:
    """The entries after `sequence` left the chain: a rejoin made them void."""

    sequence: int


@dataclass(frozen=True, slots=True)
class PlaceSigned:
    """This node's key signed the entry with `entry_hash` at (incarnation, sequence)."""

    incarnation: int
    sequence: int
    entry_hash: bytes


@dataclass(frozen=True, slots=True)
class ShareReleased:
    """Dice share `step` of this node's chain belongs to the roll asked by entry `request`."""

    incarnation: int
    step: int
    request: bytes


@dataclass(frozen=True, slots=True)
class BesideKept:
    """A signed record beside the line."""

    record: bytes


@dataclass(frozen=True, slots=True)
class EvidenceKept:
    """A proof of fraud, or a branch of a fork: kept for ever, whatever happens to the game."""

    record: bytes


type_of_change = (
    LobbyKept
    | FoundingKept
    | EntryKept
    | TailDropped
    | PlaceSigned
    | ShareReleased
    | BesideKept
    | EvidenceKept
)
Change = type_of_change


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything a store holds, as a node reads it when it starts.

    `entries[i]` is the record of entry i + 1. `signed` maps (incarnation, sequence) to the hash of
    the entry signed there, `shares` maps (incarnation, step) to the hash of the request served.
    """

    lobby: bytes | None = None
    founding: bytes | None = None
    entries: tuple[bytes, ...] = ()
    signed: dict[tuple[int, int], bytes] = field(default_factory=dict)
    shares: dict[tuple[int, int], bytes] = field(default_factory=dict)
    beside: tuple[bytes, ...] = ()
    evidence: tuple[bytes, ...] = ()


class Store:
    """One node's memory of one table.

    Use it as a context manager, or call `close`. All calls belong to one thread.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        """Take over an open, locked and checked connection: see `create` and `open`."""
        self._connection = connection
        self._path = path

    @classmethod
    def create(cls, path: Path, table_id: bytes, public_key: bytes) -> Self:
        """Make the store of the seat or spectator `public_key` at a table.

        Raises:
            BadStore: something is there already, or the place is on a network file system.
            StoreFailed: the disk refuses.
        """
        _refuse_network(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            raise BadStore(f"{path}: a store is there already; open it, or choose another") from None
        except OSError as error:
            raise StoreFailed(f"{path}: cannot be made: {error.strerror}") from error
        store = cls(_connect(path), path)
        with _Disk(path):
            store._connection.executescript(
                f"BEGIN; {SCHEMA} PRAGMA application_id={APPLICATION};"
                f" PRAGMA user_version={FORMAT}; COMMIT;"
            )
            store._connection.execute("INSERT INTO owner VALUES (0, ?, ?)", (table_id, public_key))
        return store

    @classmethod
    def open(cls, path: Path, table_id: bytes, public_key: bytes) -> Self:
        """Open the store again.

        Raises:
            BadStore: there is none, it is damaged, or it belongs to another table or key.
            StoreInUse: another process plays from it.
            StoreFailed: the disk refuses.
        """
        _refuse_network(path)
        if not path.is_file():
            raise BadStore(f"{path}: there is no store")
        connection = _connect(path)
        try:
            _check(connection, path, table_id, public_key)
        except BaseException:
            connection.close()
            raise
        return cls(connection, path)

    def close(self) -> None:
        """Give the lock back."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def write(self, changes: Sequence[Change]) -> None:
        """Make all the changes durable, or none.

        On return they have reached the disk, and what rests on them may be sent.

        Raises:
            SignedTwice: a change would put a second entry under a signed place, or a share under a
                second request; nothing is written.
            StoreFailed: the disk is full or broken; nothing is written and the node must stop.
        """
        if not changes:
            return
        with _Disk(self._path):
            self._connection.execute("BEGIN")
            try:
                for change in changes:
                    self._apply(change)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def read(self) -> Memory:
        """Everything that has been written.

        Raises:
            BadStore: the rows contradict each other.
            StoreFailed: the disk refuses.
        """
        with _Disk(self._path):
            entries = self._rows("SELECT sequence, record FROM entries ORDER BY sequence")
            for place, (sequence, _) in enumerate(entries, start=1):
                if sequence != place:
                    raise BadStore(f"{self._path}: entry {place} is missing; recover the game")
            return Memory(
                lobby=self._only("SELECT state FROM lobby"),
                founding=self._only("SELECT record FROM founding"),
                entries=tuple(record for _, record in entries),
                signed={
                    (incarnation, sequence): entry_hash
                    for incarnation, sequence, entry_hash in self._rows("SELECT * FROM signed")
                },
                shares={
                    (incarnation, step): request
                    for incarnation, step, request in self._rows("SELECT * FROM shares")
                },
                beside=tuple(record for (record,) in self._rows("SELECT record FROM beside")),
                evidence=tuple(record for (record,) in self._rows("SELECT record FROM evidence")),
            )

    def _rows(self, query: str) -> list[tuple[int | bytes, ...]]:
        return self._connection.execute(query).fetchall()
