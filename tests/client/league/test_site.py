"""The site of a league: games, standings and tables from verdicts, the same to the byte."""

import csv
import errno
import io
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyarrow import parquet

from client.cli import main
from client.commands import league
from client.commands.audit_many import judged
from client.errors import ClientError
from client.league.forks import Fork, fork_between
from client.league.games import Ending, LeagueGame, games_of
from client.league.judging import Limits, Task, judge
from client.league.parquet import to_parquet
from client.league.site import pages
from client.league.sources import Held
from client.league.standings import names_of, standings
from client.league.tables import Table, to_csv
from client.league.verdicts import Outcome, Verdict, fingerprint
from protocol.identity import PublicKey
from protocol.logfile import LOG_MAGIC, RecordKind, read_records, write_record
from protocol.report import Level
from tests.client.league.logs import altered, begun_again, changed, forked, given_up

ENTRIES = 60


@pytest.fixture(scope="module")
def log() -> bytes:
    return given_up(ENTRIES)


@pytest.fixture(scope="module")
def verdict(log: bytes) -> Verdict:
    return judge(Task("game", Held(log), Level.RULES, Limits(), recording=True))


def only(verdict: Verdict) -> LeagueGame:
    (game,) = games_of([verdict])
    return game


def test_of_several_logs_of_a_game_the_longest_counts(verdict: Verdict) -> None:
    cut = altered(verdict, "aa", entries=10, outcome=None)
    whole = altered(verdict, "aa", entries=20)
    other = altered(verdict, "bb")
    first, second = games_of([whole, cut, other])
    assert (first.verdict, first.copies) == (whole, 2)
    assert (second.verdict, second.copies) == (other, 1)


def test_a_lost_game_is_not_taken_back_by_going_on_in_another_log(verdict: Verdict) -> None:
    """Whoever is due may sign more entries than the game has, from any place before its end."""
    whole = altered(verdict, "aa", entries=20)
    unsigned = altered(verdict, "aa", entries=30, unsigned=[1])
    longer = altered(verdict, "aa", entries=40, outcome=None)
    for logs in ([longer, unsigned, whole], [whole, longer, unsigned]):
        (game,) = games_of(logs)
        assert game.verdict == whole
        assert game.copies == 3
    (game,) = games_of([longer, unsigned])
    assert game.verdict == unsigned


def test_endings_that_not_all_have_signed_are_told_apart(verdict: Verdict) -> None:
    assert only(verdict).ending is Ending.PLAYED
    agreed = {"kind": "end", "named": [], "entry": 9, "signed": [0, 1], "worth": "verified"}
    for report, ending in (
        ({"outcome": None}, Ending.OPEN),
        ({"unsigned": [1]}, Ending.ONE_SIDED),
        ({"agreements": [agreed]}, Ending.ADJUDICATED),
        ({"agreements": [{**agreed, "named": [1]}]}, Ending.ONE_SIDED),
        ({"agreements": [{**agreed, "kind": "take back"}]}, Ending.PLAYED),
        ({"agreements": [{**agreed, "kind": "keepers", "named": [2]}]}, Ending.PLAYED),
    ):
        assert only(altered(verdict, "aa", **report)).ending is ending


def test_who_wins_stands_above_and_who_beats_the_best_gains_most(verdict: Verdict) -> None:
    games = games_of(
        altered(verdict, f"{number:02x}", names=names, winner="Allies")
        for number, names in enumerate([("Ann", "Bob"), ("Ann", "Bob"), ("Cleo", "Ann")])
    )
    found = {one.names[0]: one for one in standings(games, games)}
    assert list(found) == ["Cleo", "Ann", "Bob"] or list(found) == ["Ann", "Cleo", "Bob"]
    assert found["Cleo"].rating > 1500 > found["Bob"].rating
    assert (found["Ann"].games, found["Ann"].wins) == (3, 2)
    assert found["Ann"].deviation < 500
    alone = {one.names[0]: one for one in standings(games, games[:0])}
    assert {one.rating for one in alone.values()} == {1500}
    assert {one.games for one in alone.values()} == {0}


