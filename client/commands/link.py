"""`secret-subs link`: print a link to a game, for whoever belongs to it."""

__all__ = ["configure"]

import argparse

from client import tables
from client.commands.common import add_home_options, add_table_argument, home_from
from client.commands.parser import Parser
from client.console import say
from client.errors import ClientError
from client.links import newest_link
from p2p.errors import StoreInUse


def configure(command: Parser) -> None:
    """Give the command its options."""
    command.description = (
        "Print a link to a game with the newest addresses of all its players. Send it to a player "
        "who cannot find the others any more: `play`, `join` and `recover` take it. It lets nobody "
        "in who does not belong to the game."
    )
    add_table_argument(command)
    add_home_options(command)
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    home = home_from(args)
    try:
        table = tables.find(home, home.unlock(), args.table)
    except StoreInUse as error:
        raise ClientError(
            "this game is open in another process",
            "type `link` at its prompt, or find the link on its page under Connections",
        ) from error
    with table.store:
        say(newest_link(table).link())
    return 0
