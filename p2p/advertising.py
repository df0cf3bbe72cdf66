"""What strangers are told of a table by its host, and where (SPEC-16.21).

A table is listed as long as its player wants, a seat is free and nobody has signed the charter.
Only then may strangers knock.
"""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from p2p.errors import BadListing, LobbyError
from p2p.listing import MAX_LISTING_MINUTES, Listing
from p2p.lobby_protocol import LobbyProtocol
from p2p.relay.names import relay_identity
from protocol.identity import Identity, Phrase

__all__ = ["NOBODY", "Advertising", "OpenTo"]

_SOON: Final = 60.0
"""Seconds after which it is looked again whether the time is up."""


@dataclass(frozen=True, slots=True)
class OpenTo:
    """Which strangers are told of a table.

    Attributes:
        network: those in the own network.
        relays: those who ask the relays at which the host is registered.
        until: minute of Unix time up to which.
    """

    network: bool = False
    relays: bool = False
    until: int = 0


NOBODY: Final = OpenTo()


class Advertising:
    """One node's part in it.

    Attributes:
        identity: by which the table is listed.
        open_to: as the player wants it.
    """

    def __init__(self, phrase: Phrase, lobby: LobbyProtocol, open_to: OpenTo) -> None:
        """As the player wants it."""
        self.identity: Identity = relay_identity(phrase, lobby.table)
        self.open_to = open_to
        self._lobby = lobby
        self._listing: Listing | None = None
        self._changed = asyncio.Event()
        self.follow()

    def change(self, open_to: OpenTo) -> None:
        """The player wants it otherwise.

        Raises:
            LobbyError: the table cannot be listed.
        """
        if (open_to.network or open_to.relays) and self._lobby.hosting is None:
            raise LobbyError("only the host of a game that has not begun can list it")
        latest = _minute() + MAX_LISTING_MINUTES
        before = self.open_to
        self.open_to = replace(open_to, until=min(open_to.until, latest))
        try:
            self._listing = self._made()
        except BadListing as error:
            self.open_to = before
            raise LobbyError(f"this table cannot be listed: {error}") from error
        self._announce()

    def follow(self) -> None:
        """List the table as it is now."""
        before = self._listing
        with suppress(BadListing):
            self._listing = self._made()
        if self._listing != before:
            self._announce()

    @property
    def listing(self) -> Listing | None:
        """What strangers are told now; None if nothing."""
        listing = self._listing
        return None if listing is None or listing.until <= _minute() else listing

    @property
    def in_network(self) -> bytes:
        """What is told in the own network; empty if nothing."""
        return self._shown(wanted=self.open_to.network)

    @property
    def at_relays(self) -> bytes:
        """What relays are told; empty if nothing."""
        return self._shown(wanted=self.open_to.relays)

    async def changed(self) -> None:
        """Wait until it may be another one."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_SOON):
                await self._changed.wait()

    def _shown(self, *, wanted: bool) -> bytes:
        listing = self.listing
        return listing.raw if wanted and listing is not None else b""

    def _announce(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _made(self) -> Listing | None:
        """The listing of the table as it is.

        Raises:
            BadListing: it cannot be listed.
        """
        lobby, wanted = self._lobby.hosting, self.open_to
        if lobby is None or not lobby.has_room or not (wanted.network or wanted.relays):
            return None
        return Listing.signed(
            self.identity,
            until=wanted.until,
            host=lobby.guests[lobby.seat].name,
            scenario=lobby.terms.scenario,
            modules=lobby.terms.modules,
            windows=lobby.terms.windows_start,
            seats=lobby.terms.seats,
            free=lobby.free,
        )


def _minute() -> int:
    return int(time.time()) // 60
