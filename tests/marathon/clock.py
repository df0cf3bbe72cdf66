"""The program by a clock that is ahead: `python -m tests.marathon.clock relay …`.

A file says by how many seconds, so that hours pass for all processes of a table at once. The work
of a month is done within minutes then, so no table is put away for what it takes of the processor.
"""

import math
import mmap
import os
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from unittest.mock import patch

from p2p.holder import loaded

__all__ = ["Clock"]

_NAMED_BY: Final = "SECRET_SUBS_TEST_CLOCK"
_AHEAD: Final = struct.Struct("<d")
_time: Final = time.time


class Clock:
    """A clock that is ahead of the machine's."""

    def __init__(self, path: Path) -> None:
        """As its file says; with no file it is not ahead yet."""
        if not path.exists():
            path.write_bytes(_AHEAD.pack(0.0))
        with path.open("r+b") as file:
            self._file = mmap.mmap(file.fileno(), 0)
        self._path = path

    def time(self) -> float:
        """Seconds since 1970-01-01 00:00 UTC."""
        (ahead,) = _AHEAD.unpack(self._file)
        return _time() + float(ahead)

    def set(self, ahead: float) -> None:
        """Be so many seconds ahead."""
        self._file[:] = _AHEAD.pack(ahead)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Within this, all that is done or started goes by it."""
        named = {_NAMED_BY: str(self._path)}
        with patch.object(time, "time", self.time), patch.dict(os.environ, named):
            yield


if _NAMED_BY in os.environ:  # also where a process of this one is born
    time.time = Clock(Path(os.environ[_NAMED_BY])).time
    loaded.ALLOWANCE_SECONDS = math.inf  # type: ignore[misc]

if __name__ == "__main__":
    from client.cli import main

    sys.exit(main())
