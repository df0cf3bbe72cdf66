"""A session keeps what is chosen while nothing is asked of its player."""

import asyncio
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest

from client.bots.arena import Owners, Referee
from client.bots.fuzz import Fuzz
from client.seat.memo import Memo, MemoFile
from client.seat.viewer import Viewer
from client.table import answering
from client.table.messages import OpenPlayback
from client.table.page_requests import carry_out
from client.table.session_state import SessionState
from engine.board import Power, SpaceId
from engine.loading import builtin
from engine.pieces import Figure, PieceId
from engine.records import encode
from engine.run import Run
from engine.setup import new_game
from engine.variants.secret_subs.state import MODULE
from engine.variants.secret_subs.windows import Pass, Window
from tests.browser.exhibit import Exhibit
from tests.client.asking import sent
from tests.patience import PATIENCE


def staged_in(exhibit: Exhibit) -> tuple[str, ...]:
    """What is not sent yet."""
    ask = exhibit.picture().ask
    return () if ask is None else ask.staged


async def until_asked(exhibit: Exhibit) -> None:
    """Let the game go on until something is asked of this seat."""
    while not exhibit.picture().ask:
        await exhibit.changes.wait(exhibit.changes.version)


async def test_windows_can_be_waived_before_anything_is_asked(tmp_path: Path) -> None:
    """SS-4.0: the switch is kept, also over a restart, and goes along with the next answer."""
    scenario = builtin("wake-island")
    exhibit = Exhibit(Run(new_game(scenario, (MODULE,), {}, scenario.seatings[2])), 0)
    file = tmp_path / "memo.json"
    exhibit.state.memo = MemoFile(file)
    await exhibit.carry_out(answering.WaiveWindows(type="waive", id=1, waived=True))
    assert exhibit.picture().table.waive is True
    assert Memo.load(file).waive is True
    playing = asyncio.create_task(exhibit.play())
    await until_asked(exhibit)
    assert staged_in(exhibit) == ("windows waived",)
    assert Memo.load(file).waive is None
    await exhibit.carry_out(answering.Send(type="send", id=2, question=exhibit.state.question))
    await asyncio.wait_for(exhibit.changes.wait(exhibit.changes.version), PATIENCE)
    assert exhibit.game_run.game.waived == {0}
    playing.cancel()


def at_a_window() -> tuple[Run, Owners, int]:
    """A game that asks somebody for a window: its run, what tokens hold, and the seat asked."""
    scenario = builtin("wake-island")
    for seed in range(20):
        bot = Fuzz(seed)
        referee = Referee(new_game(scenario, (MODULE,), {}, scenario.seatings[2]), seed)
        while (view := referee.advance()) is not None:
            if isinstance(view.decision, Window):
                return referee.run, referee.owners, view.game.seat_of(view.decision.power)
            if view.game.round > 1:
                break
            referee.decide(view, bot)
    raise AssertionError("no seed comes to a window")


async def test_a_window_that_was_waived_too_late_to_be_spared_is_passed() -> None:
    """SS-4.0: who has waived windows while nothing was asked is not asked for one after all."""
    run, owners, seat = at_a_window()
    exhibit = Exhibit(run, seat, owners=owners)
    await exhibit.carry_out(answering.WaiveWindows(type="waive", id=1, waived=True))
    playing = asyncio.create_task(exhibit.play())
    while not exhibit.answers:
        await asyncio.wait_for(exhibit.changes.wait(exhibit.changes.version), PATIENCE)
    assert exhibit.answers == [encode(Pass())]
    assert exhibit.game_run.game.waived == {seat}
    playing.cancel()


BUY: dict[str, Any] = {"do": "buy", "units": {"infantry": 3}, "repairs": {}}
STAGED = ("buy 3 infantry", "move 2 infantry from Poland to East Poland")


