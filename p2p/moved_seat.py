"""A seat that moves to another device: all of its store, sealed so that only that device opens it.

The device that waits makes a key for this once, and shows its public half as a code. The store is
retired on the disk before anything is sealed (`Store.retire`), so that two devices never play one
seat (SPEC-16.9); sealing it may be repeated, to the same device. What is sealed is a file of this
program's own, which no log and no message carries.
"""

import base64
import binascii
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self, assert_never

from p2p.address import Address
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
from p2p.errors import BadDeviceCode, BadMove
from p2p.hpke import is_public_key, open_base, seal_base
from p2p.store import StoreContents
from protocol.encoding import MAX_INTEGER, Data, decode, encode
from protocol.errors import Refused
from protocol.hashing import HASH_SIZE, Tag, tagged
from protocol.identity import KEY_SIZE, PHRASE_SIZE, Phrase
from protocol.primitives import x25519_public
from protocol.record_reader import RecordReader

__all__ = ["MAX_MOVE", "SCHEME", "Device", "DeviceCode", "DeviceLink", "MovingSeat", "is_move"]

SCHEME: Final = "secret-subs-device:"
MAX_MOVE: Final = 1 << 28
"""Bytes of a file that is read."""

_MAGIC: Final = b"secret-subs seat 1\n"
_CHECK_SIZE: Final = 4
_LENGTH_SIZE: Final = 4
_FORM: Final = RecordReader("moved seat", "moved seat")


@dataclass(frozen=True, slots=True)
class MovingSeat:
    """What goes from one device to the other.

    Attributes:
        table: table id.
        phrase: of the player.
        whole: whether it was known that the store holds all that was ever signed with it.
        changes: that make the store.
        memo: what the player keeps for itself.
    """

    table: bytes
    phrase: Phrase
    whole: bool
    changes: tuple[Change, ...]
    memo: bytes = b""

    @classmethod
    def of(
        cls, table: bytes, phrase: Phrase, contents: StoreContents, *, whole: bool, memo: bytes
    ) -> Self:
        """What a store holds."""
        return cls(table, phrase, whole, tuple(_changes(contents)), memo)

    def to_bytes(self) -> bytes:
        """One row after the other, each with its length before it."""
        first: Data = (self.table, self.phrase.secret, self.whole, self.memo)
        rows = [encode(first), *(encode(_row(change)) for change in self.changes)]
        return b"".join(len(row).to_bytes(_LENGTH_SIZE, "big") + row for row in rows)

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """A seat as `to_bytes` wrote it.

        Raises:
            Refused: it did not.
        """
        rows = _rows(content)
        table, secret, whole, memo = _FORM.array(next(rows, None), "the first row", 4, 4)
        return cls(
            table=_FORM.octets(table, "table", HASH_SIZE, HASH_SIZE),
            phrase=Phrase(_FORM.octets(secret, "phrase", PHRASE_SIZE, PHRASE_SIZE)),
            whole=_FORM.truth(whole, "whole"),
            memo=_octets(memo),
            changes=tuple(map(_change, rows)),
        )

    @property
    def count(self) -> int:
        """How many records were ever signed with the store, and how often it has moved."""
        signed = PlaceSigned | StatementSigned
        return self.moves + sum(isinstance(change, signed) for change in self.changes)

    @property
    def moves(self) -> int:
        """How often the seat has moved, this time included."""
        return max((one.number for one in self.changes if isinstance(one, MovesStored)), default=0)


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """What a device is known by that waits for a seat: the public half of a key made for it."""

    raw: bytes

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a code; white space in it is ignored.

        Raises:
            BadDeviceCode: it is none, or not whole.
        """
        joined = "".join(text.split())
        if not joined.startswith(SCHEME):
            raise BadDeviceCode(f"a device's code begins with {SCHEME}")
        try:
            whole = base64.b64decode(joined.removeprefix(SCHEME), altchars=b"-_", validate=True)
        except (ValueError, binascii.Error):
            whole = b""
        code = cls(whole[:KEY_SIZE])
        if len(whole) != KEY_SIZE + _CHECK_SIZE or whole != code.raw + code._check:
            raise BadDeviceCode("this code is mistyped or cut short; copy it whole")
        if not is_public_key(code.raw):
            raise BadDeviceCode("no device has this code; copy it once more")
        return code

    def __str__(self) -> str:
        return SCHEME + base64.urlsafe_b64encode(self.raw + self._check).decode("ascii")

    @property
    def _check(self) -> bytes:
        return hashlib.sha256(tagged(Tag.DEVICE_CODE, self.raw)).digest()[:_CHECK_SIZE]

    def seal(self, seat: MovingSeat, entropy: bytes) -> bytes:
        """The file that only this device can open; 32 random bytes, never used again."""
        return _MAGIC + seal_base(self.raw, self._info, b"", seat.to_bytes(), entropy)

    @property
    def _info(self) -> bytes:
        return tagged(Tag.DEVICE_CODE, _MAGIC + self.raw)


@dataclass(frozen=True, slots=True)
class DeviceLink:
    """Which device waits for a seat, and where it is called; what a QR code carries.

    Attributes:
        code: of the device.
        address: where it waits; None if the seat must come as a file.
    """

    code: DeviceCode
    address: Address | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a code, or a code with an address.

        Raises:
            BadDeviceCode: the code is none, or not whole.
            BadAddress: what stands after it is no address.
        """
        code, at, address = "".join(text.split()).partition("@")
        return cls(DeviceCode.parse(code), Address.parse(address) if at else None)

    def __str__(self) -> str:
        return str(self.code) if self.address is None else f"{self.code}@{self.address}"


