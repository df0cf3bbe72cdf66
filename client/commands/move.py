"""`secret-subs move`, `receive`: one seat, played from one device and then from another."""

__all__ = ["configure_move", "configure_receive"]

import argparse
from pathlib import Path

from client.commands.common import add_home_options, add_table_argument, home_from
from client.commands.parser import Parser
from client.console import say
from client.moving import move, receive, waiting_device
from p2p.moved_seat import DeviceCode


def configure_move(command: Parser) -> None:
    """Give `move` its options."""
    command.description = (
        "Move your seat to another device of yours. First run `secret-subs receive` there, and "
        "bring its code here. This device then never plays the seat again, unless you move it "
        "back. If anything interrupts the move, run the same command again."
    )
    command.add_argument("code", metavar="CODE", help="what `secret-subs receive` has printed")
    command.add_argument("file", metavar="FILE", type=Path, help="file that takes the seat there")
    add_table_argument(command)
    add_home_options(command)
    command.set_defaults(run=_move)


def configure_receive(command: Parser) -> None:
    """Give `receive` its options."""
    command.description = (
        "Play a seat from this device that you have played from another one. Without a file it "
        "prints the code that `secret-subs move` wants there; your key comes with the seat."
    )
    command.add_argument(
        "file", metavar="FILE", type=Path, nargs="?", help="what `secret-subs move` has written"
    )
    add_home_options(command)
    command.set_defaults(run=_receive)


def _move(args: argparse.Namespace) -> int:
    home = home_from(args)
    code = DeviceCode.parse(args.code)
    table = move(home, home.unlock(), args.table, code, args.file)
    say(
        f"Your seat at table {table.hex()[:8]} is in {args.file}, and this device plays it no "
        "more. On the other device, run `secret-subs receive` with this file. Only that device "
        "can open it; until then keep it, or write it again with the same command."
    )
    return 0


def _receive(args: argparse.Namespace) -> int:
    home = home_from(args)
    if args.file is None:
        code = waiting_device(home).code
        say(
            f"{code}\n\nTake this code to the device that has your seat, over a way that you "
            "trust: who exchanges it gets your key. There run\n\n"
            "  secret-subs move CODE FILE\n\n"
            "and bring the file back to `secret-subs receive FILE`."
        )
        return 0
    table = receive(home, args.file)
    say(
        f"The seat is played from this device now: `secret-subs play {table.hex()[:8]}`. "
        f"You can delete {args.file}; nobody can use it any more."
    )
    return 0
