"""Support: units that fire one better because others stand beside them (BG-8.18)."""

__all__ = ["supported"]

from itertools import islice

from engine.battle.sides import engaged
from engine.battles import Role
from engine.game import Game
from engine.pieces import PieceId
from engine.units import Trait


def supported(game: Game) -> tuple[PieceId, ...]:
    """Attacking units that are supported in this round, paired anew from the survivors at S0.

    Supporting units (artillery) lend to others (infantry), never on the defence.
    """
    attackers = engaged(game, Role.ATTACKER)
    lending = sum(game.rules.lends(game, piece) for piece in attackers)
    taking = (p.id for p in attackers if game.rules.counts_as(game, p, Trait.SUPPORTED))
    return tuple(islice(taking, lending))
