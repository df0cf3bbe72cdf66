"""What a log tells a league of its game."""

import json

import pytest

from client.bots.fuzz import Fuzz
from client.league.chances import luck
from client.league.recording import recorded
from client.league.records import GameRecord
from client.scenarios import find
from protocol.audit import audit
from protocol.author import Author
from protocol.charter import Secrecy
from protocol.logfile import write_log
from protocol.report import Level
from tests.bench.games import PHRASES, founded, played


@pytest.fixture(scope="module")
def log() -> bytes:
    """A whole game, with what they hid disclosed."""
    table = played(founded(find("wake-island"), Secrecy.HASHED), 10_000, (Fuzz(1), Fuzz(2)))
    for phrase in PHRASES[:2]:
        author = Author(table, phrase)
        table.add_statement(author.close())
        disclosed = author.disclose()
        if disclosed is not None:
            table.add_statement(disclosed)
    return write_log(table.log)


def test_a_record_tells_who_played_what(log: bytes) -> None:
    record = recorded(log)
    report = audit(log, Level.RULES)
    assert record.scenario == "wake-island"
    assert [player.powers for player in record.players] == [("USA",), ("Japan",)]
    assert {player.side for player in record.players} == {"Allies", "Axis"}
    assert tuple(player.name for player in record.players) == report.seats
    assert [turn.powers for turn in record.turns[:2]] == [("USA",), ("Japan",)]
    assert record.round == record.turns[-1].round
    assert set(record.openings) == {"USA", "Japan"}
    assert all(record.openings.values())


def test_every_die_of_a_battle_between_two_is_counted_for_one_of_them(log: bytes) -> None:
    record = recorded(log)
    shots = [shot for player in record.players for shot in player.shots]
    dice = next(one.dice for one in audit(log).statistics.dice if one.sides == 6)
    assert 0 < sum(shot.count * shot.best_of for shot in shots) <= dice
    for player in record.players:
        assert luck(player.shots).p > 1e-6, "the dice are fair"


def test_what_was_hidden_is_told_where_it_was_disclosed(log: bytes) -> None:
    for bluffs in recorded(log).bluffs:
        assert bluffs.decoys <= bluffs.shown
        assert bluffs.hidden is not None
        assert bluffs.hollow is not None
        assert 0 < bluffs.hollow < bluffs.hidden
    beginning = played(founded(find("wake-island")), 40, (Fuzz(1), Fuzz(2)))
    assert {one.hidden for one in recorded(write_log(beginning.log)).bluffs} == {None}


def test_a_record_is_the_same_read_from_json(log: bytes) -> None:
    record = recorded(log)
    assert GameRecord.model_validate_json(json.dumps(record.model_dump(mode="json"))) == record
    assert record.began is None, "all entries claim the same minute"
