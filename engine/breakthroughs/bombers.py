"""Heavy bombers (BG-4.3) and paratroopers (BG-4.2)."""

__all__ = ["HeavyBombers", "Paratroopers"]

from collections.abc import Mapping

from engine.battle.sides import current
from engine.battles import BattleKind, Role, Throw
from engine.board import SpaceId
from engine.breakthroughs.owned import has
from engine.charts import Breakthrough
from engine.claims import Claim
from engine.errors import Illegal
from engine.game import Game, Phase
from engine.movement.steps import brought
from engine.options import HEAVY_BOMBERS, HeavyDice
from engine.pieces import Piece, PieceId
from engine.rules import Rules
from engine.units import Kind, Trait

_DICE = 2


class HeavyBombers(Rules):
    """Bombers roll two dice on attack and on raids (R10)."""

    def throw(self, game: Game, piece: Piece, kind: Kind, role: Role) -> Throw:
        """Two dice on attack; around a raid one like everybody (BG-8.3)."""
        heavy = (
            role is Role.ATTACKER
            and current(game).kind is not BattleKind.RAID
            and Trait.RAIDS in game.rules.unit_type(game, piece.owner, kind).traits
            and has(game, piece.owner, Breakthrough.HEAVY_BOMBERS)
        )
        return self._two(game) if heavy else super().throw(game, piece, kind, role)

    def bombs(self, game: Game, piece: Piece) -> Throw:
        """Two dice."""
        heavy = has(game, piece.owner, Breakthrough.HEAVY_BOMBERS)
        return self._two(game) if heavy else super().bombs(game, piece)

    def _two(self, game: Game) -> Throw:
        return Throw(_DICE, best=game.rules.option(HEAVY_BOMBERS) is HeavyDice.BEST)


class Paratroopers(Rules):
    """A bomber takes one infantry from where it starts and drops it where it attacks.

    It is one order: bomber and infantry go together to the first hostile territory on their way,
    where the bomber stays until its battle. The infantry fights there like one that has walked.
    """

    def riders(
        self, game: Game, pieces: tuple[Piece, ...], route: tuple[SpaceId, ...]
    ) -> Mapping[PieceId, PieceId]:
        """Infantry in bombers that have not moved, where it could not walk."""
        riders = super().riders(game, pieces, route)
        if (
            not has(game, game.active, Breakthrough.PARATROOPERS)
            or game.current_phase is not Phase.COMBAT_MOVE
            or _walks(game, route)
            or not _drops_at_its_end(game, route)
        ):
            return riders
        bombers = [
            p.id for p in pieces if game.rules.counts_as(game, p, Trait.RAIDS) and not p.moved
        ]
        infantry = [
            p.id
            for p in pieces
            if game.rules.counts_as(game, p, Trait.LIGHT) and p.id not in riders
        ]
        return {**riders, **dict(zip(infantry, bombers, strict=False))}

    def may_act(self, game: Game, piece: Piece, steps: int) -> Claim | None:
        """A bomber that has brought infantry stays where it stops until its battle."""
        if (
            game.current_phase is Phase.COMBAT_MOVE
            and game.rules.counts_as(game, piece, Trait.RAIDS)
            and brought(game, (piece.id,))
        ):
            raise Illegal("BG-4.2", f"piece {piece.id} has stopped where its infantry drops")
        return super().may_act(game, piece, steps)


def _walks(game: Game, route: tuple[SpaceId, ...]) -> bool:
    return len(route) == 1 and not game.board.is_sea(route[0])


def _drops_at_its_end(game: Game, route: tuple[SpaceId, ...]) -> bool:
    """Whether the first hostile territory of a route is its last space."""
    hostile = [
        space
        for space in route
        if not game.board.is_sea(space) and game.rules.hostile(game, game.active, space)
    ]
    return bool(hostile) and hostile[0] == route[-1]
