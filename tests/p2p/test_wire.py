"""Connections over loopback, and what may not be done to them (SPEC-16.1, network design)."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.protocol import State

from p2p import wire
from p2p.address import Address
from p2p.channel import Introduced
from p2p.errors import BadMessage, ChannelError, ConnectionLost, LobbyError, Unreachable
from p2p.knocking import Knocker
from p2p.limits import Network
from p2p.listening import listening
from p2p.messages import Seek, Sorry, Statements
from p2p.noise_xx import MAX_FRAME
from p2p.sockets.native import SETTINGS
from p2p.tickets import InviteProof, Ticket
from p2p.ways import Lan
from p2p.wire import Connection, dial
from protocol.identity import Identity
from tests.p2p.keys import identity, octets
from tests.patience import PATIENCE

TABLE = octets("table")
ANN, BOB, EVE = identity("ann"), identity("bob"), identity("eve")
ANYWHERE = Address("127.0.0.1", 0)


class Lodge:
    """A door that lets in all but Eve, and keeps the connections."""

    def __init__(self) -> None:
        self.came: asyncio.Queue[Connection] = asyncio.Queue()
        self.seen: list[Introduced] = []
        self.tokens: list[bytes] = []
        self.closing = asyncio.Event()
        self.listed: Identity | None = None
        self.knocked: asyncio.Queue[Knocker] = asyncio.Queue()

    async def hear(self, knocker: Knocker, _network: Network) -> None:
        self.knocked.put_nowait(knocker)
        await knocker.wait()

    def probed(self, token: bytes) -> None:
        self.tokens.append(token)

    def admit(self, introduced: Introduced) -> None:
        self.seen.append(introduced)
        if introduced.caller == EVE.public:
            raise LobbyError("not invited")

    async def serve(self, connection: Connection) -> None:
        self.came.put_nowait(connection)
        await self.closing.wait()


@asynccontextmanager
async def lodge() -> AsyncIterator[tuple[Lodge, Lan]]:
    door = Lodge()
    async with listening(ANYWHERE, BOB, TABLE, door) as port:
        try:
            yield door, Lan(Address("127.0.0.1", port))
        finally:
            door.closing.set()


@asynccontextmanager
async def pair() -> AsyncIterator[tuple[Connection, Connection]]:
    async with lodge() as (door, way):
        ann = await dial(way, ANN, TABLE)
        bob = await door.came.get()
        try:
            yield ann, bob
        finally:
            await ann.drop()


async def test_messages_go_both_ways() -> None:
    async with pair() as (ann, bob):
        assert (ann.peer, ann.dialed) == (BOB.public, True)
        assert (bob.peer, bob.dialed) == (ANN.public, False)
        await ann.send(Seek())
        assert await bob.receive() == Seek()
        long = Statements(records=((1, bytes(4000)),) * 200)
        await bob.send(long)
        assert await ann.receive() == long


async def test_a_closed_connection_is_lost_to_both() -> None:
    async with pair() as (ann, bob):
        await ann.close()
        with pytest.raises(ConnectionLost):
            await bob.receive()
        with pytest.raises(ConnectionLost):
            await ann.send(Seek())


async def test_an_invite_is_shown_at_the_door() -> None:
    async with lodge() as (door, way):
        ticket = Ticket(1, octets("token", 16))
        connection = await dial(way, ANN, TABLE, ticket)
        proof = door.seen[0].proof
        assert isinstance(proof, InviteProof)
        assert proof.proves(ticket)
        await connection.drop()


async def test_nobody_at_home_is_said() -> None:
    async with lodge() as (_, way):
        pass
    with pytest.raises(Unreachable, match=f"{way}: Connection refused"):
        await dial(way, ANN, TABLE)


async def test_an_address_is_listened_at_once() -> None:
    async with lodge() as (_, way):
        with pytest.raises(Unreachable, match="cannot listen"):
            async with listening(way.address, ANN, TABLE, Lodge()):
                pass


# --- malicious peers ------------------------------------------------------------------------------


async def test_who_is_not_let_in_is_dropped_without_a_word() -> None:
    async with lodge() as (_, way):
        with pytest.raises(Unreachable):
            await dial(way, EVE, TABLE)
        with pytest.raises(Unreachable):
            await dial(way, ANN, octets("another table"))


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "HANDSHAKE_SECONDS", 0.3)
    monkeypatch.setitem(SETTINGS, "open_timeout", 0.3)
    monkeypatch.setattr(wire, "STALL_SECONDS", 0.3)


@pytest.mark.usefixtures("hasty")
async def test_handshake_slowloris() -> None:
    """Neither half an opening nor half a handshake keeps a place for long."""
    async with lodge() as (door, way):
        reader, writer = await asyncio.open_connection(way.address.host, way.address.port)
        writer.write(b"GET / HTTP/1.1\r\n")
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
        writer.close()
        async with connect(f"ws://{way}/") as socket:
            with pytest.raises(WebSocketException):
                await socket.recv()
        assert door.seen == []


@pytest.mark.usefixtures("hasty")
async def test_stall_after_the_handshake() -> None:
    """Who reads nothing is dropped, and holds no more than the socket's buffers."""
    async with lodge() as (door, way):
        ann = await dial(way, ANN, TABLE)
        bob = await door.came.get()
        ann._socket.transport.pause_reading()

        async def send_all() -> None:
            for _ in range(1000):
                await bob.send(Statements(records=((1, bytes(4000)),) * 200))

        with pytest.raises(ConnectionLost, match="does not read"):
            await send_all()
        await ann.drop()


