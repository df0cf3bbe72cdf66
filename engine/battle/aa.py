"""Anti-aircraft fire, once, before the first round (BG-8.4)."""

__all__ = ["anti_air", "guns"]

from engine.battle.casualties import leave, take
from engine.battle.fire import fire
from engine.battle.record import Role, Shots
from engine.battle.sides import current, engaged, is_aircraft
from engine.board import Power, SpaceId
from engine.game import Game
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

    The dice fall by type, in the order of the types' names. Casualties never fire.
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
    hits_on = game.rules.anti_air_strength(game)
    volley = tuple(
        Shots(
            role=Role.DEFENDER,
            kind=game.rules.units_of(game, firing[0])[0],
            strength=hits_on,
            count=len(aircraft),
            targets=tuple(dict.fromkeys(piece.id for piece in aircraft)),
        )
        for _, aircraft in sorted(by_type.items())
    )
    game = yield from fire(game, volley, "anti-aircraft fire", firing[0].owner)
    game, losses = yield from take(game, Role.ATTACKER)
    return (yield from leave(game, losses))
