"""Reading the fields of a decoded record one by one (SPEC-1.5).

A decoded array is still only data of some shape. Each record names its form once and takes every
field through it, so that a refusal always says which field of what is wrong, and by which rule.
"""

import itertools
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from protocol.confusables import invisible
from protocol.encoding import Data, decode
from protocol.errors import Code, Refused
from protocol.identity import SIGNATURE_SIZE

__all__ = ["MAX_LABEL", "RecordReader"]

MAX_LABEL = 40
"""Longest label, in characters."""

_MAX_MARKS = 4  # in a row; written languages have no more

_Choice = TypeVar("_Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class RecordReader:
    """One kind of record: its rule in SPEC.md and its name in messages.

    Every reader returns the value it was given, now of a known type, or raises `Refused` with code
    `malformed`.
    """

    rule: str
    name: str

    def refusal(self, reason: str) -> Refused:
        """The refusal of a record of this form."""
        return Refused(Code.MALFORMED, self.rule, None, f"{self.name}: {reason}")

    def signed(self, raw: bytes, limit: int) -> tuple[bytes, bytes]:
        """Body and signature of a signed record of at most `limit` bytes (SPEC-1.6)."""
        body, signature = self.array(decode(raw, limit), "a signed record", 2, 2)
        return (
            self.octets(body, "body", 1, limit),
            self.octets(signature, "signature", SIGNATURE_SIZE, SIGNATURE_SIZE),
        )

    def array(self, value: Data, field: str, low: int, high: int) -> tuple[Data, ...]:
        """An array of `low` to `high` members."""
        if type(value) is not tuple or not low <= len(value) <= high:
            count = str(low) if low == high else f"{low} to {high}"
            raise self.refusal(f"{field} must be an array of {count} members")
        return value

    def integer(self, value: Data, field: str, low: int, high: int) -> int:
        """An integer from `low` to `high`, both included."""
        if type(value) is not int or not low <= value <= high:
            raise self.refusal(f"{field} must be an integer from {low} to {high}")
        return value

    def octets(self, value: Data, field: str, low: int, high: int) -> bytes:
        """A byte string of `low` to `high` bytes."""
        if type(value) is not bytes or not low <= len(value) <= high:
            count = str(low) if low == high else f"{low} to {high}"
            raise self.refusal(f"{field} must be {count} bytes")
        return value

    def truth(self, value: Data, field: str) -> bool:
        """True or false."""
        if type(value) is not bool:
            raise self.refusal(f"{field} must be true or false")
        return value

    def plain(self, value: Data, field: str) -> Data:
        """Data for the rules: arrays, integers, text, truth values and nil."""
        if isinstance(value, bytes):
            raise self.refusal(f"{field} contains bytes")
        if isinstance(value, tuple):
            for one in value:
                self.plain(one, field)
        return value

    def member(self, value: Data, field: str, choices: type[_Choice]) -> _Choice:
        """One of the values of an enumeration, given as its text."""
        for choice in choices:
            if type(value) is str and value == choice.value:
                return choice
        raise self.refusal(f"{field} must be one of {', '.join(choices)}, not {value!a}")

    def label(self, value: Data, field: str) -> str:
        """A name of 1 to 40 visible characters; of spaces single U+0020, none at either end.

        It begins with no combining mark, which would be drawn on what stands before it, and has no
        more than four in a row, which would be drawn over other lines.
        """
        if type(value) is not str or not 1 <= len(value) <= MAX_LABEL:
            raise self.refusal(f"{field} must be a text of 1 to {MAX_LABEL} characters")
        if value != value.strip(" ") or "  " in value:
            raise self.refusal(f"{field} {value!a} has spaces at its ends or two in a row")
        if not all(_visible(character) for character in value):
            raise self.refusal(f"{field} {value!a} has characters that do not show")
        if _marks(value) > _MAX_MARKS or _marks(value[0]):
            raise self.refusal(
                f"{field} {value!a} has combining marks at its beginning or too many"
            )
        return value


def _visible(character: str) -> bool:
    """Whether a character shows, by its category in Unicode 3.2; of all spaces only U+0020."""
    if character == " ":
        return True
    shown = unicodedata.ucd_3_2_0.category(character)[0] not in "CZ"
    return shown and not invisible(character)


def _marks(text: str) -> int:
    """The longest run of combining marks in a text."""
    if text.isascii():
        return 0
    marks = (unicodedata.ucd_3_2_0.category(character)[0] == "M" for character in text)
    return max((len([*run]) for mark, run in itertools.groupby(marks) if mark), default=0)
