"""Which strangers a host tells of its table: the options, and what they mean."""

__all__ = ["add_open_options", "open_to_from"]

import argparse
import time
from typing import Final

from client.commands.parser import Parser
from client.errors import ClientError
from p2p.advertising import NOBODY, OpenTo
from p2p.listing import MAX_LISTING_MINUTES
from p2p.nearby import INSTALL, can_search

_DAY: Final = 24
_MOST: Final = MAX_LISTING_MINUTES // 60


def add_open_options(command: Parser) -> None:
    """Add the options for strangers."""
    command.add_argument(
        "--nearby",
        action="store_true",
        help="tell everybody in your network of the table, until all seats are taken: your name "
        "and what is played; whoever knocks is let in only if you say so",
    )
    command.add_argument(
        "--listed",
        action="store_true",
        help="the same to everybody who asks your relays for tables",
    )
    command.add_argument(
        "--listed-hours",
        type=int,
        default=_DAY,
        metavar="N",
        help=f"for how long strangers are told of it, 1 to {_MOST} (default: {_DAY})",
    )


def open_to_from(args: argparse.Namespace) -> OpenTo:
    """Which strangers are told.

    Raises:
        ClientError: they cannot be.
    """
    if not (args.nearby or args.listed):
        return NOBODY
    if not 1 <= args.listed_hours <= _MOST:
        raise ClientError(f"{args.listed_hours} hours", f"choose 1 to {_MOST}")
    if args.nearby and args.relay_only:
        raise ClientError(
            "--relay-only shows your address to nobody, and --nearby to your whole network",
            "give one or the other",
        )
    if args.nearby and not can_search():
        raise ClientError("--nearby needs a library more", f"install it with: {INSTALL}")
    if args.listed and not args.relay:
        raise ClientError("--listed needs a relay that lists the table", "name one with --relay")
    until = int(time.time()) // 60 + args.listed_hours * 60
    return OpenTo(network=args.nearby, relays=args.listed, until=until)
