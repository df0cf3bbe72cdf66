"""`Author`: writes entries and statements for one seat of a table, with its keys.

Nothing here sends or stores. An entry is returned signed, with the draft through which it was
written: the author's own table adopts it. It must be on the disk before it leaves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from engine.instructions import Instructions
from engine.pieces import PieceId
from engine.records import encode
from protocol.agreements import Agreement
from protocol.consent import agree_of
from protocol.disclosure import disclosing
from protocol.draft import Draft
from protocol.due import Duty
from protocol.entry import FRESH_SIZE, Entry, Leave, OpenTokens
from protocol.entry_builder import EntryBuilder, PlayerAction
from protocol.errors import LocalError
from protocol.head import Head
from protocol.identity import Phrase
from protocol.instructing import next_counter
from protocol.items import carry_out
from protocol.keys import Keys
from protocol.own_settlement import rejoin_of
from protocol.proposals import Ended, Proposal, ProposalRefusal, Terms
from protocol.questions import RejoinQuestion, chain_origin
from protocol.settlements import Settlement
from protocol.statement import Signed, Statement, sign_statement
from protocol.statements import (
    Closing,
    Disclosure,
    NewInstructions,
    RaisedHand,
    SilenceClaim,
)
from protocol.table import Table

__all__ = ["Author", "Prepared", "ReleasedShare"]

S = TypeVar("S", bound=Statement)


@dataclass(frozen=True, slots=True)
class ReleasedShare:
    """A dice share that an entry releases: it must never be released for another request.

    Attributes:
        incarnation: name of the chain's.
        number: of the share in the chain, from 1.
        request: hash of the entry that caused the roll.
    """

    incarnation: bytes
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
        """The author of the seat that is played with the key of this phrase.

        Raises:
            LocalError: no seat is.
        """
        self.table = table
        self.keys = Keys(table.suite, table.log.players, phrase)

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
        """What this seat owes now; None while others must act."""
        now = self.table.due
        return now.duty if now is not None and now.seat == self.seat else None

    def prepare(
        self,
        actions: Sequence[PlayerAction] = (),
        *,
        entropy: bytes,
        minute: int,
        arrangements: Sequence[Sequence[int]] = (),
        settlement: Signed[Settlement] | None = None,
        revealed: OpenTokens | Leave | None = None,
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
            settlement: that began the seat's incarnation; None in its first. The first entry of the
                incarnation carries it.
            revealed: the openings of another's deposited tokens, which this seat must open, or that
                it leaves them.

        Raises:
            Declined: an action is against the rules, or would need a claim that is false.
            LocalError: nothing is due from this seat.
        """
        if len(entropy) != FRESH_SIZE:
            raise LocalError(f"entropy is {FRESH_SIZE} bytes, not {len(entropy)}")
        now = self.table.due
        if now is None or now.seat != self.seat:
            raise LocalError("nothing is due from this seat: " + "; ".join(self.table.waiting_for))
        current = self.table.ledger.incarnations[self.seat]
        name = current if settlement is None else settlement.statement.asked.hash
        draft = self.table.draft(self.seat, name)
        builder = EntryBuilder(
            self.keys, self.table.suite, draft, entropy, arrangements, revealed=revealed
        )
        if settlement is not None and name != current:
            builder.add(rejoin_of(settlement, self.table.log))
        builder.write(actions)
        entry = draft.sign(self.keys.identity, minute=minute, state=self.table.due_digest)
        shares = tuple(
            ReleasedShare(chain, number, entry.hash if request is None else request)
            for chain, number, request in builder.shares
        )
        return Prepared(entry, draft, builder.carried, shares)

    def prepare_agreement(
        self,
        agreement: Agreement,
        *,
        minute: int,
        settlement: Signed[Settlement] | None = None,
    ) -> Prepared:
        """Write the entry that carries an agreement. The table is left as it was.

        Args:
            agreement: complete, and for this seat to carry.
            minute: the time, in minutes since 1970-01-01 00:00 UTC.
            settlement: see `prepare`.

        Raises:
            Refused: it cannot stand here.
        """
        current = self.table.ledger.incarnations[self.seat]
        name = current if settlement is None else settlement.statement.asked.hash
        added = next((a.statement for a in agreement.added if a.statement.seat == self.seat), None)
        if added is not None and not self._rejoins_beyond(added, settlement):
            settlement, name = None, added.hash
        draft = self.table.draft(self.seat, name)
        agree = agree_of(agreement, self.table.log)
        if settlement is not None and name != current:
            carry_out(draft, rejoin_of(settlement, self.table.log), agree)
        carry_out(draft, agree)
        entry = draft.sign(self.keys.identity, minute=minute, state=self.table.due_digest)
        return Prepared(entry, draft, 0, ())

    @staticmethod
    def _rejoins_beyond(added: RejoinQuestion, settlement: Signed[Settlement] | None) -> bool:
        """Whether the seat has lost its machine since it added a question after a fault."""
        return settlement is not None and settlement.statement.asked.rank > added.rank

    # Statements beside the line

    def propose(
        self,
        terms: Terms,
        named: tuple[Ended, ...] = (),
        refused: tuple[Signed[ProposalRefusal], ...] = (),
        *,
        after: Head | None = None,
    ) -> Signed[Proposal]:
        """Propose something for the next place of a line; that signs nothing yet (SPEC-18.1).

        Args:
            terms: what is proposed.
            named: seats against which it is made.
            refused: refusals of earlier proposals for this place.
            after: the end of the line; None for that of our own.
        """
        return self.sign(
            Proposal(
                game=self.table.charter.game_id,
                seat=self.seat,
                after=self.table.head if after is None else after,
                terms=terms,
                named=named,
                refused=refused,
            )
        )

    def ask_to_rejoin(self, nonce: bytes, minute: int) -> Signed[RejoinQuestion]:
        """The question of a seat whose store may be incomplete (SPEC-12.2).

        Args:
            nonce: 32 fresh random bytes.
            minute: the time, in minutes since 1970-01-01 00:00 UTC.
        """
        game = self.table.charter.game_id
        number = self.keys.player.number
        known = self.table.log.heard.last_round(self.seat, number)
        round_ = minute if known is None else max(minute, known + 1)
        origin = chain_origin(game, self.seat, number, round_, nonce)
        return self.sign(
            RejoinQuestion(
                game=game,
                seat=self.seat,
                key=number,
                round=round_,
                nonce=nonce,
                dice_head=self.keys.chain(origin).head,
            ),
        )

    def sign(self, statement: S) -> Signed[S]:
        """Sign a statement of this seat."""
        return sign_statement(self.keys.identity, statement)

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

    def instruct(self, power: str, instructions: Instructions) -> Signed[NewInstructions]:
        """New instructions of an own power, for the next entry to carry (SPEC-6.15)."""
        return self.sign(
            NewInstructions(
                game=self.table.charter.game_id,
                seat=self.seat,
                head=self.table.head,
                counter=next_counter(self.table.ledger, self.table.log, self.seat),
                power=power,
                data=encode(instructions),
            )
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

    def disclose(self, *, wanted: bool = False) -> Signed[Disclosure] | None:
        """The sealing keys of this seat; None if there is nothing to disclose.

        Args:
            wanted: whether its player wants it, also where the suite needs no disclosure.

        Raises:
            LocalError: the game has not ended.
        """
        self._must_be_over()
        due = wanted or self.table.suite.discloses
        if not due or self.seat in self.table.charter.keepers:
            return None
        players, known = self.table.log.players, self.table.ledger.commitments
        return sign_statement(
            self.keys.identity,
            Disclosure(
                game=self.table.charter.game_id,
                seat=self.seat,
                head=self.table.head,
                keys=self.keys.secrets.keys(known, disclosing(players, known, self.seat)),
            ),
        )

    # How

    def _must_be_over(self) -> None:
        if self.table.request is not None:
            raise LocalError("the game has not ended")
