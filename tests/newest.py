"""`make newest`: the tests of the core on the newest Python that this machine has.

Everything is tested on the Python of `.venv`. The core (engine and protocol) is tested once more,
on the newest release that is found: without `assert` statements (`-O`) and with other hashes, since
neither may change a game. The odds are left out: no game depends on them. If there is no newer
Python, or the libraries cannot be installed there, it says so, and the second run happens on the
Python of `.venv`.

`python -m tests.newest --find` only prints which Python it would be.
"""

__all__ = ["Python", "candidates", "found", "newest"]

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
ENVIRONMENT = ROOT / ".venv-newest"
CORE = ("tests/engine", "tests/protocol", "tests/conformance")
DISPLAY = "tests/engine/odds"
"""Battles by the thousand, compared with what players are told: no rule asks, no byte says it."""
OLDEST = (3, 12)
"""The first release after the one that everything is tested on."""
_ASK = "import sys, venv, ensurepip; print(*sys.version_info[:2], sys.version_info.releaselevel)"


class Python(NamedTuple):
    """A release of Python that can make environments, ordered by its version."""

    version: tuple[int, int]
    program: Path


def candidates() -> Iterator[Path]:
    """Programs that may be a newer Python: on the path, and where pyenv and uv keep theirs."""
    names = [f"python3.{minor}" for minor in range(OLDEST[1], 30)]
    yield from (Path(found) for name in names if (found := shutil.which(name)))
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted(pyenv.glob("versions/3.*/bin/python"))
    yield from sorted(Path.home().glob(".local/share/uv/python/cpython-3.*/bin/python3"))


def found(programs: Iterable[Path]) -> Iterator[Python]:
    """Those that run, are final releases, and can make environments."""
    for program in programs:
        asked = subprocess.run([program, "-c", _ASK], capture_output=True, text=True, check=False)
        told = re.fullmatch(r"(\d+) (\d+) final\s*", asked.stdout)
        if asked.returncode == 0 and told:
            yield Python((int(told[1]), int(told[2])), program)


def newest(pythons: Iterable[Python]) -> Python | None:
    """The newest of them, if one is new enough."""
    return max((each for each in pythons if each.version >= OLDEST), default=None)


def main() -> int:
    """Run the tests of the core; their exit status."""
    parser = argparse.ArgumentParser(prog="tests.newest", description=__doc__)
    parser.add_argument("--find", action="store_true", help="only print the newest Python")
    finding: bool = parser.parse_args().find
    python = newest(found(candidates()))
    if python is None:
        print(f"NO NEWER PYTHON: none from {dotted(OLDEST)} on is found; this one takes its place")
    else:
        print(f"newest Python: {dotted(python.version)} ({python.program})", flush=True)
    if finding:
        return 0
    program = Path(sys.executable) if python is None else prepared(python)
    return tested(program)


def prepared(python: Python) -> Path:
    """The Python of an environment with what tests of the core need; ours if it cannot be made."""
    program = ENVIRONMENT / "bin" / "python"
    ready = ENVIRONMENT / ".ready"
    wanted = f"{python.version}\n{(ROOT / 'pyproject.toml').read_text(encoding='utf-8')}"
    if ready.exists() and ready.read_text(encoding="utf-8") == wanted:
        return program
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    create = [str(python.program), "-m", "venv", str(ENVIRONMENT)]
    install = [str(program), "-m", "pip", "install", "--quiet", "--editable", ".[test]"]
    for command in (create, install):
        done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            print(done.stderr)
            print(f"NOT TESTED on Python {dotted(python.version)}: no environment can be made")
            return Path(sys.executable)
    ready.write_text(wanted, encoding="utf-8")
    return program


def tested(program: Path) -> int:
    """Run the tests of the core with a Python; their exit status."""
    options = ["-O", "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--ignore={DISPLAY}"]
    workers = ["-n", str(os.cpu_count() or 1), "--dist", "worksteal"]  # nothing here waits
    command = [str(program), *options, *workers, *CORE]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "2"}, check=False
    ).returncode


def dotted(version: tuple[int, int]) -> str:
    """``3.13``."""
    return ".".join(map(str, version))


if __name__ == "__main__":
    sys.exit(main())
