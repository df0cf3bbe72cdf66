"""The page before the table: a key, a new game, its lobby, an invite, a game to go on with."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib import resources
from pathlib import Path

from playwright.async_api import Browser, FilePayload, Page

from client import tables
from client.home import Home
from client.keeper import Keeper
from client.network import LOOPBACK, free_port, network_host
from client.playing import run_table
from client.seat.memo import Memo
from client.table.entrance import EntrancePage
from client.table.page_model import PageModel
from client.table.server import Server, serving
from p2p.address import Address
from p2p.invite import Invite
from p2p.tickets import ticket_of
from p2p.ways import Lan
from protocol.charter import NONCE_SIZE
from protocol.identity import PHRASE_SIZE, Identity, Phrase
from tests.browser.hall import PATIENCE, Silent

WORDS = "a long way to Wake"


@asynccontextmanager
async def entrance(home: Path, browser: Browser) -> AsyncIterator[Page]:
    """A page at the entrance of a home; it must not fail."""
    opened: asyncio.Future[Server] = asyncio.get_running_loop().create_future()

    @asynccontextmanager
    async def serve(model: PageModel) -> AsyncIterator[Server]:
        async with serving(model) as server:
            opened.set_result(server)
            yield server

    running = asyncio.create_task(EntrancePage(Home(home), Silent(), serve).run())
    page = await browser.new_page(viewport={"width": 1366, "height": 768})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    try:
        await page.goto((await opened).link)
        await page.wait_for_selector("#entrance:not([hidden])", timeout=PATIENCE)
        yield page
    finally:
        await page.close()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
    assert not faults


async def make_key(page: Page) -> str:
    """Make a key, as a new player does first; its recovery phrase."""
    await page.fill('[data-key="passphrase"]', WORDS)
    await page.fill('[data-key="again"]', WORDS)
    await page.click('[data-key="key"]')
    await page.wait_for_selector("text=Your recovery phrase", timeout=PATIENCE)
    phrase = await page.inner_text(".phrase")
    await page.click('[data-key="written"]')
    await page.wait_for_selector("text=Your key is unlocked", timeout=PATIENCE)
    return phrase


async def seat_ann(page: Page) -> None:
    """Begin a table against people, with a new key."""
    await make_key(page)
    await page.click("text=Against people")
    assert await page.is_checked('[data-key="near From other machines"]') == bool(network_host())
    await page.click('[data-key="near On this machine"]')
    await page.fill('[data-key="name"]', "Ann")


async def seat_at_relay(page: Page, relay: str) -> None:
    """Begin a table in a page against people, who come by a relay, with a new key."""
    await make_key(page)
    await page.click("text=Against people")
    assert not await page.locator('[data-key^="near"]').count(), "nobody can call a page"
    await page.fill('[data-key="name"]', "Ann")
    assert await page.input_value('[data-key="reach"]') == ""
    await page.click('[data-key="create"]')
    await page.wait_for_selector("text=name the relay at which you meet", timeout=PATIENCE)
    await page.fill('[data-key="reach"]', relay)


async def invite_to_japan(page: Page) -> str:
    """Make the table that is set up; the invite to its other seat."""
    await page.click('[data-key="create"]')
    await page.wait_for_selector("text=Waiting for one player", timeout=PATIENCE)
    return await page.input_value('[aria-label="invite: Japan"]')


async def test_a_host_and_a_guest_meet_through_their_pages(
    tmp_path: Path, browser: Browser
) -> None:
    """A key each, a table, its invite, a lobby that fills, the charter, and the game begins."""
    homes = tmp_path / "ann", tmp_path / "bob"
    async with entrance(homes[0], browser) as ann, entrance(homes[1], browser) as bob:
        await seat_ann(ann)
        invite = await invite_to_japan(ann)
        await ann.click('[aria-label="QR code: Japan"]')
        await ann.wait_for_selector("svg.qr path")
        await ann.click("dialog >> text=Close")
        await make_key(bob)
        await bob.fill('[data-key="invite"]', invite)
        await bob.fill('[data-key="guest"]', "Bob")
        await bob.click('[data-key="enter"]')
        await bob.wait_for_selector("text=Sign this charter?", timeout=PATIENCE)
        for page in (ann, bob):  # both see the board and the rules before anybody has signed
            await page.wait_for_selector('.stack[data-space="Midway"]', timeout=PATIENCE)
            assert "Secret Subs: submarines move" in await page.inner_text("#dock")
        await bob.click("text=Sign and play")
        for page in (ann, bob):
            await page.wait_for_selector('body[data-stage="game"]', timeout=PATIENCE)
            assert await page.is_hidden("#timeline")  # which is for those who only watch
        await talk(bob, ann)
        await get_up_and_come_back(ann, bob)
    async with entrance(homes[0], browser) as ann:
        await ann.wait_for_selector("text=USA · with Bob", timeout=PATIENCE)
        assert await ann.is_disabled('[data-key^="resume"]')
        await ann.fill('[data-key="passphrase"]', WORDS)
        await ann.click('[data-key="key"]')
        await ann.click('[data-key^="resume"]:not([disabled])', timeout=PATIENCE)
        # Her store is vouched for by what she keeps beside it, so she need not wait for Bob.
        await ann.wait_for_selector("text=Place the tokens", timeout=PATIENCE)


async def test_bg_3_4_a_host_lays_down_first_instructions_that_a_guest_reads_before_signing(
    tmp_path: Path, browser: Browser
) -> None:
    """Those of the seat that is the host's; what was written for another power is left out."""
    homes = tmp_path / "ann", tmp_path / "bob"
    async with entrance(homes[0], browser) as ann, entrance(homes[1], browser) as bob:
        await seat_ann(ann)
        await ann.click('[data-key="seat Japan"]')
        await ann.click('[data-key="fold instructions"]')
        for order in ("Japan submerge always", "Japan losses"):
            await ann.click(f'[data-key="instruct {order}"]')
        await ann.wait_for_selector('[data-key="instruct Japan earlier fighter"]', timeout=PATIENCE)
        await ann.click('[data-key="seat USA"]')
        await ann.click('[data-key="instruct USA submerge never"]')
        await ann.wait_for_selector(
            '[data-key="instruct USA submerge never"][aria-pressed="true"]', timeout=PATIENCE
        )
        invite = await invite_to_japan(ann)
        await make_key(bob)
        await enter(bob, invite)
        await bob.wait_for_selector("text=Sign this charter?", timeout=PATIENCE)
        left = await bob.evaluate("table.store.picture.table.instructions")
        assert left["USA"]["submerge"] == "never"
        assert left["Japan"]["words"] == ""
        said = f"Instructions of USA: {left['USA']['words']}"
        for page in (ann, bob):
            assert said in await page.inner_text("#dock")


