"""The tables that relays list, as whoever looks for one asks for them (SPEC-16.21)."""

import asyncio
import http.client
from http import HTTPStatus
from typing import Final

from p2p.errors import Unreachable
from p2p.listing import FoundTable
from p2p.relay.client import RelayAccess
from p2p.relay.listings import read_listings

__all__ = ["tables_at"]

_PATIENCE: Final = 10.0
_MOST: Final = 1024 * 1024
"""Bytes that are read."""


async def tables_at(access: RelayAccess) -> tuple[FoundTable, ...]:
    """The tables that a relay lists; forged ones are left out.

    Raises:
        Unreachable: it does not answer.
        BadListing: it serves something else.
    """
    text = await asyncio.to_thread(_fetched, access)
    return tuple(
        FoundTable(listing, (access.way_to(listing.key),)) for listing in read_listings(text)
    )


def _fetched(access: RelayAccess) -> bytes:
    """What a relay serves. No redirect is followed, and no proxy asked.

    Raises:
        Unreachable: it does not answer.
    """
    relay = access.relay
    kind = http.client.HTTPSConnection if relay.secure else http.client.HTTPConnection
    connection = kind(relay.address.host, relay.address.port, timeout=_PATIENCE)
    try:
        connection.request("GET", f"{relay.path}tables")
        answer = connection.getresponse()
        if answer.status == HTTPStatus.NOT_FOUND:
            raise Unreachable(f"{relay}: this relay lists no tables")
        if answer.status != HTTPStatus.OK:
            raise Unreachable(f"{relay}: the relay answers {answer.status}")
        return answer.read(_MOST)
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(f"{relay}: {str(error) or 'no answer'}") from error
    finally:
        connection.close()
