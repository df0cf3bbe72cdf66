"""Tables played by mail through relays of Nostr, with nobody online together (SPEC-16.20)."""

import asyncio
import base64
import json
import os
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from p2p import calling
from p2p.errors import ConnectionLost, MailRefused, Unreachable
from p2p.events import FaultProven
from p2p.joining import Joining
from p2p.mail import connection
from p2p.mail.chunks import Chunk
from p2p.mail.keys import Author, TableMail
from p2p.mail.nostr import opened
from p2p.meeting import Meeting
from p2p.messages import Entries, write_message
from p2p.node import Node
from p2p.player import MailboxFails
from p2p.standing import Hindrance
from p2p.store import Store
from p2p.vouching import Vouching
from p2p.ways import Mailbox, Relay, read_way
from protocol.charter import MAX_SEATS, table_id
from tests.p2p import party
from tests.p2p.nostr_relay import Conduct, Limits, NostrRelay, nostr_relay
from tests.patience import PATIENCE
from tests.protocol.sample import identity, phrase

nostr_sdk = pytest.importorskip("nostr_sdk")

TABLE = table_id(identity(0).public, party.NONCE)
MAIL = TableMail.of(identity(0).public, party.NONCE)


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "MIN_RETRY_SECONDS", 0.05)
    monkeypatch.setattr(calling, "MAX_RETRY_SECONDS", 0.3)
    monkeypatch.setattr(connection, "GATHER_SECONDS", 0.02)
    monkeypatch.setattr(connection, "SECONDS_PER_CHUNK", 0.01)
    monkeypatch.setattr(connection, "MIN_REFUSED_SECONDS", 0.1)
    monkeypatch.setattr(connection, "MAX_REFUSED_SECONDS", 0.2)
    monkeypatch.setattr(connection, "FLUSH_SECONDS", 2.0)


class Seat:
    """One player, whose node comes and goes, and knows the others by their mail alone."""

    def __init__(self, home: Path, seat: int, relays: Sequence[Relay], length: int = 500) -> None:
        self.seat = seat
        self.relays = tuple(relays)
        self.path = home / f"{seat}.db"
        self.state = home / f"state {seat}"
        self.meeting = Meeting.SEATS
        self.player = party.Drawing(seat, length)
        if seat == 0:
            store = party.host_store(self.path)
        else:
            host = Author.of_player(phrase(0), TABLE).public
            ways = tuple(Mailbox(relay, host) for relay in relays)
            invite = replace(party.invite(seat, 1), ways=ways)
            lobby = Joining(invite=invite, guest=party.guest(seat))
            store = party.joining_store(self.path, lobby, phrase(seat))
        with store:
            Vouching(self.state, store).keep()

    @asynccontextmanager
    async def online(self) -> AsyncIterator[Node]:
        with Store.open(self.path, TABLE, identity(self.seat).public.raw) as store:
            node = Node(
                store,
                phrase(self.seat),
                self.player,
                mailboxes=self.relays,
                meeting=self.meeting,
                state=self.state,
                open_table=party.open_toy_table,
            )
            running = asyncio.create_task(node.run())
            try:
                yield node
            finally:
                running.cancel()
                with suppress(asyncio.CancelledError):
                    await running

    async def visit(self) -> int:
        """Come, do what can be done, and go; how many entries there are then."""
        told = len(self.player.notices)
        async with self.online() as node:
            with suppress(TimeoutError):
                async with asyncio.timeout(5):
                    while not all(node.mailboxes.values()):
                        if any(isinstance(one, MailboxFails) for one in self.player.notices[told:]):
                            break
                        await asyncio.sleep(0.05)
            before, now = (-1, -1), (0, 0)
            while before != now:
                before = now
                await asyncio.sleep(0.4)
                now = (length(node), len(self.player.notices))
            return length(node)

    @property
    def failures(self) -> list[str]:
        notices = self.player.notices
        return [one.reason for one in notices if isinstance(one, MailboxFails)]


def length(node: Node) -> int:
    return 0 if node.table is None else len(node.table.log)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 (nothing raises an event for all of it)
            await asyncio.sleep(0.05)


async def play(seats: Sequence[Seat], goal: int, rounds: int = 12) -> int:
    """One after the other, never two at a time; how many entries there are in the end."""
    reached: list[int] = []
    for _ in range(rounds):
        reached = [await seat.visit() for seat in seats]
        if max(reached) >= goal:
            return max(reached)
    raise AssertionError(f"only {reached} entries")


