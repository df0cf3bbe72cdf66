"""The report of games that end otherwise than by the rules: what it says, and of whom."""

from collections.abc import Callable

import pytest

from client.schema.report import GameReport
from client.table.report import game_report
from protocol.proposals import AfterFault, End, Replace, Result
from tests.client.table.endings import Ending


def reported(*steps: Callable[[Ending], None]) -> GameReport:
    """The report of a game that ends by these steps."""
    made = Ending()
    for step in steps:
        step(made)
    return game_report(made.log)


def test_a_game_under_way_has_luck_and_no_end() -> None:
    report = reported()
    assert (report.outcome, report.agreed) == (None, ())
    assert report.retrospect.luck
    assert report.verdict.status == "open"


@pytest.mark.parametrize(
    ("end", "words", "agreed"),
    [
        (
            End(Result.DRAW),
            "Nobody has won: a draw, agreed",
            "Agreed by Ann, Bob and Kim: end the game as a draw",
        ),
        (
            End(Result.ADJOURNED),
            "Nobody has won: adjourned for good, agreed",
            "adjourn the game for good",
        ),
        (End(Result.WIN, "Axis"), "Won by Axis: agreed", "end the game, won by Axis"),
    ],
)
def test_an_agreed_end_is_told_with_who_has_signed_it(end: End, words: str, agreed: str) -> None:
    """SPEC-18.4: and the moments of the game end with it."""
    report = reported(lambda made: made.agree(end))
    assert report.outcome == words
    (line,) = report.agreed
    assert agreed in line
    last = report.frames[-1]
    assert last.lines[-1] == f"The game is over. {words}"
    assert last.lines[0] in line
    assert report.retrospect.luck


def test_a_resignation_is_told_with_whose_it_was() -> None:
    """SPEC-13.1."""
    report = reported(Ending.resign)
    assert report.outcome is not None
    assert " resigned" in report.outcome
    assert {row.names for row in report.retrospect.luck} <= {"Ann", "Bob", "Ann and Bob"}


def test_a_former_player_is_named_as_such_and_keeps_its_dice() -> None:
    """SPEC-4.8: Dora plays the seat in the end; what fell before was another's luck."""
    made = Ending()
    seat = made.due
    made.agree(made.successor(1 - seat))
    place = len(made.table.log)
    made.resign()
    report = game_report(made.log)
    left = ("Ann", "Bob")[1 - seat]
    player = report.seats[1 - seat]
    assert player.name == "Dora"
    assert [(one.name, one.until) for one in player.former] == [(left, place)]
    names = [row.names for row in report.retrospect.luck]
    assert left in names
    assert "Dora" not in names
    assert f"Dora plays on for {left}, who shows its tokens to Dora alone" in report.agreed[0]


def test_who_was_replaced_against_its_will_is_named() -> None:
    """SPEC-18.4: the others have signed without that player, and what its tokens held is lost."""
    made = Ending()
    seat = 1 - made.due
    made.agree(Replace((made.successor(seat).successor,)), seat)
    report = game_report(made.log)
    left = ("Ann", "Bob")[seat]
    player = report.seats[seat]
    assert (player.name, [one.name for one in player.former]) == ("Dora", [left])
    (line,) = report.agreed
    assert f", without {left}: Dora plays on for {left}" in line
    assert report.outcome is None
    assert left in [row.names for row in report.retrospect.luck]
    assert report.verdict.verified


def test_who_was_caught_is_named_where_the_others_end_the_game() -> None:
    """SPEC-18.4: after a fault; the others have signed without that player."""
    made = Ending()
    caught = 1 - made.due
    made.agree(AfterFault(End(Result.DRAW)), caught)
    report = game_report(made.log)
    name = report.seats[caught].name
    assert report.outcome == "Nobody has won: a draw, agreed"
    (line,) = report.agreed
    assert f", without {name}: keep this line for all, and end the game as a draw" in line
    assert report.verdict.verified
