"""Real nodes and pages whose players agree to take back what has been played (SPEC-18)."""

from engine.board import Power
from tests.browser.hall import Hall, Looker
from tests.browser.test_table import set_up

_BOUGHT = "Object.values(table.store.picture.log).some(({ text }) => /buys an inf/.test(text))"
_UNDONE = "Then, otherwise than now"


async def test_what_is_proposed_is_looked_at_refused_withdrawn_and_agreed_on(hall: Hall) -> None:
    """Ann waits for Guest 1, says so, and proposes to take back what Guest 1 has bought."""
    await hall.play(people=2, seats=((Power("Japan"),), (Power("USA"),)))
    hall.sessions[0].invite(hall.invitations)
    ann, guest = [await hall.look(number) for number in range(2)]
    await guest.page.click("text=Sign and play")
    for looker in (guest, ann):
        await set_up(looker)
    await _buys(guest)
    await ann.until(_BOUGHT)
    await ann.page.click('[data-key="remind"]')
    await ann.page.click("text=If nothing comes")
    await ann.page.click('[data-key="silence"]')
    await ann.page.wait_for_selector("text=Ann says: still waiting for Guest 1")

    await _proposes(ann, "take back")
    await guest.wait_for("USA: 19 IPC instead of 16")
    await guest.page.click('[data-key="preview"]')
    await guest.page.wait_for_selector("#turn:has-text('as proposed')")
    await guest.page.click('[data-key="refuse proposal"]')
    for looker, who in ((ann, "Guest 1"), (guest, "you")):
        await looker.wait_for(f"Refused by {who}: it cannot be agreed on any more.")
        assert _UNDONE not in await looker.dock(), "nobody need weigh it any more"
    await guest.page.wait_for_selector("#turn:not(:has-text('as proposed'))")

    await _proposes(ann, "draw")
    await guest.wait_for("Ann proposes to end the game as a draw")
    await ann.page.click('[data-key="refuse proposal"]')
    await guest.wait_for("Withdrawn by Ann: it cannot be agreed on any more.")

    await _proposes(ann, "take back")
    await guest.page.click('[data-key="accept proposal"]')
    await guest.wait_for("Buy units")
    await ann.page.wait_for_selector("text=Agreed by Ann and Guest 1: take back entry")
    await ann.wait_for("Waiting for Guest 1 (USA) to buy units")


async def _buys(looker: Looker) -> None:
    await looker.wait_for("Buy units")
    await looker.page.click('[aria-label="more: infantry"]')
    await looker.page.click('[data-key="buy"]')
    await looker.wait_for("Combat move")
    await looker.page.click('[data-key="send"]')


async def _proposes(looker: Looker, what: str) -> None:
    """A player proposes the first of the agreements on offer that begins so."""
    await looker.page.click('[data-key="propose an agreement"]')
    option = looker.page.locator(f'[data-key="terms"] option[value^="{what}"]').first
    value = await option.get_attribute("value")
    await looker.page.select_option('[data-key="terms"]', value)
    await looker.page.click('[data-key="propose"]')
    await looker.page.wait_for_selector('[data-key="refuse proposal"]')
