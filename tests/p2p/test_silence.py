"""What a node notes of seats that let the game wait, over restarts (SPEC-18.8)."""

from pathlib import Path

import pytest

from p2p.changes import SilenceStored
from p2p.silence import Silence
from p2p.store import Store
from protocol.absence import GRACE, MINUTES_PER_DAY
from tests.p2p.keys import octets
from tests.p2p.scene import ANN, BOB, Scene
from tests.protocol.sample import MINUTE, identity

LATER = MINUTE + 14 * MINUTES_PER_DAY


@pytest.fixture
def scene() -> Scene:
    """Bob is asked for a decision; Ann watches."""
    return Scene(BOB)


def test_a_seat_that_owes_is_absent_after_the_days_of_the_charter(scene: Scene) -> None:
    scene.ann.watch(MINUTE)
    assert scene.ann.attendance.absent(LATER - 1) == frozenset()
    assert scene.ann.attendance.absent(LATER) == {BOB}


def test_what_it_signs_begins_the_days_anew(scene: Scene) -> None:
    scene.ann.watch(MINUTE)
    scene.says(scene.nodes[BOB].up.raise_hand().signed)
    scene.ann.watch(MINUTE + 60)
    assert scene.ann.attendance.absent(LATER) == frozenset()
    assert scene.ann.attendance.absent(LATER + 60) == {BOB}


def test_waiting_for_others_does_not_count(scene: Scene) -> None:
    """Ann has signed nothing for years when it comes to be her turn."""
    silence, table = Silence({}), scene.table
    assert [*silence.watch(table, MINUTE)] == [SilenceStored({BOB: MINUTE})]
    years = MINUTE + 1_000 * MINUTES_PER_DAY
    fresh = Scene(ANN).table
    assert [*silence.watch(fresh, years)] == [SilenceStored({ANN: years})]
    assert silence.absent(fresh, years + GRACE) == frozenset()


def test_nothing_is_stored_while_nothing_changes(scene: Scene) -> None:
    silence = Silence({})
    assert [*silence.watch(scene.table, MINUTE)] == [SilenceStored({BOB: MINUTE})]
    assert [*silence.watch(scene.table, MINUTE + 5)] == []


def test_the_days_go_on_over_a_restart(tmp_path: Path, scene: Scene) -> None:
    """But a node that has just begun calls nobody absent: what was signed has yet to come."""
    silent = SilenceStored({BOB: MINUTE, ANN: MINUTE + 3})
    key = identity(ANN).public.raw
    with Store.create(tmp_path / "store", bytes(32), key) as store:
        store.write([SilenceStored({1: 2}), silent])
    with Store.open(tmp_path / "store", bytes(32), key) as store:
        contents = store.read()
    assert contents.silent == silent.silent
    silence = Silence(contents.silent)
    assert [*silence.watch(scene.table, LATER)] == [SilenceStored({BOB: MINUTE})]
    assert silence.absent(scene.table, LATER) == frozenset()
    assert silence.absent(scene.table, LATER + GRACE) == {BOB}


def test_who_must_help_a_seat_that_rejoins_lets_the_game_wait(scene: Scene) -> None:
    """Bob must decide, and asks to rejoin: now it is the others who owe their answers."""
    silence = Silence({BOB: MINUTE})
    bob = scene.nodes[BOB].up.author
    assert bob is not None
    scene.says(bob.ask_to_rejoin(octets("nonce"), MINUTE))
    (stored,) = silence.watch(scene.table, MINUTE + 1)
    assert stored.silent == {wait.seat: MINUTE + 1 for wait in scene.table.waits}
    assert BOB not in stored.silent
