"""`secret-subs keep`: keep a game that others play."""

__all__ = ["configure"]

import argparse
import asyncio

from client import tables
from client.commands.called import add_reach_options, called_from
from client.commands.common import add_home_options, add_log_options, home_from
from client.commands.parser import Parser
from client.commands.reminders import add_reminder_options, reminder_settings
from client.console import say
from client.errors import ClientError
from client.home import Home
from client.keeper import Keeper
from client.playing import run_table
from client.terminal.stdio import StandardOutput
from p2p.invite import Invite
from p2p.relay.client import NotHeld, RelayAccess, ask_to_hold
from p2p.reminding.courier import Courier
from p2p.reminding.desk import Desk, Office
from p2p.reminding.destinations import ReminderSettings
from p2p.reminding.sealed import BookFile, Counter
from protocol.charter import MAX_SEATS
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
        "--at",
        type=RelayAccess.parse,
        metavar="URL",
        help="do not keep it here, but have a relay keep it, as in wss://relay.example/; the host "
        "must play with --relay and the same URL",
    )
    add_reminder_options(command)
    add_reach_options(command, "none: the node only calls others")
    add_log_options(command)
    add_home_options(command)
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    settings = reminder_settings(args)
    invite = Invite.parse(args.invite)
    if args.at is not None:
        asyncio.run(_have_kept(args.at, invite))
        return 0
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
        reminders=_desk(settings, home, table),
    )
    asyncio.run(work)
    return 0


def _desk(settings: ReminderSettings, home: Home, table: tables.OpenTable) -> Desk | None:
    """By which players are reminded; None if nobody is.

    Raises:
        BadStore, StoreFailed: what is kept of reminders cannot be read.
    """
    if not settings.kinds:
        return None
    office = Office(Courier(settings), Counter(home.reminders_sent, table.phrase))
    return Desk(table.id, BookFile(home.kept_reminders(table.id), table.phrase), office)


async def _have_kept(relay: RelayAccess, invite: Invite) -> None:
    """Give the invite to a relay.

    Raises:
        ClientError: it is for no seat, or the relay does not keep the game.
        Unreachable: the relay does not answer.
    """
    if invite.ticket is None or invite.ticket.place >= MAX_SEATS:
        raise ClientError("this invite is not for a keeper", "give the one that the host shows")
    try:
        way = await ask_to_hold(relay, invite.link())
    except NotHeld as error:
        raise ClientError(str(error), "ask another relay, or keep the game yourself") from error
    say(f"{way.relay} keeps this game now, with the key {way.key.fingerprint}.")
