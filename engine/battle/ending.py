"""When a battle ends, and what its end brings (BG-8.17, 8.22, 8.24; repairs, BG-6.1, R9)."""

__all__ = [
    "battle_closes",
    "defenceless",
    "defenceless_transports",
    "end_battle",
    "end_checks",
    "is_over",
    "repaired",
    "repaired_after_combat",
    "repaired_after_turn",
]

from collections.abc import Iterable, Iterator

from engine.battle.casualties import is_transport, remove_casualties
from engine.battle.events import BattleOver, Repaired
from engine.battle.fire import hit_points
from engine.battle.retreat import may_withdraw, retreat
from engine.battle.sides import current_battle, engaged, is_aircraft
from engine.battles import BattleKind, Role
from engine.board import SpaceId
from engine.capture import capture
from engine.game import Game
from engine.options import BATTLESHIP_REPAIR, BattleshipRepair
from engine.phases import Stage
from engine.pieces import Figure, Piece
from engine.requests import Step
from engine.units import SUBMARINE, Domain, Kind, Trait


def defenceless(game: Game) -> Game:
    """Destroy both sides' defenceless transports without dice.

    The attacker's stay in the battle, and may be hit, while they can still retreat.

    Implements: BG-8.17
    """
    game = _without_defenceless(game, Role.ATTACKER) if not may_withdraw(game) else game
    return _without_defenceless(game, Role.DEFENDER)


def _without_defenceless(game: Game, role: Role) -> Game:
    doomed = defenceless_transports(game, role)
    return remove_casualties(game, {piece.id: hit_points(game, piece) for piece in doomed})


def defenceless_transports(game: Game, role: Role) -> tuple[Piece, ...]:
    """Transports of a side that has nothing else, or nothing but submarines against aircraft.

    ⚖ A face-down token may be a submarine: its side has not only transports, and it is no unit
    that is sure to hit them. So before tokens are turned up the test fires only where it would
    whatever they hold (SS-0.5, 3.3c).
    """
    side = engaged(game, role)
    transports = tuple(piece for piece in side if is_transport(game, piece))
    if not transports:
        return ()
    enemies = engaged(game, role.other)
    others = [piece for piece in side if piece not in transports]
    if others and not (
        all(game.rules.counts_as(game, piece, Trait.SUBMARINE) for piece in others)
        and all(is_aircraft(game, piece) for piece in enemies)
    ):
        return ()
    able = any(
        _hits(game, role.other, piece, kind, transports)
        for piece in enemies
        for kind in game.rules.units_of(game, piece)
    )
    return transports if able else ()


def _hits(game: Game, role: Role, piece: Piece, kind: Kind, targets: tuple[Piece, ...]) -> bool:
    """Whether a unit of a side rolls dice at all, and for any of these targets."""
    return game.rules.strength(game, piece, kind, role) > 0 and any(
        game.rules.may_hit(game, role, kind, target) for target in targets
    )


def _can_hit(game: Game, role: Role) -> bool:
    """Whether a side could hit anything; a token that is still face down might, as a submarine."""
    targets = engaged(game, role.other)
    return any(
        _hits(game, role, piece, kind, targets)
        for piece in engaged(game, role)
        for kind in game.rules.units_of(game, piece) or (SUBMARINE,)
    )


def _both_left(game: Game) -> bool:
    return bool(engaged(game, Role.ATTACKER) and engaged(game, Role.DEFENDER))


def is_over(game: Game) -> bool:
    """Whether a side has no unit left, or neither can hit anything.

    Implements: BG-8.22, R2
    """
    return not _both_left(game) or not (
        _can_hit(game, Role.ATTACKER) or _can_hit(game, Role.DEFENDER)
    )


def end_battle(game: Game) -> Step:
    """End a battle that is over; where both sides are left the attacker may retreat (BG-8.22)."""
    if _both_left(game):
        game = yield from retreat(game)
    return game.replace(stage=Stage.BATTLE_CLOSES)


def end_checks(game: Game) -> Step:
    """S6 and S7: the tests at the end of a round, and the attacker's choice to retreat.

    The defender's defenceless transports die before any retreat (BG-8.19), the attacker's only
    after one has been refused (BG-8.17).
    """
    game = _without_defenceless(game, Role.DEFENDER)
    if _both_left(game):
        game = yield from retreat(game)
    game = _without_defenceless(game, Role.ATTACKER)
    return game.replace(stage=Stage.BATTLE_CLOSES if is_over(game) else Stage.BATTLE_ROUND)


def battle_closes(game: Game) -> Step:
    """Close a battle: repairs, capture, and which landings are off."""
    game = yield from game.rules.battle_closes(game)
    game = repaired_after_combat(game)
    battle = current_battle(game)
    left, enemies = engaged(game, Role.ATTACKER), engaged(game, Role.DEFENDER)
    won = bool(left) and not enemies
    game = game.with_events(BattleOver(battle.space, None if left and enemies else won))
    if battle.kind is BattleKind.SEA:
        if not won:
            game = _landings_cancelled(game, battle.space)
    elif (
        won
        and any(_conquers(game, piece) for piece in left)
        and game.rules.hostile(game, battle.attacker, battle.space)
    ):
        game = capture(game, battle.space, battle.attacker)
    game = game.update_turn_record(fought=game.record.fought | {battle.space})
    return game.replace(battle=None, stage=Stage.CONDUCT_COMBAT)


def _conquers(game: Game, piece: Piece) -> bool:
    """Whether a piece is a land combat unit: only those capture.

    Implements: BG-8.24
    """
    return game.rules.domain(game, piece) is Domain.LAND and any(
        game.rules.unit_type(game, piece.owner, kind).is_combat_unit
        for kind in game.rules.units_of(game, piece)
    )


def _landings_cancelled(game: Game, zone: SpaceId) -> Game:
    """Cargo of a sea zone whose battle was not won stays aboard (BG-8.1)."""
    return game.with_pieces(
        *(
            piece.replace(ashore=None)
            for piece in game.pieces.at(zone)
            if isinstance(piece, Figure) and piece.ashore is not None
        )
    )


def repaired(game: Game, pieces: Iterable[Piece]) -> Game:
    """The game with the damage of these pieces repaired.

    Implements: BG-6.1, R9
    """
    damaged = [piece for piece in pieces if isinstance(piece, Figure) and piece.damaged]
    if not damaged:
        return game
    whole = [ship.replace(damaged=False) for ship in damaged]
    return game.with_pieces(*whole).with_events(Repaired(tuple(ship.id for ship in damaged)))


def repaired_after_combat(game: Game) -> Game:
    """Repair ships of both sides when their combat ends, if the option says so."""
    if game.rules.option(BATTLESHIP_REPAIR) is not BattleshipRepair.END_OF_COMBAT:
        return game
    battle = current_battle(game)
    fought = sorted({*battle.attackers, *battle.defenders, *battle.withdrawn})
    return repaired(game, _to_repair(game, (game.pieces[piece] for piece in fought)))


def repaired_after_turn(game: Game) -> Game:
    """Repair ships of the powers whose turn ends, if the option says so."""
    if game.rules.option(BATTLESHIP_REPAIR) is not BattleshipRepair.END_OF_OWNER_TURN:
        return game
    powers = game.rules.scenario.turns[game.turn].powers
    return repaired(game, _to_repair(game, (p for power in powers for p in game.owned(power))))


def _to_repair(game: Game, pieces: Iterable[Piece]) -> Iterator[Figure]:
    """The pieces among these whose damage disappears by itself."""
    return (p for p in pieces if isinstance(p, Figure) and game.rules.repairs_free(game, p))
