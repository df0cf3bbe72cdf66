"""Finding the files of a map, in folders and in hostile archives."""

import contextlib
import io
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from client.importing import source
from client.importing.errors import CannotImport
from client.importing.source import MapFiles, read_map
from tests.client.importing.maps import GAME, archive
from tests.examples import examples

FILES = {
    "map/games/small.xml": GAME.encode(),
    "map/centers.txt": b"East  (1,2)\n",
    "map/map.properties": b"map.width=10\n",
    "map/baseTiles/0_0.png": b"\x89PNG",
}


def folder(top: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return top


def zipped(top: Path, files: dict[str, bytes]) -> Path:
    path = top / "small.zip"
    path.write_bytes(archive(files))
    return path


@pytest.mark.parametrize("kind", [folder, zipped])
def test_a_folder_and_a_zip_hold_the_same(tmp_path: Path, kind: object) -> None:
    assert callable(kind)
    found: MapFiles = read_map(kind(tmp_path, FILES))
    assert list(found.games) == ["map/games/small.xml"]
    assert found.games["map/games/small.xml"] == GAME.encode()
    assert set(found.texts) == {"map/centers.txt", "map/map.properties"}
    assert found.others == ("map/baseTiles/0_0.png",)


def test_a_game_goes_with_the_nearest_map() -> None:
    texts = {"a/map/centers.txt": b"a", "centers.txt": b"top", "b/centers.txt": b"b"}
    files = MapFiles("x", {}, texts, ())
    assert files.text("a/map/games/g.xml", "centers.txt") == b"a"
    assert files.text("a/games/g.xml", "centers.txt") == b"a"
    assert files.text("b/g.xml", "centers.txt") == b"b"
    assert files.text("c/g.xml", "centers.txt") == b"top"
    assert files.text("c/g.xml", "place.txt") is None


def test_invalid_places_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotImport, match="there is no such folder"):
        read_map(tmp_path / "nowhere")
    with pytest.raises(CannotImport, match="holds no XML file"):
        read_map(tmp_path)
    plain = tmp_path / "plain.zip"
    plain.write_bytes(b"this is no zip")
    with pytest.raises(CannotImport, match="is no good zip"):
        read_map(plain)


class TestBombs:
    """Nothing is unpacked, and no more is read than any honest map holds."""

    def test_a_member_that_expands_beyond_measure(self, tmp_path: Path) -> None:
        bomb = zipped(tmp_path, {"small.xml": b"\0" * (source._FILE + 1)})
        assert bomb.stat().st_size < 20_000
        with pytest.raises(CannotImport, match="longer than 8 MiB"):
            read_map(bomb)

    def test_many_members_that_expand(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(source, "_TOTAL", 1 << 20)
        bomb = zipped(tmp_path, {f"{n}.xml": b"\0" * 100_000 for n in range(11)})
        with pytest.raises(CannotImport, match="more than 1 MiB"):
            read_map(bomb)

    def test_a_member_that_lies_about_its_size(self, tmp_path: Path) -> None:
        data = archive({"small.xml": b"\0" * 100_000})
        lying = data.replace(struct.pack("<L", 100_000), struct.pack("<L", 10))
        path = tmp_path / "lying.zip"
        path.write_bytes(lying)
        with pytest.raises(CannotImport, match="is no good zip"):
            read_map(path)

    def test_too_many_files(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(source, "_FILES", 3)
        with pytest.raises(CannotImport, match="more than 3 files"):
            read_map(folder(tmp_path, {f"{n}.png": b"" for n in range(4)} | {"a.xml": b""}))

    def test_a_table_of_contents_that_would_fill_the_memory(self, tmp_path: Path) -> None:
        end = b"PK\x05\x06" + struct.pack("<4H2LH", 0, 0, 1, 1, 1 << 30, 0, 0)
        path = tmp_path / "huge.zip"
        path.write_bytes(archive({"small.xml": b"x"}) + end)
        with pytest.raises(CannotImport, match="its table of contents is 1073741824 bytes long"):
            read_map(path)

    def test_compressions_that_expand_before_they_are_counted(self, tmp_path: Path) -> None:
        path = tmp_path / "small.zip"
        path.write_bytes(archive({"small.xml": b"x" * 1000}, zipfile.ZIP_LZMA))
        with pytest.raises(CannotImport, match="compressed in an unusual way"):
            read_map(path)

    def test_names_lead_nowhere(self, tmp_path: Path) -> None:
        """A name that climbs out of the archive is only a name."""
        found = read_map(zipped(tmp_path, {"../../etc/evil.xml": b"<x/>"}))
        assert list(found.games) == ["../../etc/evil.xml"]
        assert sorted(path.name for path in tmp_path.iterdir()) == ["small.zip"]


@settings(examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 2_000), byte=st.integers(0, 255))
@example(at=672, byte=0)  # a member without a name
def test_any_changed_byte_gives_a_map_or_an_error(tmp_path: Path, at: int, byte: int) -> None:
    data = bytearray(archive({"small.xml": b"<game/>", "centers.txt": b"East (1,2)"}))
    data[at % len(data)] = byte
    path = tmp_path / "changed.zip"
    path.write_bytes(io.BytesIO(data).getvalue())
    with contextlib.suppress(CannotImport):
        assert read_map(path).name == "changed"
