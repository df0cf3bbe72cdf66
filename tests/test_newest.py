"""`make newest` tests on the newest Python that can, and says if there is none."""

import sys
from pathlib import Path

import pytest

from tests import newest
from tests.newest import Python, found

OLD, NEW, NEWER = (Python((3, minor), Path(f"python3.{minor}")) for minor in (11, 12, 13))


def test_the_newest_is_taken_by_number() -> None:
    assert newest.newest([NEW, NEWER, OLD]) == NEWER


def test_an_older_python_is_no_newer_one() -> None:
    assert newest.newest([OLD]) is None


def test_only_programs_that_are_a_python_are_found(tmp_path: Path) -> None:
    """A shim of a version that is not installed fails; so does a Python without `venv`."""
    shim = tmp_path / "python3.99"
    shim.write_text("#!/bin/sh\nexit 127\n", encoding="utf-8")
    shim.chmod(0o755)
    here = Path(sys.executable)
    assert list(found([shim, here])) == [Python(sys.version_info[:2], here)]


def test_it_is_said_when_there_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(newest, "candidates", lambda: iter(()))
    monkeypatch.setattr(sys, "argv", ["tests.newest", "--find"])
    assert newest.main() == 0
    assert "NO NEWER PYTHON" in capsys.readouterr().out
