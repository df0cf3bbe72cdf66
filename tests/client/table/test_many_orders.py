"""A phase of more orders than one entry holds goes out entry by entry, over real nodes."""

import asyncio
from pathlib import Path
from typing import Any, cast

from playwright.async_api import Browser

from client.table import messages as said
from client.table.session import BrowserSession
from tests.browser.hall import Hall
from tests.client.asking import sent

_MANY = 36  # orders; an entry holds 32 items at most (SPEC-5.2)


async def answer(session: BrowserSession, number: int, data: dict[str, object]) -> None:
    """Answer as a page does."""
    await session.carry_out(said.Answer(type="answer", id=number, gesture=sent(data)))


async def until(session: BrowserSession, name: str) -> dict[str, Any]:
    """What is asked, once it is a decision of this name."""
    while session.picture()["ask"].get("name") != name:
        await asyncio.wait_for(session.changes.wait(session.changes.version), 30)
    return session.picture()["ask"]


async def gone_on(session: BrowserSession, before: int) -> None:
    """Wait until combat moves are over, and so many entries have been told."""
    while (seen := session.picture())["table"]["entries"] <= before or (
        seen["turn"]["phase"] == "combat_move" or seen["table"]["staged"]
    ):
        await asyncio.wait_for(session.changes.wait(session.changes.version), 30)


async def test_many_orders_are_sent_in_several_entries(tmp_path: Path) -> None:
    """BG-7: infantry marches to and fro; all of it is staged, sent and accepted."""
    nobody_looks = cast("Browser", None)
    async with Hall(tmp_path, nobody_looks) as hall:
        await hall.play(scenario="anniversary-1941", rules="research=off")
        (session,) = hall.sessions
        printed = (await until(session, "OpeningGroups"))["printed"]
        await answer(
            session, 0, {"do": "open", "zones": {zone: [n] for zone, n in printed.items()}}
        )
        await until(session, "PurchaseUnits")
        await answer(session, 1, {"do": "buy", "units": {}})
        asked = await until(session, "CombatMove")
        spaces = session.picture()["spaces"]
        unit = next(s["ids"][0] for s in spaces["Poland"]["stacks"] if s["kind"] == "infantry")
        assert unit in asked["movable"]
        for number in range(2, 2 + _MANY, 2):
            await answer(session, number, {"do": "move", "pieces": [unit], "to": "Germany"})
            await answer(session, number + 1, {"do": "back", "pieces": [unit]})
        assert len(session.picture()["table"]["staged"]) == 1 + _MANY
        before = session.picture()["table"]["entries"]
        await answer(session, 99, {"do": "done"})
        await gone_on(session, before)
        assert session.picture()["table"]["entries"] >= before + 2
