"""The commands of `secret-subs`, one module a family; each adds itself to the command line."""

__all__ = ["COMMANDS"]

from collections.abc import Callable

from client.commands import audit, demo, host, keys, odds, replay, rules, scenario, sit, solo, table
from client.commands.common import Families

COMMANDS: tuple[Callable[[Families], None], ...] = (
    table.add,
    demo.add,
    solo.add,
    host.add,
    sit.add_join,
    sit.add_play,
    sit.add_watch,
    audit.add,
    replay.add,
    sit.add_recover,
    keys.add,
    scenario.add,
    rules.add,
    odds.add,
)
"""In the order in which help lists them."""
