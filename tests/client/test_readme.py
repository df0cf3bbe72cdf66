"""The README's first screen is a game, and works as it is written."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from client.cli import main

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
SCREEN = 40  # lines of a window


def test_the_first_screen_is_a_game_from_its_first_move_to_its_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = CONSOLE.search(README.read_text(encoding="utf-8"))
    assert found is not None
    monkeypatch.chdir(tmp_path)
    printed = []
    for line in found[1].splitlines():
        prompt, program, *arguments = shlex.split(line)
        assert (prompt, program) == ("$", "secret-subs")
        assert main(arguments) == 0
        printed.append(capsys.readouterr().out)
    demo, audit, replay = printed
    assert "What Ann knew at the end" in demo
    assert "VERIFIED" in demo
    assert audit.startswith("VERIFIED")
    assert "SZ Wake" in replay


def test_demo_and_test_come_first() -> None:
    first = README.read_text(encoding="utf-8").splitlines()[:SCREEN]
    assert next(line for line in first if line.startswith("make")).startswith("make demo")
    assert any(line.startswith("make test") for line in first)
    assert any("```console" in line for line in first)


PAGES = [README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMAND_LINES = sorted(
    {
        line.rstrip()
        for page in PAGES
        for line in re.findall(r"(?<![~/])secret-subs ([a-z]+ ?[^`\n]*)", page.read_text("utf-8"))
    }
)
TARGETS = sorted(
    {
        target
        for page in PAGES
        for target in re.findall(r"(?m)(?:^|`)make ([a-z]+)", page.read_text("utf-8"))
    }
)


def test_every_target_that_a_page_names_exists() -> None:
    made = re.findall(r"(?m)^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert [target for target in TARGETS if target not in made] == []


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_a_command_that_a_page_names_takes_the_options_that_it_names(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = line.split()
    named = words[: 2 if words[0] in {"keys", "league", "scenario"} else 1]
    with pytest.raises(SystemExit):
        main([*named, "--help"])
    helped = capsys.readouterr().out
    assert [word for word in words if word.startswith("--") and word not in helped] == []


@pytest.mark.parametrize("command", ["keys", "host", "join", "play", "watch", "audit", "recover"])
def test_every_command_that_a_player_needs_is_named(command: str) -> None:
    assert re.search(rf"`?secret-subs {command}|`{command}`", README.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "page",
    [
        *(page for page in sorted(ROOT.glob("*.md")) if page.name != "SPEC.md"),
        *sorted((ROOT / "docs").rglob("*.md")),
    ],
    ids=lambda page: page.name,
)
def test_what_a_page_points_to_exists(page: Path) -> None:
    """Links of every page; and of the one for those who change the program, files in its words."""
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    files = re.findall(r"`((?:engine|protocol|p2p|client|tests)/[\w/.]+)`", text)
    missing = [link for link in links if not (page.parent / link).exists()]
    if page.name == "CONTRIBUTING.md":
        named = [
            file for file in files if not re.search("[A-Z]{2}", file)
        ]  # ID, NAME: placeholders
        missing += [file for file in named if not (ROOT / file).exists()]
    assert not missing


def test_every_decision_is_listed_under_its_number_and_title() -> None:
    folder = ROOT / "docs" / "decisions"
    pages = sorted(folder.glob("[0-9]*.md"))
    numbers = [int(page.name[:4]) for page in pages]
    assert len(set(numbers)) == len(numbers)
    index = (folder / "README.md").read_text(encoding="utf-8")
    for number, page in zip(numbers, pages, strict=True):
        first = page.read_text(encoding="utf-8").splitlines()[0]
        assert first.startswith(f"# {number}. ")
        assert f"]({page.name})" in index


NAMED = re.findall(
    r"^\| (`.+?`) \| (`.+?`) \|",
    (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8"),
    flags=re.MULTILINE,
)
"""Packages, and the modules (or packages of them) that use them."""

IMPORTED_AS = {"pynacl": "nacl"}


def test_every_dependency_names_who_uses_it() -> None:
    found: dict[str, set[str]] = {}
    for package in ("engine", "protocol", "p2p", "client"):
        for file in (ROOT / package).rglob("*.py"):
            module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            text = file.read_text(encoding="utf-8")
            for name in re.findall(r"^(?:from|import) (\w+)", text, flags=re.MULTILINE):
                found.setdefault(name, set()).add(module)
    for packages, modules in NAMED:
        users = re.findall("`(.+?)`", modules)
        for package in re.findall("`(.+?)`", packages):
            importing = found[IMPORTED_AS.get(package, package)]
            assert {m for m in importing if not m.startswith(tuple(users))} == set(), package
            assert [u for u in users if not any(m.startswith(u) for m in importing)] == [], package
    runtime = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[><=]", each)[0] for each in runtime["dependencies"]}
    assert needed == {name for packages, _ in NAMED for name in re.findall("`(.+?)`", packages)}
