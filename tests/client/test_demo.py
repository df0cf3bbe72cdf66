"""What the demo does when something goes wrong; that it works is the README's test."""

import json
import tempfile
from pathlib import Path

import pytest

from client import demo
from client.demo import Demo, run
from client.errors import ClientError


def test_a_node_that_fails_is_named_with_what_it_said(tmp_path: Path) -> None:
    failing = Demo(("captain", "captain"), (1, 2), ("--scenario=nowhere",), folder=tmp_path)
    with pytest.raises(ClientError) as told:
        run(failing)
    assert "Ann's node failed (exit status 1)" in told.value.what
    assert "neither a scenario nor a file" in told.value.what
    assert str(tmp_path) in told.value.advice
    assert "neither a scenario nor a file" in (tmp_path / "ann" / "output.txt").read_text()


def test_a_log_that_is_refused_fails_the_demo(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "bad.sslog"
    log.write_bytes(b"nothing of the kind")
    assert demo._audit(log) == 1
    told = capsys.readouterr().out
    assert "REFUSED" in told
    assert "unreadable" in told


def test_an_audit_that_says_nothing_is_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: str) -> object:
        raise json.JSONDecodeError("nothing", "", 0)

    monkeypatch.setattr("client.demo.json.loads", broken)
    with pytest.raises(ClientError, match="the audit failed"):
        demo._audit(tmp_path / "none.sslog")


def test_a_demo_that_is_interrupted_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def interrupted(*_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(demo, "_play", interrupted)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        run(Demo(("captain", "captain"), (1, 2)))
    assert not list(tmp_path.iterdir())


@pytest.mark.no_cover
def test_nodes_that_cannot_be_called_play_a_whole_game_at_a_relay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = ("--scenario=wake-island", "--rounds=1")
    shown = Demo(("captain", "captain"), (1, 2), game, folder=tmp_path, relay=True)
    assert run(shown) == 0
    told = capsys.readouterr().out
    assert "Nobody listens but the relay" in told
    assert "VERIFIED" in told
    assert "Relay at ws://127.0.0.1:" in (tmp_path / "relay" / "output.txt").read_text()
