"""Logs behind URLs: whatever `fsspec` reads, which comes with the extra ``secret-subs[league]``."""

__all__ = ["AtUrl", "found_at", "is_url"]

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from client.errors import ClientError
from client.league.archives import MAX_LOG, is_archive
from client.league.verdicts import Problem, Trouble
from protocol.evidence import EVIDENCE_MAGIC
from protocol.logfile import LOG_MAGIC
from protocol.printable import printable

_URL: Final = re.compile(r"[a-z][a-z0-9+.-]+(?:::|://)")
_HEAD: Final = 512


def is_url(path: str) -> bool:
    """Whether something is named by a URL, as in ``s3://bucket/season``."""
    return _URL.match(path) is not None


@dataclass(frozen=True, slots=True)
class AtUrl:
    """A log at a URL."""

    url: str

    def read(self) -> bytes | Problem:
        """Its bytes; see `client.league.sources.OnDisk`."""
        import fsspec  # noqa: PLC0415 (an extra; `found_at` has said so)

        try:
            with fsspec.open(self.url, "rb") as file:
                head: bytes = file.read(_HEAD)
                if is_archive(head):
                    reason = "an archive at a URL: copy it to a disk"
                    return Problem(code=Trouble.ARCHIVE, reason=reason)
                if not head.startswith((LOG_MAGIC, EVIDENCE_MAGIC)):
                    return Problem(code=Trouble.NO_LOG, reason="neither a log nor evidence")
                content: bytes = head + file.read(MAX_LOG + 1 - len(head))
        except Exception as error:  # noqa: BLE001 (each kind of store has errors of its own)
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
