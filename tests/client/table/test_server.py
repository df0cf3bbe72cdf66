"""Only the player's own browser, with the link, is shown a table or may act at it."""

import asyncio
import http.client
import json
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import connect
from websockets.typing import Origin

from client.errors import ClientError
from client.home import Home
from client.schema.board import Board
from client.schema.picture import Picture
from client.schema.replies import Nothing, Result
from client.schema.rulebook import RuleParagraph
from client.schema.table import Table
from client.table.answering import RaiseHand
from client.table.choices import Settings, Theme
from client.table.messages import Asked
from client.table.page_model import ChangeNotifier
from client.table.server import Server, serving
from engine.variants import HOUSE_RULES
from tests.patience import PATIENCE


class Sign:
    """A page model of one word, which takes one order: a raised hand."""

    def __init__(self) -> None:
        self.changes = ChangeNotifier()
        self.board: Board | None = None
        self.word = "closed"

    def picture(self) -> Picture:
        """The word."""
        return Picture(table=Table(mode="lobby", declined=self.word))

    async def carry_out(self, asked: Asked) -> Result:
        """Turn the sign."""
        if not isinstance(asked, RaiseHand):
            raise ClientError("no", "never")
        self.word = "open"
        self.changes.notify()
        return Nothing()


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with serving(Sign()) as opened:
        yield opened


def parts(server: Server) -> tuple[str, str]:
    """Authority and token of the link."""
    address, _, token = server.link.removeprefix("http://").partition("/#")
    return address, token


async def get(server: Server, path: str, host: str | None = None) -> http.client.HTTPResponse:
    """Fetch a file, by another name of this host if one is given."""
    address, _ = parts(server)

    def fetch() -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(address, timeout=PATIENCE)
        connection.request("GET", path, headers={"Host": host or address, "Connection": "close"})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer

    return await asyncio.to_thread(fetch)


async def test_files_come_with_a_strict_policy(server: Server) -> None:
    """Nothing inline, nothing from elsewhere, in no frame, kept by no cache."""
    answer = await get(server, "/")
    policy = answer.headers["content-security-policy"]
    assert answer.status == 200
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/js/../../cli.py", "/nothing", "/table"])
async def test_nothing_but_the_page_is_served(server: Server, path: str) -> None:
    assert (await get(server, path)).status == 404


async def test_a_name_that_leads_here_from_elsewhere_is_refused(server: Server) -> None:
    """A page of another site cannot rebind its name to this port and read on."""
    assert (await get(server, "/", host="evil.example")).status == 421


async def talk(
    server: Server, *, origin: str | None = None, token: str | None = None, say: str = ""
) -> list[Mapping[str, Any]]:
    """What one is told who connects like this, greets, and says something."""
    address, right = parts(server)
    told: list[Mapping[str, Any]] = []
    async with connect(
        f"ws://{address}/table", origin=Origin(origin or f"http://{address}"), proxy=None
    ) as socket:
        await socket.send(json.dumps({"type": "hello", "token": right if token is None else token}))
        told.append(json.loads(await socket.recv()))
        if say:
            await socket.send(say)
            while told[-1]["type"] in ("snapshot", "patch"):
                told.append(json.loads(await socket.recv()))
    return told


def section(message: Mapping[str, Any], name: str) -> Any:
    """A section of the picture, or what has changed of it."""
    return message["picture" if message["type"] == "snapshot" else "changes"][name]


def word_of(message: Mapping[str, Any]) -> Any:
    """The word that is shown."""
    return section(message, "table")["declined"]


async def test_who_has_the_link_sees_and_acts(server: Server) -> None:
    """Snapshot, then patch, then the answer: one running number."""
    told = await talk(server, say='{"type":"hand","id":7}')
    assert [message["type"] for message in told] == ["snapshot", "patch", "done"]
    assert [message["n"] for message in told] == [1, 2, 3]
    assert [word_of(message) for message in told[:2]] == ["closed", "open"]
    assert told[2]["id"] == 7


async def test_the_page_is_told_with_which_letters_rules_are_numbered(server: Server) -> None:
    """It links sentences to them: the base game's, and those of every house rule."""
    told = await talk(server, say='{"type":"hand","id":7}')
    assert section(told[0], "page")["chapters"] == ["BG", *HOUSE_RULES]


async def test_light_or_dark_outlasts_the_table(tmp_path: Path) -> None:
    """Each table has a port of its own, so the home keeps what a browser would forget."""
    file = Home(tmp_path / "new").theme
    for kept, word in ((None, "true"), (True, "false"), (False, "true")):
        async with serving(Sign(), Settings(Theme(file))) as opened:
            told = await talk(opened, say=f'{{"type":"light","id":1,"dark":{word}}}')
        assert [section(message, "page")["dark"] for message in told[:2]] == [kept, word == "true"]
        assert told[2]["type"] == "done"


