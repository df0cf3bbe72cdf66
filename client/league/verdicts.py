"""What is said of one log among many: a line of JSON (docs/league.md)."""

import json
from enum import StrEnum, unique
from hashlib import sha256

from pydantic import BaseModel, ConfigDict, JsonValue

from client.errors import ClientError
from client.league.records import GameRecord
from protocol.report import Level, Report

__all__ = ["Outcome", "Problem", "Trouble", "Verdict", "fingerprint", "report_form"]


_REPORTED = frozenset({"verified", "level", "game", "entries"})
"""What is asked of a report here; a line without it has been edited."""


@unique
class Outcome(StrEnum):
    """What an audit comes to."""

    VERIFIED = "verified"
    REFUSED = "refused"  # something is wrong with the game
    UNREADABLE = "unreadable"  # there is no game to judge, or no verdict on it


@unique
class Trouble(StrEnum):
    """Why there is no verdict on a log; it accuses nobody."""

    NO_LOG = "no_log"  # neither a log nor evidence, or damaged so that nothing can be judged
    NOT_READ = "not_read"  # the system or the archive did not give it out
    TOO_LARGE = "too_large"
    TOO_SLOW = "too_slow"  # it took more time than one log may
    TOO_MUCH_MEMORY = "too_much_memory"
    DIED = "died"  # the process that judged it was killed
    UNSAFE_NAME = "unsafe_name"  # absolute, with `..`, or with signs that no name needs
    FOREIGN_NAME = "foreign_name"  # not in UTF-8
    SAME_NAME = "same_name"  # another in the archive has it already
    LINK = "link"
    SPECIAL = "special"  # a device, a pipe, a sparse file
    ENCRYPTED = "encrypted"
    ARCHIVE = "archive"  # an archive within an archive
    BOMB = "bomb"  # an archive that unpacks to far more than logs do


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Problem(_Form):
    """Why there is no verdict.

    Attributes:
        code: for programs.
        reason: for people.
    """

    code: Trouble
    reason: str


class Verdict(_Form):
    """What is said of one log.

    Attributes:
        log: its name: path, URL, or path of an archive and name within, with a colon between.
        sha256: of the file, in hexadecimal; None where it was not read as a whole.
        version: of the program that judged (`client.league.version`).
        level: of the audit.
        problem: why there is no verdict; None where there is one.
        report: as in SPEC-14.9, without `each_claim`; None where there is a problem.
        record: of the game, where one was asked for and the rules have verified it.
    """

    log: str
    sha256: str | None
    version: str
    level: Level
    problem: Problem | None
    report: dict[str, JsonValue] | None
    record: GameRecord | None = None

    @property
    def outcome(self) -> Outcome:
        """The verdict in a word."""
        if self.report is None:
            return Outcome.UNREADABLE
        return Outcome.VERIFIED if self.report["verified"] else Outcome.REFUSED

    @property
    def is_game(self) -> bool:
        """Whether the rules have verified this as the log of a game."""
        rules = self.report is not None and self.report["level"] == Level.RULES
        return rules and self.outcome is Outcome.VERIFIED

    @property
    def game(self) -> str | None:
        """Id of the game of which a report is, in hexadecimal."""
        found = None if self.report is None else self.report["game"]
        return found if isinstance(found, str) else None

    @property
    def code(self) -> str | None:
        """Of the problem or the fault; None of a log without either."""
        if self.problem is not None:
            return self.problem.code
        return self._of_fault("code")

    @property
    def culprit(self) -> str | None:
        """The key that is convicted, in hexadecimal, by a log or by evidence."""
        return self._of_fault("key")

    def to_json(self) -> dict[str, JsonValue]:
        """One JSON object."""
        left_out = {"record"} if self.record is None else set()
        shown = self.model_dump(mode="json", exclude=left_out)
        return {"verdict": self.outcome.value, **shown}

    def to_line(self) -> str:
        """The same in one line, in ASCII, without its end."""
        return json.dumps(self.to_json(), separators=(",", ":"))

    @classmethod
    def of_line(cls, line: str) -> "Verdict":
        """Read a line.

        Raises:
            ClientError: it is none.
        """
        try:
            form = json.loads(line)
            if isinstance(form, dict) and "verdict" in form:
                del form["verdict"]  # it follows from the rest
                made = cls.model_validate_json(json.dumps(form))
                if made.report is None or made.report.keys() >= _REPORTED:
                    return made
        except ValueError:  # pydantic's errors are such, too
            pass
        raise ClientError("this is no line of an audit's results")

    def _of_fault(self, field: str) -> str | None:
        fault = None if self.report is None else self.report["fault"]
        found = fault.get(field) if isinstance(fault, dict) else None
        return found if isinstance(found, str) else None


def fingerprint(content: bytes) -> str:
    """What a log's content is known by among results."""
    return sha256(content).hexdigest()


def report_form(report: Report) -> dict[str, JsonValue]:
    """A report as it stands in a verdict: what each claim says is left to an audit of that log."""
    form = json.loads(json.dumps(report.to_json()))
    del form["each_claim"]
    found: dict[str, JsonValue] = form
    return found
