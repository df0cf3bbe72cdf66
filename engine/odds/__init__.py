"""Battle odds: what may come of a battle, and how likely it is, by the rules of a game (BG-8).

`forecast` is the way in. It is no rule: nothing that is played depends on it, so it may use floats.
"""

__all__ = [
    "Encounter",
    "End",
    "Odds",
    "Orders",
    "Outcome",
    "Retreat",
    "Troop",
    "forecast",
]

from engine.odds.encounter import Encounter, Orders, Retreat, Troop
from engine.odds.forecast import End, Odds, Outcome, forecast
