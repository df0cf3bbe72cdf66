"""The exact chance that raiders bring a power to collapse in one income phase.

Implements: CD-7
"""

__all__ = ["RaiderPlacement", "best_placement", "chance_of_collapse", "front"]

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.board import Power, SpaceId
from engine.economy.convoys import DIE_SIDES, ipc_lost
from engine.errors import IncompatibleModules
from engine.scenario import Convoys, Scenario

_Odds = tuple[Fraction, ...]
"""The chance of each loss in IPC, from 0 on."""


@dataclass(frozen=True, slots=True)
class RaiderPlacement:
    """Raiders by sea zone, and their chance; each rolls the same number of dice."""

    raiders: Mapping[SpaceId, int]
    chance: Fraction


def _convoys(scenario: Scenario) -> Convoys:
    if scenario.convoys is None:
        raise IncompatibleModules(f"the scenario {scenario.name} has no convoy limits")
    return scenario.convoys


def front(scenario: Scenario, power: Power) -> tuple[SpaceId, ...]:
    """Sea zones in which raiders bring a power nearer to collapse, those of highest limit first.

    Raises:
        IncompatibleModules: the board has no convoys, or the power cannot collapse on it.
    """
    convoys = _convoys(scenario)
    if power not in convoys.collapse:
        fragile = ", ".join(sorted(convoys.collapse)) or "nobody"
        raise IncompatibleModules(f"{power} cannot collapse in this scenario, only {fragile}")
    zones = scenario.board.adjacent_zones(convoys.collapse[power])
    exposed = [zone for zone in zones if zone in convoys.zones]
    order = list(scenario.board.zones)
    return tuple(sorted(exposed, key=lambda zone: (-convoys.zones[zone], order.index(zone))))


@functools.lru_cache(maxsize=1024)
def _zone(dice: int, limit: int) -> _Odds:
    """The chance of each loss in one sea zone: the sum of its dice, cut at its limit."""
    if not dice:
        return (Fraction(1),)
    before = _zone(dice - 1, limit)
    odds = [Fraction(0)] * (limit + 1)
    for ipc, chance in enumerate(before):
        for die in range(1, DIE_SIDES + 1):
            odds[min(limit, ipc + ipc_lost(die))] += chance / DIE_SIDES
    return tuple(odds)


def chance_of_collapse(scenario: Scenario, power: Power, dice: Mapping[SpaceId, int]) -> Fraction:
    """The chance that a power collapses in one income phase if losses are divided against it.

    `dice`: how many are rolled in each sea zone; two for a submarine (CD-1).

    Raises:
        IncompatibleModules: see `front`.
    """
    convoys = _convoys(scenario)
    most = sum(convoys.zones[zone] for zone in front(scenario, power))
    total = [Fraction(1)] + [Fraction(0)] * most
    for zone in front(scenario, power):
        summed = [Fraction(0)] * (most + 1)
        for lost, chance in enumerate(total):
            for ipc, here in enumerate(_zone(dice.get(zone, 0), convoys.zones[zone])):
                if chance and here:
                    summed[lost + ipc] += chance * here
        total = summed
    return sum(total[convoys.territories[convoys.collapse[power]] :], Fraction(0))


def best_placement(
    scenario: Scenario, power: Power, raiders: int, dice: int = 2
) -> RaiderPlacement:
    """Where this many raiders have the best chance, rolling `dice` each; the first of equals.

    Raises:
        IncompatibleModules: see `front`.
    """
    zones = front(scenario, power)
    placements = (dict(zip(zones, split, strict=True)) for split in _splits(raiders, len(zones)))
    judged = (
        RaiderPlacement(
            placed,
            chance_of_collapse(scenario, power, {zone: n * dice for zone, n in placed.items()}),
        )
        for placed in placements
    )
    return max(judged, key=lambda placement: placement.chance)


def _splits(raiders: int, zones: int) -> Iterator[tuple[int, ...]]:
    """Every way to share raiders out among zones, more of them in the first ones first."""
    if zones == 1:
        yield (raiders,)
        return
    for here in range(raiders, -1, -1):
        for rest in _splits(raiders - here, zones - 1):
            yield (here, *rest)