def in_germany(file: Path) -> Exhibit:
    """A session of the Axis as 1941 begins, which keeps what is not sent in a file."""
    scenario = builtin("anniversary-1941")
    run = Run(new_game(scenario, (), {"research": "off"}, scenario.seatings[2]))
    exhibit = Exhibit(run, run.game.seat_of(Power("Germany")))
    exhibit.state.memo = MemoFile(file)
    return exhibit


async def give(exhibit: Exhibit, form: dict[str, Any]) -> None:
    """Give an answer that waits to be sent."""
    await until_asked(exhibit)
    question = exhibit.state.question
    answer = answering.Answer(type="answer", id=1, question=question, answer=sent(form))
    await exhibit.carry_out(answer)


async def stage(exhibit: Exhibit) -> None:
    """Buy infantry, and march into East Poland."""
    await give(exhibit, BUY)
    there = exhibit.game_run.game.pieces.at(SpaceId("Poland"))
    infantry = [one.id for one in there if isinstance(one, Figure) and one.kind == "infantry"]
    await give(exhibit, {"do": "move", "pieces": infantry[:2], "to": "East Poland"})
    assert staged_in(exhibit) == STAGED


async def test_what_is_not_sent_outlasts_the_program(tmp_path: Path) -> None:
    """It can still be taken back, and once it is sent nothing of it comes back."""
    file = tmp_path / "memo.json"
    before = in_germany(file)
    playing = asyncio.create_task(before.play())
    await stage(before)
    playing.cancel()
    again = in_germany(file)
    playing = asyncio.create_task(again.play())
    await until_asked(again)
    assert staged_in(again) == STAGED
    await again.carry_out(answering.Undo(type="undo", id=2, question=again.state.question))
    assert staged_in(again) == STAGED[:1]
    await again.carry_out(answering.Send(type="send", id=3, question=again.state.question))
    while not again.answers:
        await again.changes.wait(again.changes.version)
    assert Memo.load(file).unsent is None
    await until_asked(again)
    assert staged_in(again) == ()
    playing.cancel()


async def asked_anew(exhibit: Exhibit) -> tuple[str, ...]:
    """What is not sent once the decision was withdrawn and is asked again."""
    playing = asyncio.create_task(exhibit.play())
    await asyncio.sleep(0)
    await until_asked(exhibit)
    playing.cancel()
    return staged_in(exhibit)


async def test_what_is_staged_is_there_where_the_same_decision_is_asked_anew(
    tmp_path: Path,
) -> None:
    """As after an agreement that moved the end of the log; another one begins with nothing."""
    exhibit = in_germany(tmp_path / "memo.json")
    playing = asyncio.create_task(exhibit.play())
    await stage(exhibit)
    playing.cancel()
    assert await asked_anew(exhibit) == STAGED
    unsent = exhibit.state.memo.memo.unsent
    assert unsent is not None
    assert unsent.moment == "PurchaseUnits of Germany in purchase of round 1"
    exhibit.state.memo.keep_unsent(replace(unsent, moment=unsent.moment.replace("1", "2")))
    assert await asked_anew(exhibit) == ()


@pytest.mark.parametrize(("at", "public"), [(12, True), (None, False)])
async def test_what_everybody_saw_of_a_finished_game_is_played_back_without_own_secrets(
    at: int | None, *, public: bool
) -> None:
    """From a moment of the past; what has just been played is still seen by the player."""
    own = Viewer(frozenset({Power("USA")}), {PieceId(7): 3})
    recording, looked = Mock(), Viewer()
    timeline = SimpleNamespace(eyes="all", at=at, viewers=lambda _after, _most: (looked,))
    state = SimpleNamespace(
        recording=recording, timeline=timeline, observer=SimpleNamespace(viewer=own)
    )
    asked = OpenPlayback(type="playback", id=1, after=12, whole=False)
    await carry_out(cast("SessionState", state), asked)
    (viewer,) = recording.playback.call_args.args[1]
    assert (viewer.groups == {}) is public
