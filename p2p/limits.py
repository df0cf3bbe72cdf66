"""How much strangers and peers may ask of a node at once."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

__all__ = ["ConnectionLimiter", "RateLimiter"]

K = TypeVar("K", bound=Hashable)


@dataclass(slots=True)
class _Bucket:
    """Tokens left in a bucket, and when that was."""

    tokens: float
    at: float


class RateLimiter(Generic[K]):
    """One token bucket for each key; keys are of those who were let in, so there are never many."""

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
        refilled = bucket.tokens + (now - bucket.at) / self._seconds_each
        bucket.tokens, bucket.at = min(self._burst, refilled), now
        if bucket.tokens < 1:
            return False
        bucket.tokens -= 1
        return True


class ConnectionLimiter(Generic[K]):
    """Counts open connections, in all and from each host."""

    def __init__(self, most: int, most_per_host: int) -> None:
        """No connection is open."""
        self._most = most
        self._most_per_host = most_per_host
        self._hosts: dict[K, str] = {}

    def open(self, connection: K, host: str) -> bool:
        """Count a connection from a host; False if it is one too many, and is not counted."""
        hosts = list(self._hosts.values())
        if len(hosts) >= self._most or hosts.count(host) >= self._most_per_host:
            return False
        self._hosts[connection] = host
        return True

    def close(self, connection: K) -> None:
        """A connection has ended, also one that was not counted."""
        self._hosts.pop(connection, None)
