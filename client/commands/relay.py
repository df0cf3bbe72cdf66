"""`secret-subs relay`: be the relay through which others play."""

__all__ = ["configure"]

import argparse
import asyncio
import gc
import secrets
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from client.commands.parser import Parser
from client.commands.reminders import add_reminder_options, reminder_settings
from client.console import say
from client.errors import ClientError
from client.lifetime import until_terminated
from client.network import LOOPBACK
from client.site_server import serving_site
from engine.errors import counted
from p2p.address import Address
from p2p.errors import StoreInUse
from p2p.holder.beside import beside
from p2p.holder.policy import Policy
from p2p.holder.settings import HolderSettings
from p2p.holder.shelf import Shelf
from p2p.relay.client import RelayAccess
from p2p.relay.forwarding import Limits
from p2p.relay.holding import Holding
from p2p.relay.server import read_passes, relaying
from p2p.reminding.destinations import ReminderSettings
from p2p.system import allow_open_files, replace_private
from p2p.ways import is_loopback, is_unspecified

_PORT: Final = 7780
_PASS_SIZE: Final = 12
_SPARE_FILES: Final = 64
_LEAVING_SECONDS: Final = 5.0
_LOOK_SECONDS: Final = 0.1
_LIMITS: Final = Limits()
_POLICY: Final = Policy()


def configure(command: Parser) -> None:
    """Give the command its options."""
    command.description = (
        "Be a relay: an always-on program through which players meet who cannot reach each other. "
        "It passes on encrypted frames, learns who talks and how much, and can neither read nor "
        "forge. docs/relay.md tells how to run one as a service, behind Caddy or nginx for TLS."
    )
    command.add_argument(
        "--listen",
        type=Address.parse,
        default=Address(LOOPBACK, _PORT),
        metavar="HOST:PORT",
        help=f"address to listen at (port 0: any free port; default: {LOOPBACK}:{_PORT})",
    )
    command.add_argument(
        "--url",
        type=RelayAccess.parse,
        metavar="URL",
        help="the address by which players call it, as in wss://relay.example/ "
        "(default: ws:// and where it listens, for this machine alone)",
    )
    who = command.add_mutually_exclusive_group()
    who.add_argument("--open", action="store_true", help="register everybody who comes")
    who.add_argument(
        "--invite-only",
        type=Path,
        metavar="FILE",
        help="register only who has a pass: the first word of a line of FILE, which is made with "
        "one pass if it is missing, and read again when it changes",
    )
    command.add_argument(
        "--trust-proxy",
        action="append",
        default=[],
        metavar="HOST",
        help="number of a reverse proxy whose X-Forwarded-For tells where a call comes from, as in "
        f"{LOOPBACK}; can be repeated",
    )
    command.add_argument(
        "--names",
        type=_positive,
        default=_LIMITS.names,
        metavar="N",
        help=f"most nodes registered at once (default: {_LIMITS.names:,})",
    )
    command.add_argument(
        "--per-network",
        type=_positive,
        default=_LIMITS.connections_per_network,
        metavar="N",
        help="most connections at once of one IPv4 address or 64 bits of IPv6 "
        f"(default: {_LIMITS.connections_per_network})",
    )
    command.add_argument(
        "--rate",
        type=_positive,
        default=_LIMITS.bytes_per_second // 1024,
        metavar="KIB",
        help="KiB passed on for one node per second, over time; "
        f"{_LIMITS.burst // 2**20} MiB may be passed on at once "
        f"(default: {_LIMITS.bytes_per_second // 1024})",
    )
    command.add_argument(
        "--hold",
        type=Path,
        metavar="DIR",
        help="also hold the logs of games, in this folder, for players who ask: who comes while "
        "the others sleep gets their entries from here",
    )
    command.add_argument(
        "--keeper",
        action="store_true",
        help="with --hold: also be the keeper of games to whose keeper's seat it is invited",
    )
    add_reminder_options(command, "with --keeper: ")
    command.add_argument(
        "--tables",
        type=_positive,
        default=_POLICY.tables,
        metavar="N",
        help=f"with --hold: most games (default: {_POLICY.tables:,})",
    )
    command.add_argument(
        "--table-size",
        type=_positive,
        default=_POLICY.table_mib,
        metavar="MIB",
        help=f"with --hold: most MiB of one game (default: {_POLICY.table_mib})",
    )
    command.add_argument(
        "--site",
        type=Path,
        metavar="DIR",
        help="also serve a site that `make site` has built, the whole program for a browser",
    )
    command.add_argument(
        "--site-listen",
        type=Address.parse,
        default=Address(LOOPBACK, _PORT + 1),
        metavar="HOST:PORT",
        help=f"with --site: address to serve it at (default: {LOOPBACK}:{_PORT + 1}); over a "
        "network browsers want it behind TLS, as the relay",
    )
    command.set_defaults(run=_run)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return number


