"""The captain's bombs and rockets, and its fighters against those of others (BG-8.2, 8.3)."""

__all__ = ["answer", "room", "sorties", "with_raids"]

import dataclasses
from collections.abc import Collection, Mapping
from typing import Any

from client.bots.captain.reckoning import Reckoning
from engine.battle.aa import guns
from engine.battle.raids import Intercept, Interceptors
from engine.battle.rockets import Launch, LaunchRockets
from engine.battle.sides import current
from engine.battles import Throw
from engine.board import SpaceId
from engine.movement.declarations import Declare, assaults, targets
from engine.movement.orders import Declaration
from engine.options import INTERCEPTORS
from engine.pieces import Piece, PieceId
from engine.requests import Decision
from engine.units import Domain, Trait

_SIDES = 6
_WORTH = 1.0  # IPC that a raid must cost the enemy more than it costs the captain
_ALL = 1000  # more than any complex can take


def answer(view: Reckoning, decision: Decision[Any]) -> object | None:
    """Answer a decision about rockets or interception; None for any other."""
    match decision:
        case LaunchRockets():
            return _launch(view, decision)
        case Intercept():
            *_, everybody = decision.candidates(view.game)
            outnumbered = len(everybody.pieces) < len(current(view.game).attackers)
            return Interceptors(frozenset()) if outnumbered else everybody
        case _:
            return None


def sorties(
    view: Reckoning, reach: Mapping[PieceId, Collection[SpaceId]]
) -> dict[PieceId, SpaceId]:
    """The complexes that bombers with nothing better to do should raid.

    Args:
        view: what the captain makes of the board.
        reach: the territories that each of these bombers can get to.
    """
    rooms = {complex_: room(view, complex_) for complex_ in _complexes(view)}
    chosen: dict[PieceId, SpaceId] = {}
    for bomber, spaces in sorted(reach.items()):
        piece = view.game.pieces[bomber]
        damage = _expected(view.game.rules.bombs(view.game, piece))
        worth = {
            there: min(damage, rooms[there]) - _risk(view, there) * view.cost([piece])
            for there in sorted(rooms.keys() & spaces)
        }
        there = max(worth, key=lambda space: worth[space], default=None)
        if there is not None and worth[there] > _WORTH:
            chosen[bomber] = there
            rooms[there] -= damage
    return chosen


def with_raids(view: Reckoning, decision: Declare, chosen: Declaration) -> Declaration:
    """A declaration, with a raid by all bombers wherever no land unit counts on them (BG-7.14)."""
    fought = {p.at for p in view.own if view.domain(p) is Domain.LAND} | assaults(view.game).keys()
    raids = {
        territory: frozenset(view.game.rules.raiders(view.game, territory))
        for territory in targets(view.game)
        if territory not in fought
    }
    bombing = dataclasses.replace(chosen, raid=raids)
    return bombing if decision.legal(view.game, bombing) else chosen


def _launch(view: Reckoning, decision: LaunchRockets) -> Launch:
    """Every gun at the complex that can take most of its damage."""
    rooms = {complex_: room(view, complex_) for complex_ in _complexes(view)}
    worthy = sorted((c for c in rooms if rooms[c]), key=lambda c: (-min(rooms[c], _SIDES), c))
    launched = Launch()
    for gun in sorted({p.at for p in view.own if view.is_kind(p, Trait.ANTI_AIR)}):
        ways = (Launch({**launched.targets, gun: complex_}) for complex_ in worthy)
        launched = next((way for way in ways if decision.legal(view.game, way)), launched)
    return launched


def _complexes(view: Reckoning) -> list[SpaceId]:
    """Territories with an enemy complex."""
    return sorted(
        piece.at
        for piece in view.game.pieces.values()
        if view.is_kind(piece, Trait.COMPLEX) and view.hostile(piece.at)
    )


def room(view: Reckoning, territory: SpaceId) -> float:
    """What bombs could cost the enemy there at most, in IPC or markers, by the edition's rule."""
    game = view.game
    after = game.rules.bombed(game, territory, _ALL)
    markers = sum(after.damage.values()) - sum(game.damage.values())
    return float(markers + sum(game.treasury.values()) - sum(after.treasury.values()))


def _expected(throw: Throw) -> float:
    """What a bomber's dice bring on average."""
    if not throw.best:
        return throw.dice * (_SIDES + 1) / 2
    return sum(1 - (below / _SIDES) ** throw.dice for below in range(_SIDES))


def _risk(view: Reckoning, territory: SpaceId) -> float:
    """How likely a bomber is shot down there."""
    rules, game = view.game.rules, view.game
    aims = [rules.anti_air_strength(game, g.owner) for g in guns(game, view.power, territory)]
    risk = max(aims, default=0) / rules.die_sides(game)
    if rules.option(INTERCEPTORS):
        risk += sum(_rises(view, piece) for piece in view.enemies(territory)) / _SIDES
    return min(1.0, risk)


def _rises(view: Reckoning, piece: Piece) -> bool:
    return view.domain(piece) is Domain.AIR and not view.is_kind(piece, Trait.RAIDS)
