"""How often each peer may do something: so many times at once, and then one by one."""

from dataclasses import dataclass

from protocol.identity import PublicKey

__all__ = ["RateLimiter"]


@dataclass(slots=True)
class _Pace:
    """How much may still be done, and when that was."""

    left: float
    at: float


class RateLimiter:
    """One pace for each of those who are let in, so there are never many."""

    def __init__(self, burst: int, seconds_each: float) -> None:
        """Nothing was done yet.

        Args:
            burst: how often something may be done at once.
            seconds_each: after which it may be done once more.
        """
        self._burst = burst
        self._seconds_each = seconds_each
        self._paces: dict[PublicKey, _Pace] = {}

    def allows(self, key: PublicKey, now: float) -> bool:
        """Whether it may be done once more now; then it counts.

        Args:
            key: by whom.
            now: seconds on any clock that only goes forwards.
        """
        pace = self._paces.setdefault(key, _Pace(self._burst, now))
        pace.left = min(self._burst, pace.left + (now - pace.at) / self._seconds_each)
        pace.at = now
        if pace.left < 1:
            return False
        pace.left -= 1
        return True
