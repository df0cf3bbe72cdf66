"""An invite: everything that is needed to find a table, in one line that can be pasted anywhere.

The ticket in it lets its holder in, once: it belongs to the first key that proves it. A link
without a ticket helps only those who belong to the table already: it is the way back for a lost
machine.
"""

import base64
import binascii
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, Self

from p2p.errors import BadAddress, BadInvite
from p2p.tickets import (
    MAX_INVITE_NUMBER,
    SECRET_SIZE,
    TOKEN_SIZE,
    AnyTicket,
    SignedTicket,
    Ticket,
)
from p2p.ways import MAX_WAY, WayIn, read_way
from protocol.charter import MAX_SEATS, NONCE_SIZE, table_id
from protocol.encoding import Data, decode, encode
from protocol.errors import Refused
from protocol.hashing import Tag, digest
from protocol.identity import KEY_SIZE, SIGNATURE_SIZE, PublicKey
from protocol.record_reader import RecordReader

__all__ = ["MAX_WAYS", "SCHEME", "Invite"]

SCHEME: Final = "secret-subs:"
MAX_WAYS: Final = 4

_VERSION: Final = 2
_FIRST_VERSION: Final = encode((1, None, None, None, None))[:2]
"""What an invite of version 1 begins with; its check was made otherwise."""
_CHECK_SIZE: Final = 4
_MAX_RAW: Final = 2048
_MOST_WORDS: Final = 64
"""Lines into which a mail program may break a link."""
_FORM: Final = RecordReader("SPEC-16.4", "invite")


@dataclass(frozen=True, slots=True)
class Invite:
    """The way to a table, and with a ticket a place at it for whoever uses it first.

    Attributes:
        host: key of the player who made the table.
        nonce: of the table; 32 bytes.
        ticket: of a seat, if its place is below `MAX_SEATS`, or of a watcher; None for those who
            belong to the table already.
        ways: in to nodes of the table, 1 to 4.

    Raises:
        BadInvite: on construction, if there is no way in or too many.
    """

    host: PublicKey
    nonce: bytes
    ticket: AnyTicket | None
    ways: tuple[WayIn, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.ways) <= MAX_WAYS:
            raise BadInvite(f"an invite has 1 to {MAX_WAYS} ways in")
        if any(way.address.port == 0 for way in self.ways):
            raise BadInvite("an invite needs the real port: 0 stands for any free one")

    @property
    def table(self) -> bytes:
        """Table id: 32 bytes."""
        return table_id(self.host, self.nonce)

    def found_by(self, way: WayIn) -> Self:
        """The same, with a way in that has led to the table before all others."""
        others = (other for other in self.ways if other != way)
        return replace(self, ways=(way, *others)[:MAX_WAYS])

    def link(self, site: str = "") -> str:
        """The invite as one word: `secret-subs:` and base64url with a checksum.

        Args:
            site: address of a site that opens it; empty for none.
        """
        raw = encode(
            (
                _VERSION,
                self.host.raw,
                self.nonce,
                None if self.ticket is None else _ticket_data(self.ticket),
                tuple(map(str, self.ways)),
            )
        )
        checked = raw + digest(Tag.INVITE_CHECK, raw)[:_CHECK_SIZE]
        link = SCHEME + base64.urlsafe_b64encode(checked).rstrip(b"=").decode("ascii")
        return f"{site}#{link}" if site else link

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a link as it was pasted: white space, also within it, does not matter.

        It may stand behind the ``#`` of a site's address, which no browser sends to the site, and
        in the message with which it was sent.

        Raises:
            BadInvite: what is wrong with it.
        """
        begin = text.find(SCHEME)
        if begin < 0:
            raise BadInvite(f"an invite begins with {SCHEME!r}; paste the whole link")
        words = text[begin:].split()
        try:
            return cls._parse("".join(words))
        except BadInvite:
            # More may follow in a message: the check of a link tells where it ends.
            for count in range(1, min(len(words), _MOST_WORDS)):
                with suppress(BadInvite):
                    return cls._parse("".join(words[:count]))
            raise

    @classmethod
    def _parse(cls, pasted: str) -> Self:
        coded = pasted.removeprefix(SCHEME)
        try:
            padded = coded + "=" * (-len(coded) % 4)
            checked = base64.b64decode(padded, altchars=b"-_", validate=True)
        except (ValueError, binascii.Error):
            raise BadInvite("the invite is cut short or damaged; paste the whole link") from None
        raw, check = checked[:-_CHECK_SIZE], checked[-_CHECK_SIZE:]
        if digest(Tag.INVITE_CHECK, raw)[:_CHECK_SIZE] != check:
            if raw.startswith(_FIRST_VERSION):
                raise BadInvite(
                    "the invite is of version 1, which is not read any more; ask for a new one"
                )
            raise BadInvite("the invite is cut short or damaged; paste the whole link")
        try:
            fields = _FORM.array(decode(raw, _MAX_RAW), "the whole", 5, 5)
            version = _FORM.integer(fields[0], "version", 1, 2**16 - 1)
            if version != _VERSION:
                raise BadInvite(f"the invite has version {version}: update secret-subs to read it")
            return cls(
                host=PublicKey(_FORM.octets(fields[1], "host", KEY_SIZE, KEY_SIZE)),
                nonce=_FORM.octets(fields[2], "nonce", NONCE_SIZE, NONCE_SIZE),
                ticket=None if fields[3] is None else _ticket(fields[3]),
                ways=tuple(
                    _way(data) for data in _FORM.array(fields[4], "the ways in", 1, MAX_WAYS)
                ),
            )
        except (Refused, BadAddress) as error:
            raise BadInvite(f"the invite is unusable: {error}") from error


def _ticket_data(ticket: AnyTicket) -> Data:
    match ticket:
        case Ticket(number, token):
            return (number, token)
        case SignedTicket(number, secret, seat, signature):
            return (number, secret, seat, signature)


def _ticket(data: Data) -> AnyTicket:
    first, secret, *others = _FORM.array(data, "ticket", 2, 4)
    number = _FORM.integer(first, "number", 0, MAX_INVITE_NUMBER)
    match others:
        case []:
            return Ticket(number, _FORM.octets(secret, "token", TOKEN_SIZE, TOKEN_SIZE))
        case [seat, signature]:
            return SignedTicket(
                number,
                _FORM.octets(secret, "secret", SECRET_SIZE, SECRET_SIZE),
                _FORM.integer(seat, "seat", 0, MAX_SEATS - 1),
                _FORM.octets(signature, "signature", SIGNATURE_SIZE, SIGNATURE_SIZE),
            )
        case _:
            raise _FORM.refusal("a ticket has two or four members")


def _way(data: Data) -> WayIn:
    if not isinstance(data, str) or len(data) > MAX_WAY:
        raise BadInvite("the invite is unusable: a way in is not written as text")
    return read_way(data)