async def test_a_host_removes_a_guest_who_is_told_and_the_next_one_comes(
    tmp_path: Path, browser: Browser
) -> None:
    """SPEC-16.4: the guest has nothing to sign any more, and the old link is worth nothing."""
    homes = tmp_path / "ann", tmp_path / "bob"
    async with entrance(homes[0], browser) as ann, entrance(homes[1], browser) as bob:
        await seat_ann(ann)
        old = await invite_to_japan(ann)
        await make_key(bob)
        await enter(bob, old)
        await bob.wait_for_selector("text=Sign this charter?", timeout=PATIENCE)
        await ann.click('[aria-label="Remove: Bob"]')
        await bob.wait_for_selector("text=the host has taken back your invite", timeout=PATIENCE)
        assert await bob.is_hidden('[data-key="sign"]')
        await ann.wait_for_selector("text=Waiting for one player", timeout=PATIENCE)
        new = await ann.input_value('[aria-label="invite: Japan"]')
        assert new != old
        await bob.click('[data-key="leave"]')
        await bob.click('[data-key="leave now"]')
        await enter(bob, new)
        await bob.click("text=Sign and play", timeout=PATIENCE)
        for page in (ann, bob):
            await page.wait_for_selector('body[data-stage="game"]', timeout=PATIENCE)


async def enter(page: Page, invite: str) -> None:
    await page.fill('[data-key="invite"]', invite, timeout=PATIENCE)
    await page.fill('[data-key="guest"]', "Bob")
    await page.click('[data-key="enter"]')


async def talk(speaker: Page, hearer: Page) -> None:
    """What is said is heard on the other page, whatever it shows just now, and counted as new."""
    await speaker.click('[data-key="tab log"]')
    await speaker.fill('[data-key="say"]', "fair winds")
    await speaker.keyboard.press("Enter")
    await hearer.wait_for_selector(".toast.said:has-text('Bob: fair winds')", timeout=PATIENCE)
    assert await hearer.inner_text('[data-key="tab log"] .unread') == "1"
    await hearer.click('[data-key="tab log"]')
    await hearer.wait_for_selector("#tabs:not(:has(.unread))", timeout=PATIENCE)


