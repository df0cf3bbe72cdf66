"""Scenarios as they are named, and cut short."""

from pathlib import Path

import pytest

from client.errors import ClientError
from client.scenarios import find, shortened
from engine.errors import ScenarioError
from engine.scenario import LastRound
from engine.scenario_form import LIMIT


def last_rounds(name: str, rounds: int) -> list[int]:
    rules = shortened(find(name), rounds).scenario.victory
    return [rule.round for rule in rules if isinstance(rule, LastRound)]


def test_a_game_can_be_ended_earlier_but_not_later() -> None:
    assert last_rounds("wake-island", 2) == [2]
    assert last_rounds("wake-island", 99) == [10]


def test_a_scenario_without_a_last_round_gets_one() -> None:
    assert last_rounds("classic", 3) == [3]


def test_what_is_cut_short_is_another_scenario() -> None:
    """Its source goes into the charter, so that nobody mistakes one for the other."""
    whole = find("wake-island")
    assert shortened(whole, 2).source != whole.source
    assert shortened(whole, 2).scenario.opening == whole.scenario.opening


def test_a_file_is_read_as_it_is(tmp_path: Path) -> None:
    source = find("wake-island").source
    file = tmp_path / "mine.toml"
    file.write_bytes(source)
    assert find(str(file)).source == source


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(ClientError, match="neither a scenario nor a file"):
        find(str(tmp_path / "missing.toml"))
    with pytest.raises(ClientError, match="cannot read"):
        find(str(tmp_path))
    huge = tmp_path / "huge.toml"
    huge.write_bytes(b"#" * (LIMIT + 5))
    with pytest.raises(ScenarioError, match="at most"):
        find(str(huge))
