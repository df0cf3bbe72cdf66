"""Logs of a short game, whole and changed, for the tests of audits of many."""

__all__ = ["changed", "short_log", "tar_with", "with_member"]

import io
import tarfile
from functools import cache
from pathlib import Path

from client.bots.captain import Captain
from client.scenarios import find
from protocol.logfile import write_log
from tests.bench.games import founded, played

_ENTRIES = 20


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