@pytest.mark.usefixtures("hasty")
async def test_a_mute_listener_is_given_up() -> None:
    async def mute(socket: ServerConnection) -> None:
        await socket.wait_closed()

    async with serve(mute, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        with pytest.raises(Unreachable, match="did not finish in time"):
            await dial(Lan(Address("127.0.0.1", port)), ANN, TABLE)


async def test_connection_flood() -> None:
    """One network holds its share of places; the oldest gives way, and who proves a key is in."""
    async with lodge() as (_, way), AsyncExitStack() as stack:
        inside = [
            await stack.enter_async_context(connect(f"ws://{way}/"))
            for _ in range(wire.MAX_PER_NETWORK)
        ]
        connection = await dial(way, ANN, TABLE)
        await asyncio.wait_for(inside[0].wait_closed(), PATIENCE)
        assert all(socket.state is State.OPEN for socket in inside[1:])
        await connection.drop()


async def test_who_has_proved_a_key_does_not_give_way() -> None:
    async with lodge() as (door, way), AsyncExitStack() as stack:
        ann = await dial(way, ANN, TABLE)
        bob = await door.came.get()
        for _ in range(3 * wire.MAX_PER_NETWORK):
            await stack.enter_async_context(connect(f"ws://{way}/"))
        await ann.send(Seek())
        assert await bob.receive() == Seek()
        await ann.drop()


async def test_a_close_that_is_cut_short_leaves_nothing_open() -> None:
    """Where the other end does not answer: it says much, and nobody reads it."""
    async with lodge() as (door, way):
        ann = await dial(way, ANN, TABLE)
        bob = await door.came.get()
        for _ in range(60):
            await bob.send(Seek())
        closing = asyncio.create_task(ann.close())
        await asyncio.sleep(0)
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        assert ann._socket.transport.is_closing()


async def test_a_web_page_cannot_call_a_node() -> None:
    async with lodge() as (_, way):
        with pytest.raises(InvalidStatus, match="403"):
            await connect(f"ws://{way}/", origin="https://evil.example")  # type: ignore[arg-type]  # a plain text is what a browser sends


async def test_compression_is_never_agreed_to() -> None:
    """Compression bomb: there is nothing that could unpack one."""
    async with lodge() as (_, way), connect(f"ws://{way}/") as socket:
        assert socket.protocol.extensions == []


async def stranger(way: Lan, act: Callable[[ClientConnection], Awaitable[None]]) -> None:
    async with connect(f"ws://{way}/", max_size=None) as socket:
        await act(socket)
        await asyncio.wait_for(socket.wait_closed(), PATIENCE)


@pytest.mark.parametrize("first", [b"", b"junk", bytes(32), bytes(MAX_FRAME), bytes(MAX_FRAME + 1)])
async def test_a_stranger_who_sends_junk_is_dropped(first: bytes) -> None:
    async with lodge() as (door, way):
        await stranger(way, lambda socket: socket.send(first))
        assert door.seen == []


async def test_a_stranger_who_sends_text_is_dropped() -> None:
    async with lodge() as (door, way):
        await stranger(way, lambda socket: socket.send("let me in"))
        assert door.seen == []


async def test_bytes_altered_on_the_way_end_the_connection() -> None:
    async with pair() as (ann, bob):
        (frame,) = ann._channel.seal(b"\x90")
        await ann._socket.send(frame[:-1] + bytes([frame[-1] ^ 1]))
        with pytest.raises(ChannelError):
            await bob.receive()


async def test_a_frame_sent_twice_ends_the_connection() -> None:
    async with pair() as (ann, bob):
        await ann.send(Sorry(reason="once"))
        (frame,) = ann._channel.seal(b"\x91\xa4seek")
        await ann._socket.send(frame)
        await ann._socket.send(frame)
        assert await bob.receive() == Sorry(reason="once")
        assert await bob.receive() == Seek()
        with pytest.raises(ChannelError):
            await bob.receive()


async def test_a_peer_that_sends_no_message_is_told_apart() -> None:
    async with pair() as (ann, bob):
        (frame,) = ann._channel.seal(b"junk")
        await ann._socket.send(frame)
        with pytest.raises(BadMessage):
            await bob.receive()


async def test_an_oversize_frame_ends_the_connection() -> None:
    async with pair() as (ann, bob):
        await ann._socket.send(bytes(MAX_FRAME + 1))
        with pytest.raises(ConnectionLost):
            await bob.receive()


async def test_nobody_is_led_elsewhere() -> None:
    """A listener that redirects is none of ours; the node does not follow."""
    visited = []

    async def elsewhere(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visited.append(await reader.read(1))
        writer.close()

    target = await asyncio.start_server(elsewhere, "127.0.0.1", 0)
    port = target.sockets[0].getsockname()[1]

    async def redirect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(
            f"HTTP/1.1 302 Found\r\nLocation: ws://127.0.0.1:{port}/\r\n"
            "Content-Length: 0\r\n\r\n".encode()
        )
        await writer.drain()
        writer.close()

    source = await asyncio.start_server(redirect, "127.0.0.1", 0)
    async with target, source:
        with pytest.raises(Unreachable):
            await dial(Lan(Address("127.0.0.1", source.sockets[0].getsockname()[1])), ANN, TABLE)
    assert visited == []


def test_the_limits_are_those_of_the_design() -> None:
    assert SETTINGS["compression"] is None
    assert SETTINGS["max_size"] <= 64 * 1024
    assert SETTINGS["max_queue"] == 8
