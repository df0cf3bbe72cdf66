"""Tokens: the pieces that hide groups of submarines (SS-0.1)."""

__all__ = ["Token"]

from dataclasses import dataclass
from typing import ClassVar

from engine.pieces import Piece


@dataclass(frozen=True, slots=True, kw_only=True)
class Token(Piece):
    """A token on the board; its id is its handle (SS-0.3).

    Where a shuffle has left open which piece a token is (SS-4.3b), `left`, `moved`, `fought` and
    `came_from` are the most permissive of its possible markers, so that the base game forbids only
    what none of them allows; `markers.possible` has them all.

    Attributes:
        face_up: whether its group shows (SS-3.3a).
        submerged: whether it dived out of the battle that is being fought (SS-3.2).
    """

    tag: ClassVar[str] = "token"

    face_up: bool = False
    submerged: bool = False
