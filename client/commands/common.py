"""Options that several commands share, and what they mean."""

__all__ = [
    "Families",
    "add_home_options",
    "add_log_options",
    "add_node_options",
    "add_player_options",
    "add_rules_options",
    "add_scenario_options",
    "add_seat_options",
    "add_table_argument",
    "add_table_options",
    "and_rematches",
    "home_from",
    "maps_from",
    "maps_in",
    "participant_from",
    "person_from",
    "run_at",
    "seat_from",
    "terms_from",
]

import argparse
import asyncio
import os
import secrets
import sys
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from client.bots.kinds import BOTS, bot_named
from client.bots.player import BotPlayer
from client.commands.called import add_reach_options
from client.commands.parser import Parser
from client.errors import ClientError
from client.home import HOME_VARIABLE, Home
from client.lifetime import until_input_ends
from client.maps.form import MAP_SUFFIX
from client.pace import Pace, proposed_instructions, usual_terms
from client.playing import run_table
from client.presentation.knowledge import observed_lines
from client.presentation.words import one_of
from client.rematch import AmongPeople, Opponents
from client.reminding import reminding_from
from client.scenarios import find, shortened
from client.seat.participant import Participant
from client.table.opening import opening
from client.table.session import BrowserSession
from client.tables import OpenTable, seats_of, terms_of, with_instructions
from client.terminal.player import TerminalPlayer
from client.terminal.stdio import StandardOutput, StandardTerminal
from engine.options import parse
from p2p.address import Address
from p2p.relay.client import RelayAccess
from p2p.terms import Terms
from p2p.ways import WayIn
from protocol.charter import DiceSetting, Secrecy, WindowsStart
from protocol.identity import Phrase

if TYPE_CHECKING:
    Families = argparse._SubParsersAction[Parser]
else:
    Families = object

DEFAULT_SCENARIO = "wake-island"


def add_table_argument(command: argparse.ArgumentParser) -> None:
    """Add the argument that says which of one's games is meant."""
    command.add_argument(
        "table",
        metavar="TABLE",
        nargs="?",
        default="",
        help="the first letters of the table's id (default: your only table)",
    )


def add_home_options(command: argparse.ArgumentParser) -> None:
    """Add the option that names the home."""
    usual = str(Home.usual().path).replace("%", "%%")
    command.add_argument(
        "--home",
        type=Path,
        metavar="DIR",
        help=f"your folder, with key and games (default: ${HOME_VARIABLE}, or {usual})",
    )


def home_from(args: argparse.Namespace) -> Home:
    """The home that the command works in."""
    return Home.of(args.home)


def add_scenario_options(command: argparse.ArgumentParser) -> None:
    """Add the options that choose the scenario and its length."""
    command.add_argument(
        "--scenario",
        default=DEFAULT_SCENARIO,
        metavar="NAME",
        help=f"a scenario of `scenario list`, or a file (default: {DEFAULT_SCENARIO})",
    )
    command.add_argument(
        "--rounds", type=int, metavar="N", help="end the game after N rounds at the latest"
    )


def add_rules_options(command: argparse.ArgumentParser) -> None:
    """Add the options for house rules, secrecy, dice and windows."""
    command.add_argument(
        "--rules",
        default="",
        metavar="R",
        help="house rules and options, as in `shuffle_markers=minimum,objectives=off`; "
        "Secret Subs is on unless you give `none`",
    )
    command.add_argument(
        "--secrecy",
        choices=[suite.value for suite in Secrecy],
        default=Secrecy.PROVED.value,
        help="whether claims about hidden groups are proved at once, or checked after the game "
        "(default: proved)",
    )
    command.add_argument(
        "--dice",
        choices=[setting.value for setting in DiceSetting],
        help="who contributes to each roll: one seat of each side, every seat, or the keepers and "
        "the seat whose turn it is; with sides, one person behind two seats can choose dice "
        "against a third (default: keepers if there are any, else sides with two seats, all with "
        "more)",
    )
    command.add_argument(
        "--windows",
        choices=[start.value for start in WindowsStart],
        help="whether windows are offered from the start, or waived, as for play by correspondence "
        "(default: asked)",
    )


def terms_from(args: argparse.Namespace, players: int | None = None) -> Terms:
    """What a host proposes, by the options for scenario and rules.

    Raises:
        ClientError, ScenarioError, IncompatibleModules: it cannot be played.
    """
    usual = usual_terms(Pace(getattr(args, "pace", Pace.LIVE)))
    keepers, absence = getattr(args, "keepers", None), getattr(args, "absence", None)
    scenario = find(args.scenario)
    if args.rounds is not None:
        scenario = shortened(scenario, args.rounds)
    terms = terms_of(
        scenario,
        parse(args.rules),
        seats_of(scenario.scenario, players),
        secrecy=Secrecy(args.secrecy),
        dice=None if args.dice is None else DiceSetting(args.dice),
        windows=usual.windows if args.windows is None else WindowsStart(args.windows),
        keepers=usual.keepers if keepers is None else keepers,
        absence=usual.absence if absence is None else absence,
        deposits=getattr(args, "deposits", False),
    )
    if not usual.instructed:
        return terms
    return with_instructions(terms, proposed_instructions(scenario.scenario))


