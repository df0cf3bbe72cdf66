"""A verdict on a log or on evidence, as data, as JSON and as text (SPEC-14)."""

import math
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum, unique
from typing import TypeAlias

from protocol.claims import Claim, Counted, From, Holds, Present, Reshuffled, Shuffled
from protocol.commitments import ClaimMade
from protocol.former import FormerPlayer
from protocol.printable import printable
from protocol.sealing.suite import ClaimStatus
from protocol.statement import Signed
from protocol.statements import GameStatement, SilenceClaim
from protocol.verdict import Evidence, Fault

__all__ = [
    "Audit",
    "Claims",
    "Json",
    "JudgedClaim",
    "Level",
    "Report",
    "Statistics",
    "Status",
    "Uniformity",
    "finish_audit",
    "silences",
    "uniformity",
]

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

_LEAST_EXPECTED = 5  # a chi-square says little where fewer results of a side are expected


@unique
class Level(StrEnum):
    """How much of a log an audit judges, and what it must know for that (SPEC-14.1, 14.2)."""

    LINE = "line"  # links, dice shares, statements, each seat's last signature: it is endorsed
    SECRETS = "secrets"  # besides every signature, commitment, opening and proof
    RULES = "rules"  # everything, played again


@unique
class Status(StrEnum):
    """How far the game got, by this log."""

    COMPLETE = "complete"  # closed, signed by all, and the win verified
    CLOSED = "closed"  # over, but something of the above is missing
    OPEN = "open"  # not over, or cut short


@dataclass(frozen=True, slots=True)
class Claims:
    """How many claims about secrets there are, by how far they have been shown."""

    proved: int = 0
    disclosed: int = 0
    open: int = 0

    @classmethod
    def of(cls, each: Iterable["JudgedClaim"]) -> "Claims":
        """Count claims."""
        found = Counter(one.status for one in each)
        return cls(found[ClaimStatus.PROVED], found[ClaimStatus.DISCLOSED], found[ClaimStatus.OPEN])


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

    @classmethod
    def of(cls, made: ClaimMade) -> "JudgedClaim":
        """A claim as the log knows it."""
        where = made.context
        return cls(where.sequence, where.item, where.seat, where.power, made.claim, made.status)

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


@unique
class Worth(StrEnum):
    """What an agreement is worth to who was not there (SPEC-18.5)."""

    VERIFIED = "verified"  # it names nobody, or a keeper has signed it
    CLAIMED = "claimed"  # those who signed say that the others were gone
    DISPUTED = "disputed"  # one that it names has signed something at that place


