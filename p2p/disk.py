"""Where a store may lie: a local disk, never a network file system.

SQLite's lock and its promise of durability are worth what the file system makes of them; network
file systems are known to lie about both, and then one seat could sign twice.
"""

import re
from pathlib import Path, PurePosixPath
from typing import Final

__all__ = ["NETWORK_FILE_SYSTEMS", "file_system_of", "is_network"]

NETWORK_FILE_SYSTEMS: Final = frozenset(
    {
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
    }
)

_MOUNTS: Final = Path("/proc/self/mountinfo")
_OCTAL: Final = re.compile(r"\\([0-7]{3})")


def file_system_of(path: PurePosixPath, mounts: str) -> str | None:
    """The type of the file system that holds an absolute path.

    `mounts` is the text of Linux's `/proc/self/mountinfo` (proc(5)): the mount point is the fifth
    field, and the type is the first one after the lone hyphen. Of mounts on one point the last
    counts. None if no line covers the path.
    """
    best: tuple[int, str] | None = None
    for line in mounts.splitlines():
        fields, _, tail = line.partition(" - ")
        point = PurePosixPath(_unescaped(fields.split(" ")[4]))
        if path.is_relative_to(point) and (best is None or len(point.parts) >= best[0]):
            best = len(point.parts), tail.split(" ")[0]
    return best[1] if best else None


def is_network(path: Path) -> bool:
    """Whether a file at this path would lie on a network file system.

    Known only where the system has `/proc/self/mountinfo`; elsewhere the answer is no.
    """
    try:
        mounts = _MOUNTS.read_text(errors="surrogateescape")
    except OSError:
        return False
    return file_system_of(PurePosixPath(path.resolve()), mounts) in NETWORK_FILE_SYSTEMS


def _unescaped(point: str) -> str:
    return _OCTAL.sub(lambda match: chr(int(match[1], 8)), point)
