"""Seasons of logs in archives, some of them changed, each of which must get the right verdict.

A season has twenty games between bots, on random scenarios under random house rules. The logs of
two are changed: in bytes, as anybody can (`CHANGES`), or by a lie that is properly signed (`LIES`);
every tenth season has a third one, which is huge, or takes longer than a log may (`SLOW`). All are
judged by two processes, and by a cluster of two workers, one of which is killed while it does so.
What a log must come to is known from how it was made, never from an audit.
"""

__all__ = ["CHANGES", "GAMES", "Right", "archived", "changes", "lies", "season", "seasons"]

import io
import itertools
import multiprocessing
import os
import random
import signal
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from client.bots.bot import Bot
from client.bots.captain import Captain
from client.bots.fuzz import Fuzz
from client.league.auditing import audited
from client.league.cluster import LOCAL, ClusterWorkers
from client.league.judging import Limits
from client.league.results import Results
from client.league.sources import found_in
from client.league.verdicts import Outcome, Trouble, Verdict
from client.league.workers import LocalWorkers, Workers
from client.scenarios import find, shortened
from engine.options import Selection
from protocol.author import Author
from protocol.charter import Secrecy
from protocol.founding import Founding
from protocol.logfile import (
    LOG_MAGIC,
    Record,
    RecordKind,
    read_records,
    write_log,
    write_record,
)
from protocol.report import Level
from protocol.table import Table
from tests.bench.games import PHRASES, founded, played, prepared
from tests.marathon.games import random_setup
from tests.marathon.lies import LIES, Lie
from tests.marathon.slow_logs import SLOW, huge_log
from tests.marathon.step import Step

GAMES: Final = 20
"""Of a season."""
_CHANGED: Final = 10
"""One game in so many is changed."""
_ALIKE: Final = 4
"""Games of a season that begin alike: to found one costs as much time as to play it."""
_ENTRIES: Final = range(10, 60)
_ROUNDS: Final = 8
_BURDENED: Final = 10
_LIMITS: Final = Limits(5, 400 << 20)
_ROUNDS_OF: Final[Mapping[str, int]] = {
    "orders": 400,
    "proofs": 600,
    "hands": 100,
    "rejoins": 300,
}
"""Of slow logs: so many as take three times as long as they may."""

Records: TypeAlias = Sequence[Record]
Change: TypeAlias = Callable[[Records, int, random.Random], bytes]
"""Of the records of a log, the first entry of which is at this place among them."""


@dataclass(frozen=True, slots=True)
class Right:
    """What a log may come to.

    Attributes:
        outcomes: one of these.
        codes: one of these, where it is known.
        culprit: the key that is convicted, in hexadecimal.
    """

    outcomes: frozenset[Outcome]
    codes: frozenset[str] | None = None
    culprit: str | None = None

    def fits(self, verdict: Verdict) -> bool:
        """Whether a verdict is this."""
        return (
            verdict.outcome in self.outcomes
            and (self.codes is None or verdict.code in self.codes)
            and verdict.culprit == self.culprit
        )


_VERIFIED: Final = Right(frozenset({Outcome.VERIFIED}))
_NOT_VERIFIED: Final = Right(frozenset({Outcome.REFUSED, Outcome.UNREADABLE}))
"""Of what anybody could have changed: it accuses nobody."""


def _stopped(why: Trouble) -> Right:
    return Right(frozenset({Outcome.UNREADABLE}), frozenset({why}))


