"""By which key a player writes the mail of a table, as the player has signed it (SPEC-16.20)."""

from dataclasses import dataclass
from typing import Final, Self

from p2p.errors import PeerFault
from p2p.mail.keys import AUTHOR_SIZE
from p2p.messages import MAX_INTRODUCTION
from p2p.tickets import AnyProof, AnyTicket, read_proof
from protocol.encoding import Data, decode, encode
from protocol.errors import Refused
from protocol.hashing import HASH_SIZE, Tag
from protocol.identity import KEY_SIZE, Identity, PublicKey
from protocol.record_reader import RecordReader

__all__ = ["Introduction"]

_FORM: Final = RecordReader("SPEC-16.20", "introduction")


@dataclass(frozen=True, slots=True)
class Introduction:
    """Who writes mail by which key, and perhaps by what invite.

    Attributes:
        caller: key of the player.
        author: by which the player writes.
        proof: of an invite, if one was needed.
        raw: the whole as sent.
    """

    caller: PublicKey
    author: bytes
    proof: AnyProof | None
    raw: bytes

    @classmethod
    def signed(
        cls, identity: Identity, table: bytes, author: bytes, ticket: AnyTicket | None = None
    ) -> Self:
        """The introduction of the player with this identity, who may hold an invite."""
        shown: Data = None if ticket is None else ticket.shown(table + author, identity.public)
        body = encode((table, identity.public.raw, author, shown))
        signature = identity.sign(Tag.MAIL_INTRODUCTION, body)
        return cls.read(encode((body, signature)), table)

    @classmethod
    def read(cls, raw: bytes, table: bytes) -> Self:
        """Read an introduction to a table, and judge its signature.

        Raises:
            PeerFault: it is of another form or table, or its player has not signed it.
        """
        try:
            body, signature = _FORM.signed(raw, MAX_INTRODUCTION)
            fields = _FORM.array(decode(body, MAX_INTRODUCTION), "the whole", 4, 4)
            named = _FORM.octets(fields[0], "table", HASH_SIZE, HASH_SIZE)
            caller = PublicKey(_FORM.octets(fields[1], "key", KEY_SIZE, KEY_SIZE))
            author = _FORM.octets(fields[2], "author", AUTHOR_SIZE, AUTHOR_SIZE)
            shown = fields[3]
            proof = None if shown is None else read_proof(shown, table + author, caller)
        except Refused as error:
            raise PeerFault(f"an introduction that cannot be read: {error}") from error
        if named != table or not caller.verifies(Tag.MAIL_INTRODUCTION, body, signature):
            raise PeerFault("an introduction that nobody has signed for this table")
        return cls(caller, author, proof, raw)
