"""Two who do not know each other find one table, with the commands that people use (SPEC-16.21)."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from client.cli import main
from client.home import PASSPHRASE_VARIABLE
from tests.client.homes import inside, one_network

pytestmark = pytest.mark.no_cover
PATIENCE = 90.0


class Person:
    """Somebody at a keyboard, or a bot."""

    def __init__(self, folder: Path, namespace: str = "") -> None:
        self.folder = folder
        self.before = inside(namespace) if namespace else ()
        folder.mkdir()
        self.environment = {
            **os.environ,
            PASSPHRASE_VARIABLE: "correct horse",
            "PYTHONUNBUFFERED": "1",
            "XDG_STATE_HOME": str(folder / "state"),
        }
        self.run("keys", "new")

    def command(self, *arguments: str) -> list[str]:
        home = ("--home", str(self.folder / "home"))
        own = () if arguments[0] in {"tables", "relay"} else home
        return [*self.before, sys.executable, "-m", "client", *arguments, *own]

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            self.command(*arguments),
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @contextmanager
    def sits(self, *arguments: str) -> Iterator["Keyboard"]:
        said = self.folder / f"{arguments[0]}.txt"
        with said.open("wb") as output:
            process = subprocess.Popen(
                self.command(*arguments),
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=output,
            )
        try:
            yield Keyboard(process, said)
        finally:
            process.kill()
            process.communicate()


class Keyboard:
    """Of a command that runs."""

    def __init__(self, process: subprocess.Popen[bytes], said: Path) -> None:
        self.process = process
        self.said = said

    def types(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def reads(self, pattern: str) -> re.Match[str]:
        """What it has said, once it has."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = re.search(pattern, self.said.read_text())
            if found is not None:
                return found
            time.sleep(0.1)
        raise AssertionError(self.said.read_text())


def meet(ann: Person, bob: Person, hosting: tuple[str, ...], looking: tuple[str, ...]) -> None:
    """Ann hosts a table that strangers are told of; Bob finds it, knocks, and they play."""
    with ann.sits("host", "--name", "Ann", "--terminal", *hosting) as host:
        host.reads("Send each link")
        listed = ""
        until = time.monotonic() + PATIENCE
        while "wake-island" not in listed and time.monotonic() < until:
            listed = bob.run("tables", *looking)
        found = re.search(
            r"^([0-9a-f]{8}) wake-island, hosted by Ann, live: Japan",
            listed,
            re.MULTILINE,
        )
        assert found is not None, listed
        playing = ("--bot", "captain", "--seed", "1", *looking)
        with bob.sits("join", found[1], "--name", "Bob", *playing) as guest:
            host.reads("Bob knocks and would play: ")
            host.types("admit Bob Japan")
            guest.reads("Ann lets you in")
            host.reads("Bob takes seat 1")
            host.reads("The game begins")
            guest.reads("The game begins")
        assert "No open table" in bob.run("tables", *looking), "who has begun tells nobody"


def test_a_stranger_finds_a_table_at_a_relay_and_plays(tmp_path: Path) -> None:
    server, ann, bob = (Person(tmp_path / name) for name in ("server", "ann", "bob"))
    with server.sits("relay", "--listen", "127.0.0.1:0") as relay:
        url = relay.reads(r"--relay (ws://127\.0\.0\.1:\d+/)")[1]
        meet(ann, bob, ("--relay", url, "--listed"), ("--relay", url))


def test_two_in_one_network_find_each_other(tmp_path: Path) -> None:
    if shutil.which("ip") is None:
        pytest.skip("ip is not installed")
    try:
        with one_network() as (first, second):
            ann, bob = Person(tmp_path / "ann", first), Person(tmp_path / "bob", second)
            meet(ann, bob, ("--nearby",), ())
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network namespaces here: {error.stderr.decode(errors='replace').strip()}")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--listed"], "needs a relay"),
        (["--nearby", "--relay", "ws://127.0.0.1:1/", "--relay-only"], "give one or the other"),
        (["--nearby", "--listed-hours", "0"], "choose 1 to 168"),
    ],
)
def test_what_cannot_be_told_to_strangers_is_said(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    said: str,
) -> None:
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "correct horse")
    home = ["--home", str(tmp_path)]
    assert main(["keys", "new", *home]) == 0
    assert main(["host", "--name", "Ann", "--terminal", *options, *home]) == 1
    assert said in capsys.readouterr().err


def test_who_names_no_table_is_told_where_none_was_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "correct horse")
    home = ["--home", str(tmp_path)]
    assert main(["keys", "new", *home]) == 0
    relay = ["--relay", "ws://127.0.0.1:1/", "--relay-only"]
    assert main(["join", "abc", *relay, "--name", "Bob", *home]) == 1
    assert "no open table abc was found; ws://127.0.0.1:1/: " in capsys.readouterr().err