async def together(seats: Sequence[Seat], goal: int) -> int:
    """All at once, who hear each other by mail alone; how many entries there are in the end."""
    async with AsyncExitStack() as stack:
        nodes = [await stack.enter_async_context(seat.online()) for seat in seats]
        await until(lambda: min(map(length, nodes)) >= goal)
        return max(map(length, nodes))


def company(home: Path, relays: Iterable[NostrRelay]) -> list[Seat]:
    found = [relay.relay for relay in relays]
    return [Seat(home, seat, found) for seat in range(3)]


# Play


async def test_three_seats_play_one_at_a_time(tmp_path: Path) -> None:
    async with nostr_relay() as relay:
        seats = company(tmp_path, [relay])
        assert await play(seats, 8) >= 8
        assert relay.refused == []


async def test_the_librarys_own_relay_will_do(tmp_path: Path) -> None:
    pace = nostr_sdk.RateLimit(max_reqs=500, notes_per_minute=10_000)
    local = nostr_sdk.LocalRelayBuilder().addr("127.0.0.1").rate_limit(pace).build()
    await local.run()
    way = read_way(str(await local.url()))
    assert isinstance(way, Relay)
    seats = [Seat(tmp_path, seat, [way]) for seat in range(3)]
    assert await together(seats, 20) >= 20
    local.shutdown()


async def test_seats_that_are_online_together_hear_each_other_at_once(tmp_path: Path) -> None:
    async with nostr_relay() as relay:
        assert await together(company(tmp_path, [relay]), 30) >= 30


async def test_a_game_outlives_its_relays(tmp_path: Path) -> None:
    async with nostr_relay() as one, nostr_relay() as other:
        seats = company(tmp_path, [one, other])
        before = await together(seats, 10)
        await one.stop()
        await other.stop()
        for seat in seats:
            await seat.visit()
        await one.start()
        assert await together(seats, before + 10) >= before + 10
        await other.start()
        await together(seats, before + 20)
        for seat in seats:
            await seat.visit()
        assert len(other.kept) >= len(one.kept) - 1


async def test_a_relay_that_forgets_is_told_again(tmp_path: Path) -> None:
    async with nostr_relay() as relay:
        seats = company(tmp_path, [relay])
        before = await together(seats, 15)
        relay.kept.clear()
        for _ in range(2):
            for seat in seats:
                await seat.visit()
        assert await together(seats, before + 10) >= before + 10


async def test_a_lost_machine_comes_back_by_mail(tmp_path: Path) -> None:
    async with nostr_relay() as relay:
        seats = company(tmp_path, [relay])
        before = await together(seats, 15)
        host = Author.of_player(phrase(0), TABLE).public
        invite = replace(party.invite(None, 1), ways=(Mailbox(relay.relay, host),))
        seats[1].path = tmp_path / "again.db"
        party.joining_store(seats[1].path, Joining(invite=invite), phrase(1)).close()
        assert await seats[1].visit() >= before


async def test_a_watcher_reads_and_leaves_nothing(tmp_path: Path) -> None:
    async with nostr_relay() as relay:
        seats = company(tmp_path, [relay])
        before = await together(seats, 10)
        authors = {author for author, _, _ in relay.kept}
        host = Author.of_player(phrase(0), TABLE).public
        invite = replace(party.invite(MAX_SEATS, 1), ways=(Mailbox(relay.relay, host),))
        assert invite.ticket is not None
        watcher = Seat.__new__(Seat)
        watcher.seat, watcher.relays, watcher.meeting = 5, (relay.relay,), Meeting.SEATS
        watcher.path, watcher.state = tmp_path / "5.db", tmp_path / "state"
        watcher.player = party.Drawing(5)
        party.joining_store(watcher.path, Joining(invite=invite), phrase(5)).close()
        assert await watcher.visit() >= before
        assert {author for author, _, _ in relay.kept} == authors


# Meeting


