"""Chapter 12 once more: incarnations, and whether settlements and rejoins are valid."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from .canonical import Value, encode
from .claims import listed
from .entries import Entry
from .hashing import digest
from .statements import Statement, carried, first_name, read_statement

__all__ = [
    "FIRST",
    "LOWEST",
    "Answer",
    "Question",
    "Rank",
    "Settlement",
    "Standing",
    "all_inside",
    "answer_of",
    "convicted",
    "crossed",
    "ended_by",
    "lowest",
    "question_of",
    "rank_on",
    "settlement_of",
    "standing_of",
    "told_by",
    "told_of",
    "valid",
]

FIRST = bytes(32)

Rank = tuple[int, int, bytes]
LOWEST: Rank = (0, -1, FIRST)


def lowest(key: int) -> Rank:
    """The rank of a key's first incarnation (SPEC-12.1)."""
    return key, -1, first_name(key)


class Question(NamedTuple):
    """SPEC-6.3, with its name and the origin of its chain (SPEC-12.1, 7.1)."""

    seat: int
    rank: Rank
    origin: bytes
    head: bytes

    @property
    def name(self) -> bytes:
        return self.rank[2]


class Answer(NamedTuple):
    """SPEC-6.4."""

    seat: int
    begun: Question | None
    settled: bytes | None
    question: Question
    last: tuple[int, bytes] | None
    heard: list[Question]
    signed: list[tuple[bytes, Rank | None]]

    @property
    def rank(self) -> Rank:
        return LOWEST if self.begun is None else self.begun.rank

    @property
    def pending(self) -> bool:
        return self.begun is not None and self.settled is None


class Settlement(NamedTuple):
    """SPEC-6.10, with its hash."""

    seat: int
    question: Question
    answers: list[Answer]
    last: tuple[int, bytes] | None
    hash: bytes
    agreements: list[bytes]


class Standing(NamedTuple):
    """What an agreement ends, what its signatures tell, and the settlements behind them."""

    place: int
    ended: dict[int, Rank]
    told: list[Question]
    behind: list[bytes]
    hash: bytes
    added: list[Question]

    def stands_for(self, question: Question) -> dict[int, Rank]:
        """The seats for whose answers to a question it stands, and up to which rank."""
        if question not in self.added:
            return self.ended
        return self.ended | {one.seat: one.rank for one in self.added}


def question_of(statement: Statement) -> Question:
    """A question that is read."""
    match statement.fields:
        case [int(key), int(late), bytes(nonce), bytes(head)]:
            origin = digest("chain", encode([statement.game, statement.seat, key, late, nonce]))
            rank = (key, late, digest("question", statement.body))
            return Question(statement.seat, rank, origin, head)
        case _:
            raise TypeError(statement.fields)


def _question(raw: Value) -> Question:
    if not isinstance(raw, bytes):
        raise TypeError(raw)
    return question_of(read_statement(5, raw))


def _head(value: Value) -> tuple[int, bytes] | None:
    match value:
        case None:
            return None
        case [int(place), bytes(at)]:
            return place, at
        case _:
            raise TypeError(value)


def answer_of(statement: Statement) -> Answer:
    """An answer that is read."""
    begun, settled, question, last, heard, signed, _ = statement.fields
    asked = _question(question)
    return Answer(
        statement.seat,
        None if begun is None else _question(begun),
        settled if isinstance(settled, bytes) else None,
        asked,
        _head(last),
        [_question(one) for one in listed(heard)],
        [_listed(one, asked) for one in listed(signed)],
    )


def _listed(value: Value, asked: Question) -> tuple[bytes, Rank | None]:
    """A proposal, and the rank up to which it ends the asker's incarnations, if it names it."""
    match value:
        case [bytes(proposal), int(), list(named)]:
            return proposal, ended_by(named).get(asked.seat)
        case _:
            raise TypeError(value)


def settlement_of(statement: Statement) -> Settlement:
    """A settlement that is read."""
    question, answers, agreements, last = statement.fields
    given = [read_statement(6, one) for one in listed(answers) if isinstance(one, bytes)]
    return Settlement(
        statement.seat,
        _question(question),
        [answer_of(one) for one in given],
        _head(last),
        digest("settlement", statement.body),
        [one for one in listed(agreements) if isinstance(one, bytes)],
    )


def standing_of(proposal: Statement, signed: Sequence[Statement]) -> Standing:
    """An agreement that is read."""
    bodies = encode([proposal.body, [one.body for one in signed]])
    place, told, behind = listed(proposal.fields[0])[0], [], []
    kept = listed(proposal.fields[1])[0] == "after fault"
    added = [_question(one.fields[5]) for one in signed if kept and one.fields[5] is not None]
    for one in signed:
        begun, settled, _, heard, answers, *_ = one.fields
        told += [_question(begun)] if begun is not None else []
        told += [_question(other) for other in listed(heard)]
        behind += [settled] if isinstance(settled, bytes) else []
        given = [read_statement(6, raw) for raw in listed(answers) if isinstance(raw, bytes)]
        for answer in map(answer_of, given):
            told += answer.heard if answer.begun is None else [answer.begun, *answer.heard]
            behind += [] if answer.settled is None else [answer.settled]
    if not isinstance(place, int):
        raise TypeError(place)
    ended = ended_by(listed(proposal.fields[2]))
    return Standing(place + 1, ended, told, behind, digest("agreement", bodies), added)


