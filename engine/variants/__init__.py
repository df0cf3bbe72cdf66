"""House rules, one module each, in the fixed order in which they are composed."""

__all__ = ["MODULES"]

from engine.rules import Rules

MODULES: tuple[type[Rules], ...] = ()
"""Every house rule; a game's are a selection of these, in this order."""
