"""SPEC-16.9: a seat moves from the laptop's page to the phone's, by network or as a file."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from client import tables
from client.home import PROGRAM, Home
from client.scenarios import find
from client.table import devices
from client.tables import seats_of, terms_of
from engine.options import parse
from p2p.keystore import Cost
from p2p.system import state_folder
from p2p.vouching import Vouching
from protocol.identity import Phrase
from tests.browser.hall import PATIENCE
from tests.browser.test_entrance import entrance

ANN = Phrase(bytes(range(32)))
WORDS = "a long way to Wake"


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A laptop with a seat at a table that is called at loopback, and a phone with nothing."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(devices, "network_host", lambda: "")
    laptop, chosen = Home(tmp_path / "laptop"), find("wake-island")
    laptop.keep(ANN, WORDS, Cost(memory_kib=128, passes=1))
    terms = terms_of(chosen, parse(""), seats_of(chosen.scenario, 2))
    table, _ = tables.host(laptop, ANN, "Ann", terms, seat=0, watchers=0)
    with table.store as store:
        Vouching(state_folder(PROGRAM), store).keep()
    return laptop.path, tmp_path / "phone"


async def code_of(phone: Page) -> str:
    """What a phone shows that waits for a seat."""
    await phone.fill('[data-key="device"]', WORDS)
    await phone.click('[data-key="await"]')
    await phone.wait_for_selector('svg[aria-label="QR code of this device"] path', timeout=PATIENCE)
    return await phone.input_value('[aria-label="Code of this device"]')


async def unlocked(laptop: Page) -> None:
    await laptop.fill('[data-key="passphrase"]', WORDS)
    await laptop.click('[data-key="key"]')
    await laptop.wait_for_selector("text=Your key is unlocked", timeout=PATIENCE)


async def move(laptop: Page, code: str) -> None:
    await laptop.click('[data-key^="fold move"]')
    await laptop.fill('[data-key^="to "]', code)
    await laptop.click('[data-key^="move "]')


async def is_there_alone(phone: Page, laptop: Page) -> None:
    """The phone can go on with the game; the laptop cannot, and says what can be done."""
    await phone.wait_for_selector("text=The seat is here", timeout=PATIENCE)
    await phone.wait_for_selector('[data-key^="resume"]:not([disabled])', timeout=PATIENCE)
    await laptop.wait_for_selector("text=Moved to another device on", timeout=PATIENCE)
    assert "move it back from there" in await laptop.inner_text(".saves")
    assert await laptop.is_disabled('[data-key^="resume"]')
    assert await laptop.locator('[data-key^="fold move"]').count() == 0


async def test_a_seat_goes_over_the_network_and_back(
    homes: tuple[Path, Path], browser: Browser
) -> None:
    async with entrance(homes[0], browser) as laptop, entrance(homes[1], browser) as phone:
        code = await code_of(phone)
        assert "@127.0.0.1:" in code
        await unlocked(laptop)
        await move(laptop, code)
        await laptop.wait_for_selector("text=The seat is on the other device", timeout=PATIENCE)
        await is_there_alone(phone, laptop)
        await move(phone, await code_of(laptop))
        await is_there_alone(laptop, phone)


async def test_a_retired_copy_refuses_to_play(homes: tuple[Path, Path], browser: Browser) -> None:
    """Whatever a page asks for: the store says no."""
    async with entrance(homes[0], browser) as laptop, entrance(homes[1], browser) as phone:
        code = await code_of(phone)
        await unlocked(laptop)
        await move(laptop, code)
        await is_there_alone(phone, laptop)
        await laptop.evaluate("""document.querySelector('[data-key^="resume"]').disabled = false""")
        await laptop.click('[data-key^="resume"]')
        await laptop.wait_for_selector("text=has moved to another device and is played from there")
        assert await laptop.is_visible("#entrance")


async def test_a_seat_goes_as_a_file(
    homes: tuple[Path, Path], browser: Browser, tmp_path: Path
) -> None:
    """Where the other device cannot be called; the file is good once."""
    async with entrance(homes[0], browser) as laptop, entrance(homes[1], browser) as phone:
        code, _, _ = (await code_of(phone)).partition("@")
        await unlocked(laptop)
        async with laptop.expect_download() as saved:
            await move(laptop, code)
        file = tmp_path / "ann.seat"
        await (await saved.value).save_as(file)
        await laptop.wait_for_selector("text=Moved to another device on", timeout=PATIENCE)
        await phone.set_input_files('[data-key="seat file"]', file)
        await is_there_alone(phone, laptop)
        await code_of(phone)
        await phone.set_input_files('[data-key="seat file"]', file)
        await phone.wait_for_selector("text=written for another code", timeout=PATIENCE)


async def test_what_did_not_come_over_the_network_is_saved_and_comes_as_a_file(
    homes: tuple[Path, Path], browser: Browser, tmp_path: Path
) -> None:
    """The phone's page was closed meanwhile. Its code is the same, and the file is made again."""
    async with entrance(homes[0], browser) as laptop:
        async with entrance(homes[1], browser) as phone:
            code = await code_of(phone)
        await unlocked(laptop)
        async with laptop.expect_download():
            await move(laptop, code)
        await laptop.wait_for_selector("text=the other device does not answer", timeout=PATIENCE)
        async with laptop.expect_download() as saved:
            await laptop.click('[data-key^="again"]')
        file = tmp_path / "ann.seat"
        await (await saved.value).save_as(file)
        async with entrance(homes[1], browser) as phone:
            assert (await code_of(phone)).partition("@")[0] == code.partition("@")[0]
            await phone.set_input_files('[data-key="seat file"]', file)
            await is_there_alone(phone, laptop)


async def test_a_code_that_is_not_whole_moves_nothing(
    homes: tuple[Path, Path], browser: Browser
) -> None:
    async with entrance(homes[0], browser) as laptop, entrance(homes[1], browser) as phone:
        code = await code_of(phone)
        await unlocked(laptop)
        await move(laptop, code[:40])
        await laptop.wait_for_selector("text=copy it whole", timeout=PATIENCE)
        assert not await laptop.is_disabled('[data-key^="resume"]')
        await phone.click('[data-key="stop waiting"]')
        await phone.wait_for_selector('[data-key="await"]', timeout=PATIENCE)
