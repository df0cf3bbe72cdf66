"""The logs in an archive: tar, compressed or not, and zip; read one after the other.

Nothing is unpacked to the disk, so a name can do no harm; but one that would, had the archive been
unpacked, is not that of an honest log, and is named. What an archive may take is bounded: by bytes
of one member, by members, and by what all of it unpacks to.
"""

__all__ = ["MAX_LOG", "is_archive", "members"]

import bz2
import gzip
import io
import lzma
import os
import stat
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import PurePosixPath, PureWindowsPath
from typing import IO, Final, Protocol

from client.league.verdicts import Problem, Trouble
from protocol.evidence import EVIDENCE_MAGIC
from protocol.logfile import LOG_MAGIC
from protocol.printable import printable

MAX_LOG: Final = 1 << 28
"""Bytes of one log; a war of the world in 100,000 entries has a tenth of that."""

_MAX_MEMBERS: Final = 1 << 20
_MAX_RATIO: Final = 100
"""How many times its own size an archive may unpack to; logs hardly shrink."""
_MAX_EXTENSION: Final = 1 << 16
"""Bytes that a tar archive may spend on a member's name and attributes, all read at once."""

_HEAD: Final = 512
_TAR_MAGIC: Final = (257, b"ustar")
_ZIP_MAGICS: Final = (b"PK\x03\x04", b"PK\x05\x06")
_GZIP, _BZIP2, _XZ = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00"
_UTF8_FLAG: Final = 0x800
_ENCRYPTED_FLAG: Final = 0x1
_UNIX: Final = 3


class _Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes:
        """At most so many bytes."""
        ...


def is_archive(head: bytes) -> bool:
    """Whether a file that begins so is an archive, or compressed."""
    at, magic = _TAR_MAGIC
    return head.startswith((*_ZIP_MAGICS, _GZIP, _BZIP2, _XZ)) or head[at:].startswith(magic)


def members(file: IO[bytes]) -> Iterator[tuple[str, bytes | Problem]]:
    """The members of an archive in its own order: names that may be shown, and what they hold.

    A member of no name is the archive itself, with what ended the reading of it. Folders are left
    out.

    Args:
        file: the archive, open to be read; its place in it does not matter.
    """
    try:
        bound = _Bound(_MAX_RATIO * file.seek(0, os.SEEK_END) + MAX_LOG)
        file.seek(0)
        head = file.read(_HEAD)
        file.seek(0)
        if head.startswith(_ZIP_MAGICS):
            yield from _zipped(file, bound)
        else:
            yield from _tarred(_unpacked(file, head), bound)
    except _Bomb as error:
        yield "", Problem(code=Trouble.BOMB, reason=str(error))
    except OSError as error:
        yield "", Problem(code=Trouble.NOT_READ, reason=printable(error.strerror or str(error)))
    except Exception as error:  # noqa: BLE001 (damaged archives have their libraries raise anything)
        reason = printable(f"the archive is damaged here: {str(error) or type(error).__name__}")
        yield "", Problem(code=Trouble.NOT_READ, reason=reason)


class _Bomb(Exception):
    """An archive holds more than archives of logs do."""


class _Bound:
    """What may still be unpacked of an archive."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._names: set[str] = set()

    def unpacked(self, size: int) -> None:
        """Count bytes."""
        self._size -= size
        if self._size < 0:
            raise _Bomb(f"it unpacks to more than {_MAX_RATIO} times its size")

    def named(self, name: str) -> bool:
        """Count a name; whether it is new."""
        if len(self._names) == _MAX_MEMBERS:
            raise _Bomb(f"it has more than {_MAX_MEMBERS} members")
        known = name in self._names
        self._names.add(name)
        return not known


class _Bounded(io.RawIOBase):
    """A stream that counts what is read of it."""

    def __init__(self, stream: _Readable, bound: _Bound) -> None:
        self._stream = stream
        self._bound = bound

    def readable(self) -> bool:
        """It is."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Read so many bytes, and count them."""
        data = self._stream.read(size)
        self._bound.unpacked(len(data))
        return data


def _unpacked(file: IO[bytes], head: bytes) -> _Readable:
    if head.startswith(_GZIP):
        return gzip.GzipFile(fileobj=file)
    if head.startswith(_BZIP2):
        return bz2.BZ2File(file)
    if head.startswith(_XZ):
        return lzma.LZMAFile(file)
    return file


# Tar


