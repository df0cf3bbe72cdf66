"""The files of a map, from a folder or a zip, under limits that no honest map comes near.

A zip is never unpacked: its members are read into memory, those of a map alone, and counted while
they are read, whatever sizes the archive claims.
"""

__all__ = ["TEXTS", "MapFiles", "read_map"]

import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from client.importing.errors import CannotImport

TEXTS = ("centers.txt", "polygons.txt", "place.txt", "map.properties")
_FILES = 20_000
_FILE = 8 << 20
_TOTAL = 48 << 20
_ARCHIVE = 256 << 20
_DIRECTORY = 4 << 20
_TAIL = 22 + (1 << 16)
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Those that are read piece by piece; others would first expand whatever they hold."""
_END, _END_SIZE, _END_64 = b"PK\x05\x06", 22, b"PK\x06\x07"


@dataclass(frozen=True, slots=True)
class MapFiles:
    """What a map consists of.

    Attributes:
        name: of the folder or zip.
        games: XML files by path, ascending: each may be a game on this map.
        texts: the map's text files by path.
        others: paths of all files that are not read: pictures, sounds, flags.
    """

    name: str
    games: Mapping[str, bytes]
    texts: Mapping[str, bytes]
    others: tuple[str, ...]

    def text(self, game: str, name: str) -> bytes | None:
        """A text file of the map on which a game is played: the nearest one above the game."""
        for folder in PurePosixPath(game).parents:
            for path in (folder / name, folder / "map" / name):
                if str(path) in self.texts:
                    return self.texts[str(path)]
        return None


def read_map(path: Path) -> MapFiles:
    """Read the files of a map.

    Raises:
        CannotImport: it is neither a folder nor a zip, holds no game, or exceeds the limits.
    """
    try:
        if path.is_dir():
            return _sorted_out(path.name, _folder(path))
        with path.open("rb") as file:
            return _sorted_out(path.stem, _archive(path, file))
    except FileNotFoundError:
        raise CannotImport(
            f"{path}: there is no such folder or file", "name a map's folder or its zip"
        ) from None
    except OSError as error:
        raise CannotImport(f"{path}: cannot be read: {error.strerror or error}") from error


def _sorted_out(name: str, found: Iterable[tuple[str, bytes | None]]) -> MapFiles:
    games: dict[str, bytes] = {}
    texts: dict[str, bytes] = {}
    others: list[str] = []
    total = 0
    for path, data in found:
        if len(games) + len(texts) + len(others) == _FILES:
            raise CannotImport(f"{name}: more than {_FILES} files; no map has so many")
        if data is None:
            others.append(path)
            continue
        total += len(data)
        if total > _TOTAL:
            raise CannotImport(f"{name}: more than {_TOTAL >> 20} MiB of texts to read")
        (games if path.endswith(".xml") else texts)[path] = data
    if not games:
        raise CannotImport(f"{name}: holds no XML file, so no game", "name the map's top folder")
    return MapFiles(name, dict(sorted(games.items())), texts, tuple(sorted(others)))


def _wanted(path: PurePosixPath) -> bool:
    return path.suffix == ".xml" or path.name in TEXTS


def _bounded(file: IO[bytes], where: str) -> bytes:
    data = file.read(_FILE + 1)
    if len(data) > _FILE:
        raise CannotImport(f"{where}: longer than {_FILE >> 20} MiB")
    return data


def _folder(top: Path) -> Iterator[tuple[str, bytes | None]]:
    for path in top.rglob("*"):
        if not path.is_file():
            continue
        name = PurePosixPath(path.relative_to(top).as_posix())
        if _wanted(name):
            with path.open("rb") as file:
                yield str(name), _bounded(file, str(path))
        else:
            yield str(name), None


def _archive(path: Path, file: IO[bytes]) -> Iterator[tuple[str, bytes | None]]:
    _check_directory(path, file)
    try:
        with zipfile.ZipFile(file) as archive:
            for info in archive.infolist():
                name = PurePosixPath(info.filename)
                if info.is_dir():
                    continue
                if _wanted(name):
                    if info.compress_type not in _COMPRESSIONS:
                        raise CannotImport(f"{path}: {name} is compressed in an unusual way")
                    with archive.open(info) as member:
                        yield str(name), _bounded(member, f"{path}: {name}")
                else:
                    yield str(name), None
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, IndexError) as error:
        raise CannotImport(f"{path}: is no good zip: {error}") from error
    except RuntimeError as error:  # it is encrypted
        raise CannotImport(f"{path}: {error}", "unpack it and name the folder") from error


def _check_directory(path: Path, file: IO[bytes]) -> None:
    """Refuse an archive whose table of contents would fill the memory before a name is seen."""
    size = file.seek(0, 2)
    if size > _ARCHIVE:
        raise CannotImport(f"{path}: longer than {_ARCHIVE >> 20} MiB")
    file.seek(max(0, size - _TAIL))
    tail = file.read()
    at = tail.find(_END)
    while at >= 0:  # a comment may look like the end: every one that could be meant must be modest
        claimed = int.from_bytes(tail[at + 12 : at + 16], "little")
        if len(tail) - at >= _END_SIZE and claimed > _DIRECTORY:
            raise CannotImport(f"{path}: its table of contents is {claimed} bytes long")
        at = tail.find(_END, at + 1)
    if _END_64 in tail:
        raise CannotImport(f"{path}: a zip for huge archives", "unpack it and name the folder")
    file.seek(0)
