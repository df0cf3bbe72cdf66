"""Seasons of logs in archives, some of them changed, each of which must get the right verdict.

A step plays a game between bots and makes twenty logs of it: eighteen cut where a record ends,
which are as good as the whole one, and two that are changed in a way of the list below. All go into
one archive, and are judged by two processes; by every tenth step also by a cluster of two workers,
one of which is killed. What a log must come to is known from how it was made, never from an audit.
"""

__all__ = ["CHANGES", "archived", "changes", "season", "seasons"]

import io
import os
import random
import signal
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from client.bots.captain import Captain
from client.league.auditing import audited
from client.league.cluster import LOCAL, ClusterWorkers
from client.league.judging import Limits
from client.league.results import Results
from client.league.sources import found_in
from client.league.verdicts import Outcome, Verdict
from client.league.workers import LocalWorkers, Workers
from client.scenarios import find
from protocol.charter import Secrecy
from protocol.logfile import (
    LOG_MAGIC,
    Record,
    RecordKind,
    read_records,
    write_log,
    write_record,
)
from protocol.report import Level
from tests.bench.games import founded, played
from tests.marathon.step import Step

_LOGS: Final = 20
_CHANGED: Final = 2
_ENTRIES: Final = 60
_CLUSTER: Final = 10
_LIMITS: Final = Limits(60, 1 << 30)

Records: TypeAlias = Sequence[Record]
NOT_VERIFIED: Final = frozenset({Outcome.REFUSED, Outcome.UNREADABLE})


def season(seed: int) -> Mapping[str, tuple[bytes, frozenset[Outcome]]]:
    """Twenty logs by their names, and what each may come to."""
    draw = random.Random(seed)
    secrecy = draw.choice(list(Secrecy))
    captains = Captain(seed), Captain(seed + 1)
    table = played(founded(find("wake-island"), secrecy), _ENTRIES, captains)
    records, _ = read_records(write_log(table.log), LOG_MAGIC)
    first = next(i for i, one in enumerate(records) if one.kind is RecordKind.ENTRY)
    logs = {}
    for number in range(_LOGS - _CHANGED):
        kept = draw.randrange(first, len(records)) + 1
        logs[f"{number:02}-cut"] = _file(records[:kept]), frozenset({Outcome.VERIFIED})
    for number in range(_LOGS - _CHANGED, _LOGS):
        name = draw.choice(sorted(CHANGES))
        logs[f"{number:02}-{name}"] = CHANGES[name](records, first, draw), NOT_VERIFIED
    return logs


def changes(seed: int) -> Iterator[tuple[str, bytes]]:
    """A log changed in every way, one after the other."""
    draw = random.Random(seed)
    table = played(founded(find("wake-island")), _ENTRIES, (Captain(seed), Captain(seed + 1)))
    records, _ = read_records(write_log(table.log), LOG_MAGIC)
    first = next(i for i, one in enumerate(records) if one.kind is RecordKind.ENTRY)
    for name, change in CHANGES.items():
        yield name, change(records, first, draw)


def _file(records: Records) -> bytes:
    return LOG_MAGIC + b"".join(map(write_record, records))


def _flipped(records: Records, first: int, draw: random.Random) -> bytes:
    """One bit of one entry."""
    at = draw.randrange(first, len(records))
    content = bytearray(records[at].content)
    content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
    return _file((*records[:at], Record(records[at].kind, bytes(content)), *records[at + 1 :]))


def _damaged(records: Records, first: int, draw: random.Random) -> bytes:
    """One bit of what stands before the entries."""
    end = len(_file(records[:first]))
    data = bytearray(_file(records))
    data[draw.randrange(end)] ^= 1 << draw.randrange(8)
    return bytes(data)


def _left_out(records: Records, first: int, draw: random.Random) -> bytes:
    """An entry is missing."""
    at = draw.randrange(first, len(records) - 1)
    return _file((*records[:at], *records[at + 1 :]))


def _swapped(records: Records, first: int, draw: random.Random) -> bytes:
    """Two entries have changed places."""
    at = draw.randrange(first, len(records) - 1)
    return _file((*records[:at], records[at + 1], records[at], *records[at + 2 :]))


def _twice(records: Records, first: int, draw: random.Random) -> bytes:
    """An entry stands there twice."""
    at = draw.randrange(first, len(records))
    return _file((*records[: at + 1], *records[at:]))


def _kinds(records: Records, first: int, draw: random.Random) -> bytes:
    """An entry is called something else."""
    at = draw.randrange(first, len(records))
    kind = draw.choice([RecordKind.HAND, RecordKind.CLOSING, RecordKind.CHARTER_SIGNATURE])
    return _file((*records[:at], Record(kind, records[at].content), *records[at + 1 :]))


def _emptied(records: Records, first: int, draw: random.Random) -> bytes:
    """An entry holds nothing."""
    at = draw.randrange(first, len(records))
    return _file((*records[:at], Record(records[at].kind, b""), *records[at + 1 :]))


def _filled(records: Records, first: int, draw: random.Random) -> bytes:
    """After the log thousands of entries follow that are none."""
    noise = Record(RecordKind.ENTRY, draw.randbytes(draw.randrange(1, 60_000)))
    return _file((*records[: first + 1], *([noise] * 200)))


def _unsigned(records: Records, first: int, _: random.Random) -> bytes:
    """A seat has not signed the charter."""
    return _file((*records[: first - 1], *records[first:]))


def _renamed(records: Records, _: int, __: random.Random) -> bytes:
    """Another format."""
    return _file(records).replace(LOG_MAGIC, b"secret-subs log 9\n", 1)


CHANGES: Final[Mapping[str, Callable[[Records, int, random.Random], bytes]]] = {
    "flipped": _flipped,
    "damaged": _damaged,
    "left-out": _left_out,
    "swapped": _swapped,
    "twice": _twice,
    "kinds": _kinds,
    "emptied": _emptied,
    "filled": _filled,
    "unsigned": _unsigned,
    "renamed": _renamed,
}


def archived(logs: Mapping[str, bytes], path: Path) -> None:
    """Write logs into an archive."""
    with tarfile.open(path, "w:gz") as archive:
        for name, content in logs.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


def seasons(first: int) -> Iterator[Step]:
    """One season after another."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "season.tar.gz"
        for seed in range(first, first + (1 << 30)):
            logs = season(seed)
            archived({name: content for name, (content, _) in logs.items()}, path)
            with LocalWorkers.opened(2) as workers:
                found = list(_verdicts(path, workers))
            wrong = [
                f"{verdict.log} is {verdict.outcome}"
                for verdict, (_, right) in zip(found, logs.values(), strict=True)
                if verdict.outcome not in right or verdict.culprit is not None
            ]
            if not (seed - first) % _CLUSTER and _clustered(path) != found:
                wrong.append("a cluster says something else")
            yield Step(f"season {seed}: {'; '.join(wrong)}" if wrong else "", failed=bool(wrong))


def _clustered(path: Path) -> list[Verdict]:
    """The verdicts of a cluster one of whose workers is killed after the first of them."""
    with ClusterWorkers.opened(LOCAL, 2, sending=True) as workers:
        verdicts = _verdicts(path, workers)
        found = [next(verdicts)]
        os.kill(min(workers.processes()), signal.SIGKILL)
        return found + list(verdicts)


def _verdicts(path: Path, workers: Workers) -> Iterator[Verdict]:
    return audited(found_in([str(path)]), Level.RULES, _LIMITS, workers, Results())
