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
from client.league.site import AUDITOR, pages
from client.league.sources import found_in
from client.league.summary import Summary
from client.league.verdicts import Problem, fingerprint
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
    many = many_of(args, Level.RULES)
    if program is not None and not (program / _PROGRAM).is_file():
        raise ClientError(f"{program} is no site of the program", "build one with `make site`")
    _check(site, [*map(Path, many.paths), *([] if program is None else [program])])
    for _ in pages([], parquet=args.parquet):
        pass  # an extra that is missing is told before hours of judging
    _begin(site)
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


def _check(site: Path, sources: Iterable[Path]) -> None:
    """See that nothing of somebody else's would be overwritten, and no source of the site."""
    if site.exists() and not (site / _MARK).exists() and (not site.is_dir() or any(site.iterdir())):
        raise ClientError(f"{site} is there, and no site of a league", "name another folder")
    out = site.resolve()
    for source in map(Path.resolve, sources):
        if out.is_relative_to(source) or source.is_relative_to(out):
            raise ClientError(
                f"{site} and {source} lie in one another", "name a folder for the site elsewhere"
            )


def _begin(site: Path) -> None:
    """Make the folder before hours of judging, and mark it for the next build, should they end.

    Raises:
        OSError: nothing can be written there.
    """
    site.mkdir(parents=True, exist_ok=True)
    with (site / _MARK).open("ab"):
        pass


def _clear(site: Path) -> None:
    """Take away what a build before has left, which this one need not write again."""
    for folder in _FOLDERS:
        shutil.rmtree(site / folder, ignore_errors=True)
    for file in [*site.glob("*.parquet"), *(site / name for name in AUDITOR)]:
        file.unlink(missing_ok=True)


def _copy_logs(paths: Sequence[str], games: Iterable[LeagueGame], folder: Path) -> None:
    """Copy the log of each game, as it was when it was judged.

    Raises:
        ClientError: a log is another by now.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {game.verdict.sha256: game for game in games}
    names = {game.verdict.log for game in games}
    for log in found_in(paths):
        if log.name not in names or isinstance(log.at, Problem):
            continue
        content = log.at.read()
        if isinstance(content, Problem):
            continue
        game = wanted.pop(fingerprint(content), None)
        if game is not None:
            (folder / f"{game.id}.sslog").write_bytes(content)
    for game in wanted.values():
        raise ClientError(
            f"{game.verdict.log} has changed since it was judged", "build the site again"
        )
