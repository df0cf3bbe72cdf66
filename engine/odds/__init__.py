"""Battle odds: what may come of a battle, and how likely it is, by the rules of a game (BG-8).

`forecast` is the way in. It is no rule: nothing that is played depends on it, so it may use floats.
"""

__all__ = [
    "BattleEnd",
    "BattleOutcome",
    "Encounter",
    "Odds",
    "RetreatPolicy",
    "SideOrders",
    "Troop",
    "forecast",
]

from engine.odds.encounter import Encounter, RetreatPolicy, SideOrders, Troop
from engine.odds.forecast import BattleEnd, BattleOutcome, Odds, forecast
