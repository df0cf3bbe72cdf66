"""A verdict on a log or on evidence, as data, as JSON and as text (SPEC-14)."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum, unique
from typing import Final, TypeAlias

from engine.errors import counted
from protocol.claims import Claim, Counted, From, Holds, Present, Shuffled
from protocol.printable import printable
from protocol.sealing.suite import ClaimStatus

__all__ = [
    "NOT_SHOWN",
    "PROGRAM_FAULT",
    "Claims",
    "Evidence",
    "Fault",
    "Json",
    "JudgedClaim",
    "Method",
    "Report",
    "Statistics",
    "Status",
    "Uniformity",
    "program_fault",
    "uniformity",
]

PROGRAM_FAULT: Final = "program_fault"
"""Code of a verdict that could not be reached because this program failed; it accuses nobody."""
NOT_SHOWN: Final = "not_shown"
"""Code of the verdict on evidence that shows no fault."""

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

_LEAST_EXPECTED = 5  # a chi-square says little where fewer results of a side are expected


@unique
class Method(StrEnum):
    """How a verdict was reached."""

    FULL = "full"  # everything was replayed and checked
    QUICK = "quick"  # the chain and each seat's last signature: endorsed, not replayed
    EVIDENCE = "evidence"  # a piece of evidence was judged


@unique
class Status(StrEnum):
    """How far the game got, by this log."""

    COMPLETE = "complete"  # closed, signed by all, and the win verified
    CLOSED = "closed"  # over, but something of the above is missing
    OPEN = "open"  # not over, or cut short


@unique
class Evidence(StrEnum):
    """What a fault can be shown with."""

    PORTABLE = "portable"  # the charter and a few entries
    REPLAY = "replay"  # the whole log and the signed entry
    NONE = "none"  # nothing: nobody can be blamed


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong.

    Attributes:
        entry: the place in the line; 0 where it lies before the first entry.
        code: of SPEC-0.3, `PROGRAM_FAULT` or `NOT_SHOWN`.
        rule: number of the rule.
        culprit: index of the seat at fault, None where nobody can be blamed.
        evidence: what it can be shown with.
        reason: in words.
    """

    entry: int
    code: str
    rule: str
    culprit: int | None
    evidence: Evidence
    reason: str


def program_fault(error: Exception, entry: int) -> Fault:
    """A verdict at a place of the line that could not be reached: our own mistake."""
    reason = printable(f"this program failed: {type(error).__name__}: {error}")
    return Fault(entry, PROGRAM_FAULT, "SPEC-14.1", None, Evidence.NONE, reason)


@dataclass(frozen=True, slots=True)
class Claims:
    """How many claims about secrets there are, by how far they have been shown."""

    proved: int = 0
    disclosed: int = 0
    open: int = 0


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """One claim of the log.

    Attributes:
        entry: that makes it.
        item: of the entry, from 0.
        seat: whose it is.
        power: whose tokens it is about.
        claim: what it says.
        status: how far it has been shown.
    """

    entry: int
    item: int
    seat: int
    power: str
    claim: Claim
    status: ClaimStatus

    def to_json(self) -> dict[str, Json]:
        """The claim as one JSON object."""
        return {
            "entry": self.entry,
            "item": self.item,
            "seat": self.seat,
            "power": self.power,
            "claim": {"tag": self.claim.tag, **asdict(self.claim)},
            "standing": self.status.value,
        }

    def to_text(self) -> str:
        """The claim for people, in one line."""
        return f"entry {self.entry}, {self.power}: {_said(self.claim)}: {self.status}"


