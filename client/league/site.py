"""The pages of a league: files that any web server can serve, and a browser can open from a disk.

Equal verdicts make equal files, to the byte: nothing here asks for the time.
"""

__all__ = ["AUDITOR", "Page", "fork_files", "pages"]

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from client.errors import ClientError
from client.league.chances import luck
from client.league.forks import Fork
from client.league.games import Ending, LeagueGame, games_of
from client.league.parquet import to_parquet
from client.league.records import PlayerRecord
from client.league.standings import names_of, standings
from client.league.tables import (
    Table,
    bluffs_table,
    dice_table,
    openings_table,
    players_table,
    to_csv,
    turns_table,
)
from client.league.verdicts import Outcome, Verdict
from client.league.version import program_version
from protocol.confusables import skeleton
from protocol.identity import PublicKey
from protocol.printable import printable

if TYPE_CHECKING:
    from jinja2 import Environment

_SHOWN: Final = 200
"""Rows of a table that a page shows; its file has all."""

_ASSETS: Final = ("league.css", "league.js")
AUDITOR: Final = ("audit.js", "auditor.js")
"""Scripts of a site that has the program."""
_PLACES: Final = {"../../web/node/program.js": "./program/node/program.js"}
"""What scripts import in the checkout, and on the site."""


NO_FORKS: Final[Mapping[str, Sequence[Fork]]] = MappingProxyType({})
"""Where no other log of any game leaves the one that counts."""


class Page(NamedTuple):
    """A file of the site."""

    path: str
    content: bytes


@dataclass(frozen=True, slots=True)
class _Shown:
    """A game as pages show it."""

    id: str
    scenario: str
    rules: str
    sides: tuple[tuple[str, ...], ...]
    winner: str
    ending: str
    ended: str
    luck: str
    copies: int
    forks: tuple[tuple[str, int, int, str], ...]
    """Of each: its files, its place, entries of the other log, fingerprint of who signed both."""


def pages(
    verdicts: Sequence[Verdict],
    forks: Mapping[str, Sequence[Fork]] = NO_FORKS,
    *,
    auditing: bool = False,
    parquet: bool = False,
) -> Iterator[Page]:
    """The whole site, but for the logs: ``logs/GAME.sslog``, and as `fork_files` names them.

    Args:
        verdicts: on all logs, with records of the games.
        forks: of games, by their ids.
        auditing: whether the program lies in ``program``, as `make site` builds it, so that
            visitors can audit games in their browsers.
        parquet: whether tables are files of that kind, too.

    Raises:
        ClientError: an extra is not installed.
    """
    render = _renderer()
    games = games_of(verdicts)
    names = _Names(games)
    shown = [_shown(game, names, forks.get(game.id, ())) for game in reversed(games)]
    yield _html(
        render,
        "index.html",
        title="Games",
        games=shown,
        scenarios=sorted({game.scenario for game in shown}),
        endings=[ending.value for ending in Ending],
    )
    played = [game for game in games if game.ending is Ending.PLAYED]
    ended = [game for game in games if game.ending is not Ending.OPEN]
    counted = players_table(standings(games, played), "players", "Standings")
    every = players_table(
        standings(games, ended), "players-all", "Standings, with adjudicated and one-sided games"
    )
    yield _html(render, "players.html", title="Players", played=counted, all=every)
    dice, turns = dice_table(games), turns_table(games)
    tables = (openings_table(games), bluffs_table(games))
    yield _html(
        render,
        "tables.html",
        title="Statistics",
        tables=[_first(table) for table in tables],
        files=(dice, turns),
    )
    for table in (counted, every, dice, turns, *tables):
        yield Page(f"{table.name}.csv", to_csv(table))
        if parquet:
            yield Page(f"{table.name}.parquet", to_parquet(table))
    others = [one for one in verdicts if one.outcome is not Outcome.VERIFIED]
    yield _html(render, "refused.html", title="Not verified", verdicts=list(map(_other, others)))
    for game, told in zip(reversed(games), shown, strict=True):
        yield _game_page(render, game, told, auditing=auditing)
    for asset in (*_ASSETS, *(AUDITOR if auditing else ())):
        text = (files("client.league") / "pages" / asset).read_text("utf-8")
        for place, moved in _PLACES.items():
            text = text.replace(f'from "{place}"', f'from "{moved}"')
        yield Page(asset, text.encode())
    lines = "".join(f"{one.to_line()}\n" for one in sorted(verdicts, key=lambda one: one.log))
    yield Page("verdicts.jsonl", lines.encode())