def season(seed: int, games: int = GAMES) -> Mapping[str, tuple[bytes, Right]]:
    """So many logs by their names, and what each may come to."""
    draw = random.Random(f"season {seed}")
    ways = [*CHANGES, *LIES]
    foundings = [_founding(draw) for _ in range(0, games, _ALIKE)]
    logs = {}
    for number in range(games):
        founding, entries = foundings[number // _ALIKE], draw.choice(_ENTRIES)
        bots = [_bot(draw) for _ in founding.charter.seats]
        if number % _CHANGED:
            logs[f"{number:02}"] = write_log(played(founding, entries, bots).log), _VERIFIED
            continue
        way = draw.choice(ways)
        logs[f"{number:02}-{way}"] = (
            _changed(played(founding, entries, bots), CHANGES[way], draw)
            if way in CHANGES
            else _lied(founding, entries, bots, LIES[way])
        )
    if not seed % _BURDENED:
        logs |= _burden(seed // _BURDENED)
    return logs


def _bot(draw: random.Random) -> Bot:
    """One that plans, or that draws any legal answer."""
    return draw.choice((Captain, Fuzz))(draw.randrange(1 << 30))


def _founding(draw: random.Random) -> Founding:
    """Of any game."""
    setup = random_setup(draw.randrange(1 << 30), _ROUNDS)
    chosen = shortened(find(setup.scenario), setup.rounds)
    seats = draw.choice(sorted(chosen.scenario.seatings))
    selection = Selection(setup.modules, setup.options)
    secrecy, number = draw.choice(list(Secrecy)), draw.randrange(1 << 30)
    return founded(chosen, secrecy, seats, selection, number)


def _changed(table: Table, change: Change, draw: random.Random) -> tuple[bytes, Right]:
    records, _ = read_records(write_log(table.log), LOG_MAGIC)
    first = next(i for i, one in enumerate(records) if one.kind is RecordKind.ENTRY)
    return change(records, first, draw), _NOT_VERIFIED


def _lied(founding: Founding, entries: int, bots: Sequence[Bot], lie: Lie) -> tuple[bytes, Right]:
    """A game of so many entries, or as many as come before there is an occasion for a lie."""
    table = Table.start(founding)
    authors = [Author(table, phrase) for phrase in PHRASES[: len(bots)]]
    while table.due is not None:
        honest = prepared(table, authors, bots)
        lied = lie(table, authors, honest) if len(table.log) >= entries else None
        if lied is not None:
            told = (write_record(Record(RecordKind.ENTRY, one.raw)) for one in lied.entries)
            culprit = founding.charter.seats[lied.seat].key.raw.hex()
            codes = frozenset(code.value for code in lied.codes)
            right = Right(frozenset({Outcome.REFUSED}), codes, culprit)
            return write_log(table.log) + b"".join(told), right
        table.adopt(honest.draft)
    return write_log(table.log), _VERIFIED


def _burden(number: int) -> Mapping[str, tuple[bytes, Right]]:
    """A log that takes more than one may."""
    ways = [*SLOW, "huge"]
    way = ways[number % len(ways)]
    if way == "huge":
        return {"huge": (huge_log(), _stopped(Trouble.TOO_MUCH_MEMORY))}
    return {way: (_slow(way), _stopped(Trouble.TOO_SLOW))}


@cache
def _slow(way: str) -> bytes:
    return SLOW[way](_ROUNDS_OF[way])


def changes(seed: int) -> Iterator[tuple[str, bytes]]:
    """A log changed in every way, one after the other."""
    draw = random.Random(seed)
    table = played(founded(find("wake-island")), _ENTRIES[-1], (Captain(seed), Captain(seed + 1)))
    for name, change in CHANGES.items():
        yield name, _changed(table, change, draw)[0]


def lies(seed: int) -> Iterator[tuple[str, bytes, Right]]:
    """A log that ends with each lie, one after the other."""
    founding = founded(find("wake-island"), Secrecy.PROVED)
    for name, lie in LIES.items():
        yield name, *_lied(founding, _ENTRIES[0], (Captain(seed), Captain(seed + 1)), lie)


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


CHANGES: Final[Mapping[str, Change]] = {
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
    with tarfile.open(path, "w") as archive:
        for name, content in logs.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


def seasons(first: int, games: int = GAMES) -> Iterator[Step]:
    """One season of so many games after another."""
    with (
        tempfile.TemporaryDirectory() as folder,
        LocalWorkers.opened(2) as processes,
        ClusterWorkers.opened(LOCAL, 2, sending=True) as cluster,
    ):
        path = Path(folder) / "season.tar"
        for seed, logs in _played_ahead(first, games):
            archived({name: content for name, (content, _) in logs.items()}, path)
            found = list(_verdicts(path, processes))
            wrong = [
                f"{verdict.log} is {verdict.outcome}: {verdict.code} by {verdict.culprit}"
                for verdict, (_, right) in zip(found, logs.values(), strict=True)
                if not right.fits(verdict)
            ]
            if list(_though_one_is_killed(path, cluster)) != found:
                wrong.append("the cluster says something else")
            yield Step(f"season {seed}: {'; '.join(wrong)}" if wrong else "", failed=bool(wrong))


def _played_ahead(
    first: int, games: int
) -> Iterator[tuple[int, Mapping[str, tuple[bytes, Right]]]]:
    """Seasons by their seeds; each is played while the one before it is judged."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as player:
        coming = player.submit(season, first, games)
        for seed in itertools.count(first):
            now, coming = coming, player.submit(season, seed + 1, games)
            yield seed, now.result()


def _though_one_is_killed(path: Path, cluster: ClusterWorkers) -> Iterator[Verdict]:
    """The verdicts of a cluster one of whose workers is killed after the first of them."""
    verdicts = _verdicts(path, cluster)
    yield next(verdicts)
    os.kill(min(cluster.processes()), signal.SIGKILL)
    yield from verdicts


def _verdicts(path: Path, workers: Workers) -> Iterator[Verdict]:
    return audited(found_in([str(path)]), Level.RULES, _LIMITS, workers, Results())
