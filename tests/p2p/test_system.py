"""What another operating system lacks is taken away here, and what is done instead is tested."""

import asyncio
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from p2p import system
from p2p.errors import BadStore
from p2p.store import Store
from p2p.system import Disk

MOUNTINFO = """\
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
40 27 0:50 / /home rw,relatime shared:1 - nfs4 server:/home rw
41 40 0:51 / /home/ann/local rw,relatime - btrfs /dev/vdb rw
42 27 0:52 / /media/my\\040share rw,relatime - cifs //box/share rw
43 27 0:53 / /srv rw,relatime - nfs server:/srv rw
44 27 0:54 / /srv rw,relatime - xfs /dev/vdc rw
45 27 0:55 / /mnt/c rw,relatime - 9p drvfs rw
46 27 0:56 / /mnt/phone rw,relatime - fuse.mtp phone rw
"""

MOUNTS = """\
/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
devfs on /dev (devfs, local, nobrowse)
map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)
//ann@box/share on /Volumes/my share (smbfs, nodev, nosuid, mounted by ann)
/dev/disk4s1 on /Volumes/stick (msdos, local, nodev, nosuid)
phone on /Volumes/phone (macfuse, nodev, nosuid)
"""


# Disks


@pytest.mark.parametrize(
    ("path", "kind", "disk"),
    [
        ("/var/lib/game.db", "ext4", Disk.LOCAL),
        ("/home/bob/game.db", "nfs4", Disk.NETWORK),
        ("/home/ann/local/game.db", "btrfs", Disk.LOCAL),
        ("/homework/game.db", "ext4", Disk.LOCAL),
        ("/media/my share/game.db", "cifs", Disk.NETWORK),
        ("/srv/game.db", "xfs", Disk.LOCAL),
        ("/mnt/c/game.db", "9p", Disk.UNKNOWN),
        ("/mnt/phone/game.db", "fuse.mtp", Disk.UNKNOWN),
    ],
)
def test_linux_the_innermost_and_latest_mount_holds_a_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, path: str, kind: str, disk: Disk
) -> None:
    mountinfo = tmp_path / "mountinfo"
    mountinfo.write_text(MOUNTINFO)
    monkeypatch.setattr(system, "_MOUNTINFO", mountinfo)
    assert system.file_system_of(PurePosixPath(path), MOUNTINFO) == kind
    assert system.disk_of(Path(path)) is disk


def test_linux_a_path_that_no_mount_covers_is_on_an_unknown_disk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "mountinfo").write_text("")
    monkeypatch.setattr(system, "_MOUNTINFO", tmp_path / "mountinfo")
    assert system.disk_of(tmp_path) is Disk.UNKNOWN


