"""What tokens are in truth: for their owner, who knows which piece each was (SS-4.3b).

Likewise who received submarines in transit (SS-6).
"""

__all__ = ["in_truth", "true_markers"]

from collections.abc import Mapping

from engine.board import Power
from engine.game import Game
from engine.pieces import PieceId
from engine.variants.secret_subs.exchanges import exchange_of
from engine.variants.secret_subs.state import MODULE
from engine.variants.secret_subs.token import Markers, Token, received
from engine.variants.secret_subs.tokens import possible, tokens_of


def true_markers(game: Game, token: Token, secrets: Mapping[PieceId, int]) -> Markers:
    """The markers of the piece that a token is, less what it lost if it received submarines.

    Those that it may have, where that is not known.

    Args:
        game: as it stands.
        token: on the board.
        secrets: groups by handle, of tokens that are no more, too.
    """
    held = secrets.get(token.id)
    exchange = exchange_of(game, token.id)
    if exchange is not None and held in exchange.receiving:
        return received(exchange, token)
    for piece, markers in possible(game, token).items():
        if held is not None and secrets.get(piece) == held:
            return markers
    return Markers.of(token)


def in_truth(game: Game, power: Power, secrets: Mapping[PieceId, int]) -> Game:
    """A game in which a power's tokens have their true markers: what they can do, is seen there."""
    if MODULE not in game.modules:
        return game
    return game.with_pieces(
        *(true_markers(game, token, secrets).on(token) for token in tokens_of(game, power))
    )
