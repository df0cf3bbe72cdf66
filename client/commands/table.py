"""`secret-subs table`: everything from one page: new games, invites, games to go on with."""

__all__ = ["configure", "enter"]

import argparse
import asyncio

from client.commands.common import add_home_options, home_from, maps_from
from client.commands.parser import Parser
from client.lifetime import until_terminated
from client.table.entrance import EntrancePage
from client.table.opening import opening
from client.terminal.stdio import StandardOutput


def configure(command: Parser) -> None:
    """Give the command its options."""
    command.add_argument(
        "--no-browser", action="store_true", help="print the link instead of opening the browser"
    )
    add_home_options(command)
    command.set_defaults(run=enter)


def enter(args: argparse.Namespace) -> int:
    """Open the page, and stay until the game that begins there is over."""
    home = home_from(args)
    serve = opening(home, browser=not args.no_browser)
    entrance = EntrancePage(home, StandardOutput(), serve, maps_from(args))
    asyncio.run(until_terminated(entrance.run()))
    return 0
