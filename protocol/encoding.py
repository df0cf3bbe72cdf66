"""Canonical MessagePack (SPEC-1).

Whatever is signed or hashed is bytes of this form, and one value has exactly one such form: arrays
in place of maps, the shortest form of every integer and length, text in Unicode normalization form
C, no floats, no extension types. Who receives bytes hashes those bytes, never an encoding of what
was read from them.
"""

import unicodedata
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgpack

from protocol.errors import Code, LocalError, Refused

__all__ = [
    "MAX_ARRAY",
    "MAX_DEPTH",
    "MAX_INTEGER",
    "MAX_MEMBERS",
    "Data",
    "decode",
    "encode",
    "encode_state",
]

Data: TypeAlias = "bool | int | str | bytes | Sequence[Data] | None"
"""A value that has a canonical form. Arrays are lists or tuples; `decode` gives tuples only."""

MAX_DEPTH: Final = 8
"""Arrays within arrays, the outermost counted."""
MAX_ARRAY: Final = 1024
"""Members of one array: what a claimed length can make a decoder reserve is bounded by it."""
MAX_MEMBERS: Final = 4096
"""Members of all arrays of a value together: they cost a reader far more than the bytes."""
MAX_INTEGER: Final = 2**53 - 1
"""Largest magnitude of an integer: what every language's numbers hold exactly."""

_RULE = "SPEC-1.1"
_TOO_MANY = f"its arrays have more than {MAX_MEMBERS} members together"


def encode(value: Data) -> bytes:
    """The canonical form of a value.

    Raises:
        LocalError: the value has none.
    """
    fault = _fault(value, MAX_DEPTH)
    if fault is not None:
        raise LocalError(f"cannot be encoded: {fault}")
    raw = _pack(value)
    if len(raw) > MAX_MEMBERS and _members(value) > MAX_MEMBERS:
        raise LocalError(f"cannot be encoded: {_TOO_MANY}")
    return raw


def encode_state(value: Data) -> bytes:
    """The form of a value of our own making that is hashed and never sent (SPEC-1.7).

    The bounds on depth, arrays and integers, and the check of text, are for what others send.
    """
    return _pack(value)


def decode(raw: bytes, limit: int) -> Data:
    """The value whose canonical form these bytes are; arrays become tuples.

    Args:
        raw: bytes from anywhere.
        limit: most bytes accepted.

    Raises:
        Refused: `too_large`, or `malformed` (SPEC-1).
    """
    if len(raw) > limit:
        raise Refused(
            Code.TOO_LARGE, "SPEC-1.4", None, f"{len(raw)} bytes where at most {limit} are allowed"
        )
    # Each member has a byte at least, so few bytes need no counting.
    counter = _Counter().count if len(raw) > MAX_MEMBERS else None
    try:
        value = msgpack.unpackb(
            raw,
            raw=False,
            use_list=False,
            list_hook=counter,
            strict_map_key=True,
            max_array_len=MAX_ARRAY,
            max_map_len=0,
            max_ext_len=0,
        )
    except (ValueError, msgpack.UnpackException) as error:
        raise Refused(
            Code.MALFORMED, _RULE, None, f"not MessagePack as allowed: {error}"
        ) from error
    fault = _fault(value, MAX_DEPTH)
    if fault is not None:
        raise Refused(Code.MALFORMED, _RULE, None, fault)
    if _pack(value) != raw:
        raise Refused(Code.MALFORMED, _RULE, None, "an integer or a length is not in shortest form")
    return value  # type: ignore[no-any-return]  # its shape was checked just above


class _Counter:
    """Counts the members of arrays as they are read, and ends the reading of too many."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left = MAX_MEMBERS

    def count(self, members: tuple[Data, ...]) -> tuple[Data, ...]:
        self._left -= len(members)
        if self._left < 0:
            raise ValueError(_TOO_MANY)
        return members


def _members(value: Data) -> int:
    """The members of all arrays within a value."""
    if not isinstance(value, list | tuple):
        return 0
    return len(value) + sum(map(_members, value))


def _pack(value: Data) -> bytes:
    packed: bytes = msgpack.packb(value, use_bin_type=True)
    return packed


def _fault(value: Any, depth: int) -> str | None:
    """Why a value has no canonical form; None if it has one."""
    kind = type(value)
    if kind is bytes or kind is bool or value is None:
        return None
    if kind is int:
        return None if -MAX_INTEGER <= value <= MAX_INTEGER else f"integer {value} is out of range"
    if kind is str:
        return _text_fault(value)
    if kind is not tuple and kind is not list:
        return f"a {kind.__name__} has no canonical form"
    if depth == 0:
        return f"arrays are nested deeper than {MAX_DEPTH}"
    if len(value) > MAX_ARRAY:
        return f"an array has {len(value)} members, more than {MAX_ARRAY}"
    for member in value:
        fault = _fault(member, depth - 1)
        if fault is not None:
            return fault
    return None


def _text_fault(text: str) -> str | None:
    """Why a text is not canonical.

    Normalization of a character that a library does not know yet changes when it learns it. Text is
    therefore kept to the characters of Unicode 3.2, about whose normalization all later versions
    are bound to agree.
    """
    if text.isascii():
        return None
    for character in text:
        if unicodedata.ucd_3_2_0.category(character) in ("Cn", "Cs"):
            return f"text {text!a} has the character {character!a}, unknown to Unicode 3.2"
    if not unicodedata.is_normalized("NFC", text):
        return f"text {text!a} is not in normalization form C"
    return None
