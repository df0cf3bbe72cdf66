"""Where a line of entries ends, and how large the numbers in records may be (SPEC-5.4)."""

from dataclasses import dataclass
from typing import Final

from protocol.encoding import Data
from protocol.hashing import HASH_SIZE
from protocol.record_reader import RecordReader

__all__ = ["MAX_NUMBER", "Head"]

MAX_NUMBER: Final = 2**31 - 1
"""Largest sequence number, minute, handle and counter."""
_HEAD = RecordReader("SPEC-5.4", "head")


@dataclass(frozen=True, slots=True)
class Head:
    """The last place of a line: its number and the hash there.

    A game without entries has number 0 and the game id.
    """

    sequence: int
    hash: bytes

    def to_data(self) -> Data:
        """The head as a field of a record."""
        return (self.sequence, self.hash)

    @classmethod
    def from_data(cls, data: Data, lowest: int = 0) -> "Head":
        """Read such a field.

        Args:
            data: the field.
            lowest: number that it may have.

        Raises:
            Refused: `malformed` (SPEC-5.4).
        """
        sequence, state = _HEAD.array(data, "the whole", 2, 2)
        return cls(
            _HEAD.integer(sequence, "sequence number", lowest, MAX_NUMBER),
            _HEAD.octets(state, "hash", HASH_SIZE, HASH_SIZE),
        )