class Device:
    """A device that waits for a seat.

    Attributes:
        code: to be taken to the device that has the seat.
    """

    def __init__(self, secret: Phrase) -> None:
        """A device with this secret, of 32 random bytes that are used for nothing else."""
        self._key = secret.derive(Tag.DEVICE_KEY)
        self.code = DeviceCode(x25519_public(self._key))

    def open(self, sealed: bytes) -> MovingSeat:
        """The seat that was sealed to this device.

        Raises:
            BadMove: it was sealed to another one, or altered, or is no such file.
        """
        if not is_move(sealed):
            raise BadMove("this is no file that `secret-subs move` has written")
        content = open_base(self._key, self.code._info, b"", sealed[len(_MAGIC) :])
        if content is None:
            raise BadMove(
                "this file is damaged, or was written for another code than this device's"
            )
        try:
            return MovingSeat.from_bytes(content)
        except Refused as error:
            raise BadMove(f"this file is not one of this program's: {error.reason}") from error


def is_move(content: bytes) -> bool:
    """Whether something begins like a file that holds a sealed seat."""
    return content.startswith(_MAGIC)


def _changes(contents: StoreContents) -> Iterator[Change]:
    """What makes a store that holds this."""
    yield MovesStored(contents.moves)
    if contents.lobby is not None:
        yield LobbyStored(contents.lobby)
    if contents.founding is not None:
        yield FoundingStored(contents.founding)
    for place, (raw, mark) in enumerate(zip(contents.entries, contents.marks, strict=True), 1):
        yield EntryStored(place, raw, mark)
    for (incarnation, place), entry_hash in contents.signed.items():
        yield PlaceSigned(incarnation, place, entry_hash)
    for (incarnation, about), body_hash in contents.said.items():
        yield StatementSigned(incarnation, about, body_hash)
    for (incarnation, step), request in contents.shares.items():
        yield ShareReleased(incarnation, step, request)
    for record in contents.statements:
        yield StatementStored(record)
    for record in contents.evidence:
        yield EvidenceStored(record)
    if contents.silent:
        yield SilenceStored(contents.silent)
    if contents.learnt:
        yield WaitsStored(contents.learnt)
    for key, record in contents.ways.items():
        yield WaysStored(key, record)


def _row(change: Change) -> tuple[Data, ...]:
    match change:
        case MovesStored(number):
            return (0, number)
        case LobbyStored(state):
            return (1, state)
        case FoundingStored(record):
            return (2, record)
        case EntryStored(sequence, record, mark):
            return (3, sequence, record, mark)
        case PlaceSigned(incarnation, sequence, entry_hash):
            return (4, incarnation, sequence, entry_hash)
        case StatementSigned(incarnation, about, body_hash):
            return (5, incarnation, about, body_hash)
        case ShareReleased(incarnation, step, request):
            return (6, incarnation, step, request)
        case StatementStored(record):
            return (7, record)
        case EvidenceStored(record):
            return (8, record)
        case SilenceStored(silent):
            return (9, tuple(silent.items()))
        case WaitsStored(learnt):
            return (10, tuple(learnt.items()))
        case WaysStored(key, record):
            return (11, key, record)
        case EntryMarked() | SnapshotStored() | TailDropped():
            raise ValueError(f"no store is made with {type(change).__name__}")
        case _:
            assert_never(change)


def _rows(content: bytes) -> Iterator[Data]:
    at = 0
    while at < len(content):
        start = at + _LENGTH_SIZE
        at = start + int.from_bytes(content[at:start], "big")
        if at > len(content):
            raise _FORM.refusal("it is cut short")
        yield decode(content[start:at], MAX_MOVE)


def _change(row: Data) -> Change:
    match row:
        case (0, number):
            return MovesStored(_number(number))
        case (1, state):
            return LobbyStored(_octets(state))
        case (2, record):
            return FoundingStored(_octets(record))
        case (3, sequence, record, mark):
            return EntryStored(_number(sequence), _octets(record), _octets(mark))
        case (4, incarnation, sequence, entry_hash):
            return PlaceSigned(_octets(incarnation), _number(sequence), _octets(entry_hash))
        case (5, incarnation, about, body_hash):
            return StatementSigned(_octets(incarnation), _octets(about), _octets(body_hash))
        case (6, incarnation, step, request):
            return ShareReleased(_octets(incarnation), _number(step), _octets(request))
        case (7, record):
            return StatementStored(_octets(record))
        case (8, record):
            return EvidenceStored(_octets(record))
        case (9, silent):
            return SilenceStored({_number(seat): _number(since) for seat, since in _pairs(silent)})
        case (10, learnt):
            return WaitsStored({_octets(what): _number(minute) for what, minute in _pairs(learnt)})
        case (11, key, record):
            return WaysStored(_octets(key), _octets(record))
        case _:
            raise _FORM.refusal("a row of it is unknown")


def _pairs(value: Data) -> Iterator[tuple[Data, Data]]:
    for pair in _FORM.array(value, "a list", 0, MAX_MOVE):
        first, second = _FORM.array(pair, "a pair", 2, 2)
        yield first, second


def _octets(value: Data) -> bytes:
    return _FORM.octets(value, "a field", 0, MAX_MOVE)


def _number(value: Data) -> int:
    return _FORM.integer(value, "a field", 0, MAX_INTEGER)
