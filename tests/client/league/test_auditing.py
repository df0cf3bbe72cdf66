"""Verdicts on many logs: in the order of the logs, whoever judges them, and never twice."""

import contextlib
import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from client.errors import ClientError
from client.league import auditing, judging, results, version
from client.league.auditing import audited
from client.league.judging import Limits, Task, judge
from client.league.results import Results
from client.league.sources import OnDisk, found_in
from client.league.summary import Summary
from client.league.verdicts import Outcome, Verdict
from client.league.workers import LocalWorkers, Pending
from protocol.report import Level
from tests.client.league.logs import changed, short_log, tar_with


class Counting:
    """Who judges in this process, and remembers what."""

    at_once = 1

    def __init__(self) -> None:
        self.judged: list[str] = []

    def submit(self, task: Task) -> Pending:
        self.judged.append(task.name)
        return Judged(judge(task))


class Judged:
    def __init__(self, verdict: Verdict) -> None:
        self._verdict = verdict

    def result(self) -> Verdict:
        return self._verdict


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """A folder of good and bad logs, and an archive."""
    folder = tmp_path / "season"
    folder.mkdir()
    for number in range(4):
        (folder / f"game-{number}").write_bytes(short_log())
    (folder / "changed").write_bytes(changed(short_log()))
    (folder / "readme").write_text("of this season")
    tar_with(folder / "late.tar.gz", "w:gz", one=short_log(), two=changed(short_log()))
    return folder


def lines(season: Path, jobs: int) -> list[str]:
    with LocalWorkers.opened(jobs) as workers:
        found = audited(found_in([str(season)]), Level.LINE, Limits(), workers, Results())
        return [verdict.to_line() for verdict in found]


def test_any_number_of_jobs_says_the_same_to_the_byte(season: Path) -> None:
    one = lines(season, 1)
    assert one == lines(season, 3)
    said = [Verdict.of_line(line) for line in one]
    assert [(verdict.log.removeprefix(f"{season}/"), verdict.outcome) for verdict in said] == [
        ("changed", Outcome.REFUSED),
        *((f"game-{number}", Outcome.VERIFIED) for number in range(4)),
        ("late.tar.gz:one.sslog", Outcome.VERIFIED),
        ("late.tar.gz:two.sslog", Outcome.REFUSED),
        ("readme", Outcome.UNREADABLE),
    ]


def test_verdicts_are_counted_by_outcome_and_code(season: Path) -> None:
    summary = Summary()
    for line in lines(season, 1):
        summary.add(Verdict.of_line(line))
    assert summary.to_json() == {
        "logs": 8,
        "verified": 5,
        "refused": 2,
        "unreadable": 1,
        "codes": {"bad_signature": 2, "no_log": 1},
        "culprits": {},
    }
    assert summary.to_text().startswith("8 logs: 5 verified, 2 refused, 1 unreadable\n")


def resumed(season: Path, file: Path, level: Level = Level.LINE) -> list[str]:
    """Which logs are judged with these results so far."""
    workers = Counting()
    with Results.kept_in(file) as found:
        list(audited(found_in([str(season)], file), level, Limits(), workers, found))
    return [name.removeprefix(f"{season}/") for name in workers.judged]


def test_what_this_version_has_judged_is_not_judged_again(
    season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = season / "results.jsonl"
    judged = resumed(season, file)
    assert len(judged) == 8
    written = file.read_bytes()
    assert resumed(season, file) == ["readme"], "of what cannot be read there is no verdict"
    assert file.read_bytes() == written
    (season / "game-2").write_bytes(changed(short_log()))
    assert resumed(season, file) == ["game-2", "readme"], "it is another log by now"
    assert file.read_bytes().startswith(written)
    assert len(resumed(season, file, Level.SECRETS)) == 8, "another level is another question"
    for module in (auditing, judging, results):
        monkeypatch.setattr(module, "program_version", lambda: "0.2.0")
    assert len(resumed(season, file)) == 8, "another version may say something else"


def test_a_last_line_that_was_cut_short_is_written_anew(season: Path) -> None:
    file = season / "results.jsonl"
    resumed(season, file)
    whole = file.read_bytes()
    for cut in (1, 5, 700):
        file.write_bytes(whole[:-cut])
        resumed(season, file)
        assert file.read_bytes() == whole


def test_two_audits_do_not_add_to_one_file(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with (
        Results.kept_in(file),
        pytest.raises(ClientError, match="another audit adds to it"),
        Results.kept_in(file),
    ):
        pass
    with Results.kept_in(file):
        pass


def test_a_disk_without_room_is_named_and_the_audit_goes_on_when_it_has_some(
    season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, other = tmp_path / "full.jsonl", tmp_path / "whole.jsonl"
    resumed(season, other)
    room = 2_000
    write = os.write

    def limited(number: int, content: bytes) -> int:
        if file.stat().st_size == room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(number, content[: room - file.stat().st_size])

    with monkeypatch.context() as full:
        full.setattr(os, "write", limited)
        with pytest.raises(ClientError, match=r"full.jsonl cannot be written: No space left"):
            resumed(season, file)
    assert file.read_bytes() == other.read_bytes()[:room]
    resumed(season, file)
    assert file.read_bytes() == other.read_bytes()


def test_results_of_another_folder_are_no_results_of_this_one(season: Path, tmp_path: Path) -> None:
    """Not even of logs that have the same names."""
    file, elsewhere = tmp_path / "results.jsonl", tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "game-1").write_bytes(changed(short_log()))
    with contextlib.chdir(elsewhere):
        assert resumed(Path(), file) == ["game-1"]
    with contextlib.chdir(season):
        assert len(resumed(Path(), file)) == 8


EDITED = (
    '{"verdict":"verified","log":"game","sha256":null,"version":"1","level":"rules",'
    '"problem":null,"report":{}}\n'
)


@pytest.mark.parametrize(
    "content", ["a diary\n", "a diary", '{"verdict":"good"}\n', "[]\n", EDITED]
)
def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path, content: str) -> None:
    file = tmp_path / "diary"
    file.write_text(content)
    with pytest.raises(ClientError, match="line 1 is no result"), Results.kept_in(file):
        pass
    assert file.read_text() == content


def test_an_audit_that_is_killed_goes_on_where_it_was(season: Path, tmp_path: Path) -> None:
    for number in range(20):
        (season / f"more-{number}").write_bytes(short_log())
    file, other = tmp_path / "killed.jsonl", tmp_path / "whole.jsonl"
    command = [sys.executable, "-m", "client", "audit", str(season), "--quick", "--resume"]
    killed = subprocess.Popen([*command, str(file)], stdout=subprocess.PIPE)
    while not file.exists() or file.stat().st_size < 5_000:
        time.sleep(0.01)
    killed.kill()
    killed.communicate()
    whole = subprocess.run([*command, str(other)], check=False, capture_output=True)
    before = file.read_bytes()
    resumed = subprocess.run([*command, str(file)], check=False, capture_output=True)
    assert before
    assert other.read_bytes().startswith(before[: before.rindex(b"\n") + 1])
    assert file.read_bytes() == other.read_bytes()
    assert resumed.stdout == whole.stdout
    assert resumed.returncode == whole.returncode == 1


def test_the_version_tells_one_source_from_another() -> None:
    release, _, source = version.program_version().partition("+")
    assert release
    assert len(source) == 12
    said = judge(Task("game", OnDisk(Path("none")), Level.LINE, Limits()))
    assert said.version == f"{release}+{source}"
    assert (said.outcome, said.code, said.culprit) == (Outcome.UNREADABLE, "not_read", None)
