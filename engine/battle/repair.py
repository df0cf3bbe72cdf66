"""Damage to two-hit ships disappears, free of charge (BG-6.1, R9)."""

__all__ = ["repaired", "repaired_after_combat", "repaired_after_turn"]

from collections.abc import Iterable, Iterator

from engine.battle.events import Repaired
from engine.battle.sides import current
from engine.game import Game
from engine.options import BATTLESHIP_REPAIR, BattleshipRepair
from engine.pieces import Figure, Piece


def repaired(game: Game, pieces: Iterable[Piece]) -> Game:
    """The game with these pieces whole again."""
    damaged = [piece for piece in pieces if isinstance(piece, Figure) and piece.damaged]
    if not damaged:
        return game
    whole = [ship.replace(damaged=False) for ship in damaged]
    return game.with_pieces(*whole).with_events(Repaired(tuple(ship.id for ship in damaged)))


def repaired_after_combat(game: Game) -> Game:
    """Repair ships of both sides when their combat ends, if the option says so."""
    if game.rules.option(BATTLESHIP_REPAIR) is not BattleshipRepair.END_OF_COMBAT:
        return game
    battle = current(game)
    fought = sorted({*battle.attackers, *battle.defenders, *battle.withdrawn})
    return repaired(game, _mending(game, (game.pieces[piece] for piece in fought)))


def repaired_after_turn(game: Game) -> Game:
    """Repair ships of the powers whose turn ends, if the option says so."""
    if game.rules.option(BATTLESHIP_REPAIR) is not BattleshipRepair.END_OF_OWNER_TURN:
        return game
    powers = game.rules.scenario.turns[game.turn].powers
    return repaired(game, _mending(game, (p for power in powers for p in game.owned(power))))


def _mending(game: Game, pieces: Iterable[Piece]) -> Iterator[Figure]:
    """Those of some pieces whose damage disappears by itself."""
    return (p for p in pieces if isinstance(p, Figure) and game.rules.mends(game, p))
