"""The order in which a side loses its units so that it keeps the best chance (BG-8.13, 8.14).

The *best chance* of the attacker is the greatest chance to win (BG-8.22), that of the defender the
least chance that the attacker wins. Where that is equal, the chance that the territory is taken
decides (BG-8.24), and then the worth of what both sides lose, in IPC.

Units of a *class* are hit by the same enemies, hit the same enemies, and lend their side nothing
but their dice. Within a class it is best to lose the weakest first, for whatever is left then hits
most often, and of equally strong ones the cheapest. First hits on two-hit ships cost no dice. What
may roll a die again (WE-1) is a class of its own at sea, and lost after its like on land. So only
losses of different classes are to be weighed against one another (`engine.odds.weighing`); on land,
and at sea without submarines, elite units and transports, there is but one class.

A side that is sure of its end plays for IPC instead, and loses the cheapest first.
"""

__all__ = ["LossOrder", "loss_order"]

from collections.abc import Sequence
from typing import NamedTuple

from engine.battles import Role
from engine.odds.encounter import SideOrders
from engine.odds.survey import Survey


class LossOrder(NamedTuple):
    """Which troop takes each hit, if all can be hit: a mention for each hit point.

    Attributes:
        fighting: while enemies are left to fight.
        closing: when none are, and what is lost costs only what it is worth.
        classes: troops by class, where the owners have left the choice open; else all as one.
    """

    fighting: tuple[int, ...]
    closing: tuple[int, ...]
    classes: tuple[tuple[int, ...], ...]


def loss_order(survey: Survey, role: Role, orders: SideOrders) -> LossOrder:
    """The order of losses of a side: what its owners have named, and then the weakest first."""
    troops, units = survey.troops[role], survey.units[role]
    costs = [survey.cost(role, index) for index in range(len(troops))]
    named = {kind: place for place, kind in reversed(list(enumerate(orders.losses)))}
    rerolling = survey.spent[role]
    soldiers = survey.conquerors() if role is Role.ATTACKER else 0

    def fighting(index: int) -> tuple[float, ...]:
        troop, unit = troops[index], units[index]
        rank = named.get(unit.kind, len(named))
        power = survey.power(role, index)
        return rank, power, index in rerolling, costs[index], troop.landed, index

    def closing(index: int) -> tuple[float, ...]:
        troop, unit = troops[index], units[index]
        rank = named.get(unit.kind, len(named))
        power = survey.power(role, index)
        return rank, costs[index], power, index in rerolling, troop.landed, index

    transports = survey.transports(role)
    in_the_end = _in_full(survey, role, sorted(range(len(troops)), key=closing))
    ranked = sorted(range(len(troops)), key=closing if orders.by_price else fighting)
    while_fighting = _in_full(survey, role, ranked)
    kept = _last_soldiers(survey, role, while_fighting, soldiers)
    strongest = [i for i in while_fighting if soldiers >> i & 1][-1:]
    for last in dict.fromkeys((*kept, *strongest)):
        if orders.keeps_land:
            while_fighting = _moved(while_fighting, last, len(while_fighting))
        elif not named:
            equal = survey.power(role, last)
            behind = [at for at, i in enumerate(while_fighting) if survey.power(role, i) <= equal]
            while_fighting = _moved(while_fighting, last, behind[-1] + 1)
    for last in kept if orders.keeps_land or not named else ():
        in_the_end = _moved(in_the_end, last, len(in_the_end))
    while_fighting.sort(key=lambda i: transports >> i & 1)
    in_the_end.sort(key=lambda i: transports >> i & 1)
    everybody = tuple(range(len(troops)))
    decided = named or orders.by_price or not survey.sea
    of_class = (everybody,) if decided else _classes(survey, role)
    return LossOrder(tuple(while_fighting), tuple(in_the_end), of_class)


def _last_soldiers(
    survey: Survey, role: Role, ranked: Sequence[int], soldiers: int
) -> tuple[int, ...]:
    """The troops of the land unit that is left for the territory (BG-8.24).

    If that is an elite unit, before and after its reroll (WE-1).
    """
    before = {twin: fresh for fresh, twin in survey.spent[role].items()}
    ready = before.values()
    last = next((i for i in reversed(ranked) if soldiers >> i & 1 and i not in ready), None)
    if last is None:
        return ()
    return (last, before[last]) if last in before else (last,)


def _in_full(survey: Survey, role: Role, ranked: Sequence[int]) -> list[int]:
    """A mention for each hit point: first hits on two-hit ships, then a mention for each unit."""
    troops, units = survey.troops[role], survey.units[role]
    first = [i for i in ranked for _ in range((units[i].hits - 1) * troops[i].count)]
    return [*first, *(i for i in ranked for _ in range(troops[i].count))]


def _moved(order: list[int], troop: int, to: int) -> list[int]:
    """The order with the last mention of a troop moved back to just before a place."""
    last = max(at for at, i in enumerate(order) if i == troop)
    return [*order[:last], *order[last + 1 : to], troop, *order[to:]] if last < to else order


def _classes(survey: Survey, role: Role) -> tuple[tuple[int, ...], ...]:
    """A side's troops by class; a troop is named by its index."""
    found: dict[tuple[object, ...], list[int]] = {}
    flags = [(own, other) for own in (False, True) for other in (False, True)]
    hunted = survey.submarines(role.other)
    enemies = range(len(survey.troops[role.other]))
    for i in range(len(survey.troops[role])):
        key = (
            survey.submarines(role) >> i & 1,
            survey.divers(role) >> i & 1,
            survey.destroyers(role) >> i & 1 if hunted else 0,
            survey.transports(role) >> i & 1,
            i in survey.spent[role],
            tuple(survey.reach(role, i, flag) for flag in flags),
            tuple(
                survey.reach(role.other, enemy, flag) >> i & 1
                for enemy in enemies
                for flag in flags
            ),
        )
        found.setdefault(key, []).append(i)
    return tuple(tuple(members) for members in found.values())
