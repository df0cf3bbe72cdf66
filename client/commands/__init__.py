"""The commands of `secret-subs`, one module a family; each adds itself to the command line."""

__all__ = ["COMMANDS"]

from collections.abc import Callable

from client.commands import keys, scenario
from client.commands.common import Families

COMMANDS: tuple[Callable[[Families], None], ...] = (scenario.add, keys.add)
"""In the order in which help lists them."""
