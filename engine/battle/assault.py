"""Amphibious assaults: going ashore and bombardment (BG-7.10, 8.5)."""

__all__ = ["bombard", "go_ashore", "seaborne"]


from engine.battle.casualties import mark, take
from engine.battle.events import Landed
from engine.battle.fire import fire, shots
from engine.battle.sides import current
from engine.battles import Role
from engine.board import Power, SpaceId
from engine.game import Game
from engine.pieces import Figure, Piece
from engine.requests import Step


def seaborne(game: Game, power: Power, territory: SpaceId) -> tuple[Figure, ...]:
    """Units of a power aboard transports that are to land in a territory this turn."""
    return tuple(
        piece
        for piece in game.owned(power)
        if isinstance(piece, Figure) and piece.ashore == territory
    )


def go_ashore(game: Game, power: Power, territory: SpaceId) -> Game:
    """The game with the units bound for a territory landed in it."""
    landing = seaborne(game, power, territory)
    if not landing:
        return game
    ashore = [p.replace(at=territory, aboard=None, ashore=None) for p in landing]
    game = game.with_pieces(*ashore)
    return game.with_events(Landed(territory, tuple(piece.id for piece in landing)))


def bombard(game: Game) -> Step:
    """Ships fire once at the territory; what they hit still fires back in round 1 (BG-8.5b).

    A sea battle in their zone this turn silences them, won or not, with dice or without (R7). At
    most one fires for each unit landed; if fewer have landed than were meant to, ⚖ the strongest
    ships fire. Any defender may be taken as a casualty (⚖), as in the battle that follows.
    """
    battle = current(game)
    named = (game.pieces.get(ship) for ship in game.record.bombarding.get(battle.space, ()))
    ready = [s for s in named if s is not None and s.at not in game.record.sea_battles]
    ready.sort(key=lambda ship: (-_strength(game, ship), ship.id))
    ships = ready[: game.rules.bombardments(game, len(battle.landed))]
    volley = shots(game, Role.ATTACKER, ships)
    if not volley:
        return game
    game = game.with_pieces(*(ship.replace(fought=True) for ship in ships))
    game = yield from fire(game, volley, "bombardment", battle.attacker)
    game, losses = yield from take(game, Role.DEFENDER)
    return mark(game, losses)


def _strength(game: Game, ship: Piece) -> int:
    kinds = game.rules.units_of(game, ship)
    return max(game.rules.strength(game, ship, kind, Role.ATTACKER) for kind in kinds)
