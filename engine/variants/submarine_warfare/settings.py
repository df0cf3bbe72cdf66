"""The options of submarine warfare."""

__all__ = ["SEARCH_COST", "SETTINGS", "SPOT"]

from typing import Any

from engine.options import Option, count

SEARCH_COST = count(
    "sw_search_cost",
    range(3),
    default=2,
    text="movement points that searching a sea zone costs an aircraft (SW-5)",
)
SPOT = count(
    "sw_spot",
    range(3, 5),
    default=3,
    text="the highest result with which an aircraft spots a submarine; destroyers spot on 3 (SW-7)",
)

SETTINGS: tuple[Option[Any], ...] = (SEARCH_COST, SPOT)
"""All of them, as help lists them.

Implements: SW-7
"""