def add_seat_options(command: argparse.ArgumentParser) -> None:
    """Add the options for the number of seats, and for yours."""
    command.add_argument(
        "--as", dest="power", metavar="POWER", help="a power that you play (default: the first)"
    )
    command.add_argument(
        "--players",
        type=int,
        metavar="N",
        help="number of seats that share the powers (default: the fewest the scenario allows)",
    )


def seat_from(args: argparse.Namespace, terms: Terms) -> int:
    """The seat of the power that was named; the first if none was.

    Raises:
        ClientError: nobody plays that power.
    """
    if args.power is None:
        return 0
    powers = [power for seat in terms.seats for power in seat]
    named = one_of(args.power, powers, "power")
    return next(index for index, seat in enumerate(terms.seats) if named in seat)


def add_player_options(command: argparse.ArgumentParser) -> None:
    """Add the options for who plays: a bot, or a person and where."""
    command.add_argument("--bot", choices=sorted(BOTS), help="let a bot play instead of you")
    command.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="seed of the bot's choices; dice and secrets stay random",
    )
    command.add_argument(
        "--leash", action="store_true", help="stop the bot when its standard input ends"
    )
    command.add_argument(
        "--knowledge",
        type=_new_file,
        metavar="FILE",
        help="at the end, write there what this seat knew of every token",
    )
    add_table_options(command)


def add_table_options(command: argparse.ArgumentParser) -> None:
    """Add the options for where a person sees the game."""
    command.add_argument(
        "--no-browser", action="store_true", help="print the link instead of opening the browser"
    )
    command.add_argument(
        "--terminal", action="store_true", help="play in this terminal instead of the browser"
    )


def person_from(
    args: argparse.Namespace,
    way_back: str = "secret-subs play",
    opponents: Opponents | None = None,
) -> Participant:
    """The person who plays or watches: at the table in a browser, or at this terminal.

    Args:
        args: the options.
        way_back: the command that comes back, where a folder need not be named.
        opponents: whom a rematch is against; None if there can be none.
    """
    if args.terminal:
        home = "" if args.home is None else f" --home {args.home}"
        return TerminalPlayer(
            StandardTerminal(),
            f"{way_back}{home} --terminal",
            stays=sys.stdin.isatty(),
            opponents=opponents,
        )
    serve = opening(home_from(args), browser=not args.no_browser)
    return BrowserSession(
        StandardOutput(),
        serve,
        maps_from(args),
        reminding=reminding_from(home_from(args).reminders, StandardOutput()),
    )


def maps_from(args: argparse.Namespace) -> list[Path]:
    """Drawn maps of this player's: those of the home, and those beside the scenario's file."""
    named = getattr(args, "scenario", None)
    return maps_in(home_from(args), None if named is None else Path(named))


def maps_in(home: Home, beside: Path | None = None) -> list[Path]:
    """Drawn maps of a home, and those in the folder of a file, if it is one."""
    folders = [home.maps]
    if beside is not None and beside.is_file():
        folders.append(beside.parent)
    return sorted(file for folder in folders for file in folder.glob(f"*{MAP_SUFFIX}"))


def participant_from(args: argparse.Namespace, phrase: Phrase) -> Participant:
    """Who sits at the node with this key: the bot that was named, else the person."""
    if args.bot is None:
        return person_from(args, opponents=AmongPeople(home_from(args), phrase))
    seed = secrets.randbits(32) if args.seed is None else args.seed
    return BotPlayer(StandardOutput(), bot_named(args.bot, seed), seed)


def add_log_options(command: argparse.ArgumentParser) -> None:
    """Add the option that writes the log."""
    command.add_argument(
        "--log", type=_new_file, metavar="FILE", help="write the log to FILE at the end"
    )


def _new_file(name: str) -> Path:
    """A file that can be written, which is found out before a game is played and not after it."""
    path = Path(name)
    if path.is_dir():
        raise ClientError(f"{path} is a folder", "name a file")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ClientError(
            f"{path} cannot be written", "name a file in a folder that you can write to"
        )
    return path


def add_node_options(
    command: argparse.ArgumentParser, listening: str = "none: the node only calls others"
) -> None:
    """Add the options of a node: where it listens, whether it stays, where its log goes.

    `listening` describes the default.
    """
    add_reach_options(command, listening)
    add_log_options(command)
    command.add_argument("--stay", action="store_true", help="keep serving the log after the game")


async def and_rematches(work: Coroutine[None, None, None], participant: Participant) -> None:
    """Play at a table, and then at each to which the person at a terminal goes on."""
    await work
    while isinstance(participant, TerminalPlayer) and participant.next is not None:
        table = participant.next
        participant = participant.at(table)
        await table.play(participant)


def run_at(
    args: argparse.Namespace,
    table: OpenTable,
    participant: Participant,
    *,
    listen: Address | None = None,
    relays: Sequence[RelayAccess] = (),
    invite: bool = False,
    ways: Sequence[WayIn] = (),
) -> None:
    """Run a node by the options for nodes and players. Raises as `run_table`."""
    work = run_table(
        table,
        participant,
        listen=listen or args.listen,
        relays=relays or args.relay,
        invite=invite,
        ways=ways,
        stay=args.stay,
        bot=getattr(args, "bot", None) is not None,
        log=args.log,
    )
    work = and_rematches(work, participant)
    leashed = getattr(args, "leash", False) and args.bot is not None
    asyncio.run(until_input_ends(work) if leashed else work)
    knowledge = getattr(args, "knowledge", None)
    if knowledge is not None:
        lines = observed_lines(participant.observer)
        knowledge.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
