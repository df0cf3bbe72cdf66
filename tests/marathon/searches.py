"""The property tests with many more examples than `make test` gives them."""

__all__ = ["searches"]

import os
import subprocess
import sys
from collections.abc import Iterator

from tests.examples import FACTOR
from tests.marathon.step import Step

_FOLDERS = ("tests/engine", "tests/protocol", "tests/p2p", "tests/client")
_TIMES = 50
"""How many times as many examples as usual are tried."""


def searches() -> Iterator[Step]:
    """Every property test, a folder at a time."""
    for folder in _FOLDERS:
        command = [sys.executable, "-m", "pytest", "-q", "-m", "hypothesis", folder]
        done = subprocess.run(
            command,
            env={**os.environ, FACTOR: str(_TIMES)},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        failed = done.returncode != 0
        report = done.stdout if failed else done.stdout.splitlines()[-1]
        yield Step(f"{folder}: {report}", failed=failed)
