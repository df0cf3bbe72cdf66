"""Dice in battle: who rolls, on what, at whom (BG-1.6, 8.7, 8.10, 8.18).

The dice of a volley fall in a fixed order: the attacker's before the defender's where both roll,
within a side by ascending strength, then by the name of the firing kind. Units that could hit
nothing are left out of a volley: their dice would change nothing (⚖).
"""

__all__ = [
    "fire",
    "hit_points",
    "low_luck_volley",
    "may_hit",
    "remaining_hits",
    "roller",
    "shots",
    "strength",
    "supported",
]

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

from engine.battle.events import Fired
from engine.battle.sides import current_battle, engaged, opponents
from engine.battles import BattleKind, Role, Shots
from engine.board import Power
from engine.game import Game
from engine.options import LOW_LUCK
from engine.pieces import Figure, Piece, PieceId
from engine.requests import Roll, Step, ask
from engine.units import HIGHEST, Domain, Kind, Trait


def strength(game: Game, piece: Piece, kind: Kind, role: Role) -> int:
    """The printed value of a unit (BG-6), one better while it is supported (BG-8.18).

    Around a raid everybody hits on 1 (BG-8.3).
    """
    unit = game.rules.unit_type(game, piece.owner, kind)
    if current_battle(game).kind is BattleKind.RAID:
        return 1
    if role is Role.DEFENDER:
        return unit.defence
    return min(HIGHEST, unit.attack + (piece.id in current_battle(game).supported))


def supported(game: Game) -> tuple[PieceId, ...]:
    """Attacking units that are supported in this round, paired anew from the survivors at S0.

    Supporting units (artillery) support others (infantry) on the attack only.

    Implements: BG-8.18
    """
    attackers = engaged(game, Role.ATTACKER)
    lending = sum(game.rules.supports(game, piece) for piece in attackers)
    taking = (p.id for p in attackers if game.rules.counts_as(game, p, Trait.SUPPORTED))
    return tuple(islice(taking, lending))


def may_hit(game: Game, role: Role, kind: Kind, target: Piece) -> bool:
    """Whether a hit by units of this kind and side may go to a piece of the other.

    Submarines hit sea units only; aircraft hit submarines only along with a destroyer of their own
    side; all others hit freely.

    Implements: BG-8.10
    """
    battle = current_battle(game)
    unit = game.rules.scenario.units[kind]
    if Trait.SUBMARINE in unit.traits:
        return game.rules.domain(game, target) is Domain.SEA
    if unit.domain is Domain.AIR:
        return battle.destroyer(role) or not game.rules.counts_as(game, target, Trait.SUBMARINE)
    return True


def hit_points(game: Game, piece: Piece) -> int:
    """How many hits it takes to remove all of a piece as it stands (BG-8.15)."""
    if isinstance(piece, Figure):
        return game.rules.unit_type(game, piece.owner, piece.kind).hits - piece.damaged
    return len(game.rules.units_of(game, piece))


def remaining_hits(game: Game, piece: Piece) -> int:
    """How many more hits can be assigned to a piece (BG-8.15, R22).

    Implements: R22
    """
    return hit_points(game, piece) - current_battle(game).marked.get(piece.id, 0)


def shots(game: Game, role: Role, shooters: Iterable[Piece]) -> tuple[Shots, ...]:
    """The dice that these pieces of a side roll now, in the fixed order."""
    dice: Counter[tuple[int, Kind, int]] = Counter()
    for piece in shooters:
        for kind in game.rules.units_of(game, piece):
            throw = game.rules.throw(game, piece, kind, role)
            best_of = throw.dice if throw.best else 1
            dice[game.rules.strength(game, piece, kind, role), kind, best_of] += throw.dice
    takers = [piece for piece in engaged(game, role.other) if remaining_hits(game, piece) > 0]
    volley = []
    for value, kind, best_of in sorted(key for key in dice if key[0] > 0):
        targets = tuple(p.id for p in takers if game.rules.may_hit(game, role, kind, p))
        if targets:
            volley.append(
                Shots(
                    role=role,
                    kind=kind,
                    strength=value,
                    count=dice[value, kind, best_of],
                    targets=targets,
                    best_of=best_of,
                )
            )
    return tuple(volley)


def roller(game: Game, volley: tuple[Shots, ...]) -> Power:
    """The power that rolls a volley: of several, the first in turn order from the active power.

    So dice of both sides together are the active power's (SPEC-7.5).
    """
    firing = {(shot.role, shot.kind) for shot in volley}
    throwing = {
        piece.owner
        for role in Role
        for piece in engaged(game, role)
        if any((role, kind) in firing for kind in game.rules.units_of(game, piece))
    }
    active = current_battle(game).attacker
    return next(power for power in (active, *game.after(active)) if power in throwing)


def fire(game: Game, volley: tuple[Shots, ...], why: str, roller: Power) -> Step:
    """Roll the dice of a volley; they stay in the battle record until their hits are assigned.

    `roller` is the power whose dice they are. No die is rolled where all hits are sure (R26).

    Implements: BG-1.6
    """
    sides = game.rules.die_sides(game)
    if game.rules.option(LOW_LUCK):
        volley = low_luck_volley(volley, sides)
    game = game.update_battle(volley=volley)
    if not volley:
        return game
    count = sum(shot.count for shot in volley)
    if count:
        roll = Roll(
            roller=roller, count=count, sides=sides, why=why, versus=opponents(game, roller)
        )
        game, dice = yield from ask(game, roll)
        game = game.update_battle(volley=_with_dice(volley, dice))
    game = yield from game.rules.after_roll(game)
    battle = current_battle(game)
    return game.with_events(Fired(battle.space, why, battle.volley))


def low_luck_volley(volley: tuple[Shots, ...], sides: int) -> tuple[Shots, ...]:
    """The volley in low luck (R26): strengths add up to sure hits, and one die for the remainder.

    Shots of one side that may hit the same pieces are added up, under their strongest kind. ⚖ Dice
    of which only the best counts are rolled as usual: they have no strength to add.

    Implements: R26
    """
    sums: dict[tuple[Role, tuple[PieceId, ...]], list[Shots]] = {}
    for shot in volley:
        if shot.best_of == 1:
            sums.setdefault((shot.role, shot.targets), []).append(shot)
    added = []
    for (role, targets), group in sums.items():
        sure, rest = divmod(sum(shot.strength * shot.count for shot in group), sides)
        added.append(
            Shots(
                role=role,
                kind=group[-1].kind,
                strength=rest,
                count=1 if rest else 0,
                targets=targets,
                sure=sure,
            )
        )
    return (*added, *(shot for shot in volley if shot.best_of > 1))


def _with_dice(volley: tuple[Shots, ...], dice: tuple[int, ...]) -> tuple[Shots, ...]:
    dealt, start = [], 0
    for shot in volley:
        dealt.append(replace(shot, dice=dice[start : start + shot.count]))
        start += shot.count
    return tuple(dealt)