def rank_on(begun: Mapping[bytes, Rank], entry: Entry) -> Rank:
    """The rank of an entry's incarnation, of those that have begun on its line."""
    return begun.get(entry.incarnation, LOWEST)


def valid(
    settlement: Settlement,
    line: Sequence[Entry],
    begun: Mapping[bytes, Rank],
    at_hand: Mapping[bytes, Settlement],
    *,
    needed: frozenset[int],
    agreements: Mapping[bytes, Standing],
) -> bool:
    """SPEC-12.5; `needed` are the seats that have a power left, and keepers."""
    seats = [answer.seat for answer in settlement.answers]
    if settlement.question.seat != settlement.seat:
        return False
    if seats != sorted(set(seats)) or settlement.seat in seats:
        return False
    if any(one not in agreements for one in settlement.agreements):
        return False
    standing = [agreements[one] for one in settlement.agreements]
    stands = [one.stands_for(settlement.question) for one in standing]
    gone = {seat: rank for one in stands for seat, rank in one.items()}
    if not needed - {settlement.seat} <= set(seats) | gone.keys():
        return False
    if any(answer.question != settlement.question for answer in settlement.answers):
        return False
    last = _on(line, settlement.last)
    if last is None:
        return False
    if last:
        entry = line[last - 1]
        key = rank_on(begun, entry)[0]
        if (entry.seat, key) != (settlement.seat, settlement.question.rank[0]):
            return False
    for answer in settlement.answers:
        place = _on(line, answer.last)
        if place is None or place > last:
            return False
    if any(one.place <= last or set(one.behind) - at_hand.keys() for one in standing):
        return False
    shown = []
    for answer in settlement.answers:
        if answer.settled is None:
            continue
        own = at_hand.get(answer.settled)
        if own is None or answer.begun is None or own.question != answer.begun:
            return False
        if not valid(own, line, begun, at_hand, needed=needed, agreements=agreements):
            return False
        for entry in line[own.last[0] if own.last else 0 : last]:
            if entry.seat == answer.seat and _older(rank_on(begun, entry), answer.rank):
                return False
        shown.append(own)
    used = gone | {answer.seat: answer.rank for answer in settlement.answers}
    used[settlement.seat] = settlement.question.rank
    told = [one for one in told_by(settlement, at_hand, agreements) if one.seat in used]
    if any(used[heard.seat] < heard.rank for heard in told):
        return False
    for proposal in {one for answer in settlement.answers for one in answer.signed}:
        ended = proposal[1]
        if ended is None or not _older(ended, settlement.question.rank):
            continue
        telling = [answer for answer in settlement.answers if proposal in answer.signed]
        if all(
            proposal in answer.signed
            or (answer.pending and any(answer.begun not in one.heard for one in telling))
            for answer in settlement.answers
        ):
            return False
    pairs = itertools.combinations([settlement, *shown], 2)
    return not any(crossed(a, s) for a, s in pairs)


def _older(rank: Rank, other: Rank) -> bool:
    """Whether an incarnation is an older one of the same key."""
    return rank[0] == other[0] and rank < other


def _on(line: Sequence[Entry], head: tuple[int, bytes] | None) -> int | None:
    """The place of a head on a line, 0 for none; None if it is not there."""
    if head is None:
        return 0
    place, at = head
    return place if place <= len(line) and line[place - 1].hash == at else None


def told_by(
    settlement: Settlement,
    at_hand: Mapping[bytes, Settlement],
    agreements: Mapping[bytes, Standing],
) -> Iterator[Question]:
    """The questions that a settlement and what it rests on tell of, but its own (SPEC-12.5)."""
    yield from told_of(settlement.answers, at_hand, agreements)
    for one in map(agreements.__getitem__, settlement.agreements):
        yield from one.told
        for own in map(at_hand.__getitem__, one.behind):
            yield own.question
            yield from told_by(own, at_hand, agreements)


def told_of(
    answers: Sequence[Answer],
    at_hand: Mapping[bytes, Settlement],
    agreements: Mapping[bytes, Standing],
) -> Iterator[Question]:
    """The questions that answers tell of, and the settlements that they show (SPEC-12.5)."""
    for answer in answers:
        yield from answer.heard
        if answer.begun is not None:
            yield answer.begun
        if answer.settled is not None:
            yield from told_by(at_hand[answer.settled], at_hand, agreements)


