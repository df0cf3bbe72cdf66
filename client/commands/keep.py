"""`secret-subs keep`: keep a game that others play."""

__all__ = ["configure"]

import argparse
import asyncio

from client import tables
from client.commands.called import add_reach_options, called_from
from client.commands.common import add_home_options, add_log_options, home_from
from client.commands.parser import Parser
from client.keeper import Keeper
from client.playing import run_table
from client.terminal.stdio import StandardOutput
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
    add_reach_options(command, "none: the node only calls others")
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
    called = called_from(args, table)
    work = run_table(
        table,
        keeper,
        listen=called.listen,
        relays=called.relays,
        ways=called.ways,
        stay=True,
        log=args.log,
    )
    asyncio.run(work)
    return 0
