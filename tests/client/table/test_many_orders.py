"""A phase of more orders than one entry holds goes out entry by entry, over real nodes."""

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

import pytest
from playwright.async_api import Browser

from client.errors import RefusedAnswer
from client.schema.forms import Form, OrdersForm
from client.schema.game import Space
from client.schema.submarine_forms import OpeningForm
from client.table import answering
from client.table.session import BrowserSession
from tests.browser.hall import Hall
from tests.client.asking import sent
from tests.patience import PATIENCE

_MOST_ITEMS = 32  # of an entry (SPEC-5.2)


async def answer(session: BrowserSession, number: int, data: dict[str, object]) -> None:
    """Answer as a page does."""
    question = session.state.question
    request = answering.Answer(type="answer", id=number, question=question, answer=sent(data))
    await session.carry_out(request)


async def until(session: BrowserSession, name: str) -> Form:
    """What is asked, once it is a decision of this name."""
    while (
        (ask := session.picture().ask) is None or ask.question is None or ask.question.name != name
    ):
        await asyncio.wait_for(session.changes.wait(session.changes.version), PATIENCE)
    return ask.question.form


def staged(session: BrowserSession) -> tuple[str, ...]:
    """What is not sent yet."""
    ask = session.picture().ask
    return () if ask is None else ask.staged


def phase_of(session: BrowserSession) -> str | None:
    """The phase that is played."""
    turn = session.picture().turn
    return None if turn is None else turn.phase


async def gone_on(session: BrowserSession, before: int) -> None:
    """Wait until combat moves are over, and so many entries have been told."""
    while (
        session.picture().table.entries <= before
        or staged(session)
        or phase_of(session) == "combat_move"
    ):
        await asyncio.wait_for(session.changes.wait(session.changes.version), PATIENCE)


_FRONTS = (
    ("Poland", "East Poland"),
    ("Bulgaria Romania", "East Poland"),
    ("Libya", "Egypt"),
    ("Finland", "Karelia S.S.R."),
)
_FLYING = ("Poland", "Germany", "Northwestern Europe", "Norway")


def _attacks(spaces: Mapping[str, Space]) -> Iterator[dict[str, object]]:
    """Each unit attacks by itself, along with the first of its army, which is taken back again."""
    for army, goal in _FRONTS:
        first, *others = _german(spaces, army, {"infantry", "artillery", "tank"})
        for piece in others:
            yield {"do": "move", "pieces": [first, piece], "to": goal}
            yield {"do": "back", "pieces": [first]}
    for base in _FLYING:
        for piece in _german(spaces, base, {"fighter", "bomber"}):
            yield {"do": "move", "pieces": [piece], "to": "East Poland"}


def _german(spaces: Mapping[str, Space], space: str, kinds: set[str]) -> list[int]:
    return [
        piece
        for stack in spaces[space].stacks
        if stack.power == "Germany" and stack.kind in kinds
        for piece in stack.ids
    ]


async def test_many_orders_are_sent_in_several_entries(tmp_path: Path) -> None:
    """BG-7: the first of each army goes to and fro; all of it is staged, sent and accepted."""
    nobody_looks = cast("Browser", None)
    async with Hall(tmp_path, nobody_looks) as hall:
        await hall.play(scenario="anniversary-1941", rules="research=off")
        (session,) = hall.sessions
        opening = await until(session, "OpeningGroups")
        assert isinstance(opening, OpeningForm)
        printed = opening.printed
        await answer(
            session, 0, {"do": "open", "zones": {zone: [n] for zone, n in printed.items()}}
        )
        await until(session, "PurchaseUnits")
        await answer(session, 1, {"do": "buy", "units": {}})
        asked = await until(session, "CombatMove")
        spaces = session.picture().spaces
        unit = next(s.ids[0] for s in spaces["Poland"].stacks if s.kind == "infantry")
        assert isinstance(asked, OrdersForm)
        orders = [*_attacks(spaces)]
        assert len(orders) + 2 > _MOST_ITEMS
        assert unit in asked.movable
        with pytest.raises(RefusedAnswer, match="the infantry in Poland has 1 movement point left"):
            await answer(session, 2, {"do": "move", "pieces": [unit], "to": "Ukraine"})
        for number, order in enumerate(orders, 2):
            await answer(session, number, order)
        assert len(staged(session)) == 1 + len(orders)
        before = session.picture().table.entries
        await answer(session, 99, {"do": "done"})
        await gone_on(session, before)
        assert session.picture().table.entries >= before + 2
