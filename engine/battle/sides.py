"""Who stands on which side of the battle being fought (BG-8.1a)."""

__all__ = [
    "current_battle",
    "engaged",
    "is_aircraft",
    "opponents",
    "owners",
    "role_of",
    "without_lost_pieces",
]

from engine.battles import Battle, Role
from engine.board import Power
from engine.frozen import cached
from engine.game import Game
from engine.pieces import Piece
from engine.units import Domain


def current_battle(game: Game) -> Battle:
    """The battle being fought.

    Raises:
        RuntimeError: there is none (our own mistake).
    """
    if game.battle is None:
        raise RuntimeError("no battle is being fought")
    return game.battle


@cached
def engaged(game: Game, role: Role) -> tuple[Piece, ...]:
    """Pieces of a side that are in the battle for BG-8.14, 8.17 and 8.22, in ascending id."""
    return game.rules.in_battle(game, game.pieces.named(current_battle(game).side(role)))


def owners(game: Game, role: Role) -> tuple[Power, ...]:
    """Powers with a piece on a side, in turn order counted from the active power."""
    battle = current_battle(game)
    present = {piece.owner for piece in game.pieces.named(battle.side(role))}
    return tuple(p for p in (battle.attacker, *game.after(battle.attacker)) if p in present)


def opponents(game: Game, power: Power) -> tuple[Power, ...]:
    """Enemy powers with a piece in the battle, in turn order after `power` (SPEC-7.5)."""
    present = {*owners(game, Role.ATTACKER), *owners(game, Role.DEFENDER)}
    return tuple(enemy for enemy in game.enemies(power) if enemy in present)


def role_of(game: Game, power: Power) -> Role:
    """The side a power fights on."""
    return Role.ATTACKER if power == current_battle(game).attacker else Role.DEFENDER


def is_aircraft(game: Game, piece: Piece) -> bool:
    """Whether a piece flies."""
    return game.rules.domain(game, piece) is Domain.AIR


def without_lost_pieces(game: Game) -> Game:
    """The game whose battle names only pieces that are still on the board."""
    battle = current_battle(game)
    named = (*battle.attackers, *battle.defenders, *battle.submerged, *battle.withdrawn)
    if all(piece in game.pieces for piece in named):
        return game
    return game.update_battle(
        attackers=tuple(piece for piece in battle.attackers if piece in game.pieces),
        defenders=tuple(piece for piece in battle.defenders if piece in game.pieces),
        submerged=tuple(piece for piece in battle.submerged if piece in game.pieces),
        withdrawn=tuple(piece for piece in battle.withdrawn if piece in game.pieces),
        landed=tuple(piece for piece in battle.landed if piece in game.pieces),
    )
