"""Battle odds: what may come of a battle, and how likely it is, by the rules of a game (BG-8).

`forecast` is the way in; `best_losses` says which losses it reckons with. They are no rules, and
nothing that is played depends on them: so they may use floats.
"""

__all__ = [
    "BattleEnd",
    "BattleOutcome",
    "Encounter",
    "Muster",
    "Odds",
    "RetreatPolicy",
    "SideOrders",
    "Troop",
    "after_attack",
    "best_losses",
    "forecast",
    "is_sure",
    "way_back",
]

from engine.odds.encounter import Encounter, Muster, RetreatPolicy, SideOrders, Troop, way_back
from engine.odds.forecast import BattleEnd, BattleOutcome, Odds, forecast, is_sure
from engine.odds.proposal import after_attack, best_losses
