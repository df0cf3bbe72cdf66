"""Where logs are found: in files, folders and archives, always in the same order."""

__all__ = ["Found", "Held", "OnDisk", "Place", "found_in", "holds_one"]

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, TypeAlias

from client.league.archives import MAX_LOG, is_archive, members
from client.league.urls import AtUrl, found_at, is_url
from client.league.verdicts import Problem, Trouble
from client.parallel_audit import read_file
from protocol.printable import printable

_HEAD: Final = 512


@dataclass(frozen=True, slots=True)
class Held:
    """A log at hand."""

    content: bytes

    def read(self) -> bytes:
        """Its bytes."""
        return self.content


@dataclass(frozen=True, slots=True)
class OnDisk:
    """A log in a file."""

    path: Path

    def read(self) -> bytes | Problem:
        """Its bytes."""
        try:
            if self.path.stat().st_size > MAX_LOG:
                reason = f"more than {MAX_LOG} bytes"
                return Problem(code=Trouble.TOO_LARGE, reason=reason)
            return read_file(self.path)
        except OSError as error:
            return Problem(code=Trouble.NOT_READ, reason=printable(error.strerror or str(error)))


Place: TypeAlias = Held | OnDisk | AtUrl
"""Where the bytes of a log are."""


@dataclass(frozen=True, slots=True)
class Found:
    """A log, or what stands where one should.

    Attributes:
        name: that may be shown.
        at: where it is; or why it is not looked at.
    """

    name: str
    at: Place | Problem


def holds_one(named: str) -> bool:
    """Whether this is one file that is no archive, or nothing that can be opened; not a URL."""
    path = Path(named)
    if is_url(named) or path.is_dir():
        return False
    if not path.is_file():
        return True
    try:
        with path.open("rb") as file:
            return not is_archive(file.read(_HEAD))
    except OSError:
        return True


def found_in(places: Sequence[str], besides: Path | None = None) -> Iterator[Found]:
    """All logs there: in the order given, then by name; those of an archive in its own.

    Args:
        places: paths or URLs of files, folders and archives.
        besides: a file in one of the folders that is none of the logs.

    Raises:
        ClientError: a URL cannot be followed.
    """
    for named in places:
        path = Path(named)
        if is_url(named):
            for at in found_at(named):
                yield from _at_url(at)
        elif path.is_dir():
            yield from _in_folder(path, besides)
        else:
            yield from _in_file(path)


def _in_folder(folder: Path, besides: Path | None) -> Iterator[Found]:
    """Everything in a folder and those in it; links are not followed."""
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        try:
            kind = path.lstat().st_mode if path is not folder else stat.S_IFDIR
            if stat.S_ISDIR(kind):
                waiting += sorted(path.iterdir(), key=os.fsencode, reverse=True)
                continue
        except OSError as error:
            reason = printable(error.strerror or str(error))
            yield Found(printable(str(path)), Problem(code=Trouble.NOT_READ, reason=reason))
            continue
        if besides is not None and besides.exists() and path.samefile(besides):
            continue
        problem = _odd(path, kind)
        if problem is not None:
            yield Found(printable(str(path)), problem)
        else:
            yield from _in_file(path)


def _odd(path: Path, kind: int) -> Problem | None:
    if stat.S_ISLNK(kind):
        return Problem(code=Trouble.LINK, reason="a link")
    if not stat.S_ISREG(kind):
        return Problem(code=Trouble.SPECIAL, reason="a device, a pipe or another special file")
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return Problem(code=Trouble.FOREIGN_NAME, reason="its name is not in UTF-8")
    return None


def _in_file(path: Path) -> Iterator[Found]:
    name = printable(str(path))
    if holds_one(str(path)):
        yield Found(name, OnDisk(path))
        return
    try:
        with path.open("rb") as file:
            yield from _in_archive(name, file)
    except OSError as error:
        reason = printable(error.strerror or str(error))
        yield Found(name, Problem(code=Trouble.NOT_READ, reason=reason))


def _at_url(at: AtUrl) -> Iterator[Found]:
    name = printable(at.url)
    if not at.is_archive:
        yield Found(name, at)
        return
    try:
        with at.opened() as file:
            yield from _in_archive(name, file)
    except Exception as error:  # noqa: BLE001 (each kind of store has errors of its own)
        reason = printable(str(error) or type(error).__name__)
        yield Found(name, Problem(code=Trouble.NOT_READ, reason=reason))


def _in_archive(name: str, file: IO[bytes]) -> Iterator[Found]:
    for member, content in members(file):
        shown = f"{name}:{member}" if member else name
        yield Found(shown, content if isinstance(content, Problem) else Held(content))
