"""How much strangers and peers may ask of a node at once."""

import ipaddress
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Final, Generic, TypeAlias, TypeVar

__all__ = ["HANDSHAKE_SECONDS", "ConnectionLimiter", "Network", "RateLimiter", "network_of"]

HANDSHAKE_SECONDS: Final = 5.0
"""For a websocket's opening and again for the channel's handshake."""

K = TypeVar("K", bound=Hashable)
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network | str
"""Where calls come from that one person can make: an address of IPv4, 64 bits of one of IPv6, or
what an address is that is neither."""

_SUBNET: Final = 64
_MAX_BUCKETS: Final = 4096
_MAX_KNOWN: Final = 64  # networks that are remembered; a table has fewer players and watchers


def network_of(host: str) -> Network:
    """The network of a caller. Whoever has an address of IPv6 has all that share its 64 bits."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return ipaddress.IPv6Network((address, _SUBNET), strict=False)
        address = address.ipv4_mapped
    return ipaddress.IPv4Network(address)


@dataclass(slots=True)
class _Bucket:
    """Tokens left in a bucket, and when that was."""

    tokens: float
    at: float


class RateLimiter(Generic[K]):
    """One token bucket for each key; of many keys the latest are remembered."""

    def __init__(self, burst: int, seconds_each: float) -> None:
        """Every bucket is full.

        Args:
            burst: how often something may be done at once.
            seconds_each: after which it may be done once more.
        """
        self._burst = burst
        self._seconds_each = seconds_each
        self._buckets: dict[K, _Bucket] = {}

    def allows(self, key: K, now: float) -> bool:
        """Whether it may be done once more now; then it counts.

        Args:
            key: by whom.
            now: seconds on any clock that only goes forwards.
        """
        bucket = self._buckets.setdefault(key, _Bucket(self._burst, now))
        if len(self._buckets) > _MAX_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        refilled = bucket.tokens + (now - bucket.at) / self._seconds_each
        bucket.tokens, bucket.at = min(self._burst, refilled), now
        if bucket.tokens < 1:
            return False
        bucket.tokens -= 1
        return True


class ConnectionLimiter(Generic[K]):
    """Whose connections are kept while nobody knows yet whose they are.

    A caller counts from its first byte until it has proved a key that may come in; from then on its
    key has its own place (`p2p.peers`). Of too many callers one is closed for each that comes: the
    oldest of the network that has most of them, so that whoever calls once and says who they are is
    not crowded out by one who calls often.
    """

    def __init__(self, most: int, most_per_network: int, most_of_strangers: int) -> None:
        """No connection is open.

        Args:
            most: callers at once.
            most_per_network: of one network.
            most_of_strangers: of networks from which nobody has come yet who may come in; the other
                places are kept for those who come back.
        """
        self._most = most
        self._most_per_network = most_per_network
        self._most_of_strangers = most_of_strangers
        self._callers: dict[K, Network] = {}
        self._known: dict[Network, None] = {}

    def open(self, connection: K, network: Network) -> K | None:
        """Count a connection; the one that is to be closed for it, if one is."""
        closed = self._one_too_many(network)
        if closed is not None:
            self.close(closed)
        self._callers[connection] = network
        return closed

    def prove(self, connection: K) -> None:
        """A caller has proved that it may come in: it is not counted any more."""
        network = self._callers.pop(connection, None)
        if network is not None:
            self._known.pop(network, None)
            self._known[network] = None
            if len(self._known) > _MAX_KNOWN:
                del self._known[next(iter(self._known))]

    def close(self, connection: K) -> None:
        """A connection has ended, also one that is not counted."""
        self._callers.pop(connection, None)

    def _one_too_many(self, network: Network) -> K | None:
        callers = self._callers
        counts = Counter(callers.values())
        if counts[network] >= self._most_per_network:
            return next(one for one, whence in callers.items() if whence == network)
        strangers = [whence for whence in callers.values() if whence not in self._known]
        if network not in self._known and len(strangers) >= self._most_of_strangers:
            crowd: Iterable[Network] = strangers
        elif len(callers) >= self._most:
            crowd = strangers or callers.values()
        else:
            return None
        most = max(map(counts.__getitem__, crowd))
        largest = {whence for whence in crowd if counts[whence] == most}
        return next(one for one, whence in callers.items() if whence in largest)
