"""Battles, raids and rockets."""

__all__ = ["chapter"]

from collections.abc import Mapping

from client.presentation.telling.names import Names, dice
from client.presentation.words import counted_hits, kind_name
from engine.battle.events import (
    BattleOpened,
    BattleOver,
    Bombed,
    ComplexDamaged,
    Damaged,
    Fired,
    Landed,
    Lost,
    Marked,
    Repaired,
    Retreated,
    RocketsLaunched,
    RoundBegan,
    Submerged,
)
from engine.battles import BattleKind
from engine.capture import Plundered, TerritoryTaken
from engine.editions.classic import CashBombed
from engine.game import Event

_CALLED: Mapping[BattleKind, str] = {
    BattleKind.SEA: "Battle",
    BattleKind.LAND: "Battle",
    BattleKind.ASSAULT: "Landing",
    BattleKind.RAID: "Raid",
    BattleKind.OVERFLIGHT: "Flight over guns",
    BattleKind.HOUSE: "Hunt",
}


def chapter(event: Event, names: Names) -> str | None:
    """A line about battles."""
    match event:
        case BattleOpened(space, kind, attackers, defenders):
            sides = f"{names.pieces(attackers)} against {names.pieces(defenders) or 'nobody'}"
            return f"{_CALLED[kind]} in {space}: {sides}"
        case Landed(space, pieces):
            return f"  {names.pieces(pieces)} go ashore in {space}"
        case RoundBegan(_, number):
            return f"  combat round {number}"
        case Fired(_, why, volley):
            shots = "; ".join(
                f"{shot.role} {kind_name(shot.kind, shot.count)} at {shot.strength}: "
                f"{dice(shot.dice)}, {counted_hits(shot.hits)}"
                for shot in volley
            )
            return f"  {why}: {shots}"
        case Marked(role, hits):
            return f"  {role} marks {names.pieces(hits)}"
        case Damaged(piece):
            return f"  {names.pieces([piece])} is damaged"
        case Lost(_, owner, kind, _, count):
            return f"  {owner} loses {kind_name(kind, count)}"
        case Submerged(_, owner, pieces):
            return f"  {owner} submerges {names.pieces(pieces)}"
        case Retreated(_, to, pieces, aircraft):
            ships = f"{names.pieces(pieces)} withdraw to {to}" if pieces else ""
            planes = f"{names.pieces(aircraft)} break off" if aircraft else ""
            return "  " + ("; ".join(part for part in (ships, planes) if part) or "nobody retreats")
        case Repaired(pieces):
            return f"  {names.pieces(pieces)}: damage repaired"
        case BattleOver(space, None):
            return f"  battle in {space} over: both sides stay"
        case BattleOver(space, won):
            return f"  battle in {space} over: the {'attacker' if won else 'defender'} has won"
        case TerritoryTaken(space, by, before, now):
            freed = f", for {now}" if now != by else ""
            return f"{by} takes {space}{f' from {before}' if before else ''}{freed}"
        case Plundered(by, victim, amount):
            return f"{by} takes {amount} IPC from {victim}"
        case _:
            return _bombs(event)


def _bombs(event: Event) -> str | None:
    match event:
        case Bombed(space, power, rolled):
            return f"  {power} bombs {space}: {dice(rolled)}"
        case RocketsLaunched(power, targets, rolled):
            flights = (f"{gun} > {there}: {rolled[gun]}" for gun, there in sorted(targets.items()))
            return f"{power} launches rockets: {', '.join(flights)}"
        case ComplexDamaged(space, markers):
            return f"  {markers} damage to the complex in {space}"
        case CashBombed(territory, power, ipc):
            return f"  {power} loses {ipc} IPC by the bombs on {territory}"
        case _:
            return None
