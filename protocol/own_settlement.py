"""How a seat settles its question: with which answers, and what it holds then (SPEC-12.5)."""

import itertools
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from protocol.agreements import Agreement
from protocol.answers import RejoinAnswer
from protocol.bars import Bars
from protocol.entry import Rejoin
from protocol.head import Head
from protocol.heard import Heard
from protocol.log import Log
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.settling import Line, crosses_any, is_valid, last_of, shown_by
from protocol.statement import Signed, Statement

__all__ = ["Held", "held_after", "kept_by", "rejoin_of", "settlement_of"]

Held: TypeAlias = Mapping[bytes, Settlement]
"""Settlements by the name that they begin."""


def settlement_of(
    begun: Signed[RejoinQuestion],
    held: Held,
    log: Log,
    needed: frozenset[int],
    coming: Agreement | None,
) -> Settlement | None:
    """The settlement that a seat can sign, of as much of its copy as the answers allow.

    Args:
        begun: its question.
        held: the settlements that it goes by.
        log: its copy.
        needed: seats with a power left.
        coming: the agreement that the seat carries next, if it settles.
    """
    seat = begun.statement.seat
    usable: dict[int, list[Signed[RejoinAnswer] | Agreement]] = {
        other: [] for other in sorted(needed) if other != seat
    }
    for answer in log.heard.usable(begun.statement):
        if answer.statement.seat in usable:
            usable[answer.statement.seat].append(answer)
    for agreement in (*log.agreements.values(), *(() if coming is None else (coming,))):
        if _is_outlived(agreement, log, held):
            continue
        for other in _stands_for(agreement, log.heard, begun.statement) & usable.keys():
            usable[other].append(agreement)
    if not all(usable.values()):
        return None
    lasts: list[Head | None] = [entry.head for entry in log if entry.seat == seat]
    for last in (*reversed(lasts), None):
        for given in itertools.product(*usable.values()):
            answers = tuple(one for one in given if not isinstance(one, Agreement))
            if any(_beyond(answer.statement.last, last) for answer in answers):
                continue
            standing = {one.hash for one in given if isinstance(one, Agreement)}
            made = Settlement(
                game=log.charter.game_id,
                seat=seat,
                question=begun,
                answers=answers,
                last=last,
                agreements=tuple(sorted(standing)),
            )
            if held_after(made, held, log, needed, coming) is not None:
                return made
    return None


def held_after(
    made: Settlement, held: Held, log: Log, needed: frozenset[int], coming: Agreement | None
) -> Held | None:
    """The settlements held besides one of its own; None if a seat must not sign that one.

    Args:
        made: the settlement of its own.
        held: those that it has held so far.
        log: its copy.
        needed: seats with a power left.
        coming: the agreement that the seat carries next.
    """
    at_hand = {**log.heard.settlements, **log.carried}
    if not is_valid(made, log, at_hand, needed, coming):
        return None
    after = dict(held)
    for shown in (*shown_by(made, at_hand), *_behind_agreements(made, log, at_hand, coming)):
        others = [one for one in after.values() if one != shown]
        if crosses_any(shown, others) or after.setdefault(shown.asked.hash, shown) != shown:
            return None
    if crosses_any(made, after.values()):
        return None
    greatest = {
        seat: one.statement for seat, one in log.heard.greatest.items() if seat != made.seat
    }
    bars, kept = Bars(greatest, after), kept_by(made, log)
    if any(bars.bars_agreement(one, log, unsettled=True) for one in _given_up(made, log)):
        return None  # it could not carry it again
    return after if _is_last(made, log, kept) and _fits(log, kept, bars) else None


def kept_by(made: Settlement, log: Log) -> int:
    """The place up to which a copy stays, whatever a seat takes of the rest, once it has settled.

    That of its own last entry, and of what the settlement rests on: the entries from which on the
    keys play that have signed what it carries, and those that carry the agreements it lists. On no
    other line is it a statement of the game, and valid. But an agreement of which the seat gives
    up its own entry it carries again.
    """
    last = 0 if made.last is None else made.last.sequence
    signers = (
        log.players.numbered(one.statement.seat, one.statement.key_number)
        for one in _carried_by(made)
    )
    listed = (log.agreements[name] for name in made.agreements if name in log.agreements)
    places = (agreement.terms.place for agreement in listed)
    return max(
        last,
        *(player.since for player in signers if player is not None),
        *(place for place in places if _is_last(made, log, place)),
    )


def _given_up(made: Settlement, log: Log) -> Iterator[Agreement]:
    """The agreements listed that an entry of its seat's own carries, which it gives up."""
    listed = (log.agreements[name] for name in made.agreements if name in log.agreements)
    return (one for one in listed if not _is_last(made, log, one.terms.place))


def _is_last(made: Settlement, log: Log, place: int) -> bool:
    """Whether the entry that a settlement names is its seat's last one up to a place."""
    own = last_of(log, made.seat, place, made.asked.key)
    return (None if own is None else own.head) == made.last


def _carried_by(statement: Statement) -> Iterator[Signed[Statement]]:
    """What a statement carries, and what that carries."""
    for carried in statement.inner:
        yield carried
        yield from _carried_by(carried.statement)


def rejoin_of(settlement: Signed[Settlement], log: Log) -> Rejoin:
    """The item that begins an incarnation, with all that it rests on and no entry carries."""
    needed: dict[bytes, Signed[Settlement]] = {}
    ahead = [settlement.statement]
    while ahead:
        for shown in shown_by(ahead.pop(), log.heard.settlements):
            if shown.hash not in log.carried and shown.hash not in needed:
                needed[shown.hash] = log.heard.signed(shown)
                ahead.append(shown)
    return Rejoin(settlement.raw, tuple(needed[one].raw for one in sorted(needed)))


def _stands_for(agreement: Agreement, heard: Heard, asked: RejoinQuestion) -> frozenset[int]:
    """The seats for whose answers it may stand: no later question of theirs is known.

    It stands for nobody if it names the own seat.
    """
    if asked.seat in agreement.terms.seats_named:
        return frozenset()
    known = {seat: one.statement.rank for seat, one in heard.greatest.items()}
    stands = agreement.stands_for(asked)
    return frozenset(seat for seat, rank in stands.items() if rank >= known.get(seat, rank))


def _is_outlived(agreement: Agreement, log: Log, held: Held) -> bool:
    """Whether a seat has settled without what it had signed, so that the line cannot carry it."""
    greatest = {seat: one.statement for seat, one in log.heard.greatest.items()}
    return Bars(greatest, held).bars_agreement(agreement, log, unsettled=False)


def _beyond(named: Head | None, last: Head | None) -> bool:
    return named is not None and (last is None or named.sequence > last.sequence)


def _fits(line: Line, end: int, bars: Bars) -> bool:
    """Whether a line up to a place keeps within the settlements held."""
    carried = (one for one in line.agreements.values() if one.terms.place <= end)
    return not any(
        bars.bars(line.at(place), line, unsettled=False) for place in range(1, end + 1)
    ) and not any(bars.bars_agreement(one, line, unsettled=False) for one in carried)


def _behind_agreements(
    made: Settlement, log: Log, at_hand: Held, coming: Agreement | None
) -> Iterator[Settlement]:
    """The settlements in whose names the agreements are signed that stand for answers.

    None of an agreement that begins this incarnation: what its signers left goes by no settlement.
    """
    agreements = log.agreements if coming is None else {**log.agreements, coming.hash: coming}
    for name in made.agreements:
        if agreements[name].settles(made.asked):
            continue
        for signed in agreements[name].signatures:
            own = signed.statement.settlement
            if own is not None:
                yield at_hand[own]
