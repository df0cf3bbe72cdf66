"""Sites: how links name them, and how what one serves is checked."""

import asyncio
import gzip
import hashlib
from email.message import Message
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from client import tables
from client.cli import main
from client.errors import ClientError
from client.home import Home
from client.presentation.invitations import invitation_message
from client.scenarios import find
from client.seat.invitations import Purpose, invitations_of
from client.site import differences, read_site
from client.site_server import serving_site
from engine.options import parse
from p2p.address import Address
from p2p.invite import Invite
from p2p.ways import read_way
from tests.browser.site import served
from tests.patience import PATIENCE
from tests.protocol.sample import phrase

SITE = "https://site.example/subs/"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://site.example", "https://site.example/"),
        (" https://site.example/subs ", SITE),
        ("https://site.example/subs/index.html", "https://site.example/subs/index.html"),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000/"),
    ],
)
def test_an_address_of_a_site_is_read(text: str, address: str) -> None:
    assert read_site(text) == address


@pytest.mark.parametrize("text", ["", "site.example", "wss://site.example/", "https://a/#b"])
def test_what_is_no_site_is_refused(text: str) -> None:
    with pytest.raises(ClientError, match="is no site"):
        read_site(text)


def test_links_to_a_site_carry_the_same_invites(tmp_path: Path) -> None:
    """`secret-subs join` takes them as well, and only a keeper needs the program."""
    chosen = find("wake-island")
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, None), keepers=1)
    table, lobby = tables.host(Home(tmp_path), phrase(0), "Ann", terms, seat=0, watchers=1)
    table.store.close()
    ways = (read_way("wss://relay.example/name"),)
    plain = invitations_of(phrase(0), lobby, ways)
    for one, linked in zip(plain, invitations_of(phrase(0), lobby, ways, SITE), strict=True):
        assert linked.link == f"{SITE}#{one.link}"
        assert Invite.parse(linked.link) == one.invite
        opens = "Open this link in a browser" in invitation_message(linked, lobby)
        assert opens == (linked.purpose is not Purpose.SEAT or bool(linked.powers))


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """What two small files and their list stand for."""
    folder = tmp_path / "site"
    (folder / "js").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>")
    (folder / "js" / "page.js").write_text("begin()")
    names = ("index.html", "js/page.js")
    lines = (
        f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}" for name in names
    )
    (folder / "files.txt").write_text("".join(f"{line}\n" for line in lines))
    return folder


def test_a_site_that_serves_a_build_is_told_from_one_that_does_not(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    for name in ("index.html", "files.txt"):
        (other / name).write_bytes((built / name).read_bytes())
    (other / "js").mkdir()
    with served(built) as url:
        assert main(["site", "--check", url, "--build", str(built)]) == 0
        assert "serves this build" in capsys.readouterr().out
    with served(other) as url:
        assert list(differences(url, built)) == ["js/page.js is missing"]
        (other / "js" / "page.js").write_text("steal()")
        assert list(differences(url, built)) == ["js/page.js is another one"]
        assert main(["site", "--check", url, "--build", str(built)]) != 0
        assert "js/page.js is another one" in capsys.readouterr().err


def test_a_build_that_was_changed_proves_nothing(built: Path) -> None:
    (built / "index.html").write_text("changed")
    with pytest.raises(ClientError, match=r"index.html has been changed"):
        list(differences(SITE, built, lambda _: b""))


def test_a_folder_without_a_build_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(ClientError, match="no build of the site is there"):
        list(differences(SITE, tmp_path, lambda _: b""))


def got(address: str) -> tuple[Message, bytes]:
    with urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310 (our own server)
        return answer.headers, answer.read()


async def test_a_relay_serves_a_site_with_the_types_that_a_browser_wants(built: Path) -> None:
    async with serving_site(built, Address("127.0.0.1", 0)) as port:
        site = f"http://127.0.0.1:{port}/"
        assert await asyncio.to_thread(lambda: list(differences(site, built))) == []
        headers, _ = await asyncio.to_thread(got, f"{site}js/page.js")
        assert headers["content-type"].startswith("text/javascript")
        assert headers["x-content-type-options"] == "nosniff"
        _, page = await asyncio.to_thread(got, site)
        assert page == b"<!doctype html>"


async def test_a_site_beside_a_relay_tells_where_that_is(built: Path) -> None:
    """And is the same site for whoever compares it with a build."""
    relay = "wss://relay.example/"
    async with serving_site(built, Address("127.0.0.1", 0), relay) as port:
        site = f"http://127.0.0.1:{port}/"
        headers, told = await asyncio.to_thread(got, f"{site}relay.txt")
        assert (told.decode(), headers["cache-control"]) == (relay, "no-cache")
        assert await asyncio.to_thread(lambda: list(differences(site, built))) == []


async def test_a_relay_sends_what_is_compressed_to_who_takes_it(built: Path) -> None:
    """What is checked is what a browser gets: the same bytes, once they are unpacked."""
    script = built / "js" / "page.js"
    (built / "js" / "page.js.gz").write_bytes(gzip.compress(script.read_bytes()))
    (built / "js" / "page.js.br").write_bytes(b"brotli")

    def asked(address: str, encodings: str) -> tuple[Message, bytes]:
        request = Request(address, headers={"accept-encoding": encodings})  # noqa: S310 (ours)
        with urlopen(request, timeout=10) as answer:  # noqa: S310 (our own server)
            return answer.headers, answer.read()

    async with serving_site(built, Address("127.0.0.1", 0)) as port:
        page = f"http://127.0.0.1:{port}/js/page.js"
        for encodings, expected in (("gzip, br", "br"), ("gzip;q=0.5", "gzip"), ("", None)):
            headers, content = await asyncio.to_thread(asked, page, encodings)
            assert headers["content-encoding"] == expected
            assert headers["content-type"].startswith("text/javascript")
            assert headers["vary"] == "accept-encoding"
            if expected == "gzip":
                assert gzip.decompress(content) == script.read_bytes()
        assert await asyncio.to_thread(lambda: list(differences(page[:-10], built))) == []


async def test_a_relay_without_a_build_serves_no_site(tmp_path: Path) -> None:
    with pytest.raises(ClientError, match="no build of the site is there"):
        async with serving_site(tmp_path, Address("127.0.0.1", 0)):
            pass
