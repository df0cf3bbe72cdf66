"""`secret-subs odds`: how likely it is."""

__all__ = ["add"]

from collections.abc import Callable

from client.commands import odds_battle, odds_convoy
from client.commands.common import Families

_COMMANDS: tuple[Callable[[Families], None], ...] = (odds_battle.add, odds_convoy.add)
"""In the order in which help lists them; the first is meant where none is named."""


def add(families: Families) -> None:
    """Add the family to the command line."""
    family = families.add_parser(
        "odds", help="how likely the ends of a battle are, or a collapse by convoy raids"
    )
    commands = family.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add_to in _COMMANDS:
        add_to(commands)
    family.named = frozenset(commands.choices)
    family.unnamed = odds_battle.NAME