def test_a_player_is_called_as_in_most_charters(verdict: Verdict) -> None:
    made = [altered(verdict, f"{number:02x}") for number in range(3)]
    ann = made[0].record.players[0].key if made[0].record else ""
    games = games_of([made[0], renamed(made[1], ann, "Anna"), renamed(made[2], ann, "Anna")])
    assert {one.key: one.names for one in standings(games, games)}[ann] == ("Anna", "Ann")
    assert names_of(games[:2])[ann] == ("Anna", "Ann"), "of as many the latest"
    found = {page.path: page.content.decode() for page in pages([one.verdict for one in games])}
    assert "Ann," not in found["index.html"]
    assert "Anna (" not in found["index.html"]


def renamed(verdict: Verdict, key: str, name: str) -> Verdict:
    """The same, but a key is called something else."""
    assert verdict.record is not None
    players = tuple(
        one.model_copy(update={"name": name}) if one.key == key else one
        for one in verdict.record.players
    )
    return verdict.model_copy(
        update={"record": verdict.record.model_copy(update={"players": players})}
    )


def test_a_game_against_oneself_counts_for_nobody(verdict: Verdict) -> None:
    game = only(altered(verdict, "aa", names=("Ann", "Ann"), winner="Allies"))
    assert game.sides == {}
    assert {one.games for one in standings([game], [game])} == {0}


def test_a_win_that_is_not_verified_counts_for_nobody(verdict: Verdict) -> None:
    game = only(altered(verdict, "aa", winner="Allies", win_verified=False))
    assert game.winner is None
    assert {one.games for one in standings([game], [game])} == {0}


def test_two_builds_are_equal_to_the_byte(verdict: Verdict) -> None:
    verdicts = [altered(verdict, f"{number:02x}") for number in range(5)]
    once, again = list(pages(verdicts)), list(pages(verdicts))
    assert once == again
    assert {page.path for page in once} >= {
        "index.html",
        "players.html",
        "games/" + "00" * 32 + ".html",
    }


def test_only_pages_that_start_a_program_are_allowed_to(verdict: Verdict) -> None:
    found = {page.path: page.content.decode() for page in pages([verdict], auditing=True)}
    allowed = {path for path, text in found.items() if "wasm-unsafe-eval" in text}
    assert allowed == {path for path in found if path.startswith("games/")}
    assert 'from "./program/node/program.js"' in found["auditor.js"]
    without = {page.path: page.content.decode() for page in pages([verdict])}
    assert "auditor.js" not in without
    assert not any("wasm-unsafe-eval" in text for text in without.values())


def test_names_of_strangers_are_text_and_doubles_are_told_apart(verdict: Verdict) -> None:
    evil = "<b>\u202e=1"
    verdicts = [
        altered(verdict, "aa", names=("Ann", evil)),
        altered(verdict, "bb", names=("\u0410nn", "Bob")),  # Cyrillic
    ]
    found = {page.path: page.content.decode() for page in pages(verdicts)}
    assert "<b>" not in found["index.html"]
    assert "&lt;b&gt;\\u202e=1" in found["index.html"]
    assert len(re.findall(r"nn \([0-9A-Z]{4}.[0-9A-Z]{4}\)", found["index.html"])) == 2
    assert "Bob" in found["index.html"]
    assert "Bob (" not in found["index.html"]


def test_a_text_of_a_table_is_no_formula() -> None:
    table = Table("names", "Names", ("name", "number"), [("=1+1", -1), ("a,\nb", None)])
    (head, formula, text) = csv.reader(io.StringIO(to_csv(table).decode()))
    assert head == ["name", "number"]
    assert formula == ["'=1+1", "-1"]
    assert text == ["a,\\nb", ""]


