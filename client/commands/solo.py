"""`secret-subs solo`: play against bots, without anybody else and without any preparation."""

__all__ = ["add"]

import argparse

from client import solo
from client.commands.common import (
    Families,
    home_of,
    person_of,
    terms_chosen,
    with_home,
    with_log,
    with_rules,
    with_scenario,
    with_table,
)
from client.seats.automaton import BOTS
from client.terminal.words import one_of


def add(families: Families) -> None:
    """Add the command to the command line."""
    text = "play against bots; everything is set up for you"
    command = families.add_parser("solo", help=text, description=text)
    command.add_argument(
        "--as", dest="power", metavar="POWER", help="a power that you play (default: the first)"
    )
    command.add_argument(
        "--players",
        type=int,
        metavar="N",
        help="how many seats share the powers (default: as few as the scenario proposes)",
    )
    command.add_argument(
        "--name", default="Player", help="your name at the table (default: Player)"
    )
    command.add_argument(
        "--against", choices=sorted(BOTS), default="captain", help="the bot (default: captain)"
    )
    command.add_argument(
        "--resume", action="store_true", help="go on with the game that you began last"
    )
    for options in (with_scenario, with_rules, with_table, with_log, with_home):
        options(command)
    command.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    home = home_of(chosen)
    if chosen.resume:
        game = solo.latest(home)
    else:
        terms = terms_chosen(chosen, chosen.players)
        powers = [power for seat in terms.seats for power in seat]
        mine = one_of(chosen.power or powers[0], powers, "power")
        seat = next(i for i, each in enumerate(terms.seats) if mine in each)
        game = solo.begin(home, terms, seat, chosen.against, chosen.name)
    solo.play(game, person_of(chosen, "secret-subs solo --resume"), chosen.log)
    return 0
