"""The source distribution holds the repository, the wheel all that the program reads."""

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from client.rulebook.book import DOCUMENTS
from tests.packaging.built import ROOT, build, tracked

PACKAGES = ("engine/", "protocol/", "p2p/", "client/")
NOT_SHIPPED = (".gitignore",)
"""What only a repository needs."""
NOT_INSTALLED = ("client/maps/README.md",)
"""What lies in a package but is read by developers only."""


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    files = tracked()
    if not files:
        pytest.skip("not a git repository: nothing says which files belong to it")
    return build(files, tmp_path_factory.mktemp("packaging"))


def test_the_source_distribution_holds_every_file_of_the_repository(
    distributions: tuple[Path, Path],
) -> None:
    with tarfile.open(distributions[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert [name for name in tracked() if name not in names and name not in NOT_SHIPPED] == []


def test_the_wheel_holds_every_file_of_the_packages(distributions: tuple[Path, Path]) -> None:
    names = set(zipfile.ZipFile(distributions[1]).namelist())
    ours = [name for name in tracked() if name.startswith(PACKAGES)]
    assert [name for name in ours if name not in names and name not in NOT_INSTALLED] == []


def test_the_wheel_holds_the_rulebook(distributions: tuple[Path, Path]) -> None:
    """The texts of `docs/rules`, where `client.rulebook.book` looks first."""
    wheel = zipfile.ZipFile(distributions[1])
    for document in DOCUMENTS:
        text = (ROOT / "docs" / "rules" / f"{document}.md").read_bytes()
        assert wheel.read(f"client/rulebook/{document}.md") == text
    texts = [name for name in wheel.namelist() if name.startswith("client/rulebook/")]
    assert sum(name.endswith(".md") for name in texts) == len(DOCUMENTS)


def test_what_the_wheel_holds_prints_rules_far_from_any_checkout(
    distributions: tuple[Path, Path], tmp_path: Path
) -> None:
    shutil.unpack_archive(distributions[1], tmp_path, "zip")
    program = (
        "from client.rulebook import book; print(book.__file__); "
        "print(book.rulebook().printed('SS-4.0'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONUTF8": "1"},
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    place, rule, *_ = done.stdout.splitlines()
    assert Path(place).is_relative_to(tmp_path)
    assert rule.startswith("SS-4.0: When")


def test_the_wheel_holds_nothing_else(distributions: tuple[Path, Path]) -> None:
    """Neither tests nor tools: they would be importable packages of everybody's Python."""
    names = zipfile.ZipFile(distributions[1]).namelist()
    assert [n for n in names if not n.startswith((*PACKAGES, "secret_subs-"))] == []


def test_license_and_notice_are_in_the_metadata(distributions: tuple[Path, Path]) -> None:
    wheel = zipfile.ZipFile(distributions[1])
    folder = next(n for n in wheel.namelist() if n.endswith(".dist-info/METADATA"))
    metadata = Parser().parsestr(wheel.read(folder).decode())
    assert metadata["License-Expression"] == "MIT"
    vendored = [name for name in tracked() if name.endswith(".LICENSE")]
    assert metadata.get_all("License-File") == ["LICENSE", "NOTICE", *vendored]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert metadata["Requires-Python"] == project["requires-python"]
