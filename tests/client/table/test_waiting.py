"""Whom a table waits for, as the others read it."""

from client.bots.fuzz import Fuzz
from client.scenarios import find
from client.table.waiting import waited_for
from protocol.table import Table
from tests.bench.games import founded, played


def test_it_is_told_what_a_player_has_to_do() -> None:
    """Who it is, for which power, and what they are asked for."""
    begun = founded(find("wake-island"))
    (first,) = waited_for(Table.start(begun))
    assert first == "player 0 to seal what USA hides"
    (second,) = waited_for(played(begun, 1, (Fuzz(1), Fuzz(2))))
    assert second == "player 0 (USA) to divide submarines into groups"


def test_every_moment_of_a_game_says_whom_it_waits_for() -> None:
    """Nobody is waited for only when the game is over."""
    for entries in range(1, 40, 9):
        table = played(founded(find("wake-island")), entries, (Fuzz(3), Fuzz(4)))
        names = [seat.name for seat in table.charter.seats]
        assert bool(waited_for(table)) == (table.outcome is None)
        assert all(line.startswith(tuple(names)) for line in waited_for(table))
