"""The statements that a node holds beside the line, as it offers them to its peers (SPEC-16.8)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from p2p.link import Link
from p2p.messages import MAX_BATCH, MAX_CHUNK, MAX_HELD, Statements
from protocol.hashing import Tag, digest
from protocol.logfile import Record, RecordKind, statement_record
from protocol.statement import Signed
from protocol.statements import GameStatement

__all__ = ["MAX_STATEMENTS", "Offers", "statement_name"]

MAX_STATEMENTS: Final[Mapping[RecordKind, int]] = {
    RecordKind.QUESTION: 64,
    RecordKind.ANSWER: 384,
    RecordKind.SETTLEMENT: 64,
    RecordKind.PROPOSAL: 96,
    RecordKind.PROPOSAL_SIGNATURE: 384,
    RecordKind.REFUSAL: 96,
    RecordKind.HAND: 96,
    RecordKind.INSTRUCTIONS: 96,
    RecordKind.SILENCE: 16,
    RecordKind.CLOSING: 1,
    RecordKind.DISCLOSURE: 1,
}
"""Statements of each kind that are kept of one seat."""


@dataclass(frozen=True, slots=True)
class _Offer:
    """A statement as it is offered to peers: its name, by which they say that they hold it."""

    name: bytes
    record: Record


class Offers:
    """Statements in the order in which they came."""

    def __init__(self) -> None:
        """None yet."""
        self._offers: list[_Offer] = []
        self._names: set[bytes] = set()
        self._kept: Counter[tuple[int, RecordKind]] = Counter()

    def clear(self) -> None:
        """Offer none any more."""
        self._offers.clear()
        self._names.clear()
        self._kept.clear()

    def add(self, signed: Signed[GameStatement]) -> None:
        """Offer one more."""
        record = statement_record(signed)
        self._offers.append(_Offer(statement_name(signed), record))
        self._names.add(self._offers[-1].name)
        self._kept[signed.statement.seat, record.kind] += 1

    def holds(self, name: bytes) -> bool:
        """Whether the statement of this name is among them."""
        return name in self._names

    def full(self, seat: int, kind: RecordKind) -> bool:
        """Whether no more statements of this kind are kept of a seat."""
        return self._kept[seat, kind] >= MAX_STATEMENTS[kind]

    @property
    def names(self) -> tuple[bytes, ...]:
        """Names of the statements that we hold: of the last ones, if there are very many."""
        return tuple(offer.name for offer in self._offers[-MAX_HELD:])

    def next_for(self, link: Link) -> Statements | None:
        """The next statements that a peer lacks; they count as sent. None if it lacks none."""
        records: list[tuple[int, bytes]] = []
        size = 0
        for offer in self._offers[link.offered :]:
            if offer.name not in link.held:
                size += len(offer.record.content)
                if records and (size > MAX_CHUNK or len(records) == MAX_BATCH):
                    break
                records.append((int(offer.record.kind), offer.record.content))
            link.offered += 1
        return Statements(records=tuple(records)) if records else None


def statement_name(signed: Signed[GameStatement]) -> bytes:
    """What a statement is called between nodes, whoever signed it how often: 32 bytes."""
    kind = statement_record(signed).kind
    return digest(Tag.STATEMENT, bytes([kind]) + signed.statement.body)
