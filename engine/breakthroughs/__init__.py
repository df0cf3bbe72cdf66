"""What breakthroughs do (BG-4.2 to 4.4), beyond the better units of an edition's charts.

A breakthrough is a set of answers to the named questions, as a house rule is: a subclass of `Rules`
that changes an answer for the powers that own it and leaves it to `super()` for all others. They
are part of a game's rules where its scenario has research.
"""

__all__ = ["breakthroughs"]

from collections.abc import Mapping

from engine.breakthroughs.bombers import HeavyBombers, Paratroopers
from engine.breakthroughs.guns import AdvancedArtillery, Radar, Rockets
from engine.breakthroughs.industry import IncreasedProduction, WarBonds
from engine.breakthroughs.infantry import MechanizedInfantry
from engine.breakthroughs.units import ImprovedUnits
from engine.charts import Breakthrough, Charts
from engine.rules import Rules

_RULES: Mapping[Breakthrough, type[Rules]] = {
    Breakthrough.ADVANCED_ARTILLERY: AdvancedArtillery,
    Breakthrough.HEAVY_BOMBERS: HeavyBombers,
    Breakthrough.INCREASED_PRODUCTION: IncreasedProduction,
    Breakthrough.MECHANIZED_INFANTRY: MechanizedInfantry,
    Breakthrough.PARATROOPERS: Paratroopers,
    Breakthrough.RADAR: Radar,
    Breakthrough.ROCKETS: Rockets,
    Breakthrough.WAR_BONDS: WarBonds,
}


def breakthroughs(charts: Charts) -> tuple[type[Rules], ...]:
    """The rules of all breakthroughs on an edition's charts."""
    listed = {breakthrough for chart in charts.charts for breakthrough in chart}
    found = (rules for breakthrough, rules in _RULES.items() if breakthrough in listed)
    return (*found, ImprovedUnits)
