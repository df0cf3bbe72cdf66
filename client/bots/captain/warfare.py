"""What the captain answers where the Rules of Warfare ask (WA to WW)."""

__all__ = ["answer"]

from typing import Any

from client.bots.captain import bombing, combat
from client.bots.captain.reckoning import Reckoning
from client.bots.captain.threats import Threats
from engine.board import SpaceId
from engine.errors import Illegal
from engine.movement.cargo import cargo_of
from engine.pieces import Figure, PieceId
from engine.requests import Decision
from engine.variants.rules_of_warfare.batteries import (
    BatteryFire,
    BatteryRaid,
    FireBatteries,
    RaidByBatteries,
)
from engine.variants.rules_of_warfare.battleships import Repairs, RepairShips
from engine.variants.rules_of_warfare.destroyers import Swap, SwapBattleship
from engine.variants.rules_of_warfare.elite import (
    Mark,
    MarkElite,
    Renew,
    RenewElite,
    Reroll,
    RerollDie,
)
from engine.variants.rules_of_warfare.mines import Course, GoOn, StowMine
from engine.variants.rules_of_warfare.monetary_aid import Gifts, GiveAid, Messenger, PickRoller
from engine.variants.rules_of_warfare.resistance import DiscardUnit
from engine.variants.rules_of_warfare.warehouses import DiscardStored

_POCKET = 12  # IPC that a power keeps for itself before it gives any away
_SURE = 0.97  # chance to win above which batteries keep their fire for another battle


def answer(view: Reckoning, decision: Decision[Any]) -> object | None:
    """Answer a decision of these house rules; None for one that belongs to none of them."""
    match decision:
        case FireBatteries():
            return _battery_fire(view, decision)
        case RaidByBatteries():
            return _battery_raid(view, decision)
        case RepairShips():
            return max(decision.candidates(view.game), key=_ships)
        case SwapBattleship():
            return _swap(view, decision)
        case MarkElite():
            return max(decision.candidates(view.game), key=lambda mark: _keenness(view, mark))
        case RerollDie():
            return Reroll(again=True)  # a reroll that is kept for later may never be used
        case RenewElite():
            return Renew(buy=not _pressed(view))
        case StowMine():  # an empty ship, so that what the others carry can be landed
            mines = decision.candidates(view.game)
            return min(mines, key=lambda b: len(cargo_of(view.game, (b.transport,))))
        case GoOn():
            return Course(on=True)  # the mine is used up
        case GiveAid():
            return _aid(view, decision)
        case PickRoller():
            own = Messenger(decision.power)
            return own if decision.legal(view.game, own) else next(decision.candidates(view.game))
        case DiscardUnit():
            victims = decision.candidates(view.game)
            return min(victims, key=lambda v: (view.cost([view.game.pieces[v.piece]]), v.piece))
        case DiscardStored():
            units = view.game.rules.scenario.units
            return min(decision.candidates(view.game), key=lambda d: (units[d.kind].cost, d.kind))
        case _:
            return None


def _battery_fire(view: Reckoning, decision: FireBatteries) -> BatteryFire:
    """All of them, unless the battle is as good as won and another may need them (WA-2)."""
    none, *more = decision.candidates(view.game)
    return none if not more or combat.chance(view) > _SURE else more[-1]


def _battery_raid(view: Reckoning, decision: RaidByBatteries) -> BatteryRaid:
    """Batteries next to no battle of their own side raid what can take the damage (WA-4)."""
    game = view.game
    fighting = {p.at for p in view.own if view.enemies(p.at)}
    chosen: dict[PieceId, SpaceId] = {}
    for battery in view.own:
        if set(game.board.neighbours[battery.at]) & fighting:
            continue
        for there in game.board.adjacent_land(battery.at):
            aimed = BatteryRaid({**chosen, battery.id: there})
            if bombing.room(view, there) > 0 and decision.legal(game, aimed):
                chosen[battery.id] = there
                break
    return BatteryRaid(chosen)


def _ships(repairs: Repairs) -> tuple[int, list[PieceId]]:
    return len(repairs.ships), sorted(repairs.ships)


def _swap(view: Reckoning, decision: SwapBattleship) -> Swap:
    """Two destroyers cost more and take more hits, unless a battleship takes two itself (WD-2)."""
    keep, *others = decision.candidates(view.game)
    return keep if "WB" in view.game.rules.modules or not others else others[0]


def _keenness(view: Reckoning, mark: Mark) -> tuple[int, int, int]:
    """How often an elite unit would get to roll: strong, far-reaching, cheap to replace (WE-1)."""
    piece = view.game.pieces[mark.piece]
    if not isinstance(piece, Figure):
        raise Illegal("WE-1", f"piece {mark.piece} is no unit")
    unit = view.unit(piece)
    return unit.attack + unit.defence + unit.move // 2, -unit.cost, -piece.id


def _pressed(view: Reckoning) -> bool:
    capital = view.game.rules.scenario.capitals.get(view.power)
    if capital is None:
        return False
    return Threats(view).exposure(capital, view.fighters_at(capital)) > 0


def _aid(view: Reckoning, decision: GiveAid) -> Gifts:
    """What a power cannot use itself goes to the poorest ally: five times in six it arrives."""
    game = view.game
    spare = game.treasury[view.power] - _POCKET
    poor = sorted(
        (game.treasury[ally], ally)
        for ally in game.after(view.power)
        if game.friendly(ally, view.power) and decision.legal(game, Gifts({ally: 1}))
    )
    return Gifts({poor[0][1]: spare}) if poor and spare > poor[0][0] else Gifts()
