"""`secret-subs table`: everything from one page: new games, invites, games to go on with.

`secret-subs learn` opens the same page on the guided turn.
"""

__all__ = ["configure", "configure_learn", "enter"]

import argparse
import asyncio

from client.commands.common import add_home_options, home_from, maps_from
from client.commands.parser import Parser
from client.lesson import Lesson, begun
from client.lifetime import until_terminated
from client.table.entrance import EntrancePage
from client.table.opening import opening
from client.terminal.stdio import StandardOutput


def configure(command: Parser) -> None:
    """Give the command its options."""
    _add_options(command)
    command.set_defaults(run=enter)


def configure_learn(command: Parser) -> None:
    """Give `learn` its options."""
    command.add_argument(
        "--anew", action="store_true", help="begin again, and forget how far you had come"
    )
    _add_options(command)
    command.set_defaults(run=_learn)


def _add_options(command: Parser) -> None:
    command.add_argument(
        "--no-browser", action="store_true", help="print the link instead of opening the browser"
    )
    add_home_options(command)


def enter(args: argparse.Namespace) -> int:
    """Open the page, and stay until the game that begins there is over."""
    return _open(args, None)


def _learn(args: argparse.Namespace) -> int:
    return _open(args, begun(home_from(args).lesson, anew=args.anew))


def _open(args: argparse.Namespace, lesson: Lesson | None) -> int:
    home = home_from(args)
    serve = opening(home, browser=not args.no_browser)
    entrance = EntrancePage(home, StandardOutput(), serve, maps_from(args))
    asyncio.run(until_terminated(entrance.run(lesson)))
    return 0
