"""Passing sealing keys on between two nodes (SPEC-16.17): what is said, and what is answered.

Nothing of it is kept: whoever starts anew says it again, and the entry by which the keys pass has
them for ever.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from p2p.errors import PeerFault
from p2p.messages import Entrust, Received
from protocol.author import Author
from protocol.entrusting import check_receipt, hidden_of, keys_for, left_to, receive, receiver
from protocol.entry import Resign
from protocol.errors import ProtocolError, Refused
from protocol.head import Head
from protocol.identity import Phrase, PublicKey
from protocol.receipts import Receipt
from protocol.statement import Signed, read_statement
from protocol.successors import Successor
from protocol.table import Table

__all__ = ["Entrusting", "KeysReceived", "KeysRefused"]


@dataclass(frozen=True, slots=True)
class KeysReceived:
    """Our node has the keys of a seat, which open all its tokens, and has said so to it."""

    giver: int


@dataclass(frozen=True, slots=True)
class KeysRefused:
    """The keys that a seat has passed to our node do not open all its tokens: nothing is signed.

    Attributes:
        giver: the seat.
        reason: what is wrong.
    """

    giver: int
    reason: str


class Entrusting:
    """One node's side of it.

    Attributes:
        resigning: whether our seat is about to resign.
    """

    def __init__(self) -> None:
        """Nothing is passed on yet."""
        self.resigning = False
        self._given: dict[PublicKey, Entrust] = {}
        self._receipts: dict[tuple[PublicKey, Head], Signed[Receipt]] = {}

    # Who gives

    def due(self, author: Author, successor: Successor | None) -> Mapping[PublicKey, Entrust]:
        """What is to be said to whom, as long as they have not answered.

        Args:
            author: of our seat.
            successor: to whom our seat hands over, if all others have agreed.
        """
        table, heirs = author.table, author.table.log.players.now
        due = {}
        if successor is not None:
            due[successor.key] = hidden_of(table, author.seat)
        elif self.resigning:
            due = {heirs[seat].key: powers for seat, powers in left_to(table, author.seat).items()}
        return {
            key: Entrust(
                seat=author.seat,
                head=(table.head.sequence, table.head.hash),
                keys=keys_for(author, powers),
            )
            for key, powers in due.items()
            if powers and (key, table.head) not in self._receipts
        }

    def hear_receipt(self, author: Author | None, peer: PublicKey, raw: bytes) -> None:
        """A peer says that it has our keys. One for another place comes too late, and is forgotten.

        Raises:
            PeerFault: it is not a receipt of the peer for them.
        """
        try:
            signed = read_statement(Receipt, raw)
            if author is None or signed.statement.giver != author.seat:
                raise PeerFault("the peer has received nothing from us")
            receipt, table = signed.statement, author.table
            if receipt.key != peer:
                raise PeerFault("the peer brings the receipt of another")
            if receipt.head != table.head:
                return
            hands_over = receipt.seat == author.seat
            powers = (
                hidden_of(table, author.seat)
                if hands_over
                else left_to(table, author.seat).get(receipt.seat, ())
            )
            check_receipt(table, signed, giver=author.seat, seat=receipt.seat, powers=powers)
        except ProtocolError as error:
            raise PeerFault(f"a receipt that is none: {error}") from error
        self._receipts[peer, receipt.head] = signed

    def receipt_of(self, key: PublicKey, head: Head) -> Signed[Receipt] | None:
        """The receipt of a successor at a head, if it has come."""
        return self._receipts.get((key, head))

    def resignation(self, author: Author) -> Resign:
        """The resignation of our seat, with the receipts that have come."""
        table = author.table
        players = table.log.players.now
        found = (
            self.receipt_of(players[seat].key, table.head) for seat in left_to(table, author.seat)
        )
        return Resign(tuple(one.raw for one in found if one is not None))

    # Who receives

    def hear(self, table: Table, peer: PublicKey, message: Entrust) -> None:
        """A peer passes its keys on; judged once we hold the line that it holds.

        Raises:
            PeerFault: it is not the player of the seat in whose name it speaks.
        """
        players = table.log.players.now
        if message.seat >= len(players) or players[message.seat].key != peer:
            raise PeerFault(f"the peer passes on the keys of seat {message.seat}, which it is not")
        self._given[peer] = message

    def answers(
        self, table: Table, phrase: Phrase, coming_to: int | None, fresh: bytes
    ) -> Iterator[tuple[PublicKey, Received | None, KeysReceived | KeysRefused]]:
        """What to answer to whom of what has come, and to tell our player.

        Args:
            table: of the game.
            phrase: of our node.
            coming_to: the seat that our node has come to play, if it plays none.
            fresh: at least 12 random bytes.
        """
        for peer, message in list(self._given.items()):
            head = Head(*message.head)
            if head.sequence > table.head.sequence:
                continue
            del self._given[peer]
            seat = receiver(table, phrase, message.seat, coming_to)
            if seat is None or head != table.head:
                continue
            try:
                receipt = receive(
                    table, phrase, giver=message.seat, seat=seat, keys=message.keys, fresh=fresh
                )
            except Refused as refusal:
                yield peer, None, KeysRefused(message.seat, refusal.reason)
                continue
            yield peer, Received(receipt=receipt.raw), KeysReceived(message.seat)
