"""The mailboxes of one node: as whom it writes and whom it reads (SPEC-16.20)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import TypeAlias

from p2p.errors import BadAddress
from p2p.hosting import Hosting
from p2p.lobby_protocol import LobbyProtocol
from p2p.mail.box import Box, Letter
from p2p.mail.connection import MailConnection
from p2p.mail.introduction import Introduction
from p2p.mail.keys import Author, TableMail
from p2p.mail.nostr import opened
from p2p.messages import (
    Consent,
    Entries,
    Found,
    Introduce,
    Join,
    Offending,
    Parts,
    Proposal,
    Statements,
    Succeed,
)
from p2p.peers import Peers
from p2p.ways import Mailbox, Relay, WayIn, read_way
from protocol.identity import Identity, Phrase, PublicKey

__all__ = ["Mailboxes", "mail_ways", "read_mailbox"]

MailMessage: TypeAlias = (
    Entries | Statements | Offending | Succeed | Parts | Join | Consent | Proposal | Found
)
"""What nodes leave for each other by mail."""


def read_mailbox(text: str) -> Relay:
    """Read the address of a relay of Nostr, as in wss://relay.example/.

    Raises:
        BadAddress: what is wrong with it.
    """
    way = read_way(text)
    if not isinstance(way, Relay):
        raise BadAddress(f"{text!a} is no relay of Nostr, as in wss://relay.example/")
    return way


def mail_ways(relays: Iterable[Relay], phrase: Phrase, table: bytes) -> tuple[Mailbox, ...]:
    """The ways in to the mail that a player leaves at these relays."""
    return tuple(
        Mailbox(relay, Author.of_player(phrase, table).public) for relay in dict.fromkeys(relays)
    )


class Mailboxes:
    """The mailboxes that a player has agreed to.

    Attributes:
        ways: to our own mail there, as others are told them.
    """

    def __init__(
        self,
        phrase: Phrase,
        lobby: LobbyProtocol,
        relays: Sequence[Relay],
        refused: Callable[[Relay, str], None],
    ) -> None:
        """None is open.

        Args:
            phrase: of the player.
            lobby: who belongs to the table.
            relays: of Nostr, that the player has agreed to.
            refused: is told why a mailbox takes nothing; nothing, when it does again.
        """
        self._phrase = phrase
        self._lobby = lobby
        self._mail = TableMail.of(*lobby.origin)
        self._known: frozenset[bytes] = frozenset()
        self._refused = refused
        self.ways = mail_ways(relays, phrase, lobby.table)

    @property
    def _own(self) -> Author:
        """As whom our player writes: a key that takes a while to make, and few tables have mail."""
        return Author.of_player(self._phrase, self._lobby.table)

    @property
    def keys(self) -> frozenset[PublicKey]:
        """What this node calls these mailboxes among its peers."""
        return frozenset(self._mail.box(str(way.relay)) for way in self.ways)

    def know(self, ways: Iterable[WayIn]) -> None:
        """Others write by the keys in these ways in; that holds for every mailbox of the table."""
        self._known |= {way.author for way in ways if isinstance(way, Mailbox)}

    def connected(self, peers: Peers) -> Mapping[Relay, bool]:
        """The relays of our mailboxes, and whether each is connected."""
        names = {way.relay: self._mail.box(str(way.relay)) for way in self.ways}
        return {relay: peers.with_key(name) is not None for relay, name in names.items()}

    def for_us(self, letter: Letter) -> MailMessage | Introduction | None:
        """What a letter says, if it is for our node; who guests does not hear other guests.

        What is signed in itself counts whoever has left it; for the rest the sender must be known.
        """
        hosting, known = isinstance(self._lobby.lobby, Hosting), letter.sender is not None
        match letter.message:
            case Introduce():
                return letter.introduction
            case Entries() | Statements() | Offending() as message:
                return message
            case Succeed() | Parts() as message if known:
                return message
            case Join() | Consent() as message if known and hosting:
                return message
            case Proposal() | Found() as message if known and not hosting:
                return message
            case _:
                return None

    @property
    def members(self) -> frozenset[PublicKey]:
        """Who plays or keeps, or may come to."""
        return self._lobby.members

    @property
    def doorsteps(self) -> frozenset[bytes]:
        """By which keys those write who introduce themselves with an invite of ours."""
        table = self._lobby.table
        return frozenset(
            Author.of_ticket(ticket, table).public for ticket in self._lobby.seat_tickets
        )

    async def open(self, way: Mailbox) -> MailConnection:
        """Open a mailbox, with all that it holds read.

        Raises:
            Unreachable: it cannot be opened.
            ConnectionLost: it does not answer.
        """
        stack = AsyncExitStack()
        try:
            relay = await stack.enter_async_context(opened(way.relay))
            writes = self._writes
            box = Box(
                self._mail,
                str(way.relay),
                self._own if writes else None,
                writes,
                known=self._known,
                longest=relay.terms.chunk,
            )
        except BaseException:
            await stack.aclose()
            raise
        return MailConnection(
            box, relay, stack, membership=self, refused=self._refused, relay=way.relay
        )

    @property
    def _writes(self) -> dict[Author, Introduction]:
        """As whom our player writes: who only watches writes nothing."""
        identity, lobby = Identity.from_phrase(self._phrase), self._lobby
        table, own = lobby.table, self._own.public
        if identity.public not in lobby.members and lobby.coming_to is None:
            return {}
        writes = {self._own: Introduction.signed(identity, table, own)}
        ticket = lobby.ticket
        if ticket is not None:
            shown = Introduction.signed(identity, table, own, ticket)
            writes[Author.of_ticket(ticket, table)] = shown
        return writes
