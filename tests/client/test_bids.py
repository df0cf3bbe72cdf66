"""Bids that are placed as units (BG-2)."""

from pathlib import Path

import pytest

from client.bids import read_bids, with_bids
from client.cli import main
from client.errors import ClientError
from client.scenarios import find
from engine.errors import ScenarioError
from engine.loading import load
from engine.setup import new_game
from engine.validate import validate

BOARD = find("anniversary-1941")


def test_units_of_a_bid_stand_on_the_board_when_the_game_opens() -> None:
    bid = read_bids(
        BOARD.scenario, ["Germany: infantry Poland, 2 artillery libya", "Japan: tank Kiangsu"]
    )
    assert bid.cost == 3 + 2 * 4 + 5
    made = with_bids(BOARD, bid).scenario
    before, after = (sum(s.count for s in scenario.opening) for scenario in (BOARD.scenario, made))
    assert after == before + 4
    assert validate(new_game(made, (), {}, made.seatings[2])) == frozenset()


def test_all_else_of_the_scenario_stays() -> None:
    bid = read_bids(BOARD.scenario, ["UK: submarine SZ 35"])
    made = with_bids(BOARD, bid)
    assert made.scenario.plain() != BOARD.scenario.plain()
    plain = [load(chosen.source, "1941").plain() for chosen in (BOARD, made)]
    assert sum(a != b for a, b in zip(*plain, strict=True)) == 2, "the opening, and the title"
    assert made.scenario.title.endswith("(Anniversary Edition), with 6 IPC of units by bid")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("infantry Poland", "no power is named"),
        ("Mars: infantry Poland", "no power is named"),
        ("Germany: infantry", "not a number, a unit and a space"),
        ("Germany: zeppelin Poland", "not a number, a unit and a space"),
        ("Germany: infantry Atlantis", "not a number, a unit and a space"),
        ("Germany: 100 infantry Poland", "not a number, a unit and a space"),
        ("Germany: 0 infantry Poland", "no infantry in Poland"),
        ("Germany: complex Poland", "complex in Poland"),
        ("Germany: infantry Japan", "Germany has no unit in Japan"),
        ("Germany: infantry Spain", "Germany has no unit in Spain"),
    ],
)
def test_invalid_bids(line: str, why: str) -> None:
    with pytest.raises(ClientError, match=why):
        read_bids(BOARD.scenario, [line])


def test_invalid_cargo_is_refused_by_the_checks_of_every_scenario() -> None:
    (zone, ships) = next(
        (stack.at, stack) for stack in BOARD.scenario.opening if stack.kind == "transport"
    )
    bid = read_bids(BOARD.scenario, [f"{ships.owner}: 3 tank {zone}"])
    with pytest.raises(ScenarioError, match="land units, but too few transports"):
        with_bids(BOARD, bid)


class TestCommand:
    def bid(self, *arguments: str) -> int:
        return main(["scenario", "bid", "anniversary-1941", *arguments])

    def test_writes_a_file_that_can_be_hosted(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "even.toml"
        assert self.bid("Italy: infantry Libya", "--most", "9", "--to", str(file)) == 0
        assert "units placed: 1, for 3 IPC, 6 IPC of the bid left over" in capsys.readouterr().out
        assert find(str(file)).scenario.name == "anniversary-1941"

    def test_refuses_units_that_cost_more_than_the_bid(self, tmp_path: Path) -> None:
        file = tmp_path / "even.toml"
        assert self.bid("Italy: 4 infantry Libya", "--most", "9", "--to", str(file)) != 0
        assert not file.exists()

    def test_replaces_no_file(self, tmp_path: Path) -> None:
        file = tmp_path / "even.toml"
        file.write_text("mine")
        assert self.bid("Italy: infantry Libya", "--to", str(file)) != 0
        assert file.read_text() == "mine"
        assert self.bid("Italy: infantry Libya", "--to", str(file), "--force") == 0