async def get_up_and_come_back(host: Page, guest: Page) -> None:
    """A host who leaves the table for the first page is found by the others when it comes back."""
    away = '.seatmark.off[title^="Ann"]'
    await host.click('[data-key="tab seats"]')
    await host.click('[data-key="leave"]')
    await host.click('[data-key="leave now"]')
    await host.wait_for_selector("text=USA · with Bob", timeout=PATIENCE)
    await guest.wait_for_selector(away, timeout=PATIENCE)
    await host.click('[data-key^="resume"]')
    await host.wait_for_selector('body[data-stage="game"]', timeout=PATIENCE)
    await guest.wait_for_selector('.seatmark.on[title^="Ann"]', timeout=PATIENCE)


async def test_it_says_why_a_house_rule_cannot_be_chosen(tmp_path: Path, browser: Browser) -> None:
    """House rules that exclude each other, or the edition, cannot be ticked, and say so."""
    async with entrance(tmp_path, browser) as page:
        await page.click('[data-key="rule SW"]')
        shut = page.locator("li.shut", has=page.locator('[data-key="rule DS"]'))
        await shut.wait_for(timeout=PATIENCE)
        assert "both say how submarines are found" in await shut.inner_text()
        assert await page.is_disabled('[data-key="rule DS"]')
        assert "this edition has destroyers" in await page.inner_text(".rules")
        await page.click('[data-key="fold SS"]')
        await page.select_option('[data-key="option shuffle_markers"]', "minimum")
        await page.click('[data-key="rule SW"]')
        await page.wait_for_selector('[data-key="rule DS"]:not([disabled])', timeout=PATIENCE)
        assert await page.input_value('[data-key="option shuffle_markers"]') == "minimum"


def invite_to_nobody() -> str:
    """An invite of a host whose node does not run."""
    phrase = Phrase(bytes(PHRASE_SIZE))
    key, nonce = Identity.from_phrase(phrase).public, bytes(NONCE_SIZE)
    return Invite(
        key, nonce, ticket_of(phrase, nonce, 1), (Lan(Address(LOOPBACK, free_port())),)
    ).link()


