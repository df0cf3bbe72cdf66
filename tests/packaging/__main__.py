"""`make package`: build both distributions, and try the wheel where nothing else is installed.

A long check that needs a package index: the wheel is installed into a new environment outside the
checkout, its commands are run there, and the page is fetched with all that it names.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
import venv
from pathlib import Path
from urllib.parse import urljoin

from tests.packaging.built import ROOT, build, tracked

COMMANDS = (
    ("--version",),
    ("rules",),
    ("rules", "--text", "SS-4.0"),
    ("scenario", "check", "anniversary-1941"),
    ("demo", "--rounds", "1", "--log", "game.sslog"),
    ("audit", "game.sslog"),
    ("replay", "game.sslog", "--board"),
)
NAMED = re.compile(
    r"""(?:\bsrc=|\bhref=|\bfrom |\bimport )["']([\w./-]+\.(?:js|mjs|css|svg))["']"""
)
"""A file that a page or a script names."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
"""In a comment a script names types only, which no browser fetches."""


def main() -> int:
    """Build, install, run; 0 if all of it works."""
    parser = argparse.ArgumentParser(prog="tests.packaging", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where to put both")
    out: Path = parser.parse_args().out
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        built = build(tracked(), work)
        out.mkdir(exist_ok=True)
        for file in built:
            (out / file.name).write_bytes(file.read_bytes())
            print(out / file.name)
        program = installed(built[1], work / "environment")
        for command in COMMANDS:
            print("$ secret-subs", *command, flush=True)
            subprocess.run([program, *command], cwd=work, check=True, env=apart(work))
        print(f"the page and {fetched(program, work)} files that it names are served")
    return 0


def installed(wheel: Path, environment: Path) -> Path:
    """The program, in an environment that holds the wheel and what it depends on."""
    venv.create(environment, with_pip=True)
    scripts = environment / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([scripts / "python", "-m", "pip", "install", "--quiet", wheel], check=True)
    return scripts / "secret-subs"


def apart(work: Path) -> dict[str, str]:
    """The environment of a newcomer: no folder of the checkout is looked into, no home is used."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "SECRET_SUBS_HOME": str(work / "home")}


def fetched(program: Path, work: Path) -> int:
    """Open the first page, and fetch all that it and its scripts name; how many files that is."""
    command = [str(program), "table", "--no-browser"]
    with subprocess.Popen(
        command, cwd=work, env=apart(work), stdout=subprocess.PIPE, text=True
    ) as table:
        try:
            line = "" if table.stdout is None else table.stdout.readline()
            link = re.search(r"http://[^#\s]+", line)
            if link is None:
                raise RuntimeError(f"no link to the page: {line!r}")
            return len(_followed(link[0])) - 1
        finally:
            table.kill()


def _followed(page: str) -> set[str]:
    found, left = {page}, [page]
    while left:
        here = left.pop()
        with urllib.request.urlopen(here) as answer:  # noqa: S310 (a link to our own loopback)
            text = answer.read().decode("utf-8")
        for name in NAMED.findall(COMMENT.sub("", text)):
            there = urljoin(here, name)
            if there not in found:
                found.add(there)
                left.append(there)
    return found


if __name__ == "__main__":
    sys.exit(main())
