"""When a node sends what its player has ordered beforehand: at a moment that tells nothing.

An answer that came at once, every time that it costs nothing to weigh, would tell how it was found.
"""

__all__ = ["MAX_DELAY", "random_delay"]

import asyncio
from random import SystemRandom
from typing import Final

MAX_DELAY: Final = 2.0
"""Seconds within which a standing order is carried out."""


async def random_delay() -> None:
    """Wait for a time that is drawn, and depends on nothing else."""
    await asyncio.sleep(SystemRandom().uniform(0, MAX_DELAY))
