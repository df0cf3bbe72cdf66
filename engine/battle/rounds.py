"""One combat round, S0 to S7 (BG-8.7)."""

__all__ = ["battle_round"]

from engine.battle.casualties import assign_hits, mark_hits, remove_casualties
from engine.battle.ending import defenceless, end_battle, end_checks, is_over
from engine.battle.events import RoundBegan
from engine.battle.fire import fire, roller, shots, supported
from engine.battle.sides import current_battle, engaged, owners
from engine.battle.submarines import destroyers_fixed, strikers
from engine.battles import BattleKind, Role, Shots
from engine.game import Game
from engine.pieces import PieceId
from engine.requests import Step


def battle_round(game: Game) -> Step:
    """A combat round; land battles skip S1 and S2.

    Implements: BG-8.7, BG-8.8
    """
    game = _begin((yield from game.rules.round_opens(game)))  # S0
    if current_battle(game).kind is BattleKind.SEA:
        for power in (*owners(game, Role.ATTACKER), *owners(game, Role.DEFENDER)):  # S1
            game = yield from game.rules.submerge(game, power)
        game = defenceless(game)
        if is_over(game):
            return (yield from end_battle(game))
        if current_battle(game).round == 1:
            game = yield from game.rules.opening_fire(game)
        game = yield from game.rules.before_strikes(game)
        game = yield from _surprise_strikes(game)  # S2
    game = yield from _side_fires(game, Role.ATTACKER)  # S3
    game = yield from game.rules.between_fires(game)
    game = yield from _side_fires(game, Role.DEFENDER)  # S4
    game = remove_casualties(game.update_battle(marked={}), current_battle(game).marked)  # S5
    return (yield from end_checks(destroyers_fixed(game)))  # S6, S7


def _begin(game: Game) -> Game:
    """S0: fix what holds for the whole round: destroyers and support (BG-8.9, 8.18)."""
    battle = current_battle(game)
    game = game.update_battle(round=battle.round + 1, supported=supported(game), fired=())
    return destroyers_fixed(game).with_events(RoundBegan(battle.space, battle.round + 1))


def _surprise_strikes(game: Game) -> Step:
    """S2: both sides' submarines strike together; what they hit leaves without firing.

    All dice are rolled before anything leaves, so it does no harm that the defender's losses, which
    are marked first (BG-8.14), are gone when the attacker marks.
    """
    strikes: tuple[Shots, ...] = ()
    fired: tuple[PieceId, ...] = ()
    for role in Role:
        striking = strikers(game, role)
        if volley := shots(game, role, striking):
            strikes += volley
            fired += tuple(piece.id for piece in striking)
    if not strikes:
        return game
    game = game.update_battle(fired=fired)
    game = yield from fire(game, strikes, "surprise strikes", roller(game, strikes))
    for role in (Role.DEFENDER, Role.ATTACKER):
        game, losses = yield from assign_hits(game, role)
        game = remove_casualties(game, losses)
    return game


def _side_fires(game: Game, role: Role) -> Step:
    """S3, S4: all units of a side that have not struck roll; the other side marks casualties."""
    ready = [piece for piece in engaged(game, role) if piece.id not in current_battle(game).fired]
    volley = shots(game, role, ready)
    if not volley:
        return game
    game = yield from fire(game, volley, f"{role}s fire", roller(game, volley))
    game, losses = yield from assign_hits(game, role.other)
    return mark_hits(game, losses)
