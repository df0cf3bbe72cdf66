"""`secret-subs replay`: a log told from its beginning, in the rulebook's words."""

__all__ = ["configure"]

import argparse
import datetime as dt
from collections.abc import Iterator
from pathlib import Path

from client.commands.common import maps_in
from client.commands.parser import Parser
from client.console import columns, progress, say
from client.errors import ClientError
from client.home import Home
from client.parallel_audit import read_file
from client.presentation.agreements import agreed_line
from client.presentation.board import holdings_text, map_text, turn_text
from client.presentation.charter import WIDTH
from client.presentation.events import event_lines
from client.presentation.knowledge import knowledge_lines
from client.presentation.names import Names
from client.presentation.players import seat_names
from client.seat.knowledge import Knowledge
from client.seat.viewer import Viewer
from client.table.opening import opening
from client.table.replay import LogReplay, serve_replay
from engine.errors import counted
from engine.game import Game
from protocol.errors import Unreadable
from protocol.logfile import RecordKind, read_disclosures, read_log
from protocol.table import Appended, Table


def configure(command: Parser) -> None:
    """Give the command its options."""
    command.add_argument("file", type=Path, metavar="FILE", help="the log")
    command.add_argument(
        "--since", type=int, default=1, metavar="N", help="start at entry N (default: 1)"
    )
    command.add_argument(
        "--to", type=int, metavar="N", help="stop after entry N (default: the last)"
    )
    command.add_argument(
        "--board",
        action="store_true",
        help="show only the board, as it stood at the end or after entry --to",
    )
    command.add_argument(
        "--table", action="store_true", help="show the game in the browser, with a timeline"
    )
    command.add_argument(
        "--no-browser", action="store_true", help="print the link instead of opening the browser"
    )
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    try:
        data = read_file(args.file)
    except OSError as error:
        raise ClientError(f"{args.file}: cannot be read: {error.strerror}") from error
    try:
        file = read_log(data)
    except Unreadable as error:
        raise ClientError(f"{args.file}: {error}") from error
    if args.table or args.no_browser:
        home = Home.of(None)
        replay = LogReplay(file, data, maps_in(home, args.file))
        serve_replay(replay, opening(home, browser=not args.no_browser))
        return 0
    entries = [record.content for record in file.records if record.kind is RecordKind.ENTRY]
    last = len(entries) if args.to is None else args.to
    for option, entry in (("--to", last), ("--since", args.since)):
        if not 0 <= entry <= len(entries):
            raise ClientError(
                f"{option} {entry}: {args.file} has {counted(len(entries), 'entry')}",
                "name one of them",
            )
    table = Table.start(file.founding)
    names, knowledge = Names(table.game), Knowledge.of(table.game)
    with progress() as display:
        task = display.add_task("replaying", total=last)
        for raw in entries[:last]:
            appended = table.append(raw)
            names.learn(appended.game)
            knowledge = knowledge.learning(appended.events, appended.game)
            display.advance(task)
            if not args.board and appended.entry.sequence >= args.since:
                say("\n".join(_in_words(appended, names, table)))
    if args.board:
        if last == len(entries):
            for signed in read_disclosures(file):
                table.add_statement(signed)
        viewer = Viewer(knowledge=knowledge.disclosing(table.disclosed))
        say("\n".join(_board(table.game, viewer)))
    return 0


def _in_words(appended: Appended, names: Names, table: Table) -> Iterator[str]:
    """One entry: its place, author and claimed time, then what happened by it."""
    entry = appended.entry
    made = dt.datetime.fromtimestamp(60 * entry.minute, dt.UTC)
    seats = seat_names(table.log.players, entry.sequence - 1)
    yield f"{entry.sequence} {seats[entry.seat]} {made:%Y-%m-%d %H:%M} UTC"
    agreed = agreed_line(entry, seats)
    if agreed is not None:
        yield f"    {agreed}"
    yield from (f"    {line}" for line in event_lines(appended.events, names))


def _board(game: Game, viewer: Viewer) -> Iterator[str]:
    """The board as it stands, and what everybody could know of the tokens."""
    known = viewer.known(game)
    yield turn_text(game)
    yield map_text(game, known, columns(WIDTH))
    yield from (holdings_text(game, power, known) for power in game.rules.scenario.powers)
    yield from knowledge_lines(viewer, game)
