"""Who looks at a table, and what a page is sent."""

__all__ = ["Section", "Viewer"]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from client.seat.knowledge import Knowledge
from engine.board import Power
from engine.pieces import PieceId

Section = dict[str, Any]
"""An object of JSON, by name."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: the powers played, what their tokens hold, and what is known of all others."""

    powers: frozenset[Power] = frozenset()
    groups: Mapping[PieceId, int] | None = None
    knowledge: Knowledge | None = None
