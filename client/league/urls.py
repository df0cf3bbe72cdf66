"""Logs behind URLs: whatever `fsspec` reads, which comes with the extra ``secret-subs[league]``.

To look into every file would ask a store twice for each, so archives are known by their names.
"""

__all__ = ["AtUrl", "found_at", "is_url"]

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import IO, Final

from client.errors import ClientError
from client.league.archives import MAX_LOG, is_archive
from client.league.verdicts import Problem, Trouble
from protocol.evidence import EVIDENCE_MAGIC
from protocol.logfile import LOG_MAGIC
from protocol.printable import printable

_URL: Final = re.compile(r"[a-z][a-z0-9+.-]+(?:::|://)")
_HEAD: Final = 512
_ARCHIVES: Final = (
    *(".zip", ".tar", ".tar.gz", ".tgz"),
    *(".tar.bz2", ".tbz2", ".tar.xz", ".txz"),
)


def is_url(path: str) -> bool:
    """Whether something is named by a URL, as in ``s3://bucket/season``."""
    return _URL.match(path) is not None


@dataclass(frozen=True, slots=True)
class AtUrl:
    """A log or an archive at a URL."""

    url: str

    @property
    def is_archive(self) -> bool:
        """Whether it has the name of one."""
        return self.url.lower().endswith(_ARCHIVES)

    def opened(self) -> AbstractContextManager[IO[bytes]]:
        """The file, to be read.

        Raises:
            Exception: it cannot be: each kind of store has errors of its own.
        """
        import fsspec  # noqa: PLC0415 (an extra; `found_at` has said so)

        found: AbstractContextManager[IO[bytes]] = fsspec.open(self.url, "rb")
        return found

    def read(self) -> bytes | Problem:
        """Its bytes; see `client.league.sources.OnDisk`."""
        try:
            with self.opened() as file:
                head = file.read(_HEAD)
                if is_archive(head):
                    reason = f"an archive: have its name end with one of {', '.join(_ARCHIVES)}"
                    return Problem(code=Trouble.ARCHIVE, reason=reason)
                if not head.startswith((LOG_MAGIC, EVIDENCE_MAGIC)):
                    return Problem(code=Trouble.NO_LOG, reason="neither a log nor evidence")
                content = head + file.read(MAX_LOG + 1 - len(head))
        except Exception as error:  # noqa: BLE001 (see `opened`)
            reason = printable(str(error) or type(error).__name__)
            return Problem(code=Trouble.NOT_READ, reason=reason)
        if len(content) > MAX_LOG:
            return Problem(code=Trouble.TOO_LARGE, reason=f"more than {MAX_LOG} bytes")
        return content


def found_at(url: str) -> Iterator[AtUrl]:
    """Everything at a URL and below it, by name.

    Raises:
        ClientError: `fsspec` or what it needs for this kind of URL is not installed, or nothing
            answers there.
    """
    try:
        from fsspec.core import url_to_fs  # noqa: PLC0415 (an extra)
    except ImportError as error:
        advice = "install it with: pip install 'secret-subs[league]'"
        raise ClientError("URLs need fsspec", advice) from error
    try:
        system, path = url_to_fs(url)
        paths = sorted(system.find(path))
    except Exception as error:
        raise ClientError(f"{url} cannot be read: {str(error) or type(error).__name__}") from error
    if not paths:
        raise ClientError(f"{url}: there is nothing")
    for found in paths:
        yield AtUrl(system.unstrip_protocol(found))
