"""A session keeps what is chosen while nothing is asked of its player."""

import asyncio
from pathlib import Path

from client.bots.arena import Owners, Referee
from client.bots.fuzz import Fuzz
from client.seat.memo import Memo, MemoFile
from client.table import answering
from engine.loading import builtin
from engine.records import encode
from engine.run import Run
from engine.setup import new_game
from engine.variants.secret_subs.state import MODULE
from engine.variants.secret_subs.windows import Pass, Window
from tests.browser.exhibit import Exhibit
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
