"""Real nodes and pages at a table that outlives its players (SPEC-18.4)."""

import pytest

from engine.board import Power
from p2p import runner
from protocol.absence import MINUTES_PER_DAY
from tests.browser.hall import Hall

_POWERS = (("USSR", "UK"), ("USA", "China"), ("Germany", "Japan", "Italy"))
SEATS = tuple(tuple(map(Power, powers)) for powers in _POWERS)
GUEST = 2


async def test_a_player_who_is_gone_is_replaced(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann invites a bot to the seat of who is gone, and proposes it; Guest 1 accepts."""
    await hall.play(people=3, scenario="anniversary-1941", seats=SEATS)
    hall.sessions[0].invite(hall.invitations)
    ann, guest, gone = [await hall.look(number) for number in range(3)]
    for looker in (guest, gone):
        await looker.page.click("text=Sign and play")
    await gone.ready()
    await hall.close(gone)
    await hall.stop(GUEST)
    await ann.until("table.store.picture.seats[2].here === false")
    await ann.page.click('[data-key="seat 2"]')
    await ann.page.click('[data-key="invite successor 2"]')
    await ann.page.click('[data-key="invite now"]')
    link = ann.page.get_by_label("invite: who is to play on for Guest 2")
    hall.come(await link.input_value(), "Dora")
    propose = ann.page.get_by_role("button", name="Propose Dora (bot)")
    await propose.click()
    await ann.page.wait_for_selector("text=Guest 2 is not gone")
    today = runner._minute()
    monkeypatch.setattr(runner, "_minute", lambda: today + 15 * MINUTES_PER_DAY)
    await propose.click()
    await guest.wait_for("Ann proposes that Dora (bot) plays on for Guest 2, without Guest 2")
    await guest.page.click('[data-key="accept proposal"]')
    for looker in (ann, guest):
        await looker.until("table.store.picture.seats[2].name === 'Dora'")
    await ann.page.wait_for_selector(".seat h3:has-text('Dora (bot)')")
    lines = [line["text"] for line in (await guest.picture("log")).values()]
    agreed = "Agreed by Ann, Guest 1, without Guest 2: that Dora (bot) plays on for Guest 2"
    assert agreed in lines
    await guest.until(
        "Object.values(table.store.picture.log).some(({ who }) => who === 'Dora (bot)')"
    )