async def test_light_or_dark_that_cannot_be_kept_is_seen_nevertheless(tmp_path: Path) -> None:
    """A damaged file has nothing; a home that cannot be written refuses, and says where."""
    file = tmp_path / "theme"
    file.write_bytes(b"\xff twilight")
    assert Theme(file).dark is None
    (tmp_path / "home").write_text("no folder")
    async with serving(Sign(), Settings.of(Home(tmp_path / "home"))) as opened:
        told = await talk(opened, say='{"type":"light","id":1,"dark":true}')
    assert section(told[1], "page")["dark"] is True
    assert told[2]["type"] == "refused"
    assert str(tmp_path / "home") in str(told[2]["why"])


async def test_how_a_page_calls_back_outlasts_the_table(tmp_path: Path) -> None:
    """Nobody is disturbed unasked; what is chosen is kept, and a volume beyond 10 is none."""
    home = Home(tmp_path / "new")
    loud = '{"type":"alerts","id":1,"alerts":{"notify":true,"volume":7}}'
    for kept in ({"notify": False, "volume": 0}, {"notify": True, "volume": 7}):
        async with serving(Sign(), Settings.of(home)) as opened:
            told = await talk(opened, say=loud)
        assert section(told[0], "page")["alerts"] == kept
    home.alerts.write_text('{"notify":true,"volume":11}')
    assert Settings.of(home).alerts.chosen.volume == 0


def test_settings_that_a_copy_brings_are_read_again(tmp_path: Path) -> None:
    """What it does not bring, or brings damaged, stays as it was."""
    home = Home(tmp_path)
    settings = Settings.of(home)
    home.theme.write_text("dark")
    home.alerts.write_text('{"notify":false,"volume":4}')
    settings.read()
    home.alerts.write_text("none")
    settings.read()
    assert settings.theme.dark is True
    assert settings.speed.chosen == "normal"
    assert settings.alerts.chosen.volume == 4


async def test_a_port_that_is_taken_is_left_to_whoever_has_it() -> None:
    """A second table at once is opened elsewhere."""
    async with serving(Sign()) as first:
        port = int(first.link.split(":")[2].split("/")[0])
        async with serving(Sign(), port=port) as second:
            assert second.link.split("/#")[0] != first.link.split("/#")[0]


async def test_what_cannot_be_done_says_why(server: Server) -> None:
    told = await talk(server, say='{"type":"keep","id":1}')
    assert told[-1]["type"] == "refused"
    assert told[-1]["why"] == "no\n  never"


@pytest.mark.parametrize(
    "how",
    [
        {"token": ""},
        {"token": "x" * 43},
        {"origin": "http://evil.example"},
        {"origin": "null"},
    ],
)
async def test_a_stranger_is_told_nothing(server: Server, how: dict[str, str]) -> None:
    """A wrong token, or a page of another origin: the connection ends without a word."""
    with pytest.raises((websockets.ConnectionClosed, websockets.InvalidStatus)):
        await talk(server, **how)


async def test_what_our_page_would_not_say_ends_the_connection(server: Server) -> None:
    with pytest.raises(websockets.ConnectionClosed):
        await talk(server, say='{"type":"undo"}')


@pytest.mark.parametrize("garbage", [b"\x00" * 10, "{", "[]", '{"type":"keep","id":1}'])
async def test_a_greeting_that_is_none_ends_the_connection(
    server: Server, garbage: bytes | str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever a program of another user sends, the table goes on and has nothing to report."""
    address, _ = parts(server)
    async with connect(
        f"ws://{address}/table", origin=Origin(f"http://{address}"), proxy=None
    ) as socket:
        await socket.send(garbage)
        with pytest.raises(websockets.ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4403
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_rule_is_opened_by_its_number(server: Server) -> None:
    """Whatever is shown there: the rulebook is no part of any game."""
    reply = (await talk(server, say='{"type":"rule","id":1,"number":"BG-8F"}'))[-1]
    assert reply["type"] == "done"
    rule = RuleParagraph.model_validate_json(json.dumps(reply["result"]))
    assert (rule.number, rule.title, rule.document) == ("BG-8F", "Submarine steps", "base-game")
    assert rule.blocks[1].rows[0][:2] == ("`A_DD`", "`D_DD`")
    assert rule.under[0].number == "BG-8.9"


async def test_a_wrong_number_is_refused_with_what_comes_close(server: Server) -> None:
    reply = (await talk(server, say='{"type":"rule","id":1,"number":"bg-8.99"}'))[-1]
    assert reply["type"] == "refused"
    assert "BG-8.9" in str(reply["why"])