def _renderer() -> "Environment":
    try:
        from jinja2 import (  # noqa: PLC0415 (an extra, which who needs none goes without)
            Environment,
            PackageLoader,
            StrictUndefined,
        )
    except ImportError as error:
        advice = "install it with: pip install 'secret-subs[league]'"
        raise ClientError("pages need jinja2", advice) from error
    made = Environment(
        loader=PackageLoader("client.league", "pages"),
        autoescape=True,
        trim_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    made.filters["printable"] = lambda text: printable(str(text))
    made.filters["fingerprint"] = _fingerprint
    return made


def _html(render: "Environment", template: str, *, path: str = "", **shown: object) -> Page:
    path = path or template
    text = render.get_template(template).render(
        root="../" * path.count("/"), version=program_version(), **shown
    )
    return Page(path, text.encode())


def _game_page(render: "Environment", game: LeagueGame, shown: _Shown, *, auditing: bool) -> Page:
    report = game.verdict.report or {}
    columns = ("player", "key", "powers", "minutes", "shots", "hits", "expected", "p")
    turns = tuple(
        (turn.round, " and ".join(turn.powers), turn.minutes) for turn in game.record.turns
    )
    return _html(
        render,
        "game.html",
        path=f"games/{game.id}.html",
        title=f"{shown.scenario}: " + " against ".join(", ".join(side) for side in shown.sides),
        game=shown,
        auditing=auditing,
        entries=report["entries"],
        result=_result(game),
        settings=", ".join(f"{name}={value}" for name, value in game.record.options),
        secrecy=game.record.secrecy,
        sha256=game.verdict.sha256,
        players=Table("../dice", "Players", columns, [_row(one) for one in game.record.players]),
        turns=Table("../turns", "Turns", ("round", "powers", "minutes"), turns),
    )


def _row(player: PlayerRecord) -> tuple[str | int | float | None, ...]:
    found = luck(player.shots)
    name = f"{player.name} (bot)" if player.bot else player.name
    powers = ", ".join(player.powers) or "keeper"
    if player.since:
        powers += f", from entry {player.since} on"
    numbers = found.shots, found.hits, round(found.expected, 1), round(found.p, 4)
    key = _fingerprint(player.key)
    return (name, key, powers, player.minutes, *numbers)


def _result(game: LeagueGame) -> str:
    report = game.verdict.report or {}
    outcome = report["outcome"]
    if outcome is None:
        return f"not over, in round {game.record.round}"
    if game.winner is not None:
        return f"won by {game.winner}: {outcome}"
    if report["winner"] is not None:
        return f"won by {report['winner']}, not verified: {outcome}"
    return f"without a winner: {outcome}"


def _shown(game: LeagueGame, names: "_Names", forks: Iterable[Fork]) -> _Shown:
    record = game.record
    by_side: defaultdict[str, list[PlayerRecord]] = defaultdict(list)
    for player in game.players:
        by_side[player.side or ""].append(player)
    sides = tuple(by_side[side] for side in sorted(by_side))
    return _Shown(
        id=game.id,
        scenario=record.scenario,
        rules=", ".join(record.modules) or "none",
        sides=tuple(tuple(names.of(player) for player in side) for side in sides),
        winner=game.winner or "",
        ending=game.ending.value,
        ended="" if record.ended is None else f"{_date(record.ended)}",
        luck=_luck(sides),
        copies=game.copies,
        forks=tuple(
            (
                fork_files(game.id, fork),
                fork.place,
                fork.entries,
                "" if fork.key is None else _fingerprint(fork.key),
            )
            for fork in forks
        ),
    )


def fork_files(game: str, fork: Fork) -> str:
    """Where the other log of a fork lies, and its evidence; without their endings."""
    return f"{game}-{fork.sha256[:12]}"


def _fingerprint(key: str) -> str:
    return PublicKey(bytes.fromhex(key)).fingerprint


def _luck(sides: Sequence[Sequence[PlayerRecord]]) -> str:
    """How many more hits the first side scored than it should have, less those of the second."""
    if len(sides) != 2:  # noqa: PLR2004 (two sides)
        return ""
    first, second = (luck(shot for one in side for shot in one.shots) for side in sides)
    return f"{first.hits - first.expected - second.hits + second.expected:+.1f}"


def _date(minute: int) -> dt.date:
    return dt.datetime.fromtimestamp(60 * minute, dt.UTC).date()


def _first(table: Table) -> Table:
    if len(table.rows) <= _SHOWN:
        return table
    title = f"{table.title}: the first {_SHOWN} of {len(table.rows)}"
    return Table(table.name, title, table.columns, table.rows[:_SHOWN])


def _other(verdict: Verdict) -> dict[str, str]:
    fault = None if verdict.report is None else verdict.report["fault"]
    reason = fault["reason"] if isinstance(fault, dict) else ""
    key = verdict.culprit
    return {
        "log": verdict.log,
        "outcome": verdict.outcome.value,
        "code": verdict.code or "",
        "reason": str(reason if verdict.problem is None else verdict.problem.reason),
        "culprit": "" if key is None else _fingerprint(key),
    }


class _Names:
    """What players are called: by name, and where several keys have that name, by key too."""

    def __init__(self, games: Sequence[LeagueGame]) -> None:
        self._names = {key: names[0] for key, names in names_of(games).items()}
        self._alike = Counter(map(skeleton, self._names.values()))

    def of(self, player: PlayerRecord) -> str:
        """The name of a player."""
        name = self._names[player.key]
        if self._alike[skeleton(name)] == 1:
            return name
        return f"{name} ({_fingerprint(player.key)[:9]})"
