"""The tables that a relay lists for strangers (SPEC-16.21): in memory, as long as their hosts stay.

As `forwarding`, it knows connections by whatever the server does.
"""

import base64
import json
from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from p2p.errors import BadListing
from p2p.limits import Network, RateLimiter
from p2p.listing import Listing
from protocol.identity import PublicKey

__all__ = ["MAX_READ", "Listings", "read_listings", "write_listings"]

MAX_READ: Final = 400
"""Tables of one relay that are read."""
LIST_BURST: Final = 12
SECONDS_PER_LISTING: Final = 5.0
"""How often one connection may list its table at once, and seconds after which once more."""

S = TypeVar("S", bound=Hashable)


@dataclass(slots=True)
class _Host:
    """A node that has its table listed, or has had.

    Attributes:
        network: that it comes from.
        rate: how often it does.
        listing: of its table; None if it is listed no more.
    """

    network: Network
    rate: RateLimiter[None]
    listing: Listing | None = None


class Listings(Generic[S]):
    """What is listed."""

    def __init__(self, most: int, most_per_network: int) -> None:
        """Nothing is.

        Args:
            most: tables at once.
            most_per_network: of hosts of one network.
        """
        self._most = most
        self._most_per_network = most_per_network
        self._hosts: dict[S, _Host] = {}

    def shown(self, minute: int) -> tuple[Listing, ...]:
        """The tables that are listed, the latest first.

        Args:
            minute: of Unix time; what means nothing any more by then is left out.
        """
        listings = (host.listing for host in self._hosts.values())
        return tuple(one for one in listings if one is not None and one.until > minute)[::-1]

    def put(self, socket: S, name: PublicKey, network: Network, raw: bytes, now: float) -> bool:
        """List the table of a node, or take it off the list if there is none; whether it is listed.

        Args:
            socket: on which it is registered.
            name: under which.
            network: that it comes from.
            raw: the listing; empty for none.
            now: seconds on a clock that only goes forwards.

        Raises:
            BadListing: it is none, or another node's.
        """
        host = self._hosts.setdefault(
            socket, _Host(network, RateLimiter(LIST_BURST, SECONDS_PER_LISTING))
        )
        if not host.rate.allows(None, now):
            return host.listing is not None
        host.listing = None
        if not raw:
            return False
        listing = Listing.read(raw)
        if listing.key != name:
            raise BadListing("a node lists its own table alone")
        others = [other.network for other in self._hosts.values() if other.listing is not None]
        if len(others) >= self._most or others.count(network) >= self._most_per_network:
            return False
        host.listing = listing
        return True

    def drop(self, socket: S) -> None:
        """A node is not registered any more."""
        self._hosts.pop(socket, None)


def write_listings(listings: Sequence[Listing]) -> str:
    """What a relay serves as JSON."""
    return json.dumps({"tables": [base64.b64encode(one.raw).decode() for one in listings]})


def read_listings(text: bytes) -> tuple[Listing, ...]:
    """Read what a relay serves; what is no listing is left out.

    Raises:
        BadListing: it serves something else.
    """
    try:
        tables = json.loads(text)["tables"]
        encoded = [base64.b64decode(one, validate=True) for one in tables[:MAX_READ]]
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise BadListing("that is no list of tables") from error
    read = []
    for raw in encoded:
        with suppress(BadListing):
            read.append(Listing.read(raw))
    return tuple(read)
