"""The commands of `secret-subs`, one module a family; each adds itself to the command line.

Only what a command line names is imported: a table is open the sooner for it.
"""

__all__ = ["COMMANDS", "adders"]

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from client.commands.common import Families

COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "table": ("table", "add"),
    "demo": ("demo", "add"),
    "solo": ("solo", "add"),
    "host": ("host", "add"),
    "join": ("sit", "add_join"),
    "play": ("sit", "add_play"),
    "watch": ("sit", "add_watch"),
    "audit": ("audit", "add"),
    "replay": ("replay", "add"),
    "recover": ("sit", "add_recover"),
    "keys": ("keys", "add"),
    "scenario": ("scenario", "add"),
    "rules": ("rules", "add"),
    "odds": ("odds", "add"),
}
"""Every command, in the order in which help lists them: its module here, and what adds it."""


def adders(named: str) -> "Iterator[Callable[[Families], None]]":
    """What adds the command that is named to the command line; if there is no such command, all."""
    found = COMMANDS.get(named)
    for module, function in COMMANDS.values() if found is None else (found,):
        yield getattr(import_module(f"{__name__}.{module}"), function)
