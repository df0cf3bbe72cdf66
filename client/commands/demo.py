"""`secret-subs demo`: two nodes play a whole game, and a stranger audits it."""

__all__ = ["add"]

import argparse
import secrets
from pathlib import Path

from client.commands.common import Families, terms_chosen, with_rules, with_scenario
from client.demo import Demo, run
from client.errors import ClientError
from client.seats.automaton import BOTS

_BOTS = "captain,captain"


def add(families: Families) -> None:
    """Add the command to the command line."""
    text = "two nodes play a whole game, and a stranger audits the log"
    command = families.add_parser("demo", help=text, description=text)
    with_scenario(command)
    with_rules(command)
    command.add_argument(
        "--bots",
        default=_BOTS,
        metavar="A,B",
        help=f"who plays, of {', '.join(sorted(BOTS))} (default: {_BOTS})",
    )
    command.add_argument(
        "--seed", type=int, metavar="N", help="fixes the bots' choices, not dice nor secrets"
    )
    command.add_argument("--log", type=Path, metavar="FILE", help="keep the log there")
    command.add_argument("--keep", type=Path, metavar="DIR", help="keep stores and outputs there")
    command.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    bots = tuple(chosen.bots.split(","))
    for bot in bots:
        if bot not in BOTS:
            raise ClientError(f"there is no bot {bot!r}", f"bots are {', '.join(sorted(BOTS))}")
    if len(bots) != len(terms_chosen(chosen).seats):
        raise ClientError(f"--bots {chosen.bots}", "name one bot for each of the two seats: a,b")
    seed = secrets.randbits(32) if chosen.seed is None else chosen.seed
    game = [f"--{name}={getattr(chosen, name)}" for name in _GAME]
    if chosen.rounds is not None:
        game.append(f"--rounds={chosen.rounds}")
    return run(Demo((bots[0], bots[1]), (seed, seed + 1), tuple(game), chosen.log, chosen.keep))


_GAME = ("scenario", "rules", "secrecy", "dice", "windows")
"""Options of `host` that lay down the game."""
