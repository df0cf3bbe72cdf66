"""Chapter 18 once more: whether an agreement is valid at its place of the line."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .canonical import Refused, Value, label
from .charter import Player, Players
from .claims import listed, number
from .entries import Entry
from .hashing import digest
from .names import skeleton
from .passing import receipt_fits, receipt_in
from .settling import (
    Answer,
    Question,
    Rank,
    Settlement,
    Standing,
    answer_of,
    crossed,
    ended_by,
    lowest,
    question_of,
    rank_on,
    told_by,
    told_of,
    valid,
)
from .statements import Statement, read_statement, successors

__all__ = [
    "Agreement",
    "Line",
    "agreed",
    "carried_by",
    "coming_by",
    "player_of",
    "received_by",
    "stated_in",
]


class Agreement(NamedTuple):
    """A proposal, and the signatures under it."""

    proposal: Statement
    signatures: list[Statement]


class Line(NamedTuple):
    """What is known where an agreement is carried."""

    game: bytes
    entries: Sequence[Entry]
    ranks: Mapping[bytes, Rank]
    current: Sequence[Rank]
    at_hand: Mapping[bytes, Settlement]
    agreements: Mapping[bytes, Standing]
    players: Players
    keepers: frozenset[int]
    needed: frozenset[int]

    def holds(self, head: Value) -> bool:
        """Whether the line passes through a head."""
        match head:
            case [0, bytes(at)]:
                return at == self.game
            case [int(place), bytes(at)]:
                return place <= len(self.entries) and self.entries[place - 1].hash == at
            case _:
                raise TypeError(head)


def player_of(successor: Statement, since: int) -> Player:
    """The player that a successor becomes by the entry at a place (SPEC-6.11)."""
    match successor.fields:
        case [int(key), str(name), bytes(public), bytes(salt), bytes(head), bool(bot)]:
            return Player(key, name, public, salt, head, bot, since)
        case _:
            raise TypeError(successor.fields)


def agreed(agreement: Agreement, line: Line) -> bool:
    """SPEC-18.3, 2 to 7; the statements are read and signed."""
    proposal, signatures = agreement
    after, terms, ended, _ = proposal.fields
    if number(listed(after)[0]) != len(line.entries) or not line.holds(after):
        return False
    named = ended_by(listed(ended))
    if not _of_here(terms, named, line) or not _signers(proposal, signatures, named, line):
        return False
    given = [_Signed.of(one) for one in signatures]
    if not all(_stands(one, [other.seat for other in given], line) for one in given):
        return False
    used = {one.seat: one.rank for one in given} | named
    used |= {one.seat: one.added.rank for one in given if one.added is not None}
    if any(asked.seat in used and used[asked.seat] < asked.rank for asked in _told(given, line)):
        return False
    shown = [line.at_hand[one.settled] for one in given if one.settled is not None]
    return not any(crossed(one, other) for one, other in itertools.combinations(shown, 2))


def _of_here(terms: Value, named: Mapping[int, Rank], line: Line) -> bool:
    """3: seats, what is taken back to, successors, keepers, incarnations named."""
    coming = successors(terms)
    if any(seat >= len(line.players.seats) for seat in (*named, *(one.seat for one in coming))):
        return False
    match terms:
        case ["take back", to]:
            since = number(listed(to)[0])
            if not line.holds(to) or any(map(_changes, line.entries[since:])):
                return False
        case ["keepers", _] if any(one.seat not in line.keepers for one in coming):
            return False
        case _:
            pass
    players, leaving = line.players, {one.seat for one in coming}
    for successor in coming:
        player = player_of(successor, len(line.entries) + 1)
        if not _can_come(player, successor.seat, players, leaving):
            return False
        players = players.come(successor.seat, player)
        leaving.remove(successor.seat)
    return not any(
        line.current[seat][0] != last[0] or last < line.current[seat]
        for seat, last in named.items()
    )


def _can_come(player: Player, seat: int, players: Players, leaving: set[int]) -> bool:
    if player.number != players.now[seat].number + 1:
        return False
    for other in players.all:
        if player.key == other.key or player.salt == other.salt or player.head == other.head:
            return False
    stay = (other for at, other in enumerate(players.now) if at not in leaving)
    return all(skeleton(other.name) != skeleton(player.name) for other in stay)


def _changes(entry: Entry) -> bool:
    """Whether by an entry a seat resigns, or another key plays."""
    resigns = any(listed(item)[0] == "resign" for item in entry.items)
    return resigns or bool(coming_by(entry))


def carried_by(entry: Entry) -> Agreement | None:
    """The agreement of an entry; None if there is none, or it cannot be read."""
    try:
        carried = [stated_in(item) for item in entry.items if listed(item)[0] == "agree"]
    except Refused:
        return None
    return carried[0][0] if carried else None


def coming_by(entry: Entry) -> list[Statement]:
    """The successors in the agreement of an entry; none if it cannot be read."""
    agreement = carried_by(entry)
    return [] if agreement is None else successors(agreement.proposal.fields[1])


def received_by(agreement: Agreement) -> list[str]:
    """The powers of the receipt that is shown under a hand over."""
    shown = (receipt_in(one) for one in agreement.signatures)
    return [power for receipt in shown if receipt is not None for power in receipt.powers]


def _signers(
    proposal: Statement, signatures: list[Statement], named: Mapping[int, Rank], line: Line
) -> bool:
    """4: who has signed."""
    seats = [one.seat for one in signatures]
    if seats != sorted(set(seats)) or set(named) & set(seats):
        return False
    if any(one.fields[2] != digest("proposal", proposal.body) for one in signatures):
        return False
    if line.needed - set(named) - set(seats):
        return False
    knowing = [one for one in signatures if one.fields[0] is None or one.fields[1] is not None]
    concerned = len(line.needed | set(named) | set(seats))
    kind = label(listed(proposal.fields[1])[0])
    ends = kind == "end" and (len(knowing), concerned) == (1, 2)
    if named and 2 * len(knowing) <= concerned and not ends:
        return False
    adds = kind == "after fault"
    if any((one.fields[5] is not None) != adds for one in signatures):
        return False
    shown = ((one.seat, receipt_in(one)) for one in signatures)
    after, terms, *_ = proposal.fields
    return all(r is None or receipt_fits(r, seat, terms, after) for seat, r in shown)


class _Signed(NamedTuple):
    """A signature under a proposal (SPEC-6.13)."""

    seat: int
    begun: Question | None
    settled: bytes | None
    heard: list[Question]
    answers: list[Answer]
    added: Question | None

    @classmethod
    def of(cls, statement: Statement) -> _Signed:
        begun, settled, _, heard, answers, added, _ = statement.fields
        return cls(
            statement.seat,
            _question(begun) if isinstance(begun, bytes) else None,
            settled if isinstance(settled, bytes) else None,
            [_question(one) for one in listed(heard) if isinstance(one, bytes)],
            [
                answer_of(read_statement(6, one))
                for one in listed(answers)
                if isinstance(one, bytes)
            ],
            _question(added) if isinstance(added, bytes) else None,
        )

    @property
    def rank(self) -> Rank:
        return lowest(0) if self.begun is None else self.begun.rank


def _question(raw: bytes) -> Question:
    return question_of(read_statement(5, raw))


def _stands(signed: _Signed, signers: list[int], line: Line) -> bool:
    """5: a signature is in an incarnation that is good on this line."""
    current = line.current[signed.seat]
    if signed.rank[0] != current[0] or signed.rank < current:
        return False
    added = signed.added
    if added is not None and (added.rank[0] != current[0] or added.rank <= signed.rank):
        return False
    if signed.begun is None:
        return True
    if signed.settled is None:
        return _shows_answers(signed, signers, line)
    if added is not None:
        left = line.at_hand.get(signed.settled)
        return left is not None and left.question == signed.begun
    own = _at_hand(signed.settled, line)
    if own is None or own.question != signed.begun:
        return False
    later = line.entries[own.last[0] if own.last else 0 :]
    ranks = (rank_on(line.ranks, entry) for entry in later if entry.seat == signed.seat)
    return not any(rank[0] == signed.rank[0] and rank < signed.rank for rank in ranks)


def _shows_answers(signed: _Signed, signers: list[int], line: Line) -> bool:
    """A pending signer shows what every other signer has answered it."""
    if [one.seat for one in signed.answers] != [seat for seat in signers if seat != signed.seat]:
        return False
    if any(one.question != signed.begun for one in signed.answers):
        return False
    settled = [one.settled for one in signed.answers if one.settled is not None]
    if signed.added is not None:
        return all(one in line.at_hand for one in settled)
    return all(_at_hand(one, line) is not None for one in settled)


def _at_hand(settled: bytes, line: Line) -> Settlement | None:
    own = line.at_hand.get(settled)
    if own is None:
        return None
    good = valid(
        own,
        line.entries,
        line.ranks,
        line.at_hand,
        needed=line.needed,
        agreements=line.agreements,
    )
    return own if good else None


def _told(given: list[_Signed], line: Line) -> list[Question]:
    """6: all questions told of."""
    found: list[Question] = []
    for one in given:
        found += [*one.heard, *([] if one.begun is None else [one.begun])]
        found += told_of(one.answers, line.at_hand, line.agreements)
        if one.settled is not None:
            found += told_by(line.at_hand[one.settled], line.at_hand, line.agreements)
    return found


def stated_in(item: Value) -> tuple[Agreement, list[Statement]]:
    """What an item carries: an agreement, and the settlements shown. `Refused`."""
    match item:
        case ["agree", bytes(raw), list(signatures), list(shown)]:
            signed = [read_statement(13, one) for one in signatures if isinstance(one, bytes)]
            settled = [read_statement(11, one) for one in shown if isinstance(one, bytes)]
            return Agreement(read_statement(12, raw), signed), settled
        case _:
            raise Refused("malformed")
