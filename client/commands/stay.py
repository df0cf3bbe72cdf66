"""`secret-subs stay`: this player's node of every game, always on."""

__all__ = ["configure"]

import argparse
import asyncio

from client import tables
from client.commands.called import called_as_before
from client.commands.common import add_home_options, home_from, maps_in
from client.commands.parser import Parser
from client.console import say
from client.errors import ClientError
from client.home import Home
from client.lifetime import until_terminated
from client.playing import run_table
from client.reminding import Reminding, reminding_from
from client.table.opening import opening
from client.table.saved_games import SavedTable, saved_games
from client.table.session import BrowserSession
from client.terminal.stdio import StandardOutput
from engine.errors import counted
from p2p.errors import NodeError
from protocol.errors import ProtocolError
from protocol.identity import Phrase
from protocol.printable import printable_lines

_SHORT = 8


def configure(command: Parser) -> None:
    """Give the command its options."""
    command.description = (
        "Keep your games going on a machine that is always on, until it is stopped: your node "
        "gives what needs no judgement, the rules answer by your instructions and the node by your "
        "standing orders, the others find the newest entries, and you are reminded (`remind`) of "
        "what is left to you. Nobody need look on; the page of each game is open to you at the "
        "link that is printed. docs/stay.md tells how to run it as a service."
    )
    command.add_argument(
        "tables",
        metavar="TABLE",
        nargs="*",
        help="the first letters of a table's id (default: all your games with people)",
    )
    add_home_options(command)
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    home = home_from(args)
    phrase = home.unlock()
    games = _wanted(home, args.tables)
    asyncio.run(
        until_terminated(
            _stay(home, phrase, games, reminding_from(home.reminders, StandardOutput()))
        )
    )
    say("Stopped. Start it again to go on where it was.")
    return 0


def _wanted(home: Home, named: list[str]) -> list[SavedTable]:
    """The games to keep going.

    Raises:
        ClientError: there is none.
    """
    games = [
        game for game in saved_games(home) if not game.bots and not game.kept and game.moved is None
    ]
    for beginning in named:
        if not any(game.id.startswith(beginning.lower()) for game in games):
            raise ClientError(
                f"{home.tables}: no table {beginning}", "without a name all your games are kept on"
            )
    wanted = [game for game in games if not named or _is_named(game, named)]
    if not wanted:
        raise ClientError(
            f"{home.tables}: there is no game to keep going",
            "create one with `host`, or join one with `join`",
        )
    return wanted


def _is_named(game: SavedTable, named: list[str]) -> bool:
    return any(game.id.startswith(beginning.lower()) for beginning in named)


async def _stay(
    home: Home, phrase: Phrase, games: list[SavedTable], reminding: Reminding | None
) -> None:
    say(f"Staying at {counted(len(games), 'game')}. Stop it with Ctrl-C, or SIGTERM.")
    if reminding is None or not reminding.recipients:
        say("Nobody reminds you: `secret-subs remind` says how.")
    await asyncio.gather(*(_stay_at(home, phrase, game, reminding) for game in games))


async def _stay_at(
    home: Home, phrase: Phrase, game: SavedTable, reminding: Reminding | None
) -> None:
    """Be at one table as long as it goes; what goes wrong there stops no other game."""
    lines = _Lines(game.id[:_SHORT])
    try:
        table = tables.find(home, phrase, game.id)
        called = called_as_before(table)
        session = BrowserSession(
            lines, opening(home, browser=False), maps_in(home, None), reminding=reminding
        )
        await run_table(
            table,
            session,
            listen=called.listen,
            relays=called.relays,
            ways=called.ways,
            stay=True,
        )
    except (ClientError, NodeError, ProtocolError, OSError) as error:
        lines.show(f"Stopped: {error}")


class _Lines:
    """Standard output, each line after the name of its game."""

    def __init__(self, name: str) -> None:
        self._name = name

    def show(self, text: str) -> None:
        """See `Screen.show`."""
        for line in printable_lines(text).split("\n"):
            if line.strip():
                say(f"{self._name} {line}")