def _run(args: argparse.Namespace) -> int:
    passes = _passes(args)
    if args.keeper and args.hold is None:
        raise ClientError("a keeper holds logs", "name a folder for them with --hold DIR")
    settings = reminder_settings(args)
    if settings.kinds and not args.keeper:
        raise ClientError("a keeper reminds", "keep games with --keeper")
    policy = _policy(args, settings)
    holding = None if args.hold is None else _holding(args, policy, everybody=passes is None)
    asyncio.run(until_terminated(_relay(args, passes, holding, policy, settings)))
    return 0


def _holding(args: argparse.Namespace, policy: Policy, *, everybody: bool) -> Holding:
    """The holder as the relay registers it.

    Raises:
        StoreInUse, BadStore, StoreFailed: the folder cannot be used.
    """
    with _shelf(args.hold) as shelf:
        name, network_key = shelf.desk.public, shelf.network_key
    text = policy.text(everybody=everybody)
    return Holding(name, secrets.token_hex(_PASS_SIZE), text, network_key)


def _shelf(folder: Path) -> Shelf:
    """Open the folder of the holder. One whose relay was killed just now is about to leave it.

    Raises:
        StoreInUse, BadStore, StoreFailed: see `_holding`.
    """
    end = time.monotonic() + _LEAVING_SECONDS
    while True:
        try:
            return Shelf(folder)
        except StoreInUse:
            if time.monotonic() > end:
                raise
        time.sleep(_LOOK_SECONDS)


def _policy(args: argparse.Namespace, reminders: ReminderSettings) -> Policy:
    return Policy(
        tables=args.tables,
        table_mib=args.table_size,
        keeps=args.keeper,
        reminds=tuple(sorted(kind.value for kind in reminders.kinds)),
    )


async def _relay(
    args: argparse.Namespace,
    passes: frozenset[str] | None,
    holding: Holding | None,
    policy: Policy,
    reminders: ReminderSettings,
) -> None:
    limits = Limits(
        names=args.names,
        connections_per_network=args.per_network,
        bytes_per_second=args.rate * 1024,
    )
    wanted = 3 * args.names + limits.unproven + _SPARE_FILES
    if holding is not None:
        wanted += 3 * args.tables
    allowed = allow_open_files(wanted)
    url = "" if args.url is None else str(args.url.relay)
    started = relaying(
        args.listen,
        url,
        limits=limits,
        passes=args.invite_only,
        proxies=args.trust_proxy,
        holding=holding,
    )
    gc.freeze()  # frames wait while what stays is looked through for what nobody needs
    async with AsyncExitStack() as stack:
        port = await stack.enter_async_context(started)
        known = RelayAccess.parse(url or f"ws://{Address(args.listen.host, port)}/")
        say(f"Relay at {known}, listening at {Address(args.listen.host, port)}.")
        if passes is None:
            say(f"Players register with: --relay {known}")
        elif len(passes) == 1:
            say(f"Players register with: --relay {RelayAccess(known.relay, next(iter(passes)))}")
        else:
            say(f"Players register with one of {counted(len(passes), 'pass')} before its name.")
        if allowed is not None and allowed < args.names + limits.unproven:
            say(
                f"The system lets this program hold {allowed:,} connections: raise the limit of "
                "open files (LimitNOFILE of systemd, `ulimit -n`), or ask for fewer --names."
            )
        if args.site is not None:
            site = serving_site(args.site, args.site_listen, str(known.relay))
            served = await stack.enter_async_context(site)
            say(f"Site at http://{Address(args.site_listen.host, served)}/")
        say("Stop it with Ctrl-C; calls through it are then made again as soon as it is back.")
        if holding is None:
            await asyncio.get_running_loop().create_future()
            return
        say(holding.policy)
        host = LOOPBACK if is_unspecified(args.listen) else args.listen.host
        settings = HolderSettings(
            folder=args.hold,
            policy=policy,
            url=str(known),
            door=Address(host, port),
            own_pass=holding.own_pass,
            passes=args.invite_only,
            reminders=reminders,
        )
        async with beside(settings, holding):
            await asyncio.get_running_loop().create_future()


def _passes(args: argparse.Namespace) -> frozenset[str] | None:
    """The passes that are needed; None if everybody may register.

    Raises:
        ClientError: it is not said who may, or a file has none.
    """
    for_this_machine = args.url is None or is_loopback(args.url.relay.address)
    if args.url is None and not is_loopback(args.listen):
        raise ClientError(
            f"{args.listen} does not say by which address players call this relay",
            "name it with --url, as in --url wss://relay.example/",
        )
    if args.url is not None and args.url.relay_pass:
        raise ClientError("a pass in --url", "passes stand in the file of --invite-only")
    if args.invite_only is None:
        if not args.open and not for_this_machine:
            raise ClientError(
                "who may register is not said",
                "give --open for everybody, or --invite-only FILE for those who have a pass",
            )
        return None
    file: Path = args.invite_only
    try:
        if not file.exists():
            replace_private(file, f"{secrets.token_hex(_PASS_SIZE)}\n".encode())
        passes = read_passes(file)
    except UnicodeDecodeError as error:
        raise ClientError(f"{file} is no text", "write one pass on each line") from error
    if not passes:
        raise ClientError(f"{file} has no pass", "write one on each line; any word will do")
    for one in passes:
        RelayAccess.parse(f"wss://{one}@relay.example/")
    return passes
