"""Sailing past destroyers.

Implements: SW-2
"""

__all__ = ["Patrol", "Targets", "roll_at_leaving_submarines"]

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.movement.takeback import without_take_back
from engine.pieces import PieceId
from engine.requests import Decision, Roll, Step, ask
from engine.units import Trait
from engine.variants.submarine_warfare.state import Halted, hunts, update_hunts

_SPOTS = 3


@dataclass(frozen=True, slots=True)
class Targets:
    """The submarine that each destroyer rolls at; destroyers left out keep their roll."""

    at: Mapping[PieceId, PieceId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Patrol(Decision[Targets]):
    """Which destroyers roll at which of the submarines that leave their zone (SW-2)."""

    zone: SpaceId
    leaving: tuple[PieceId, ...]

    answers: ClassVar[type] = Targets

    def check(self, game: Game, answer: Targets) -> None:
        """See `Decision.check`."""
        destroyers = _destroyers(game, self.power, self.zone)
        for destroyer, sub in sorted(answer.at.items()):
            if destroyer not in destroyers:
                raise Illegal(
                    "SW-2", "{piece} has no roll left in {space}", piece=destroyer, space=self.zone
                )
            if sub not in self.leaving:
                raise Illegal("SW-2", "{piece} is not leaving {space}", piece=sub, space=self.zone)

    def candidates(self, game: Game) -> Iterator[Targets]:
        """No roll; all at one submarine; then one destroyer at one submarine."""
        destroyers = _destroyers(game, self.power, self.zone)
        yield Targets()
        for sub in self.leaving:
            yield Targets(dict.fromkeys(destroyers, sub))
        if len(destroyers) > 1:
            for sub in self.leaving:
                yield from (Targets({destroyer: sub}) for destroyer in destroyers)

    def sample(self, game: Game, draw: random.Random) -> Targets:
        """See `Decision.sample`."""
        destroyers = _destroyers(game, self.power, self.zone)
        return Targets({d: draw.choice(self.leaving) for d in destroyers if draw.randrange(3)})


def _destroyers(game: Game, power: Power, zone: SpaceId) -> tuple[PieceId, ...]:
    """A power's destroyers in a zone that have not rolled in this turn, ascending."""
    return tuple(
        piece.id
        for piece in game.pieces.at(zone)
        if piece.owner == power
        and piece.id not in hunts(game).rolled
        and game.rules.counts_as(game, piece, Trait.DESTROYER)
    )


def roll_at_leaving_submarines(game: Game, pieces: tuple[PieceId, ...], here: SpaceId) -> Step:
    """Enemy destroyers roll at submarines that are about to leave; 3 or less ends a movement.

    What was rolled at cannot take its move back. Of `pieces` some may have been lost here already.
    """
    for power in game.enemies(game.active):
        leaving = tuple(
            piece
            for piece in pieces
            if piece in game.pieces
            and game.pieces[piece].left > 0
            and game.rules.counts_as(game, game.pieces[piece], Trait.SUBMARINE)
        )
        if not leaving or not _destroyers(game, power, here):
            continue
        game, answer = yield from ask(game, Patrol(power, here, leaving))
        if not answer.at:
            continue
        rolling = tuple(sorted(answer.at))
        sides = game.rules.die_sides(game)
        roll = Roll(power, len(rolling), sides, "spotting", (game.active,))
        game, dice = yield from ask(game, roll)
        spots = game.rules.scaled_strength(game, _SPOTS)
        rolled = {d: (die, answer.at[d]) for d, die in zip(rolling, dice, strict=True)}
        halted = tuple(sorted({sub for die, sub in rolled.values() if die <= spots}))
        game = update_hunts(game, rolled=hunts(game).rolled.union(rolling))
        game = without_take_back(game, sorted(set(answer.at.values())))
        game = game.with_pieces(*(game.pieces[sub].replace(left=0) for sub in halted))
        game = game.with_events(Halted(here, power, rolled, halted))
    return game
