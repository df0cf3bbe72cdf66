"""Secret submarines that are left when a battle ends (SS-3.7)."""

__all__ = ["AnonymizeSurvivors", "ReorganizeSurvivors", "battle_closes"]

from dataclasses import dataclass
from typing import ClassVar

from engine.battle.sides import current_battle, engaged
from engine.battles import BattleKind, Role
from engine.board import Power
from engine.errors import Illegal
from engine.game import Game
from engine.pieces import PieceId
from engine.requests import Step
from engine.variants.secret_subs.actions import (
    Anonymize,
    ClaimFrom,
    Reorganize,
    SubsAction,
)
from engine.variants.secret_subs.events import TokensTurnedDown
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import tokens_of
from engine.variants.secret_subs.windows import BoundedSlot, offered_where_shown, open_slot


@dataclass(frozen=True, slots=True)
class _Survivors(BoundedSlot):
    def reaches(self, game: Game) -> tuple[Token, ...]:
        """See `Slot.reaches`."""
        survivors = _left(game)
        return tuple(token for token in tokens_of(game, self.power) if token.id in survivors)

    def _check_survivors(self, game: Game, tokens: tuple[Token, ...]) -> None:
        survivors = _left(game)
        for token in tokens:
            if token.id not in survivors:
                raise Illegal("SS-3.7", "token #{token} was not in this battle", token=token.id)


@dataclass(frozen=True, slots=True)
class ReorganizeSurvivors(_Survivors):
    """After a battle, before its tokens turn face down: reorganize those in one zone (SS-3.7)."""

    takes: ClassVar[tuple[type[SubsAction], ...]] = (Reorganize,)

    def permits(self, game: Game, action: SubsAction, tokens: tuple[Token, ...]) -> None:
        """See `Slot.permits`."""
        BoundedSlot.permits(self, game, action, tokens)
        self._check_survivors(game, tokens)
        if not isinstance(action, self.takes):
            raise Illegal("SS-3.7", "reorganize now; anonymize when the tokens are face down again")


@dataclass(frozen=True, slots=True)
class AnonymizeSurvivors(_Survivors):
    """After a battle, when its tokens are face down: anonymize them (SS-3.7)."""

    takes: ClassVar[tuple[type[SubsAction], ...]] = (Anonymize, ClaimFrom)

    def permits(self, game: Game, action: SubsAction, tokens: tuple[Token, ...]) -> None:
        """See `Slot.permits`."""
        BoundedSlot.permits(self, game, action, tokens)
        self._check_survivors(game, tokens)
        if not isinstance(action, self.takes):
            raise Illegal(
                "SS-3.7", "the tokens are face down again; it is too late to reorganize them"
            )


def battle_closes(game: Game) -> Step:
    """Survivors may be reorganized, all turn face down, they may be anonymized.

    Both sides alike, the attacker first; a slot in which nothing could be done is not asked.

    Implements: SS-3.7
    """
    if current_battle(game).kind is not BattleKind.SEA:
        return game
    game = _surfaced(game)
    for power in _surviving(game):
        game = yield from open_slot(game, ReorganizeSurvivors(power))
    game = _turned_down(game)
    for power in _surviving(game):
        game = yield from open_slot(game, AnonymizeSurvivors(power))
    return game


def _surviving(game: Game) -> tuple[Power, ...]:
    """Powers with tokens left from this battle that have not waived their windows.

    In turn order, the attacker first.
    """
    attacker = current_battle(game).attacker
    present = {game.pieces[p].owner for p in _left(game) if isinstance(game.pieces[p], Token)}
    return tuple(
        power
        for power in (attacker, *game.after(attacker))
        if power in present and offered_where_shown(game, power)
    )


def _left(game: Game) -> frozenset[PieceId]:
    """The survivors of a battle: those still in it, and those that have submerged or retreated."""
    battle = current_battle(game)
    fighting = (piece.id for role in Role for piece in engaged(game, role))
    return frozenset((*fighting, *battle.submerged, *battle.withdrawn))


def _surfaced(game: Game) -> Game:
    """`submerged` is cleared (SS-3.7)."""
    under = (game.pieces[piece] for piece in current_battle(game).submerged)
    return game.with_pieces(*(t.replace(submerged=False) for t in under if isinstance(t, Token)))


def _turned_down(game: Game) -> Game:
    """All tokens that fought are face down again; what they hold stays known (SS-5)."""
    up = [piece for piece in game.pieces.values() if isinstance(piece, Token) and piece.face_up]
    if not up:
        return game
    game = game.with_pieces(*(token.replace(face_up=False) for token in up))
    for zone in sorted({token.at for token in up}):
        handles = tuple(token.id for token in up if token.at == zone)
        game = game.with_events(TokensTurnedDown(zone, handles))
    return game
