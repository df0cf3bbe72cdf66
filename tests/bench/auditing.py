"""Audits against bare signature verification of the same entries; size and memory."""

__all__ = ["memory", "speed"]

import subprocess
import sys
import tempfile
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from client.bots.captain import Captain
from client.bots.fuzz import Fuzz
from client.scenarios import find
from protocol.audit import audit
from protocol.charter import Secrecy
from protocol.hashing import Tag, tagged
from protocol.logfile import write_log
from protocol.table import Table
from tests.bench.games import endless, founded, played
from tests.bench.measure import Measure, clocked

_MEGABYTE = 1024  # memory is told in KiB


def speed(secrecy: Secrecy, entries: int = 10_000) -> list[Measure]:
    """Time per entry of a full and of a quick audit of a whole game between captains; bytes."""
    table = played(founded(find("wake-island"), secrecy), entries, (Captain(1), Captain(2)))
    data = write_log(table.log)
    count = len(table.log)
    bare, _ = clocked(lambda: _verify(table))
    full, verdict = clocked(lambda: audit(data))
    quick, endorsed = clocked(lambda: audit(data, quick=True))
    if not (verdict.verified and endorsed.verified):
        raise RuntimeError(f"the log does not verify: {verdict.to_text()}")
    aim = 2.5 if secrecy is Secrecy.HASHED else None
    return [
        Measure(f"{secrecy}: bare Ed25519 verification, per entry", 1e6 * bare / count, "µs"),
        Measure(f"{secrecy}: full audit, per entry", 1e6 * full / count, "µs"),
        Measure(f"{secrecy}: full audit / bare verification", full / bare, "times", most=aim),
        Measure(f"{secrecy}: full audit / quick audit", full / quick, "times", least=5),
        Measure(f"{secrecy}: log, per entry", len(data) / count, "bytes"),
    ]


def _verify(table: Table) -> None:
    keys = [Ed25519PublicKey.from_public_bytes(seat.key.raw) for seat in table.charter.seats]
    for entry in table.log:
        keys[entry.seat].verify(entry.signature, tagged(Tag.ENTRY_SIGNATURE, entry.hash))


def memory(entries: int = 10_000) -> list[Measure]:
    """Peak memory of the program that audits a long log."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "long.sslog"
        table = played(founded(endless()), entries, (Fuzz(1), Fuzz(2)))
        file.write_bytes(write_log(table.log))
        audited = subprocess.run(
            [sys.executable, "-c", _AUDITOR, str(file)], check=True, stdout=subprocess.PIPE
        )
    peak = int(audited.stdout.split()[-1]) / _MEGABYTE
    return [Measure(f"peak memory of auditing {len(table.log):,} entries", peak, "MB", most=150)]


_AUDITOR = """
import resource, sys
from pathlib import Path
from client.cli import main
if main(["audit", sys.argv[1]]):
    sys.exit("the log does not verify")
status = Path("/proc/self/status")
if status.exists():  # what getrusage tells on Linux includes the process that started this one
    print(next(line for line in status.read_text().splitlines() if "VmHWM" in line).split()[1])
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
