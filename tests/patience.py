"""How long the tests wait for what must happen."""

from typing import Final

__all__ = ["PATIENCE"]

PATIENCE: Final = 180.0
"""Seconds. A test waits for a state; this ends only what hangs."""