def test_a_table_is_a_parquet_file_too_with_its_types(verdict: Verdict) -> None:
    table = Table("names", "Names", ("name", "p"), [("=1+1", 0.5), ("a,\nb", None)])
    assert to_parquet(table) == to_parquet(table)
    assert parquet.read_table(io.BytesIO(to_parquet(table))).to_pylist() == [
        {"name": "=1+1", "p": 0.5},
        {"name": "a,\\nb", "p": None},
    ]
    found = {page.path: page.content for page in pages([verdict], parquet=True)}
    for name in ("players", "players-all", "dice", "turns", "openings", "bluffs"):
        rows = parquet.read_table(io.BytesIO(found[f"{name}.parquet"])).to_pylist()
        told = list(csv.DictReader(io.StringIO(found[f"{name}.csv"].decode())))
        assert len(rows) == len(told)
        assert all(row.keys() == one.keys() for row, one in zip(rows, told, strict=True))


def test_without_arrow_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ClientError, match="need pyarrow"):
        to_parquet(Table("names", "Names", ("name",), []))


def test_a_site_is_built_from_a_folder_and_again(
    log: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    season, site = tmp_path / "season", tmp_path / "site"
    season.mkdir()
    (season / "good").write_bytes(log)
    (season / "bad").write_bytes(changed(log))
    command = ["league", "build", str(season), "--out", str(site), "--jobs", "1"]
    assert main(command) == 0
    assert "2 logs: 1 verified, 1 refused" in capsys.readouterr().out
    built = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    assert [path.read_bytes() for path in (site / "logs").iterdir()] == [log]
    assert "bad_signature" in (site / "refused.html").read_text()
    (site / "games" / "old.html").write_text("of a game that is gone")
    assert main(command) == 0
    assert {path: path.read_bytes() for path in site.rglob("*") if path.is_file()} == built
    assert main([*command, "--site", str(season)]) == 1
    assert "no site of the program" in capsys.readouterr().err
    other = ["league", "build", str(season), "--out", str(season)]
    assert main(other) == 1
    assert "no site of a league" in capsys.readouterr().err


@pytest.mark.parametrize("out", ["season/site", "."])
def test_no_site_is_built_among_its_logs_nor_around_them(
    log: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], out: str
) -> None:
    """It would count its own copies, or take the logs away."""
    season, site = tmp_path / "season", tmp_path / out
    season.mkdir()
    (season / "good").write_bytes(log)
    (tmp_path / "verdicts.jsonl").touch()
    assert main(["league", "build", str(season), "--out", str(site)]) == 1
    assert "lie in one another" in capsys.readouterr().err
    assert (season / "good").read_bytes() == log


