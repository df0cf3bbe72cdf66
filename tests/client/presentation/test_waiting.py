"""Whom a table waits for, as the others read it."""

from client.bots.fuzz import Fuzz
from client.presentation.waiting import due_tasks
from client.scenarios import find
from protocol.table import Table
from tests.bench.games import founded, played


def test_it_is_told_what_a_player_has_to_do() -> None:
    """Who it is, for which power, and what they are asked for."""
    begun = founded(find("wake-island"))
    (first,) = due_tasks(Table.start(begun))
    assert str(first) == "player 0 (USA) to seal what is hidden"
    (second,) = due_tasks(played(begun, 1, (Fuzz(1), Fuzz(2))))
    assert str(second) == "player 0 (USA) to divide submarines into groups"


def test_every_moment_of_a_game_says_whom_it_waits_for() -> None:
    """Nobody is waited for only when the game is over."""
    for entries in range(1, 40, 9):
        table = played(founded(find("wake-island")), entries, (Fuzz(3), Fuzz(4)))
        names = [seat.name for seat in table.charter.seats]
        assert bool(due_tasks(table)) == (table.outcome is None)
        assert all(task.name in names for task in due_tasks(table))
