"""The infantry of a power that has no IPC: raised and placed at home (BG-10.5)."""

__all__ = ["Enlisted", "enlist", "placements", "recruits_left", "recruits_of"]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.game import Event, Game
from engine.pieces import Figure
from engine.scenario import Recruits
from engine.units import INFANTRY, Domain, Kind


@dataclass(frozen=True, slots=True)
class Enlisted(Event):
    """A power has raised infantry; they wait to be placed."""

    tag: ClassVar[str] = "enlisted"

    power: Power
    count: int


def recruits_of(game: Game, power: Power) -> Recruits | None:
    """How a power raises its infantry, if that is how it gets units."""
    home = game.rules.scenario.homelands.get(power)
    return None if home is None else home.recruits


def enlist(game: Game) -> Game:
    """The game as the Purchase phase of a turn begins, with its powers' recruits waiting.

    Implements: BG-10.5
    """
    for power in game.rules.scenario.turns[game.turn].powers:
        terms = recruits_of(game, power)
        count = 0 if terms is None else len(_own(game, power)) // terms.per
        if count:
            waiting = game.waiting.get(power, {})
            waiting = {**waiting, INFANTRY: waiting.get(INFANTRY, 0) + count}
            game = game.replace(waiting={**game.waiting, power: waiting})
            game = game.with_events(Enlisted(power, count))
    return game


def placements(game: Game, power: Power, kind: Kind) -> Mapping[SpaceId, tuple[SpaceId, ...]]:
    """Where recruits may go: each of the power's own territories is its own place to be charged.

    Complexes there are dormant (BG-8.26): nothing else can be placed.
    """
    return {space: (space,) for space in _own(game, power)} if kind == INFANTRY else {}


def recruits_left(game: Game, territory: SpaceId, terms: Recruits) -> int:
    """How many recruits a territory takes before it is crowded with its controller's units.

    ⚖ Complexes do not crowd, everything else does, aircraft and AA guns too.
    """
    standing = sum(
        isinstance(piece, Figure)
        and piece.owner == game.control[territory]
        and game.rules.domain(game, piece) is not Domain.FACILITY
        for piece in game.pieces.at(territory)
    )
    return max(0, terms.crowded - standing)


def _own(game: Game, power: Power) -> tuple[SpaceId, ...]:
    """Territories of its own emblem that a power controls."""
    return tuple(
        space
        for space in game.board.territories
        if game.board[space].original == power == game.control.get(space)
    )
