"""Audits against bare signature verification of the same entries; size and memory."""

__all__ = ["jobs", "memory", "speed", "war"]

import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from client.bots.captain import Captain
from client.bots.fuzz import Fuzz
from client.parallel_audit import audit_in_parallel
from client.scenarios import find
from protocol.audit import audit
from protocol.charter import Secrecy
from protocol.entry import SHARE_SIZE, DiceShare, sign_entry
from protocol.evidence import replay_evidence
from protocol.hashing import Tag, tagged
from protocol.identity import Identity
from protocol.logfile import write_log
from protocol.obligations import Chunk, Claimed, first_broken
from protocol.questions import FIRST
from protocol.report import Level, finish_audit
from protocol.shared_audit import SharedAudit
from protocol.table import Table
from tests.bench.games import PHRASES, endless, founded, played, playing
from tests.bench.measure import Measure, clocked, elapsed

_TIMES = 3
_MEGABYTE = 1024  # memory is told in KiB


def speed(secrecy: Secrecy, entries: int = 10_000) -> list[Measure]:
    """Time per entry of the audits of a whole game between captains; bytes."""
    table = played(founded(find("wake-island"), secrecy), entries, (Captain(1), Captain(2)))
    data = write_log(table.log)
    count = len(table.log)
    bare, _ = clocked(lambda: _verify(table), _TIMES)
    full, verdict = clocked(lambda: audit(data), _TIMES)
    line, endorsed = clocked(lambda: audit(data, Level.LINE), _TIMES)
    secrets, shown_true = clocked(lambda: audit(data, Level.SECRETS), _TIMES)
    rules, owed = clocked(lambda: list(SharedAudit(data).chunks()), _TIMES)
    checks, _ = clocked(lambda: [first_broken(chunk) for chunk in owed], _TIMES)
    proofs = _proofs(owed)
    shown, evidence = clocked(lambda: audit(_evidence(table)))
    if not all(one.verified for one in (verdict, endorsed, shown_true, evidence)):
        raise RuntimeError(f"the log does not verify: {verdict.to_text()}")
    aim = 2.5 if secrecy is Secrecy.HASHED else None
    return [
        Measure(f"{secrecy}: bare Ed25519 verification, per entry", 1e6 * bare / count, "µs"),
        Measure(f"{secrecy}: full audit, per entry", 1e6 * full / count, "µs"),
        Measure(f"{secrecy}: full audit / bare verification", full / bare, "times", most=aim),
        Measure(
            f"{secrecy}: full audit by two processes / bare, at best",
            max(rules, (rules + checks) / 2) / bare,
            "times",
        ),
        Measure(f"{secrecy}: full audit / audit of the line", full / line, "times", least=5),
        Measure(f"{secrecy}: full audit / audit of the secrets", full / secrets, "times"),
        Measure(f"{secrecy}: share of proofs in a full audit", 100 * proofs / full, "%"),
        Measure(f"{secrecy}: evidence by replay of {count} entries", 1e3 * shown, "ms"),
        Measure(f"{secrecy}: log, per entry", len(data) / count, "bytes"),
    ]


def _evidence(table: Table) -> bytes:
    """Evidence of an entry that seat 0 was not to make at the end of a log."""
    entry = sign_entry(
        Identity.from_phrase(PHRASES[0]),
        game=table.charter.game_id,
        head=table.head,
        seat=0,
        incarnation=FIRST,
        minute=0,
        state=table.due_digest,
        items=(DiceShare(bytes(SHARE_SIZE)),),
    )
    return replay_evidence(table.log, entry)


def _proofs(owed: Iterable[Chunk]) -> float:
    """Seconds to check what shows the claims of a log, of all that it owes."""
    chunks = [
        replace(
            chunk,
            owed=tuple(
                tuple(one for one in record if isinstance(one, Claimed)) for record in chunk.owed
            ),
        )
        for chunk in owed
    ]
    seconds, broken = clocked(lambda: [first_broken(chunk) for chunk in chunks])
    if any(index is not None for index in broken):
        raise RuntimeError("a claim of the log is not shown")
    return seconds


def jobs(entries: int = 3_000) -> list[Measure]:
    """How much sooner several processes have audited a long log.

    By the clock, which is of use on an idle machine only; and at best, by what each would have to
    do: the rules are replayed by one, what is owed is checked by all.
    """
    data = write_log(played(founded(endless(), Secrecy.PROVED), entries, (Fuzz(1), Fuzz(2))).log)
    alone, verdict = elapsed(lambda: audit(data))
    together, same = elapsed(lambda: finish_audit(audit_in_parallel(data, 2)))
    if verdict != same:
        raise RuntimeError(f"two verdicts: {verdict.to_text()} {same.to_text()}")
    rules, chunks = clocked(lambda: list(SharedAudit(data).chunks()))
    checks, _ = clocked(lambda: [first_broken(chunk) for chunk in chunks])
    whole = rules + checks
    two = max(rules, whole / 2)
    return [
        Measure("proved: audit by one process / by two", alone / together, "times"),
        Measure("proved: audit by one process / by two, at best", whole / two, "times"),
        Measure("proved: audit by one process / by many, at best", whole / rules, "times"),
    ]


def _verify(table: Table) -> None:
    keys = [Ed25519PublicKey.from_public_bytes(seat.key.raw) for seat in table.charter.seats]
    for entry in table.log:
        keys[entry.seat].verify(entry.signature, tagged(Tag.ENTRY_SIGNATURE, entry.hash))


def war(entries: int = 100_000) -> list[Measure]:
    """The full audit of a whole game of the world in 1941 between six captains, its replay in it.

    To play it takes minutes, so each of its rounds is told as it begins.
    """
    captains = [Captain(seed) for seed in range(6)]
    told = 0
    for table in playing(founded(find("anniversary-1941"), seats=6), captains):
        if table.game.round > told:
            told = table.game.round
            print(f"1941: round {told}, {len(table.log):,} entries", file=sys.stderr)
        if len(table.log) == entries:
            break
    data = write_log(table.log)
    seconds, verdict = clocked(lambda: audit(data))
    if not verdict.verified:
        raise RuntimeError(f"the log does not verify: {verdict.to_text()}")
    what = f"full audit of {len(table.log):,} entries of six captains in 1941"
    return [Measure(what, seconds, "s", most=10)]


def memory(entries: int = 10_000) -> list[Measure]:
    """Peak memory of the program that audits a long log, alone and with a helper."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "long.sslog"
        table = played(founded(endless()), entries, (Fuzz(1), Fuzz(2)))
        file.write_bytes(write_log(table.log))
        what = f"peak memory of auditing {len(table.log):,} entries"
        return [
            Measure(what, _peak(file, jobs=1), "MB", most=150),
            Measure(f"{what}, with a helper", _peak(file, jobs=2), "MB", most=150),
        ]


def _peak(file: Path, *, jobs: int) -> float:
    audited = subprocess.run(
        [sys.executable, "-c", _AUDITOR, str(file), str(jobs)], check=True, stdout=subprocess.PIPE
    )
    return int(audited.stdout.split()[-1]) / _MEGABYTE


_AUDITOR = """
import resource, sys
from pathlib import Path
from client.cli import main
if main(["audit", sys.argv[1], "--jobs", sys.argv[2]]):
    sys.exit("the log does not verify")
status = Path("/proc/self/status")
if status.exists():  # what getrusage tells on Linux includes the process that started this one
    print(next(line for line in status.read_text().splitlines() if "VmHWM" in line).split()[1])
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
