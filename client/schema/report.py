"""A whole game as one page shows it that is sent round (`client.table.report`)."""

__all__ = [
    "DrawnReport",
    "FormerPlayer",
    "GameReport",
    "ReportFrame",
    "ReportPower",
    "ReportSeat",
    "ReportSpace",
    "ReportToken",
    "ReportUnits",
]

from collections.abc import Mapping

from client.schema.board import DrawnSpace
from client.schema.model import Model
from client.schema.replies import Verdict
from client.schema.retrospect import Retrospect


class ReportPower(Model):
    """A power: its letter, its side, its colour."""

    letter: str
    side: str
    colour: str


class FormerPlayer(Model):
    """Who played a seat before, and up to which entry."""

    name: str
    until: int


class ReportSeat(Model):
    """A player: the powers, the key as people compare it, whether the tokens are open to all.

    Attributes:
        powers: that the seat had at the beginning; none of a keeper.
        former: who played or kept it before, in their order.
    """

    name: str
    powers: tuple[str, ...]
    key: str
    open: bool
    former: tuple[FormerPlayer, ...] = ()


class ReportUnits(Model):
    """Units of a power, as they are called: "2 infantry"."""

    power: str
    count: int
    words: str


class ReportToken(Model):
    """A token.

    Attributes:
        id: its handle.
        power: its owner.
        known: submarines that everybody knew it to hold; None if it was hidden.
        held: submarines that it held, by what was opened in the end; None if nobody has told.
        decoy: how likely a decoy it was, in percent, for all that everybody knew; 100 only if it
            could be nothing else.
    """

    id: int
    power: str
    known: int | None
    held: int | None
    decoy: int | None


class ReportSpace(Model):
    """A space at a moment: who controls it, and what stands there."""

    control: str | None
    units: tuple[ReportUnits, ...]
    tokens: tuple[ReportToken, ...]


class ReportFrame(Model):
    """A moment: what an entry brought about, and the spaces that have changed by it.

    Attributes:
        entry: its number.
        round, power, phase: whose turn it was then.
        lines: what happened, in words.
        spaces: as they are now, if they have changed.
    """

    entry: int
    round: int
    power: str
    phase: str
    lines: tuple[str, ...]
    spaces: Mapping[str, ReportSpace]


class DrawnReport(Model):
    """The map, without what only a game under way needs."""

    width: float
    height: float
    spaces: Mapping[str, DrawnSpace]
    scenery: str


class GameReport(Model):
    """A whole game.

    Attributes:
        outcome: how it ended; None if it goes on.
        agreed: what was agreed, and with which entry.
        head: number and hash of the last entry.
        sha: SHA-256 of the log that the page was made of.
    """

    title: str
    outcome: str | None
    agreed: tuple[str, ...]
    seats: tuple[ReportSeat, ...]
    powers: Mapping[str, ReportPower]
    map: DrawnReport
    frames: tuple[ReportFrame, ...]
    retrospect: Retrospect
    verdict: Verdict
    safety: str
    head: tuple[int, str]
    sha: str
