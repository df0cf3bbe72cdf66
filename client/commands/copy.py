"""`secret-subs export`, `import`: all that a home keeps, in one file."""

__all__ = ["configure_export", "configure_import"]

import argparse
from pathlib import Path

from client.commands.common import add_home_options, home_from
from client.commands.parser import Parser
from client.console import say
from client.errors import ClientError
from client.home import choose_passphrase, passphrase
from client.table.home_copy import bring, copy_home
from engine.errors import counted
from p2p.sealed_copy import MAX_COPY
from p2p.system import replace_private


def configure_export(command: Parser) -> None:
    """Give `export` its options."""
    command.description = (
        "Copy all games, your key and your settings into one file, sealed under the passphrase of "
        "your key. A copy is for the day on which this machine is lost. To go on with one game on "
        "another device, move its seat instead: `secret-subs move`."
    )
    command.add_argument("file", metavar="FILE", type=Path, help="file to be written")
    add_home_options(command)
    command.set_defaults(run=_export)


def configure_import(command: Parser) -> None:
    """Give `import` its options."""
    command.description = (
        "Bring what `secret-subs export` or a page has copied to this home. Nothing that is here "
        "is replaced. A seat among people plays once another player has come and shown what the "
        "copy may lack."
    )
    command.add_argument("file", metavar="FILE", type=Path, help="the copy")
    add_home_options(command)
    command.set_defaults(run=_import)


def _export(args: argparse.Namespace) -> int:
    home = home_from(args)
    if args.file.exists():
        raise ClientError(f"{args.file} is there already", "name a file that does not exist yet")
    fresh = not home.key_file.exists()
    copied = copy_home(home, choose_passphrase() if fresh else passphrase("Passphrase: "))
    replace_private(args.file, copied.file)
    say(f"{args.file} holds {counted(copied.games, 'game')}, and opens with your passphrase alone.")
    for line in copied.left_out:
        say(f"Not in it: {line}.")
    return 0


def _import(args: argparse.Namespace) -> int:
    home = home_from(args)
    with args.file.open("rb") as opened:
        copy = opened.read(MAX_COPY + 1)
    brought = bring(home, copy, passphrase("Passphrase of the copy: "))
    for line in brought.came:
        say(f"Here now: {line}.")
    for line in brought.stayed:
        say(f"Not brought: {line}.")
    if not brought.came:
        say("Nothing in it was missing here.")
    return 0
