"""What a host's node has to do with people whom its player does not know (SPEC-16.21, SPEC-16.22).

It tells them of the table, where the player wants that, and has them wait until the player has
decided whether to let them in.
"""

import time
from typing import Final, Protocol

from p2p import nearby
from p2p.address import Address
from p2p.advertising import Advertising, OpenTo
from p2p.errors import ConnectionLost, LobbyError, Unreachable
from p2p.invite import Invite
from p2p.knocking import SHUT, Declined, Granted, Heard, Knocker
from p2p.knocks import Knocks
from p2p.limits import Network
from p2p.lobby_protocol import LobbyProtocol
from p2p.player import Knocked, KnockEnded, Notice
from p2p.tickets import Ticket
from protocol.identity import Identity, Phrase, PublicKey

__all__ = ["Strangers"]

NO: Final = "perhaps another time"


class Owner(Protocol):
    """The node."""

    def follow_up(self, *notices: Notice) -> None:
        """Something was done: keep it, and notify the player."""

    def link_with(self, ticket: Ticket) -> Invite:
        """The link with a ticket, by the newest ways in.

        Raises:
            BadInvite: it would lead nowhere.
        """

    def unreachable(self, reason: str) -> None:
        """Something came to nothing."""


class Strangers:
    """The strangers at one table.

    Attributes:
        advertising: what they are told of it, and where.
        knocks: who waits.
    """

    def __init__(self, owner: Owner, phrase: Phrase, lobby: LobbyProtocol, open_to: OpenTo) -> None:
        """Nobody waits yet."""
        self.advertising = Advertising(phrase, lobby, open_to)
        self.knocks = Knocks()
        self._owner = owner
        self._lobby = lobby

    @property
    def listed(self) -> Identity | None:
        """With which the node speaks to who knocks; None if nobody may."""
        return None if self.advertising.listing is None else self.advertising.identity

    def follow(self) -> None:
        """The lobby has changed, or the game has begun."""
        self.advertising.follow()
        if self._lobby.hosting is None:
            self.knocks.close(SHUT)

    async def hear(self, knocker: Knocker, network: Network) -> None:
        """See `p2p.wire.ConnectionHandler`."""
        try:
            await self._answer(knocker, network)
            await knocker.close()
        except ConnectionLost:
            await knocker.drop()

    async def _answer(self, knocker: Knocker, network: Network) -> None:
        """Tell a stranger what is decided.

        Raises:
            ConnectionLost: it has gone.
        """
        hosting, ticket = self._lobby.hosting, self._lobby.given_to(knocker.key)
        if hosting is None:
            await knocker.tell(Declined(SHUT))
            return
        if ticket is not None:
            await knocker.tell(Granted(self._owner.link_with(ticket).link()))
            return
        try:
            self.knocks.enter(knocker, network, hosting, time.monotonic())
        except LobbyError as error:
            await knocker.tell(Declined(str(error)))
            return
        said = knocker.said
        self._owner.follow_up(Knocked(knocker.key, said.name, said.watches))
        try:
            answer = await self.knocks.answer_to(knocker)
        finally:
            self.knocks.leave(knocker)
            self._owner.follow_up(KnockEnded(knocker.key, said.name))
        if not isinstance(answer, Heard):
            await knocker.tell(answer)

    def let_in(self, key: PublicKey, place: int | None) -> None:
        """Let a stranger in who waits; see `Node.let_in`.

        Raises:
            LobbyError: it does not wait any more, or the place is not free.
        """
        self._waiting(key)
        ticket = self._lobby.let_in(key, place)
        self._owner.follow_up()
        self.knocks.answer(key, Granted(self._owner.link_with(ticket).link()))

    def turn_away(self, key: PublicKey, *, bar: bool) -> None:
        """Do not let a stranger in; see `Node.turn_away`.

        Raises:
            LobbyError: it does not wait any more.
        """
        self._waiting(key)
        if bar:
            self._lobby.bar(key)
        self._owner.follow_up()
        self.knocks.answer(key, Declined(NO))

    def _waiting(self, key: PublicKey) -> None:
        if all(knocker.key != key for knocker in self.knocks):
            raise LobbyError(f"{key.fingerprint} does not wait any more")

    async def announce(self, listen: Address) -> None:
        """Tell the own network of the table whenever the player wants it; never returns.

        Args:
            listen: where the node listens.
        """
        advertising = self.advertising
        while True:
            listing = advertising.in_network
            if not listing:
                await advertising.changed()
                continue
            try:
                async with nearby.announced(listing, listen):
                    while advertising.in_network == listing:
                        await advertising.changed()
            except Unreachable as error:
                self._owner.unreachable(str(error))
                while advertising.in_network == listing:
                    await advertising.changed()
