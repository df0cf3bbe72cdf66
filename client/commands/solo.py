"""`secret-subs solo`: play against bots, without anybody else and without any preparation."""

__all__ = ["configure"]

import argparse
import asyncio
from collections.abc import Coroutine

from client import solo
from client.bots.kinds import BOTS
from client.commands.common import (
    add_home_options,
    add_log_options,
    add_rules_options,
    add_scenario_options,
    add_seat_options,
    add_table_options,
    and_rematches,
    home_from,
    maps_from,
    person_from,
    seat_from,
    terms_from,
)
from client.commands.parser import Parser
from client.home import Home
from client.lifetime import until_terminated
from client.rematch import AgainstBots, against_bots
from client.solo import SoloGame
from client.table.entrance import EntrancePage
from client.table.opening import opening
from client.terminal.stdio import StandardOutput


def configure(command: Parser) -> None:
    """Give the command its options."""
    add_seat_options(command)
    command.add_argument(
        "--name", default="Player", help="your name at the table (default: Player)"
    )
    command.add_argument(
        "--against",
        choices=sorted(BOTS),
        default="captain",
        help="the bot to play against (default: captain)",
    )
    command.add_argument(
        "--resume", action="store_true", help="resume the game that you started last"
    )
    add_scenario_options(command)
    add_rules_options(command)
    add_table_options(command)
    add_log_options(command)
    add_home_options(command)
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    home = home_from(args)
    if args.resume:
        game = solo.latest_game(home)
    else:
        terms = terms_from(args, args.players)
        seat = seat_from(args, terms)
        game = solo.begin(home, terms, seat, args.against, args.name)
    asyncio.run(until_terminated(_played(args, home, game)))
    return 0


def _played(args: argparse.Namespace, home: Home, game: SoloGame) -> Coroutine[None, None, None]:
    """The game, and what is played after it: at this terminal, or on a page with an entrance."""
    if args.terminal:
        person = person_from(args, "secret-subs solo --resume", AgainstBots(home, game))
        return and_rematches(solo.run_solo(game, person, args.log), person)
    serve = opening(home, browser=not args.no_browser)
    entrance = EntrancePage(home, StandardOutput(), serve, maps_from(args))
    return entrance.run(against_bots(home, game, args.log))
