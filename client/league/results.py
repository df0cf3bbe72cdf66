"""What an audit of many logs has found so far: a file that grows by whole lines."""

__all__ = ["Results"]

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from client.errors import ClientError
from client.league.verdicts import Verdict
from client.league.version import program_version
from p2p.system import claimed
from protocol.report import Level

_BEGINNING = b'{"verdict":'


class Results:
    """The verdicts of this audit, and of those before it that wrote to the same file."""

    def __init__(self, file: IO[bytes] | None = None) -> None:
        """None: nothing is known, and nothing written."""
        self._file = file
        self._written: set[str] = set()
        self._judged: dict[tuple[str, Level], Verdict] = {}

    @classmethod
    @contextmanager
    def kept_in(cls, path: Path) -> Iterator["Results"]:
        """Those in a file, which is made if it is not there.

        A last line without its end was cut short when a program was killed, and is taken away:
        it was never told. Nothing else in the file is ever changed.

        Raises:
            ClientError: the file holds something else, or another audit adds to it now.
            OSError: it cannot be read or written.
        """
        with path.open("a+b") as file:
            if not claimed(file):
                raise ClientError(
                    f"{path}: another audit adds to it now", "wait until it ends, or stop it"
                )
            results = cls(file)
            file.seek(0)
            whole = 0
            for number, raw in enumerate(file, start=1):
                if not raw.endswith(b"\n"):
                    if not raw.startswith(_BEGINNING[: len(raw)]):
                        raise _not_ours(path, number)
                    file.truncate(whole)
                    break
                whole += len(raw)
                results._learn(path, number, raw)
            yield results

    def known(self, name: str, level: Level) -> Verdict | None:
        """The last report of this version of the program on a log of this name."""
        found = self._judged.get((name, level))
        return found if found is not None and found.version == program_version() else None

    def remember(self, verdict: Verdict) -> Verdict:
        """Write a verdict down, if it does not stand there already; the verdict."""
        line = verdict.to_line()
        if line not in self._written:
            self._note(verdict, line)
            if self._file is not None:
                _add(self._file, line.encode() + b"\n")
        return verdict

    def _learn(self, path: Path, number: int, raw: bytes) -> None:
        try:
            line = raw.decode().removesuffix("\n")
            self._note(Verdict.of_line(line), line)
        except (ClientError, UnicodeDecodeError) as error:
            raise _not_ours(path, number) from error

    def _note(self, verdict: Verdict, line: str) -> None:
        self._written.add(line)
        if verdict.report is not None:
            self._judged[verdict.log, verdict.level] = verdict


def _add(file: IO[bytes], line: bytes) -> None:
    """Add a line to a file; no buffer holds any of it, so closing the file cannot fail."""
    try:
        while line:
            line = line[os.write(file.fileno(), line) :]
    except OSError as error:
        raise ClientError(
            f"{file.name} cannot be written: {error.strerror}",
            "see to that, and name it again: what stands there is not judged again",
        ) from error


def _not_ours(path: Path, line: int) -> ClientError:
    return ClientError(
        f"{path}: line {line} is no result of an audit", "name another file, or one that is new"
    )
