"""Whom a table waits for, as the others read it."""

import pytest

from client.bots.fuzz import Fuzz
from client.presentation.waiting import (
    astray_line,
    due_tasks,
    hindrance_line,
    signing_tasks,
    waiting_lines,
)
from client.scenarios import find
from p2p.events import FaultProven
from p2p.meeting import Meeting
from p2p.standing import Hindrance
from p2p.waiting import Awaited, Recourse, Remedy
from protocol.consent import OpenProposal
from protocol.errors import Code, Refused
from protocol.proposals import End, Proposal, Result
from protocol.statement import Signed
from protocol.table import Table
from tests.bench.games import founded, played


def test_it_is_told_what_a_player_has_to_do() -> None:
    """Who it is, for which power, and what they are asked for."""
    begun = founded(find("wake-island"))
    (first,) = due_tasks(Table.start(begun))
    assert str(first) == "player 0 (USA) to seal what is hidden"
    (second,) = due_tasks(played(begun, 1, (Fuzz(1), Fuzz(2))))
    assert str(second) == "player 0 (USA) to divide submarines into groups"


def test_who_reads_of_themselves_is_called_you() -> None:
    """What is due from the seat of the reader is not told as of a stranger."""
    table = played(founded(find("wake-island")), 1, (Fuzz(1), Fuzz(2)))
    (own,), (others,) = due_tasks(table, 0), due_tasks(table, 1)
    assert str(own) == "you (USA) to divide submarines into groups"
    assert others.name == "player 0"


def test_every_moment_of_a_game_says_whom_it_waits_for() -> None:
    """Nobody is waited for only when the game is over."""
    for entries in range(1, 40, 9):
        table = played(founded(find("wake-island")), entries, (Fuzz(3), Fuzz(4)))
        names = [seat.name for seat in table.charter.seats]
        assert bool(due_tasks(table)) == (table.outcome is None)
        assert all(task.name in names for task in due_tasks(table))


@pytest.mark.parametrize(
    ("own", "words"),
    [
        (None, "player 1 to sign or refuse what player 0 proposes"),
        (0, "player 1 to sign or refuse what you propose"),
        (1, "you to sign or refuse what player 0 proposes"),
    ],
)
def test_who_is_to_sign_reads_you_and_no_name(own: int | None, words: str) -> None:
    table = Table.start(founded(find("wake-island")))
    head = table.log.head
    statement = Proposal(
        game=table.charter.game_id, seat=0, after=head, terms=End(Result.DRAW), named=()
    )
    one = OpenProposal(Signed(statement, bytes(64)), signed=(), missing=(0, 1), refused=())
    (task, *_) = signing_tasks(table, [one], own)
    assert str(task) == words


def test_it_is_told_since_when_and_what_can_be_done() -> None:
    table = played(founded(find("wake-island")), 1, (Fuzz(1), Fuzz(2)))
    (wait,) = table.waits
    assert wait.since is not None
    then = wait.since + 62 + 13 * 24 * 60 + 61
    remedies = frozenset(Remedy) - {Remedy.AGREE}
    one = Awaited(wait, wait.since + 2, None, then, False, Recourse.REPLACE, remedies)
    assert list(waiting_lines(table, (one,), wait.since + 62)) == [
        "Waiting for player 0 (USA) to divide submarines into groups",
        "  due for 1 hour, as the log says; known here for 1 hour",
        "  player 0 may be replaced in 13 days and 2 hours, if nothing comes until then",
        (
            "  You can wait, `remind` them, state it in the log (`silence`) or resign in your own "
            "turn."
        ),
    ]


def test_who_is_absent_may_be_replaced_now() -> None:
    """Only now is there something to agree on without them."""
    table = played(founded(find("wake-island")), 1, (Fuzz(1), Fuzz(2)))
    (wait,) = table.waits
    assert wait.since is not None
    one = Awaited(
        wait, None, None, 5, True, Recourse.REPLACE, frozenset({Remedy.WAIT, Remedy.AGREE})
    )
    _, _, *rest = waiting_lines(table, (one,), wait.since)
    assert rest == [
        "  player 0 may be replaced now",
        "  You can wait or agree with the others to go on without them (`successor`, `propose`).",
    ]


def test_nothing_is_expected_of_a_seat_that_was_caught() -> None:
    table = played(founded(find("wake-island")), 1, (Fuzz(1), Fuzz(2)))
    (wait,) = table.waits
    refusal = Refused(Code.ILLEGAL_ANSWER, "BG-5.1", 0, "seat 0 buys what it cannot pay")
    can_do = frozenset({Remedy.CLAIM, Remedy.AGREE})
    one = Awaited(wait, None, FaultProven(refusal, b""), None, True, Recourse.REPLACE, can_do)
    _, _, fault, gone, can = waiting_lines(table, (one,), 0)
    assert fault == (
        "  player 0 was caught, and nothing more is taken: seat 0 buys what it cannot pay"
    )
    assert gone == "  player 0 may be replaced now"
    assert "remind" not in can


def test_after_a_fork_it_is_told_who_has_to_say_which_line_they_hold() -> None:
    assert astray_line(["Bob", "Cid"]).startswith("Waiting for Bob and Cid to say which line")


@pytest.mark.parametrize("meeting", Meeting)
@pytest.mark.parametrize("hindrance", Hindrance)
def test_why_nothing_can_be_decided_is_one_sentence_that_says_what_helps(
    hindrance: Hindrance, meeting: Meeting
) -> None:
    line = hindrance_line(hindrance, meeting)
    assert "you" in line.casefold()
    assert any(way in line for way in ("can", "must"))
    assert not line.endswith(".")


def test_two_relays_that_hold_the_log_are_named_where_they_are_enough() -> None:
    """SPEC-16.9: only where the player has chosen so."""
    assert "two relays" in hindrance_line(Hindrance.UNMET, Meeting.HOLDERS)
    assert "`" not in hindrance_line(Hindrance.UNMET, Meeting.SEATS), "the page has a button"
    assert "relay" not in hindrance_line(Hindrance.UNMET, Meeting.SEATS)
