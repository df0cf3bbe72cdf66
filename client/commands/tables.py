"""`secret-subs tables`: list tables whose hosts let strangers in."""

__all__ = ["configure", "knock_at"]

import argparse
import asyncio

from client.commands.parser import Parser
from client.console import complain, say
from client.home import Home
from client.open_tables import ask_in, find_tables, named
from client.presentation.open_tables import open_table_lines
from p2p.invite import Invite
from p2p.knocking import Knock
from p2p.relay.client import RelayAccess
from protocol.identity import Identity
from protocol.printable import printable


def configure(command: Parser) -> None:
    """Give the command its options."""
    command.description = (
        "List tables whose hosts let strangers in: those that are announced in your network, and "
        "those that a relay lists. `join` with a table's id asks its host for a place."
    )
    command.add_argument(
        "--relay",
        type=RelayAccess.parse,
        action="append",
        default=[],
        metavar="URL",
        help="list the tables of this relay instead, as in wss://relay.example/; can be repeated",
    )
    command.set_defaults(run=list_tables)


def list_tables(args: argparse.Namespace) -> int:
    """Print the tables of these relays or, without any, of the own network."""
    search = asyncio.run(find_tables(args.relay, nearby=not args.relay))
    for fault in search.faults:
        complain(fault)
    for line in open_table_lines([one.listing for one in search.found]):
        say(line)
    return 1 if search.faults and not search.found else 0


def knock_at(args: argparse.Namespace, home: Home, said: Knock) -> Invite:
    """Ask the host of the table that the command names for a place, and wait until it decides.

    Raises:
        ClientError: no such table is found.
        NodeError: its host cannot be called, or does not let us in.
    """
    identity = Identity.from_phrase(home.unlock())
    nearby = not args.relay_only
    search = asyncio.run(find_tables(args.relay, nearby=nearby))
    table = named(search, args.invite)
    host = printable(table.listing.host)
    say(f"You knock at the table of {host}, who is asked now. Stop waiting with Ctrl-C.")
    invite = asyncio.run(ask_in(table, identity, said))
    say(f"{host} lets you in.")
    return invite
