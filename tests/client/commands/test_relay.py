"""`secret-subs relay`, and what `host` says of relays."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from client.cli import main
from p2p.relay.client import RelayAccess
from p2p.relay.server import read_passes

ANYWHERE = ("--listen", "127.0.0.1:0")


@contextmanager
def started(*options: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A relay, and the first lines that it prints."""
    command = [sys.executable, "-m", "client", "relay", *ANYWHERE, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, [process.stdout.readline(), process.stdout.readline()]
        finally:
            process.kill()


def test_a_relay_says_what_players_give_and_ends_when_it_is_asked_to() -> None:
    with started() as (process, (first, second)):
        url = first.split()[2].rstrip(",")
        assert second == f"Players register with: --relay {url}\n"
        assert RelayAccess.parse(url).relay_pass == ""
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0


def test_a_file_of_passes_that_is_missing_is_made_with_one(tmp_path: Path) -> None:
    file = tmp_path / "passes"
    options = ("--url", "wss://relay.example", "--invite-only", str(file))
    with started(*options) as (_, (first, second)):
        (one,) = read_passes(file)
        assert first.startswith("Relay at wss://relay.example/, listening at 127.0.0.1:")
        assert second == f"Players register with: --relay wss://{one}@relay.example/\n"
        assert file.stat().st_mode & 0o077 == 0


def test_what_plays_a_game_is_loaded_by_the_holder_alone() -> None:
    """So a relay is back soon after it was stopped, and its frames wait for little."""
    loaded = "import client.commands.relay, sys; print(*sys.modules)"
    command = [sys.executable, "-c", loaded]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert "p2p.holder.beside" in told
    assert not {"engine.game", "protocol.table", "p2p.node"} & set(told)


def test_a_relay_starts_while_the_holder_of_one_that_was_killed_leaves(tmp_path: Path) -> None:
    folder = str(tmp_path / "held")
    leaving = (
        "import pathlib, sys, time; from p2p.holder.shelf import Shelf;"
        "shelf = Shelf(pathlib.Path(sys.argv[1])); print('here', flush=True); time.sleep(1.5)"
    )
    command = [sys.executable, "-c", leaving, folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "here\n"
        with started("--hold", folder) as (_, (first, _)):
            assert first.startswith("Relay at ws://127.0.0.1:")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--listen", "0.0.0.0:7780"), "does not say by which address players call this relay"),
        ((*ANYWHERE, "--url", "wss://relay.example/"), "who may register is not said"),
        ((*ANYWHERE, "--url", "wss://x@relay.example/"), "a pass in --url"),
        ((*ANYWHERE, "--url", "ws://relay.example/"), "is called by wss://, not by ws://"),
        ((*ANYWHERE, "--url", "relay.example:443"), "is no relay"),
    ],
)
def test_what_a_relay_cannot_be_started_with_is_said(
    options: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["relay", *options]) == 1
    assert complaint in capsys.readouterr().err


def test_a_file_without_passes_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "passes"
    file.write_text("# nobody yet\n")
    assert main(["relay", *ANYWHERE, "--invite-only", str(file)]) == 1
    assert "has no pass" in capsys.readouterr().err
    file.write_text("a/b\n")
    assert main(["relay", *ANYWHERE, "--invite-only", str(file)]) == 1
    assert "a" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--address", "wss://relay.example/"), "is a relay: name it with --relay"),
        (("--relay", "relay.example"), "is not host:port"),
        (("--relay", "wss://relay.example/") * 5, "an invite holds 4 at most"),
    ],
)
def test_what_a_host_says_wrongly_of_relays_is_told(
    options: tuple[str, ...],
    complaint: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    home = ("--home", str(tmp_path))
    assert main(["host", "--name", "Ann", *home, *options]) == 1
    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "tables").exists()
