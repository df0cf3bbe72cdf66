"""The items that can be chosen, in the order in which they are composed."""

__all__ = ["ARTICLE"]

from engine.rules import Rules
from engine.variants.rules_of_warfare.batteries import Batteries
from engine.variants.rules_of_warfare.battleships import TwoHitBattleships
from engine.variants.rules_of_warfare.destroyers import Destroyers
from engine.variants.rules_of_warfare.elite import EliteUnits
from engine.variants.rules_of_warfare.kamikaze import Kamikaze
from engine.variants.rules_of_warfare.lost_transports import LostTransports
from engine.variants.rules_of_warfare.mines import SeaMines
from engine.variants.rules_of_warfare.monetary_aid import Aid
from engine.variants.rules_of_warfare.paratroops import Paratroops
from engine.variants.rules_of_warfare.resistance import Resistance
from engine.variants.rules_of_warfare.warehouses import Warehouses

ARTICLE: tuple[type[Rules], ...] = (
    Batteries,
    Destroyers,
    Resistance,
    SeaMines,
    TwoHitBattleships,
    EliteUnits,
    Kamikaze,
    LostTransports,
    Aid,
    Paratroops,
    Warehouses,
)
"""Each a house rule of its own."""
