"""`secret-subs scenario bid`: a scenario with the units of a bid on the board."""

__all__ = ["add"]

import argparse
from pathlib import Path

from client.bids import read_bids, with_bids
from client.commands.common import Families
from client.console import say
from client.errors import ClientError
from client.scenarios import find

_DESCRIPTION = """
Write a scenario file in which powers have placed extra units before the game begins, to even out
the sides. Host it like any other scenario file; everyone who joins signs it.

A bid in IPC needs no file: it is an option of the game, as in --rules bid_Germany=9.
"""


def add(commands: Families) -> None:
    """Add the command to the family."""
    command = commands.add_parser("bid", help="place the units of a bid", description=_DESCRIPTION)
    command.add_argument("name", metavar="NAME", help="a scenario's name, or a file")
    command.add_argument(
        "units",
        nargs="+",
        metavar="UNITS",
        help='what a power places: "Germany: infantry Poland, 2 artillery Libya"',
    )
    command.add_argument(
        "--most", type=int, metavar="IPC", help="value of the bid, which the units must not exceed"
    )
    command.add_argument(
        "--to", type=Path, required=True, metavar="FILE", help="the scenario file to write"
    )
    command.add_argument("--force", action="store_true", help="overwrite an existing file")
    command.set_defaults(run=_bid)


def _bid(args: argparse.Namespace) -> int:
    scenario = find(args.name)
    bid = read_bids(scenario.scenario, args.units)
    if args.most is not None and bid.cost > args.most:
        raise ClientError(f"the units cost {bid.cost} IPC, the bid is {args.most}")
    if args.to.exists() and not args.force:
        raise ClientError(f"{args.to} already exists", "use --force to overwrite it")
    made = with_bids(scenario, bid)
    args.to.write_bytes(made.source)
    left = "" if args.most is None else f", {args.most - bid.cost} IPC of the bid left over"
    placed = sum(stack.count for stack in bid.stacks)
    say(f"{args.to}: units placed: {placed}, for {bid.cost} IPC{left}")
    return 0
