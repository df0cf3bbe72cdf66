"""The site of a league in a browser: from a disk, and from a server that trusts no script."""

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.async_api import Browser, Route, expect

from client.league.forks import Fork
from client.league.judging import Limits, Task, judge
from client.league.site import pages
from client.league.sources import Held
from protocol.identity import PublicKey
from protocol.report import Level
from tests.browser.site import BUILT, SLOW, served
from tests.client.league.logs import altered, changed, given_up

POLICY = "default-src 'none'; style-src 'self'; script-src 'self'"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games, one of which not all have signed."""
    made = judge(Task("game", Held(given_up(40)), Level.RULES, Limits(), recording=True))
    folder = tmp_path_factory.mktemp("league")
    verdicts = [
        altered(made, "aa", winner="Allies"),
        altered(made, "bb", names=("Cleo", "Ann"), winner="Allies"),
        altered(made, "cc", names=("Dan", "Ann"), winner="Allies", unsigned=[1]),
    ]
    for page in pages(verdicts):
        file = folder / page.path
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(page.content)
    return folder


class Strict(SimpleHTTPRequestHandler):
    """Serves files with a policy of its own."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(params=["disk", "server"])
def address(request: pytest.FixtureRequest, site: Path) -> Iterator[str]:
    if request.param == "disk":
        yield site.as_uri()
        return
    handler = functools.partial(Strict, directory=site)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


LONG = "Wer_einen_Namen_ohne_ein_Ende_hat_" * 3


@pytest.mark.parametrize("width", [390, 1366])
async def test_no_page_is_wider_than_its_window(
    tmp_path: Path, browser: Browser, width: int
) -> None:
    """Whatever strangers call themselves and their logs; each cell can be seen."""
    made = judge(Task("game", Held(given_up(40)), Level.RULES, Limits(), recording=True))
    bad = judge(Task(LONG, Held(b"no log"), Level.RULES, Limits()))
    verdicts = [altered(made, "aa", names=(LONG, "Ann"), winner="Allies"), bad]
    fork = Fork(41, 60, "cc" * 32, "dd" * 32, b"")
    written = [*pages(verdicts, {"aa" * 32: [fork]})]
    context = await browser.new_context(viewport={"width": width, "height": 800})
    visitor = await context.new_page()
    for page in written:
        file = tmp_path / page.path
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(page.content)
    for page in written:
        if not page.path.endswith(".html"):
            continue
        await visitor.goto((tmp_path / page.path).as_uri())
        whole = await visitor.evaluate("document.documentElement.scrollWidth")
        assert whole <= width, page.path
        cells = visitor.locator("td:visible")
        boxes = [await cell.bounding_box() for cell in await cells.all()]
        if width == 390:
            assert all(box and box["x"] + box["width"] <= width for box in boxes), page.path
    await context.close()


async def test_two_stories_of_a_game_lead_from_the_list_to_both_logs(
    tmp_path: Path, browser: Browser
) -> None:
    made = judge(Task("game", Held(given_up(40)), Level.RULES, Limits(), recording=True))
    fork = Fork(41, 60, "cc" * 32, "dd" * 32, b"")
    for page in pages([altered(made, "aa"), altered(made, "bb")], {"aa" * 32: [fork]}):
        file = tmp_path / page.path
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(page.content)
    visitor = await browser.new_page()
    await visitor.goto((tmp_path / "index.html").as_uri())
    await visitor.get_by_role("link", name="two stories").click()
    row = visitor.locator("#forks tbody tr")
    await expect(row).to_contain_text(PublicKey(bytes.fromhex("dd" * 32)).fingerprint)
    links = await row.get_by_role("link").all()
    named = f"../logs/{'aa' * 32}-{'cc' * 6}"
    assert [await link.get_attribute("href") for link in links] == [
        f"{named}.sslog",
        f"{named}.evidence",
    ]


async def test_games_are_filtered_and_opened(address: str, browser: Browser) -> None:
    page = await browser.new_page()
    failed: list[str] = []
    page.on("console", lambda message: failed.append(message.text))
    await page.goto(f"{address}/index.html")
    rows = page.locator("#games tbody tr")
    await expect(rows).to_have_count(3)
    await page.get_by_label("Player").fill("cleo")
    await expect(rows.filter(visible=True)).to_have_count(1)
    await expect(page.locator("#count")).to_have_text("1 of 3 games")
    await page.get_by_label("Player").fill("")
    await page.get_by_label("Ending").select_option("one-sided")
    await expect(rows.filter(visible=True)).to_contain_text("Dan")
    await rows.filter(visible=True).get_by_role("link").click()
    await expect(page.locator("dl")).to_contain_text("one-sided")
    assert failed == []