class _Member(tarfile.TarInfo):
    """A member; what would be read at once, whatever its size, is refused."""

    _EXTENSIONS: Final = frozenset(
        {
            tarfile.GNUTYPE_LONGNAME,
            tarfile.GNUTYPE_LONGLINK,
            tarfile.XHDTYPE,
            tarfile.XGLTYPE,
            tarfile.SOLARIS_XHDTYPE,
        }
    )

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> "_Member":
        """See `tarfile.TarInfo.frombuf`."""
        end = len(buf) == tarfile.BLOCKSIZE and not any(buf)
        try:
            found = super().frombuf(buf, encoding, errors)
        except tarfile.HeaderError as error:
            if end:
                raise
            raise tarfile.ReadError(str(error)) from error  # it would be taken for the end
        if found.size < 0:
            raise tarfile.ReadError("a member of less than nothing")
        if found.type in cls._EXTENSIONS and found.size > _MAX_EXTENSION:
            raise _Bomb(f"a member has {found.size} bytes of attributes")
        if found.type == tarfile.GNUTYPE_SPARSE:
            raise tarfile.ReadError("a sparse file")
        return found


def _tarred(stream: _Readable, bound: _Bound) -> Iterator[tuple[str, bytes | Problem]]:
    with tarfile.open(
        fileobj=_Bounded(stream, bound),
        mode="r|",
        tarinfo=_Member,
        encoding="utf-8",
        errors="surrogateescape",
    ) as archive:
        for member in archive:
            archive.members = []  # type: ignore[attr-defined]  # it keeps all that it has seen
            if not member.isdir():
                yield printable(member.name), _of_tar(archive, member, bound)


def _of_tar(archive: tarfile.TarFile, member: tarfile.TarInfo, bound: _Bound) -> bytes | Problem:
    if member.issym() or member.islnk():
        return _problem(Trouble.LINK, f"a link to {printable(member.linkname)}")
    problem = _of_name(member.name, bound)
    if problem is not None:
        return problem
    file = archive.extractfile(member) if member.isreg() and not member.issparse() else None
    if file is None:
        return _problem(Trouble.SPECIAL, "a device, a pipe or another special file")
    return _content(file)


# Zip


def _zipped(file: IO[bytes], bound: _Bound) -> Iterator[tuple[str, bytes | Problem]]:
    with zipfile.ZipFile(file) as archive:
        for member in archive.infolist():
            if not member.is_dir():
                yield printable(member.orig_filename), _of_zip(archive, member, bound)


def _of_zip(archive: zipfile.ZipFile, member: zipfile.ZipInfo, bound: _Bound) -> bytes | Problem:
    mode = member.external_attr >> 16 if member.create_system == _UNIX else 0
    if stat.S_ISLNK(mode):
        return _problem(Trouble.LINK, "a link")
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return _problem(Trouble.SPECIAL, "a device, a pipe or another special file")
    name = member.orig_filename
    if not (name.isascii() or member.flag_bits & _UTF8_FLAG):
        return _problem(Trouble.FOREIGN_NAME, "its name is not in UTF-8")
    problem = _of_name(name, bound)
    if problem is not None:
        return problem
    if member.flag_bits & _ENCRYPTED_FLAG:
        return _problem(Trouble.ENCRYPTED, "it is encrypted")
    try:
        with archive.open(member) as opened:
            return _content(_Bounded(opened, bound))
    except (_Bomb, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001 (as in `members`; the next member may be whole)
        reason = f"it cannot be unpacked: {str(error) or type(error).__name__}"
        return _problem(Trouble.NOT_READ, printable(reason))


# Both


def _problem(code: Trouble, reason: str) -> Problem:
    return Problem(code=code, reason=reason)


def _of_name(name: str, bound: _Bound) -> Problem | None:
    try:
        name.encode()
    except UnicodeEncodeError:
        return _problem(Trouble.FOREIGN_NAME, "its name is not in UTF-8")
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if ".." in parts or parts[:1] == ("/",) or PureWindowsPath(name).drive or not parts:
        return _problem(Trouble.UNSAFE_NAME, "its name leads out of the archive")
    if not name.isprintable():
        return _problem(Trouble.UNSAFE_NAME, "its name has signs that cannot be shown")
    if not bound.named(name):
        return _problem(Trouble.SAME_NAME, "another member of the archive has this name")
    return None


def _content(stream: _Readable) -> bytes | Problem:
    """What a member holds; of one that is no log no more is read than shows that."""
    head = _read(stream, _HEAD)
    if is_archive(head):
        return _problem(Trouble.ARCHIVE, "an archive within an archive")
    if not head.startswith((LOG_MAGIC, EVIDENCE_MAGIC)):
        return _problem(Trouble.NO_LOG, "neither a log nor evidence")
    content = head + _read(stream, MAX_LOG + 1 - len(head))
    if len(content) > MAX_LOG:
        return _problem(Trouble.TOO_LARGE, f"more than {MAX_LOG} bytes")
    return content


def _read(stream: _Readable, size: int) -> bytes:
    """So many bytes, or all that there are: one read may give fewer."""
    parts = []
    while size and (part := stream.read(min(size, 1 << 20))):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
