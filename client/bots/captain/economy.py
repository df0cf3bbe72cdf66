"""The captain's purse: what to research and buy, where to place it."""

__all__ = ["hire", "mobilize", "purchase"]

import random
from collections import Counter
from collections.abc import Mapping

from client.bots.captain.reckoning import Reckoning
from engine.board import SpaceId
from engine.economy.mobilize import Mobilization, MobilizeUnits, Placement, room
from engine.economy.purchase import Purchase, PurchaseUnits
from engine.economy.research import PRICE, Hire, HireResearchers
from engine.pieces import Figure
from engine.scenario import LastRound
from engine.units import (
    AA_GUN,
    ARTILLERY,
    BATTLESHIP,
    BOMBER,
    CARRIER,
    COMPLEX,
    CRUISER,
    DESTROYER,
    FIGHTER,
    INFANTRY,
    SUBMARINE,
    TANK,
    TRANSPORT,
    Domain,
    Kind,
    Trait,
)

_SAVING = 2.0  # appetite below which the captain keeps its money
_RICH = 6  # researchers that the captain could pay before it thinks of hiring one
_SELDOM = 3  # once in so many turns in which it does think of it
_YEARS = 4  # rounds that must be left for a breakthrough to pay


def hire(view: Reckoning, decision: HireResearchers, draw: random.Random) -> Hire:
    """One researcher now and then, if it stays until it succeeds, and nothing presses."""
    game, power = view.game, view.power
    last = [rule.round for rule in game.rules.scenario.victory if isinstance(rule, LastRound)]
    capital = game.rules.scenario.capitals.get(power)
    pressed = capital is not None and (
        view.cost(view.raiders(capital)) > view.cost(view.fighters_at(capital))
    )
    sensible = (
        not game.researchers.get(power, 0)
        and game.rules.researchers_kept(game, 1, 0) > 0
        and game.treasury[power] >= _RICH * PRICE
        and all(round_ - game.round >= _YEARS for round_ in last)
        and not pressed
    )
    one = Hire(1)
    wanted = sensible and not draw.randrange(_SELDOM) and decision.legal(game, one)
    return one if wanted else Hire()


def purchase(view: Reckoning, decision: PurchaseUnits, draw: random.Random) -> Purchase:
    """Repair what production needs, then buy what is most wanted, piece by piece."""
    game, power = view.game, view.power
    purse = game.treasury[power]
    repairs: dict[SpaceId, int] = {}
    for space in sorted(game.damage):
        if game.control.get(space) == power:
            repairs[space] = min(purse, game.damage[space])
            purse -= repairs[space]
    repairs = {space: markers for space, markers in repairs.items() if markers}
    places = sum(_room(view, space) for space in _complexes(view)) - sum(
        game.waiting.get(power, {}).values()
    )
    bought: Counter[Kind] = Counter()
    while places > 0:
        appetite = {
            kind: want * draw.uniform(0.7, 1.3)
            for kind, want in _appetite(view, bought).items()
            if game.rules.unit_type(game, power, kind).cost <= purse
        }
        kind = max(sorted(appetite), key=lambda k: appetite[k], default=None)
        if kind is None or appetite[kind] < _SAVING:
            break
        bought[kind] += 1
        places -= 1
        purse -= game.rules.unit_type(game, power, kind).cost
    answer = Purchase(dict(bought), repairs)
    return answer if decision.legal(game, answer) else Purchase()


