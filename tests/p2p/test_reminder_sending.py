"""SPEC-16.24: where a keeper sends, and where nobody can have it send, with real servers."""

import builtins
import ssl
from pathlib import Path

import pytest
from requests import PreparedRequest, Response, Session

from p2p.errors import BadStore, NoReminders
from p2p.messages import RemindAt, RemindCode, ReminderReply, RemindNever
from p2p.reminding.allowance import MOST_TO_ONE, Sending
from p2p.reminding.book import Book, Waiting
from p2p.reminding.courier import Courier, check_settings
from p2p.reminding.desk import Desk, Office
from p2p.reminding.destinations import Destination, Kind, ReminderSettings
from p2p.reminding.public import is_public
from p2p.reminding.sealed import BookFile, Counter
from protocol.identity import PublicKey
from tests.p2p.sinks import HOST, Hook, Mailbox, code_in, leading
from tests.protocol.sample import identity, phrase

pytestmark = pytest.mark.filterwarnings("ignore:'imghdr' is deprecated")  # apprise asks for it

TABLE = b"\xab" * 32
MINUTE = 30_000 * 24 * 60
MAIL = "mailto:ann@example.org"


def office(folder: Path, courier: Courier) -> Office:
    folder.mkdir(exist_ok=True)
    return Office(courier, Counter(folder / "sent", phrase(2)))


def desk(folder: Path, courier: Courier) -> Desk:
    keeper = office(folder, courier)
    return Desk(TABLE, BookFile(folder / "book", phrase(2)), keeper)


ANN: PublicKey = identity(0).public
WAITING = Waiting(ANN.raw.hex(), "wait", MINUTE)
PLAYING = {ANN.raw.hex()}


async def test_a_code_goes_by_mail_and_then_a_reminder(tmp_path: Path) -> None:
    mailbox = Mailbox()
    async with mailbox.open() as server:
        settings = ReminderSettings(frozenset({Kind.MAIL}), server)
        check_settings(settings)
        one = desk(tmp_path, Courier(settings))
        said = one.hear(ANN, RemindAt(address=MAIL), MINUTE)
        assert (said.reply, said.addresses) == (ReminderReply.CODE_SENT, ((MAIL, 0),))
        await one.deliver_all()
        assert mailbox.to == [["ann@example.org"]], "and nobody else"
        code = code_in(mailbox.texts[0])
        said = one.hear(ANN, RemindCode(code=code), MINUTE)
        assert (said.reply, said.addresses) == (ReminderReply.CONFIRMED, ((MAIL, 1),))
        one.note(PLAYING, WAITING)
        for minute in (9, 10, 11):
            one.remind((), MINUTE + minute)
            await one.deliver_all()
    _, reminder = mailbox.texts
    assert TABLE.hex()[:8] in reminder
    for secret in ("secret-subs:", "http", code, TABLE.hex()):
        assert secret not in reminder.replace("https://github.com/caronc/apprise", "")


