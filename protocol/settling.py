"""Whether a settlement is valid, by what it says and the line that it stands on (SPEC-12.5, 12.7).

Nothing here knows the game, or what a replica has heard and when: who has the same settlements and
the same line judges alike.
"""

import itertools
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from protocol.agreements import Agreement
from protocol.answers import RejoinAnswer
from protocol.entry import Entry
from protocol.errors import Code, Refused
from protocol.head import Head
from protocol.players import Players
from protocol.questions import Rank, RejoinQuestion
from protocol.settlements import Settlement

__all__ = [
    "Grounds",
    "Line",
    "behind",
    "check_settlement",
    "crossed",
    "crosses",
    "crosses_any",
    "is_valid",
    "last_of",
    "questions_of",
    "questions_told",
    "rank_on",
    "shown_by",
]


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a settlement that is valid on a line, and all that it rests on, come to.

    As the line grows it stays valid, but for the answers of seats that are needed again.

    Attributes:
        place: of the entry since which that is known.
        answered: the seats whose answers none of them lacks.
        told: of each seat the greatest question that any of them tells of.
    """

    place: int
    answered: frozenset[int]
    told: Mapping[int, RejoinQuestion]


GroundsOf: TypeAlias = Callable[[bytes], Grounds | None]
"""The grounds of a settlement, by its hash; None where they are not known."""


class Line(Protocol):
    """Entries that are linked to each other, from the first one on."""

    def __len__(self) -> int:
        """How many there are."""
        ...

    def at(self, sequence: int) -> Entry:
        """The entry at a place, from 1."""
        ...

    def holds(self, head: Head) -> bool:
        """Whether the line passes through a head."""
        ...

    def rank(self, name: bytes) -> Rank | None:
        """The rank of an incarnation that has begun on the line, or is a first one."""
        ...

    def grounds(self, settlement: bytes) -> Grounds | None:
        """Those of a settlement that the line carries, by its hash; None if they are not known."""
        ...

    @property
    def agreements(self) -> Mapping[bytes, Agreement]:
        """The agreements that the entries carry, by hash."""
        ...

    @property
    def players(self) -> Players:
        """All that play or have played up to its end."""
        ...


def last_of(line: Line, seat: int, end: int, key: int) -> Entry | None:
    """The last entry up to a place of the line that a key of a seat has signed.

    Args:
        line: of entries.
        seat: whose.
        end: the place.
        key: its number.
    """
    entries = (line.at(sequence) for sequence in range(end, 0, -1))
    mine = (entry for entry in entries if entry.seat == seat)
    return next((entry for entry in mine if rank_on(line, entry).key == key), None)


def rank_on(line: Line, entry: Entry) -> Rank:
    """The rank of the incarnation in which an entry of a line is signed."""
    rank = line.rank(entry.incarnation)
    return Rank() if rank is None else rank


def shown_by(settlement: Settlement, held: Mapping[bytes, Settlement]) -> Iterator[Settlement]:
    """The settlements in whose names its answers are given, as far as they are held."""
    for answer in settlement.answers:
        own = answer.statement.settlement
        if own is not None and own in held:
            yield held[own]


def behind(agreement: Agreement) -> Iterator[bytes]:
    """The settlements in whose names the signatures, and the answers in them, are given."""
    for signed in agreement.signatures:
        given = (answer.statement.settlement for answer in signed.statement.answers)
        for own in (signed.statement.settlement, *given):
            if own is not None:
                yield own


def _may_have_forgotten(answer: RejoinAnswer, telling: Iterable[RejoinAnswer]) -> bool:
    """Whether who answers has asked, and some that have signed may go by what it signed before.

    They do not, once they have heard of that question (SPEC-12.4).
    """
    if not answer.pending or answer.begun is None:
        return False
    return any(answer.begun not in one.known for one in telling)


def questions_told(
    settlement: Settlement,
    held: Mapping[bytes, Settlement],
    agreements: Mapping[bytes, Agreement],
    grounds: GroundsOf,
) -> Iterator[RejoinQuestion]:
    """The questions that a settlement, or what it rests on, tells of, but its own.

    Where grounds are known, of each seat only the greatest.

    Args:
        settlement: which tells.
        held: the settlements at hand, by hash.
        agreements: those at hand, by hash.
        grounds: as far as they are known.
    """
    reached: set[bytes] = set()
    ahead = [settlement]
    while ahead:
        one = ahead.pop()
        if one.hash in reached:
            continue
        reached.add(one.hash)
        known = grounds(one.hash)
        if known is not None:
            yield from known.told.values()
            continue
        ahead.extend(shown_by(one, held))
        for answer in one.answers:
            yield from answer.statement.told
        for name in one.agreements:
            if name in agreements and name not in reached:
                reached.add(name)
                shown = [held[own] for own in behind(agreements[name]) if own in held]
                ahead.extend(shown)
                yield from (own.asked for own in shown)
                yield from _signed_of(agreements[name])


def questions_of(
    agreement: Agreement,
    held: Mapping[bytes, Settlement],
    line: Line,
) -> Iterator[RejoinQuestion]:
    """The questions that the signatures, or the settlements behind them, tell of.

    Args:
        agreement: that they are under.
        held: the settlements at hand, by hash.
        line: that carries the agreements on which these rest.
    """
    agreements, grounds = line.agreements, line.grounds
    yield from _signed_of(agreement)
    for own in behind(agreement):
        if own in held:
            yield held[own].asked
            yield from questions_told(held[own], held, agreements, grounds)


def _signed_of(agreement: Agreement) -> Iterator[RejoinQuestion]:
    """The questions that the signatures, and the answers in them, tell of themselves."""
    for signed in agreement.signatures:
        yield from signed.statement.told
        for answer in signed.statement.answers:
            yield from answer.statement.told


def crossed(one: Settlement, other: Settlement) -> bool:
    """Whether two settlements cannot both be used (SPEC-12.7)."""
    return one.seat != other.seat and (crosses(one, other) or crosses(other, one))


def crosses(one: Settlement, other: Settlement) -> bool:
    """Whether `one` uses an older answer of the other's seat, and `other` shows it not settled.

    Then the author of `one` has to ask anew.
    """
    old, shown = _answer_of(one, other.seat), _answer_of(other, one.seat)
    if old is None or shown is None or old.rank >= other.asked.rank:
        return False
    return shown.rank < one.asked.rank or (shown.name == one.asked.hash and shown.pending)


def crosses_any(settlement: Settlement, held: Iterable[Settlement]) -> bool:
    """Whether a settlement is crossed with one of those held."""
    return any(crossed(settlement, other) for other in held)


def _answer_of(settlement: Settlement, seat: int) -> RejoinAnswer | None:
    answers = (answer.statement for answer in settlement.answers)
    return next((answer for answer in answers if answer.seat == seat), None)


def check_settlement(
    settlement: Settlement,
    line: Line,
    held: Mapping[bytes, Settlement],
    needed: frozenset[int],
    coming: Agreement | None = None,
) -> None:
    """Judge a settlement; where it comes from has been judged (SPEC-6.1).

    Args:
        settlement: what is judged.
        line: up to where it is to be used.
        held: the settlements that it may rest on, by hash.
        needed: the seats that have a power left at the end of the line: the answer of one that has
            left by then may be missing.
        coming: the agreement that the entry after the line carries; whether that is valid is judged
            by itself (SPEC-18.3).

    Raises:
        Refused: `gap` if something is missing that it rests on, and `stale_head` if the line is
            another one, without culprit; `bad_rejoin`, its author's fault.
    """
    agreements = line.agreements if coming is None else {**line.agreements, coming.hash: coming}
    _Judge(line, held, needed, agreements).check(settlement)


def is_valid(
    settlement: Settlement,
    line: Line,
    held: Mapping[bytes, Settlement],
    needed: frozenset[int],
    coming: Agreement | None = None,
) -> bool:
    """Whether a settlement is valid by what is at hand; see `check_settlement`."""
    try:
        check_settlement(settlement, line, held, needed, coming)
    except Refused:
        return False
    return True


class _Judge:
    """Judges settlements on one line, each of them once, and none whose grounds are known."""

    def __init__(
        self,
        line: Line,
        held: Mapping[bytes, Settlement],
        needed: frozenset[int],
        agreements: Mapping[bytes, Agreement],
    ) -> None:
        self._line = line
        self._held = held
        self._needed = needed
        self._agreements = agreements
        self._good: set[bytes] = set()

    def check(self, settlement: Settlement) -> None:
        """Judge a settlement and all that it rests on, however far back that goes."""
        judging = [self._judging(settlement)]
        refusal: Refused | None = None
        while judging:
            try:
                deeper = next(judging[-1]) if refusal is None else judging[-1].throw(refusal)
            except StopIteration:
                judging.pop()
                refusal = None
            except Refused as error:
                judging.pop()
                refusal = error
            else:
                judging.append(self._judging(deeper))
                refusal = None
        if refusal is not None:
            raise refusal

    def _judging(self, settlement: Settlement) -> Generator[Settlement, None, None]:
        """Judge a settlement; what it yields is to be judged before it goes on."""
        if settlement.hash in self._good or self._is_known(settlement):
            return
        refuse = _refusing(settlement)
        self._check_form(settlement, refuse)
        last = self._place(settlement.last, settlement)
        for signed in settlement.answers:
            answer = signed.statement
            place = self._place(answer.last, settlement)
            if place > last:
                raise refuse(
                    f"seat {answer.seat} names entry {place}, and it only stands by {last}"
                )
        for agreement in self._standing(settlement):
            place = agreement.terms.place
            if place <= last:
                raise refuse(f"the agreement for place {place} is not beyond entry {last}")
            if not all(own in self._held for own in behind(agreement)):
                raise _unjudged(
                    Code.GAP,
                    settlement,
                    f"settlements behind the agreement for {place} are missing",
                )
        shown = []
        for signed in settlement.answers:
            if signed.statement.settlement is not None:
                own = yield from self._check_shown(settlement, signed.statement, last, refuse)
                shown.append(own)
        self._check_names(settlement, refuse)
        self._check_not_replaced(settlement, refuse)
        for one, other in itertools.combinations((settlement, *shown), 2):
            if crossed(one, other):
                raise refuse(
                    f"the settlements of the seats {one.seat} and {other.seat} are crossed"
                )
        self._good.add(settlement.hash)

    def _is_known(self, settlement: Settlement) -> bool:
        """Whether it was valid on the line already, and nobody's answer is needed since."""
        grounds = self._line.grounds(settlement.hash)
        return grounds is not None and self._needed <= grounds.answered

    def _check_form(self, settlement: Settlement, refuse: Callable[[str], Refused]) -> None:
        asked = settlement.asked
        if asked.seat != settlement.seat:
            raise refuse(f"the question is one of seat {asked.seat}")
        seats = [answer.statement.seat for answer in settlement.answers]
        if seats != sorted(set(seats)) or settlement.seat in seats:
            raise refuse("it needs one answer of each other seat, ascending")
        standing = {
            seat for one in self._standing(settlement) for seat in one.stands_for(settlement.asked)
        }
        missing = sorted(self._needed - {settlement.seat, *seats} - standing)
        if missing:
            raise _unjudged(Code.GAP, settlement, f"it has no answer of the seats {missing}")
        for answer in settlement.answers:
            if answer.statement.asked != asked:
                raise refuse(f"the answer of seat {answer.statement.seat} is to another question")
        last = settlement.last
        if last is not None and self._line.holds(last):
            entry = self._line.at(last.sequence)
            key = rank_on(self._line, entry).key
            if (entry.seat, key) != (settlement.seat, asked.key):
                raise refuse(
                    f"entry {last.sequence} that it stands by is one of key {key} of seat "
                    f"{entry.seat}"
                )

    def _standing(self, settlement: Settlement) -> tuple[Agreement, ...]:
        """The agreements that stand for answers."""
        found = tuple(self._agreements.get(name) for name in settlement.agreements)
        if None in found:
            raise _unjudged(Code.GAP, settlement, "an agreement that stands for an answer")
        return tuple(one for one in found if one is not None)

    def _place(self, head: Head | None, settlement: Settlement) -> int:
        """The place of an entry that must be on the line; 0 for none."""
        if head is None:
            return 0
        if self._line.holds(head):
            return head.sequence
        code = Code.GAP if head.sequence > len(self._line) else Code.STALE_HEAD
        raise _unjudged(code, settlement, f"entry {head.sequence} is not on this line")

    def _check_shown(
        self,
        settlement: Settlement,
        answer: RejoinAnswer,
        last: int,
        refuse: Callable[[str], Refused],
    ) -> Generator[Settlement, None, Settlement]:
        """Judge the settlement of the name in which an answer is given."""
        own = None if answer.settlement is None else self._held.get(answer.settlement)
        if own is None:
            raise _unjudged(
                Code.GAP, settlement, f"the one in whose name seat {answer.seat} answers is missing"
            )
        if own.asked.hash != answer.name:
            raise refuse(f"seat {answer.seat} answers in a name that another settlement began")
        try:
            yield own
        except Refused as refusal:
            if refusal.culprit is None:
                raise
            raise refuse(f"it rests on a {refusal.reason}") from refusal
        stands = 0 if own.last is None else own.last.sequence
        for place in range(last, stands, -1):
            entry = self._line.at(place)
            rank = rank_on(self._line, entry)
            older = rank.key == answer.rank.key and rank < answer.rank
            if entry.seat == answer.seat and older:
                raise refuse(
                    f"entry {place} of seat {answer.seat} lies after {stands}, by which the "
                    "settlement of that seat stands"
                )
        return own

    def _check_not_replaced(self, settlement: Settlement, refuse: Callable[[str], Refused]) -> None:
        """Not all that answer have signed a proposal that ends the asker's names, or may have."""
        answers = [answer.statement for answer in settlement.answers]
        for proposal in {one for answer in answers for one in answer.against}:
            telling = [answer for answer in answers if proposal in answer.against]
            if proposal[1].is_older(settlement.asked.rank) and all(
                answer in telling or _may_have_forgotten(answer, telling) for answer in answers
            ):
                raise refuse("all that answer have signed an agreement against its seat, or may")

    def _check_names(self, settlement: Settlement, refuse: Callable[[str], Refused]) -> None:
        """No name used, or ended, is below a question of its seat that is told of."""
        standing = self._standing(settlement)
        ranks: dict[int, Rank] = {}
        for one in standing:
            ranks |= one.stands_for(settlement.asked)
        ranks |= {answer.statement.seat: answer.statement.rank for answer in settlement.answers}
        ranks[settlement.seat] = settlement.asked.rank
        told = questions_told(settlement, self._held, self._agreements, self._line.grounds)
        for heard in told:
            if heard.seat in ranks and ranks[heard.seat] < heard.rank:
                raise refuse(f"seat {heard.seat} has asked a greater question than the name used")


def _unjudged(code: Code, settlement: Settlement, reason: str) -> Refused:
    reason = f"settlement of seat {settlement.seat} rests on what is not here: {reason}"
    return Refused(code, "SPEC-12.5", None, reason)


def _refusing(settlement: Settlement) -> Callable[[str], Refused]:
    def refuse(reason: str) -> Refused:
        return Refused(
            Code.BAD_REJOIN,
            "SPEC-12.5",
            settlement.seat,
            f"settlement of seat {settlement.seat}: {reason}",
        )

    return refuse
