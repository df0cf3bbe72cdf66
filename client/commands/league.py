"""`secret-subs league`: the archive of a league, as a site."""

__all__ = ["configure"]

import argparse
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from client.commands.audit_many import add_options, judged, many_of
from client.commands.parser import Parser
from client.console import say
from client.errors import ClientError
from client.league.games import LeagueGame, games_of
from client.league.site import pages
from client.league.sources import found_in
from client.league.summary import Summary
from client.league.verdicts import Problem
from protocol.report import Level

_MARK = "verdicts.jsonl"
_FOLDERS = ("games", "logs", "program")
_PROGRAM = "program.zip"


def configure(family: Parser) -> None:
    """Give the family its commands."""
    commands = family.add_subparsers(title="commands", metavar="COMMAND", required=True)
    text = "verify the logs of a league, and make a site of its games, players and statistics"
    command = commands.add_parser("build", help=text, description=text)
    command.add_argument(
        "paths", nargs="+", metavar="PATH", help="a log, a folder or an archive of logs"
    )
    command.add_argument(
        "--out", type=Path, required=True, metavar="SITE", help="the folder of the site"
    )
    command.add_argument(
        "--site",
        type=Path,
        metavar="FOLDER",
        help="what `make site` has built: visitors can then audit games in their browsers",
    )
    command.add_argument(
        "--parquet", action="store_true", help="write the tables as Parquet files, too"
    )
    command.add_argument("--jobs", type=int, metavar="N", help="number of logs at a time")
    add_options(command)
    command.set_defaults(run=_build)


def _build(args: argparse.Namespace) -> int:
    site: Path = args.out
    program: Path | None = args.site
    _check(site)
    if program is not None and not (program / _PROGRAM).is_file():
        raise ClientError(f"{program} is no site of the program", "build one with `make site`")
    many = many_of(args, Level.RULES)
    summary, verdicts = Summary(), []
    for verdict in judged(many, recording=True):
        summary.add(verdict)
        verdicts.append(verdict)
    _clear(site)
    if program is not None:
        shutil.copytree(program, site / "program")
    shown = pages(verdicts, auditing=program is not None, parquet=args.parquet)
    for page in shown:
        file = site / page.path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(page.content)
    games = games_of(verdicts)
    _copy_logs(many.paths, games, site / "logs")
    say(summary.to_text())
    say(f"{len(games)} games in {site / 'index.html'}")
    return 0


def _check(site: Path) -> None:
    """See that nothing of somebody else's would be overwritten."""
    if site.exists() and not (site / _MARK).exists() and (not site.is_dir() or any(site.iterdir())):
        raise ClientError(f"{site} is there, and no site of a league", "name another folder")


def _clear(site: Path) -> None:
    """Take away what a build before has left."""
    for folder in _FOLDERS:
        shutil.rmtree(site / folder, ignore_errors=True)


def _copy_logs(paths: Sequence[str], games: Iterable[LeagueGame], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {game.verdict.log: game for game in games}
    for log in found_in(paths):
        game = wanted.pop(log.name, None)
        if game is None or isinstance(log.at, Problem):
            continue
        content = log.at.read()
        if not isinstance(content, Problem):
            (folder / f"{game.id}.sslog").write_bytes(content)
