"""The bots that people can play against."""

__all__ = ["BOTS", "bot_named"]

from collections.abc import Callable, Mapping

from client.bots.bot import Bot
from client.bots.captain import Captain
from client.bots.fuzz import Fuzz
from client.errors import ClientError

BOTS: Mapping[str, Callable[[int], Bot]] = {"captain": Captain, "fuzz": Fuzz}
"""Bots by the names that people give them, each made from a seed."""


def bot_named(name: str, seed: int) -> Bot:
    """A bot.

    Raises:
        ClientError: there is none of that name.
    """
    if name not in BOTS:
        raise ClientError(f"there is no bot {name}", f"the bots are {', '.join(sorted(BOTS))}")
    return BOTS[name](seed)
