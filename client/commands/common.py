"""What several commands take and read the same way."""

__all__ = [
    "Families",
    "home_of",
    "maps_in",
    "maps_of",
    "participant_of",
    "person_of",
    "run_at",
    "seat_chosen",
    "terms_chosen",
    "with_home",
    "with_log",
    "with_node",
    "with_player",
    "with_rules",
    "with_scenario",
    "with_seat",
    "with_table",
]

import argparse
import asyncio
import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from client.bots.player import BOTS, BotPlayer, bot_named
from client.commands.parser import Parser
from client.errors import ClientError
from client.home import HOME_VARIABLE, Home
from client.lifetime import until_input_ends
from client.maps.form import MAP_SUFFIX
from client.presentation.knowledge import observed_lines
from client.presentation.words import one_of
from client.scenarios import find, shortened
from client.seat.participant import Participant
from client.table.opening import opening
from client.table.session import BrowserSession
from client.tables import OpenTable, run_table, seats_of, terms_of
from client.terminal.player import TerminalPlayer
from client.terminal.stdio import StandardOutput, StandardTerminal
from engine.options import parse
from p2p.address import Address
from p2p.lobby import Terms
from protocol.charter import DiceSetting, Secrecy, WindowsStart

if TYPE_CHECKING:
    Families = argparse._SubParsersAction[Parser]
else:
    Families = object

DEFAULT_SCENARIO = "wake-island"


def with_home(command: argparse.ArgumentParser) -> None:
    """Let a command be told whose folder it works in."""
    usual = str(Home.usual().path).replace("%", "%%")
    command.add_argument(
        "--home",
        type=Path,
        metavar="DIR",
        help=f"your folder, with key and games (default: ${HOME_VARIABLE}, or {usual})",
    )


def home_of(chosen: argparse.Namespace) -> Home:
    """The folder that the command works in."""
    return Home.of(chosen.home)


def with_scenario(command: argparse.ArgumentParser) -> None:
    """Let a command that starts a game be told which."""
    command.add_argument(
        "--scenario",
        default=DEFAULT_SCENARIO,
        metavar="NAME",
        help=f"a scenario of `scenario list`, or a file (default: {DEFAULT_SCENARIO})",
    )
    command.add_argument(
        "--rounds", type=int, metavar="N", help="end the game after N rounds at the latest"
    )


def with_rules(command: argparse.ArgumentParser) -> None:
    """Let a command that starts a game be told by which house rules."""
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
        default=DiceSetting.SIDES.value,
        help="whether one seat of each side, or every seat, contributes to each roll "
        "(default: sides)",
    )
    command.add_argument(
        "--windows",
        choices=[start.value for start in WindowsStart],
        default=WindowsStart.ASKED.value,
        help="whether windows are offered from the start, or waived, as for play by correspondence "
        "(default: asked)",
    )


def terms_chosen(chosen: argparse.Namespace, players: int | None = None) -> Terms:
    """What a host proposes, as told by the options of `with_scenario` and `with_rules`.

    Raises:
        ClientError, ScenarioError, IncompatibleModules: it cannot be played.
    """
    scenario = find(chosen.scenario)
    if chosen.rounds is not None:
        scenario = shortened(scenario, chosen.rounds)
    return terms_of(
        scenario,
        parse(chosen.rules),
        seats_of(scenario.scenario, players),
        secrecy=Secrecy(chosen.secrecy),
        dice=DiceSetting(chosen.dice),
        windows=WindowsStart(chosen.windows),
    )


def with_seat(command: argparse.ArgumentParser) -> None:
    """Let a command that starts a game be told how many sit down, and where you do."""
    command.add_argument(
        "--as", dest="power", metavar="POWER", help="a power that you play (default: the first)"
    )
    command.add_argument(
        "--players",
        type=int,
        metavar="N",
        help="number of seats that share the powers (default: the fewest the scenario allows)",
    )


def seat_chosen(chosen: argparse.Namespace, terms: Terms) -> int:
    """The seat with the power that `with_seat` was told; the first if none was.

    Raises:
        ClientError: nobody plays that power.
    """
    if chosen.power is None:
        return 0
    powers = [power for seat in terms.seats for power in seat]
    named = one_of(chosen.power, powers, "power")
    return next(index for index, seat in enumerate(terms.seats) if named in seat)


def with_player(command: argparse.ArgumentParser) -> None:
    """Let a command that plays be told who does."""
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
    with_table(command)


def with_table(command: argparse.ArgumentParser) -> None:
    """Let a command that shows a game to a person be told where."""
    command.add_argument(
        "--no-browser", action="store_true", help="print the link instead of opening the browser"
    )
    command.add_argument(
        "--terminal", action="store_true", help="play in this terminal instead of the browser"
    )


def person_of(chosen: argparse.Namespace, way_back: str = "secret-subs play") -> Participant:
    """The person who plays or watches: at the table in a browser, or at this terminal.

    `way_back` is the command that comes back, where a folder need not be named.
    """
    if chosen.terminal:
        home = "" if chosen.home is None else f" --home {chosen.home}"
        return TerminalPlayer(StandardTerminal(), f"{way_back}{home} --terminal")
    serve = opening(home_of(chosen), browser=not chosen.no_browser)
    return BrowserSession(StandardOutput(), serve, maps_of(chosen))


def maps_of(chosen: argparse.Namespace) -> list[Path]:
    """Drawn maps of this player's: those of the home, and those beside the scenario's file."""
    named = getattr(chosen, "scenario", None)
    return maps_in(home_of(chosen), None if named is None else Path(named))


def maps_in(home: Home, beside: Path | None = None) -> list[Path]:
    """Drawn maps of a home, and those in the folder of a file, if it is one."""
    folders = [home.maps]
    if beside is not None and beside.is_file():
        folders.append(beside.parent)
    return sorted(file for folder in folders for file in folder.glob(f"*{MAP_SUFFIX}"))


def participant_of(chosen: argparse.Namespace) -> Participant:
    """Who sits at the node: the bot that was named, else the person."""
    if chosen.bot is None:
        return person_of(chosen)
    seed = secrets.randbits(32) if chosen.seed is None else chosen.seed
    return BotPlayer(StandardOutput(), bot_named(chosen.bot, seed), seed)


def with_log(command: argparse.ArgumentParser) -> None:
    """Let a command that plays be told where the log goes."""
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


def with_node(
    command: argparse.ArgumentParser, listening: str = "none: the node only calls others"
) -> None:
    """Let a command that runs a node be told where it listens, and where its log goes.

    `listening` says what it does if it is not told.
    """
    command.add_argument(
        "--listen",
        type=Address.parse,
        metavar="HOST:PORT",
        help=f"address to listen at (port 0: any free port; default: {listening})",
    )
    with_log(command)
    command.add_argument("--stay", action="store_true", help="keep serving the log after the game")


def run_at(
    chosen: argparse.Namespace,
    table: OpenTable,
    participant: Participant,
    *,
    listen: Address | None = None,
    invite: bool = False,
    addresses: Sequence[Address] = (),
) -> None:
    """Run a node as the options of `with_node` and `with_player` say. Raises as `run_table`."""
    work = run_table(
        table,
        participant,
        listen=listen or chosen.listen,
        invite=invite,
        addresses=addresses,
        stay=chosen.stay,
        log=chosen.log,
    )
    leashed = getattr(chosen, "leash", False) and chosen.bot is not None
    asyncio.run(until_input_ends(work) if leashed else work)
    knowledge = getattr(chosen, "knowledge", None)
    if knowledge is not None:
        lines = observed_lines(participant.observer)
        knowledge.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