@asynccontextmanager
async def relay_that_holds(folder: Path) -> AsyncIterator[str]:
    """The URL of a relay that holds logs, a process of its own."""
    command = ["-m", "client", "relay", "--listen", "127.0.0.1:0", "--hold", str(folder)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        yield (await process.stdout.readline()).decode().split()[2].rstrip(",")
    finally:
        process.terminate()
        await process.wait()


async def test_a_table_is_held_by_the_relay_where_it_is_made(
    tmp_path: Path, browser: Browser
) -> None:
    """The switch is there once a relay is named; then the host's page says who holds the game."""
    async with (
        relay_that_holds(tmp_path / "held") as relay,
        entrance(tmp_path / "ann", browser) as ann,
        entrance(tmp_path / "bob", browser) as bob,
    ):
        await seat_ann(ann)
        await ann.click("text=From other machines")
        await ann.fill('[data-key="reach"]', "192.168.1.20:7777")
        assert not await ann.is_visible('[data-key="hold host"]')
        await ann.fill('[data-key="reach"]', relay)
        await ann.click("text=The relay holds the log")
        invite = await invite_to_japan(ann)
        await make_key(bob)
        await enter(bob, invite)
        await bob.click("text=Sign and play", timeout=PATIENCE)
        for page in (ann, bob):  # a guest who has asked no relay is told of it by the host
            await page.wait_for_selector('body[data-stage="game"]', timeout=PATIENCE)
            await page.click('[data-key="tab seats"]')
            held = page.locator("#tab section", has_text="Held by relays")
            await held.locator("text=up to date with you").wait_for(timeout=PATIENCE)
            assert relay in await held.inner_text()


@asynccontextmanager
async def keeping(home: Path, link: str) -> AsyncIterator[None]:
    """A keeper comes by an invite, and stays."""
    phrase = Phrase(b"k" * PHRASE_SIZE)
    table = tables.join(Home(home), phrase, "Kim", Invite.parse(link))
    keeper = Keeper(Silent(), Identity.from_phrase(phrase).public)
    running = asyncio.create_task(run_table(table, keeper))
    try:
        yield
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def test_pace_and_deposits_are_told_to_the_guest_in_plain_words(
    tmp_path: Path, browser: Browser
) -> None:
    """What is chosen with one click at set-up is what host and guest read before they sign."""
    told = (
        "turned up while their owner is away, by the player whose turn it is and all keepers",
        "Moves and turns end without waiting for others, unless they ask for it.",
        "Every keeper and the seat whose turn it is add to every roll",
        "If a player lets the game wait and is silent for 21 days, the others can agree to go on",
        "Instructions of USA: losses: ",
        "Instructions of Japan: losses: ",
        "Everybody reads instructions, attackers too.",
    )
    async with (
        entrance(tmp_path / "ann", browser) as ann,
        entrance(tmp_path / "bob", browser) as bob,
    ):
        await seat_ann(ann)
        await ann.click('label.card:has-text("Days")')
        await ann.wait_for_selector("text=The keeper is invited as the players are")
        await ann.click('[data-key="fold secrecy"]')
        assert await ann.input_value('[data-key="keepers"]') == "1"
        assert "about one turn in five" in await ann.inner_text("label:has([data-key='deposits'])")
        await ann.click('[data-key="deposits"]')
        await ann.click('[data-key="create"]')
        await ann.wait_for_selector("text=Waiting for 2 players", timeout=PATIENCE)
        invite = await ann.input_value('[aria-label="invite: Japan"]')
        keeper = await ann.input_value('[aria-label="invite: a keeper (for `keep`)"]')
        await make_key(bob)
        await enter(bob, invite)
        async with keeping(tmp_path / "kim", keeper):
            await bob.wait_for_selector("text=Sign this charter?", timeout=PATIENCE)
            for page in (ann, bob):
                text = await page.inner_text("#dock")
                for words in told:
                    assert words in text
            await bob.click("text=Sign and play")
            await ann.wait_for_selector('body[data-stage="game"]', timeout=PATIENCE)
        charter = await ann.evaluate("table.store.picture.table.instructions.Japan")
        assert charter["patrol"] == "always"


async def test_only_the_relay_learns_where_players_are_and_a_spectator_comes_by_it(
    tmp_path: Path, browser: Browser
) -> None:
    """The switch says what it costs; it can be changed later. A guest invites who watches."""
    async with (
        relay_that_holds(tmp_path / "held") as relay,
        entrance(tmp_path / "ann", browser) as ann,
        entrance(tmp_path / "bob", browser) as bob,
        entrance(tmp_path / "eve", browser) as eve,
    ):
        await seat_ann(ann)
        await ann.click("text=From other machines")
        await ann.fill('[data-key="reach"]', relay)
        costs = "the game is slower, stops while the relay does, and reaches only players"
        assert costs in await ann.inner_text("label:has([data-key='hide host'])")
        await ann.click('[data-key="hide host"]')
        invite = await invite_to_japan(ann)
        await make_key(bob)
        await bob.click('[data-key="fold called guest"]')
        await bob.fill('[data-key="called guest"]', "ws://127.0.0.1:9/")
        await bob.click('[data-key="hide guest"]')
        await enter(bob, invite)
        await bob.wait_for_selector(".toast:has-text('nobody of this table is known')")
        await bob.fill('[data-key="called guest"]', relay)
        await enter(bob, invite)
        await bob.click("text=Sign and play", timeout=PATIENCE)
        for page in (ann, bob):
            await page.wait_for_selector('body[data-stage="game"]', timeout=PATIENCE)
            await page.click('[data-key="tab seats"]')
            await page.wait_for_selector("text=Your relay alone knows your address")
        await bob.click('[data-key="hide"]')
        await bob.wait_for_selector("text=From the next start of this game on, they all can")
        (memo,) = (tmp_path / "bob").rglob("*.memo")
        assert not Memo.load(memo).relay_only
        await bob.click('[data-key="invite spectator"]')
        link = bob.get_by_label("invite: a spectator", exact=True)
        spectator = await link.input_value(timeout=PATIENCE)
        assert not await bob.locator("text=Take back").count(), "a running game takes none back"
        await make_key(eve)
        await eve.fill('[data-key="invite"]', spectator)
        await eve.click('[data-key="enter"]')
        await eve.wait_for_selector('body[data-stage="game"]', timeout=PATIENCE)
        assert await eve.evaluate("table.store.picture.table.mode") == "watch"
        assert await eve.locator('[data-key="invite spectator"]').count() == 0


async def test_a_game_against_bots_needs_one_click(tmp_path: Path, browser: Browser) -> None:
    """No key, no name, no invite: the page turns into the table."""
    async with entrance(tmp_path, browser) as page:
        await page.click('[data-key="create"]')
        await page.wait_for_selector("#dock:has-text('SS-0.8')", timeout=3 * PATIENCE)


async def test_a_wrong_passphrase_and_a_bad_link_are_refused_in_words(
    tmp_path: Path, browser: Browser
) -> None:
    """What cannot be done changes nothing, and the page says why; a host may be away, too."""
    async with entrance(tmp_path, browser) as page:
        await make_key(page)
        await page.fill('[data-key="guest"]', "Bob")
        for link, answer in (
            ("secret-subs:nonsense", ".toast.refused"),
            (invite_to_nobody(), "text=The host cannot be reached"),
        ):
            await page.fill('[data-key="invite"]', link)
            await page.click('[data-key="enter"]')
            await page.wait_for_selector(answer, timeout=PATIENCE)
        await page.click('[data-key="leave"]')
        await page.click('[data-key="leave now"]')
        await page.wait_for_selector('[data-key^="resume"]', timeout=PATIENCE)
    async with entrance(tmp_path, browser) as page:
        await page.fill('[data-key="passphrase"]', "not this one")
        await page.click('[data-key="key"]')
        await page.wait_for_selector(".toast.refused", timeout=PATIENCE)
        assert await page.is_visible("text=To play against people: unlock your key")


async def test_a_scenario_from_a_file_can_be_played_and_its_faults_are_told(
    tmp_path: Path, browser: Browser
) -> None:
    """A file of one's own stands among the others, drawn by a map of its own; faults are listed."""
    text = resources.files("engine").joinpath("scenarios", "wake-island.toml").read_text("utf-8")
    drawn = resources.files("client").joinpath("maps", "wake-island.json")
    own = text.replace("Wake Island, spring 1942", "Wake, my way").replace("Midway", "Halfway")
    shapes = drawn.read_text("utf-8").replace("Midway", "Halfway")
    async with entrance(tmp_path, browser) as page:
        chooser = page.locator('[data-key="own scenario"]')
        wrong = text.replace("[territories.Midway]", "[territories.Midwey]", 1)
        await chooser.set_input_files(_file("broken.toml", wrong))
        await page.wait_for_selector("text=broken.toml cannot be played", timeout=PATIENCE)
        assert "Midway" in await page.inner_text(".faults")
        await chooser.set_input_files(_file("broken.map.json", shapes.replace("anchor", "angle")))
        await page.wait_for_selector(".toast.refused:has-text('anchor')", timeout=PATIENCE)
        await chooser.set_input_files([_file("mine.map.json", shapes), _file("mine.toml", own)])
        await page.wait_for_selector(".toast:has-text('It shows Wake, my way')", timeout=PATIENCE)
        await page.wait_for_selector(".card.on:has-text('Wake, my way')", timeout=PATIENCE)
        assert await page.locator(".faults").count() == 0
        await page.click('[data-key="create"]')
        await page.wait_for_selector("#dock:has-text('SS-0.8')", timeout=3 * PATIENCE)
        assert await page.evaluate("table.store.board.title") == "Wake, my way"
        assert await page.evaluate("table.store.board.map.spaces.Halfway.anchor")


def _file(name: str, text: str) -> FilePayload:
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


async def test_a_key_comes_back_from_its_recovery_phrase(tmp_path: Path, browser: Browser) -> None:
    """The same phrase on another machine is the same player; a mistyped one is refused in words."""
    async with entrance(tmp_path / "lost", browser) as page:
        phrase = await make_key(page)
    async with entrance(tmp_path / "new", browser) as page:
        await page.click('[data-key="lost"]')
        for words in (phrase[:-1], phrase):
            await page.fill('[data-key="words"]', words)
            await page.fill('[data-key="passphrase"]', WORDS)
            await page.fill('[data-key="again"]', WORDS)
            await page.click('[data-key="key"]')
            if words != phrase:
                await page.wait_for_selector(".toast.refused", timeout=PATIENCE)
        await page.wait_for_selector("text=Your key is unlocked", timeout=PATIENCE)
    homes = [Home(tmp_path / name) for name in ("lost", "new")]
    assert homes[0].public() == homes[1].public()
