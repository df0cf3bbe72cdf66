"""`secret-subs keep`: keep a game that others play."""

__all__ = ["configure"]

import argparse
import asyncio

from client import tables
from client.commands.common import add_home_options, add_log_options, add_relay_option, home_from
from client.commands.parser import Parser
from client.keeper import Keeper
from client.terminal.stdio import StandardOutput
from p2p.address import Address
from p2p.invite import Invite
from protocol.identity import Identity


def configure(command: Parser) -> None:
    """Give the command its options."""
    command.add_argument(
        "invite",
        metavar="LINK",
        help="the invite for a keeper; the same link resumes after a stop",
    )
    command.add_argument(
        "--name", default="Keeper", help="the keeper's name at the table (default: Keeper)"
    )
    command.add_argument(
        "--listen",
        type=Address.parse,
        metavar="HOST:PORT",
        help="address to listen at (port 0: any free port; default: none, the node only calls "
        "others)",
    )
    add_relay_option(command)
    add_log_options(command)
    add_home_options(command)
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    invite = Invite.parse(args.invite)
    home = home_from(args)
    phrase = home.unlock()
    if home.store(invite.table).exists():
        table = tables.come_back(home, phrase, invite)
    else:
        table = tables.join(home, phrase, args.name, invite)
    tables.note_keeper(table, keeper=True)
    keeper = Keeper(StandardOutput(), Identity.from_phrase(phrase).public)
    work = tables.run_table(
        table, keeper, listen=args.listen, relays=args.relay, stay=True, log=args.log
    )
    asyncio.run(work)
    return 0
