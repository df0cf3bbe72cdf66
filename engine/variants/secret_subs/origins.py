"""Where tokens in a battle came from, and so may retreat to, when they were shuffled on their way.

Implements: SS-A6
"""

__all__ = ["claimed_retreat_spaces", "with_sure_origins"]


from engine.battle.retreat import may_retreat_to
from engine.battle.sides import current_battle
from engine.board import SpaceId
from engine.claims import From
from engine.game import Game
from engine.pieces import PieceId
from engine.questions.battle import RetreatSpace
from engine.variants.secret_subs.state import subs_state
from engine.variants.secret_subs.token import Token, some_came_from
from engine.variants.secret_subs.tokens import possible


def _attackers(game: Game) -> tuple[Token, ...]:
    pieces = (game.pieces[piece] for piece in current_battle(game).attackers)
    return tuple(piece for piece in pieces if isinstance(piece, Token))


def with_sure_origins(game: Game) -> Game:
    """The game whose battle knows each space that some token came from in every arrangement."""
    tokens = _attackers(game)
    spaces = {m.came_from for token in tokens for m in possible(game, token).values()}
    sure = {space for space in spaces if space is not None and _sure(game, tokens, space)}
    return game.update_battle(origins=tuple(sorted(sure.union(current_battle(game).origins))))


def _sure(game: Game, tokens: tuple[Token, ...], space: SpaceId) -> bool:
    return any(
        some_came_from(shuffle, [t for t in tokens if t.id in shuffle.tokens], space)
        for shuffle in subs_state(game).shuffles
    )


def claimed_retreat_spaces(game: Game) -> tuple[RetreatSpace, ...]:
    """Retreats to spaces that one token in the battle may have come from, with the claim."""
    origins = current_battle(game).origins
    found: dict[tuple[SpaceId, PieceId], set[PieceId]] = {}
    for token in _attackers(game):
        for piece, m in possible(game, token).items():
            if m.came_from is not None and m.came_from not in origins:
                found.setdefault((m.came_from, token.id), set()).add(piece)
    return tuple(
        RetreatSpace(space, token, From(token, tuple(sorted(pieces))))
        for (space, token), pieces in sorted(found.items())
        if may_retreat_to(game, space)
    )
