"""`secret-subs host`: make a table, hand out its invites, and play."""

__all__ = ["advise", "configure"]

import argparse
import json
from pathlib import Path

from client import tables
from client.commands import table
from client.commands.called import check_relay_only
from client.commands.common import (
    add_home_options,
    add_node_options,
    add_player_options,
    add_rules_options,
    add_scenario_options,
    add_seat_options,
    home_from,
    participant_from,
    run_at,
    seat_from,
    terms_from,
)
from client.commands.opening_up import add_open_options, open_to_from
from client.commands.parser import Parser
from client.console import say
from client.errors import ClientError
from client.home import Home
from client.network import ALL_INTERFACES, LOOPBACK, check_listening, found_at, free_port
from client.pace import ABOUT, Pace, usual_terms
from client.reminding import addresses
from client.seat.invitations import invitations_of
from client.seat.memo import Memo
from client.site import read_site, usual_site
from p2p.address import Address
from p2p.invite import MAX_WAYS
from p2p.mailboxes import mail_ways
from p2p.meeting import Meeting
from p2p.relay.client import ways_through
from p2p.system import replace_private
from p2p.terms import Terms
from p2p.ways import WayIn


def configure(command: Parser) -> None:
    """Give the command its options."""
    command.add_argument(
        "--name", help="your name at the table; if missing, the start page opens instead"
    )
    add_seat_options(command)
    live, days = usual_terms(Pace.LIVE), usual_terms(Pace.DAYS)
    command.add_argument(
        "--pace",
        choices=[pace.value for pace in Pace],
        default=Pace.LIVE.value,
        help="how often the players look at the game: "
        + "; ".join(f"{pace}: {about}" for pace, about in ABOUT.items())
        + f" (default: {Pace.LIVE})",
    )
    command.add_argument(
        "--keepers",
        type=int,
        metavar="N",
        help="number of keepers to invite, who add to the dice and decide nothing "
        f"(default: {live.keepers}, with --pace days {days.keepers})",
    )
    command.add_argument(
        "--deposits",
        action="store_true",
        help="deposit what opens hidden tokens, so that in battle the player whose turn it is can "
        "turn them up together with all keepers while their owner is away; needs a keeper",
    )
    command.add_argument(
        "--absence",
        type=int,
        metavar="DAYS",
        help="days of silence after which the others may agree to go on without a seat that lets "
        f"the game wait; 0: never (default: {live.absence}, with --pace days {days.absence})",
    )
    command.add_argument(
        "--instruct",
        action="append",
        default=[],
        metavar="ORDER",
        help="first instructions of your powers, which everybody reads, as in 'submerge never' or "
        "'UK losses infantry, tank'; can be repeated",
    )
    command.add_argument(
        "--watchers",
        type=int,
        default=0,
        metavar="N",
        help="number of spectators to invite (default: 0)",
    )
    add_open_options(command)
    command.add_argument(
        "--invites",
        type=Path,
        metavar="FILE",
        help="also write the links there, as a JSON list: one for each other seat and keeper, one "
        "for each spectator, and last the one for a player who lost a machine",
    )
    command.add_argument(
        "--site",
        type=read_site,
        default=usual_site() or None,
        metavar="URL",
        help="write the links as addresses of a site that opens them in a browser, as in "
        "https://site.example/ (`make site` builds one; default: none)",
    )
    add_scenario_options(command)
    add_rules_options(command)
    add_player_options(command)
    add_node_options(command, "a free port, reachable from this machine only")
    add_home_options(command)
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    home = home_from(args)
    if args.name is None:
        if args.terminal or args.bot is not None:
            raise ClientError("a player needs a name", "give one with --name")
        return table.enter(args)
    terms = terms_from(args, args.players)
    seat = seat_from(args, terms)
    terms = tables.instructed(terms, seat, args.instruct)
    open_to = open_to_from(args)
    listen, direct = _called_at(args)
    check_relay_only(args, args.relay)
    phrase = home.unlock()
    made, lobby = tables.host(home, phrase, args.name, terms, seat=seat, watchers=args.watchers)
    if usual_terms(Pace(args.pace)).instructed:
        advise(home, terms)
    ways = (*direct, *ways_through(args.relay, phrase, lobby.table))
    mailed = mail_ways(args.mailbox, phrase, lobby.table)
    address = str(direct[0]) if direct else ""
    relays = tuple(map(str, args.relay))
    Memo(
        address=address,
        relays=relays,
        relay_only=args.relay_only,
        hold=args.hold,
        open_to=open_to,
        upnp=args.upnp,
        mailboxes=tuple(map(str, args.mailbox)),
        meeting=args.meet or Meeting.SEATS,
        site=args.site or "",
    ).save(made.memo)
    if args.invites is not None:
        invitations = invitations_of(phrase, lobby, (*ways, *mailed), args.site or "")
        links = [each.link for each in invitations]
        replace_private(args.invites, json.dumps(links).encode())
    run_at(
        args,
        made,
        participant_from(args, phrase),
        listen=listen,
        invite=True,
        ways=ways,
    )
    return 0


def advise(home: Home, terms: Terms) -> None:
    """What a game by correspondence needs besides its terms."""
    if terms.keepers:
        say(
            "A keeper is invited like a player. Whoever runs `secret-subs keep LINK` on a machine "
            "that is always on can be it."
        )
        if not terms.deposits and "SS" in terms.modules:
            say(
                "About one turn in five waits for somebody who is to turn up tokens, and none with "
                "--deposits. Then any player and all keepers together could look at tokens unseen."
            )
    else:
        say("Without a keeper every roll waits for the other players: --keepers 1 invites one.")
    if not addresses(home.reminders):
        say("Nobody reminds you when the game waits for you: `secret-subs remind` says how.")


def _called_at(args: argparse.Namespace) -> tuple[Address | None, tuple[WayIn, ...]]:
    """Where the node listens, and where the invites say so; nowhere, if relays are all it wants.

    Raises:
        ClientError: it cannot be called so.
    """
    everywhere = args.nearby or args.upnp
    called = args.relay or args.mailbox
    if called and args.listen is None and not args.address and not everywhere:
        listen = None
        direct: tuple[WayIn, ...] = ()
    else:
        listen = _listening(args.listen, everywhere=everywhere)
        direct = tuple(args.address) or found_at(listen)
    ways = len(direct) + len(args.relay) + len(args.mailbox)
    if ways > MAX_WAYS:
        raise ClientError(
            f"{ways} addresses, relays and mailboxes",
            f"an invite holds {MAX_WAYS} at most",
        )
    return listen, direct


def _listening(wanted: Address | None, *, everywhere: bool) -> Address:
    """Where the node listens: where it is told to, else where only this machine finds it.

    Or at all its addresses, if its network or its router is told of it.

    Raises:
        ClientError: it cannot.
    """
    if wanted is not None and wanted.port:
        check_listening(wanted)
        return wanted
    usual = ALL_INTERFACES if everywhere else LOOPBACK
    host = usual if wanted is None else wanted.host
    return Address(host, free_port())
