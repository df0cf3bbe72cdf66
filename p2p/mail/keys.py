"""The keys of a table's mail (SPEC-16.20): who can write it, and who can read it.

Whoever has been invited to a table can read its mail, and nobody else. By which key somebody writes
follows from the player's phrase and the table, so that a relay cannot tell whose it is.
"""

from dataclasses import dataclass, field
from typing import Final, Self

from p2p.mail.points import public_x
from p2p.tickets import AnyTicket, SignedTicket, Ticket
from protocol.charter import table_id
from protocol.hashing import Tag, digest
from protocol.identity import Identity, Phrase, PublicKey, derived

__all__ = ["AUTHOR_SIZE", "Author", "TableMail"]

AUTHOR_SIZE: Final = 32
"""Bytes of an author's public key: the x of a point of secp256k1 (BIP-340)."""
_NUMBER_SIZE: Final = 4


@dataclass(frozen=True, slots=True)
class Author:
    """A key by which mail is written.

    Attributes:
        public: by which others know it; 32 bytes.
        secret: 32 bytes.
    """

    public: bytes
    secret: bytes = field(repr=False)

    @classmethod
    def of_secret(cls, secret: bytes) -> Self:
        """The author whose private key is these 32 bytes."""
        return cls(public_x(secret), secret)

    @classmethod
    def of_player(cls, phrase: Phrase, table: bytes) -> Self:
        """By which a player writes the mail of a table."""
        return cls.of_secret(phrase.derive(Tag.MAIL_AUTHOR, table))

    @classmethod
    def of_ticket(cls, ticket: AnyTicket, table: bytes) -> Self:
        """By which whoever holds an invite introduces itself to whoever made it."""
        match ticket:
            case Ticket(token=secret) | SignedTicket(secret=secret):
                return cls.of_secret(derived(secret, Tag.MAIL_TICKET, table))


@dataclass(frozen=True, slots=True)
class TableMail:
    """What everybody knows who was invited to a table.

    Attributes:
        table: table id.
        secret: from which the keys of the mail follow; 32 bytes.
    """

    table: bytes
    secret: bytes = field(repr=False)

    @classmethod
    def of(cls, host: PublicKey, nonce: bytes) -> Self:
        """The mail of the table that a player hosts under a nonce."""
        return cls(table_id(host, nonce), derived(nonce, Tag.MAIL, host.raw))

    def seal_key(self, author: bytes) -> bytes:
        """With which the chunks of an author are sealed; 32 bytes."""
        return derived(self.secret, Tag.MAIL_SEAL, author)

    def name(self, author: bytes, number: int, url: str) -> bytes:
        """What the mailbox at a URL keeps a chunk of an author under; 32 bytes.

        It is another one at every mailbox: what is written for one must not replace what is written
        for another.
        """
        place = author + number.to_bytes(_NUMBER_SIZE, "big") + url.encode("ascii")
        return digest(Tag.MAIL_CHUNK, self.secret + place)

    def box(self, url: str) -> PublicKey:
        """What this node calls the mailbox at a URL among its peers; nobody signs with it."""
        return Identity.from_seed(digest(Tag.MAIL_BOX, self.secret + url.encode("ascii"))).public