@dataclass(frozen=True, slots=True)
class Uniformity:
    """How evenly the dice of one number of sides fell.

    Attributes:
        sides: of the dice.
        dice: how many fell.
        chi_square: over the sides, with sides - 1 degrees of freedom.
        p: chance that fair dice fall at least as unevenly; None where too few dice say nothing.
    """

    sides: int
    dice: int
    chi_square: float
    p: float | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a log contains.

    Attributes:
        bytes: of the whole file.
        rolls: how many.
        alone: rolls to which one seat alone contributed, because no other could.
        seals: commitments made.
        openings: tokens shown.
        dice: by number of sides.
    """

    bytes: int = 0
    rolls: int = 0
    alone: int = 0
    seals: int = 0
    openings: int = 0
    dice: tuple[Uniformity, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A verdict.

    Attributes:
        verified: nothing is wrong; of evidence, that it shows a fault.
        method: how it was reached.
        status: how far the game got.
        game: its id, None where not even that could be read.
        seats: names, in seat order.
        entries: judged to be good.
        claims: about secrets.
        each_claim: of them, in the order of the log; a quick audit judges none.
        unproved: claims still open, by seat.
        fault: what is wrong, None if nothing; of evidence, what it shows, or why it shows nothing.
        waiting_for: who owes the next entry, and what, by this copy.
        outcome: how the game ended, None while it goes on.
        winner: the side that won, None if none is named.
        win_verified: whether the winners' claims have all been shown; None without a winner.
        unsigned: seats that have not signed the end of a game that is over.
        silences: claims of silence: who says whom the game waits for, and at which entry.
        endorsed: the last place each seat signed.
        torn: bytes at the end of a record cut short.
        statistics: what the log contains.
    """

    verified: bool
    method: Method
    status: Status = Status.OPEN
    game: bytes | None = None
    seats: tuple[str, ...] = ()
    entries: int = 0
    claims: Claims = field(default_factory=Claims)
    each_claim: tuple[JudgedClaim, ...] = ()
    unproved: Mapping[int, int] = field(default_factory=dict)
    fault: Fault | None = None
    waiting_for: tuple[str, ...] = ()
    outcome: str | None = None
    winner: str | None = None
    win_verified: bool | None = None
    unsigned: tuple[int, ...] = ()
    silences: tuple[tuple[int, int, int], ...] = ()
    endorsed: tuple[int, ...] = ()
    torn: int = 0
    statistics: Statistics = field(default_factory=Statistics)

    def to_json(self) -> dict[str, Json]:
        """The report as one JSON object."""
        fault = self.fault
        return {
            "verified": self.verified,
            "method": self.method.value,
            "status": self.status.value,
            "game": None if self.game is None else self.game.hex(),
            "seats": list(self.seats),
            "entries": self.entries,
            "claims": {
                "proved": self.claims.proved,
                "disclosed": self.claims.disclosed,
                "open": self.claims.open,
            },
            "each_claim": [one.to_json() for one in self.each_claim],
            "unproved": {str(seat): count for seat, count in sorted(self.unproved.items())},
            "fault": None
            if fault is None
            else {
                "entry": fault.entry,
                "code": fault.code,
                "rule": fault.rule,
                "culprit": fault.culprit,
                "evidence": fault.evidence.value,
                "reason": fault.reason,
            },
            "waiting_for": list(self.waiting_for),
            "outcome": self.outcome,
            "winner": self.winner,
            "win_verified": self.win_verified,
            "unsigned": list(self.unsigned),
            "silences": [
                {"seat": seat, "owing": owing, "entry": entry}
                for seat, owing, entry in self.silences
            ],
            "endorsed": list(self.endorsed),
            "torn": self.torn,
            "statistics": {
                "bytes": self.statistics.bytes,
                "rolls": self.statistics.rolls,
                "alone": self.statistics.alone,
                "seals": self.statistics.seals,
                "openings": self.statistics.openings,
                "dice": [
                    {
                        "sides": one.sides,
                        "dice": one.dice,
                        "chi_square": one.chi_square,
                        "p": one.p,
                    }
                    for one in self.statistics.dice
                ],
            },
        }

    def to_text(self) -> str:
        """The report for people, one fact a line: no text of the log's makes another."""
        return "".join(f"{printable(line)}\n" for line in self._lines())

    def claims_text(self) -> str:
        """Every claim for people, one a line."""
        return "".join(f"{printable(one.to_text())}\n" for one in self.each_claim)

    def _lines(self) -> Iterator[str]:
        yield self._verdict()
        if self.game is not None:
            yield f"game {self.game.hex()}"
            yield "seats: " + ", ".join(f"{i} {name}" for i, name in enumerate(self.seats))
        if self.fault is not None:
            yield from self._fault_lines(self.fault)
        if self.method is Method.EVIDENCE:
            return
        yield f"{counted(self.entries, 'entry')} checked; status: {self.status}"
        if self.torn:
            yield f"the file ends inside a record, {self.torn} bytes after its beginning"
        if self.outcome is not None:
            yield self._outcome_line(self.outcome)
        if self.unsigned and self.outcome is not None:
            yield "closed, not signed by " + ", ".join(map(self._name, self.unsigned))
        for waiting in self.waiting_for:
            yield f"waiting for {waiting}"
        for seat, owing, entry in self.silences:
            yield f"{self._name(seat)} waits for {self._name(owing)} since entry {entry}, it says"
        if self.endorsed:
            yield "last signed: " + ", ".join(
                f"{self._name(seat)} entry {place}" for seat, place in enumerate(self.endorsed)
            )
        if self.method is Method.FULL:
            yield from self._content_lines()

    def _verdict(self) -> str:
        match self.method, self.verified:
            case Method.EVIDENCE, True:
                return "PROVED: this evidence shows a fault"
            case Method.EVIDENCE, False:
                return "NOT PROVED: this evidence shows no fault"
            case Method.QUICK, True:
                return "VERIFIED as endorsed, not replayed"
            case _, True:
                return "VERIFIED"
            case _:
                return "REFUSED"

    def _fault_lines(self, fault: Fault) -> Iterator[str]:
        yield f"fault: {fault.reason}"
        who = "nobody can be blamed" if fault.culprit is None else self._name(fault.culprit)
        yield f"  entry {fault.entry}, {fault.code}, {fault.rule}; culprit: {who}"
        match fault.evidence:
            case Evidence.PORTABLE:
                yield "  provable with the charter and a few entries"
            case Evidence.REPLAY:
                yield "  provable with this log"
            case Evidence.NONE:
                pass

    def _outcome_line(self, outcome: str) -> str:
        if self.winner is None:
            return f"over, without a winner: {outcome}"
        how = (
            "verified" if self.win_verified else "not verified: some claims of the winners are open"
        )
        return f"won by {self.winner} ({outcome}), {how}"

    def _content_lines(self) -> Iterator[str]:
        claims, numbers = self.claims, self.statistics
        yield f"claims: {claims.proved} proved, {claims.disclosed} disclosed, {claims.open} open"
        for seat, count in sorted(self.unproved.items()):
            yield f"  {self._name(seat)}: {count} unproved"
        sealed = f"{counted(numbers.seals, 'commitment')}, {counted(numbers.openings, 'opening')}"
        yield f"{counted(numbers.bytes, 'byte')}, {sealed}"
        yield f"{counted(numbers.rolls, 'roll')}, {numbers.alone} of them by one seat alone"
        for one in numbers.dice:
            chance = "too few to judge" if one.p is None else f"p = {one.p:.3f}"
            yield f"  {one.dice} dice of {one.sides}: chi-square {one.chi_square:.2f}, {chance}"

    def _name(self, seat: int) -> str:
        name = self.seats[seat] if seat < len(self.seats) else "unknown"
        return f"seat {seat} ({name})"


