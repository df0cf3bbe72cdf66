"""SIGKILL at single system calls of a node: nothing is lost, no place is signed twice.

In a game one of three nodes lives many lives, and each ends just as it begins the n-th call of one
kind: a page into the store, a sync of the disk, a frame to a peer, a file cut short or removed.
strace sends the signal.
"""

__all__ = ["kills", "may_trace", "play"]

import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

from p2p.store import Store, StoreContents
from protocol.charter import table_id
from protocol.entry import Entry
from protocol.questions import FIRST
from tests.marathon.step import Step
from tests.p2p import party
from tests.protocol.sample import identity

STRACE = shutil.which("strace")
CALLS = {"pwrite64": 60, "fdatasync": 16, "sendto": 8, "unlink": 4, "ftruncate": 2}
"""What a node does to disk and wire, and up to which call of a life one is killed at."""
SEATS = (0, 1, 2)
DEADLINE = 240.0


def may_trace() -> bool:
    """Whether strace is here, and may follow a process."""
    if STRACE is None:
        return False
    return subprocess.run([STRACE, "-o/dev/null", "true"], check=False).returncode == 0


class Game:
    """A table of three processes, one of which is killed again and again."""

    def __init__(self, home: Path, victim: int, length: int) -> None:
        self.home = home
        self.victim = victim
        self.length = length
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]

    def started(self, seat: int, before: Iterable[str] = ()) -> subprocess.Popen[bytes]:
        node = [sys.executable, "-B", "-m", "tests.p2p.process"]
        node += [str(seat), str(self.port), str(self.home), str(self.length)]
        with (self.home / f"{seat}.err").open("ab") as errors:
            return subprocess.Popen([*before, *node], stderr=errors)

    def killed_at(self, call: str, number: int) -> bool:
        """Let the victim live until its n-th such call; False if the game was over before."""
        trace = self.home / "trace"
        inject = f"--inject={call}:signal=KILL:when={number}"
        strace = [STRACE or "strace", "-f", "-o", str(trace), f"--trace={call}", inject]
        life = self.started(self.victim, strace)
        try:
            life.wait(DEADLINE)
        finally:
            life.kill()
            life.wait()
        told = trace.read_text()
        if "killed by SIGKILL" in told:
            return True
        assert re.search(r"exited with 0", told), (self.home / f"{self.victim}.err").read_text()
        return False

    def remembered(self, seat: int) -> StoreContents:
        table = table_id(identity(0).public, party.NONCE)
        with Store.open(self.home / f"{seat}.db", table, identity(seat).public.raw) as store:
            return store.read()

    def check(self) -> int:
        """Hold every store to what all must agree on; gives the length of the log."""
        memories = [self.remembered(seat) for seat in SEATS]
        assert memories[0].entries == memories[1].entries == memories[2].entries
        assert [contents.evidence for contents in memories] == [(), (), ()]
        entries = [Entry.from_bytes(raw) for raw in memories[0].entries]
        assert entries[-1].incarnation == FIRST, "nobody had to rejoin"
        for seat in SEATS:
            own = {(e.incarnation, e.sequence): e.hash for e in entries if e.seat == seat}
            assert memories[seat].signed == own, "what was signed is what everybody holds"
        return len(entries)


def drawn(seed: int) -> tuple[int, list[tuple[str, int]]]:
    """Whom to kill, and as which calls of its lives begin."""
    draw = random.Random(seed)
    calls = draw.choices(list(CALLS), (8, 4, 4, 1, 1), k=12)
    return draw.choice(SEATS), [(call, draw.randint(1, CALLS[call])) for call in calls]


def play(
    home: Path, victim: int, points: Iterable[tuple[str, int]], length: int = 60
) -> tuple[Counter[str], int]:
    """One game to its end: at which calls the victim was killed, and the length of the log."""
    game = Game(home, victim, length)
    others = {seat: game.started(seat) for seat in SEATS if seat != victim}
    killed: Counter[str] = Counter()
    try:
        for call, number in points:
            if not game.killed_at(call, number):
                break
            killed[call] += 1
        else:  # no life has seen the end of the game yet
            others[victim] = game.started(victim)
        for node in others.values():
            assert node.wait(DEADLINE) == 0
    finally:
        for node in others.values():
            node.kill()
            node.wait()
    return killed, game.check()


def kills(first: int) -> Iterator[Step]:
    """One game for each seed, if there is strace."""
    if not may_trace():
        yield Step("NO STRACE, which sends the signals, or it may not follow a process: no kills")
        return
    for seed in count(first):
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as home:
            try:
                killed, length = play(Path(home), *drawn(seed))
            except (AssertionError, subprocess.TimeoutExpired) as error:
                yield Step(f"{seed}: {type(error).__name__}: {error}", failed=True)
                continue
        seconds = time.monotonic() - began
        yield Step(f"{seed}: {length} entries, killed at {dict(killed)}, {seconds:.0f} s")
