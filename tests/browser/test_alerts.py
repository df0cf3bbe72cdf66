"""Being called back, with what a real browser has for it."""

import asyncio
from pathlib import Path

from playwright.async_api import Browser

from tests.browser.axe import found_by_axe
from tests.browser.hall import PATIENCE, Hall
from tests.browser.test_table import answer_as_proposed, set_up
from tests.p2p.sinks import HOST, Hook, at_hook, code_in

_WATCH = """() => {
    window.notified = [];
    window.Notification = class extends Notification {
        constructor(title, options) {
            super(title, options);
            notified.push([title, options.body]);
        }
    };
    document.hasFocus = () => false;
}"""
"""Notes what is notified, and looks elsewhere: a page of a test is always at the front."""


async def test_who_looks_elsewhere_is_called_by_the_browser(hall: Hall) -> None:
    """Asked for by a click, kept at the node, and told when the other has decided."""
    await hall.play(people=2)
    ann, bob = await hall.look(0), await hall.look(1)
    await bob.context.grant_permissions(["notifications"])
    await bob.page.click("text=Sign and play")
    await bob.page.add_init_script(f"({_WATCH})()")
    await bob.page.reload()
    await bob.until("document.body.dataset.ready && table.store.board")
    assert await bob.page.get_attribute('link[rel="icon"]', "href") == "icon.svg"
    await bob.page.click("#bell")
    assert await found_by_axe(bob.page) == []
    await bob.page.check('[data-key="notify"]')
    await bob.page.wait_for_selector("text=Your browser allows it", timeout=PATIENCE)
    await bob.page.fill('[data-key="volume"]', "4")
    await bob.page.click("#dialog >> text=Close")
    await bob.until("table.store.picture.page.alerts.notify")
    await set_up(ann)
    await bob.until("notified.length > 0")
    title, body = (await bob.page.evaluate("notified"))[0]
    assert title == "Japan: your decision"
    assert body.startswith("Divide your submarines")
    assert await bob.page.get_attribute('link[rel="icon"]', "href") == "icon-asks.svg"
    assert (await bob.page.title()).startswith("●")
    await answer_as_proposed(bob)
    await ann.wait_for("Buy units")
    await bob.until("document.querySelector('link[rel=icon]').getAttribute('href') === 'icon.svg'")


async def test_a_keeper_is_asked_to_remind_who_is_away(hall: Hall, tmp_path: Path) -> None:
    """An address, the code that was sent there, and none any more."""
    hook = Hook(tmp_path)
    async with hook.open() as poster:
        await hall.play(keepers=1, reminders=at_hook(tmp_path, poster))
        ann = await hall.look()
        await ann.until("table.store.picture.table.reminders.length")
        await ann.page.click("#bell")
        await ann.page.wait_for_selector("text=Kim can send you a message", timeout=PATIENCE)
        await ann.page.fill('label:has-text("Remind me at") input', f"https://{HOST}/secret")
        await ann.page.click("#dialog >> text=Send a code there")
        await ann.page.wait_for_selector(
            f"text=https://{HOST}/****, once you have given its code back", timeout=PATIENCE
        )
        assert await found_by_axe(ann.page) == []
        while not hook.asked:  # noqa: ASYNC110 (a hook raises no event)
            await asyncio.sleep(0.05)
        code = code_in(hook.asked[0].decode())
        await ann.page.fill('label:has-text("The code") input', code)
        await ann.page.click("#dialog >> text=Give it back")
        await ann.until("table.store.picture.table.reminders[0].addresses[0].confirmed")
        assert await ann.page.query_selector("#dialog >> text=Give it back") is None
        await ann.page.click("#dialog >> text=Send me no reminders")
        await ann.until("!table.store.picture.table.reminders[0].addresses.length")


async def test_sounds_are_made_and_not_loaded(hall: Hall, browser: Browser) -> None:
    """Each plays in the browser's own audio, without a file, a fault or a word."""
    assert browser.is_connected()
    await hall.play()
    looker = await hall.look()
    await looker.page.click("#bell")
    asked = len(looker.asked_for)
    await looker.page.fill('[data-key="volume"]', "3")
    for _ in range(2):
        await looker.page.click('[data-key="try sound"]')
    loud = await looker.page.evaluate(
        """async () => {
            const { play, lengthOf } = await import("./js/alerts/sounds.js");
            const peaks = [];
            for (const sound of ["dice", "turn", "hit", "sunk"]) {
                const context = new OfflineAudioContext(1, 48000 * 2, 48000);
                play(context, sound, 10);
                const heard = (await context.startRendering()).getChannelData(0);
                const last = heard.findLastIndex((one) => Math.abs(one) > 0.002) / 48000;
                peaks.push([Math.max(...heard.map(Math.abs)), last <= lengthOf(sound) + 0.01]);
            }
            return peaks;
        }"""
    )
    assert all(0.05 < peak <= 1.6 and ends for peak, ends in loud), loud
    assert [url for url in looker.asked_for[asked:] if not url.endswith((".js", ".svg"))] == []
