"""TC: a house rule of one module, one presentation and one test is played like any other."""

import pytest

from client.presentation import events
from client.presentation.catalog import Catalog
from client.presentation.decisions import CHAPTERS
from client.presentation.names import Names
from client.schema.answers import PickAnswer
from client.schema.forms import PickForm
from client.seat.staging import Staging
from client.seat.view import PlayerView
from client.terminal import conversation
from client.terminal.conversation import Conversation
from engine import setup
from engine.board import Power
from engine.economy.purchase import Purchase, PurchaseUnits
from engine.errors import Illegal
from engine.game import Game
from engine.phases import Stage
from engine.records import encode
from engine.requests import Decision
from engine.run import Run
from engine.units import TRANSPORT
from engine.variants import MODULES
from protocol.entry import Decide
from tests.client.positions import Script
from tests.engine.position import find, play, position
from tests.house_rule.cheap_transports import (
    CheapTransports,
    Scrap,
    ScrapTransports,
    TransportsScrapped,
)
from tests.house_rule.presentation import CHAPTER

USA = Power("USA")
CATALOG = Catalog((*CHAPTERS, CHAPTER))


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What two lines in `MODULES` and `CHAPTERS` do for a rule of the program."""
    monkeypatch.setattr(setup, "MODULES", (*MODULES, CheapTransports))
    for module in (conversation, events):
        monkeypatch.setattr(module, "CATALOG", CATALOG)


def opening() -> Game:
    """The USA's Purchase phase begins."""
    game = position("SZ 1: USA 2 transport\nSZ 2: USA transport, destroyer", modules=("TC",))
    return game.replace(stage=Stage.PHASE_OPENS)


def view_of(run: Run) -> PlayerView:
    assert isinstance(run.request, Decision)
    return PlayerView(run.game, run.request, {})


def test_tc_1_a_transport_costs_8_ipc() -> None:
    run = Run(position("West: USA complex", modules=("TC",)))
    assert isinstance(run.request, PurchaseUnits)
    with pytest.raises(Illegal, match="costs 32 IPC"):
        play(run, Purchase({TRANSPORT: 4}))
    play(run, Purchase({TRANSPORT: 3}))
    assert run.game.treasury[USA] == 30 - 3 * 8


def test_tc_2_transports_are_sold_before_units_are_bought() -> None:
    run = Run(opening())
    ships = find(run.game, "SZ 1", "transport")
    assert view_of(run).decision == ScrapTransports(USA)
    (destroyer,) = find(run.game, "SZ 2", "destroyer")
    with pytest.raises(Illegal, match="TC-2"):
        play(run, Scrap(frozenset({destroyer})))
    events = run.answer(encode(Scrap(frozenset(ships))))
    assert TransportsScrapped(USA, tuple(ships), 6) in events
    assert run.game.treasury[USA] == 36
    assert isinstance(view_of(run).decision, PurchaseUnits)


def test_the_page_is_asked_in_a_form_that_it_knows() -> None:
    view = view_of(Run(opening()))
    question = CATALOG.question(view)
    assert (question.asks, question.rules) == (
        "Which transports do you sell for scrap?",
        ("TC-2",),
    )
    transports = (*find(view.game, "SZ 1", "transport"), *find(view.game, "SZ 2", "transport"))
    assert isinstance(question.form, PickForm)
    assert question.form.offered == transports
    (answer,) = CATALOG.answers(view, PickAnswer(pieces=transports[:1]))
    assert answer == Scrap(frozenset(transports[:1]))


async def test_the_terminal_reads_what_it_says() -> None:
    run = Run(opening())
    script = Script("scrap 2 transports SZ 1; transport SZ 2", "undo", "scrap nothing", "send")
    actions = await Conversation(script, Staging(run, 0, {})).actions()
    assert actions == (Decide(encode(Scrap())),)
    assert "Which transports do you sell for scrap? (TC-2;" in script.text
    assert "staged: scrap 2 transports in SZ 1; a transport in SZ 2" in script.text


def test_the_log_tells_of_it() -> None:
    run = Run(opening())
    names, ships = Names(run.game), find(run.game, "SZ 1", "transport")
    line = CATALOG.tell(TransportsScrapped(USA, tuple(ships), 6), names)
    assert line == "USA scraps 2 transports for 6 IPC"
