"""`Author`: writes entries and statements for one seat of a table, with its keys.

Nothing here sends or stores. An entry is returned signed, with the draft through which it was
written: the author's own table adopts it. It must be on the disk before it leaves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.pieces import PieceId
from protocol.draft import Draft
from protocol.due import Duty
from protocol.entry import FRESH_SIZE, Entry, Rejoin
from protocol.entry_builder import EntryBuilder, PlayerAction
from protocol.errors import LocalError
from protocol.identity import Phrase
from protocol.keys import Keys
from protocol.rejoin import Rejoining
from protocol.statements import (
    Closing,
    Disclosure,
    RaisedHand,
    RejoinAnswer,
    RejoinQuestion,
    Signed,
    SilenceClaim,
    sign_statement,
)
from protocol.table import Table

__all__ = ["Author", "Prepared", "ReleasedShare"]


@dataclass(frozen=True, slots=True)
class ReleasedShare:
    """A dice share that an entry releases: it must never be released for another request.

    Attributes:
        incarnation: of the chain.
        number: of the share in the chain, from 1.
        request: hash of the entry that caused the roll.
    """

    incarnation: int
    number: int
    request: bytes


@dataclass(frozen=True, slots=True)
class Prepared:
    """An entry that is signed and not yet sent.

    Attributes:
        entry: to be adopted by the author's own table, stored and sent, in this order.
        draft: what it does, as it was carried out in writing it.
        carried: how many of the actions it carries; the rest must wait for another entry.
        shares: dice shares that it releases.
    """

    entry: Entry
    draft: Draft = field(repr=False)
    carried: int
    shares: tuple[ReleasedShare, ...]


class Author:
    """One seat's side of a table.

    Attributes:
        table: that it writes for.
        keys: of the seat.
    """

    def __init__(self, table: Table, phrase: Phrase) -> None:
        """The author of the seat whose key comes from this phrase.

        Raises:
            LocalError: no seat of the charter has that key.
        """
        self.table = table
        self.keys = Keys(table.suite, table.charter, phrase)

    @property
    def seat(self) -> int:
        """The seat's index in the charter."""
        return self.keys.seat

    @property
    def secrets(self) -> Mapping[PieceId, int]:
        """What every own token holds, or held until it was shuffled away: handle and group."""
        return self.keys.secrets.own(self.table.ledger.commitments)

    # Entries

    @property
    def owes(self) -> Duty | None:
        """What this seat owes now; None while others must act, or must first answer a rejoin."""
        now = self.table.due
        if now is None or now.seat != self.seat:
            return None
        standing = self._standing
        if standing is not None and not standing.settled(self.table.charter, self.table.log):
            return None
        return now.duty

    def prepare(
        self,
        actions: Sequence[PlayerAction] = (),
        *,
        entropy: bytes,
        minute: int,
        arrangements: Sequence[Sequence[int]] = (),
    ) -> Prepared:
        """Write the next entry: actions, and whatever follows from them without judgement.

        Shares, openings and seals are put in wherever they are due from this seat; without actions
        the entry carries only such. The table is left as it was.

        Args:
            actions: in the order in which they are asked for.
            entropy: 32 fresh random bytes, never used again.
            minute: the time, in minutes since 1970-01-01 00:00 UTC.
            arrangements: for each shuffle of the entry, in order, the groups of the new tokens in
                ascending order of handle; shuffles beyond these are drawn.

        Raises:
            Declined: an action is against the rules, or would need a claim that is false.
            LocalError: nothing is due from this seat, or it has to rejoin first.
        """
        if len(entropy) != FRESH_SIZE:
            raise LocalError(f"entropy is {FRESH_SIZE} bytes, not {len(entropy)}")
        now = self.table.due
        if now is None or now.seat != self.seat:
            raise LocalError("nothing is due from this seat: " + "; ".join(self.table.waiting_for))
        rejoin, incarnation = self._rejoin()
        draft = self.table.draft(self.seat, incarnation)
        builder = EntryBuilder(self.keys, self.table.suite, draft, entropy, arrangements)
        if rejoin is not None:
            builder.add(rejoin)
        builder.write(actions)
        entry = draft.sign(self.keys.identity, minute=minute, state=self.table.due_digest)
        shares = tuple(
            ReleasedShare(chain, number, entry.hash if request is None else request)
            for chain, number, request in builder.shares
        )
        return Prepared(entry, draft, builder.carried, shares)

    # Statements beside the line

    def ask_to_rejoin(self, nonce: bytes) -> Signed[RejoinQuestion]:
        """The question of a seat whose store may be incomplete (SPEC-12.1).

        It asks for the incarnation after any that this seat has begun or asked for.

        Args:
            nonce: 32 fresh random bytes.
        """
        last = self.table.ledger.incarnations[self.seat]
        standing = self._standing
        if standing is not None:
            last = standing.question.statement.incarnation
        return sign_statement(
            self.keys.identity,
            RejoinQuestion(
                game=self.table.charter.game_id,
                seat=self.seat,
                incarnation=last + 1,
                nonce=nonce,
            ),
        )

    def answer(self, question: Signed[RejoinQuestion]) -> Signed[RejoinAnswer]:
        """The answer to another seat's question, the same one however often it is asked.

        Once this table receives the answer, the asker's older incarnation is over for it.

        Raises:
            LocalError: the question is not the one that stands: it came too late, or its seat must
                ask for a later incarnation.
        """
        asked = question.statement
        standing = self.table.rejoining.get(asked.seat)
        if standing is None or standing.question.statement != asked:
            raise LocalError(
                f"this is not the open question of seat {asked.seat}: it must ask for an "
                "incarnation later than any that it asked for before"
            )
        if self.seat in standing.answers:
            return standing.answers[self.seat]
        return sign_statement(
            self.keys.identity,
            RejoinAnswer(
                game=self.table.charter.game_id,
                seat=self.seat,
                question=asked.hash,
                incarnation=self.table.ledger.incarnations[self.seat],
                head=self.table.head,
                place=self.table.ledger.places[asked.seat],
                rejoining=self._standing is not None,
            ),
        )

    def raise_hand(self) -> Signed[RaisedHand]:
        """Ask for a window at the next boundary (SPEC-10.9)."""
        return sign_statement(
            self.keys.identity,
            RaisedHand(
                game=self.table.charter.game_id,
                seat=self.seat,
                head=self.table.head,
                counter=self.table.game.hands.get(self.seat, 0) + 1,
            ),
        )

    def claim_silence(self, owing: int) -> Signed[SilenceClaim]:
        """Say that another seat lets the game wait. It proves nothing."""
        return sign_statement(
            self.keys.identity,
            SilenceClaim(
                game=self.table.charter.game_id,
                seat=self.seat,
                head=self.table.head,
                owing=owing,
            ),
        )

    def close(self) -> Signed[Closing]:
        """Sign the end of the game.

        Raises:
            LocalError: it has not ended.
        """
        self._must_be_over()
        return sign_statement(
            self.keys.identity,
            Closing(game=self.table.charter.game_id, seat=self.seat, head=self.table.head),
        )

    def disclose(self) -> Signed[Disclosure] | None:
        """The sealing keys of this seat; None where the suite needs no disclosure.

        Raises:
            LocalError: the game has not ended.
        """
        self._must_be_over()
        if not self.table.suite.discloses:
            return None
        return sign_statement(
            self.keys.identity,
            Disclosure(
                game=self.table.charter.game_id,
                seat=self.seat,
                head=self.table.head,
                keys=tuple(
                    (power, key) for power, key in sorted(self.keys.secrets.seal_keys.items())
                ),
            ),
        )

    # How

    @property
    def _standing(self) -> Rejoining | None:
        return self.table.rejoining.get(self.seat)

    def _rejoin(self) -> tuple[Rejoin | None, int]:
        """The rejoin that the next entry must begin with, and the incarnation of that entry."""
        standing = self._standing
        if standing is None:
            return None, self.table.ledger.incarnations[self.seat]
        if not standing.settled(self.table.charter, self.table.log):
            raise LocalError(
                "this seat is rejoining; waiting for " + "; ".join(self.table.waiting_for)
            )
        incarnation = standing.question.statement.incarnation
        return (
            Rejoin(
                standing.question.raw,
                tuple(standing.answers[seat].raw for seat in sorted(standing.answers)),
                self.keys.chain(incarnation).head,
            ),
            incarnation,
        )

    def _must_be_over(self) -> None:
        if self.table.request is not None:
            raise LocalError("the game has not ended")
