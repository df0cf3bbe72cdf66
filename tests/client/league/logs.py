"""Logs of a short game, whole, changed and forked, for the tests of audits of many."""

__all__ = [
    "altered",
    "begun_again",
    "changed",
    "forked",
    "given_up",
    "short_log",
    "tar_with",
    "with_member",
]

import io
import os
import tarfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from client.bots.captain import Captain
from client.league.verdicts import Verdict
from client.scenarios import find
from protocol.author import Author
from protocol.entry import Resign
from protocol.logfile import read_log, write_log
from protocol.table import Table
from tests.bench.games import PHRASES, founded, played, prepared
from tests.marathon.slow_logs import settle

_ENTRIES = 20
_MINUTE = 29_000_000


@cache
def short_log() -> bytes:
    """The beginning of a game that bots have played."""
    table = played(founded(find("wake-island")), _ENTRIES, (Captain(1), Captain(2)))
    return write_log(table.log)


def changed(data: bytes) -> bytes:
    """A log whose last byte, of the last entry's signature, is another."""
    return data[:-1] + bytes([data[-1] ^ 1])


def with_member(archive: tarfile.TarFile, name: str, content: bytes, **header: object) -> None:
    """Add a member to an archive, with a header as an honest program would not write it."""
    member = tarfile.TarInfo(name)
    member.size = len(content)
    for field, value in header.items():
        setattr(member, field, value)
    archive.addfile(member, io.BytesIO(content))


def tar_with(path: Path, mode: str, **members: bytes) -> Path:
    """An archive of these logs."""
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, content in members.items():
            with_member(archive, f"{name}.sslog", content)
    return path


def given_up(entries: int, number: int = 0) -> bytes:
    """A game that is given up by who is due after so many entries, and signed by both.

    Another number makes another game.
    """
    founding = founded(find("wake-island"), number=number)
    table = played(founding, entries, (Captain(1), Captain(2)))
    authors = [Author(table, phrase) for phrase in PHRASES[:2]]
    fresh = iter(range(1 << 20))
    while (now := table.due) is not None:
        actions = () if now.duty.automatic else (Resign(),)
        prepared = authors[now.seat].prepare(
            actions, entropy=next(fresh).to_bytes(32), minute=_MINUTE
        )
        table.append(prepared.entry.raw)
    for author in authors:
        table.add_statement(author.close())
    return write_log(table.log)


def forked(log: bytes, shared: int, entries: int) -> bytes:
    """The same game, in which whoever was due after so many entries went on in another way."""
    table, authors = _resumed(log, shared)
    bots = Captain(1), Captain(2)
    while len(table.log) < entries and table.due is not None:
        table.append(prepared(table, authors, bots).entry.raw)
    return write_log(table.log)


def begun_again(log: bytes, shared: int) -> bytes:
    """The same game: who was due after so many entries rejoined it, and gave it up.

    Where a roll waited for that seat, it gives its share by its new chain first (SPEC-12).
    """
    table, authors = _resumed(log, shared)
    asker = authors[0 if table.due is None else table.due.seat]
    question = asker.ask_to_rejoin(os.urandom(32), _MINUTE)
    settlement = settle(asker, authors[1 - asker.seat], None, question)
    table.add_statement(settlement)
    given_up = asker.prepare((Resign(),), entropy=bytes(32), minute=_MINUTE, settlement=settlement)
    table.append(given_up.entry.raw)
    return write_log(table.log)


def _resumed(log: bytes, entries: int) -> tuple[Table, list[Author]]:
    file = read_log(log)
    table = Table.start(file.founding)
    for record in file.records[:entries]:
        table.append(record.content)
    return table, [Author(table, phrase) for phrase in PHRASES[:2]]


def altered(
    verdict: Verdict, game: str, *, names: Sequence[str] = ("Ann", "Bob"), **report: object
) -> Verdict:
    """The verdict on another game, which differs in this."""
    assert verdict.report is not None
    assert verdict.record is not None
    players = tuple(
        player.model_copy(update={"name": name, "key": name.encode().hex().ljust(64, "0")[:64]})
        for player, name in zip(verdict.record.players, names, strict=True)
    )
    return verdict.model_copy(
        update={
            "log": f"{game}.sslog",
            "report": {**verdict.report, "game": game * 32, "win_verified": True, **report},
            "record": verdict.record.model_copy(update={"players": players}),
        }
    )
