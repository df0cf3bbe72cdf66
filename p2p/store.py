"""What a node must not forget, in one SQLite file.

Nothing is sent before it is on the disk (SPEC-16.9). A node turns whatever happens into a list of
*changes* (`p2p.changes`), writes them with one call, which is one transaction, and only then
sends; and what it sends it takes from what is written, so that a restart sends the very same bytes
again. The entries are themselves the outbox: every peer has a place in them up to which it has been
served (`p2p.serving`), and nothing unwritten is ever served.

WAL with `synchronous=FULL` lost no acknowledged row in simulated power losses; `NORMAL` did, the
last ones, of which only entries of others can be spared. The lock is exclusive and held for the
store's life: one device at a time plays a seat.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeAlias, assert_never

from p2p.changes import (
    Change,
    EntryMarked,
    EntryStored,
    EvidenceStored,
    FoundingStored,
    LobbyStored,
    MovesStored,
    PlaceSigned,
    ShareReleased,
    SilenceStored,
    SnapshotStored,
    StatementSigned,
    StatementStored,
    TailDropped,
    WaitsStored,
    WaysStored,
)
from p2p.errors import BadStore, DoubleSigning, SeatMoved, StoreFailed, StoreInUse
from p2p.system import Disk, create_private, disk_of
from protocol.proposals import MAX_TAKEN_BACK

__all__ = ["Store", "StoreContents"]

_Value: TypeAlias = int | str | bytes | None
"""What SQLite keeps in a column of this store."""
_Row: TypeAlias = tuple[_Value, ...]

APPLICATION: Final = 0x5355_4253
FORMAT: Final = 5

SCHEMA: Final = (
    "CREATE TABLE owner (table_id BLOB NOT NULL, public_key BLOB NOT NULL)",
    "CREATE TABLE lobby (only_row INTEGER PRIMARY KEY CHECK (only_row = 0), state BLOB NOT NULL)",
    (
        "CREATE TABLE founding (only_row INTEGER PRIMARY KEY CHECK (only_row = 0),"
        " record BLOB NOT NULL)"
    ),
    (
        "CREATE TABLE entries"
        " (sequence INTEGER PRIMARY KEY, record BLOB NOT NULL, mark BLOB NOT NULL)"
    ),
    (
        "CREATE TABLE snapshots"
        " (sequence INTEGER PRIMARY KEY, record BLOB NOT NULL, mark BLOB NOT NULL)"
    ),
    (
        "CREATE TABLE signed (incarnation BLOB, sequence INTEGER, entry_hash BLOB NOT NULL,"
        " PRIMARY KEY (incarnation, sequence)) WITHOUT ROWID"
    ),
    (
        "CREATE TABLE said (incarnation BLOB, about BLOB, body_hash BLOB NOT NULL,"
        " PRIMARY KEY (incarnation, about)) WITHOUT ROWID"
    ),
    (
        "CREATE TABLE shares (incarnation BLOB, step INTEGER, request BLOB NOT NULL,"
        " PRIMARY KEY (incarnation, step)) WITHOUT ROWID"
    ),
    "CREATE TABLE beside (number INTEGER PRIMARY KEY, record BLOB NOT NULL UNIQUE)",
    "CREATE TABLE learnt (what BLOB PRIMARY KEY, minute INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE evidence (number INTEGER PRIMARY KEY, record BLOB NOT NULL UNIQUE)",
    "CREATE TABLE silent (seat INTEGER PRIMARY KEY, since INTEGER NOT NULL)",
    "CREATE TABLE ways (public_key BLOB PRIMARY KEY, record BLOB NOT NULL) WITHOUT ROWID",
    (
        "CREATE TABLE moves (only_row INTEGER PRIMARY KEY CHECK (only_row = 0),"
        " number INTEGER NOT NULL, device BLOB, since INTEGER)"
    ),
    "INSERT INTO moves VALUES (0, 0, NULL, NULL)",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {FORMAT}",
)

_PRUNE: Final = (
    "DELETE FROM snapshots WHERE sequence <"
    " (SELECT max(sequence) FROM snapshots WHERE sequence <= ?)"
)
"""Keep one snapshot behind all that can still be taken back, and those since."""


@dataclass(frozen=True, slots=True)
class StoreContents:
    """Everything a store holds, as a node reads it when it starts.

    `entries[i]` is the record of entry i + 1, `marks[i]` the mark on it (`p2p.marks`). `snapshots`
    are in the order of their places. `signed` maps (incarnation, sequence) to the hash of the entry
    signed there, `said` (incarnation, what it is about) to that of the statement signed, `shares`
    maps (incarnation, step) to the hash of the request served. Records beside the line and evidence
    come in the order in which they were written. `learnt` maps what the game waits for to the
    minute at which this node learnt of it, `silent` seats that owe something to the minute since
    which they are silent. `ways` maps keys of players to their newest lists of ways in. `moves` is
    how often the seat has moved from one device to another.
    """

    lobby: bytes | None = None
    founding: bytes | None = None
    entries: tuple[bytes, ...] = ()
    marks: tuple[bytes, ...] = ()
    snapshots: tuple[SnapshotStored, ...] = ()
    signed: dict[tuple[bytes, int], bytes] = field(default_factory=dict)
    said: dict[tuple[bytes, bytes], bytes] = field(default_factory=dict)
    shares: dict[tuple[bytes, int], bytes] = field(default_factory=dict)
    statements: tuple[bytes, ...] = ()
    evidence: tuple[bytes, ...] = ()
    silent: dict[int, int] = field(default_factory=dict)
    learnt: dict[bytes, int] = field(default_factory=dict)
    ways: dict[bytes, bytes] = field(default_factory=dict)
    moves: int = 0

    @property
    def count(self) -> int:
        """How many records were ever signed here, and how often the seat has moved."""
        return len(self.signed) + len(self.said) + self.moves


class Store:
    """What one node keeps of one table. A context manager; all calls belong to one thread.

    Attributes:
        path: of the file.
        disk: where it lies. On an unknown one nobody can promise that a lock holds and that what
            was written stays, and the player must be told.
        moved_to: the code of the device to which the seat has moved: then this store is retired,
            and nothing can be written any more. None while the seat is played from here.
        moved_since: minute of its move, in minutes since 1970-01-01 00:00 UTC; None as above.
    """

    __slots__ = ("_connection", "disk", "moved_since", "moved_to", "path")

    def __init__(self, connection: sqlite3.Connection, path: Path, disk: Disk) -> None:
        self.path = path
        self.disk = disk
        self.moved_to: bytes | None = None
        self.moved_since: int | None = None
        self._connection = connection

    @classmethod
    def create(cls, path: Path, table_id: bytes, public_key: bytes) -> Self:
        """Make the store of the player or spectator `public_key` at a table.

        What a crash left of an earlier attempt is an empty file, and is taken over.

        Raises:
            BadStore: something is there already, or the place is on a network file system.
            StoreFailed: the disk refuses.
        """
        disk = _refuse_network(path)
        try:
            create_private(path, exclusive=False).close()
        except OSError as error:
            raise StoreFailed(f"{path}: cannot be made: {error.strerror}") from error
        store = cls(_locked(path), path, disk)
        try:
            store._found(table_id, public_key)
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def open(cls, path: Path, table_id: bytes, public_key: bytes, *, retired: bool = False) -> Self:
        """Open a store that was made before.

        Args:
            path: where it lies.
            table_id: of the table.
            public_key: of its player or spectator.
            retired: whether it may be one whose seat has moved, from which nobody plays.

        Raises:
            BadStore: there is none, it is damaged, or it belongs to another table or key.
            SeatMoved: its seat is played from another device.
            StoreInUse: another process plays from it.
            StoreFailed: the disk refuses.
        """
        disk = _refuse_network(path)
        if not path.is_file():
            raise BadStore(f"{path}: no such store")
        store = cls(_locked(path), path, disk)
        try:
            store._check(table_id, public_key)
            if not retired:
                store._refuse_moved()
        except BaseException:
            store.close()
            raise
        return store

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

        On return they have reached the disk, and what rests on them may be sent. Entries alone, by
        which nothing of ours is signed, are kept and not waited for: if power fails before the next
        change of another kind, the last of them may be missing, and come again from who made them.

        Raises:
            DoubleSigning: a change would put a second entry on a signed place, or serve a second
                request with a dice share; nothing is written.
            StoreFailed: the disk is full or broken; nothing is written and the node must stop.
            SeatMoved: the store is retired.
        """
        self._refuse_moved()
        if not changes:
            return
        unsigned = (
            EntryStored | EntryMarked | SnapshotStored | SilenceStored | WaitsStored | WaysStored
        )
        waits = not all(isinstance(change, unsigned) for change in changes)
        with self._transaction(durable=waits):
            for change in changes:
                self._apply(change)

    def retire(self, device: bytes, minute: int) -> None:
        """Sign nothing from here any more: the seat moves to another device.

        On return it has reached the disk. Whoever has retired it to a device may do so again.

        Args:
            device: its code.
            minute: the time, in minutes since 1970-01-01 00:00 UTC.

        Raises:
            SeatMoved: it has moved to another one.
            StoreFailed: the disk refuses; nothing has changed.
        """
        if self.moved_to == device:
            return
        self._refuse_moved()
        with self._transaction(durable=True):
            self._connection.execute(
                "UPDATE moves SET number = number + 1, device = ?, since = ?", (device, minute)
            )
        self.moved_to, self.moved_since = device, minute

    @contextmanager
    def _transaction(self, *, durable: bool) -> Iterator[None]:
        """Write all of what is done meanwhile, or nothing; wait for the disk if it must last."""
        with _disk(self.path):
            self._connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            self._connection.execute("BEGIN")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                # A full disk may have rolled the transaction back already.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _refuse_moved(self) -> None:
        if self.moved_to is not None:
            raise SeatMoved(
                "this seat has moved to another device and is played from there; move it back from "
                "there, or, if that device is lost, recover the game with `secret-subs recover`"
            )

    def read(self) -> StoreContents:
        """Everything that has been written.

        Raises:
            BadStore: an entry is missing.
            StoreFailed: the disk refuses.
        """
        with _disk(self.path):
            numbers = self._rows("SELECT sequence FROM entries ORDER BY sequence")
            for place, (sequence,) in enumerate(numbers, start=1):
                if sequence != place:
                    raise BadStore(f"{self.path}: entry {place} is missing; recover the game")
            return StoreContents(
                lobby=self._record("SELECT state FROM lobby"),
                founding=self._record("SELECT record FROM founding"),
                entries=self._records("SELECT record FROM entries ORDER BY sequence"),
                marks=self._records("SELECT mark FROM entries ORDER BY sequence"),
                snapshots=tuple(
                    SnapshotStored(self._number(place), self._bytes(record), self._bytes(mark))
                    for place, record, mark in self._rows(
                        "SELECT * FROM snapshots ORDER BY sequence"
                    )
                ),
                signed=self._by_incarnation("SELECT * FROM signed"),
                said={
                    (self._bytes(incarnation), self._bytes(about)): self._bytes(value)
                    for incarnation, about, value in self._rows("SELECT * FROM said")
                },
                shares=self._by_incarnation("SELECT * FROM shares"),
                statements=self._records("SELECT record FROM beside ORDER BY number"),
                evidence=self._records("SELECT record FROM evidence ORDER BY number"),
                silent={
                    self._number(seat): self._number(since)
                    for seat, since in self._rows("SELECT * FROM silent")
                },
                learnt={
                    self._bytes(what): self._number(minute)
                    for what, minute in self._rows("SELECT * FROM learnt")
                },
                ways={
                    self._bytes(key): self._bytes(record)
                    for key, record in self._rows("SELECT * FROM ways")
                },
                moves=self._number(self._only("SELECT number FROM moves")),
            )

    @property
    def count(self) -> int:
        """How many records were ever signed here, and how often the seat has moved.

        Raises:
            StoreFailed: the disk refuses.
        """
        return self._sum("count(*) FROM signed", "count(*) FROM said", "number FROM moves")

    @property
    def has_signed(self) -> bool:
        """Whether any record was ever signed here.

        Raises:
            StoreFailed: the disk refuses.
        """
        return self._sum("count(*) FROM signed", "count(*) FROM said") > 0

    def _sum(self, *numbers: str) -> int:
        with _disk(self.path):
            return sum(self._number(self._only(f"SELECT {number}")) for number in numbers)

    def _apply(self, change: Change) -> None:
        execute = self._connection.execute
        match change:
            case LobbyStored(state):
                execute("INSERT OR REPLACE INTO lobby VALUES (0, ?)", (state,))
            case FoundingStored(record):
                execute("INSERT INTO founding VALUES (0, ?)", (record,))
            case EntryStored(sequence, record, mark):
                execute("INSERT INTO entries VALUES (?, ?, ?)", (sequence, record, mark))
            case EntryMarked(sequence, mark):
                execute("UPDATE entries SET mark = ? WHERE sequence = ?", (mark, sequence))
            case SnapshotStored(sequence, record, mark):
                insert = "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)"
                execute(insert, (sequence, record, mark))
                execute(_PRUNE, (sequence - MAX_TAKEN_BACK,))
            case TailDropped(sequence):
                execute("DELETE FROM entries WHERE sequence > ?", (sequence,))
                execute("DELETE FROM snapshots WHERE sequence > ?", (sequence,))
            case PlaceSigned(incarnation, sequence, entry_hash):
                self._once(
                    "INSERT INTO signed VALUES (?, ?, ?)",
                    (incarnation, sequence, entry_hash),
                    f"place {sequence} (incarnation {incarnation.hex()[:8]}) is signed already",
                )
            case StatementSigned(incarnation, about, body_hash):
                self._once(
                    "INSERT INTO said VALUES (?, ?, ?)",
                    (incarnation, about, body_hash),
                    f"a statement (incarnation {incarnation.hex()[:8]}) is signed already",
                )
            case ShareReleased(incarnation, step, request):
                self._once(
                    "INSERT INTO shares VALUES (?, ?, ?)",
                    (incarnation, step, request),
                    f"dice share {step} (incarnation {incarnation.hex()[:8]}) has served a request",
                )
            case StatementStored(record):
                execute("INSERT OR IGNORE INTO beside (record) VALUES (?)", (record,))
            case SilenceStored(silent):
                execute("DELETE FROM silent")
                for seat, since in silent.items():
                    execute("INSERT INTO silent VALUES (?, ?)", (seat, since))
            case EvidenceStored(record):
                execute("INSERT OR IGNORE INTO evidence (record) VALUES (?)", (record,))
            case MovesStored(number):
                execute("UPDATE moves SET number = ?, device = NULL, since = NULL", (number,))
            case WaysStored(key, record):
                execute("INSERT OR REPLACE INTO ways VALUES (?, ?)", (key, record))
            case WaitsStored(learnt):
                execute("DELETE FROM learnt")
                for row in learnt.items():
                    execute("INSERT INTO learnt VALUES (?, ?)", row)
            case _:
                assert_never(change)

    def _once(self, statement: str, row: tuple[int | bytes, ...], taken: str) -> None:
        try:
            self._connection.execute(statement, row)
        except sqlite3.IntegrityError:
            raise DoubleSigning(f"{self.path}: {taken}; nothing was sent") from None

    def _found(self, table_id: bytes, public_key: bytes) -> None:
        with _disk(self.path):
            if self._only("SELECT count(*) FROM sqlite_schema"):
                raise BadStore(f"{self.path}: something is there already; choose another place")
            self._connection.execute("BEGIN")
            for statement in SCHEMA:
                self._connection.execute(statement)
            self._connection.execute("INSERT INTO owner VALUES (?, ?)", (table_id, public_key))
            self._connection.execute("COMMIT")

    def _check(self, table_id: bytes, public_key: bytes) -> None:
        with _disk(self.path):
            if self._only("PRAGMA application_id") != APPLICATION:
                raise BadStore(f"{self.path}: not a store of Secret Subs")
            written = self._only("PRAGMA user_version")
            if written in (1, 2, 3, 4):
                raise BadStore(
                    f"{self.path}: of version {written}, which is not read any more; delete it"
                )
            if written != FORMAT:
                raise BadStore(
                    f"{self.path}: written in format {written!r}, this program reads {FORMAT}"
                )
            if self._only("PRAGMA quick_check") != "ok":
                raise self._damaged()
            owner = self._rows("SELECT * FROM owner")
            if owner != [(table_id, public_key)]:
                raise BadStore(f"{self.path}: belongs to another table or key")
            ((device, since),) = self._rows("SELECT device, since FROM moves")
            if device is not None:
                self.moved_to, self.moved_since = self._bytes(device), self._number(since)

    def _rows(self, query: str) -> list[_Row]:
        return self._connection.execute(query).fetchall()

    def _only(self, query: str) -> _Value:
        rows = self._rows(query)
        return rows[0][0] if rows else None

    def _record(self, query: str) -> bytes | None:
        records = self._records(query)
        return records[0] if records else None

    def _records(self, query: str) -> tuple[bytes, ...]:
        return tuple(self._bytes(value) for (value,) in self._rows(query))

    def _by_incarnation(self, query: str) -> dict[tuple[bytes, int], bytes]:
        return {
            (self._bytes(incarnation), self._number(number)): self._bytes(value)
            for incarnation, number, value in self._rows(query)
        }

    def _bytes(self, value: _Value) -> bytes:
        if not isinstance(value, bytes):
            raise self._damaged()
        return value

    def _number(self, value: _Value) -> int:
        if not isinstance(value, int):
            raise self._damaged()
        return value

    def _damaged(self) -> BadStore:
        return BadStore(f"{self.path}: damaged; recover the game from phrase and peers")


def _refuse_network(path: Path) -> Disk:
    disk = disk_of(path)
    if disk is Disk.NETWORK:
        raise BadStore(f"{path}: on a network file system, where no lock holds; use a local disk")
    return disk


def _locked(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        with _disk(path):
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def _disk(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours, which say what to do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        # Extended codes carry the primary one in their low byte.
        match error.sqlite_errorcode & 0xFF:
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                raise StoreInUse(
                    f"{path}: another process holds this store: end the game there first"
                ) from error
            case sqlite3.SQLITE_FULL:
                raise StoreFailed(
                    f"the disk is full; nothing is lost: make room, and resume the game ({path})"
                ) from error
            case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
                raise BadStore(
                    f"{path}: damaged or no store; recover the game from phrase and peers"
                ) from error
            case _:
                raise StoreFailed(f"{path}: the disk failed ({error}); nothing was sent") from error
