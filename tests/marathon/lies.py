"""Lies at the end of a log, properly signed: SPEC 0.3 says what each is called, and whose it is."""

__all__ = ["LIES", "Lie", "Lied"]

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from protocol.author import Author, Prepared
from protocol.entry import (
    Decide,
    DiceShare,
    Entry,
    Item,
    OpenTokens,
    SealTokens,
    Waive,
    sign_entry,
)
from protocol.errors import Code
from protocol.table import Table


class Lied(NamedTuple):
    """What is added to a log, and what that comes to.

    Attributes:
        entries: that are added.
        codes: one of which the refusal has.
        seat: that is convicted.
    """

    entries: Sequence[Entry]
    codes: frozenset[Code]
    seat: int


Lie: TypeAlias = Callable[[Table, Sequence[Author], Prepared], Lied | None]
"""Told in place of an honest entry; None if that gives no occasion for it."""


def _another_author(table: Table, authors: Sequence[Author], honest: Prepared) -> Lied:
    """The entry of who is not due."""
    liar = authors[(honest.entry.seat + 1) % len(authors)]
    first = table.ledger.incarnations[liar.seat]
    entry = _signed(table, liar, honest.entry, seat=liar.seat, incarnation=first)
    return Lied([entry], frozenset({Code.WRONG_AUTHOR}), liar.seat)


def _another_incarnation(table: Table, authors: Sequence[Author], honest: Prepared) -> Lied:
    """In an incarnation that has never begun."""
    entry = _signed(table, _by(authors, honest), honest.entry, incarnation=bytes(range(32)))
    return Lied([entry], frozenset({Code.WRONG_INCARNATION}), entry.seat)


def _another_state(table: Table, authors: Sequence[Author], honest: Prepared) -> Lied:
    """Of a game that stands otherwise."""
    entry = _signed(table, _by(authors, honest), honest.entry, state=bytes(range(32)))
    return Lied([entry], frozenset({Code.WRONG_DIGEST}), entry.seat)


def _no_answer(table: Table, authors: Sequence[Author], honest: Prepared) -> Lied:
    """With nothing that is asked for."""
    entry = _signed(table, _by(authors, honest), honest.entry, items=(Waive(waived=True),))
    return Lied([entry], frozenset({Code.NOT_DUE}), entry.seat)


def _two_entries(table: Table, authors: Sequence[Author], honest: Prepared) -> Lied:
    """Twice, for the same place."""
    entry = _signed(table, _by(authors, honest), honest.entry, minute=honest.entry.minute + 1)
    return Lied([honest.entry, entry], frozenset({Code.FORK}), entry.seat)


def _another_answer(table: Table, authors: Sequence[Author], honest: Prepared) -> Lied | None:
    """With an answer to no question."""
    codes = frozenset({Code.MALFORMED, Code.ILLEGAL_ANSWER})
    return _with_item(table, authors, honest, codes, _no_question)


def _no_question(item: Item) -> Item | None:
    return Decide(("nothing",)) if isinstance(item, Decide) else None


def _another_share(table: Table, authors: Sequence[Author], honest: Prepared) -> Lied | None:
    """With dice that were not committed to."""
    return _with_item(table, authors, honest, frozenset({Code.SHARE_WRONG}), _other_dice)


def _other_dice(item: Item) -> Item | None:
    return DiceShare(_changed(item.value)) if isinstance(item, DiceShare) else None


def _another_opening(table: Table, authors: Sequence[Author], honest: Prepared) -> Lied | None:
    """With tokens that hold another group than was sealed."""
    return _with_item(table, authors, honest, frozenset({Code.BAD_OPENING}), _other_group)


def _other_group(item: Item) -> Item | None:
    if not isinstance(item, OpenTokens) or not item.openings:
        return None
    first, *others = item.openings
    return OpenTokens((replace(first, proof=_changed(first.proof)), *others))


def _another_proof(table: Table, authors: Sequence[Author], honest: Prepared) -> Lied | None:
    """With a proof of something else."""
    codes = frozenset({Code.FALSE_CLAIM, Code.BAD_OPENING})
    return _with_item(table, authors, honest, codes, _other_proof)


def _other_proof(item: Item) -> Item | None:
    if not isinstance(item, SealTokens) or not item.justification:
        return None
    return replace(item, justification=_changed(item.justification))


LIES: Final[Mapping[str, Lie]] = {
    "another-author": _another_author,
    "another-incarnation": _another_incarnation,
    "another-state": _another_state,
    "no-answer": _no_answer,
    "two-entries": _two_entries,
    "another-answer": _another_answer,
    "another-share": _another_share,
    "another-opening": _another_opening,
    "another-proof": _another_proof,
}


def _with_item(
    table: Table,
    authors: Sequence[Author],
    honest: Prepared,
    codes: frozenset[Code],
    lie: Callable[[Item], Item | None],
) -> Lied | None:
    """The entry with the first item that can be a lie as one."""
    for place, item in enumerate(honest.entry.items):
        other = lie(item)
        if other is not None:
            items = *honest.entry.items[:place], other, *honest.entry.items[place + 1 :]
            entry = _signed(table, _by(authors, honest), honest.entry, items=items)
            return Lied([entry], codes, entry.seat)
    return None


def _by(authors: Sequence[Author], honest: Prepared) -> Author:
    return authors[honest.entry.seat]


def _changed(secret: bytes) -> bytes:
    return bytes([secret[0] ^ 1]) + secret[1:]


def _signed(table: Table, author: Author, honest: Entry, **other: object) -> Entry:
    """An entry signed by an author, which differs from the honest one in this."""
    fields = {
        "seat": honest.seat,
        "incarnation": honest.incarnation,
        "minute": honest.minute,
        "state": honest.digest,
        "items": honest.items,
        **other,
    }
    return sign_entry(
        author.keys.identity,
        game=honest.game,
        head=table.head,
        **fields,  # type: ignore[arg-type]
    )
