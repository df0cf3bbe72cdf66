"""What the captain answers where the Rules of Warfare ask (WA to WW)."""

__all__ = ["answer"]

from typing import Any

from client.bots.captain import bombing, combat
from client.bots.captain.situation import Situation
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
from engine.variants.rules_of_warfare.monetary_aid import GiftRoller, Gifts, GiveAid, PickRoller
from engine.variants.rules_of_warfare.resistance import DiscardUnit
from engine.variants.rules_of_warfare.warehouses import DiscardStored

_POCKET = 12  # IPC that a power keeps for itself before it gives any away
_SURE = 0.97  # chance to win above which batteries keep their fire for another battle


def answer(situation: Situation, decision: Decision[Any]) -> object | None:
    """Answer a decision of these house rules; None for one that belongs to none of them."""
    match decision:
        case FireBatteries():
            return _battery_fire(situation, decision)
        case RaidByBatteries():
            return _battery_raid(situation, decision)
        case RepairShips():
            return max(decision.candidates(situation.game), key=_ships)
        case SwapBattleship():
            return _swap(situation, decision)
        case MarkElite():
            return max(
                decision.candidates(situation.game), key=lambda mark: _keenness(situation, mark)
            )
        case RerollDie():
            return Reroll(again=True)  # a reroll that is kept for later may never be used
        case RenewElite():
            return Renew(buy=not _pressed(situation))
        case StowMine():  # an empty ship, so that what the others carry can be landed
            mines = decision.candidates(situation.game)
            return min(mines, key=lambda b: len(cargo_of(situation.game, (b.transport,))))
        case GoOn():
            return Course(on=True)  # the mine is used up
        case GiveAid():
            return _aid(situation, decision)
        case PickRoller():
            own = GiftRoller(decision.power)
            return (
                own
                if decision.legal(situation.game, own)
                else next(decision.candidates(situation.game))
            )
        case DiscardUnit():
            victims = decision.candidates(situation.game)
            return min(
                victims, key=lambda v: (situation.cost([situation.game.pieces[v.piece]]), v.piece)
            )
        case DiscardStored():
            units = situation.game.rules.scenario.units
            return min(
                decision.candidates(situation.game), key=lambda d: (units[d.kind].cost, d.kind)
            )
        case _:
            return None


def _battery_fire(situation: Situation, decision: FireBatteries) -> BatteryFire:
    """All of them, unless the battle is as good as won and another may need them (WA-2)."""
    none, *more = decision.candidates(situation.game)
    return none if not more or combat.chance(situation) > _SURE else more[-1]


def _battery_raid(situation: Situation, decision: RaidByBatteries) -> BatteryRaid:
    """Batteries next to no battle of their own side raid what can take the damage (WA-4)."""
    game = situation.game
    fighting = {p.at for p in situation.own if situation.enemies(p.at)}
    chosen: dict[PieceId, SpaceId] = {}
    for battery in situation.own:
        if set(game.board.neighbours[battery.at]) & fighting:
            continue
        for there in game.board.adjacent_land(battery.at):
            aimed = BatteryRaid({**chosen, battery.id: there})
            if bombing.room(situation, there) > 0 and decision.legal(game, aimed):
                chosen[battery.id] = there
                break
    return BatteryRaid(chosen)


def _ships(repairs: Repairs) -> tuple[int, list[PieceId]]:
    return len(repairs.ships), sorted(repairs.ships)


def _swap(situation: Situation, decision: SwapBattleship) -> Swap:
    """Two destroyers cost more and take more hits, unless a battleship takes two itself (WD-2)."""
    keep, *others = decision.candidates(situation.game)
    return keep if "WB" in situation.game.rules.modules or not others else others[0]


def _keenness(situation: Situation, mark: Mark) -> tuple[int, int, int]:
    """How often an elite unit would get to roll: strong, far-reaching, cheap to replace (WE-1)."""
    piece = situation.game.pieces[mark.piece]
    if not isinstance(piece, Figure):
        raise Illegal("WE-1", f"piece {mark.piece} is no unit")
    unit = situation.unit(piece)
    return unit.attack + unit.defence + unit.move // 2, -unit.cost, -piece.id


def _pressed(situation: Situation) -> bool:
    capital = situation.game.rules.scenario.capitals.get(situation.power)
    if capital is None:
        return False
    return Threats(situation).exposure(capital, situation.fighters_at(capital)) > 0


def _aid(situation: Situation, decision: GiveAid) -> Gifts:
    """What a power cannot use itself goes to the poorest ally: five times in six it arrives."""
    game = situation.game
    spare = game.treasury[situation.power] - _POCKET
    poor = sorted(
        (game.treasury[ally], ally)
        for ally in game.after(situation.power)
        if game.friendly(ally, situation.power) and decision.legal(game, Gifts({ally: 1}))
    )
    return Gifts({poor[0][1]: spare}) if poor and spare > poor[0][0] else Gifts()
