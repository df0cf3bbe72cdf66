"""`secret-subs solo`: play against bots, without anybody else and without any preparation."""

__all__ = ["configure"]

import argparse
import asyncio

from client import solo
from client.bots.player import BOTS
from client.commands.common import (
    home_of,
    person_of,
    seat_chosen,
    terms_chosen,
    with_home,
    with_log,
    with_rules,
    with_scenario,
    with_seat,
    with_table,
)
from client.commands.parser import Parser
from client.lifetime import until_terminated


def configure(command: Parser) -> None:
    """Give the command its options."""
    with_seat(command)
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
    for options in (with_scenario, with_rules, with_table, with_log, with_home):
        options(command)
    command.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    home = home_of(chosen)
    if chosen.resume:
        game = solo.latest_game(home)
    else:
        terms = terms_chosen(chosen, chosen.players)
        seat = seat_chosen(chosen, terms)
        game = solo.begin(home, terms, seat, chosen.against, chosen.name)
    person = person_of(chosen, "secret-subs solo --resume")
    asyncio.run(until_terminated(solo.run_solo(game, person, chosen.log)))
    return 0
