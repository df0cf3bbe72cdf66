"""How long `secret-subs --help` takes, against a start of Python that imports asyncio."""

__all__ = ["speed"]

import subprocess
import sys
from functools import partial

from tests.bench.measure import Measure, elapsed

_BARE = (sys.executable, "-c", "import asyncio")
_HELP = (sys.executable, "-m", "client", "--help")


def speed(times: int = 10) -> list[Measure]:
    """The least time of each, taken in turn so that both meet the same load."""
    bare, helped = [], []
    for _ in range(times):
        bare.append(_started(_BARE))
        helped.append(_started(_HELP))
    ratio = min(helped) / min(bare)
    return [Measure("secret-subs --help / bare Python with asyncio", ratio, "times", most=4)]


def _started(command: tuple[str, ...]) -> float:
    run = partial(subprocess.run, command, check=True, stdout=subprocess.DEVNULL)
    return elapsed(run)[0]
