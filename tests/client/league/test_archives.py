"""Archives: what is in them is read one by one; bad input is named, and does no harm."""

import lzma
import os
import stat
import tarfile
import zipfile
from pathlib import Path

import fsspec
import pytest

from client.league.archives import is_archive, members
from client.league.sources import Held, OnDisk, found_in, holds_one
from client.league.verdicts import Problem, Trouble
from tests.client.league.logs import short_log, tar_with, with_member

MEGABYTE = 1 << 20


def read(path: Path) -> list[tuple[str, bytes | Problem]]:
    with path.open("rb") as file:
        return list(members(file))


def told(path: Path) -> list[tuple[str, Trouble | None]]:
    """The members, and what is wrong with each; None of a log that can be judged."""
    found = []
    for name, content in read(path):
        if not isinstance(content, Problem):
            assert content == short_log()
        found.append((name, content.code if isinstance(content, Problem) else None))
    return found


@pytest.mark.parametrize("mode", ["w:", "w:gz", "w:bz2", "w:xz"])
def test_logs_are_read_from_an_archive_however_it_is_compressed(tmp_path: Path, mode: str) -> None:
    path = tar_with(tmp_path / "season.tar", mode, one=short_log(), two=short_log())
    assert is_archive(path.read_bytes())
    assert told(path) == [("one.sslog", None), ("two.sslog", None)]


def test_a_member_of_a_tar_that_could_do_harm_is_named(tmp_path: Path) -> None:
    path = tmp_path / "season.tar"
    log = short_log()
    with tarfile.open(path, "w", encoding="utf-8", errors="surrogateescape") as archive:
        with_member(archive, "folder", b"", type=tarfile.DIRTYPE)
        with_member(archive, "folder/good", log)
        with_member(archive, "../up", log)
        with_member(archive, "/etc/passwd", log)
        with_member(archive, "C:\\logs\\one", log)
        with_member(archive, "..\\up", log)
        with_member(archive, "line\nfeed", log)
        with_member(archive, "latin-\udce9", log)
        with_member(archive, "folder/good", log)
        with_member(archive, "soft", b"", type=tarfile.SYMTYPE, linkname="/etc/passwd")
        with_member(archive, "hard", b"", type=tarfile.LNKTYPE, linkname="folder/good")
        with_member(archive, "disk", b"", type=tarfile.BLKTYPE)
        with_member(archive, "pipe", b"", type=tarfile.FIFOTYPE)
        with_member(archive, "nested", b"\x1f\x8b\x08")
        with_member(archive, "readme", b"of this season")
        with_member(archive, "last", log)
    assert told(path) == [
        ("folder/good", None),
        ("../up", Trouble.UNSAFE_NAME),
        ("/etc/passwd", Trouble.UNSAFE_NAME),
        ("C:\\logs\\one", Trouble.UNSAFE_NAME),
        ("..\\up", Trouble.UNSAFE_NAME),
        ("line\\nfeed", Trouble.UNSAFE_NAME),
        ("latin-\\udce9", Trouble.FOREIGN_NAME),
        ("folder/good", Trouble.SAME_NAME),
        ("soft", Trouble.LINK),
        ("hard", Trouble.LINK),
        ("disk", Trouble.SPECIAL),
        ("pipe", Trouble.SPECIAL),
        ("nested", Trouble.ARCHIVE),
        ("readme", Trouble.NO_LOG),
        ("last", None),
    ]
    assert list(tmp_path.iterdir()) == [path]


def test_a_member_of_a_zip_that_could_do_harm_is_named(tmp_path: Path) -> None:
    path = tmp_path / "season.zip"
    log = short_log()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.mkdir("folder")
        archive.writestr("folder/good", log)
        archive.writestr("../up", log)
        archive.writestr("schön", log)
        for name, mode in (("soft", stat.S_IFLNK), ("disk", stat.S_IFBLK)):
            special = zipfile.ZipInfo(name)
            special.create_system = 3
            special.external_attr = (mode | 0o644) << 16
            archive.writestr(special, b"/etc/passwd")
        archive.writestr("secret", log)
        archive.writestr("nested", b"PK\x03\x04")
        archive.writestr("last", log)
    data = path.read_bytes()
    at = data.rindex(b"PK\x01\x02", 0, data.rindex(b"secret")) + 8
    path.write_bytes(data[:at] + bytes([data[at] | 1]) + data[at + 1 :])  # the flag: encrypted
    assert told(path) == [
        ("folder/good", None),
        ("../up", Trouble.UNSAFE_NAME),
        ("schön", None),
        ("soft", Trouble.LINK),
        ("disk", Trouble.SPECIAL),
        ("secret", Trouble.ENCRYPTED),
        ("nested", Trouble.ARCHIVE),
        ("last", None),
    ]


def test_a_name_of_a_zip_that_is_not_in_utf_8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "season.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("schoen", short_log())
    path.write_bytes(path.read_bytes().replace(b"schoen", b"sch\x94ne"))
    assert told(path) == [("schöne", Trouble.FOREIGN_NAME)]


def test_a_damaged_member_of_a_zip_spoils_no_other(tmp_path: Path) -> None:
    path = tmp_path / "season.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("one", short_log())
        archive.writestr("two", short_log())
    data = bytearray(path.read_bytes())
    data[data.index(short_log()) + 1000] ^= 1
    path.write_bytes(data)
    assert told(path) == [("one", Trouble.NOT_READ), ("two", None)]