async def test_one_sided_games_can_be_counted_or_left_out(address: str, browser: Browser) -> None:
    page = await browser.new_page()
    await page.goto(f"{address}/players.html")
    dan = page.get_by_role("row").filter(has_text="Dan")
    await expect(dan).to_contain_text("1500.0")
    await page.get_by_label("count adjudicated").check()
    await expect(dan).not_to_contain_text("1500.0")


def with_program(folder: Path) -> None:
    """A site with the program, of a game and of one whose log has been changed since."""
    log = given_up(40)
    made = judge(Task("game", Held(log), Level.RULES, Limits(), recording=True))
    for page in pages([altered(made, "aa"), altered(made, "bb")], auditing=True):
        file = folder / page.path
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(page.content)
    (folder / "program").symlink_to(BUILT)
    (folder / "logs").mkdir()
    (folder / "logs" / f"{'aa' * 32}.sslog").write_bytes(log)
    (folder / "logs" / f"{'bb' * 32}.sslog").write_bytes(changed(log))


@pytest.mark.skipif(not BUILT.exists(), reason="`make site` builds it")
async def test_a_game_is_audited_in_the_browser_and_then_without_a_network(
    tmp_path: Path, browser: Browser
) -> None:
    with_program(tmp_path)
    context = await browser.new_context()
    visitor = await context.new_page()
    verdict, button = visitor.locator("#verdict"), visitor.locator("#audit")
    with served(tmp_path) as url:
        await visitor.goto(f"{url}games/{'bb' * 32}.html")
        await button.click()
        await expect(verdict).to_contain_text("REFUSED", timeout=SLOW)
        await visitor.goto(f"{url}games/{'aa' * 32}.html")
        await button.click()
        await expect(verdict).to_contain_text("VERIFIED", timeout=SLOW)
        await context.set_offline(offline=True)
        await verdict.evaluate("said => { said.textContent = ''; }")
        await button.click()
        await expect(verdict).to_contain_text("VERIFIED", timeout=SLOW)
    await visitor.goto((tmp_path / "games" / f"{'aa' * 32}.html").as_uri())
    await expect(verdict).to_contain_text("open these pages from a web server")
    await expect(button).to_be_hidden()
    await expect(visitor.locator("#watch")).to_be_hidden()


@pytest.mark.skipif(not BUILT.exists(), reason="`make site` builds it")
async def test_a_game_is_watched_and_audited_with_the_network_cut_after_loading(
    tmp_path: Path, browser: Browser
) -> None:
    with_program(tmp_path)
    context = await browser.new_context()
    visitor = await context.new_page()
    dialog = visitor.locator("#dialog")
    with served(tmp_path) as url:
        await visitor.goto(f"{url}games/{'aa' * 32}.html")
        await visitor.click("#watch")
        await expect(dialog).to_contain_text("The line holds", timeout=SLOW)
        await context.set_offline(offline=True)
    await expect(dialog).to_contain_text("Everything holds", timeout=SLOW)
    await visitor.click('[data-key="watch log"]', timeout=SLOW)
    await visitor.wait_for_selector("body[data-stage=game][data-past]", timeout=SLOW)
    await visitor.focus('[data-key="range"]')
    await visitor.keyboard.press("ArrowLeft")  # a game that is over has only its slider first
    await visitor.click('[data-key="back"]')
    await expect(visitor.locator("#timeline")).to_contain_text(" of ")
    await context.close()


@pytest.mark.skipif(not BUILT.exists(), reason="`make site` builds it")
@pytest.mark.parametrize("sent_on", [False, True], ids=["named", "sent-on-to"])
async def test_a_link_fetches_no_log_of_another_host(
    tmp_path: Path, browser: Browser, *, sent_on: bool
) -> None:
    """Whoever sends a link learns nothing of who opens it."""
    asked: list[str] = []

    class Elsewhere(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)

    with_program(tmp_path)
    context = await browser.new_context()
    visitor = await context.new_page()
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server,
        served(tmp_path) as url,
    ):
        threading.Thread(target=server.serve_forever).start()
        elsewhere = f"http://127.0.0.1:{server.server_port}/game.sslog"
        if sent_on:
            moved = functools.partial(Route.fulfill, status=302, headers={"Location": elsewhere})
            await context.route("**/here.sslog", moved)
        log = "../logs/here.sslog" if sent_on else elsewhere
        await visitor.goto(f"{url}program/index.html#log={log}")
        expected = "Failed to fetch" if sent_on else "it is on another host"
        await expect(visitor.locator("#dialog")).to_contain_text(expected, timeout=SLOW)
        server.shutdown()
    assert asked == []
    await context.close()
