"""From the choice of a battle to its first round (BG-8.1a, 8.5, 8.8)."""

__all__ = ["assemble", "battle_opens", "combatants"]


from engine.battle.ending import defenceless, end_battle, is_over
from engine.battle.events import BattleOpened
from engine.battle.opening_fire import anti_air, bombard, go_ashore, seaborne
from engine.battle.sides import current_battle, without_lost_pieces
from engine.battle.submarines import destroyers_fixed
from engine.battles import Battle, BattleKind
from engine.board import Power, SpaceId
from engine.game import Game
from engine.phases import Stage
from engine.pieces import Figure, Piece
from engine.requests import Step
from engine.units import Domain


def combatants(game: Game, attacker: Power, space: SpaceId) -> tuple[list[Piece], list[Piece]]:
    """The attacker's pieces and those of the other side that would fight in a space.

    The attacker's allies take no part. Cargo does not fight, save aircraft on the defence, which
    are all in the air (BG-7.8, R25); nor do guns and complexes (BG-1.2), and what has raided here
    (BG-8.2).

    Implements: BG-8.1a
    """
    here = game.pieces.at(space)
    raiding = game.record.raiding.get(space, ())
    attackers = [
        piece
        for piece in here
        if piece.owner == attacker
        and piece.id not in raiding
        and not (isinstance(piece, Figure) and piece.aboard is not None)
        and _fights(game, piece, space)
    ]
    return attackers, [
        piece
        for piece in here
        if not game.friendly(piece.owner, attacker) and _fights(game, piece, space)
    ]


def _fights(game: Game, piece: Piece, space: SpaceId) -> bool:
    """Whether a piece can be in a battle here: ships and aircraft at sea, combat units on land."""
    domain = game.rules.domain(game, piece)
    if not game.rules.takes_part(game, piece, space):
        return False
    if game.board.is_sea(space):
        return domain in (Domain.SEA, Domain.AIR)
    return domain in (Domain.LAND, Domain.AIR) and any(
        game.rules.unit_type(game, piece.owner, kind).is_combat_unit
        for kind in game.rules.units_of(game, piece)
    )


def battle_kind(game: Game, space: SpaceId) -> BattleKind:
    """What is fought in a space (BG-8.1)."""
    if game.board.is_sea(space):
        return BattleKind.SEA
    return BattleKind.ASSAULT if seaborne(game, game.active, space) else BattleKind.LAND


def assemble(game: Game, space: SpaceId) -> Game:
    """Assemble both sides of a battle; seaborne units go ashore (BG-8.1a, 8.5).

    Attackers count as having fought from now on (BG-9.1). Defending aircraft are in the air, and
    so outlive the ship that carried them (BG-8.16).
    """
    attacker = game.active
    kind = game.rules.battle_kind(game, space)
    landed = tuple(piece.id for piece in seaborne(game, attacker, space))
    game = go_ashore(game, attacker, space)
    attackers, defenders = combatants(game, attacker, space)
    origins = {
        piece.came_from
        for piece in attackers
        if piece.came_from is not None
        and piece.id not in landed
        and game.rules.domain(game, piece) is not Domain.AIR
    }
    game = game.with_pieces(
        *(piece.replace(fought=True) for piece in attackers),
        *(
            piece.replace(aboard=None)
            for piece in defenders
            if isinstance(piece, Figure) and piece.aboard is not None
        ),
    )
    battle = Battle(
        space=space,
        kind=kind,
        attacker=attacker,
        attackers=tuple(piece.id for piece in attackers),
        defenders=tuple(piece.id for piece in defenders),
        origins=tuple(sorted(origins)),
        landed=landed,
    )
    if game.board.is_sea(space):
        game = game.update_turn_record(sea_battles=game.record.sea_battles | {space})
        if game.rules.hostile(game, attacker, space):
            game = game.update_turn_record(contested=game.record.contested | {space})
    game = game.replace(battle=battle).with_events(
        BattleOpened(space, kind, battle.attackers, battle.defenders)
    )
    return destroyers_fixed(game)


def battle_opens(game: Game) -> Step:
    """What comes before the first round."""
    game = without_lost_pieces((yield from game.rules.sides_formed(game)))
    if current_battle(game).kind is BattleKind.SEA:
        game = defenceless(game)
        if is_over(game):
            return (yield from end_battle(game))
        game = without_lost_pieces((yield from game.rules.battle_opens(game)))
        game = defenceless(game)
    else:
        game = yield from anti_air(game)
        game = yield from bombard(game)
        game = yield from game.rules.opening_fire(game)
        game = without_lost_pieces((yield from game.rules.battle_opens(game)))
    if is_over(game):
        return (yield from end_battle(game))
    return game.replace(stage=Stage.BATTLE_ROUND)
