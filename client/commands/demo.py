"""`secret-subs demo`: nodes play a whole game, and a stranger audits it."""

__all__ = ["configure"]

import argparse
import secrets
from pathlib import Path

from client.bots.kinds import BOTS
from client.commands.common import (
    add_log_options,
    add_rules_options,
    add_scenario_options,
    terms_from,
)
from client.commands.parser import Parser
from client.demo import Demo, run
from client.errors import ClientError
from engine.errors import counted

_BOT = "captain"


def configure(command: Parser) -> None:
    """Give the command its options."""
    add_scenario_options(command)
    add_rules_options(command)
    command.add_argument(
        "--seats",
        type=int,
        metavar="N",
        help="number of nodes that share the powers (default: the fewest the scenario allows)",
    )
    command.add_argument(
        "--keepers",
        type=int,
        default=0,
        metavar="N",
        help="number of keepers, each a node that adds to the dice and plays nothing (default: 0)",
    )
    command.add_argument(
        "--deposits",
        action="store_true",
        help="deposit what opens hidden tokens with the keepers, as `host --deposits` does",
    )
    command.add_argument(
        "--bots",
        metavar="A,B",
        help=f"bots, of {', '.join(sorted(BOTS))}, one per seat (default: {_BOT} for all)",
    )
    command.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="seed of the bots' choices; dice and secrets stay random",
    )
    command.add_argument(
        "--relay",
        action="store_true",
        help="let no node be called: all meet at a relay, which the demo starts as well",
    )
    add_log_options(command)
    command.add_argument("--keep", type=Path, metavar="DIR", help="keep stores and outputs in DIR")
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    seats = len(terms_from(args, args.seats).seats)
    if seats < 2:  # noqa: PLR2004 (nobody trusts nobody alone)
        raise ClientError("a demo needs two seats or more", "choose a scenario with two sides")
    bots = (_BOT,) * seats if args.bots is None else tuple(args.bots.split(","))
    for bot in bots:
        if bot not in BOTS:
            raise ClientError(f"there is no bot {bot!r}", f"the bots are {', '.join(sorted(BOTS))}")
    if len(bots) != seats:
        raise ClientError(f"--bots {args.bots}", f"name {counted(seats, 'bot')}, one per seat")
    seed = secrets.randbits(32) if args.seed is None else args.seed
    said = {name: getattr(args, name) for name in _GAME}
    game = [f"--{name}={value}" for name, value in said.items() if value is not None]
    if args.deposits:
        game.append("--deposits")
    seeds = tuple(seed + i for i in range(seats))
    demo = Demo(bots, seeds, tuple(game), args.log, args.keep, args.keepers, relay=args.relay)
    return run(demo)


_GAME = ("scenario", "rules", "secrecy", "windows", "dice", "rounds")
"""Options of `host` that lay down the game."""
