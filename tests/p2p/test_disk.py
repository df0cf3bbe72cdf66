"""A store lies on a local disk (network design, Storage)."""

from pathlib import Path, PurePosixPath

import pytest

from p2p import disk

MOUNTS = """\
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
40 27 0:50 / /home rw,relatime shared:1 - nfs4 server:/home rw
41 40 0:51 / /home/ann/local rw,relatime - btrfs /dev/vdb rw
42 27 0:52 / /media/my\\040share rw,relatime - cifs //box/share rw
43 27 0:53 / /srv rw,relatime - nfs server:/srv rw
44 27 0:54 / /srv rw,relatime - xfs /dev/vdc rw
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/lib/game.db", "ext4"),
        ("/home/bob/game.db", "nfs4"),
        ("/home/ann/local/game.db", "btrfs"),
        ("/homework/game.db", "ext4"),
        ("/media/my share/game.db", "cifs"),
        ("/srv/game.db", "xfs"),
    ],
)
def test_the_innermost_and_latest_mount_holds_a_path(path: str, kind: str) -> None:
    assert disk.file_system_of(PurePosixPath(path), MOUNTS) == kind


def test_a_path_that_no_mount_covers_has_no_file_system() -> None:
    assert disk.file_system_of(PurePosixPath("/home"), "") is None


def test_network_file_systems_are_told_from_local_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS)
    monkeypatch.setattr(disk, "_MOUNTS", mounts)
    assert disk.is_network(Path("/home/bob/game.db"))
    assert not disk.is_network(Path("/var/lib/game.db"))
    mounts.unlink()
    assert not disk.is_network(Path("/home/bob/game.db"))
