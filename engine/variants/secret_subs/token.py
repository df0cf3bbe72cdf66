"""Tokens: the pieces that hide groups of submarines.

Implements: SS-0.1
"""

__all__ = ["Token", "TokenFields"]

from dataclasses import dataclass
from typing import ClassVar, Self, Unpack

from engine.pieces import Piece, PieceFields


class TokenFields(PieceFields, total=False):
    """The fields of a `Token`: the keywords of `Token.replace`."""

    face_up: bool
    submerged: bool


@dataclass(frozen=True, kw_only=True)
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

    def replace(self, **changes: Unpack[TokenFields]) -> Self:
        """The token with some fields replaced."""
        return self._replaced(changes)
