"""Logs of a short game, whole and changed, for the tests of audits of many."""

__all__ = ["altered", "changed", "given_up", "short_log", "tar_with", "with_member"]

import io
import tarfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from client.bots.captain import Captain
from client.league.verdicts import Verdict
from client.scenarios import find
from protocol.author import Author
from protocol.entry import Resign
from protocol.logfile import write_log
from tests.bench.games import PHRASES, founded, played

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


def given_up(entries: int) -> bytes:
    """A game that is given up by who is due after so many entries, and signed by both."""
    table = played(founded(find("wake-island")), entries, (Captain(1), Captain(2)))
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


def altered(
    verdict: Verdict, game: str, *, names: Sequence[str] = ("Ann", "Bob"), **report: object
) -> Verdict:
    """The verdict on another game, which differs in this."""
    assert verdict.report is not None
    assert verdict.record is not None
    players = tuple(
        player.model_copy(update={"name": name, "key": name.encode().hex().ljust(64, "0")})
        for player, name in zip(verdict.record.players, names, strict=True)
    )
    return verdict.model_copy(
        update={
            "log": f"{game}.sslog",
            "report": {**verdict.report, "game": game * 32, "win_verified": True, **report},
            "record": verdict.record.model_copy(update={"players": players}),
        }
    )
