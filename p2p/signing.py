"""What a store's node has signed for its seat, and whether another device signs for it, too.

One device at a time plays a seat (SPEC-16.9). A store that was put back from a copy, or made anew
for a lost machine, cannot know what its seat has signed elsewhere; the log and the questions of
others' copies tell it.
"""

from collections.abc import Mapping
from typing import Final

from p2p.store import PlaceSigned
from protocol.entry import Entry
from protocol.statements import RejoinQuestion
from protocol.table import Table

__all__ = ["SigningRecord"]

_MAX_QUESTIONS: Final = 3
"""Questions that one store asks before it leaves the seat to whoever else asks for it."""


class SigningRecord:
    """The entries and questions of one seat that this node has signed."""

    def __init__(
        self, seat: int, signed: Mapping[tuple[int, int], bytes], *, from_start: bool
    ) -> None:
        """The record as the store holds it.

        Args:
            seat: whose signatures they are.
            signed: hashes of entries by incarnation and place, and at place 0 that of the question
                for the incarnation.
            from_start: whether this store has been there since the game began, and does not replace
                one that was lost.
        """
        self._seat = seat
        self._signed = dict(signed)
        self._from_start = from_start
        self._foreign = False

    def add(self, incarnation: int, place: int, what: bytes) -> PlaceSigned:
        """Remember that a place is taken; the store refuses to take it twice."""
        self._signed[incarnation, place] = what
        return PlaceSigned(incarnation, place, what)

    def watch(self, entry: Entry) -> None:
        """Notice an entry of the seat that this node did not make."""
        if entry.seat == self._seat:
            key = entry.incarnation, entry.sequence
            self._foreign = self._signed.get(key) != entry.hash

    def is_complete(self, table: Table) -> bool:
        """Whether it holds all that the seat ever signed in its current incarnation.

        If not, the seat signs no entry before it has rejoined (SPEC-12).
        """
        return self._began_here(table) and not self._foreign

    def is_superseded(self, table: Table) -> bool:
        """Whether another device has begun, or asked to begin, a later incarnation of the seat."""
        if self._replacement:
            return False
        return self._asked_elsewhere(table) or (
            not self._began_here(table) and (self._from_start or bool(self._signed))
        )

    def must_ask(self, table: Table) -> bool:
        """Whether the seat needs a question of this node's own, to rejoin with.

        A store that replaces a lost one first receives what its seat has asked before, from a
        machine that is lost by now, and asks for a later incarnation; also when it learns of it
        only afterwards.
        """
        if self.is_complete(table):
            return False
        if self._seat not in table.rejoining or self._asked_elsewhere(table):
            return True
        asked = max(incarnation for incarnation, place in self._signed if place == 0)
        return (
            self._replacement
            and len(self._signed) < _MAX_QUESTIONS
            and any(
                isinstance(said.statement, RejoinQuestion)
                and said.statement.seat == self._seat
                and said.statement.incarnation >= asked
                and self._signed.get((said.statement.incarnation, 0)) != said.statement.hash
                for said in table.log.statements
            )
        )

    @property
    def _replacement(self) -> bool:
        """Whether this store replaces a lost one and has not signed an entry yet."""
        return not self._from_start and not any(place for _, place in self._signed)

    def _began_here(self, table: Table) -> bool:
        """Whether this node began the current incarnation of the seat."""
        current = table.ledger.incarnations[self._seat]
        if current == 0:
            return self._from_start
        return any(k == current and place > 0 for k, place in self._signed)

    def _asked_elsewhere(self, table: Table) -> bool:
        """Whether the question that stands for the seat was not asked by this node."""
        standing = table.rejoining.get(self._seat)
        if standing is None:
            return False
        question = standing.question.statement
        return self._signed.get((question.incarnation, 0)) != question.hash
