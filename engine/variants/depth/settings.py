"""The options of depth status."""

__all__ = ["DECLARE", "DIE", "RETREAT_ALL_DEPTHS", "SEARCH_EACH_ROUND", "SETTINGS"]

from typing import Any

from engine.game import Phase
from engine.options import Option, flag

DIE = Option(
    "die",
    {"6": 6, "12": 12, "20": 20},
    "6",
    "how many sides all dice have that hit or detect; damage, research and convoy dice keep six "
    "(DS)",
)
DECLARE = Option(
    "ds_declare",
    {"noncombat": Phase.NONCOMBAT_MOVE, "combat": Phase.COMBAT_MOVE},
    "noncombat",
    "whether depths are declared in Noncombat move, or in Combat move, which is very strong (DS-1)",
)
SEARCH_EACH_ROUND = flag(
    "ds_search_each_round",
    default=False,
    text="whether attackers search again in every round of a battle (DS-10)",
)
RETREAT_ALL_DEPTHS = flag(
    "ds_retreat_all_depths",
    default=False,
    text="whether surfaced submarines too may dive away after the attacker has rolled (DS-12)",
)

SETTINGS: tuple[Option[Any], ...] = (DIE, DECLARE, SEARCH_EACH_ROUND, RETREAT_ALL_DEPTHS)
"""All of them, as help lists them."""
