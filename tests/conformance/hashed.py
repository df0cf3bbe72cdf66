"""Chapters 8 and 9 of SPEC.md once more: blindings, and commitments of the suite `hashed`."""

from .canonical import Value, encode
from .hashing import digest

__all__ = ["blinding", "commitment"]


def blinding(key: bytes, context: list[Value], handle: int, group: int) -> bytes:
    """The blinding of a token in the suite `hashed`, from the context of SPEC-8.1 (SPEC-8.2)."""
    return digest("blinding", blinding_input(key, context, handle, group))


def blinding_input(key: bytes, context: list[Value], handle: int, group: int) -> bytes:
    """The blinding input of a token (SPEC-8.2)."""
    _, _, _, incarnation, number, item, previous, fresh = context
    return encode([key, fresh, incarnation, number, item, previous, handle, group])


def commitment(context: list[Value], handle: int, group: int, opening: bytes) -> bytes:
    """The commitment of a token in the suite `hashed` (SPEC-9.1)."""
    game, power, _, _, number, item, _, _ = context
    return digest("commitment", encode([game, power, handle, number, item, group, opening]))