def test_a_log_is_shown_as_it_was_when_it_was_judged(
    log: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    season, site = tmp_path / "season", tmp_path / "site"
    season.mkdir()
    (season / "good").write_bytes(log)

    def judged_slowly(*args: object, **options: object) -> Iterator[Verdict]:
        yield from judged(*args, **options)  # type: ignore[arg-type]
        (season / "good").write_bytes(changed(log))

    monkeypatch.setattr(league, "judged", judged_slowly)
    command = ["league", "build", str(season), "--out", str(site), "--jobs", "1"]
    assert main(command) == 1
    assert "good has changed since it was judged" in capsys.readouterr().err
    assert not list((site / "logs").iterdir())
    monkeypatch.undo()
    (season / "good").write_bytes(log)
    assert main(command) == 0, "what a build has left behind is in no other's way"


def test_a_build_leaves_nothing_of_the_one_before(
    log: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "good").write_bytes(log)
    site = tmp_path / "site"
    command = ["league", "build", str(tmp_path / "good"), "--out", str(site), "--jobs", "1"]
    assert main([*command, "--parquet"]) == 0
    (site / "auditor.js").touch()
    (site / "robots.txt").write_text("the owner's")
    assert main(command) == 0
    assert not list(site.glob("*.parquet"))
    assert not (site / "auditor.js").exists()
    assert (site / "robots.txt").read_text() == "the owner's"
    capsys.readouterr()


def test_where_no_site_can_be_written_nothing_is_judged(
    log: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "good").write_bytes(log)
    (tmp_path / "file").touch()
    results = tmp_path / "results.jsonl"
    command = ["league", "build", str(tmp_path / "good"), "--resume", str(results), "--out"]
    assert main([*command, str(tmp_path / "file" / "site")]) == 1
    assert "Not a directory" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert main([*command, str(tmp_path / "site")]) == 1
    assert "standings need openskill" in capsys.readouterr().err
    assert not results.exists()


def test_two_stories_of_a_game_are_shown_with_the_key_that_signed_both(
    log: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each is valid alone: who has lost might go on from before the end as if nothing had been."""
    season, site = tmp_path / "season", tmp_path / "site"
    season.mkdir()
    (season / "cut").write_bytes(log[:-2_000])
    (season / "whole").write_bytes(log)
    (season / "copy").write_bytes(log)
    other = forked(log, ENTRIES, ENTRIES + 9)
    (season / "other").write_bytes(other)
    command = ["league", "build", str(season), "--out", str(site), "--jobs", "1"]
    assert main(command) == 0
    assert "4 verified" in capsys.readouterr().out
    (page,) = site.glob("games/*.html")
    assert (site / "logs" / f"{page.stem}.sslog").read_bytes() == log
    name = f"{page.stem}-{fingerprint(other)[:12]}"
    assert (site / "logs" / f"{name}.sslog").read_bytes() == other
    assert len(list(site.glob("logs/*.evidence"))) == 1, "a beginning and a copy are no other story"
    fork = fork_between(log, other, fingerprint(other))
    assert fork is not None
    assert fork.key is not None
    key = PublicKey(bytes.fromhex(fork.key)).fingerprint
    assert f"{key} (<a" in page.read_text()
    assert f'href="../logs/{name}.sslog"' in page.read_text()
    assert f'href="games/{page.name}#forks">two stories' in (site / "index.html").read_text()
    assert main(["audit", "--json", "--evidence", str(site / "logs" / f"{name}.evidence")]) == 0
    fault = json.loads(capsys.readouterr().out)["fault"]
    assert (fault["code"], fault["key"]) == ("fork", fork.key)


def test_who_begins_again_from_an_older_copy_is_not_blamed_for_it(log: bytes) -> None:
    """Only what a key signs twice in one incarnation convicts it (SPEC-14.6)."""
    again = begun_again(log, 20)
    assert judge(Task("again", Held(again), Level.RULES, Limits())).outcome is Outcome.VERIFIED
    fork = fork_between(log, again, fingerprint(again))
    assert fork == Fork(21, 21, fingerprint(again), None, None)


def test_a_site_that_finds_no_room_says_which(
    log: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "good").write_bytes(log)
    site = tmp_path / "site"

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    assert main(["league", "build", str(tmp_path / "good"), "--out", str(site), "--jobs", "1"]) == 1
    assert "site cannot be written: No space left on device" in capsys.readouterr().err


def test_an_endorsement_of_one_game_is_none_of_another(
    log: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor does another name of the file make another game."""
    other = given_up(ENTRIES, number=1)
    mine, theirs = (read_records(one, LOG_MAGIC)[0] for one in (log, other))
    closing, signature = RecordKind.CLOSING, RecordKind.CHARTER_SIGNATURE
    forgeries = {
        "endorsed": [one for one in mine if one.kind is not closing]
        + [one for one in theirs if one.kind is closing],
        "chartered": [one for one in theirs if one.kind is signature]
        + [one for one in mine if one.kind is not signature],
        "entered": [*theirs[:4], *mine[4:]],
    }
    season, site = tmp_path / "season", tmp_path / "site"
    season.mkdir()
    for name, records in forgeries.items():
        (season / name).write_bytes(LOG_MAGIC + b"".join(map(write_record, records)))
    (season / "again").write_bytes(log)
    (season / "good").write_bytes(log)
    assert main(["league", "build", str(season), "--out", str(site), "--jobs", "1"]) == 0
    assert "2 verified" in capsys.readouterr().out
    assert len(list(site.glob("games/*.html"))) == 1
    assert all(name in (site / "refused.html").read_text() for name in forgeries)
