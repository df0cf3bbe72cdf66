"""Reminders reach who is away, after ten minutes and after a day, and say little."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from client.cli import main
from client.errors import ClientError
from client.notifying import recipient
from client.reminding import Reminding, addresses, keep_addresses
from client.seat.memo import MemoFile
from p2p.reminding.book import Reminded, reminded
from protocol.due import Duty
from tests.client.terminal.seated import Person, seated

DAY = 24 * 60

pytestmark = pytest.mark.filterwarnings("ignore:'imghdr' is deprecated")  # apprise asks for it


class Mailbox:
    """A mail server on loopback, and what it was given."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    async def handle_DATA(self, _: SMTP, __: Session, envelope: Envelope) -> str:  # noqa: N802 (the library's name)
        self.messages.append((envelope.original_content or b"").decode())
        return "250 Taken"

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        """Its address, while it takes mail."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(self), "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            who = "from=game@example.org&to=ann@example.org"
            yield f"mailto://127.0.0.1:{port}/?{who}&mode=insecure"


class _Taking(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        assert isinstance(self.server, Hook)
        self.server.bodies.append(body.decode())
        self.send_response(200 if self.server.well else 500)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the library's name)
        """Say nothing."""


class Hook(ThreadingHTTPServer):
    """A web hook on loopback, and what it was given."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taking)
        self.bodies: list[str] = []
        self.well = True

    @property
    def address(self) -> str:
        return f"json://127.0.0.1:{self.server_port}/hook"


@pytest.fixture
def hook() -> Iterator[Hook]:
    with Hook() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@dataclass
class Page:
    looked_at: bool = False


@dataclass
class Paper:
    lines: list[str] = field(default_factory=list)

    def show(self, text: str) -> None:
        self.lines.append(text)


def sent(minutes: list[tuple[int, bool]], wait: str = "a") -> list[int]:
    """The minutes at which a reminder is sent; each with whether a page is open."""
    said, found = Reminded(), []
    for minute, looked_at in minutes:
        said, send = reminded(said, wait, minute, looked_at=looked_at)
        if send:
            found.append(minute)
    return found


def test_one_after_ten_minutes_and_one_after_a_day() -> None:
    assert sent([(minute, False) for minute in range(3 * DAY)]) == [10, DAY]


def test_who_looks_on_is_not_reminded_and_afterwards_only_after_a_day() -> None:
    assert sent([(minute, 5 <= minute < 60) for minute in range(3 * DAY)]) == [DAY]


def test_who_was_away_with_the_node_gets_one_not_two() -> None:
    """The node was off, too, and has just come back."""
    assert sent([(2 * DAY, False), (2 * DAY + 1, False)]) == [2 * DAY]


def test_a_new_wait_is_counted_anew() -> None:
    said, _ = reminded(Reminded(), "a", 10, looked_at=False)
    assert reminded(said, "b", 9, looked_at=False) == (Reminded("b", 0), False)
    assert reminded(said, "b", 10, looked_at=False) == (Reminded("b", 1), True)


def decides(person: Person) -> bool:
    """Whether the game waits for a decision of this person, and its node has noted since when."""
    return any(
        one.wait.seat == person.node.seat
        and one.wait.what is Duty.DECISION
        and one.learnt is not None
        for one in person.node.awaited
    )


async def test_a_person_is_reminded_by_mail_and_by_web_hook(tmp_path: Path, hook: Hook) -> None:
    """Of a real game between real nodes; what was sent is known after a restart, too."""
    async with seated(tmp_path, "wake-island", "Ann", "Bob") as people:
        ann, bob = people
        await ann.until(lambda: decides(ann) or decides(bob))
        waiting = ann if decides(ann) else bob
        (wait,) = waiting.node.awaited
        assert wait.learnt is not None
        memo, paper = MemoFile(tmp_path / "memo"), Paper()
        observer = waiting.player.observer
        mailbox = Mailbox()
        async with mailbox.open() as address:
            reminding = Reminding([recipient(address), recipient(hook.address)])
            for later in (9, 10, 11):
                await reminding.look(observer, memo, Page(), paper, wait.learnt + later)
            assert (len(mailbox.messages), len(hook.bodies)) == (1, 1)
            restarted = MemoFile(tmp_path / "memo")
            await reminding.look(observer, restarted, Page(), paper, wait.learnt + 12)
            assert len(hook.bodies) == 1
        (mail,) = mailbox.messages
        title = waiting.table.game.rules.scenario.title
        for told in (mail, *hook.bodies):
            assert title.split()[0] in told
            assert "secret-subs play" in told
            assert "secret-subs:" not in told
            assert "http" not in told.replace("content-type", "")
        other = bob if waiting is ann else ann
        await reminding.look(other.player.observer, MemoFile(None), Page(), paper, DAY * 10**6)
        assert len(hook.bodies) == 1
        assert paper.lines == []


async def test_it_is_said_who_was_not_reached_without_what_is_secret(hook: Hook) -> None:
    hook.well = False
    address = f"json://ann:hunter2@127.0.0.1:{hook.server_port}/hook"
    one = recipient(address)
    assert not await one.send("title", "text")
    assert "hunter2" not in one.shown
    assert "127.0.0.1" in one.shown


def test_nobody_is_reached_by_what_is_no_address() -> None:
    with pytest.raises(ClientError, match="nobody can be reached") as refused:
        recipient("carrier-pigeon://ann:hunter2@loft")
    assert "hunter2" not in str(refused.value)


def test_addresses_are_kept_for_this_user_alone(tmp_path: Path) -> None:
    file = tmp_path / "reminders"
    assert addresses(file) == ()
    keep_addresses(file, ["ntfy://topic"])
    assert addresses(file) == ("ntfy://topic",)
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(ClientError, match="4 at most"):
        keep_addresses(file, ["ntfy://topic"] * 5)
    for damage in ("nothing", "{}", "[1]"):
        file.write_text(damage)
        with pytest.raises(ClientError, match="damaged"):
            addresses(file)


def test_the_command_keeps_shows_tests_and_forgets(
    tmp_path: Path, hook: Hook, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ("--home", str(tmp_path))
    assert main(["remind", *where]) == 0
    assert capsys.readouterr().out == "Nobody reminds you.\n"
    secret = f"json://ann:hunter2@127.0.0.1:{hook.server_port}/hook"
    assert main(["remind", *where, secret]) == 0
    assert "hunter2" not in capsys.readouterr().out
    assert main(["remind", *where, "--test"]) == 0
    assert "Sent to json://ann:****@127.0.0.1" in capsys.readouterr().out
    assert len(hook.bodies) == 1
    hook.well = False
    assert main(["remind", *where, "--test"]) == 1
    assert "NOT sent" in capsys.readouterr().out
    assert main(["remind", *where, "--off"]) == 0
    assert addresses(tmp_path / "reminders") == ()
