"""The captain's actions beside its orders: kamikaze vows, mines, infantry dropped from bombers."""

__all__ = ["action", "allowed", "drops", "flights"]

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from client.bots.captain import aims
from client.bots.captain.reach import Route, reach, together
from client.bots.captain.situation import Situation
from client.bots.captain.threats import Threats
from client.bots.odds import forecast
from engine.board import SpaceId
from engine.errors import Illegal
from engine.movement.orders import Move
from engine.movement.phases import CombatMove, NoncombatMove
from engine.pause import Action
from engine.pieces import Piece, PieceId
from engine.requests import Decision
from engine.units import Domain, Trait
from engine.variants.rules_of_warfare.kamikaze import BecomeKamikaze
from engine.variants.rules_of_warfare.mines import LayMine

_GLORY = 6.0  # IPC by which a kamikaze must beat its own cost
_PAIR = 2  # infantry in a space, so that the one that leaves does not leave it empty
_WATCH = 3  # zones from a mine within which enemy ships make it worth laying


def action(situation: Situation, decision: Decision[Any]) -> Action | None:
    """A mine to be laid or a vow to be taken, when all orders are given; else None."""
    game = situation.game
    match decision:
        case NoncombatMove() if "WM" in game.rules.modules:
            ships = (
                p
                for p in situation.own
                if situation.is_kind(p, Trait.TRANSPORT) and _is_watched(situation, p)
            )
            lays = (LayMine(ship.id) for ship in ships)
            return next((lay for lay in lays if allowed(situation, decision, lay)), None)
        case CombatMove() if "WK" in game.rules.modules:
            vows = (
                BecomeKamikaze(p.id) for p in situation.own if _target(situation, p) is not None
            )
            return next((vow for vow in vows if allowed(situation, decision, vow)), None)
        case _:
            return None


def flights(situation: Situation) -> Iterator[Move]:
    """The orders that bring aircraft without a landing to their targets (WK-1)."""
    for piece in situation.own:
        if situation.domain(piece) is not Domain.AIR or situation.game.rules.needs_landing(
            situation.game, piece
        ):
            continue
        target, roads = _target(situation, piece), reach(situation, piece)
        if target is not None and target in roads:
            yield Move(frozenset({piece.id}), roads[target])


def allowed(situation: Situation, decision: Decision[Any], what: Action) -> bool:
    """Whether an action may be taken now."""
    try:
        situation.game.rules.check_action(situation.game, decision, what)
    except Illegal:
        return False
    return True


def _is_watched(situation: Situation, ship: Piece) -> bool:
    """Whether enemy ships are near enough to run into a mine (WM-3)."""
    steps = situation.game.board.distances(ship.at, sea=True)
    return any(
        situation.domain(piece) is Domain.SEA and steps.get(piece.at, _WATCH + 1) <= _WATCH
        for piece in situation.hostile_pieces
    )


def _target(situation: Situation, fighter: Piece) -> SpaceId | None:
    """The zone in which a fighter that does not come back would sink most for its price (WK-1)."""
    if fighter.moved or not situation.is_kind(fighter, Trait.CARRIER_BORNE):
        return None
    best: tuple[float, SpaceId] | None = None
    for zone, steps in situation.game.board.distances(fighter.at).items():
        enemies = situation.enemies(zone)
        if steps > fighter.left or not situation.game.board.is_sea(zone) or not enemies:
            continue
        if all(situation.is_kind(piece, Trait.SUBMARINE) for piece in enemies):
            continue
        expected = forecast(situation.units([fighter]), situation.units(enemies))
        gain = expected.prize - situation.cost([fighter])
        if gain > _GLORY and (best is None or gain > best[0]):
            best = gain, zone
    return None if best is None else best[1]


def drops(
    situation: Situation, threats: Threats, used: Collection[PieceId]
) -> Iterator[tuple[Move, SpaceId]]:
    """Infantry that idle bombers carry into empty enemy land that is worth it (WP-1, BG-4.2)."""
    if not situation.game.rules.may_bring_passengers(situation.game):
        return
    taken = set(used)
    for bomber in situation.own:
        if bomber.id in taken or not situation.is_kind(bomber, Trait.RAIDS):
            continue
        passengers = [
            p
            for p in situation.own
            if p.at == bomber.at and p.id not in taken and situation.is_kind(p, Trait.LIGHT)
        ]
        if len(passengers) < _PAIR:
            continue
        passenger = passengers[0]
        roads = together(situation, [bomber, passenger])
        best = _best_drop(situation, threats, passenger, roads)
        if best is not None:
            taken |= {bomber.id, passenger.id}
            yield Move(frozenset({bomber.id, passenger.id}), roads[best]), best


def _best_drop(
    situation: Situation, threats: Threats, passenger: Piece, roads: Mapping[SpaceId, Route]
) -> SpaceId | None:
    gains = {
        there: aims.prompt(situation.game, situation.power, there)
        + situation.worth(there)
        - threats.exposure(there, [passenger])
        - situation.cost([passenger])
        for there in roads
        if not situation.game.board.is_sea(there)
        and situation.hostile(there)
        and not situation.enemies(there)
    }
    best = max(sorted(gains), key=lambda there: gains[there], default=None)
    return best if best is not None and gains[best] > 0 else None