def test_a_bomb_is_named_as_soon_as_it_has_unpacked_too_much(tmp_path: Path) -> None:
    path = tmp_path / "bomb.tar.xz"
    bomb = tarfile.TarInfo("bomb")
    bomb.size = 1 << 40
    with lzma.open(path, "wb", preset=0) as file:
        file.write(bomb.tobuf())
        for _ in range(300):
            file.write(bytes(MEGABYTE))
    assert told(path) == [("bomb", Trouble.NO_LOG), ("", Trouble.BOMB)]


def test_a_name_without_end_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "bomb.tar"
    name = tarfile.TarInfo("././@LongLink")
    name.type = tarfile.GNUTYPE_LONGNAME
    name.size = 1 << 40
    path.write_bytes(name.tobuf(tarfile.GNU_FORMAT) + bytes(MEGABYTE))
    assert told(path) == [("", Trouble.BOMB)]


@pytest.mark.parametrize("kept", [-700, -1, 0, 1, 511, 512, 2_000])
def test_what_is_cut_off_an_archive_is_not_taken_for_its_end(tmp_path: Path, kept: int) -> None:
    path = tar_with(tmp_path / "season.tar", "w", one=short_log(), two=short_log())
    data = path.read_bytes()
    path.write_bytes(data[: data.index(b"two.sslog") + kept])
    *_, (name, content) = read(path)
    assert not name
    assert isinstance(content, Problem)
    assert content.code is Trouble.NOT_READ


def test_a_damaged_header_is_not_taken_for_the_end(tmp_path: Path) -> None:
    path = tar_with(tmp_path / "season.tar", "w", one=short_log(), two=short_log())
    data = path.read_bytes()
    second = data.index(b"two.sslog")
    path.write_bytes(data[:second] + b"T" + data[second + 1 :])
    assert told(path) == [("one.sslog", None), ("", Trouble.NOT_READ)]


def test_a_folder_is_gone_through_by_name_and_no_link_is_followed(tmp_path: Path) -> None:
    folder = tmp_path / "season"
    (folder / "b").mkdir(parents=True)
    for name in ("c", "a", "b/2", "b/1"):
        (folder / name).write_bytes(short_log())
    (folder / "b" / "up").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe")
    tar_with(folder / "d.tar", "w", one=short_log())
    (folder / "results").write_bytes(b"")
    found = list(found_in([str(folder)], besides=folder / "results"))
    assert [one.name.removeprefix(f"{folder}/") for one in found] == [
        *("a", "b/1", "b/2", "b/up", "c", "d.tar:one.sslog", "pipe")
    ]
    kinds = [one.at.code if isinstance(one.at, Problem) else type(one.at) for one in found]
    assert kinds == [OnDisk, OnDisk, OnDisk, Trouble.LINK, OnDisk, Held, Trouble.SPECIAL]


def test_archives_are_read_at_urls_and_known_by_their_names(tmp_path: Path) -> None:
    zipped = tmp_path / "late.zip"
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("one", short_log())
        archive.writestr("../two", short_log())
    memory = fsspec.filesystem("memory")
    compressed = tar_with(tmp_path / "season.tar.gz", "w:gz", three=short_log()).read_bytes()
    memory.pipe(
        {
            "/cup/archive": compressed,
            "/cup/broken.tar": b"no archive",
            "/cup/late.zip": zipped.read_bytes(),
            "/cup/season.tar.gz": compressed,
        }
    )
    expected = {
        "archive": Trouble.ARCHIVE,
        "broken.tar": Trouble.NOT_READ,
        "late.zip:one": None,
        "late.zip:../two": Trouble.UNSAFE_NAME,
        "season.tar.gz:three.sslog": None,
    }
    assert judged(["memory://cup"], "memory:///cup/") == expected
    whole = judged([zipped.as_uri()], f"{zipped.parent.as_uri()}/")
    assert whole == {"late.zip:one": None, "late.zip:../two": Trouble.UNSAFE_NAME}


def judged(places: list[str], folder: str) -> dict[str, Trouble | None]:
    """What is wrong with each log, by name; None of one that can be judged."""
    found = {}
    for log in found_in(places):
        content = log.at if isinstance(log.at, Problem) else log.at.read()
        wrong = content.code if isinstance(content, Problem) else None
        found[log.name.removeprefix(folder)] = wrong
    return found


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    (found,) = found_in([str(tmp_path / "none")])
    assert isinstance(found.at, OnDisk)
    content = found.at.read()
    assert isinstance(content, Problem)
    assert content.code is Trouble.NOT_READ


def test_one_log_is_told_from_folders_and_archives(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(short_log())
    assert holds_one(str(log))
    assert holds_one(str(tmp_path / "none"))
    assert not holds_one(str(tmp_path))
    assert not holds_one(str(tar_with(tmp_path / "season.tar", "w:gz", one=short_log())))
    assert not holds_one("memory://season")


def test_an_empty_zip_is_no_log(tmp_path: Path) -> None:
    path = tmp_path / "empty.zip"
    zipfile.ZipFile(path, "w").close()
    assert told(path) == []
