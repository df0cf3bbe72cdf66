"""`secret-subs remind`: where this player is reminded that a game waits for it."""

__all__ = ["configure"]

import argparse
import asyncio
import sys

from client import tables
from client.asking import AskingKeeper
from client.commands.called import called_as_before
from client.commands.common import add_home_options, home_from
from client.commands.parser import Parser
from client.console import say
from client.errors import ClientError
from client.notifying import recipient
from client.playing import run_table
from client.reminding import TITLE, Reminding, addresses, keep_addresses
from client.terminal.stdio import StandardOutput
from p2p.reminding.destinations import EXAMPLES
from p2p.system import make_private_folder


def configure(command: Parser) -> None:
    """Give the command its options."""
    command.description = (
        "Choose where you are reminded when a game has waited for your decision for ten minutes "
        "with no page open, and once more after a day. `stay`, or `play` with its page closed, "
        "sends the reminders: no other machine learns your address. They hold nothing secret."
    )
    command.add_argument(
        "addresses",
        metavar="ADDRESS",
        nargs="*",
        help="as apprise has them, as in mailto://user:password@mail.example.org or ntfy://topic; "
        "- reads them from standard input, one a line, so that other users of this machine cannot "
        "see them in the list of processes (default: show the addresses, without passwords)",
    )
    command.add_argument(
        "--keeper",
        metavar="TABLE",
        help="have the keeper of this game remind you while your own node is off, if it does so, "
        f"at one ADDRESS of: {', '.join(EXAMPLES.values())}; it sends a code there, which you are "
        "asked for. The first letters of the table's id name it",
    )
    what = command.add_mutually_exclusive_group()
    what.add_argument("--test", action="store_true", help="send a message there now")
    what.add_argument("--off", action="store_true", help="send no reminders any more")
    add_home_options(command)
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    if args.keeper is not None:
        return _ask_keeper(args)
    file = home_from(args).reminders
    given = _given(args)
    if args.off and given:
        raise ClientError("--off sends reminders nowhere", "give addresses, or --off")
    if given or args.off:
        for address in given:
            recipient(address)
        make_private_folder(file.parent)
        keep_addresses(file, given)
    reminding = Reminding.of(file)
    if not addresses(file):
        say("Nobody reminds you.")
        return 0
    for one in reminding.recipients:
        say(f"Reminders go to {one.shown}")
    return asyncio.run(_test(reminding)) if args.test else 0


def _ask_keeper(args: argparse.Namespace) -> int:
    """Have a keeper remind this player, or forget its addresses, or say them.

    Raises:
        ClientError: it is not said what it is to do, or it does not do it.
        StoreInUse: the game is open, where `reminders` does the same.
    """
    given = _given(args)
    if args.test or len(given) > 1 or (given and args.off):
        raise ClientError("a keeper takes one address, or --off", "give one of them")
    home = home_from(args)
    table = tables.find(home, home.unlock(), args.keeper)
    called = called_as_before(table)
    asking = AskingKeeper(StandardOutput(), given[0] if given else None, off=args.off)
    work = run_table(table, asking, listen=called.listen, relays=called.relays, ways=called.ways)
    asyncio.run(work)
    return 0


def _given(args: argparse.Namespace) -> list[str]:
    """The addresses; of a keeper's one a line, as the code comes after it."""
    if args.addresses != ["-"]:
        return list(args.addresses)
    return (sys.stdin.readline() if args.keeper else sys.stdin.read()).split()


async def _test(reminding: Reminding) -> int:
    """Send a message to all; 0 if all took it."""
    text = "This is how you will be reminded that a game waits for you."
    taken = [await one.send(TITLE, text) for one in reminding.recipients]
    for one, ok in zip(reminding.recipients, taken, strict=True):
        say(f"{'Sent' if ok else 'NOT sent'} to {one.shown}")
    return 0 if all(taken) else 1
