"""Anti-aircraft fire, once, before the first round (BG-8.4)."""

__all__ = ["anti_air", "guns"]

from engine.battle.casualties import leave, take
from engine.battle.fire import fire
from engine.battle.sides import current, engaged, is_aircraft
from engine.battles import Role, Shots
from engine.board import Power, SpaceId
from engine.game import Game
from engine.movement.steps import brought
from engine.pieces import Piece
from engine.requests import Step
from engine.units import Kind, Trait


def guns(game: Game, attacker: Power, territory: SpaceId) -> tuple[Piece, ...]:
    """Enemy pieces in a territory that fire at aircraft; however many, one fires (BG-6.2)."""
    return tuple(
        piece
        for piece in game.enemies_at(attacker, territory)
        if game.rules.counts_as(game, piece, Trait.ANTI_AIR)
    )


def anti_air(game: Game) -> Step:
    """One die for each attacking aircraft; the owner picks casualties within the type hit.

    The dice fall by type, in the order of the types' names. Casualties never fire; ⚖ whom a lost
    bomber was to drop is lost with it (BG-4.2, as 8.16).
    """
    battle = current(game)
    firing = guns(game, battle.attacker, battle.space)
    if not firing:
        return game
    by_type: dict[Kind, list[Piece]] = {}
    for piece in engaged(game, Role.ATTACKER):
        if is_aircraft(game, piece):
            for kind in game.rules.units_of(game, piece):
                by_type.setdefault(kind, []).append(piece)
    gunner, hits_on = _best_gun(game, firing)
    volley = tuple(
        Shots(
            role=Role.DEFENDER,
            kind=game.rules.units_of(game, gunner)[0],
            strength=hits_on,
            count=len(aircraft),
            targets=tuple(dict.fromkeys(piece.id for piece in aircraft)),
        )
        for _, aircraft in sorted(by_type.items())
    )
    game = yield from fire(game, volley, "anti-aircraft fire", gunner.owner)
    game, losses = yield from take(game, Role.ATTACKER)
    passengers = (piece.id for piece in brought(game, losses) if piece.id not in losses)
    return (yield from leave(game, {**losses, **dict.fromkeys(passengers, 1)}))


def _best_gun(game: Game, firing: tuple[Piece, ...]) -> tuple[Piece, int]:
    """The gun that fires, of guns of several powers the one that hits best, and on what it hits."""
    aims = {gun: game.rules.anti_air_strength(game, gun.owner) for gun in firing}
    gunner = max(firing, key=lambda gun: aims[gun])
    return gunner, aims[gunner]
