"""`secret-subs solo`: play against bots, without anybody else and without any preparation."""

__all__ = ["configure"]

import argparse
import asyncio

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
    person_from,
    seat_from,
    terms_from,
)
from client.commands.parser import Parser
from client.lifetime import until_terminated
from client.rematch import AgainstBots


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
    person = person_from(args, "secret-subs solo --resume", AgainstBots(home, game))
    played = solo.run_solo(game, person, args.log)
    asyncio.run(until_terminated(and_rematches(played, person)))
    return 0
