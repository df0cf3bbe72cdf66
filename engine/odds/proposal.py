"""Which units of a battle that is being fought had best take the hits scored (BG-8.13, 8.14)."""

__all__ = ["after_attack", "best_losses"]

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine.battle.casualties import Casualties, Losses, salvo
from engine.battle.fire import remaining_hits
from engine.battle.sides import current_battle
from engine.battles import BattleKind, Role
from engine.board import Power
from engine.game import Game
from engine.movement.cargo import cargo_of
from engine.odds.combat import Combat
from engine.odds.dice import Hits
from engine.odds.encounter import Encounter, RetreatPolicy, SideOrders, Troop
from engine.odds.force import Force
from engine.odds.prospects import Blow, BlowStep
from engine.odds.standings import Units
from engine.odds.weighing import Weighing, is_weighed
from engine.pieces import Figure, PieceId, PieceMark
from engine.units import SUBMARINE, Domain, Kind, Trait

_Key = tuple[Power, Kind, bool, tuple[PieceMark, ...]]
"""What a troop is known by: owner, kind, whether it has landed, and its marks."""

_WEIGHED = 200_000
"""Choices of losses that are weighed while somebody waits: less than a second."""

_FOUGHT_OUT = (BattleKind.SEA, BattleKind.LAND, BattleKind.ASSAULT)


def best_losses(
    game: Game,
    decision: Casualties,
    encounter: Encounter,
    attacking: SideOrders | None = None,
    defending: SideOrders | None = None,
) -> Losses:
    """The legal losses nearest to the owners' orders, and for the rest those of the best chance.

    Of units that are alike, those are lost last that carry others or are supported. In a raid or a
    flight over guns, where nobody fights on, the cheapest are.

    Args:
        game: with the battle being fought.
        decision: what is asked.
        encounter: the battle as it stands, less the hits that are marked; hidden units as whoever
            asks takes them to be.
        attacking: the attacker's orders, as for a forecast.
        defending: the defenders' orders.
    """
    role = decision.role
    attacking, defending = attacking or SideOrders(), defending or SideOrders()
    step = _step(game, role.other)
    fires_on = role is Role.DEFENDER or step is BlowStep.STRIKE
    marked = _marked(game) if fires_on and encounter.game.board.is_sea(encounter.space) else ()
    met = _with_marked(game, encounter, marked)
    combat = Combat(met, attacking, defending, RetreatPolicy())
    condemned = _condemned(game, combat.defenders, marked)
    force, enemy = combat.force(role), combat.force(role.other)
    fought_out = current_battle(game).kind in _FOUGHT_OUT
    under_way = combat.opening.under_way
    facing = under_way.defenders if role is Role.ATTACKER else under_way.attackers
    closing = not (fought_out and enemy.present[facing])
    start = force.less(force.start, condemned if role is Role.DEFENDER else ())
    order = force.remaining(start, closing=closing)
    chooses = not closing and len(force.order.classes) > 1 and len(combat.told_musters) == 1
    if chooses and is_weighed(combat, most=_WEIGHED):
        hits, replies = _hits_on(game, force), _hits_on(game, combat.attackers)
        best = Weighing(combat).best_loss(Blow(role, step, hits, replies, condemned))
        order = [*force.lost(start, best), *order]
    return decision.by_preference(game, _pieces(game, role, force.troops, order))


def after_attack(game: Game, encounter: Encounter) -> Encounter:
    """The battle as it stands after S3: the defenders have yet to fire, also those that are marked.

    Args:
        game: with the battle being fought.
        encounter: the battle as it stands, less the hits that are marked.
    """
    marked = _marked(game)
    met = _with_marked(game, encounter, marked)
    points = [current_battle(game).marked[figure.id] for figure in marked]
    others = len(met.defenders) - len(points)
    return replace(met, marked=(*(0 for _ in range(others)), *points))


def _marked(game: Game) -> tuple[Figure, ...]:
    """Defending figures with hits that are marked on them; they still fire (WA-2, BG-8.7)."""
    battle = current_battle(game)
    pieces = game.pieces.named(battle.defenders)
    return tuple(p for p in pieces if isinstance(p, Figure) and p.id in battle.marked)


