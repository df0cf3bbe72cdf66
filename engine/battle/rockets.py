"""Rockets: guns that hit complexes in the raid step (BG-4.2, 8.1)."""

__all__ = ["Launch", "LaunchRockets", "rockets", "sites"]

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.battle.events import RocketsLaunched
from engine.board import SpaceId
from engine.errors import Illegal
from engine.game import Game, Stage
from engine.requests import Decision, Roll, Step, ask
from engine.units import Trait

_SIDES = 6

Sites = Mapping[SpaceId, tuple[SpaceId, ...]]
"""Complexes within range, by the territory of the gun."""


@dataclass(frozen=True, slots=True)
class Launch:
    """The complex that each gun hits, by the territory of the gun; guns left out stay silent."""

    targets: Mapping[SpaceId, SpaceId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LaunchRockets(Decision[Launch]):
    """One rocket for each territory with a gun, and at most one for each complex.

    ⚖ All are launched together, before the first raid.
    """

    answers: ClassVar[type[Launch]] = Launch

    def check(self, game: Game, answer: Launch) -> None:
        """See `Decision.check`."""
        within = sites(game)
        for gun, target in sorted(answer.targets.items()):
            if target not in within.get(gun, ()):
                raise Illegal("BG-4.2", f"no gun in {gun} can hit a complex in {target}")
        if len(set(answer.targets.values())) < len(answer.targets):
            raise Illegal("BG-4.2", "one rocket per complex and turn")

    def candidates(self, game: Game) -> Iterator[Launch]:
        """See `Decision.candidates`; all legal answers, from none on."""
        return (Launch(dict(pairs)) for pairs in _ways(list(sites(game).items()), frozenset()))

    def sample(self, game: Game, draw: random.Random) -> Launch:
        """Most guns fire, each at anything."""
        targets: dict[SpaceId, SpaceId] = {}
        for gun, reached in sites(game).items():
            left = [space for space in reached if space not in targets.values()]
            if left and draw.randrange(4):
                targets[gun] = draw.choice(left)
        return Launch(targets)


def rockets(game: Game) -> Step:
    """Launch rockets: d6 damage each, under the cap of BG-8.2."""
    power = game.active
    if sites(game):
        game, answer = yield from ask(game, LaunchRockets(power))
        if answer.targets:
            victims = {game.control[target] for target in answer.targets.values()}
            roll = Roll(
                roller=power,
                count=len(answer.targets),
                sides=_SIDES,
                why="rockets",
                versus=tuple(enemy for enemy in game.enemies(power) if enemy in victims),
            )
            game, rolled = yield from ask(game, roll)
            dice = dict(zip(sorted(answer.targets), rolled, strict=True))
            game = game.with_events(RocketsLaunched(power, answer.targets, dice))
            for gun, die in dice.items():
                game = game.rules.bombed(game, answer.targets[gun], die)
    return game.replace(stage=Stage.CONDUCT_COMBAT)


def sites(game: Game) -> Sites:
    """Territories with an own gun, and the enemy complexes that its rocket can reach.

    As the crow flies, not across neutrals. A gun captured this turn waits for the next (BG-8.26).
    """
    reach = game.rules.rocket_range(game, game.active)
    if not reach:
        return {}
    complexes = [
        piece.at
        for piece in game.pieces.values()
        if game.rules.counts_as(game, piece, Trait.COMPLEX)
        and not game.friendly(piece.owner, game.active)
    ]
    guns = {
        piece.at
        for piece in game.owned(game.active)
        if game.rules.counts_as(game, piece, Trait.ANTI_AIR)
        and not game.board.is_sea(piece.at)
        and piece.at not in game.record.captured
    }
    sites: dict[SpaceId, tuple[SpaceId, ...]] = {}
    for gun in sorted(guns):
        distances = game.board.distances(gun)
        near = tuple(sorted(t for t in complexes if distances.get(t, reach + 1) <= reach))
        if near:
            sites[gun] = near
    return sites


def _ways(
    sites: list[tuple[SpaceId, tuple[SpaceId, ...]]], taken: frozenset[SpaceId]
) -> Iterator[tuple[tuple[SpaceId, SpaceId], ...]]:
    if not sites:
        yield ()
        return
    (gun, reached), rest = sites[0], sites[1:]
    yield from _ways(rest, taken)
    for target in reached:
        if target not in taken:
            for others in _ways(rest, taken | {target}):
                yield ((gun, target), *others)
