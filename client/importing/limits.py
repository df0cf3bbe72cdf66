"""What a scenario may hold, told to somebody whose map holds more, or nothing."""

__all__ = ["within"]

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from client.importing.errors import CannotImport

_PARTS: Mapping[str, str] = {
    "at_least": "number that must be reached",
    "borders": "neighbours",
    "canals": "canals",
    "convoys": "convoys",
    "held": "territories to be held",
    "home": "territories of its home",
    "income": "income",
    "no_enemy_warships": "sea zones to be kept free",
    "objectives": "national objectives",
    "phases": "phases",
    "powers": "powers",
    "territories": "territories",
    "treasury": "IPC at the start",
    "turns": "turns",
    "units": "units at the start",
    "value": "value",
    "victory": "conditions of victory",
    "worth": "worth",
    "zones": "sea zones",
}
"""Fields of a scenario's form, as people call what they hold."""

_RENAME = "name it otherwise in a names file (--names)"
_CHANGE = "change that in the game's file"


@contextmanager
def within(where: str) -> Iterator[None]:
    """Tell in words what a form cannot hold of a part of a map.

    Args:
        where: the part that is put into a form.

    Raises:
        CannotImport: it is too large, empty or not printable; each fault is told, and what to do.
    """
    try:
        yield
    except ValidationError as error:
        faults = [_fault(found) for found in error.errors(include_url=False)]
        what = "; ".join(dict.fromkeys(what for what, _ in faults))
        advice = "; ".join(dict.fromkeys(advice for _, advice in faults))
        raise CannotImport(f"{where}: {what}", advice) from None


def _fault(found: ErrorDetails) -> tuple[str, str]:
    """What is wrong, and what to do about it."""
    limits = found.get("ctx", {})
    field, *inside = [str(step) for step in found["loc"] if step != "[key]"] or [""]
    part = ", ".join((_PARTS.get(field, field.replace("_", " ")), *inside))
    match found["type"]:
        case "too_long":
            most = limits["max_length"]
            return f"{len(found['input'])} {part}; a scenario takes at most {most}", _CHANGE
        case "too_short":
            least = limits["min_length"]
            return (
                f"{len(found['input']) or 'no'} {part}; a scenario needs at least {least}",
                _CHANGE,
            )
        case "greater_than_equal":
            least = limits["ge"]
            return f"{part} {found['input']}; a scenario takes at least {least}", _CHANGE
        case "less_than_equal":
            most = limits["le"]
            return f"{part} {found['input']}; a scenario takes at most {most}", _CHANGE
        case "string_too_long":
            most = limits["max_length"]
            return f"the name {found['input']} has more than {most} characters", _RENAME
        case "string_pattern_mismatch" if not found["input"]:
            return "a name is empty", _RENAME
        case "string_pattern_mismatch":
            return f"the name {found['input']} has characters that cannot be printed", _RENAME
        case _:
            return f"{part} {found['input']!r} is nothing that a scenario can say", _CHANGE
