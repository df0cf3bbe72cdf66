"""`secret-subs table`: everything from one page: new games, invites, games to go on with."""

__all__ = ["configure", "enter"]

import argparse
import asyncio

from client.commands.common import home_of, maps_of, with_home
from client.commands.parser import Parser
from client.lifetime import until_terminated
from client.table.entrance import Entrance
from client.table.opening import opening
from client.terminal.stdio import StandardOutput


def configure(command: Parser) -> None:
    """Give the command its options."""
    command.add_argument(
        "--no-browser", action="store_true", help="print the link instead of opening the browser"
    )
    with_home(command)
    command.set_defaults(run=enter)


def enter(chosen: argparse.Namespace) -> int:
    """Open the page, and stay until the game that begins there is over."""
    home = home_of(chosen)
    serve = opening(home, browser=not chosen.no_browser)
    entrance = Entrance(home, StandardOutput(), serve, maps_of(chosen))
    asyncio.run(until_terminated(entrance.run()))
    return 0
