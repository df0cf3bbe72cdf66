"""SIGKILL at a held table: of a node, of what holds its log, of the relay that forwards.

Three nodes that only call play through a relay that holds their game, all of them processes. One is
killed at a random moment and started again (the holder by its relay), and the next is not killed
before all have what was signed after that. The nodes wait as long as they do for people.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Final

from tests.marathon.killing import SEATS, Game
from tests.marathon.relays import AIM
from tests.marathon.step import Step
from tests.p2p.company import RelayProcess, as_installed
from tests.p2p.process import END

__all__ = ["KILLS", "held", "play"]

KILLS: Final = 20
"""In one game."""
_PATIENCE: Final = 120.0
_NEWS: Final = 6
"""Entries beyond what anybody had that all must get: more than any of them signs alone."""
_ENDLESS: Final = 10**6
_LONGEST: Final = 1.0
"""Seconds from when all goes on until the next is killed, at most."""


class _HeldGame:
    """The table."""

    def __init__(self, home: Path) -> None:
        self.home = home
        options = ("--hold", str(home / "held"))
        self._environment = as_installed(home / "compiled")
        self.relay = RelayProcess(
            *options, program="tests.p2p.toy_relay", environment=self._environment
        )
        self.nodes: dict[int, subprocess.Popen[bytes]] = {}

    def start(self, seat: int) -> None:
        command = [sys.executable, "-m", "tests.p2p.process", str(seat)]
        command += [str(self.relay.access), str(self.home), str(_ENDLESS)]
        with (self.home / f"{seat}.err").open("ab") as errors:
            self.nodes[seat] = subprocess.Popen(command, stderr=errors, env=self._environment)

    def kill(self, victim: str, draw: random.Random) -> None:
        """Kill one that plays, holds or forwards, and start it again."""
        match victim:
            case "holder":
                self.relay.kill_holder()
            case "relay":
                self.relay.kill()
                self.relay.start()
            case _:
                seat = draw.choice(SEATS)
                self.nodes[seat].kill()
                self.nodes[seat].wait()
                self.start(seat)

    @property
    def lengths(self) -> Sequence[int]:
        """Of each node's line, as it told last."""
        told = [self.home / f"{seat}.length" for seat in SEATS]
        return [int((path.read_text() if path.exists() else "") or 0) for path in told]

    def wait_for(self, length: int) -> None:
        """Wait until all lines are so long.

        Raises:
            TimeoutError: it takes too long.
        """
        began = time.monotonic()
        while min(self.lengths) < length:
            if time.monotonic() - began > _PATIENCE:
                raise TimeoutError(f"the game stands still at {self.lengths}")
            time.sleep(0.05)

    def end(self) -> int:
        """Have the game end: how long its log is.

        Raises:
            AssertionError: something was lost, or signed twice.
        """
        (self.home / END).touch()
        for node in self.nodes.values():
            assert node.wait(_PATIENCE) == 0
        return Game(self.home, 0, 0).check()

    def stop(self) -> None:
        for node in self.nodes.values():
            node.kill()
            node.wait()
        self.relay.kill_all()


def play(home: Path, draw: random.Random, kills: int) -> tuple[Mapping[str, list[float]], int]:
    """One game to its end: how many seconds after each kill it went on, by who was killed.

    And the length of its log. It takes the start of a process as well.

    Raises:
        AssertionError, TimeoutError: see `_HeldGame`.
    """
    game = _HeldGame(home)
    taken: dict[str, list[float]] = {"node": [], "holder": [], "relay": []}
    try:
        game.relay.start()
        for seat in SEATS:
            game.start(seat)
        game.wait_for(_NEWS)
        for number in range(kills):
            time.sleep(draw.uniform(0, _LONGEST))
            victim = list(taken)[number % len(taken)]
            most, began = max(game.lengths), time.monotonic()
            game.kill(victim, draw)
            game.wait_for(most + _NEWS)
            taken[victim].append(time.monotonic() - began)
        return taken, game.end()
    finally:
        game.stop()


def held(first: int) -> Iterator[Step]:
    """One game for each seed."""
    for seed in count(first):
        with tempfile.TemporaryDirectory() as home:
            try:
                taken, length = play(Path(home), random.Random(seed), KILLS)
            except (AssertionError, TimeoutError, subprocess.TimeoutExpired) as error:
                yield Step(f"{seed}: {type(error).__name__}: {error}", failed=True)
                continue
        told = ", ".join(
            f"{victim} {len(times)} times, on after {sorted(times)[len(times) // 2]:.1f} s, "
            f"at most {max(times):.1f} s"
            for victim, times in taken.items()
        )
        slow = any(seconds > AIM for times in taken.values() for seconds in times)
        yield Step(f"{seed}: {length} entries; killed: {told}", failed=slow)