def uniformity(sides: int, results: Counter[int]) -> Uniformity:
    """Test dice of one number of sides for evenness.

    The chance is that of the chi-square distribution in the approximation of Wilson and Hilferty
    (1931), good to about two digits.
    """
    dice = results.total()
    expected = dice / sides
    chi_square = sum((results[face] - expected) ** 2 for face in range(1, sides + 1)) / expected
    if expected < _LEAST_EXPECTED:
        return Uniformity(sides, dice, chi_square, None)
    freedom = sides - 1
    spread = 2 / (9 * freedom)
    normal = ((chi_square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return Uniformity(sides, dice, chi_square, math.erfc(normal / math.sqrt(2)) / 2)


def _said(claim: Claim) -> str:
    match claim:
        case Holds(token, group):
            return f"{_tokens((token,))} holds group {group}"
        case Shuffled(place, old, new):
            return f"{_tokens(old)} shuffled in {place}, now {_tokens(new)}"
        case Present(groups, tokens):
            held = "group" if len(groups) == 1 else "groups"
            return f"{held} {' '.join(map(str, groups))} under {_tokens(tokens)}"
        case From(token, pieces):
            return f"{_tokens((token,))} is one of {_tokens(pieces)}"
        case Counted(fresh, standing, _, bounds):
            room = ", ".join(f"{one.place} {one.least} to {one.most}" for one in bounds)
            grown = _tokens((*fresh, *standing))
            return f"{grown} within bounds: {room}" if room else f"{grown} hold what grows"


def _tokens(handles: Iterable[int]) -> str:
    return " ".join(f"#{handle}" for handle in handles)
