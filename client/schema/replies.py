"""What a page is told: pictures, what changes in them, and how each of its requests went."""

__all__ = [
    "RESULTS",
    "AnswerStaged",
    "AuditReport",
    "ClaimCounts",
    "Comers",
    "CopyBrought",
    "Destination",
    "Destinations",
    "DiceStatistics",
    "Done",
    "Fault",
    "GamePage",
    "HomeCopied",
    "Judgement",
    "LogFile",
    "LogJudged",
    "MapKept",
    "Nothing",
    "Patch",
    "Refused",
    "Reply",
    "Result",
    "SeatSealed",
    "Snapshot",
    "Statistics",
    "Undone",
    "Verdict",
]

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import ConfigDict, Field

from client.schema.board import Board
from client.schema.game import Plan
from client.schema.model import Model
from client.schema.picture import Changes, Picture
from client.schema.playback import Playback
from client.schema.retrospect import Retrospect
from client.schema.rulebook import RuleParagraph
from client.schema.supposed import SupposedView

# What comes of a request


class Nothing(Model):
    """It is done; there is no more to say."""


class AnswerStaged(Model):
    """An answer in words, and what it brings about, as far as that is certain."""

    words: str
    events: tuple[str, ...]


class Judgement(Model):
    """Whether the rules take an answer; if not, by which rule and why."""

    legal: bool
    rule: str = ""
    why: str = ""


class Destination(Model):
    """The shortest ways to a space, and whether enemies are there."""

    ways: tuple[tuple[str, ...], ...]
    enemies: bool


class Destinations(Model):
    """Where pieces could go, by space."""

    spaces: Mapping[str, Destination]


class Comers(Model):
    """Pieces that could come to a space."""

    pieces: tuple[int, ...]


class Undone(Model):
    """The answer that was taken back, in words; None if there was none."""

    words: str | None


class LogFile(Model):
    """The log: its bytes in base64, and a name for the file."""

    file: str
    name: str


class GamePage(Model):
    """The whole game as one page to send round: the page, and a name for its file."""

    page: str
    name: str


class Fault(Model):
    """What is wrong with a log, and whose fault it is (`protocol.report`)."""

    entry: int | None
    code: str
    rule: str
    culprit: int | None
    key: str | None
    evidence: str
    reason: str


class DiceStatistics(Model):
    """How evenly the dice of one number of sides fell (`protocol.report.Uniformity`)."""

    sides: int
    dice: int
    chi_square: float
    p: float | None


class Statistics(Model):
    """What a log contains (`protocol.report.Statistics`)."""

    model_config = ConfigDict(extra="ignore")

    rolls: int
    dice: tuple[DiceStatistics, ...]


class ClaimCounts(Model):
    """How many claims were proved, disclosed, or are still open."""

    proved: int
    disclosed: int
    open: int


class JudgedAgreement(Model):
    """What an agreement is worth (`protocol.report.JudgedAgreement`); seats by number."""

    model_config = ConfigDict(extra="ignore")

    entry: int
    signed: tuple[int, ...]
    named: tuple[int, ...]
    worth: Literal["verified", "claimed", "disputed"]


class Verdict(Model):
    """What the page shows of an audit's verdict (`protocol.report.Report.to_json`)."""

    model_config = ConfigDict(extra="ignore")

    verified: bool
    status: str
    game: str | None
    seats: tuple[str, ...]
    entries: int
    claims: ClaimCounts
    agreements: tuple[JudgedAgreement, ...]
    unsigned: tuple[int, ...]
    fault: Fault | None
    waiting_for: tuple[str, ...]
    winner: str | None
    win_verified: bool | None
    endorsed: tuple[int, ...]
    statistics: Statistics


class AuditReport(Model):
    """An audit's verdict.

    Attributes:
        verdict: what is shown of it.
        json_text: the whole as JSON.
        text: the whole in words.
        blame: who is at fault, in words; empty if nothing is wrong.
    """

    verdict: Verdict
    json_text: str
    text: str
    blame: str


class LogJudged(Model):
    """A verdict on a log that was opened on the page: at which level, None on evidence."""

    level: Literal["line", "secrets", "rules"] | None
    report: AuditReport


class MapKept(Model):
    """A map was kept: the titles of the scenarios that it is for."""

    scenarios: tuple[str, ...]


class SeatSealed(Model):
    """This device plays a seat no more.

    Attributes:
        delivered: whether the seat is on the other device's disk.
        why: why it is not, if it was to be.
        name: of the file that brings it there; empty if none is needed.
        file: what that holds, in base64: only that device can open it.
    """

    delivered: bool
    why: str
    name: str
    file: str


class HomeCopied(Model):
    """All games, the key and the settings in one file.

    Attributes:
        name: for the file.
        file: its bytes in base64.
        games: how many are in it.
        left_out: what is not in it, and why, one line each.
    """

    name: str
    file: str
    games: int
    left_out: tuple[str, ...]


class CopyBrought(Model):
    """What came of such a file: what is here now, and what stayed out and why, one line each."""

    came: tuple[str, ...]
    stayed: tuple[str, ...]


Result: TypeAlias = (
    Nothing
    | AnswerStaged
    | Judgement
    | Destinations
    | Comers
    | Plan
    | SupposedView
    | Undone
    | GamePage
    | LogFile
    | AuditReport
    | MapKept
    | SeatSealed
    | HomeCopied
    | CopyBrought
    | Playback
    | RuleParagraph
    | Retrospect
)

RESULTS: Final[Mapping[str, type[Result]]] = {
    "answer": AnswerStaged,
    "bring_copy": CopyBrought,
    "comers": Comers,
    "copy_home": HomeCopied,
    "destinations": Destinations,
    "forecast": Plan,
    "judge": Judgement,
    "keep": LogFile,
    "page": GamePage,
    "move_seat": SeatSealed,
    "open_map": MapKept,
    "playback": Playback,
    "report": AuditReport,
    "retrospect": Retrospect,
    "rule": RuleParagraph,
    "suppose": SupposedView,
    "undo": Undone,
}
"""What comes of a request, by its type; of any other comes `Nothing`."""


# Messages


class Snapshot(Model):
    """Everything, from the beginning; `n` numbers messages without a gap."""

    type: Literal["snapshot"] = "snapshot"
    n: int
    board: Board | None
    picture: Picture


class Patch(Model):
    """What has changed since the last message."""

    type: Literal["patch"] = "patch"
    n: int
    changes: Changes


class Done(Model):
    """The request with this id is carried out."""

    type: Literal["done"] = "done"
    n: int
    id: int
    result: Result


class Refused(Model):
    """The request with this id is refused: by which rule (empty: by none), and why."""

    type: Literal["refused"] = "refused"
    n: int
    id: int
    rule: str
    why: str


Reply: TypeAlias = Annotated[Snapshot | Patch | Done | Refused, Field(discriminator="type")]
