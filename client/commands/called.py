"""Where a node is called: the options that several commands share, and what they mean."""

__all__ = ["Called", "add_reach_options", "called_as_before", "called_from", "check_relay_only"]

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace

from client import tables
from client.commands.parser import Parser
from client.errors import ClientError
from client.links import check_called_through, newest_link
from client.network import found_at, listen_address, reachable_at
from client.seat.memo import Memo
from p2p.address import Address
from p2p.errors import BadAddress
from p2p.mailboxes import read_mailbox
from p2p.meeting import Meeting
from p2p.nearby import INSTALL
from p2p.relay.client import RelayAccess, ways_through
from p2p.upnp import can_open
from p2p.ways import Holder, Mailbox, Relay, WayIn, read_way


@dataclass(frozen=True, slots=True)
class Called:
    """Where a node is called.

    Attributes:
        listen: where it listens; None to only call others.
        relays: where it registers.
        ways: in to it, as it names them, those through the relays too.
    """

    listen: Address | None
    relays: tuple[RelayAccess, ...]
    ways: tuple[WayIn, ...]


def add_reach_options(command: argparse.ArgumentParser, listening: str) -> None:
    """Add the options for where a node is called.

    `listening` describes where it listens unless it is told.
    """
    command.add_argument(
        "--listen",
        type=Address.parse,
        metavar="HOST:PORT",
        help=f"address to listen at (port 0: any free port; default: {listening})",
    )
    command.add_argument(
        "--relay",
        type=RelayAccess.parse,
        action="append",
        default=[],
        metavar="URL",
        help="relay through which others can call you, as in wss://relay.example/ or, with a pass, "
        "wss://PASS@relay.example/; can be repeated",
    )
    command.add_argument(
        "--relay-only",
        action="store_true",
        help="call the others through your relays alone, so that no player learns your address; "
        "stays so until you give --listen or --address",
    )
    command.add_argument(
        "--hold",
        action="store_true",
        help="have your relays hold the log of the game, as far as they offer it, for who comes "
        "while the others sleep; stays so",
    )
    command.add_argument(
        "--upnp",
        action="store_true",
        help="ask your router to pass calls on to this machine while you play (UPnP), so that "
        "others can call you from anywhere; stays so until you give --no-upnp",
    )
    command.add_argument("--no-upnp", action="store_true", help="ask it no more")
    command.add_argument(
        "--mailbox",
        type=read_mailbox,
        action="append",
        default=[],
        metavar="URL",
        help="relay of Nostr, as in wss://relay.example/, where your node leaves mail and reads "
        "what the others have left, so that nobody need be online together; whoever runs it sees "
        "your address, when you play and how much, and nothing of the game; can be repeated; stays "
        "so; needs the extra secret-subs[nostr]",
    )
    command.add_argument(
        "--meet",
        type=Meeting,
        choices=list(Meeting),
        help="who must show you, before you move, that your copy of the game is the newest: "
        "another player or keeper, or also two relays that hold the log or mail, so that nobody "
        f"else need be there; stays so (at first: {Meeting.SEATS})",
    )
    command.add_argument(
        "--address",
        type=_direct_way,
        action="append",
        default=[],
        metavar="HOST:PORT",
        help="where the others find you, also in links (default: where you listen, or this machine "
        "in its local network); can be repeated",
    )


def _direct_way(text: str) -> WayIn:
    """An address at which this node itself is called.

    Raises:
        BadAddress: it is none, or it is a relay's.
    """
    way = read_way(text)
    if isinstance(way, Relay | Holder | Mailbox):
        raise BadAddress(f"{text!r} is a relay: name it with --relay or --mailbox")
    return way


def called_from(args: argparse.Namespace, table: tables.OpenTable) -> Called:
    """Where a node is called, by its options now or, without them, when it was there last.

    Raises:
        ClientError: it cannot be called so.
    """
    relays = _relays(args, table)
    if args.hold:
        replace(Memo.load(table.memo), hold=True).save(table.memo)
    if args.upnp or args.no_upnp:
        replace(Memo.load(table.memo), upnp=args.upnp).save(table.memo)
    if args.mailbox:
        mailboxes = tuple(map(str, args.mailbox))
        replace(Memo.load(table.memo), mailboxes=mailboxes).save(table.memo)
    if args.meet is not None:
        replace(Memo.load(table.memo), meeting=args.meet).save(table.memo)
    _show_address_to(args, table, relays)
    memo = Memo.load(table.memo)
    listen: Address | None = args.listen
    ways: tuple[WayIn, ...] = tuple(args.address)
    if listen is not None:
        ways = ways or (() if listen.port == 0 else found_at(listen))
    elif not ways and memo.address:
        ways = reachable_at(read_way(memo.address).address)
    if ways:
        listen = listen or listen_address(ways[0].address)
        replace(memo, address=str(ways[0])).save(table.memo)
    return Called(listen, relays, (*ways, *ways_through(relays, table.phrase, table.id)))


def check_relay_only(args: argparse.Namespace, relays: Sequence[RelayAccess]) -> None:
    """See that who wants to be reached through relays alone can be.

    Raises:
        ClientError: there is no relay, or it is to be called elsewhere, too.
    """
    if args.upnp and not can_open():
        raise ClientError("--upnp needs a library more", f"install it with: {INSTALL}")
    if args.relay_only and args.upnp:
        raise ClientError(
            "--relay-only shows your address to nobody, and --upnp to all players",
            "give one or the other",
        )
    if args.relay_only and (args.listen is not None or args.address):
        raise ClientError(
            "--relay-only shows your address to nobody, and --listen and --address to all players",
            "give one or the other",
        )
    if args.relay_only and not relays:
        raise ClientError("--relay-only needs a relay", "name one with --relay")


def _show_address_to(
    args: argparse.Namespace, table: tables.OpenTable, relays: Sequence[RelayAccess]
) -> None:
    """Keep whether this player shows its address to its relays alone.

    Raises:
        ClientError: then nobody of this table could be called.
    """
    memo = Memo.load(table.memo)
    direct = args.listen is not None or bool(args.address)
    relay_only = args.relay_only or (memo.relay_only and not direct)
    try:
        check_relay_only(args, relays)
        if relay_only and not memo.mailboxes and tables.hosted_lobby(table) is None:
            check_called_through(relays, newest_link(table))
    except ClientError:
        table.store.close()
        raise
    if relay_only != memo.relay_only:
        replace(memo, relay_only=relay_only).save(table.memo)


def called_as_before(table: tables.OpenTable) -> Called:
    """Where a node is called when nothing is said about it.

    Raises:
        ClientError: it cannot be called so.
    """
    silent = Parser()
    add_reach_options(silent, "none")
    return called_from(silent.parse_args([]), table)


def _relays(args: argparse.Namespace, table: tables.OpenTable) -> tuple[RelayAccess, ...]:
    """Where to register: the relays that are named, and kept from then on, else those kept."""
    memo = Memo.load(table.memo)
    if args.relay:
        replace(memo, relays=tuple(map(str, args.relay))).save(table.memo)
        return tuple(args.relay)
    return tuple(map(RelayAccess.parse, memo.relays))