@dataclass(frozen=True, slots=True)
class JudgedAgreement:
    """An agreement of the log.

    Attributes:
        entry: that carries it.
        kind: of its terms: "take back", "replace" and so on.
        signed: seats that have signed it, ascending.
        named: seats against which it is made, ascending.
        worth: to who was not there.
    """

    entry: int
    kind: str
    signed: tuple[int, ...]
    named: tuple[int, ...]
    worth: Worth

    def to_json(self) -> dict[str, Json]:
        """The agreement as one JSON object."""
        return {
            "entry": self.entry,
            "kind": self.kind,
            "signed": list(self.signed),
            "named": list(self.named),
            "worth": self.worth.value,
        }


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
        level: of the audit; None of evidence.
        status: how far the game got.
        game: its id, None where not even that could be read.
        seats: names of those who play, in seat order.
        former: those who played a seat before.
        entries: judged to be good.
        each_claim: about secrets, in the order of the log; an audit of the line judges none.
        agreements: that entries carry, in their order.
        fault: what is wrong, None if nothing; of evidence, what it shows, or why it shows nothing.
        waiting_for: who owes the next entry, and what, by this copy.
        outcome: how the game ended, None while it goes on.
        winner: the side that won, None if none is named.
        win_verified: whether the winners' claims have all been shown, and no agreement is only
            claimed, or disputed; None without a winner.
        unsigned: seats that have not signed the end of a game that is over.
        silences: claims of silence: who says whom the game waits for, and at which entry.
        endorsed: the last place each seat signed.
        torn: bytes at the end of a record cut short.
        statistics: what the log contains.
    """

    verified: bool
    level: Level | None
    status: Status = Status.OPEN
    game: bytes | None = None
    seats: tuple[str, ...] = ()
    former: tuple[FormerPlayer, ...] = ()
    entries: int = 0
    each_claim: tuple[JudgedClaim, ...] = ()
    agreements: tuple[JudgedAgreement, ...] = ()
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

    @property
    def claims(self) -> Claims:
        """How many of them have been shown."""
        return Claims.of(self.each_claim)

    @property
    def unproved(self) -> Mapping[int, int]:
        """How many of them are open still, by seat."""
        return Counter(one.seat for one in self.each_claim if one.status is ClaimStatus.OPEN)

    @property
    def doubtful(self) -> bool:
        """Whether an agreement is only claimed, or disputed."""
        return any(one.worth is not Worth.VERIFIED for one in self.agreements)

    @property
    def blame(self) -> str:
        """Who is at fault, by seat, name and key; empty if nothing is wrong."""
        if self.fault is None:
            return ""
        if self.fault.culprit is None:
            who = "nobody can be blamed"
        else:
            former = (one.until for one in self.former if one.key == self.fault.key)
            who = self._name(self.fault.culprit, next(former, None))
        key = self.fault.key
        return who if key is None else f"{who}, key {key.fingerprint}"

    def to_json(self) -> dict[str, Json]:
        """The report as one JSON object."""
        fault = self.fault
        return {
            "verified": self.verified,
            "level": None if self.level is None else self.level.value,
            "status": self.status.value,
            "game": None if self.game is None else self.game.hex(),
            "seats": list(self.seats),
            "former": [
                {"seat": one.seat, "name": one.name, "key": one.key.raw.hex(), "until": one.until}
                for one in self.former
            ],
            "entries": self.entries,
            "claims": {
                "proved": self.claims.proved,
                "disclosed": self.claims.disclosed,
                "open": self.claims.open,
            },
            "each_claim": [one.to_json() for one in self.each_claim],
            "agreements": [one.to_json() for one in self.agreements],
            "unproved": {str(seat): count for seat, count in sorted(self.unproved.items())},
            "fault": None
            if fault is None
            else {
                "entry": fault.entry,
                "code": fault.code,
                "rule": fault.rule,
                "culprit": fault.culprit,
                "key": None if fault.key is None else fault.key.raw.hex(),
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
            yield "seats: " + ", ".join(f"{seat} {self._played(seat)}" for seat in self._seats)
        if self.fault is not None:
            yield from self._fault_lines(self.fault)
        if self.level is None:
            return
        yield f"entries checked: {self.entries}; status: {self.status}"
        if self.torn:
            yield f"the file ends inside a record, {self.torn} bytes after its beginning"
        if self.outcome is not None:
            yield self._outcome_line(self.outcome)
        for agreement in self.agreements:
            yield self._agreement_line(agreement)
        if self.unsigned and self.outcome is not None:
            yield "closed, not signed by " + ", ".join(map(self._name, self.unsigned))
        for waiting in self.waiting_for:
            yield f"waiting for {waiting}"
        for seat, owing, entry in self.silences:
            who, whom = self._name(seat, entry), self._name(owing, entry)
            yield f"{who} waits for {whom} since entry {entry}, it says"
        if self.endorsed:
            yield "last signed: " + ", ".join(
                f"{self._name(seat)} entry {place}" for seat, place in enumerate(self.endorsed)
            )
        if self.level in (Level.SECRETS, Level.RULES):
            yield from self._content_lines()

    def _verdict(self) -> str:
        match self.level, self.verified:
            case None, True:
                return "PROVED: this evidence shows a fault"
            case None, False:
                return "NOT PROVED: this evidence shows no fault"
            case Level.LINE, True:
                return "VERIFIED as endorsed, not replayed"
            case Level.SECRETS, True:
                return "VERIFIED in its secrets, without the rules"
            case _, True:
                return "VERIFIED"
            case _:
                return "REFUSED"

    def _fault_lines(self, fault: Fault) -> Iterator[str]:
        yield f"fault: {fault.reason}"
        yield f"  entry {fault.entry}, {fault.code}, {fault.rule}; culprit: {self.blame}"
        match fault.evidence:
            case Evidence.PORTABLE:
                yield "  provable with the charter and a few entries"
            case Evidence.REPLAY:
                yield "  provable with this log"
            case Evidence.NONE:
                pass

    def _agreement_line(self, agreement: JudgedAgreement) -> str:
        before = agreement.entry - 1
        by = ", ".join(self._name(seat, before) for seat in agreement.signed)
        what = "change keepers" if agreement.kind == "keepers" else agreement.kind
        said = f"entry {agreement.entry}: agreed to {what}, signed by {by}"
        against = ", ".join(self._name(seat, before) for seat in agreement.named)
        match agreement.worth:
            case Worth.VERIFIED if not against:
                return said
            case Worth.VERIFIED if agreement.kind == "keepers":
                return f"{said}; others keep for {against}"
            case Worth.VERIFIED:
                return f"{said}, against {against}; a keeper has signed it"
            case Worth.CLAIMED:
                return f"{said}, against {against}; that these were gone is claimed by those alone"
            case Worth.DISPUTED:
                return f"{said}, against {against}; disputed: there is a later word of these"

    def _outcome_line(self, outcome: str) -> str:
        if self.winner is None:
            return f"over, without a winner: {outcome}"
        if self.win_verified:
            how = "verified"
        elif self.doubtful:
            how = (
                "not verified: it rests on an agreement against a seat that only others have signed"
            )
        else:
            how = "not verified: some claims of the winners are open"
        return f"won by {self.winner} ({outcome}), {how}"

    def _content_lines(self) -> Iterator[str]:
        claims, numbers = self.claims, self.statistics
        yield f"claims: {claims.proved} proved, {claims.disclosed} disclosed, {claims.open} open"
        for seat, count in sorted(self.unproved.items()):
            yield f"  {self._name(seat)}: {count} unproved"
        yield (
            f"bytes: {numbers.bytes}; commitments: {numbers.seals}; openings: {numbers.openings}"
        )
        if self.level is Level.RULES:
            yield f"rolls: {numbers.rolls}, by one seat alone: {numbers.alone}"
        for one in numbers.dice:
            chance = "too few to judge" if one.p is None else f"p = {one.p:.3f}"
            yield f"  {one.dice} dice of {one.sides}: chi-square {one.chi_square:.2f}, {chance}"

    @property
    def _seats(self) -> range:
        return range(len(self.seats))

    def _played(self, seat: int) -> str:
        """Who plays a seat, and who did before."""
        before = [f"{one.name} up to entry {one.until}" for one in self.former if one.seat == seat]
        return f"{self.seats[seat]} ({', '.join(before)})" if before else self.seats[seat]

    def _name(self, seat: int, place: int | None = None) -> str:
        """A seat, and who plays it, or played it after a place."""
        name = self.seats[seat] if seat < len(self.seats) else "unknown"
        if place is not None:
            then = (one.name for one in self.former if one.seat == seat and place <= one.until)
            name = next(then, name)
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
        case Reshuffled(tokens):
            return f"{_tokens(tokens)} shuffled, keeping their handles"
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


Audit: TypeAlias = Generator[tuple[int, int], None, Report]
"""An audit in progress: yields how many of how many records are judged, returns the report."""


def silences(beside: Iterable[Signed[GameStatement]]) -> tuple[tuple[int, int, int], ...]:
    """The claims of silence: who says whom the game waits for, and at which entry."""
    return tuple(
        (said.statement.seat, said.statement.owing, said.statement.head.sequence)
        for said in beside
        if isinstance(said.statement, SilenceClaim)
    )


def finish_audit(steps: Audit) -> Report:
    """Run an audit to its end, without looking at its progress.

    Raises:
        Unreadable: as the audit itself.
    """
    while True:
        try:
            next(steps)
        except StopIteration as end:
            report: Report = end.value
            return report
