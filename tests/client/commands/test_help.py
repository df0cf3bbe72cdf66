"""`secret-subs --help` imports no command: it answers about as fast as Python starts."""

import subprocess
import sys
import tomllib
from pathlib import Path

from client.commands import COMMANDS

ROOT = Path(__file__).parents[3]
LISTING = """
import sys
from client.cli import main
try:
    main({arguments})
except SystemExit:
    pass
print(*sys.modules, file=sys.stderr)
"""
PACKAGES = ("engine", "protocol", "p2p", "client")
MODULES = {
    *PACKAGES,
    *(f"{package}.errors" for package in PACKAGES),
    "client.cli",
    "client.commands",
    "client.commands.parser",
    "client.console",
    "protocol.printable",
}
"""What is imported of ours: what reads the command line, and what prints errors."""


def imported(*arguments: str) -> set[str]:
    command = [sys.executable, "-c", LISTING.format(arguments=list(arguments))]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


def test_help_imports_no_command_and_one_library() -> None:
    loaded = imported("--help")
    assert {name for name in loaded if name.split(".")[0] in PACKAGES} == MODULES
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    libraries = {each.partition(">")[0] for each in project["dependencies"]}
    assert loaded & libraries == {"rich"}
    assert "asyncio" not in loaded


def test_a_command_imports_no_other() -> None:
    loaded = imported("scenario", "--help")
    commands = {f"client.commands.{command.module}" for command in COMMANDS.values()}
    assert loaded & commands == {"client.commands.scenario"}