def _with_marked(game: Game, encounter: Encounter, marked: Sequence[Figure]) -> Encounter:
    """The battle with the hits put back that are marked on these defenders: its last troops."""
    troops = list(encounter.defenders)
    fewer = [0] * len(troops)
    for figure in marked:
        if remaining_hits(game, figure):
            key = _key(game, figure.id)
            hurt = [i for i, t in enumerate(troops) if t.damaged and _troop_key(game, t) == key]
            troop = troops[hurt[0]]
            troops[hurt[0]] = replace(troop, count=troop.count - 1, damaged=troop.damaged - 1)
            fewer[hurt[0]] += 1
    whole = tuple(Troop(f.owner, f.kind, 1, int(f.damaged), like=f.id) for f in marked)
    musters = (
        replace(m, defenders=(*map(int.__sub__, m.defenders, fewer), *(1 for _ in whole)))
        for m in encounter.musters
    )
    return replace(encounter, defenders=(*troops, *whole), musters=tuple(musters))


def _condemned(game: Game, defenders: Force, marked: Sequence[Figure]) -> Units:
    """Hit points of each troop that are marked as lost, the last of them; empty if none are."""
    if not marked:
        return ()
    points = tuple(current_battle(game).marked[figure.id] for figure in marked)
    told = len(defenders.told_troops)
    return (*([0] * (told - len(points))), *points, *(0 for _ in defenders.troops[told:]))


def _hits_on(game: Game, force: Force) -> Hits:
    """The hits of the volley on one side, by the troops that they may go to."""
    known = [_troop_key(game, troop) for troop in force.troops]
    hits = []
    for number, targets in salvo(game, force.role).hits:
        keys = {_key(game, piece) for piece in targets}
        hits.append((sum(1 << i for i, key in enumerate(known) if key in keys), number))
    return tuple(hits)


def _step(game: Game, role: Role) -> BlowStep:
    """When a volley of a side in a sea battle was fired."""
    battle, units = current_battle(game), game.rules.scenario.units
    firing = {shot.kind for shot in battle.volley if shot.role is role}
    if any(units[kind].domain is Domain.LAND for kind in firing):
        return BlowStep.SUPPORT
    striking = any(piece in battle.fired for piece in battle.side(role))
    if striking and all(Trait.SUBMARINE in units[kind].traits for kind in firing):
        return BlowStep.STRIKE
    return BlowStep.FIRE


def _key(game: Game, piece: PieceId) -> _Key:
    unit = game.pieces[piece]
    kind = unit.kind if isinstance(unit, Figure) else SUBMARINE
    landed = piece in current_battle(game).landed
    return unit.owner, kind, landed, game.rules.marks(game, unit)


def _troop_key(game: Game, troop: Troop) -> _Key:
    marks = () if troop.like is None else game.rules.marks(game, game.pieces[troop.like])
    return troop.owner, troop.kind, troop.landed, marks


def _pieces(
    game: Game, role: Role, troops: tuple[Troop, ...], order: Iterable[int]
) -> list[PieceId]:
    """An order of losses by troop as one by piece: a mention for each hit."""
    room = salvo(game, role).remaining_hits
    alike: dict[_Key, list[PieceId]] = {}
    helped = current_battle(game).supported
    for piece in sorted(room, key=lambda one: (bool(cargo_of(game, (one,))), one in helped, one)):
        alike.setdefault(_key(game, piece), []).append(piece)
    waiting = {key: deque(_hits(game, pieces, room)) for key, pieces in alike.items()}
    keys = [_troop_key(game, troop) for troop in troops]
    return [left.popleft() for index in order if (left := waiting.get(keys[index]))]


def _hits(game: Game, pieces: list[PieceId], room: Mapping[PieceId, int]) -> list[PieceId]:
    """Hits on pieces that are alike: whole two-hit ships are damaged before any is lost."""
    figures = [piece for piece in pieces if isinstance(game.pieces[piece], Figure)]
    tokens = [piece for piece in pieces if piece not in figures]
    return [
        *(piece for piece in figures for _ in range(room[piece] - 1)),
        *figures,
        *(piece for piece in tokens for _ in range(room[piece])),
    ]
