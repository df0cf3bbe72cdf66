"""House rules, one module each, in the fixed order in which they are composed."""

__all__ = ["HOUSE_RULES", "MODULES"]

from collections.abc import Mapping

from engine.rules import Rules
from engine.variants.convoys.module import ConvoyDisruption
from engine.variants.depth.module import DepthStatus
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
from engine.variants.secret_subs.module import SecretSubs
from engine.variants.submarine_warfare.module import SubmarineWarfare

MODULES: tuple[type[Rules], ...] = (
    SecretSubs,
    DepthStatus,
    SubmarineWarfare,
    ConvoyDisruption,
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
"""Every house rule; a game's are a selection of these, in this order."""

HOUSE_RULES: Mapping[str, type[Rules]] = {rules.module: rules for rules in MODULES}
"""Every house rule by its id."""
