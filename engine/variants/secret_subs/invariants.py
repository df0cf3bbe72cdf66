"""What must hold of Secret Subs in every position, whatever has been played.

Implements: SS-0.6
"""

__all__ = ["BrokenSubs", "broken"]

from collections.abc import Iterator
from enum import StrEnum

from engine.board import Power
from engine.game import Game
from engine.phases import Stage
from engine.pieces import Figure
from engine.units import SUBMARINE
from engine.variants.secret_subs.state import MODULE, subs_state, tracker
from engine.variants.secret_subs.token import Token, may_be
from engine.variants.secret_subs.tokens import size_of, tokens_of


class BrokenSubs(StrEnum):
    """An invariant of Secret Subs that a position breaks."""

    FIGURE = "a submarine stands on the map as a figure (SS-0.2)"
    TOKENS = "tokens on board and in supply are not as many as groups (SS-0.6)"
    TWICE = "a token is on the board and in the supply, or two show one group (SS-0.6)"
    SIZE = "a group has fewer than no submarines (SS-0.1)"
    UNHELD = "more groups have submarines than tokens are on the board (SS-0.6)"
    STORED = "a group with submarines is known to be in the supply (SS-0.6)"
    EMPTY_SHOWN = "a token lies face up whose group is empty (SS-3.6)"
    SHOWN = "a token lies face up or submerged outside a battle (SS-3.7)"
    PLACE = "a token is on land"
    MARKERS = "a token of a shuffle can be none of its pieces (SS-4.3b)"
    LEFT = "a token has more movement left than any piece that it may be had (SS-4.3b)"


def broken(game: Game) -> frozenset[str]:
    """Names of the invariants that a position breaks."""
    if MODULE not in game.modules or game.stage is Stage.SET_UP:
        return frozenset()
    found = set(_shuffles(game))
    for power in game.rules.scenario.powers:
        found.update(_tracker(game, power))
    for piece in game.pieces.values():
        if isinstance(piece, Figure) and piece.kind == SUBMARINE:
            found.add(BrokenSubs.FIGURE)
    return frozenset(found)


def _tracker(game: Game, power: Power) -> Iterator[BrokenSubs]:
    track, tokens = tracker(game, power), tokens_of(game, power)
    if len(tokens) + len(track.supply) != track.limit:
        yield BrokenSubs.TOKENS
    known = list(track.opened.values())
    if {token.id for token in tokens} & set(track.supply) or len(known) != len(set(known)):
        yield BrokenSubs.TWICE
    if min(track.sizes) < 0:
        yield BrokenSubs.SIZE
    if sum(size > 0 for size in track.sizes) > len(tokens):
        yield BrokenSubs.UNHELD
    if any(track.size(track.opened[t]) for t in track.supply if t in track.opened):
        yield BrokenSubs.STORED
    for token in tokens:
        yield from _token(game, token)


def _token(game: Game, token: Token) -> Iterator[BrokenSubs]:
    if not game.board.is_sea(token.at):
        yield BrokenSubs.PLACE
    if token.face_up and not size_of(game, token):
        yield BrokenSubs.EMPTY_SHOWN
    raids = game.stage is Stage.COLLECT_INCOME  # with the tokens that are shown for it (SS-A23)
    if game.battle is None and (token.submerged or (token.face_up and not raids)):
        yield BrokenSubs.SHOWN


def _shuffles(game: Game) -> Iterator[BrokenSubs]:
    for shuffle in subs_state(game).shuffles:
        for handle in shuffle.tokens:
            pieces = may_be(shuffle, handle)
            token = game.pieces.get(handle)
            if not pieces:
                yield BrokenSubs.MARKERS
            elif isinstance(token, Token):
                most = max(shuffle.pieces[piece].left for piece in pieces)
                if not 0 <= token.left <= most:
                    yield BrokenSubs.LEFT