@pytest.mark.parametrize(
    ("relays", "meeting", "hindered"),
    [(1, Meeting.HOLDERS, True), (2, Meeting.HOLDERS, False), (2, Meeting.SEATS, True)],
)
async def test_two_mailboxes_count_for_meeting_as_two_holders(
    tmp_path: Path, relays: int, meeting: Meeting, hindered: bool
) -> None:
    async with nostr_relay() as one, nostr_relay() as other:
        seats = company(tmp_path, [one, other][:relays])
        await together(seats, 10)
        for seat in seats:
            for file in seat.state.iterdir():
                file.unlink()
            with Store.open(seat.path, TABLE, identity(seat.seat).public.raw) as store:
                store_count = store.count
            assert store_count
            seat.meeting = meeting
        async with seats[0].online() as node:
            await asyncio.sleep(1.5)
            assert (node._runner.begun.replica.standing.hindrance is Hindrance.UNMET) == hindered


async def test_a_store_put_back_rejoins_once_its_mail_shows_that_it_is_old(tmp_path: Path) -> None:
    """Two mailboxes would let it sign; both hold later entries of its own."""
    async with nostr_relay() as one, nostr_relay() as other:
        seats = company(tmp_path, [one, other])
        await together(seats, 12)
        old = seats[1].path.read_bytes()
        before = await together(seats, 24)
        seats[1].path.write_bytes(old)
        for file in seats[1].state.iterdir():
            file.unlink()
        seats[1].meeting = Meeting.HOLDERS
        await together(seats, before + 10)
        notices = [notice for seat in seats for notice in seat.player.notices]
        assert not any(isinstance(notice, FaultProven) for notice in notices)


# Relays that misbehave


@pytest.mark.parametrize(
    "conduct",
    [Conduct(twice=True), Conduct(delay=0.02), Conduct(closes_after=40)],
    ids=["twice", "slowly", "closing"],
)
async def test_play_goes_on_at_a_relay_that(tmp_path: Path, conduct: Conduct) -> None:
    async with nostr_relay(conduct=conduct) as relay:
        assert await together(company(tmp_path, [relay]), 12) >= 12


