"""Tokens that are turned up, for a battle or for something else, and turned down (SS-3.3, A23).

Implements: SS-A23
"""

__all__ = ["AnonymizeShown", "reveal_tokens", "turned_down", "turned_up"]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.pieces import PieceId
from engine.requests import Reveal, Step, ask
from engine.variants.secret_subs.actions import Anonymize, ClaimFrom, SubsAction
from engine.variants.secret_subs.events import TokensRevealed, TokensTurnedDown
from engine.variants.secret_subs.shuffling import touched
from engine.variants.secret_subs.state import tracker, with_tracker
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import discard_empty_tokens, tokens_where
from engine.variants.secret_subs.windows import BoundedSlot, offered_where_shown, open_slot

Shown = Mapping[Power, tuple[PieceId, ...]]
"""Tokens by owner, owners in the order in which they open."""


@dataclass(frozen=True, slots=True)
class AnonymizeShown(BoundedSlot):
    """Tokens that were shown outside a battle are face down again: shuffle them (SS-A23)."""

    takes: ClassVar[tuple[type[SubsAction], ...]] = (Anonymize, ClaimFrom)

    zone: SpaceId

    def reaches(self, game: Game) -> tuple[Token, ...]:
        """See `Slot.reaches`."""
        return tokens_where(game, self.power, self.zone)

    def permits(self, game: Game, action: SubsAction, tokens: tuple[Token, ...]) -> None:
        """See `Slot.permits`."""
        BoundedSlot.permits(self, game, action, tokens)
        if any(token.at != self.zone for token in tokens):
            raise Illegal("SS-A23", "only tokens in {space} were shown", space=self.zone)
        if not isinstance(action, self.takes):
            raise Illegal("SS-A23", "the tokens can be shuffled, not reorganized")


def reveal_tokens(game: Game, zone: SpaceId, tokens: Shown) -> Step:
    """Turn tokens in a sea zone up in one event; decoys are discarded (SS-3.3, 3.6)."""
    game, groups = yield from ask(game, Reveal(tuple(tokens.items())))
    for power, handles in tokens.items():
        known = {handle: groups[handle] for handle in handles}
        game = with_tracker(game, power, tracker(game, power).knowing(known))
    pieces = (game.pieces[handle] for handles in tokens.values() for handle in handles)
    game = game.with_pieces(
        *(token.replace(face_up=True) for token in pieces if isinstance(token, Token))
    )
    owners = {handle: power for power, handles in tokens.items() for handle in handles}
    sizes = {handle: tracker(game, owners[handle]).size(groups[handle]) for handle in owners}
    game = game.with_events(TokensRevealed(zone, groups, owners, sizes))
    for power in tokens:
        game = discard_empty_tokens(game, power)
    return game


def turned_up(game: Game, pieces: tuple[PieceId, ...]) -> Step:
    """Turn up the face-down tokens among these pieces, zone by zone."""
    down = [
        piece
        for piece in (game.pieces[i] for i in pieces)
        if isinstance(piece, Token) and not piece.face_up
    ]
    game = touched(game, (token.id for token in down))
    for zone in sorted({token.at for token in down}):
        owners = {token.owner for token in down if token.at == zone}
        shown = {
            power: tuple(t.id for t in down if t.at == zone and t.owner == power)
            for power in (game.active, *game.after(game.active))
            if power in owners
        }
        game = yield from reveal_tokens(game, zone, shown)
    return game


def turned_down(game: Game, pieces: tuple[PieceId, ...]) -> Step:
    """Turn down the tokens among these pieces that are still on the board, and offer a shuffle.

    The active power needs no slot: it may shuffle whenever it is next asked anything.
    """
    up = [
        piece
        for piece in (game.pieces.get(i) for i in pieces)
        if isinstance(piece, Token) and piece.face_up
    ]
    game = game.with_pieces(*(token.replace(face_up=False) for token in up))
    for zone in sorted({token.at for token in up}):
        here = [token for token in up if token.at == zone]
        game = game.with_events(TokensTurnedDown(zone, tuple(token.id for token in here)))
        owners = {token.owner for token in here}
        for power in game.after(game.active):
            if power in owners and offered_where_shown(game, power):
                game = yield from open_slot(game, AnonymizeShown(power, zone))
    return game