@pytest.mark.parametrize(
    ("path", "disk"),
    [
        ("/Users/ann/game.db", Disk.LOCAL),
        ("/Volumes/my share/game.db", Disk.NETWORK),
        ("/Volumes/stick/game.db", Disk.LOCAL),
        ("/Volumes/phone/game.db", Disk.UNKNOWN),
        ("/System/Volumes/Data/home/ann/game.db", Disk.UNKNOWN),
    ],
)
def test_macos_mount_tells_what_is_local(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, path: str, disk: Disk
) -> None:
    def mount(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        return subprocess.CompletedProcess(command, 0, MOUNTS.encode())

    monkeypatch.setattr(system, "_MOUNTINFO", tmp_path / "no such file")
    monkeypatch.setattr(subprocess, "run", mount)
    assert system.disk_of(Path(path)) is disk


def test_where_nothing_tells_the_disk_is_unknown_and_not_called_local(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(system, "_MOUNTINFO", tmp_path / "no such file")
    monkeypatch.setattr(system, "_MOUNT_PROGRAM", str(tmp_path / "no such program"))
    assert system.disk_of(tmp_path) is Disk.UNKNOWN


@pytest.mark.parametrize(
    ("path", "kind", "disk"),
    [
        ("C:\\Users\\Ann\\game.db", 3, Disk.LOCAL),
        ("Z:\\game.db", 4, Disk.NETWORK),
        ("\\\\box\\share\\game.db", 3, Disk.NETWORK),
        ("\\\\?\\C:\\game.db", 3, Disk.LOCAL),
        ("Q:\\game.db", 1, Disk.UNKNOWN),
        ("C:\\game.db", None, Disk.UNKNOWN),
    ],
)
def test_windows_is_asked_for_the_type_of_the_drive(
    path: str, kind: int | None, disk: Disk
) -> None:
    assert system.windows_disk(PureWindowsPath(path), lambda _: kind) is disk


def test_windows_without_its_library_does_not_say(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(system, "_MOUNTINFO", tmp_path / "no such file")
    monkeypatch.setattr(system, "_on_windows", lambda: True)
    assert system.disk_of(tmp_path) is Disk.UNKNOWN


@pytest.mark.parametrize("disk", [Disk.LOCAL, Disk.UNKNOWN])
def test_a_store_knows_on_what_disk_it_lies(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, disk: Disk
) -> None:
    monkeypatch.setattr("p2p.store.disk_of", lambda _: disk)
    with Store.create(tmp_path / "game.db", bytes(32), bytes(32)) as store:
        assert store.disk is disk
    with Store.open(tmp_path / "game.db", bytes(32), bytes(32)) as store:
        assert store.disk is disk


def test_no_store_lies_on_a_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("p2p.store.disk_of", lambda _: Disk.NETWORK)
    with pytest.raises(BadStore, match="use a local disk"):
        Store.create(tmp_path / "game.db", bytes(32), bytes(32))
    with pytest.raises(BadStore, match="use a local disk"):
        Store.open(tmp_path / "game.db", bytes(32), bytes(32))


# Private files


def test_a_private_file_and_its_folder_are_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "home" / "key"
    system.create_private(path, exclusive=True).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    with pytest.raises(FileExistsError):
        system.create_private(path, exclusive=True)
    system.create_private(path, exclusive=False).close()


def test_a_file_is_replaced_as_a_whole_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "memo"
    system.replace_private(path, b"the first, which is longer")
    system.replace_private(path, b"the second")
    assert path.read_bytes() == b"the second"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    def full(_: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="disk is full"):
        system.replace_private(path, b"the third")
    assert path.read_bytes() == b"the second"


def held_open(times: int) -> Callable[[Path, Path], Path]:
    """Refuse to replace a file so many times, as Windows does while somebody reads it."""
    replace, left = Path.replace, times

    def replacing(self: Path, target: Path) -> Path:
        nonlocal left
        if left:
            left -= 1
            raise PermissionError("held open by another process")
        return replace(self, target)

    return replacing


def test_windows_a_file_that_is_held_open_is_replaced_a_moment_later(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(system, "_REPLACE_SECONDS", 0.001)
    monkeypatch.setattr(system, "_on_windows", lambda: True)
    monkeypatch.setattr(Path, "replace", held_open(3))
    system.replace_private(tmp_path / "memo", b"patience")
    assert (tmp_path / "memo").read_bytes() == b"patience"
    monkeypatch.setattr(Path, "replace", held_open(1000))
    with pytest.raises(PermissionError, match="held open"):
        system.replace_private(tmp_path / "memo", b"too long")
    assert (tmp_path / "memo").read_bytes() == b"patience"


def test_elsewhere_a_file_that_cannot_be_replaced_is_said_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "replace", held_open(1))
    with pytest.raises(PermissionError):
        system.replace_private(tmp_path / "memo", b"no")


def test_a_folder_is_synced_where_the_system_can(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert system.sync_folder(tmp_path)

    def no_folders(*_: object) -> int:
        raise PermissionError("folders cannot be opened")

    monkeypatch.setattr(os, "open", no_folders)
    assert not system.sync_folder(tmp_path)


def test_a_file_system_that_syncs_no_folder_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuses(_: int) -> None:
        raise OSError("invalid argument")

    monkeypatch.setattr(os, "fsync", refuses)
    assert not system.sync_folder(tmp_path)


def test_the_folder_of_the_user_is_of_this_program() -> None:
    assert system.user_folder("secret-subs").name == "secret-subs"


# Limits


LIMITED = """
from p2p import system
system.limit_process({seconds}, {memory})
try:
    bytes(1 << 30)
except MemoryError:
    print("no room")
while True:
    pass
"""


def limited(seconds: int | None, memory: int | None) -> subprocess.CompletedProcess[str]:
    told = LIMITED.format(seconds=seconds, memory=memory)
    return subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=False)


def test_a_process_ends_when_it_has_used_up_its_time_and_gets_no_more_memory() -> None:
    ended = limited(1, 1 << 29)
    assert system.limits_processes()
    assert system.ended_for_time(ended.returncode)
    assert ended.stdout == "no room\n"
    assert limited(1, None).stdout == ""
    assert not system.ended_for_time(0)
    assert not system.ended_for_time(None)


def test_a_system_without_limits_sets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert not system.limits_processes()
    system.limit_process(1, 1)


def test_a_file_is_claimed_by_one_until_it_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    with path.open("ab") as first, path.open("ab") as second:
        assert system.claimed(first)
        assert not system.claimed(second)
        first.close()
        assert system.claimed(second)
        with path.open("ab") as third:
            monkeypatch.setitem(sys.modules, "fcntl", None)
            assert system.claimed(third), "where the system has no such claims"


def test_a_process_that_gives_way_is_nicer() -> None:
    told = "import os; from p2p import system; system.give_way(); print(os.nice(0))"
    before = os.nice(0)
    process = subprocess.run([sys.executable, "-c", told], capture_output=True, check=True)
    assert int(process.stdout) == min(before + 10, 19)


def test_a_system_without_priorities_leaves_it_at_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "nice")
    system.give_way()


# Signals


@pytest.mark.parametrize("handlers", [True, False], ids=["with the loop", "without"])
async def test_a_task_is_cancelled_when_the_system_asks_the_program_to_end(
    monkeypatch: pytest.MonkeyPatch, *, handlers: bool
) -> None:
    def none_here(*_: object) -> None:
        raise NotImplementedError

    loop = asyncio.get_running_loop()
    if not handlers:
        monkeypatch.setattr(loop, "add_signal_handler", none_here)
        monkeypatch.setattr(loop, "remove_signal_handler", none_here)
        monkeypatch.delattr(signal, "SIGHUP")
    before = signal.getsignal(signal.SIGTERM)
    waiting: asyncio.Task[None] = asyncio.create_task(asyncio.sleep(20))
    with system.cancelled_when_asked_to_stop(waiting):
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(asyncio.CancelledError):
            await waiting
    assert signal.getsignal(signal.SIGTERM) == before


def test_interrupts_are_blocked_where_signals_can_be_masked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def blocked() -> set[int]:
        return {int(one) for one in signal.pthread_sigmask(signal.SIG_BLOCK, ())}

    with system.interrupts_blocked():
        assert signal.SIGINT in blocked()
    assert signal.SIGINT not in blocked()
    mask = signal.pthread_sigmask
    monkeypatch.delattr(signal, "pthread_sigmask")
    with system.interrupts_blocked():
        assert signal.SIGINT not in {int(one) for one in mask(signal.SIG_BLOCK, ())}


def test_interrupts_can_be_left_to_another_process() -> None:
    before = signal.getsignal(signal.SIGINT)
    try:
        system.ignore_interrupts()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
