"""Declaring depths (DS-1 to DS-3)."""

__all__ = ["DeclareDepths", "DepthDeclaration", "declare_depths", "with_phase_movement"]

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.errors import Illegal
from engine.game import Game
from engine.pieces import Piece, PieceId
from engine.requests import Decision, Step, decide
from engine.variants.depth.state import (
    Depth,
    DepthsDeclared,
    depth_of,
    depths,
    is_submarine,
    update_depths,
)


@dataclass(frozen=True, slots=True)
class DepthDeclaration:
    """New depths; submarines that are left out keep theirs."""

    depths: Mapping[PieceId, Depth] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DeclareDepths(Decision[DepthDeclaration]):
    """The depth of each submarine until its owner's next declaration.

    ⚖ Asked when the phase begins: as a submarine that changes its depth moves no farther than
    either depth allows (DS-2), nothing is lost by declaring before it moves.

    Implements: DS-1
    """

    answers: ClassVar[type] = DepthDeclaration
    open: ClassVar[bool] = True

    def check(self, game: Game, answer: DepthDeclaration) -> None:
        """See `Decision.check`."""
        own = {piece.id for piece in _submarines(game)}
        for piece, depth in sorted(answer.depths.items()):
            if piece not in own:
                raise Illegal(
                    "DS-1",
                    "{piece} is not one of the submarines of {power}",
                    piece=piece,
                    power=self.power,
                )
            if depth is depth_of(game, piece):
                raise Illegal(
                    "DS-1", "{piece} is already {depth}; leave it out", piece=piece, depth=depth
                )

    def candidates(self, game: Game) -> Iterator[DepthDeclaration]:
        """No change; then all to one depth; then changes of one submarine."""
        yield DepthDeclaration()
        subs = [piece.id for piece in _submarines(game)]
        for depth in Depth:
            changed = {sub: depth for sub in subs if depth_of(game, sub) is not depth}
            if len(changed) > 1:
                yield DepthDeclaration(changed)
        for sub in subs:
            yield from (
                DepthDeclaration({sub: depth})
                for depth in Depth
                if depth is not depth_of(game, sub)
            )

    def sample(self, game: Game, draw: random.Random) -> DepthDeclaration:
        """See `Decision.sample`."""
        chosen = {piece.id: draw.choice(tuple(Depth)) for piece in _submarines(game)}
        return DepthDeclaration(
            {
                sub: depth
                for sub, depth in chosen.items()
                if depth is not depth_of(game, sub) and draw.randrange(2)
            }
        )


def _submarines(game: Game) -> tuple[Piece, ...]:
    return tuple(piece for piece in game.owned(game.active) if is_submarine(game, piece))


def declare_depths(game: Game) -> Step:
    """Have the active power declare, and give its submarines their movement for the phase.

    One that changes its depth moves at most the smaller of its old and new limit (DS-2).

    Implements: DS-2
    """
    game, answer = yield from decide(game, DeclareDepths(game.active))
    before = {piece.id: game.rules.move_limit(game, piece) for piece in _submarines(game)}
    if answer.depths:
        at = {**depths(game).at, **answer.depths}
        under = {piece: depth for piece, depth in sorted(at.items()) if depth is not Depth.SURFACED}
        game = update_depths(game, at=under).with_events(DepthsDeclared(game.active, answer.depths))
    return with_phase_movement(game, before)


def with_phase_movement(game: Game, before: Mapping[PieceId, int]) -> Game:
    """The game in which submarines that may still move have this phase's limit (DS-3).

    `before`: limits that they had until now, which bind them too (DS-2).
    """
    return game.with_pieces(
        *(
            piece.replace(
                left=min(
                    game.rules.move_limit(game, piece),
                    piece.left if piece.moved or piece.fought else before[piece.id],
                )
            )
            for piece in _submarines(game)
        )
    )
