"""What depends on the operating system, in one place, with what is done where it lacks something.

The program is written and run on Linux. For macOS, the BSDs and Windows every function here has a
fallback, which is tested by taking away what that system does not have.
"""

import asyncio
import ctypes
import importlib
import importlib.util
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum, unique
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import BinaryIO, Final

import platformdirs

__all__ = [
    "NETWORK_FILE_SYSTEMS",
    "Disk",
    "allow_open_files",
    "cancelled_when_asked_to_stop",
    "claimed",
    "create_private",
    "disk_of",
    "ended_for_time",
    "file_system_of",
    "give_way",
    "ignore_interrupts",
    "interrupts_blocked",
    "limit_process",
    "limits_processes",
    "machine_name",
    "make_private_folder",
    "mounted_disk",
    "replace_private",
    "state_folder",
    "sync_folder",
    "user_folder",
    "windows_disk",
]


# Disks


@unique
class Disk(Enum):
    """Where a file lies.

    SQLite's lock and its promise of durability are worth what the file system makes of them.
    Network file systems are known to break both, and then one seat could sign twice.
    """

    LOCAL = "local"
    NETWORK = "network"
    UNKNOWN = "unknown"  # the system does not say; whoever asks must say so, too


NETWORK_FILE_SYSTEMS: Final = frozenset(
    {
        "afpfs",
        "afs",
        "beegfs",
        "ceph",
        "cifs",
        "coda",
        "davfs",
        "fuse.ceph",
        "fuse.davfs2",
        "fuse.glusterfs",
        "fuse.rclone",
        "fuse.sshfs",
        "glusterfs",
        "gpfs",
        "lustre",
        "ncpfs",
        "nfs",
        "nfs4",
        "smb3",
        "smbfs",
        "webdav",
    }
)
_SHARED_FOLDERS: Final = frozenset({"9p", "drvfs", "prl_fs", "vboxsf", "virtiofs", "vmhgfs"})
"""Of a virtual machine: what lies behind them only its host knows, as of an unknown `fuse.…`."""

_MOUNTINFO: Final = Path("/proc/self/mountinfo")
_MOUNT_PROGRAM: Final = "/sbin/mount"
_OCTAL: Final = re.compile(r"\\([0-7]{3})")
_MOUNT_LINE: Final = re.compile(r".* on (/.*) \(([^,)]+)(.*)\)")
_DRIVE_REMOTE: Final = 4
_LOCAL_DRIVES: Final = frozenset({2, 3, 5, 6})
"""Of `GetDriveTypeW`: removable, fixed, CD-ROM, RAM disk."""


def disk_of(path: Path) -> Disk:
    """Where a file at this path would lie.

    Linux tells in `/proc/self/mountinfo`, Windows by `GetDriveTypeW`, macOS and the BSDs by the
    program `mount`.
    """
    if sys.platform == "emscripten":
        return Disk.LOCAL  # the files that a browser keeps for a page
    whole = path.resolve()
    mountinfo = _mountinfo()
    if mountinfo is not None:
        return _disk_with(file_system_of(PurePosixPath(whole), mountinfo))
    if _on_windows():
        return windows_disk(PureWindowsPath(whole), _drive_type)
    return mounted_disk(PurePosixPath(whole), _mounts())


def file_system_of(path: PurePosixPath, mountinfo: str) -> str | None:
    """The type of the file system that holds an absolute path.

    `mountinfo` is the text of Linux's `/proc/self/mountinfo` (proc(5)): the mount point is the
    fifth field, and the type is the first one after the lone hyphen. Of mounts on one point the
    last counts. None if no line covers the path.
    """
    best: tuple[int, str] | None = None
    for line in mountinfo.splitlines():
        fields, _, tail = line.partition(" - ")
        point = PurePosixPath(_unescaped(fields.split(" ")[4]))
        if path.is_relative_to(point) and (best is None or len(point.parts) >= best[0]):
            best = len(point.parts), tail.split(" ")[0]
    return best[1] if best else None


