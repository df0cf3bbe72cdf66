"""The captain's bombs and rockets, and its fighters against those of others (BG-8.2, 8.3)."""

__all__ = ["answer", "room", "sorties", "with_raids"]

import dataclasses
from collections.abc import Collection, Mapping
from typing import Any

from client.bots.captain.situation import Situation
from engine.battle.opening_fire import anti_air_guns
from engine.battle.raids import Intercept, Interceptors, Launch, LaunchRockets
from engine.battle.sides import current_battle
from engine.battles import Throw
from engine.board import SpaceId
from engine.movement.declarations import Declare, assaults, raid_targets
from engine.movement.orders import Declaration
from engine.options import INTERCEPTORS
from engine.pieces import Piece, PieceId
from engine.requests import Decision
from engine.units import Domain, Trait

_SIDES = 6
_WORTH = 1.0  # IPC that a raid must cost the enemy more than it costs the captain
_ALL = 1000  # more than any complex can take


def answer(situation: Situation, decision: Decision[Any]) -> object | None:
    """Answer a decision about rockets or interception; None for any other."""
    match decision:
        case LaunchRockets():
            return _launch(situation, decision)
        case Intercept():
            *_, everybody = decision.candidates(situation.game)
            outnumbered = len(everybody.pieces) < len(current_battle(situation.game).attackers)
            return Interceptors(frozenset()) if outnumbered else everybody
        case _:
            return None


def sorties(
    situation: Situation, reach: Mapping[PieceId, Collection[SpaceId]]
) -> dict[PieceId, SpaceId]:
    """The complexes that bombers with nothing better to do should raid.

    Args:
        situation: what the captain makes of the board.
        reach: the territories that each of these bombers can get to.
    """
    rooms = {complex_: room(situation, complex_) for complex_ in _complexes(situation)}
    chosen: dict[PieceId, SpaceId] = {}
    for bomber, spaces in sorted(reach.items()):
        piece = situation.game.pieces[bomber]
        damage = _expected(situation.game.rules.raid_dice(situation.game, piece))
        worth = {
            there: min(damage, rooms[there]) - _risk(situation, there) * situation.cost([piece])
            for there in sorted(rooms.keys() & spaces)
        }
        there = max(worth, key=lambda space: worth[space], default=None)
        if there is not None and worth[there] > _WORTH:
            chosen[bomber] = there
            rooms[there] -= damage
    return chosen


def with_raids(situation: Situation, decision: Declare, chosen: Declaration) -> Declaration:
    """A declaration, with a raid by all bombers wherever no land unit counts on them (BG-7.14)."""
    fought = {p.at for p in situation.own if situation.domain(p) is Domain.LAND} | assaults(
        situation.game
    ).keys()
    raids = {
        territory: frozenset(situation.game.rules.raiders(situation.game, territory))
        for territory in raid_targets(situation.game)
        if territory not in fought
    }
    bombing = dataclasses.replace(chosen, raid=raids)
    return bombing if decision.legal(situation.game, bombing) else chosen


def _launch(situation: Situation, decision: LaunchRockets) -> Launch:
    """Every gun at the complex that can take most of its damage."""
    rooms = {complex_: room(situation, complex_) for complex_ in _complexes(situation)}
    worthy = sorted((c for c in rooms if rooms[c]), key=lambda c: (-min(rooms[c], _SIDES), c))
    launched = Launch()
    for gun in sorted({p.at for p in situation.own if situation.is_kind(p, Trait.ANTI_AIR)}):
        ways = (Launch({**launched.targets, gun: complex_}) for complex_ in worthy)
        launched = next((way for way in ways if decision.legal(situation.game, way)), launched)
    return launched


def _complexes(situation: Situation) -> list[SpaceId]:
    """Territories with an enemy complex."""
    return sorted(
        piece.at
        for piece in situation.game.pieces.values()
        if situation.is_kind(piece, Trait.COMPLEX) and situation.hostile(piece.at)
    )


def room(situation: Situation, territory: SpaceId) -> float:
    """What bombs could cost the enemy there at most, in IPC or markers, by the edition's rule."""
    game = situation.game
    after = game.rules.complex_bombed(game, territory, _ALL)
    markers = sum(after.damage.values()) - sum(game.damage.values())
    return float(markers + sum(game.treasury.values()) - sum(after.treasury.values()))


def _expected(throw: Throw) -> float:
    """What a bomber's dice bring on average."""
    if not throw.best:
        return throw.dice * (_SIDES + 1) / 2
    return sum(1 - (below / _SIDES) ** throw.dice for below in range(_SIDES))


def _risk(situation: Situation, territory: SpaceId) -> float:
    """How likely a bomber is shot down there."""
    rules, game = situation.game.rules, situation.game
    aims = [
        rules.anti_air_strength(game, g.owner)
        for g in anti_air_guns(game, situation.power, territory)
    ]
    risk = max(aims, default=0) / rules.die_sides(game)
    if rules.option(INTERCEPTORS):
        risk += sum(_rises(situation, piece) for piece in situation.enemies(territory)) / _SIDES
    return min(1.0, risk)


def _rises(situation: Situation, piece: Piece) -> bool:
    return situation.domain(piece) is Domain.AIR and not situation.is_kind(piece, Trait.RAIDS)
