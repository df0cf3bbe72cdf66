"""`secret-subs demo`: nodes play a whole game, and a stranger audits it."""

__all__ = ["configure"]

import argparse
import secrets
from pathlib import Path

from client.bots.player import BOTS
from client.commands.common import terms_chosen, with_log, with_rules, with_scenario
from client.commands.parser import Parser
from client.demo import Demo, run
from client.errors import ClientError

_BOT = "captain"


def configure(command: Parser) -> None:
    """Give the command its options."""
    with_scenario(command)
    with_rules(command)
    command.add_argument(
        "--seats",
        type=int,
        metavar="N",
        help="number of nodes that share the powers (default: the fewest the scenario allows)",
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
    with_log(command)
    command.add_argument("--keep", type=Path, metavar="DIR", help="keep stores and outputs in DIR")
    command.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    seats = len(terms_chosen(chosen, chosen.seats).seats)
    if seats < 2:  # noqa: PLR2004 (nobody trusts nobody alone)
        raise ClientError("a demo needs two seats or more", "choose a scenario with two sides")
    bots = (_BOT,) * seats if chosen.bots is None else tuple(chosen.bots.split(","))
    for bot in bots:
        if bot not in BOTS:
            raise ClientError(f"there is no bot {bot!r}", f"the bots are {', '.join(sorted(BOTS))}")
    if len(bots) != seats:
        raise ClientError(f"--bots {chosen.bots}", f"name {seats} bots, one per seat")
    seed = secrets.randbits(32) if chosen.seed is None else chosen.seed
    game = [f"--{name}={getattr(chosen, name)}" for name in _GAME]
    if chosen.rounds is not None:
        game.append(f"--rounds={chosen.rounds}")
    seeds = tuple(seed + i for i in range(seats))
    return run(Demo(bots, seeds, tuple(game), chosen.log, chosen.keep))


_GAME = ("scenario", "rules", "secrecy", "dice", "windows")
"""Options of `host` that lay down the game."""