def mounted_disk(path: PurePosixPath, mounts: str) -> Disk:
    """Where an absolute path lies by the output of `mount` on macOS and the BSDs.

    A line reads `/dev/disk3s1 on /System/Volumes/Data (apfs, local, journaled)`: `local` stands
    for the flag MNT_LOCAL of statfs(2).
    """
    best, disk = -1, Disk.UNKNOWN
    for line in mounts.splitlines():
        match = _MOUNT_LINE.fullmatch(line)
        if match is None:
            continue
        point, kind, flags = PurePosixPath(match[1]), match[2], match[3]
        if path.is_relative_to(point) and len(point.parts) >= best:
            best = len(point.parts)
            local = "local" in flags.split(", ")
            disk = Disk.LOCAL if local else _disk_with(kind)
            if disk is Disk.LOCAL and not local:
                disk = Disk.UNKNOWN  # neither flagged as local nor known to be of a network
    return disk


def windows_disk(path: PureWindowsPath, drive_type: Callable[[str], int | None]) -> Disk:
    r"""Where an absolute path lies on Windows: `\\server\share` is a network, drives are asked.

    Args:
        path: with its drive.
        drive_type: what `GetDriveTypeW` says of a drive's root; None where it cannot be asked.
    """
    if path.drive.startswith("\\\\") and not path.drive.startswith("\\\\?\\"):
        return Disk.NETWORK
    kind = drive_type(path.anchor)
    if kind == _DRIVE_REMOTE:
        return Disk.NETWORK
    return Disk.LOCAL if kind in _LOCAL_DRIVES else Disk.UNKNOWN


def _disk_with(file_system: str | None) -> Disk:
    if file_system in NETWORK_FILE_SYSTEMS:
        return Disk.NETWORK
    if file_system is None or file_system in _SHARED_FOLDERS or file_system.startswith("fuse."):
        return Disk.UNKNOWN
    return Disk.LOCAL


def _mountinfo() -> str | None:
    try:
        return _MOUNTINFO.read_text(errors="surrogateescape")
    except OSError:
        return None