def _appetite(view: Reckoning, bought: Mapping[Kind, int]) -> dict[Kind, float]:
    """How much each kind is wanted, given what the power has and is buying."""
    have = Counter(bought)
    have += Counter(view.game.waiting.get(view.power, {}))
    have += Counter(p.kind for p in view.own if isinstance(p, Figure))
    have[SUBMARINE] += sum(1 for p in view.own if not isinstance(p, Figure))
    enemies = [p for p in view.game.pieces.values() if not view.game.friendly(view.power, p.owner)]
    prowling = sum(view.is_kind(p, Trait.SUBMARINE) for p in enemies)
    flying = sum(view.domain(p) is Domain.AIR for p in enemies)
    soldiers = have[INFANTRY] + have[ARTILLERY] + have[TANK]
    cargo = 2.0 * have[TRANSPORT] + 4.0 - 0.8 * soldiers
    want = {
        TRANSPORT: 4.0 + (soldiers - 4.0) / 4 - 1.2 * have[TRANSPORT],
        INFANTRY: 3.2 + cargo / 4,
        ARTILLERY: 2.8 + cargo / 4 - 0.5 * have[ARTILLERY],
        TANK: 2.8 + cargo / 4 - 0.4 * have[TANK],
        DESTROYER: 3.0 + prowling / 3 - 0.9 * have[DESTROYER],
        SUBMARINE: 4.2 - 0.35 * have[SUBMARINE],
        FIGHTER: 4.4 - 0.4 * have[FIGHTER],
        CARRIER: 2.5 + (have[FIGHTER] - 2.0 * have[CARRIER]) / 2 - 0.8 * have[CARRIER],
        CRUISER: 2.2 - 0.5 * have[CRUISER],
        BATTLESHIP: 2.6 - 0.6 * have[BATTLESHIP],
        BOMBER: 3.0 - 0.9 * have[BOMBER],
        AA_GUN: 1.5 + flying / 10 - 0.8 * have[AA_GUN],
        COMPLEX: 0.5,
    }
    return {kind: amount for kind, amount in want.items() if kind in view.game.rules.scenario.units}


def _complexes(view: Reckoning) -> tuple[SpaceId, ...]:
    """Complexes that the power will be able to use in this turn."""
    start = view.game.record.control_at_start
    return tuple(
        piece.at
        for piece in view.game.pieces.values()
        if view.is_kind(piece, Trait.COMPLEX) and start.get(piece.at) == view.power
    )


def _room(view: Reckoning, space: SpaceId) -> int:
    most = view.game.rules.capacity(view.game, space)
    return 99 if most is None else most


def mobilize(view: Reckoning, decision: MobilizeUnits, draw: random.Random) -> Mobilization:
    """Place everything that finds a place, each unit where it is most useful."""
    chosen: Counter[tuple[Kind, SpaceId, SpaceId]] = Counter()
    waiting = view.game.waiting.get(view.power, {})
    dear = sorted(waiting, key=lambda kind: -view.game.rules.scenario.units[kind].cost)
    for kind in dear:
        where = view.game.rules.placements(view.game, view.power, kind)
        slots = [(kind, source, at) for source, spaces in where.items() for at in spaces]
        slots.sort(key=lambda slot: (-_fitness(view, *slot), slot))
        for _ in range(waiting[kind]):
            for slot in slots:
                trial = chosen + Counter([slot])
                if decision.legal(view.game, _answer(trial)):
                    chosen = trial
                    break
    answer = _answer(chosen)
    # Aircraft at sea may wait for a carrier that has to come where they are (BG-9.3).
    return answer if decision.legal(view.game, answer) else decision.sample(view.game, draw)


def _answer(chosen: Counter[tuple[Kind, SpaceId, SpaceId]]) -> Mobilization:
    return Mobilization(tuple(Placement(*slot, count) for slot, count in sorted(chosen.items())))


def _fitness(view: Reckoning, kind: Kind, source: SpaceId, at: SpaceId) -> float:
    """How well a new unit stands in a space: beside friends, not alone before the enemy."""
    unit = view.game.rules.unit_type(view.game, view.power, kind)
    friends = [piece for piece in view.own if piece.at == at]
    raiders = view.raiders(at)
    danger = view.cost(raiders) - view.cost(friends)
    forward = -min(
        (
            steps
            for space, steps in view.game.board.distances(at).items()
            if not view.game.board.is_sea(space) and view.hostile(space)
        ),
        default=0,
    )
    if unit.domain is Domain.SEA:
        return -max(0.0, danger) + forward
    threatened = view.worth(at) if danger > 0 else 0.0
    left = room(view.game, source)
    return threatened + 2 * forward + (0.1 * left if left is not None else 1.0)
