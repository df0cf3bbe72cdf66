"""Two players at home, each behind a router that lets nobody in, play at a relay.

With the commands that people use, and the relay behind nginx as docs/relay.md has it.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.cli import main
from client.home import PASSPHRASE_VARIABLE
from protocol.logfile import RecordKind, read_log
from tests.client.homes import HOME, ROUTERS, SERVER, Neighbourhood, inside, neighbourhood, why_not
from tests.p2p.proxies import Certificate, Site, may_run, proxied, relay_command

pytestmark = pytest.mark.no_cover
LISTENING = 9000
LISTENER = f"""
import socket, time
held = socket.create_server(("0.0.0.0", {LISTENING}))
time.sleep(600)
"""
PATIENCE = 120.0


class Machine:
    """One in a namespace, with a folder of its own."""

    def __init__(self, namespace: str, folder: Path, certificate: Certificate) -> None:
        self.namespace = namespace
        self.folder = folder
        self.environment = {
            **os.environ,
            PASSPHRASE_VARIABLE: "correct horse",
            "SSL_CERT_FILE": str(certificate.file),
            "XDG_STATE_HOME": str(folder / "state"),
        }
        folder.mkdir()

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start `secret-subs` here."""
        command = [*inside(self.namespace), sys.executable, "-m", "client", *arguments]
        with self.said.open("ab") as said:
            return subprocess.Popen(command, env=self.environment, stdout=said, stderr=said)

    def run(self, *arguments: str) -> None:
        assert self.start(*arguments).wait(PATIENCE) == 0, self.said.read_text()

    def sit(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Have a bot play from here."""
        bot = ("--bot", "captain", "--seed", "1", "--log", str(self.log))
        return self.start(*arguments, "--name", name, *bot, *self.home)

    def calls(self, host: str, port: int) -> bool:
        """Whether somebody answers there, called from here."""
        call = ["timeout", "5", "bash", "-c", f"exec 3<>/dev/tcp/{host}/{port}"]
        done = subprocess.run([*inside(self.namespace), *call], check=False, capture_output=True)
        return done.returncode == 0

    @property
    def home(self) -> tuple[str, ...]:
        return ("--home", str(self.folder / "home"))

    @property
    def said(self) -> Path:
        return self.folder / "said.txt"

    @property
    def entries(self) -> list[bytes]:
        records = read_log(self.log.read_bytes()).records
        return [record.content for record in records if record.kind is RecordKind.ENTRY]

    @property
    def log(self) -> Path:
        return self.folder / "game.sslog"


@pytest.fixture
def homes() -> Iterator[Neighbourhood]:
    reason = why_not() or ("" if may_run("nginx") else "nginx or openssl is not installed")
    if reason:
        pytest.skip(reason)
    with neighbourhood() as made:
        yield made


def test_two_players_behind_routers_play_a_game_to_its_end(
    homes: Neighbourhood, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "server"
    folder.mkdir()
    certificate = Certificate.made(folder, SERVER)
    site = Site(SERVER, 443, "127.0.0.1:7780", certificate)
    server = Machine(homes.server, tmp_path / "relay", certificate)
    ann, bob = (Machine(namespace, tmp_path / namespace, certificate) for namespace in homes.homes)
    relay = server.start(*relay_command(site))
    running = [relay]
    try:
        with proxied("nginx", site, folder, inside(homes.server)):
            for machine in (ann, bob):
                machine.run("keys", "new", *machine.home)
            check_nobody_gets_in(ann, bob)
            running += play(ann, bob, site.url)
            assert [process.wait(PATIENCE) for process in running[1:]] == [0, 0], (
                ann.said.read_text(),
                bob.said.read_text(),
            )
    finally:
        for process in running:
            process.kill()
            process.wait()
    assert ann.entries == bob.entries
    assert main(["audit", str(ann.log)]) == 0
    assert "VERIFIED" in capsys.readouterr().out
    callers = {line.split()[0] for line in (folder / "access.log").read_text().splitlines()}
    assert callers == {*ROUTERS}, "nobody but the routers was seen"


def check_nobody_gets_in(ann: Machine, bob: Machine) -> None:
    """Ann could listen: at home she is found there, and from Bob's home nowhere."""
    with subprocess.Popen([*inside(ann.namespace), sys.executable, "-c", LISTENER]) as program:
        try:
            deadline = time.monotonic() + PATIENCE
            while not ann.calls(HOME, LISTENING):
                assert time.monotonic() < deadline
                time.sleep(0.1)
            assert not bob.calls(ROUTERS[0], LISTENING)
            assert not bob.calls(HOME, LISTENING)
        finally:
            program.kill()


def play(ann: Machine, bob: Machine, relay: str) -> list[subprocess.Popen[bytes]]:
    """Ann hosts a game of one round through the relay, and Bob joins with her link."""
    invites = ann.folder / "invites.json"
    game = ("--scenario=wake-island", "--rounds=1", "--invites", str(invites))
    started = [ann.sit("Ann", "host", "--relay", relay, *game)]
    deadline = time.monotonic() + PATIENCE
    while not invites.exists():
        assert started[0].poll() is None, ann.said.read_text()
        assert time.monotonic() < deadline, ann.said.read_text()
        time.sleep(0.1)
    link = json.loads(invites.read_text())[0]
    return [*started, bob.sit("Bob", "join", link)]