@pytest.mark.parametrize(
    "conduct",
    [Conduct(silent=True), Conduct(deaf=True), Conduct(refusal="blocked: not you")],
    ids=["keeps nothing", "answers nothing", "refuses"],
)
async def test_one_good_relay_is_enough_beside_one_that(
    tmp_path: Path, conduct: Conduct, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p2p.mail.nostr.ANSWER_SECONDS", 0.3)
    async with nostr_relay(conduct=conduct) as bad, nostr_relay() as good:
        assert await together(company(tmp_path, [bad, good]), 12) >= 12


async def test_the_player_is_told_why_a_relay_takes_nothing(tmp_path: Path) -> None:
    async with nostr_relay(conduct=Conduct(refusal="blocked: not you")) as relay:
        seats = company(tmp_path, [relay])
        async with seats[0].online():
            await until(lambda: any("blocked: not you" in why for why in seats[0].failures))


async def test_what_was_refused_for_its_rate_is_left_later(tmp_path: Path) -> None:
    async with nostr_relay(conduct=Conduct(refusal="rate-limited: slow down")) as relay:
        seats = company(tmp_path, [relay])
        async with seats[0].online():
            await until(lambda: len(relay.kept) == 0 and bool(seats[0].failures))
            relay.conduct.refusal = ""
            await until(lambda: len(relay.kept) > 0)


async def test_an_old_version_of_the_mail_takes_nothing_back(tmp_path: Path) -> None:
    async with nostr_relay() as relay:
        seats = company(tmp_path, [relay])
        before = await together(seats, 15)
        relay.roll_back()
        assert await together(seats, before + 10) >= before + 10
        for seat in seats:
            assert await seat.visit() >= before


async def test_half_of_the_mail_is_gone_and_left_again(tmp_path: Path) -> None:
    async with nostr_relay() as relay:
        seats = company(tmp_path, [relay])
        before = await together(seats, 15)
        relay.forget(0.5)
        assert await together(seats, before + 10) >= before + 10


# Relays that state what they take (NIP-11)


async def test_chunks_are_no_longer_than_a_relay_takes(tmp_path: Path) -> None:
    async with nostr_relay(Limits(message=6_000)) as relay:
        assert await together(company(tmp_path, [relay]), 12) >= 12
        assert relay.refused == []


async def test_a_relay_that_asks_who_one_is_cannot_be_used() -> None:
    async with nostr_relay(Limits(auth=True)) as relay:
        with pytest.raises(Unreachable, match="who one is"):
            async with opened(relay.relay):
                pass


async def test_more_is_fetched_than_a_relay_gives_at_once() -> None:
    async with nostr_relay(Limits(page=3)) as relay, opened(relay.relay) as post:
        author = Author.of_secret(bytes(31) + b"\1")
        for number in range(10):
            name = number.to_bytes(32, "big")
            await post.post(author, name, int(time.time()) + number, b"sealed")
        found = await post.fetch(frozenset({author.public}))
        assert {int.from_bytes(left.name, "big") for left in found} == set(range(10))


async def test_a_refusal_says_what_the_relay_says() -> None:
    async with nostr_relay(Limits(kinds=frozenset({1}))) as relay, opened(relay.relay) as post:
        with pytest.raises(MailRefused, match="no such kinds"):
            await post.post(Author.of_secret(bytes(31) + b"\1"), bytes(32), int(time.time()), b"x")


async def test_a_relay_that_is_gone_is_noticed() -> None:
    async with nostr_relay() as relay, opened(relay.relay) as post:
        await relay.stop()
        with pytest.raises(ConnectionLost):
            await post.next()
        await relay.start()


# Hostile mail


def forged(author: Author, name: bytes, sealed: bytes, second: int | None = None) -> Any:
    """What somebody leaves at a relay, as the relay keeps it."""
    sdk = nostr_sdk
    keys = sdk.Keys(sdk.SecretKey.from_bytes(author.secret))
    builder = sdk.EventBuilder(sdk.Kind(30_078), base64.b64encode(sealed).decode())
    builder = builder.tags([sdk.Tag.identifier(name.hex())])
    stamp = sdk.Timestamp.from_secs(int(time.time()) if second is None else second)
    return json.loads(builder.custom_created_at(stamp).finalize(keys).as_json())


def leave(relay: NostrRelay, event: Any) -> None:
    relay.kept[event["pubkey"], event["kind"], event["tags"][0][1]] = event


async def test_a_watcher_who_floods_a_mailbox_is_not_even_read(tmp_path: Path) -> None:
    async with nostr_relay() as relay:
        seats = company(tmp_path, [relay])
        await seats[0].visit()
        watcher = Author.of_player(phrase(7), TABLE)
        url = str(relay.relay)
        for number in range(250):
            junk = Chunk(number, 0, 0, os.urandom(30_000))
            sealed = junk.sealed(MAIL, watcher.public, url)
            leave(relay, forged(watcher, MAIL.name(watcher.public, number, url), sealed))
        assert await together(seats, 12) >= 12


def junk_of(kind: str, author: Author, url: str) -> tuple[bytes, bytes]:
    """The name and the sealed bytes of what a player leaves who means no good."""
    name = MAIL.name(author.public, 0, url)
    message = write_message(Entries(entries=(os.urandom(200),)))
    match kind:
        case "another game":
            other = TableMail.of(identity(0).public, b"o" * 32)
            return name, Chunk(0, 0, 0, b"\0\0\0\1x").sealed(other, author.public, url)
        case "no seal":
            return name, os.urandom(500)
        case "a megabyte":
            return name, os.urandom(2**20)
        case "no messages":
            return name, Chunk(0, 0, 0, b"\xff" * 30_000).sealed(MAIL, author.public, url)
        case "no entries":
            framed = len(message).to_bytes(4, "big") + message
            return name, Chunk(0, 0, 0, framed).sealed(MAIL, author.public, url)
        case _:
            far = Chunk(200, 2**40, 0, b"\0\0\0\1x")
            return MAIL.name(author.public, 200, url), far.sealed(MAIL, author.public, url)


@pytest.mark.parametrize(
    "kind", ["another game", "no seal", "a megabyte", "no messages", "no entries", "a gap"]
)
async def test_one_players_junk_keeps_nobody_from_the_others_mail(
    tmp_path: Path, kind: str
) -> None:
    async with nostr_relay() as relay:
        first, second, third = company(tmp_path, [relay])
        await together([first, second, third], 5)
        author = Author.of_player(phrase(2), TABLE)
        name, sealed = junk_of(kind, author, str(relay.relay))
        reached = await first.visit()
        leave(relay, forged(author, name, sealed, int(time.time()) + 600))
        assert await second.visit() >= reached
        assert await first.visit() >= reached


async def test_mail_of_one_mailbox_is_not_mail_of_another(tmp_path: Path) -> None:
    async with nostr_relay() as one, nostr_relay() as other:
        seats = company(tmp_path, [one, other])
        before = await together(seats, 10)
        for event in list(one.kept.values()):
            leave(other, event)
        assert await together(seats, before + 10) >= before + 10
