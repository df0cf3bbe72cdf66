"""Sailing past destroyers.

Implements: SW-2
"""

__all__ = [
    "Patrol",
    "Targets",
    "check_leaving",
    "halting_chance",
    "patrols",
    "roll_at_leaving_submarines",
    "stopped_beside_ships",
    "with_surface_ships",
]

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.instructions import Instruction
from engine.movement.takeback import without_take_back
from engine.phases import Phase
from engine.pieces import Piece, PieceId
from engine.requests import Decision, Roll, Step, ask
from engine.units import Domain, Trait
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
    instruction: ClassVar[Instruction] = Instruction.PATROL

    def instructed(self, game: Game) -> Targets | None:
        """See `Decision.instructed`; one destroyer after the other takes the next submarine."""
        destroyers = _destroyers(game, self.power, self.zone)
        rolling = game.instructions_of(self.power).patrol.among(destroyers)
        if rolling is None:
            return None
        return Targets(dict(zip(sorted(rolling), cycle(self.leaving), strict=False)))

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


def patrols(game: Game, zone: SpaceId) -> tuple[PieceId, ...]:
    """Enemy destroyers that may still roll at the active power's submarines that leave a zone."""
    if with_surface_ships(game, game.active, zone):
        return ()
    return tuple(i for p in game.enemies(game.active) for i in _destroyers(game, p, zone))


def halting_chance(game: Game, rolls: int) -> float:
    """How likely a submarine is halted at which so many destroyers roll; alike in low luck."""
    spots = game.rules.scaled_strength(game, _SPOTS) / game.rules.die_sides(game)
    return 1.0 - (1.0 - spots) ** rolls


def with_surface_ships(game: Game, power: Power, zone: SpaceId) -> bool:
    """Whether submarines of a power in a zone are with surface ships of their side (SW-1).

    Transports and allies' ships count: then the base game's rules hold for the submarines, too.
    """
    return any(
        game.rules.domain(game, piece) is Domain.SEA
        and not game.rules.counts_as(game, piece, Trait.SUBMARINE)
        for piece in game.friends_at(power, zone)
    )


def stopped_beside_ships(game: Game, pieces: tuple[PieceId, ...], zone: SpaceId) -> Game:
    """The game in which submarines that came along with ships have stopped where those must."""
    moving = [game.pieces[piece] for piece in pieces if piece in game.pieces]
    return game.with_pieces(
        *(
            piece.replace(left=0)
            for piece in moving
            if piece.left
            and game.rules.counts_as(game, piece, Trait.SUBMARINE)
            and game.rules.stops(game, piece, zone)
        )
    )


def check_leaving(game: Game, piece: Piece) -> None:
    """Judge whether a submarine may sail on from where it is.

    ⚖ One that came by itself, and to which surface ships came afterwards, has had to stop, as if
    they had come first.

    Raises:
        Illegal: it came here in this phase, and must stop beside surface ships (BG-7.4).
    """
    if (
        game.current_phase is Phase.COMBAT_MOVE
        and piece.moved
        and game.rules.counts_as(game, piece, Trait.SUBMARINE)
        and game.rules.stops(game, piece, piece.at)
    ):
        raise Illegal(
            "BG-7.4",
            "{piece} must stop in {space}, beside surface ships",
            "NO_MOVEMENT",
            piece=piece.id,
            space=piece.at,
        )


def roll_at_leaving_submarines(game: Game, pieces: tuple[PieceId, ...], here: SpaceId) -> Step:
    """Enemy destroyers roll at submarines that are about to leave; 3 or less ends a movement.

    Not at those that start beside surface ships, which leave as in the base game (BG-7.4). What was
    rolled at cannot take its move back. Of `pieces` some may have been lost here already.
    """
    if with_surface_ships(game, game.active, here):
        return game
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
