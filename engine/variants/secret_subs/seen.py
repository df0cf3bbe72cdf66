"""What a seat sees of Secret Subs (SS-0.3, 0.4, 0.7).

Implements: SS-0.7, SS-A1, SS-A2
"""

__all__ = ["token", "trackers"]

from collections.abc import Mapping

from engine.board import Power
from engine.game import Game
from engine.pieces import Piece, PieceId
from engine.records import Json
from engine.variants.secret_subs.ledger import MODULE, subs_state, tracker
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import possible, tokens_of
from engine.view import fields


def token(
    game: Game,
    piece: Piece,
    found: dict[str, Json],
    powers: frozenset[Power],
    secrets: Mapping[PieceId, int],
) -> dict[str, Json]:
    """What is seen of a piece; of a token also its group, and what it may be after a shuffle.

    `group` is there where it is known to all or the token is the viewer's own; `may_be` lists the
    pieces of its last shuffle that the token may be, and their markers.
    """
    if not isinstance(piece, Token):
        return found
    known = tracker(game, piece.owner).opened.get(piece.id)
    if known is None and piece.owner in powers:
        known = secrets.get(piece.id)
    may_be: dict[str, Json] = {}
    for handle, markers in possible(game, piece).items():
        if handle != piece.id:
            may_be[str(handle)] = fields(markers)
    return {**found, "group": known, "may_be": may_be}


def trackers(
    game: Game, powers: frozenset[Power], secrets: Mapping[PieceId, int]
) -> dict[str, Json]:
    """Every power's tracker; the tokens in a supply with their groups to the owner alone."""
    if MODULE not in game.modules:
        return {}
    found: dict[str, Json] = {}
    for power, track in subs_state(game).trackers.items():
        tokens = tokens_of(game, power)
        seen: dict[str, Json] = {
            "sizes": list(track.sizes),
            "supply": len(track.supply),
            "decoys": len(tokens) - sum(size > 0 for size in track.sizes),
        }
        if power in powers:
            seen["supply_tokens"] = {str(handle): secrets.get(handle) for handle in track.supply}
        found[power] = seen
    return found
