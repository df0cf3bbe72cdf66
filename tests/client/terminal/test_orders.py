"""Standing orders at the keyboard: given, taken back, and followed."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from client.presentation.words import NotUnderstood
from client.seat.memo import MemoFile
from client.seat.staging import Staging
from client.seat.standing_orders import StandingOrders, Submerging, answer_by_orders
from client.seat.view import PlayerView
from client.terminal.conversation import Conversation
from client.terminal.orders import give_orders
from client.terminal.player import TerminalPlayer
from engine.battle.casualties import Casualties, Losses
from engine.pieces import Figure
from engine.run import Run
from p2p.player import Position
from protocol.entry import Decide
from tests.client.positions import Script
from tests.engine.battle.field import Combat, battlefield


def landed() -> Combat:
    """An infantry and two fighters have taken one hit of an infantry on land."""
    combat = battlefield("Plains: USA infantry, 2 fighter / Japan 2 infantry")
    combat.roll(6, 6, 6)
    combat.roll(1, 6)
    return combat


def test_orders_are_kept_for_the_next_time(tmp_path: Path) -> None:
    """BG-8.13, BG-8.24, SS-3.1, BG-8.19: each by a word, told in words, in the file of the game."""
    file, game = tmp_path / "game.memo", landed().game
    memo = MemoFile(file)
    for words in (
        "losses tanks and inf",
        "land keep",
        "only answers",
        "submerge always",
        "retreat 35 %",
    ):
        give_orders(memo, words, game)
    assert MemoFile(file).memo.standing == StandingOrders(
        ("tank", "infantry"), Submerging.ALWAYS, 35, keep_land=True, only_answers=True
    )
    told = give_orders(memo, "", game)
    assert "tank, infantry" in told
    assert "last land unit last" in told
    assert "the only battle is fought" in told
    assert "below a chance of 35 %" in told
    for words in ("losses off", "land off", "only off", "submerge off", "retreat off"):
        give_orders(memo, words, game)
    assert MemoFile(file).memo.standing == StandingOrders()
    give_orders(memo, "losses best", game)
    assert memo.memo.standing == StandingOrders(best_losses=True)


@pytest.mark.parametrize(
    "words", ["losses", "losses dragons", "land", "submerge now", "retreat 101", "retreat", "flee"]
)
def test_what_is_no_order_is_refused_and_changes_nothing(words: str) -> None:
    memo = MemoFile(None)
    with pytest.raises(NotUnderstood):
        give_orders(memo, words, landed().game)
    assert memo.memo.standing == StandingOrders()


def test_bg_8_24_the_last_land_unit_is_kept_if_that_is_ordered() -> None:
    """The fighter is worth more, but only infantry takes the territory."""
    combat = landed()
    assert isinstance(combat.request, Casualties)
    view = PlayerView(combat.game, combat.request, {})
    lost = []
    for keep in (False, True):
        answer = answer_by_orders(StandingOrders(best_losses=True, keep_land=keep), view)
        assert isinstance(answer, Losses)
        (piece,) = answer.hits
        figure = combat.game.pieces[piece]
        assert isinstance(figure, Figure)
        lost.append(figure.kind)
    assert lost == ["infantry", "fighter"]


async def test_orders_can_be_given_while_one_is_asked() -> None:
    script, memo = Script("orders losses best", "orders"), MemoFile(None)
    combat = landed()
    with pytest.raises(EOFError):
        await Conversation(script, Staging(combat.run, 0, {}), memo).actions()
    assert memo.memo.standing.best_losses
    assert script.text.count("losses: what keeps the best chance") == 2


@dataclass(frozen=True, slots=True)
class InBattle(Position):
    """A decision of a battle that no table has led to."""

    combat: Combat | None = None

    def fork(self) -> Run:
        assert self.combat is not None
        return self.combat.run.fork()


class Paper(Script):
    """A keyboard at which nobody sits."""

    def prompt(self, text: str) -> None:
        self.shown.append(text)

    async def line(self) -> str:
        raise EOFError


async def test_what_orders_answer_is_not_asked_but_told() -> None:
    combat, paper = landed(), Paper()
    player = TerminalPlayer(paper)
    give_orders(player._memo, "losses best", combat.game)
    asked: Any = combat.request
    table: Any = None  # nothing looks at it
    choice = await player.decide(InBattle(table, 0, asked, {}, combat=combat))
    (sent,) = choice.actions
    assert isinstance(sent, Decide)
    assert paper.text.startswith("By your standing orders: ")
