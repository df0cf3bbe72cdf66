"""What a league counts, as tables: for CSV files and for pages."""

__all__ = [
    "Cell",
    "Table",
    "bluffs_table",
    "dice_table",
    "openings_table",
    "players_table",
    "to_csv",
    "turns_table",
]

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from client.league.chances import luck
from client.league.games import LeagueGame
from client.league.standings import Standing
from protocol.printable import printable

Cell: TypeAlias = str | int | float | None
"""Of a table; None where there is nothing to tell."""

_FORMULA = ("=", "+", "-", "@")


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        name: of its file, without an ending.
        title: for people.
        columns: their names.
        rows: a cell for each column.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]


def to_csv(table: Table) -> bytes:
    """A table as RFC 4180 has it, in UTF-8.

    A text that a spreadsheet would take for a formula begins with an apostrophe: names are written
    by strangers.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(table.columns)
    writer.writerows([_safe(cell) for cell in row] for row in table.rows)
    return out.getvalue().encode()


def _safe(cell: Cell) -> Cell:
    if not isinstance(cell, str):
        return cell
    return f"'{printable(cell)}" if cell.startswith(_FORMULA) else printable(cell)


def players_table(standings: Iterable[Standing], name: str, title: str) -> Table:
    """The standings."""
    columns = (
        *("place", "player", "key", "bot", "games", "wins", "rating", "deviation"),
        *("shots", "hits", "expected", "p"),
    )
    rows = [
        (
            place,
            one.names[0],
            one.key,
            "yes" if one.bot else "",
            one.games,
            one.wins,
            one.rating,
            one.deviation,
            one.luck.shots,
            one.luck.hits,
            round(one.luck.expected, 1),
            round(one.luck.p, 4),
        )
        for place, one in enumerate(standings, start=1)
    ]
    return Table(name, title, columns, rows)


def dice_table(games: Iterable[LeagueGame]) -> Table:
    """The dice of every key in every game, against what they should be."""
    columns = ("game", "player", "key", "shots", "hits", "expected", "p")
    rows: list[tuple[Cell, ...]] = []
    for game in games:
        for player in game.record.players:
            if player.shots:
                found = luck(player.shots)
                numbers = found.shots, found.hits, round(found.expected, 1), round(found.p, 4)
                rows.append((game.id, player.name, player.key, *numbers))
    return Table("dice", "Dice of each key in each game", columns, rows)


def turns_table(games: Iterable[LeagueGame]) -> Table:
    """How long turns took, where their entries claim times."""
    rows = [
        (game.id, game.record.scenario, turn.round, " and ".join(turn.powers), turn.minutes)
        for game in games
        for turn in game.record.turns
        if turn.minutes is not None
    ]
    columns = ("game", "scenario", "round", "powers", "minutes")
    return Table("turns", "Time per turn, as claimed", columns, rows)


def openings_table(games: Iterable[LeagueGame]) -> Table:
    """What powers bought first, how often, and how often their side won with it."""
    bought: Counter[tuple[str, str, str]] = Counter()
    decided: Counter[tuple[str, str, str]] = Counter()
    won: Counter[tuple[str, str, str]] = Counter()
    for game in games:
        sides = {power: one.side for one in game.record.players for power in one.powers}
        for power, units in game.record.openings.items():
            what = ", ".join(f"{count} {kind}" for kind, count in units.items()) or "nothing"
            opening = game.record.scenario, power, what
            bought[opening] += 1
            decided[opening] += game.winner is not None
            won[opening] += game.winner is not None and game.winner == sides.get(power)
    rows = [
        (*opening, bought[opening], decided[opening], won[opening])
        for opening in sorted(bought, key=lambda one: (one[0], one[1], -bought[one], one[2]))
    ]
    columns = ("scenario", "power", "bought", "games", "decided", "won")
    return Table("openings", "Openings", columns, rows)


def bluffs_table(games: Iterable[LeagueGame]) -> Table:
    """How often tokens were decoys: those turned up in battle, and those that were disclosed."""
    found: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0] * 5)
    for game in games:
        for one in game.record.bluffs:
            numbers = (1, one.shown, one.decoys, one.hidden or 0, one.hollow or 0)
            row = found[game.record.scenario, one.power]
            found[game.record.scenario, one.power] = [
                a + b for a, b in zip(row, numbers, strict=True)
            ]
    rows: list[tuple[Cell, ...]] = [(*which, *numbers) for which, numbers in sorted(found.items())]
    columns = ("scenario", "power", "games", "shown", "decoys shown", "hidden", "decoys hidden")
    return Table("bluffs", "Bluffs", columns, rows)
