"""Editions: unit tables (``*.toml``), and what an edition answers otherwise than [50] does.

An edition's rules are a subclass of `Rules` that overrides named questions, as house rules do; they
stand between the house rules and the base game. Editions without an entry here play by the base
game's answers, those of the Anniversary Edition.
"""

__all__ = ["RULES"]

from collections.abc import Mapping

from engine.editions.classic import Classic
from engine.editions.global_1940 import EDITION, Global1940
from engine.rules import Rules

RULES: Mapping[str, type[Rules]] = {"classic": Classic, EDITION: Global1940}
"""The rules of editions that have their own, by the name of their unit table."""
