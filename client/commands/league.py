"""`secret-subs league`: the archive of a league, as a site."""

__all__ = ["configure"]

import argparse
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from client.commands.audit_many import add_options, judged, many_of
from client.commands.parser import Parser
from client.console import say
from client.errors import ClientError
from client.league.forks import Fork, fork_between
from client.league.games import LeagueGame, games_of
from client.league.site import AUDITOR, fork_files, pages
from client.league.sources import found_in
from client.league.summary import Summary
from client.league.verdicts import Problem, Verdict, fingerprint
from protocol.report import Level

_MARK = "verdicts.jsonl"
_FOLDERS = ("games", "logs", "program")
_PROGRAM = "program.bin"


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
    games = games_of(verdicts)
    with _writing(site):
        _clear(site)
        if program is not None:
            shutil.copytree(program, site / "program")
        _copy_logs(many.paths, games, site / "logs")
        forks = _copy_forks(many.paths, games, site / "logs")
        for page in pages(verdicts, forks, auditing=program is not None, parquet=args.parquet):
            file = site / page.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(page.content)
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


@contextmanager
def _writing(site: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ClientError(
            f"{site} cannot be written: {error.strerror or error}",
            "see to that, and build it again",
        ) from error


def _copy_logs(paths: Sequence[str], games: Iterable[LeagueGame], folder: Path) -> None:
    """Copy the log of each game.

    Raises:
        ClientError: a log is another by now.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for game, content in _as_judged(paths, [(game, game.verdict) for game in games]):
        (folder / f"{game.id}.sslog").write_bytes(content)


def _copy_forks(
    paths: Sequence[str], games: Iterable[LeagueGame], folder: Path
) -> Mapping[str, Sequence[Fork]]:
    """Copy the logs that leave those of their games, and what convicts who signed both.

    Raises:
        ClientError: a log is another by now.
    """
    found: defaultdict[str, list[Fork]] = defaultdict(list)
    others = [(game, verdict) for game in games for verdict in game.others]
    for game, content in _as_judged(paths, others):
        counted = (folder / f"{game.id}.sslog").read_bytes()
        fork = fork_between(counted, content, fingerprint(content))
        if fork is None:
            continue
        found[game.id].append(fork)
        name = fork_files(game.id, fork)
        (folder / f"{name}.sslog").write_bytes(content)
        if fork.evidence is not None:
            (folder / f"{name}.evidence").write_bytes(fork.evidence)
    return {
        game: sorted(forks, key=lambda fork: (fork.place, fork.sha256))
        for game, forks in found.items()
    }


def _as_judged(
    paths: Sequence[str], logs: Sequence[tuple[LeagueGame, Verdict]]
) -> Iterator[tuple[LeagueGame, bytes]]:
    """Logs of games read once more, each as it was when it was judged.

    Raises:
        ClientError: a log is another by now.
    """
    wanted = {verdict.sha256: (game, verdict) for game, verdict in logs}
    names = {verdict.log for _, verdict in logs}
    for log in found_in(paths) if names else ():
        if log.name not in names or isinstance(log.at, Problem):
            continue
        content = log.at.read()
        if isinstance(content, Problem):
            continue
        game, _ = wanted.pop(fingerprint(content), (None, None))
        if game is not None:
            yield game, content
    for _, verdict in wanted.values():
        raise ClientError(f"{verdict.log} has changed since it was judged", "build the site again")
