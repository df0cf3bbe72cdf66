"""What hostile peers cost a node: no more than it costs them (SPEC-16.3, 16.11)."""

import asyncio
import tracemalloc
from collections.abc import Callable

import pytest

from p2p.address import Address
from p2p.channel import Channel, Dialed, Listening
from p2p.chat import ChatMessage
from p2p.errors import BadMessage, ConnectionLost
from p2p.hearing import ASK_BURST
from p2p.mail.box import Letter
from p2p.messages import (
    MAX_HELD,
    MAX_LOCATOR,
    Heads,
    Message,
    Say,
    Seek,
    check_beginning,
    read_message,
    write_message,
)
from p2p.peers import Peer
from p2p.player import Connected, Disconnected, GameStarted
from p2p.ways import Lan
from p2p.wire import dial
from protocol.charter import MAX_SEATS
from protocol.encoding import MAX_ARRAY
from protocol.identity import Identity
from tests.p2p import party
from tests.p2p.keys import fresh, identity, octets
from tests.p2p.running import WATCHER, Table3
from tests.p2p.test_wire import pair
from tests.patience import PATIENCE

ROW = b"\xdc\x04\x00" + b"\x90" * MAX_ARRAY
NESTED = b"\xdc\x04\x00" + ROW * MAX_ARRAY
"""A megabyte of a million arrays."""
INSIDE = b"\x92" + b"\xa7entries" + NESTED
"""The same, in place of entries."""


def channels() -> tuple[Channel, Channel]:
    """Caller's and listener's end of a connection."""
    table = octets("table")
    dialed, one = Dialed.begin(identity("eve"), table, fresh("caller"))
    listening, two = Listening.called(identity("bob"), table, fresh("listener"), one)
    greeted, three = dialed.greeted(two)
    channel, four = listening.introduced(three).admit()
    return greeted.admitted(four), channel


def peak(act: Callable[[], object]) -> int:
    """Most memory that was in use at once for something, in bytes: the same on every machine."""
    tracemalloc.start()
    try:
        act()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def refused(read: Callable[[bytes], object], raw: bytes) -> None:
    with pytest.raises(BadMessage):
        read(raw)


@pytest.mark.parametrize("raw", [NESTED, b"\x91" * 1_000_000, b"\xdc\x04\x00" * 300_000])
def test_a_megabyte_of_nested_arrays_is_left_at_its_first_frame(raw: bytes) -> None:
    """Of sixteen frames that its sender has made, one is opened and none is parsed."""
    eve, bob = channels()
    frames = eve.seal(raw)
    assert len(frames) > 10
    assert bob.open(frames[0]) is None
    with pytest.raises(BadMessage, match="of no kind"):
        check_beginning(bob.beginning)


def test_what_is_called_entries_and_is_none_costs_little_to_read() -> None:
    """Reading ends where there are more members than any message has."""
    assert peak(lambda: refused(read_message, INSIDE)) < len(INSIDE)


def test_every_short_message_has_room_in_a_frame() -> None:
    game, places = octets("game"), ((2**31 - 1, octets("entry")),) * MAX_LOCATOR
    heads = Heads(game=game, places=places, held=(octets("statement"),) * MAX_HELD)
    assert len(channels()[0].seal(write_message(heads))) == 1
    assert len(channels()[0].seal(write_message(Say(seat=5, text="\U00010400" * 300)))) == 1


async def test_junk_of_many_frames_ends_the_connection_at_the_first() -> None:
    async with pair() as (eve, bob):
        frames = eve._channel.seal(NESTED)
        await eve._socket.send(frames[0])
        with pytest.raises(BadMessage, match="of no kind"):
            await bob.receive()


async def flooded(made: Table3, who: Identity, number: int | None, message: Message) -> int:
    """How many such messages one connection can bring to the host before it is ended."""
    host = made.nodes["host"]._runner
    ticket = None if number is None else party.invite(number, made.port).ticket
    table = party.invite(1, made.port).table
    connection = await dial(Lan(Address("127.0.0.1", made.port)), who, table, ticket)
    await made.until(lambda: any(n.peer == who.public for n in made.notices("host", Connected)))
    before = len(made.notices("host", Disconnected))
    judged = 0
    receive = host.receive

    def counted(peer: Peer, said: Message | Letter) -> None:
        nonlocal judged
        judged += peer.key == who.public
        receive(peer, said)

    host.receive = counted  # type: ignore[method-assign, assignment]  # to count what is judged

    async def drain() -> None:
        while True:
            await connection.receive()

    reading = asyncio.create_task(drain())
    try:
        async with asyncio.timeout(PATIENCE):
            while len(made.notices("host", Disconnected)) == before:
                await connection.send(message)
    except ConnectionLost:
        pass
    finally:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        await connection.drop()
    await made.until(lambda: len(made.notices("host", Disconnected)) > before)
    return judged


async def test_a_watchers_words_end_its_connection(made: Table3) -> None:
    """SPEC-16.11: the first of them; and it may not call again as often as it likes."""
    await made.host(linger=None)
    made.guest(1, linger=None)
    made.guest(2, linger=None)
    await made.until(lambda: bool(made.notices("host", GameStarted)))
    eve = Identity.from_phrase(WATCHER)
    judged = await flooded(made, eve, MAX_SEATS, Say(seat=1, text="x" * 300))
    assert judged == 1
    assert "speaks" in made.notices("host", Disconnected)[-1].reason
    assert made.notices("host", ChatMessage) == []


@pytest.mark.no_cover
async def test_a_watcher_is_told_what_founded_the_game_some_times_and_not_for_ever(
    made: Table3,
) -> None:
    """Each answer is as long as the scenario, and each question eleven bytes."""
    await made.host(linger=None)
    made.guest(1, linger=None)
    made.guest(2, linger=None)
    await made.until(lambda: bool(made.notices("host", GameStarted)))
    judged = await flooded(made, Identity.from_phrase(WATCHER), MAX_SEATS, Seek())
    assert judged <= ASK_BURST + 3
