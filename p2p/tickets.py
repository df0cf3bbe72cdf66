"""Tickets: what lets in who is not at the table yet, and how a caller proves one (SPEC-16.4).

The host's tickets lead to a table that is being laid. The host derives them again from its phrase
to judge them, and nobody else can. Once the game runs, any seat can invite somebody to play on: it
signs such a ticket, so that every node can judge it.

What is secret in a ticket is never sent. Its proof is bound to one handshake and to the caller's
key, so an impostor who listens at an address cannot use it.
"""

import hmac
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from protocol.encoding import Data
from protocol.hashing import HASH_SIZE, Tag, digest
from protocol.identity import KEY_SIZE, SIGNATURE_SIZE, Identity, Phrase, PublicKey
from protocol.record_reader import RecordReader

__all__ = [
    "MAX_INVITE_NUMBER",
    "PLACES",
    "SECRET_SIZE",
    "TOKEN_SIZE",
    "AnyProof",
    "AnyTicket",
    "InviteProof",
    "SignedProof",
    "SignedTicket",
    "Ticket",
    "read_proof",
    "ticket_of",
]

TOKEN_SIZE: Final = 16
SECRET_SIZE: Final = 32
MAX_INVITE_NUMBER: Final = 2**16 - 1
PLACES: Final = 32
"""Places at a table that there can be invites for. An invite that is taken back is followed by the
one whose number is higher by so many."""

_PROOF = RecordReader("SPEC-16.2", "proof of an invite")


@dataclass(frozen=True, slots=True)
class Ticket:
    """An invite of the host, as both ends hold it: its number and its secret token."""

    number: int
    token: bytes = field(repr=False)

    @property
    def place(self) -> int:
        """What it is an invite to: a seat if it is below `MAX_SEATS`, else a place to watch."""
        return self.number % PLACES

    def shown(self, transcript: bytes, caller: PublicKey) -> Data:
        """The proof that a caller has it, for one handshake."""
        return (self.number, _mark(self, transcript, caller))


@dataclass(frozen=True, slots=True)
class SignedTicket:
    """An invite of a seat to the running game, which the seat has signed.

    Attributes:
        number: counts up the seat's invites to one place.
        secret: private key of the ticket; 32 bytes.
        seat: that invites.
        signature: by its player, of table, number and the ticket's public key; 64 bytes.
    """

    number: int
    secret: bytes = field(repr=False)
    seat: int
    signature: bytes

    @classmethod
    def of(
        cls, phrase: Phrase, seat: int, number: int, *, nonce: bytes, table: bytes
    ) -> "SignedTicket":
        """Sign invite `number` of the owner of this phrase, who plays a seat of a game.

        It follows from the phrase, so the player keeps nothing secret for it.
        """
        secret = phrase.derive(Tag.TICKET, nonce + _two_bytes(number))
        key = Identity.from_seed(secret).public
        signature = Identity.from_phrase(phrase).sign(
            Tag.TICKET_SIGNATURE, _signed(table, number, key)
        )
        return cls(number, secret, seat, signature)

    @property
    def place(self) -> int:
        """The seat that it is an invite to."""
        return self.number % PLACES

    @property
    def key(self) -> PublicKey:
        """Its public key."""
        return Identity.from_seed(self.secret).public

    def shown(self, transcript: bytes, caller: PublicKey) -> Data:
        """The proof that a caller has it, for one handshake."""
        own = Identity.from_seed(self.secret)
        mark = own.sign(Tag.TICKET_MARK, transcript + caller.raw)
        return (self.number, self.seat, own.public.raw, self.signature, mark)


AnyTicket: TypeAlias = Ticket | SignedTicket


def ticket_of(phrase: Phrase, nonce: bytes, number: int) -> Ticket:
    """Invite `number` of the table that the owner of this phrase hosts under this nonce."""
    return Ticket(number, phrase.derive(Tag.INVITE, nonce + _two_bytes(number))[:TOKEN_SIZE])


@dataclass(frozen=True, slots=True)
class InviteProof:
    """What a caller shows of a host's ticket, good for one handshake and one key only.

    Attributes:
        number: of the invite on the host's list.
    """

    number: int
    _mark: bytes
    _transcript: bytes
    _caller: PublicKey

    def proves(self, ticket: Ticket) -> bool:
        """Whether the caller holds this ticket."""
        mark = _mark(ticket, self._transcript, self._caller)
        return ticket.number == self.number and hmac.compare_digest(mark, self._mark)


@dataclass(frozen=True, slots=True)
class SignedProof:
    """What a caller shows of a seat's ticket, good for one handshake and one key only.

    Attributes:
        number: of the invite.
        seat: that invites.
        key: of the ticket.
    """

    number: int
    seat: int
    key: PublicKey
    _signature: bytes
    _mark: bytes
    _transcript: bytes
    _caller: PublicKey

    @property
    def place(self) -> int:
        """The seat that it is an invite to."""
        return self.number % PLACES

    def proves(self, table: bytes, player: PublicKey) -> bool:
        """Whether this player has signed the ticket for the table, and the caller holds it."""
        content = _signed(table, self.number, self.key)
        return player.verifies(
            Tag.TICKET_SIGNATURE, content, self._signature
        ) and self.key.verifies(Tag.TICKET_MARK, self._transcript + self._caller.raw, self._mark)


AnyProof: TypeAlias = InviteProof | SignedProof


def read_proof(data: Data, transcript: bytes, caller: PublicKey) -> AnyProof:
    """Read what a caller shows of a ticket; whether it proves anything is judged later.

    Raises:
        Refused: `malformed`, or `bad_key`.
    """
    number, *others = _PROOF.array(data, "the whole", 2, 5)
    read = _PROOF.integer(number, "invite number", 0, MAX_INVITE_NUMBER)
    match others:
        case [mark]:
            shown = _PROOF.octets(mark, "invite mark", HASH_SIZE, HASH_SIZE)
            return InviteProof(read, shown, transcript, caller)
        case [seat, key, signature, mark]:
            return SignedProof(
                read,
                _PROOF.integer(seat, "seat", 0, PLACES - 1),
                PublicKey(_PROOF.octets(key, "key of the ticket", KEY_SIZE, KEY_SIZE)),
                _PROOF.octets(signature, "signature", SIGNATURE_SIZE, SIGNATURE_SIZE),
                _PROOF.octets(mark, "mark", SIGNATURE_SIZE, SIGNATURE_SIZE),
                transcript,
                caller,
            )
        case _:
            raise _PROOF.refusal("it has two or five members")


def _mark(ticket: Ticket, transcript: bytes, caller: PublicKey) -> bytes:
    return digest(Tag.INVITE_MARK, transcript + caller.raw + ticket.token)


def _signed(table: bytes, number: int, key: PublicKey) -> bytes:
    return table + _two_bytes(number) + key.raw


def _two_bytes(number: int) -> bytes:
    return number.to_bytes(2, "big")