async def test_mail_with_a_plus_sign_arrives_as_it_was_written() -> None:
    mailbox = Mailbox()
    async with mailbox.open() as server:
        courier = Courier(ReminderSettings(frozenset({Kind.MAIL}), server))
        assert await courier.send(Destination.parse("mailto:ann+x@example.org"), "title", "text")
    assert mailbox.to == [["ann+x@example.org"]]


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("ntfy://localhost", "https://ntfy.sh/"),
        (
            f"tgram://123456789:{'s' * 35}/-100",
            f"https://api.telegram.org/bot123456789:{'s' * 35}/sendMessage",
        ),
        (
            f"discord://{'1' * 18}/{'s' * 60}",
            f"https://discord.com/api/webhooks/{'1' * 18}/{'s' * 60}",
        ),
    ],
)
async def test_a_service_has_one_host_and_leads_nowhere_else(
    address: str, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `apprise` would have sent, at the last moment before the network."""
    sent = []

    def send(_: object, request: PreparedRequest, **how: object) -> Response:
        sent.append((request.url, how["allow_redirects"]))
        response = Response()
        response.status_code = 307
        return response

    monkeypatch.setattr(Session, "send", send)
    courier = Courier(ReminderSettings(frozenset(Kind)))
    assert not await courier.send(Destination.parse(address), "title", "text")
    assert sent == [(url, False)]


async def test_a_code_that_cannot_be_sent_is_told_and_the_address_forgotten(
    tmp_path: Path,
) -> None:
    """The mail server is down."""
    async with Mailbox().open() as server:
        pass
    one = desk(tmp_path, Courier(ReminderSettings(frozenset({Kind.MAIL}), server)))
    one.hear(ANN, RemindAt(address=MAIL), MINUTE)
    failed = await one.deliver()
    assert failed is not None
    key, said = failed
    assert (key, said.reply, said.addresses) == (ANN, ReminderReply.NOT_SENT, ())


async def test_a_web_hook_is_posted_to(tmp_path: Path) -> None:
    hook = Hook(tmp_path)
    async with hook.open() as poster:
        assert await poster.post(HOST, "/secret", "title", "text")
    (asked,) = hook.asked
    assert asked.startswith(b"POST /secret HTTP/1.1\r\nHost: hook.example.org\r\n")
    assert asked.endswith(b'{"title": "title", "message": "text"}')


async def test_no_redirect_is_followed(tmp_path: Path) -> None:
    location = b"Location: https://hook.example.org/elsewhere\r\n\r\n"
    hook = Hook(tmp_path, b"HTTP/1.1 307 Temporary Redirect\r\n" + location)
    async with hook.open() as poster:
        assert not await poster.post(HOST, "/", "title", "text")
    assert len(hook.asked) == 1


@pytest.mark.parametrize("private", ["10.0.0.1", "169.254.169.254", "::1", "fd00::1"])
async def test_a_name_that_leads_also_to_a_private_host_leads_nowhere(
    tmp_path: Path, private: str
) -> None:
    hook = Hook(tmp_path)
    async with hook.open("127.0.0.1", private) as poster:
        assert not await poster.post(HOST, "/", "title", "text")
    assert hook.asked == []


async def test_a_name_is_resolved_once_and_the_number_judged_is_called(tmp_path: Path) -> None:
    """A name that leads elsewhere when it is asked for again (DNS rebinding)."""
    hook, resolve = Hook(tmp_path), leading("127.0.0.1")
    async with hook.open() as poster:
        poster._resolve = resolve
        assert await poster.post(HOST, "/", "title", "text")
    assert resolve.asked == 1


async def test_a_number_that_does_not_answer_leaves_the_others(tmp_path: Path) -> None:
    """As where the keeper's machine has no IPv6; which is judged all the same."""
    hook = Hook(tmp_path)
    async with hook.open("127.99.0.1", "127.0.0.1") as poster:
        assert await poster.post(HOST, "/", "title", "text")
    assert len(hook.asked) == 1


async def test_who_has_no_certificate_for_the_name_is_told_nothing(tmp_path: Path) -> None:
    hook = Hook(tmp_path)
    async with hook.open() as poster:
        poster._context = ssl.create_default_context()
        assert not await poster.post(HOST, "/", "title", "text")
    assert hook.asked == []


@pytest.mark.parametrize(
    "number",
    [
        "0.0.0.0",  # noqa: S104 (nothing listens there)
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "192.168.1.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::",
        "2001:0:a00:1::",
        "192.0.0.8",
        "192.88.99.1",
        "::a00:1",
        "::ffff:0:a00:1",
        "64:ff9b:1::a00:1",
        "3fff::1",
        "fec0::1",
        "fc00::1",
        "fe80::1",
        "fe80::1%eth0",
        "ff02::1",
        "localhost",
    ],
)
def test_private_numbers_are_known_in_every_form(number: str) -> None:
    assert not is_public(number)


@pytest.mark.parametrize("number", ["9.9.9.9", "2620:fe::fe", "::ffff:9.9.9.9"])
def test_public_numbers_are_public(number: str) -> None:
    assert is_public(number)


def test_what_is_kept_is_sealed_and_survives_a_restart(tmp_path: Path) -> None:
    settings = ReminderSettings(frozenset({Kind.WEB_HOOK}))
    one = desk(tmp_path, Courier(settings))
    one.hear(ANN, RemindAt(address=f"https://{HOST}/secret"), MINUTE)
    raw = (tmp_path / "book").read_bytes() + (tmp_path / "sent").read_bytes()
    for word in (b"hook", b"secret", ANN.raw, ANN.raw.hex().encode()):
        assert word not in raw
    assert (tmp_path / "book").stat().st_mode & 0o077 == 0
    assert desk(tmp_path, Courier(settings)).terms(ANN).addresses == ((f"https://{HOST}/****", 0),)
    with pytest.raises(BadStore, match="another key"):
        BookFile(tmp_path / "book", phrase(1)).read()
    for damage in (b"", b"x" * 5, raw[:40]):
        (tmp_path / "book").write_bytes(damage)
        with pytest.raises(BadStore, match="damaged"):
            BookFile(tmp_path / "book", phrase(2)).read()


@pytest.mark.parametrize("over", [False, True])
def test_nothing_is_left_when_another_plays_or_the_game_is_over(
    tmp_path: Path, *, over: bool
) -> None:
    one = desk(tmp_path, Courier(ReminderSettings(frozenset({Kind.NTFY}))))
    one.hear(ANN, RemindAt(address="ntfy://topic"), MINUTE)
    assert (tmp_path / "book").exists()
    one.note(() if over else {identity(1).public.raw.hex()}, None)
    assert not (tmp_path / "book").exists()
    assert one.terms(ANN).addresses == ()


def test_what_is_taken_back_is_not_on_the_disk_any_more(tmp_path: Path) -> None:
    one = desk(tmp_path, Courier(ReminderSettings(frozenset({Kind.NTFY}))))
    one.hear(ANN, RemindAt(address="ntfy://topic"), MINUTE)
    assert one.hear(ANN, RemindNever(), MINUTE).reply is ReminderReply.FORGOTTEN
    kept: Book = BookFile(tmp_path / "book", phrase(2)).read()
    assert "topic" not in str(kept)


def test_nobody_is_flooded_through_many_tables(tmp_path: Path) -> None:
    """All tables of a keeper count together, also over a restart of it."""
    courier, replies = Courier(ReminderSettings(frozenset({Kind.NTFY}))), []
    for number in range(5):
        keeper = office(tmp_path, courier)
        one = Desk(TABLE, BookFile(tmp_path / f"book{number}", phrase(2)), keeper)
        replies.append(one.hear(ANN, RemindAt(address="ntfy://topic"), MINUTE).reply)
    most = MOST_TO_ONE[Sending.CODE]
    assert replies[:most] == [ReminderReply.CODE_SENT] * most
    assert set(replies[most:]) == {ReminderReply.TOO_OFTEN}


async def test_what_is_not_chosen_is_not_sent(tmp_path: Path) -> None:
    mailbox = Mailbox()
    async with mailbox.open() as server:
        courier = Courier(ReminderSettings(frozenset(), server))
        assert not await courier.send(Destination.parse(MAIL), "title", "text")
        one = desk(tmp_path, courier)
        assert one.hear(ANN, RemindAt(address=MAIL), MINUTE).reply is ReminderReply.REFUSED
    assert mailbox.texts == []


@pytest.mark.parametrize(
    ("mail", "reason"),
    [
        ("", "need your mail server"),
        ("json://mail.example.org", "given as mailto"),
        ("mailtos://mail.example.org?to=bob@example.org", "names a recipient"),
        ("mailtos://mail.example.org?bcc=bob@example.org", "names a recipient"),
        ("mailtos://mail.example.org/bob@example.org", "names a recipient"),
    ],
)
def test_an_operators_mail_server_is_one(mail: str, reason: str) -> None:
    with pytest.raises(NoReminders, match=reason):
        check_settings(ReminderSettings(frozenset({Kind.MAIL}), mail))


def test_it_is_said_that_apprise_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    known = builtins.__import__

    def missing(name: str, *args: object, **kwargs: object) -> object:
        if name == "apprise":
            raise ImportError(name)
        return known(name, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(NoReminders, match="pip install"):
        check_settings(ReminderSettings(frozenset({Kind.NTFY})))
    check_settings(ReminderSettings(frozenset({Kind.WEB_HOOK})))
