"""One measured number, and what it is held against."""

__all__ = ["Measure", "clocked", "elapsed"]

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with its unit; `most` or `least` is the aim, if there is one."""

    what: str
    value: float
    unit: str
    least: float | None = None
    most: float | None = None

    @property
    def met(self) -> bool:
        """Whether the aim is reached; true where there is none."""
        above = self.least is None or self.value >= self.least
        return above and (self.most is None or self.value <= self.most)

    def __str__(self) -> str:
        aims = [f"at least {self.least:g}"] if self.least is not None else []
        aims += [f"at most {self.most:g}"] if self.most is not None else []
        aim = f"  aim: {' and '.join(aims)}{'' if self.met else '  MISSED'}" if aims else ""
        return f"{self.what:58} {self.value:12,.2f} {self.unit:12}{aim}"


def clocked(work: Callable[[], T], times: int = 1) -> tuple[float, T]:
    """Processor seconds that some work took, and what came of it; the least of so many times.

    So that whatever else the machine is doing does not count, or hardly.
    """
    seconds, result = _clocked(work)
    for _ in range(times - 1):
        seconds = min(seconds, _clocked(work)[0])
    return seconds, result


def _clocked(work: Callable[[], T]) -> tuple[float, T]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def elapsed(work: Callable[[], T]) -> tuple[float, T]:
    """Seconds by the clock that some work took, in however many processes, and what came of it."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result