def _mounts() -> str:
    try:
        done = subprocess.run(  # noqa: S603 (a fixed program without arguments)
            [_MOUNT_PROGRAM], capture_output=True, check=True, timeout=5
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode(errors="surrogateescape")


def _drive_type(root: str) -> int | None:
    libraries = getattr(ctypes, "windll", None)
    return None if libraries is None else int(libraries.kernel32.GetDriveTypeW(root))


def _on_windows() -> bool:
    return sys.platform == "win32"


def _unescaped(point: str) -> str:
    return _OCTAL.sub(lambda match: chr(int(match[1], 8)), point)


# Files that nobody else may read


_REPLACE_ATTEMPTS: Final = 10
_REPLACE_SECONDS: Final = 0.05


def user_folder(program: str) -> Path:
    """The folder where this system keeps what a program keeps for its user."""
    return platformdirs.user_data_path(program)


def state_folder(program: str) -> Path:
    """The folder where this system keeps what a program remembers of its own doings."""
    return platformdirs.user_state_path(program)


def machine_name() -> str:
    """What this machine is called."""
    return socket.gethostname()


def make_private_folder(path: Path) -> None:
    """Make a folder that its owner alone may read; one that is there stays as it is.

    Windows has no such modes (for folders alone from Python 3.13 on): there a folder and its files
    are as private as the folder that they are in, and the folder of the user is private.

    Raises:
        OSError: it cannot be made.
    """
    path.mkdir(parents=True, exist_ok=True, mode=0o700)


def create_private(path: Path, *, exclusive: bool) -> BinaryIO:
    """Open a file for writing that its owner alone may read; see `make_private_folder`.

    Args:
        path: of the file; its folder is made where it is missing.
        exclusive: whether a file that is there already is an error, and is not opened.

    Raises:
        FileExistsError: it is there already.
        OSError: it cannot be made.
    """
    make_private_folder(path.parent)
    flags = os.O_CREAT | os.O_WRONLY | (os.O_EXCL if exclusive else 0)
    return os.fdopen(os.open(path, flags, 0o600), "wb")


def replace_private(path: Path, content: bytes) -> None:
    """Write a file that its owner alone may read, as a whole or not at all, and for good.

    Windows refuses to replace a file that another program, such as a virus scanner, holds open
    for a moment: there it is tried again for half a second.

    Raises:
        OSError: it cannot be written; the file before it is still there.
    """
    fresh = path.with_name(f"{path.name}.new")
    with create_private(fresh, exclusive=False) as file:
        file.truncate()
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    for left in reversed(range(_REPLACE_ATTEMPTS)):
        try:
            fresh.replace(path)
        except PermissionError:
            if not _on_windows() or not left:
                raise
            time.sleep(_REPLACE_SECONDS)
        else:
            break
    sync_folder(path.parent)


def sync_folder(path: Path) -> bool:
    """Have the names of a folder reach the disk; False where the system cannot do so.

    Windows opens no folders, and some file systems refuse to sync one. There a new name is as
    durable as the journal of the file system makes it.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        os.fsync(descriptor)
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True


# Limits

_NICE: Final = 10


def allow_open_files(wanted: int) -> int | None:
    """Have the system let this program hold so many files and sockets open at once.

    Returns:
        How many it may; None where the system has no such limit (Windows).
    """
    try:
        limits = importlib.import_module("resource")
    except ImportError:
        return None
    soft, hard = limits.getrlimit(limits.RLIMIT_NOFILE)
    if hard != limits.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft == limits.RLIM_INFINITY or soft >= wanted:
        return wanted
    with suppress(ValueError, OSError):
        limits.setrlimit(limits.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return int(soft)


def claimed(file: BinaryIO) -> bool:
    """Claim an open file until it is closed; False if another process has claimed it.

    By flock(2), which Windows and some disks of networks do not have: there everybody may have it.
    """
    try:
        locks = importlib.import_module("fcntl")
        locks.flock(file, locks.LOCK_EX | locks.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        pass
    return True


def limits_processes() -> bool:
    """Whether `limit_process` does something: by setrlimit(2), which Windows does not have."""
    return importlib.util.find_spec("resource") is not None


def limit_process(seconds: int | None, memory: int | None) -> None:
    """Have the system end this process after so many seconds of a processor, leaving no core file.

    Beyond so many bytes of memory it gets no more, and Python raises `MemoryError`. (macOS knows
    that limit, but does not keep it.) None sets no limit.
    """
    try:
        limits = importlib.import_module("resource")
    except ImportError:
        return
    limits.setrlimit(limits.RLIMIT_CORE, (0, 0))
    for limit, most in ((limits.RLIMIT_CPU, seconds), (limits.RLIMIT_AS, memory)):
        if most is not None:
            _, hard = limits.getrlimit(limit)
            least = most if hard == limits.RLIM_INFINITY else min(most, hard)
            limits.setrlimit(limit, (least, hard))


def ended_for_time(status: int | None) -> bool:
    """Whether a process with this exit status had its time used up (`limit_process`)."""
    ending = getattr(signal, "SIGXCPU", None)
    return ending is not None and status == -ending


def give_way() -> None:
    """Have the system run other processes first where there is more to do than cores.

    By the nice value of POSIX; where there is none (Windows) all stay alike.
    """
    nice = getattr(os, "nice", None)
    if nice is not None:
        with suppress(OSError):
            nice(_NICE)


# Signals


@contextmanager
def cancelled_when_asked_to_stop(task: asyncio.Task[None]) -> Iterator[None]:
    """Cancel a task of the running loop when the system asks the program to end.

    By SIGTERM, and where there are such by SIGHUP or Windows' SIGBREAK. Loops that take no signal
    handlers (Windows) are reached through a handler of the process.
    """
    loop = asyncio.get_running_loop()
    asked = [getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP", "SIGBREAK")]
    signals = [one for one in asked if one is not None]
    before = {one: signal.getsignal(one) for one in signals}

    def stop(*_: object) -> None:
        loop.call_soon_threadsafe(task.cancel)

    for one in signals:
        try:
            loop.add_signal_handler(one, stop)
        except NotImplementedError:
            signal.signal(one, stop)
    try:
        yield
    finally:
        for one, handler in before.items():
            with suppress(NotImplementedError):
                loop.remove_signal_handler(one)
            if handler is not None:  # None: it was not set by Python, which cannot set it again
                signal.signal(one, handler)


def ignore_interrupts() -> None:
    """Leave interrupts from the keyboard to another process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Processes that are started here are born with interrupts from the keyboard blocked.

    Windows has no signal masks: there they can be interrupted until `ignore_interrupts`.
    """
    mask = getattr(signal, "pthread_sigmask", None)
    if mask is None:
        yield
        return
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)
