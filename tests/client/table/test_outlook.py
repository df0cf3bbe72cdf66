"""The odds that the map shows are reckoned beside what else goes on."""

import asyncio
import threading

import pytest

from client.seat.viewer import Viewer
from client.table import outlook as outlook_module
from client.table.outlook import Outlook
from client.table.page_model import ChangeNotifier
from client.table.picture import plans_of
from engine.board import Power
from engine.game import Game
from engine.phases import Phase
from tests.engine.position import position

USA, JAPAN = (Viewer(frozenset((Power(power),))) for power in ("USA", "Japan"))


def attacking(units: str) -> Game:
    """What the USA would attack with in SZ 3."""
    return position(f"SZ 3: USA {units} / Japan cruiser", phase=Phase.COMBAT_MOVE)


async def test_a_battle_is_shown_at_once_and_its_odds_when_they_are_known() -> None:
    changes = ChangeNotifier()
    outlook, game = Outlook(changes), attacking("2 cruiser")
    first = outlook.plans(game, USA)
    assert [(space, plan.reckoned) for space, plan in first.items()] == [("SZ 3", False)]
    assert outlook.plans(game, USA) is first
    await outlook.reckoned()
    assert changes.version == 1
    assert outlook.plans(game, USA) == plans_of(game, USA)
    assert outlook.plans(game, USA)["SZ 3"].reckoned


async def test_who_does_not_attack_is_told_no_odds_and_nothing_is_reckoned() -> None:
    changes = ChangeNotifier()
    outlook = Outlook(changes)
    assert outlook.plans(attacking("cruiser"), JAPAN) == {}
    await outlook.reckoned()
    assert changes.version == 0


async def test_of_positions_that_follow_quickly_only_the_last_is_reckoned_after_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who moves piece after piece waits for one forecast, not for all that are out of date."""
    games = [attacking(units) for units in ("cruiser", "2 cruiser", "3 cruiser")]
    seen, go_on = [], threading.Event()

    def reckon(game: Game, viewer: Viewer) -> object:
        seen.append(games.index(game))
        go_on.wait(10)
        return plans_of(game, viewer)

    monkeypatch.setattr(outlook_module, "plans_of", reckon)
    changes = ChangeNotifier()
    outlook = Outlook(changes)
    for game in games:
        outlook.plans(game, USA)
        await asyncio.sleep(0.05)
    go_on.set()
    await outlook.reckoned()
    assert seen == [0, 2]
    assert changes.version == 1
    assert outlook.plans(games[2], USA) == plans_of(games[2], USA)


async def test_a_position_that_is_made_anew_each_time_is_reckoned_once() -> None:
    """So is that of a proposal, which is played again whenever the page is painted."""
    changes = ChangeNotifier()
    outlook = Outlook(changes)
    for _ in range(3):
        outlook.plans(attacking("2 cruiser"), USA)
        await outlook.reckoned()
    assert changes.version == 1
    assert outlook.plans(attacking("2 cruiser"), USA)["SZ 3"].reckoned


async def test_nothing_is_told_once_nobody_looks_any_more() -> None:
    changes = ChangeNotifier()
    outlook = Outlook(changes)
    outlook.plans(attacking("cruiser"), USA)
    outlook.close()
    with pytest.raises(asyncio.CancelledError):
        await outlook.reckoned()
    assert changes.version == 0
