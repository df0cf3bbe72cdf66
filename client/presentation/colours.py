"""The colours of powers, on every map that is drawn of a game."""

__all__ = ["colours"]

from collections.abc import Iterable, Mapping
from typing import Final

from engine.board import Power

_OWN: Final[Mapping[str, str]] = {
    "Germany": "#3b3f54",
    "Japan": "#e2290c",
    "Italy": "#994dc0",
    "USSR": "#740c0c",
    "UK": "#fad310",
    "USA": "#659973",
    "China": "#78e4e6",
}
"""As far apart as can be for people who see all colours, and for those who lack one of three."""
_MORE: Final = ("#8c5a2b", "#1f6fb2", "#c2418a", "#6b8e23", "#5b5b5b", "#d98a00")


def colours(powers: Iterable[Power]) -> Mapping[Power, str]:
    """A colour for each of a game's powers, as ``#rrggbb``."""
    return {
        power: _OWN.get(power, _MORE[number % len(_MORE)]) for number, power in enumerate(powers)
    }
