"""The command line: what it prints, and with which exit status it ends."""

import io
import json
import os
import secrets
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from client import tables
from client.cli import main
from client.commands import COMMANDS
from client.commands.audit import ExitStatus
from client.home import Home
from client.scenarios import find
from engine.board import Power
from engine.instructions import Instructions, Standing, WaivedWindows
from engine.loading import builtin_names
from engine.options import parse
from tests.protocol.sample import phrase


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SECRET_SUBS_HOME", str(tmp_path))
    monkeypatch.setenv("SECRET_SUBS_PASSPHRASE", "correct horse")
    return tmp_path


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert ended.value.code == 0
        assert command in capsys.readouterr().out


def test_every_help_says_what_it_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    """Families and their members too: under the usage stands more than a list of options."""
    for words in (["keys"], ["scenario"], *(["scenario", name] for name in ("list", "show"))):
        with pytest.raises(SystemExit):
            main([*words, "--help"])
        assert not capsys.readouterr().out.split("\n\n")[1].startswith(("options", "positional"))


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.startswith("secret-subs 0.")


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Also where a command is named that does not exist."""
    for words in (["--help"], ["sail"]):
        with pytest.raises(SystemExit):
            main(words)
        said = "".join(capsys.readouterr())
        assert all(command in said for command in COMMANDS)


def test_scenarios_are_listed_shown_and_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "list"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in builtin_names())
    assert main(["scenario", "show", "wake-island"]) == 0
    shown = capsys.readouterr().out
    assert "SZ Wake" in shown
    assert "National objectives" in shown
    assert main(["scenario", "check", "wake-island"]) == 0
    assert "is valid" in capsys.readouterr().out


def test_every_fault_of_a_scenario_file_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('format = 1\nname = "bad"\ntitle = 3\n')
    assert main(["scenario", "check", str(bad)]) == 1
    printed = capsys.readouterr().err
    assert "title" in printed
    assert "powers" in printed
    assert main(["scenario", "check", str(tmp_path / "missing.toml")]) == 1
    assert "neither a scenario nor a file" in capsys.readouterr().err


def test_who_says_nothing_is_shown_what_can_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert all(command in said for command in COMMANDS)


def test_no_table_is_made_where_nobody_could_come(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["keys", "new"]) == 0
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = f"127.0.0.1:{other.getsockname()[1]}"
        assert main(["host", "--name", "Ann", "--terminal", "--listen", taken]) == 1
    assert f"cannot listen at {taken}: Address already in use" in capsys.readouterr().err
    assert not (home / "tables").exists()


@pytest.mark.parametrize(
    ("given", "left"),
    [("waive", WaivedWindows.ALL), ("phases", WaivedWindows.PHASES), ("off", WaivedWindows.NONE)],
)
def test_bg_3_4_a_host_lays_its_windows_down_in_the_charter(
    home: Path, monkeypatch: pytest.MonkeyPatch, given: str, left: WaivedWindows
) -> None:
    """They are kept with what is hosted, and hold in the position from which the game starts."""
    monkeypatch.setattr(sys, "stdin", io.StringIO())  # whose end stops the bot
    options = ("--name", "Ann", "--bot", "captain", "--leash", "--instruct", f"windows {given}")
    assert main(["keys", "new"]) == 0
    assert main(["host", *options, "--instruct", "submerge never"]) == 0
    table = tables.find(Home(home), Home(home).unlock(), "")
    hosted = tables.hosted_lobby(table)
    table.store.close()
    assert hosted is not None
    own = Power(hosted.terms.seats[hosted.seat][0])
    laid_down = Instructions(submerge=Standing.NEVER, windows=left)
    assert tables.opening(hosted.terms).instructions == {own: laid_down}


def test_windows_are_waived_by_a_word_of_the_rules(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["keys", "new"]) == 0
    assert main(["host", "--name", "Ann", "--terminal", "--instruct", "windows sometimes"]) == 1
    assert "instruction for windows" in capsys.readouterr().err
    assert not (home / "tables").exists()


def test_of_several_tables_one_is_named(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["keys", "new"]) == 0
    chosen = find("wake-island")
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, None))
    for name in ("Ann", "Anna"):
        other = replace(terms, nonce=secrets.token_bytes(len(terms.nonce)))
        mine = Home(home)
        table, _ = tables.host(mine, mine.unlock(), name, other, seat=1, watchers=0)
        table.store.close()
    assert main(["play", "--terminal"]) == 1
    printed = capsys.readouterr().err
    assert "Wake Island, spring 1942: Ann (Japan); waiting for players" in printed
    assert "Wake Island, spring 1942: Anna (Japan); waiting for players" in printed


@pytest.mark.parametrize(
    ("options", "printed"),
    [
        (["--name", ""], "'' cannot be a player's name"),
        (["--name", "A\x1b[31m"], "cannot be a player's name"),
        (["--name", "A" * 41], "1 to 40 visible characters"),
        (["--name", "Ann", "--watchers", "-1"], "0 to 16"),
        (["--name", "Ann", "--watchers", "70000"], "0 to 16"),
    ],
)
def test_nobody_is_seated_whom_no_charter_can_name(
    home: Path, capsys: pytest.CaptureFixture[str], options: list[str], printed: str
) -> None:
    assert main(["keys", "new"]) == 0
    assert main(["host", "--terminal", *options]) == 1
    assert printed in capsys.readouterr().err
    assert not (home / "tables").exists()


@pytest.mark.usefixtures("home")
def test_whoever_types_no_answer_at_all_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["keys", "restore", "--home", str(tmp_path / "other")]) == 1
    assert "the input ended before" in capsys.readouterr().err


def test_a_wrong_passphrase_opens_nothing_and_there_is_a_way_out(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["keys", "new"]) == 0
    monkeypatch.setenv("SECRET_SUBS_PASSPHRASE", "incorrect horse")
    assert main(["play"]) == 1
    printed = capsys.readouterr().err
    assert f"move {home / 'key'} away" in printed
    assert "secret-subs keys restore" in printed


def test_a_terminal_that_knows_no_frames_is_shown_the_map_without_them() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "client", "scenario", "show", "wake-island"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert b"Honshu* 10 J" in shown.stdout


@pytest.mark.usefixtures("home")
def test_a_key_is_made_once_shown_and_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["keys", "new"]) == 0
    made = capsys.readouterr().out
    written = next(line.strip() for line in made.splitlines() if line.count("-") == 13)
    assert main(["keys", "show"]) == 0
    fingerprint = capsys.readouterr().out.split()[0]
    assert fingerprint in made
    assert main(["keys", "new"]) == 1
    assert "a key already exists" in capsys.readouterr().err

    monkeypatch.setattr("builtins.input", lambda _: written)
    assert main(["keys", "restore", "--home", str(tmp_path / "other")]) == 0
    assert fingerprint in capsys.readouterr().out


def test_a_mistyped_phrase_restores_nothing(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = phrase(0).text
    monkeypatch.setattr("builtins.input", lambda _: typed[:-1] + ("0" if typed[-1] != "0" else "1"))
    assert main(["keys", "restore"]) == 1
    assert "checksum" in capsys.readouterr().err
    assert not (home / "key").exists()


@pytest.mark.usefixtures("home")
def test_without_a_key_nobody_can_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["host", "--name", "Ann"]) == 1
    assert "secret-subs keys new" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["host", "--name", "Ann", "--rules", "XX"], "no house rule XX"),
        (["host", "--name", "Ann", "--rules", "shuffle_markers=never"], "write one of"),
        (["host", "--name", "Ann", "--players", "5"], "cannot be played by 5 players"),
        (["host", "--name", "Ann", "--scenario", "nowhere"], "neither a scenario nor"),
        (["host", "--name", "Ann", "--listen", "here"], "is not host:port"),
        (["host", "--name", "Ann", "--rounds", "0"], "at least one"),
        (["join", "nonsense", "--name", "Bob"], "an invite begins with"),
        (["demo", "--bots", "captain"], "one per seat"),
        (["demo", "--bots", "captain,deep-thought"], "bots are captain, fuzz"),
        (["replay", "nowhere.sslog"], "cannot be read"),
        (["demo", "--log", "nowhere/game.sslog"], "cannot be written"),
        (["solo", "--log", "/"], "is a folder"),
        (["host", "--name", "Ann", "--listen", "203.0.113.5:7717"], "cannot listen at"),
        (["host", "--name", "Ann", "--listen", "no.such.host.invalid:7717"], "cannot listen at"),
    ],
)
@pytest.mark.usefixtures("home")
def test_what_cannot_be_done_is_told_with_what_can(
    capsys: pytest.CaptureFixture[str], arguments: list[str], printed: str
) -> None:
    assert main(arguments) == 1
    assert printed in capsys.readouterr().err


def test_an_unreadable_file_has_its_own_status_and_still_one_json_object(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "not.sslog"
    file.write_bytes(b"something else")
    assert main(["audit", str(file)]) == ExitStatus.UNREADABLE
    assert "secret-subs log" in capsys.readouterr().err
    assert main(["audit", str(file), "--json"]) == ExitStatus.UNREADABLE
    report = json.loads(capsys.readouterr().out)
    assert report["verified"] is False
    assert report["fault"]["code"] == "unreadable"
    assert main(["audit", str(tmp_path / "missing")]) == ExitStatus.UNREADABLE
