"""The benches run, in small: their numbers are `make bench`'s, their code is held here."""

import asyncio
from pathlib import Path

import pytest

from client.bots.fuzz import Fuzz
from client.scenarios import find
from protocol.charter import Secrecy
from protocol.logfile import write_log
from tests.bench import (
    auditing,
    captains,
    delaying,
    depositing,
    foretelling,
    leagues,
    mailing,
    relaying,
    replaying,
    resuming,
    rolling,
    starting,
)
from tests.bench.__main__ import BENCHES, chosen
from tests.bench.games import founded, played
from tests.bench.measure import Measure

pytestmark = pytest.mark.no_cover  # measures


def test_a_game_is_made_again_by_the_same_arguments() -> None:
    """Dice and groups included: what a test finds in it today it finds tomorrow."""
    first, again, other = (
        played(founded(find("wake-island"), number=number), 40, (Fuzz(1), Fuzz(2)))
        for number in (1, 1, 2)
    )
    assert write_log(first.log) == write_log(again.log)
    assert first.charter.game_id != other.charter.game_id


@pytest.mark.parametrize("secrecy", Secrecy)
def test_audits_are_measured_on_a_log_that_verifies(secrecy: Secrecy) -> None:
    measures = auditing.speed(secrecy, 60)
    assert all(measure.value > 0 for measure in measures)


def test_an_audit_by_two_processes_is_measured_against_one() -> None:
    measures = auditing.jobs(40)
    assert all(measure.value > 0 for measure in measures)


def test_a_war_of_six_captains_is_audited() -> None:
    (measure,) = auditing.war(40)
    assert measure.value > 0


def test_a_tape_replays_to_the_end_of_its_game() -> None:
    (measure,) = replaying.answers(1)
    assert measure.value > 0


def test_deposits_are_measured_beside_commitments() -> None:
    assert all(measure.value > 0 for measure in depositing.tokens())


def test_starts_are_measured_on_a_store_that_gives_back_its_game() -> None:
    assert all(measure.value > 0 for measure in resuming.starts(40))


def test_the_page_of_a_stored_game_is_measured() -> None:
    (measure,) = resuming.page(40)
    assert measure.value > 0


def test_a_round_between_two_who_are_far_apart_is_measured(tmp_path: Path) -> None:
    game = asyncio.run(delaying.played(tmp_path, 1, 0.02))
    assert game.entries > game.flights > 0
    assert game.seconds > game.flights * 0.02


def test_odds_are_measured_against_battles_that_are_played() -> None:
    measures = foretelling.odds(played=5, drawn=100)
    assert all(measure.value > 0 for measure in measures)


def test_joint_dice_of_two_chains_are_counted() -> None:
    (measure,) = rolling.evenness(6_000)
    assert measure.value < 50


def test_a_roll_between_two_processes_takes_one_round_trip(tmp_path: Path) -> None:
    player = asyncio.run(rolling.played(tmp_path, 1))
    assert player.observer.table is not None
    assert player.observer.table.outcome is not None
    assert len(player.trips) == len(player.seconds)
    assert all(trip == 1 for trip in player.trips)


def test_the_mail_of_a_game_is_counted_and_fetched() -> None:
    events, size, turns, fetched, told = mailing.mailing(60)
    assert events.value == 2
    assert turns.value > events.value
    assert all(measure.value > 0 for measure in (size, fetched, told))


def test_benches_are_run_alone_by_their_names() -> None:
    assert chosen([]) == list(BENCHES)
    assert len(chosen(["leagues.speed"])) == len(leagues.LOGS)
    assert chosen(["leagues.site", "leagues.cluster"]) == [leagues.cluster, leagues.site]
    with pytest.raises(SystemExit):
        chosen(["leagues"])


def test_an_aim_is_met_or_missed() -> None:
    assert Measure("speed", 2.0, "/s", least=1.0).met
    assert not Measure("time", 2.0, "ms", most=1.0).met
    assert "MISSED" in str(Measure("time", 2.0, "ms", most=1.0))
    assert "aim" not in str(Measure("size", 2.0, "bytes"))


def test_turns_of_captains_are_counted() -> None:
    speed, whole = captains.turns(rounds=1)
    assert speed.value > 0
    assert whole.value > 0


def test_the_start_of_help_is_measured_against_that_of_python() -> None:
    (measure,) = starting.speed(times=1)
    assert measure.value > 0


def test_a_relay_is_measured_as_a_process() -> None:
    direct, more = relaying.ping_pong(times=5, batches=1)
    assert direct.value > 0
    assert more.unit == "ms"
    (speed,) = relaying.forwarding(frames=2_000)
    assert speed.value > 0
    memory, cores = relaying.idle(nodes=20, seconds=0.1)
    assert memory.value > 0
    assert cores.value >= 0


@pytest.mark.parametrize("scenario", leagues.LOGS)
def test_logs_an_hour_are_counted_by_scenario(scenario: str) -> None:
    rules, line = leagues.speed(scenario, 30)
    assert line.value > rules.value > 0


def test_the_site_of_a_league_is_measured() -> None:
    seconds, size = leagues.site(20)
    assert seconds.value > 0
    assert size.value > 0
