"""Tokens of a power that gets another player: what nobody can show of them any more (SS-4.3b)."""

__all__ = ["interchangeable", "settled"]

from engine.board import Power
from engine.game import Game
from engine.pieces import PieceId
from engine.variants.secret_subs.exchanges import least_markers
from engine.variants.secret_subs.shuffling import without_shuffle_records
from engine.variants.secret_subs.state import subs_state, tracker
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import tokens_of


def settled(game: Game, power: Power) -> Game:
    """The game in which a power's tokens have the least of the markers that they may have.

    Its shuffles and exchanges are forgotten: only who made them could show what became of a piece.
    An order can be taken back to where the tokens were, and with these markers.
    """
    least = {token.id: least_markers(game, token) for token in tokens_of(game, power)}
    began = game.record.phase_began
    uncertain = {token for shuffle in subs_state(game).shuffles for token in shuffle.tokens}
    then = [piece for piece in began.of(power) if isinstance(piece, Token)]
    game = game.with_pieces(*(least[token.id].on(token) for token in tokens_of(game, power)))
    game = game.update_turn_record(
        phase_began=began.replaced(
            [least[p.id].on(p) for p in then if p.id in uncertain and p.id in least]
        )
    )
    return without_shuffle_records(game, (power,))


def interchangeable(game: Game, power: Power) -> tuple[tuple[PieceId, ...], ...]:
    """Face-down tokens in one zone that have done the same, and the tokens in the supply.

    Without those of which everybody knows the group.
    """
    track = tracker(game, power)
    sets: list[list[Token]] = []
    for token in tokens_of(game, power):
        if token.face_up or token.id in track.opened:
            continue
        for alike in sets:
            if _interchangeable(game, alike[0], token):
                alike.append(token)
                break
        else:
            sets.append([token])
    stored = tuple(token for token in track.supply if token not in track.opened)
    together = [*(tuple(token.id for token in alike) for alike in sets), stored]
    return tuple(sorted(tokens for tokens in together if len(tokens) > 1))


def _interchangeable(game: Game, a: Token, b: Token) -> bool:
    """Whether two tokens differ in nothing but what they hold."""
    book, began = subs_state(game), game.record.phase_began
    before, after = began.get(a.id), began.get(b.id)
    noted = [book.reorganized, book.shuffled]
    if game.battle is not None:
        battle = game.battle
        noted += map(frozenset, (battle.attackers, battle.defenders, battle.submerged))
        noted += map(frozenset, (battle.withdrawn, battle.fired, battle.marked))
    return (
        a.replace(id=b.id) == b
        and (None if before is None else before.replace(id=b.id)) == after
        and all((a.id in some) == (b.id in some) for some in noted)
        and game.rules.same_markers(game, a, b)
    )
