"""`secret-subs odds`: how likely it is."""

__all__ = ["configure"]

from collections.abc import Callable

from client.commands import odds_battle, odds_convoy, odds_patrol
from client.commands.common import Families
from client.commands.parser import Parser

_COMMANDS: tuple[Callable[[Families], None], ...] = (
    odds_battle.add,
    odds_convoy.add,
    odds_patrol.add,
)
"""In the order in which help lists them; the first is meant where none is named."""


def configure(family: Parser) -> None:
    """Give the family its commands."""
    commands = family.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add_to in _COMMANDS:
        add_to(commands)
    family.named = frozenset(commands.choices)
    family.unnamed = odds_battle.NAME
