"""The marathon itself: what it draws can be played, and what goes wrong is seen."""

import dataclasses
from itertools import islice, repeat

import pytest

from client.bots.fuzz import Fuzz
from client.league.judging import Limits, Task, judge
from client.league.sources import Held
from engine.run import Run
from engine.variants.compatibility import refusals
from protocol.audit import audit
from protocol.charter import Secrecy
from protocol.errors import Unreadable
from protocol.report import Level
from tests.marathon.__main__ import run as run_part
from tests.marathon.captains import EVEN, KNOWING, interval, verdict
from tests.marathon.games import BrokenGame, CheckedReferee, Setup, random_setup, run
from tests.marathon.lies import LIES
from tests.marathon.month import Calendar, Share, month, through_nodes
from tests.marathon.mutations import check_refused, mutations, short_game
from tests.marathon.rejoinings import rejoinings
from tests.marathon.seasons import CHANGES, changes, lies, seasons
from tests.marathon.step import Step
from tests.marathon.storms import storms
from tests.p2p.simulation import World

pytestmark = pytest.mark.no_cover  # searches

WAKE = Setup("wake-island", 1, ("SS", "SW"), {}, frozenset(), seed=2)


@pytest.mark.parametrize("seed", range(12))
def test_every_random_game_can_be_set_up(seed: int) -> None:
    drawn = random_setup(seed, rounds=3)
    game = drawn.opening()
    assert not refusals(drawn.modules, game.rules.scenario.edition)
    assert random_setup(seed, rounds=3) == drawn


def test_a_short_game_is_played_to_its_end() -> None:
    assert "after round 1" in run(WAKE)


def test_a_replica_that_differs_is_seen() -> None:
    game = dataclasses.replace(WAKE, options={"bid_USA": "1"}).opening()
    referee = CheckedReferee(game, Run(WAKE.opening()), seed=1)
    referee.advance()
    with pytest.raises(BrokenGame, match="differs"):
        referee.follow(0)


def test_a_broken_position_is_seen() -> None:
    """Nobody can owe IPC (engine.validate)."""
    opening = WAKE.opening()
    game = opening.replace(treasury=dict.fromkeys(opening.treasury, -1))
    referee = CheckedReferee(game, Run(game), seed=1)
    seen = referee.advance()
    assert seen is not None
    referee.decide(seen, Fuzz(1))
    with pytest.raises(BrokenGame, match="broken"):
        referee.follow(0)


def test_a_part_takes_its_steps_and_counts_what_failed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_part("games", iter([Step("first"), Step("second", failed=True), Step()])) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[:2] == ["games: first", "games: second"]
    assert printed[2].startswith("games: 1 of 3 failed")


def test_a_part_ends_with_its_time() -> None:
    """Nothing of it is tried after that, however much there would be."""
    steps = repeat(Step("again"))
    assert run_part("kills", steps, seconds=0) == 0


def test_a_log_that_passes_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="passes"):
        check_refused(short_game(Secrecy.HASHED))


def test_changed_bytes_are_refused() -> None:
    assert not any(step.failed for step in islice(mutations(first=1), 5))


def test_histories_of_rejoining_pass() -> None:
    assert not any(step.failed for step in islice(rejoinings(first=1), 1))


def test_storms_pass() -> None:
    assert not any(step.failed for step in islice(storms(first=1), 1))


def test_a_storm_that_loses_something_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(_: World) -> None:
        raise AssertionError("an entry is lost")

    monkeypatch.setattr(World, "check_finished", lost)
    (step,) = islice(storms(first=1), 1)
    assert step.failed
    assert "an entry is lost" in step.report


def test_a_series_gives_the_captain_every_side_with_the_same_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Games 0 and 1 have the same dice, sides changed: of equal captains one wins, one loses."""
    monkeypatch.setattr("tests.marathon.captains.Unaware", lambda captain: captain)
    short = dataclasses.replace(KNOWING, rounds=1)
    assert short.won(0) != short.won(1)


@pytest.mark.parametrize(("won", "failed"), [(119, True), (120, False), (200, False)])
def test_a_captain_that_knows_must_win_three_games_of_five(won: int, *, failed: bool) -> None:
    assert verdict(KNOWING, won).failed is failed


@pytest.mark.parametrize(("won", "failed"), [(20, True), (21, False), (39, False), (40, True)])
def test_the_axis_must_win_neither_too_few_nor_too_many(won: int, *, failed: bool) -> None:
    assert verdict(EVEN, won).failed is failed


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.3085),
        (10, 10, 0.6915, 1.0),
        (5, 10, 0.1871, 0.8129),
        (120, 200, 0.5285, 0.6685),
    ],
)
def test_intervals_are_exact(won: int, games: int, low: float, high: float) -> None:
    """Values of Clopper and Pearson, 95 %."""
    assert interval(won, games) == pytest.approx((low, high), abs=5e-5)


def test_who_is_waited_for_comes_at_its_hour() -> None:
    calendar = Calendar((20, 8, 12))
    hours = []
    for seat in (0, 0, 1, 2, 1, 0):
        calendar.wait_for(seat)
        hours.append(calendar.now)
    assert hours == [20, 20, 32, 36, 56, 68]


def test_some_days_of_a_month_are_played_one_seat_at_a_time() -> None:
    share = month("anniversary-1941", 1, days=6)
    assert share.turns > 0
    assert 0 < share.alone <= share.deposited <= share.turns


@pytest.mark.no_cover
def test_days_of_a_month_go_through_nodes_too() -> None:
    """By a clock that all processes share: the last entries are signed on the third day."""
    share, step = through_nodes("wake-island", 1, days=3, deposits=True, players=2)
    assert not step.failed, step.report
    assert share.turns >= 2
    assert "0 days without an entry" in step.report


@pytest.mark.parametrize(
    ("share", "reached"),
    [(Share(100, 65, 95), True), (Share(100, 64, 95), False), (Share(100, 65, 94), False)],
)
def test_a_month_is_held_to_both_aims(share: Share, reached: bool) -> None:
    assert share.reached is reached


def test_a_season_of_logs_gets_the_right_verdicts() -> None:
    (step,) = islice(seasons(1, games=4), 1)
    assert not step.failed, step.report


def test_every_lie_is_told_and_convicts_its_author() -> None:
    told = list(lies(1))
    assert [name for name, _, _ in told] == list(LIES)
    for name, data, right in told:
        verdict = judge(Task(name, Held(data), Level.RULES, Limits()))
        assert right.fits(verdict), name
        assert verdict.culprit is not None


def test_every_change_of_a_log_is_noticed() -> None:
    made = list(changes(1))
    assert [name for name, _ in made] == list(CHANGES)
    for name, data in made:
        try:
            verified = audit(data).verified
        except Unreadable:
            continue
        assert not verified, name
