"""`secret-subs audit`: what it says of a log besides its verdict."""

import json
from pathlib import Path

import pytest

from client.bots.fuzz import Fuzz
from client.cli import main
from client.commands.audit import ExitStatus
from client.scenarios import find
from protocol.charter import Secrecy
from protocol.logfile import write_log
from tests.bench.games import founded, played

ENTRIES = 40


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The beginning of a game that bots have played, with set-up and a few claims."""
    table = played(founded(find("wake-island"), Secrecy.PROVED), ENTRIES, (Fuzz(1), Fuzz(2)))
    file = tmp_path_factory.mktemp("log") / "game.sslog"
    file.write_bytes(write_log(table.log))
    return file


@pytest.fixture(scope="module")
def hashed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    table = played(founded(find("wake-island")), 5, (Fuzz(1), Fuzz(2)))
    file = tmp_path_factory.mktemp("log") / "hashed.sslog"
    file.write_bytes(write_log(table.log))
    return file


def test_every_claim_is_listed_with_its_standing(
    log: Path, hashed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file, standing in ((log, "proved"), (hashed, "open")):
        assert main(["audit", str(file), "--claims"]) == ExitStatus.VERIFIED
        lines = capsys.readouterr().out.splitlines()
        printed = [line for line in lines if line.startswith("entry ")]
        assert main(["audit", str(file), "--json"]) == ExitStatus.VERIFIED
        report = json.loads(capsys.readouterr().out)
        assert len(printed) == len(report["each_claim"]) == report["claims"][standing] >= 4
        assert all(line.endswith(f": {standing}") for line in printed)
        assert {one["standing"] for one in report["each_claim"]} == {standing}
        first = report["each_claim"][0]
        assert (first["entry"], first["item"], first["claim"]["tag"]) == (1, 0, "shuffled")
        handles = " ".join(f"#{handle}" for handle in first["claim"]["new"])
        assert handles in printed[0]


def test_what_tokens_may_hold_is_told_for_any_moment(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(log), "--support", "0"]) == ExitStatus.VERIFIED
    assert "after entry 0:" in capsys.readouterr().out
    assert main(["audit", str(log), "--json", "--support", "4"]) == ExitStatus.VERIFIED
    support = json.loads(capsys.readouterr().out)["support"]
    assert support["entry"] == 4
    assert support["error"] == {"USA": 0.0, "Japan": 0.0}
    assert {token["power"] for token in support["tokens"].values()} == {"USA", "Japan"}
    for token in support["tokens"].values():
        assert sum(token["chances"].values()) == pytest.approx(1)
    hidden = [token for token in support["tokens"].values() if len(token["chances"]) > 1]
    assert hidden, "the set-up's shuffle hides groups, but for those that a claim's sum gives away"
    assert main(["audit", str(log), "--support", str(ENTRIES)]) == ExitStatus.VERIFIED
    assert "#" in capsys.readouterr().out.split("after entry 40:")[1]


@pytest.mark.parametrize(
    ("options", "printed"),
    [
        (["--support", "41"], "only 40 entries were found valid"),
        (["--support", "-1"], "from 0 to 40"),
        (["--support", "1", "--quick"], "needs an audit of the rules"),
        (["--support", "1", "--level", "secrets"], "needs an audit of the rules"),
        (["--claims", "--level", "line"], "needs an audit of the secrets"),
        (["--jobs", "0"], "a number from 1 up"),
        (["--limit-seconds", "0"], "a number from 1 up"),
        (["--limit-memory", "20"], "a number from 200 up"),
        (["--resume", "results", "--claims"], "--claims is about one file"),
    ],
)
def test_what_cannot_be_told_is_said_and_is_no_refusal(
    log: Path, capsys: pytest.CaptureFixture[str], options: list[str], printed: str
) -> None:
    assert main(["audit", str(log), *options]) == ExitStatus.UNREADABLE
    assert printed in capsys.readouterr().err


def test_the_moment_before_a_fault_can_still_be_looked_at(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.sslog"
    data = log.read_bytes()
    bad.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert main(["audit", str(bad), "--support", str(ENTRIES - 1)]) == ExitStatus.REFUSED
    assert f"after entry {ENTRIES - 1}:" in capsys.readouterr().out
    assert main(["audit", str(bad), "--support", str(ENTRIES)]) == ExitStatus.UNREADABLE


def test_any_number_of_jobs_says_the_same(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for jobs in ("1", "2"):
        assert main(["audit", str(log), "--json", "--jobs", jobs]) == ExitStatus.VERIFIED
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


def test_many_logs_are_told_a_line_each(
    log: Path, hashed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(log), str(hashed), "--quick", "--jobs", "1"]) == ExitStatus.VERIFIED
    printed = capsys.readouterr()
    first, second, last = map(json.loads, printed.out.splitlines())
    assert [first["log"], second["log"]] == [str(log), str(hashed)]
    assert first["report"]["entries"] == ENTRIES
    assert last["summary"]["verified"] == 2
    assert printed.err == "2 logs: 2 verified, 0 refused, 0 unreadable\n"
    (tmp_path / "readme").write_text("of this season")
    assert main(["audit", str(tmp_path), str(log), "--quick"]) == ExitStatus.UNREADABLE
    (tmp_path / "bad").write_bytes(log.read_bytes()[:-1] + b"?")
    assert main(["audit", str(tmp_path), str(log), "--quick"]) == ExitStatus.REFUSED


def test_one_log_with_a_limit_is_told_like_many(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(log), "--quick", "--limit-seconds", "60"]) == ExitStatus.VERIFIED
    verdict, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert verdict["verdict"] == "verified"
    assert summary["summary"]["logs"] == 1
