"""Chapter 1 of SPEC.md once more: canonical bytes and typed fields."""

import unicodedata
from typing import TypeAlias

from .names import hidden

__all__ = [
    "Refused",
    "Value",
    "array",
    "binary",
    "decode",
    "encode",
    "integer",
    "label",
    "no_bytes",
    "truth",
]

Value: TypeAlias = "bool | int | str | bytes | list[Value] | None"

LARGEST = 2**53 - 1


class Refused(Exception):
    """Received bytes are refused (SPEC-0.2): `code` of SPEC-0.3, `culprit` a seat or None.

    `entry` is the place of the fault where that is an earlier one (SPEC-13.3).
    """

    def __init__(self, code: str, culprit: int | None = None, entry: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.culprit = culprit
        self.entry = entry


def encode(value: Value) -> bytes:
    """The one form of a value (SPEC-1.1)."""
    match value:
        case None:
            return b"\xc0"
        case bool():
            return b"\xc3" if value else b"\xc2"
        case int():
            return _encoded_integer(value)
        case str():
            raw = value.encode()
            return _head(len(raw), (0xA0, 32), ((0xD9, 1), (0xDA, 2), (0xDB, 4))) + raw
        case bytes():
            return _head(len(value), (0, 0), ((0xC4, 1), (0xC5, 2), (0xC6, 4))) + value
        case list():
            head = _head(len(value), (0x90, 16), ((0xDC, 2), (0xDD, 4)))
            return head + b"".join(map(encode, value))


def _encoded_integer(value: int) -> bytes:
    if value >= 0:
        return _head(value, (0, 128), ((0xCC, 1), (0xCD, 2), (0xCE, 4), (0xCF, 8)))
    if value >= -32:
        return value.to_bytes(1, signed=True)
    size = next(n for n in (1, 2, 4, 8) if value >= -(1 << (8 * n - 1)))
    first = {1: 0xD0, 2: 0xD1, 4: 0xD2, 8: 0xD3}[size]
    return bytes([first]) + value.to_bytes(size, "big", signed=True)


def _head(number: int, short: tuple[int, int], longer: tuple[tuple[int, int], ...]) -> bytes:
    first, below = short
    if number < below:
        return bytes([first + number])
    lead, size = next(form for form in longer if number < 1 << (8 * form[1]))
    return bytes([lead]) + number.to_bytes(size, "big")


def decode(data: bytes) -> Value:
    """The value of canonical bytes (SPEC-1.1 to 1.3). `malformed`."""
    value, end = _decoded(data, 0, 1)
    if end != len(data) or encode(value) != data or _members(value) > 4096:
        raise Refused("malformed")
    return value


def _members(value: Value) -> int:
    return len(value) + sum(map(_members, value)) if isinstance(value, list) else 0


def _decoded(data: bytes, at: int, depth: int) -> tuple[Value, int]:
    """The value at an offset, and where it ends; whether its form is the shortest, `decode` sees.

    An array counts its own level: the outermost is at depth 1.
    """
    first = _slice(data, at, 1)[0]
    at += 1
    if first < 0x80:
        return first, at
    if first >= 0xE0:
        return first - 256, at
    if first in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[first], at
    if 0xCC <= first <= 0xD3:
        size = 1 << (first & 3)
        number = int.from_bytes(_slice(data, at, size), "big", signed=first >= 0xD0)
        if abs(number) > LARGEST:
            raise Refused("malformed")
        return number, at + size
    if first in range(0xA0, 0xC0) or first in (0xD9, 0xDA, 0xDB):
        length, at = _length(data, at, first, 0x1F, 0xD9)
        return _text(_slice(data, at, length)), at + length
    if first in (0xC4, 0xC5, 0xC6):
        length, at = _length(data, at, first, 0, 0xC4)
        return _slice(data, at, length), at + length
    if first in range(0x90, 0xA0) or first in (0xDC, 0xDD):
        length, at = _length(data, at, first, 0x0F, 0xDB)
        if length > 1024 or depth > 8:
            raise Refused("malformed")
        members: list[Value] = []
        for _ in range(length):
            member, at = _decoded(data, at, depth + 1)
            members.append(member)
        return members, at
    raise Refused("malformed")


def _length(data: bytes, at: int, first: int, mask: int, one_byte: int) -> tuple[int, int]:
    if first < 0xC0:
        return first & mask, at
    size = 1 << (first - one_byte)
    return int.from_bytes(_slice(data, at, size), "big"), at + size


def _slice(data: bytes, at: int, length: int) -> bytes:
    if at + length > len(data):
        raise Refused("malformed")
    return data[at : at + length]


def _text(raw: bytes) -> str:
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise Refused("malformed") from None
    known = all(unicodedata.ucd_3_2_0.category(c) not in ("Cn", "Cs") for c in text)
    if not known or unicodedata.normalize("NFC", text) != text:
        raise Refused("malformed")
    return text


def integer(value: Value, least: int, most: int) -> int:
    """An integer within bounds, both included."""
    if type(value) is not int or not least <= value <= most:
        raise Refused("malformed")
    return value


def binary(value: Value, least: int, most: int | None = None) -> bytes:
    """A byte string of `least` to `most` bytes, or of exactly `least`."""
    if type(value) is not bytes or not least <= len(value) <= (least if most is None else most):
        raise Refused("malformed")
    return value


def array(value: Value, least: int, most: int | None = None) -> list[Value]:
    """An array of `least` to `most` members, or of exactly `least`."""
    if type(value) is not list or not least <= len(value) <= (least if most is None else most):
        raise Refused("malformed")
    return value


def truth(value: Value) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise Refused("malformed")
    return value


def label(value: Value) -> str:
    """A label (SPEC-1.5)."""
    if (
        type(value) is not str
        or not 1 <= len(value) <= 40
        or value != value.strip(" ")
        or "  " in value
    ):
        raise Refused("malformed")
    if any(unicodedata.ucd_3_2_0.category(c)[0] in "CZ" for c in value.replace(" ", "")):
        raise Refused("malformed")
    if any(map(hidden, value)) or unicodedata.ucd_3_2_0.category(value[0])[0] == "M":
        raise Refused("malformed")
    shape = "".join(unicodedata.ucd_3_2_0.category(c)[0] for c in value)
    if "MMMMM" in shape:
        raise Refused("malformed")
    return value


def no_bytes(data: Value) -> None:
    """Whether the data of an answer has no byte strings in it (SPEC-5.2)."""
    if isinstance(data, bytes):
        raise Refused("malformed")
    if isinstance(data, list):
        for member in data:
            no_bytes(member)
