"""`secret-subs report`: a whole game as one page, to be opened in any browser and sent round."""

__all__ = ["configure"]

import argparse
from pathlib import Path

from client.commands.common import maps_in
from client.commands.parser import Parser
from client.console import progress, say
from client.errors import ClientError
from client.home import Home
from client.parallel_audit import read_file
from client.presentation.retrospect import retrospect_lines
from client.table.report import game_report, report_page
from protocol.errors import Unreadable


def configure(command: Parser) -> None:
    """Give the command its options."""
    command.add_argument("file", type=Path, metavar="FILE", help="the log")
    command.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE.html",
        help="the page (default: beside the log, with its name)",
    )
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    page: Path = args.output or args.file.with_suffix(".html")
    try:
        log = read_file(args.file)
    except OSError as error:
        raise ClientError(f"{args.file}: cannot be read: {error.strerror}") from error
    with progress() as display:
        display.add_task("going through the game", total=None)
        try:
            report = game_report(log, maps_in(Home.of(None), args.file))
        except Unreadable as error:
            raise ClientError(f"{args.file}: {error}") from error
    try:
        page.write_text(report_page(report), encoding="utf-8")
    except OSError as error:
        raise ClientError(f"{page}: cannot be written: {error.strerror}") from error
    say("\n".join(retrospect_lines(report.retrospect)))
    say(f"The game is in {page}: open it in a browser, or send it round.")
    return 0
