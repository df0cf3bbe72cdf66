"""Real processes, killed at random moments: nothing is lost and no place is signed twice.

`tests.marathon.killing` kills at single system calls, for hours.
"""

import random
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from p2p.store import Store, StoreContents
from protocol.charter import table_id
from protocol.entry import Entry
from tests.marathon import held, killing
from tests.p2p import party
from tests.protocol.sample import identity

SEATS = (0, 1, 2)


def started(seat: int, port: int, home: Path) -> subprocess.Popen[bytes]:
    arguments = [sys.executable, "-m", "tests.p2p.process", str(seat), str(port), str(home)]
    with (home / f"{seat}.err").open("ab") as errors:
        return subprocess.Popen(arguments, stderr=errors)


def model_after(home: Path, seat: int) -> StoreContents:
    table = table_id(identity(0).public, party.NONCE)
    with Store.open(home / f"{seat}.db", table, identity(seat).public.raw) as store:
        return store.read()


@pytest.mark.parametrize(("seed", "longest"), [(1, 0.6), (2, 2.5)], ids=["early", "late"])
def test_kill_minus_nine_of_any_node_at_any_moment(
    tmp_path: Path, seed: int, longest: float
) -> None:
    """Early: mostly while they start and found the game. Late: mostly while they play."""
    draw = random.Random(seed)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    nodes = {seat: started(seat, port, tmp_path) for seat in SEATS}
    killed = 0
    deadline = time.monotonic() + 150
    try:
        while any(node.poll() is None for node in nodes.values()):
            assert time.monotonic() < deadline, "the game does not end"
            time.sleep(draw.uniform(0.05, longest))
            seat = draw.choice(SEATS)
            if nodes[seat].poll() is None and killed < 6:
                nodes[seat].kill()
                nodes[seat].wait()
                killed += 1
                nodes[seat] = started(seat, port, tmp_path)
    finally:
        for node in nodes.values():
            node.kill()
            node.wait()
    errors = [(tmp_path / f"{seat}.err").read_text() for seat in SEATS]
    assert [node.returncode for node in nodes.values()] == [0, 0, 0], errors
    memories = [model_after(tmp_path, seat) for seat in SEATS]
    assert memories[0].entries == memories[1].entries == memories[2].entries
    assert [contents.evidence for contents in memories] == [(), (), ()]
    entries = [Entry.from_bytes(raw) for raw in memories[0].entries]
    for seat in SEATS:
        own = {(e.incarnation, e.sequence): e.hash for e in entries if e.seat == seat}
        assert memories[seat].signed == own, "what was signed is what everybody holds"


@pytest.mark.skipif(not killing.may_trace(), reason="strace sends the signals")
def test_kill_as_a_system_call_begins(tmp_path: Path) -> None:
    """One short game: as a page is written, as the disk is synced, as a peer is told."""
    points = [("pwrite64", 7), ("fdatasync", 3), ("sendto", 3)]
    killed, length = killing.play(tmp_path, 1, points, length=30)
    assert killed == {"pwrite64": 1, "fdatasync": 1, "sendto": 1}
    assert length >= 30


@pytest.mark.no_cover
def test_kill_minus_nine_at_a_table_that_a_relay_holds(tmp_path: Path) -> None:
    """Of a node, of what holds the log, of what forwards; `make marathon` kills a hundred."""
    taken, length = held.play(tmp_path, random.Random(1), 3)
    assert [len(times) for times in taken.values()] == [1, 1, 1]
    assert length > 6