def crossed(one: Settlement, other: Settlement) -> bool:
    """SPEC-12.7."""
    return _crosses(one, other) or _crosses(other, one)


def _crosses(a: Settlement, s: Settlement) -> bool:
    """SPEC-12.7, in one direction."""
    uses = [answer for answer in a.answers if answer.seat == s.seat]
    shows = [answer for answer in s.answers if answer.seat == a.seat]
    return a.seat != s.seat and any(
        used.rank < s.question.rank
        and (shown.rank < a.question.rank or (shown.begun == a.question and shown.pending))
        for used in uses
        for shown in shows
    )


def convicted(statements: Sequence[Statement]) -> tuple[str, int] | None:
    """The first fault that statements show, and whose it is (SPEC-12.8, 14.4)."""
    answers: dict[tuple[int, bytes, bytes], dict[bytes, Answer]] = {}
    settlements: dict[bytes, dict[bytes, Settlement]] = {}
    for statement in statements:
        if statement.kind == 6:
            answer = answer_of(statement)
            key = (answer.seat, answer.rank[2], answer.question.name)
            answers.setdefault(key, {})[statement.body] = answer
        if statement.kind == 11:
            made = settlement_of(statement)
            settlements.setdefault(made.question.name, {})[statement.body] = made
    found = [(seat, 0) for (seat, _, _), given in answers.items() if len(given) > 1]
    found += [(next(iter(m.values())).seat, 1) for m in settlements.values() if len(m) > 1]
    waits = [one for given in answers.values() for one in given.values() if one.pending]
    for made in itertools.chain(*(m.values() for m in settlements.values())):
        for waited in waits:
            if waited.begun == made.question and any(
                used.seat == waited.question.seat and used.rank < waited.question.rank
                for used in made.answers
            ):
                found.append((made.seat, 2))
    found += _of_agreements(statements, [one for m in answers.values() for one in m.values()])
    if not found:
        return None
    seat, which = min(found)
    return FAULTS[which], seat


FAULTS = (
    "two_answers",
    "two_settlements",
    "older_answer",
    "two_proposals",
    "refused_and_signed",
    "signed_and_answered",
)


def _of_agreements(
    statements: Sequence[Statement], answers: Sequence[Answer]
) -> Iterator[tuple[int, int]]:
    """SPEC-18.7."""
    proposals = {digest("proposal", one.body): one for one in statements if one.kind == 12}
    signed = {(s.seat, _name(s), s.fields[2]) for s in statements if s.kind == 13}
    refused = {(s.seat, _name(s), s.fields[1]) for s in statements if s.kind == 14}
    told = {(a.seat, a.rank[2], proposal) for a in answers for proposal, _ in a.signed}
    yield from ((seat, 4) for seat, _, _ in refused & (signed | told))
    for (seat, name, one), (other, again, two) in itertools.combinations(signed, 2):
        if (seat, name) != (other, again) or one not in proposals or two not in proposals:
            continue
        first, second = proposals[one], proposals[two]
        kept = all(listed(it.fields[1])[0] == "after fault" for it in (first, second))
        same = kept or listed(first.fields[0])[0] == listed(second.fields[0])[0]
        if same and not (_supersedes(first, second) or _supersedes(second, first)):
            yield seat, 3
    for answer in answers:
        for seat, name, one in signed:
            if (seat, name) != (answer.seat, answer.rank[2]) or one not in proposals:
                continue
            ended = _named(proposals[one]).get(answer.question.seat)
            if ended is None or ended[0] != answer.question.rank[0]:
                continue
            if ended < answer.question.rank and (one, ended) not in answer.signed:
                yield seat, 5


def _name(statement: Statement) -> bytes:
    begun = statement.fields[0]
    return FIRST if begun is None else _question(begun).name


def _named(proposal: Statement) -> dict[int, Rank]:
    """The seats that a proposal names, and up to which rank it ends them."""
    return ended_by(listed(proposal.fields[2]))


def ended_by(named: list[Value]) -> dict[int, Rank]:
    """The seats that are named, and the rank up to which their incarnations end (SPEC-6.12)."""
    found: dict[int, Rank] = {}
    for one in named:
        match one:
            case [int(seat), int(key), last]:
                found[seat] = lowest(key) if last is None else _question(last).rank
            case _:
                raise TypeError(one)
    return found


def _supersedes(one: Statement, other: Statement) -> bool:
    """SPEC-18.1."""
    if set(_named(other)) < set(_named(one)):
        return True
    refusals = [read_statement(14, raw) for raw in listed(one.fields[3]) if isinstance(raw, bytes)]
    hashed = digest("proposal", other.body)
    return any(r.fields[1] == hashed and r.seat not in _named(other) for r in refusals)


def all_inside(statement: Statement) -> list[Statement]:
    """A statement, and those that it carries whole (SPEC-6.1)."""
    found = [statement]
    for one in carried(statement):
        found += all_inside(one)
    return found
