"""Who looks at a table."""

__all__ = ["Viewer"]

from collections.abc import Mapping
from dataclasses import dataclass

from client.seat.knowledge import Knowledge
from engine.board import Power
from engine.pieces import PieceId


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: the powers played, what their tokens hold, and what is known of all others."""

    powers: frozenset[Power] = frozenset()
    groups: Mapping[PieceId, int] | None = None
    knowledge: Knowledge | None = None
