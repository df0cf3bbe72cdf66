"""A relay on loopback, and nodes that meet there (SPEC-16.15)."""

import asyncio
import json
import os
import socket
import ssl
import urllib.request
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from socket import SO_RCVBUF, SO_SNDBUF, SOL_SOCKET

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from p2p.address import Address
from p2p.channel import Dialed
from p2p.errors import BadAddress, ChannelError, Unreachable
from p2p.noise_xx import FRESH_SIZE, MAX_FRAME
from p2p.relay import forwarding, messages
from p2p.relay.client import (
    Registration,
    RelayAccess,
    Replaced,
    call_through,
    registered,
)
from p2p.relay.forwarding import Limits
from p2p.relay.messages import (
    VERSION,
    Answer,
    Call,
    Challenge,
    Prove,
    Reason,
    Register,
    Sorry,
    read_control,
    write_control,
)
from p2p.relay.names import relay_identity, sign_registration
from p2p.relay.server import FORWARDED_FOR, read_passes, relaying
from p2p.sockets import WebSocket
from p2p.ways import Relay
from p2p.wire import Connection, accept, dial
from p2p.written_keys import read_key, write_key
from protocol.identity import Identity
from tests.p2p.keys import identity, octets, phrase
from tests.p2p.test_wire import ANN, ANYWHERE, BOB, EVE, TABLE, Lodge
from tests.patience import PATIENCE

NAME = relay_identity(phrase("bob"), TABLE)


@asynccontextmanager
async def relay(
    limits: Limits | None = None,
    *,
    url: str = "",
    passes: Path | None = None,
    proxies: Sequence[str] = (),
) -> AsyncIterator[RelayAccess]:
    started = relaying(ANYWHERE, url, limits=limits, passes=passes, proxies=proxies)
    async with started as port:
        yield RelayAccess.parse(f"ws://127.0.0.1:{port}")


async def pair(registration: Registration, way: Relay) -> tuple[WebSocket, WebSocket]:
    """A call that is answered: the caller's end, and the node's."""
    calling = asyncio.create_task(call_through(way))
    answered = await registration.answer(await registration.incoming())
    return await calling, answered


async def numbers(access: RelayAccess, path: str = "metrics") -> str:
    def read() -> str:
        place = str(access.relay).replace("ws://", "http://")
        with urllib.request.urlopen(place + path, timeout=PATIENCE) as answer:  # noqa: S310 (our own relay)
            return str(answer.read().decode())

    return await asyncio.to_thread(read)


async def reason_of(socket: ClientConnection) -> Reason:
    async with asyncio.timeout(PATIENCE):
        said = read_control(await socket.recv(decode=False))
    assert isinstance(said, Sorry)
    return said.reason


# Names


def test_a_name_belongs_to_a_table_and_is_no_key_of_the_player() -> None:
    assert relay_identity(phrase("bob"), TABLE).public == NAME.public
    assert relay_identity(phrase("bob"), octets("other")).public != NAME.public
    assert NAME.public != identity("bob").public
    assert read_key(write_key(NAME.public)) == NAME.public


@pytest.mark.parametrize("text", ["", "x", "A" * 43, write_key(NAME.public) + "=", "é" * 43])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(BadAddress, match="no name of a node"):
        read_key(text)


def test_a_relay_is_written_with_its_pass_and_a_way_in_without() -> None:
    access = RelayAccess.parse("wss://sesame@Relay.Example/subs")
    assert str(access) == "wss://sesame@relay.example/subs/"
    way = access.way_to(NAME.public)
    assert str(way) == f"wss://relay.example/subs/{write_key(NAME.public)}"
    assert "sesame" not in repr(access)


@pytest.mark.parametrize(
    "text",
    [
        "relay.example:443",
        "ws://relay.example/",
        "wss://@relay.example/",
        "wss://a b@relay.example",
    ],
)
def test_what_is_no_relay_is_refused(text: str) -> None:
    with pytest.raises(BadAddress):
        RelayAccess.parse(text)


# Calls


async def test_frames_pass_unchanged_in_both_directions() -> None:
    async with relay() as access, registered(access, NAME) as registration:
        caller, node = await pair(registration, access.way_to(NAME.public))
        for frame in (b"x", bytes(MAX_FRAME), octets("frame")):
            await caller.send(frame)
            assert await node.recv() == frame
            await node.send(frame)
            assert await caller.recv() == frame


async def test_the_channel_leads_through_the_relay_to_the_node_and_nobody_else() -> None:
    door = Lodge()
    async with relay() as access, registered(access, NAME) as registration:
        dialing = asyncio.create_task(dial(access.way_to(NAME.public), ANN, TABLE))
        socket = await registration.answer(await registration.incoming())
        bob = await accept(socket, BOB, TABLE, door)
        ann = await dialing
        assert isinstance(bob, Connection)
        assert (bob.peer, bob.dialed, ann.peer, ann.dialed) == (ANN.public, False, BOB.public, True)


async def test_who_may_not_come_in_learns_nothing_by_a_relay_either() -> None:
    door = Lodge()
    async with relay() as access, registered(access, NAME) as registration:
        dialing = asyncio.create_task(dial(access.way_to(NAME.public), EVE, TABLE))
        socket = await registration.answer(await registration.incoming())
        assert await accept(socket, BOB, TABLE, door) is None
        with pytest.raises(Unreachable):
            await dialing


async def test_all_that_was_sent_arrives_before_the_end_does() -> None:
    async with relay() as access, registered(access, NAME) as registration:
        caller, node = await pair(registration, access.way_to(NAME.public))
        for _ in range(50):
            await caller.send(bytes(20_000))
        closing = asyncio.create_task(caller.close())
        received = [frame async for frame in node]
        assert len(received) == 50
        await closing


async def test_who_is_called_and_not_there_is_said() -> None:
    async with relay() as access:
        way = access.way_to(NAME.public)
        with pytest.raises(Unreachable, match="not registered there: is it running"):
            await call_through(way)
    with pytest.raises(Unreachable, match="Connection refused"):
        await call_through(way)


async def test_a_node_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forwarding, "WAIT_SECONDS", 0.3)
    async with relay() as access, registered(access, NAME):
        with pytest.raises(Unreachable, match="did not answer"):
            await call_through(access.way_to(NAME.public))


async def test_the_newest_registration_counts() -> None:
    async with relay() as access, registered(access, NAME) as old, registered(access, NAME) as new:
        with pytest.raises(Replaced):
            await old.incoming()
        await pair(new, access.way_to(NAME.public))


async def test_a_call_goes_on_when_the_registration_ends() -> None:
    async with relay() as access:
        async with registered(access, NAME) as registration:
            caller, node = await pair(registration, access.way_to(NAME.public))
        await caller.send(b"still there?")
        assert await node.recv() == b"still there?"


async def test_a_relay_that_stops_says_so_to_all() -> None:
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(AsyncExitStack())
        access = await running.enter_async_context(relay())
        registration = await stack.enter_async_context(registered(access, NAME))
        caller, _ = await pair(registration, access.way_to(NAME.public))
        await running.aclose()
        with pytest.raises(Unreachable, match="has ended the connection"):
            await registration.incoming()
        with pytest.raises(ConnectionClosed) as ended:
            await caller.recv()
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code in (1000, 1001)


# TLS, which a proxy in front of a relay speaks


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost that it has signed itself, and its key."""
    key = Ed25519PrivateKey.generate()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, None)
    )
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(made.public_bytes(Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
    )
    return files


@asynccontextmanager
async def tls(at: Address, folder: Path) -> AsyncIterator[int]:
    """A proxy that speaks TLS and passes on what is said; gives its port."""

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while some := await reader.read(65_536):
                writer.write(some)
                await writer.drain()
        writer.close()

    async def proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inside = await asyncio.open_connection(at.host, at.port)
        await asyncio.gather(pump(reader, inside[1]), pump(inside[0], writer))

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate(folder))
    server = await asyncio.start_server(proxy, "localhost", 0, ssl=context)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def test_a_relay_is_called_by_tls_and_its_certificate_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        inside = Address("127.0.0.1", free.getsockname()[1])
    async with tls(inside, tmp_path) as port:
        access = RelayAccess.parse(f"wss://localhost:{port}/")
        async with relaying(inside, str(access.relay)):
            with pytest.raises(Unreachable, match="its TLS certificate is not valid"):
                async with registered(access, NAME):
                    pass
            monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
            async with registered(access, NAME) as registration:
                caller, node = await pair(registration, access.way_to(NAME.public))
                await caller.send(b"by TLS")
                assert await node.recv() == b"by TLS"


# Hostile relays


async def test_nothing_is_signed_for_a_relay_that_calls_itself_otherwise() -> None:
    """It would be the proof that another relay asks for."""
    async with relay(url="wss://other.example/") as access:
        with pytest.raises(Unreachable, match=r"calls itself 'wss://other\.example/'"):
            async with registered(access, NAME):
                pass


async def test_a_registration_is_worth_nothing_at_another_relay() -> None:
    """A relay in the middle gets a proof for itself; the real one wants one for its own URL."""
    async with relay() as real, connect(str(real.relay)) as socket:
        await socket.send(write_control(Register(version=VERSION, name=NAME.public.raw)))
        challenge = read_control(await socket.recv(decode=False))
        assert isinstance(challenge, Challenge)
        signature = sign_registration(NAME, "ws://127.0.0.1:1/", challenge.nonce)
        await socket.send(write_control(Prove(signature=signature, relay_pass="")))
        assert await reason_of(socket) is Reason.UNPROVEN


@pytest.mark.parametrize(
    ("first", "complaint"),
    [
        (b"junk", "no relay of this program"),
        (write_control(Sorry(reason=Reason.FULL)), "no room"),
        (write_control(Answer(version=1, token=bytes(16))), "'answer' out of turn"),
    ],
)
async def test_what_a_relay_says_wrongly_is_named(first: bytes, complaint: str) -> None:
    async def answer(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(first)
        await socket.wait_closed()

    async with serve(answer, "127.0.0.1", 0) as false:
        port = next(iter(false.sockets)).getsockname()[1]
        access = RelayAccess.parse(f"ws://127.0.0.1:{port}")
        with pytest.raises(Unreachable, match=complaint):
            await call_through(access.way_to(NAME.public))
        with pytest.raises(Unreachable, match=complaint):
            async with registered(access, NAME):
                pass


async def test_a_relay_that_joins_a_caller_to_itself_is_found_out() -> None:
    """It has no key of the table, and cannot answer for one who has."""

    async def impostor(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(write_control(messages.Joined()))
        assert await accept(socket, EVE, octets("a guess"), Lodge()) is None

    async with serve(impostor, "127.0.0.1", 0) as false:
        port = next(iter(false.sockets)).getsockname()[1]
        way = RelayAccess.parse(f"ws://127.0.0.1:{port}").way_to(NAME.public)
        with pytest.raises(Unreachable):
            await dial(way, ANN, TABLE)


async def test_a_relay_that_alters_a_frame_ends_the_connection() -> None:
    async with relay() as access, registered(access, NAME) as registration:
        caller, node = await pair(registration, access.way_to(NAME.public))
        door = Lodge()
        accepting = asyncio.create_task(accept(node, BOB, TABLE, door))
        calling = asyncio.create_task(_dialed(caller, ANN))
        bob, ann = await accepting, await calling
        assert isinstance(bob, Connection)
        (frame,) = ann._channel.seal(b"\x91\xa4seek")
        await caller.send(frame[:-1] + bytes([frame[-1] ^ 1]))
        with pytest.raises(ChannelError):
            await bob.receive()


async def _dialed(socket: WebSocket, who: Identity) -> Connection:
    dialed, first = Dialed.begin(who, TABLE, os.urandom(FRESH_SIZE))
    await socket.send(first)
    greeted, third = dialed.greeted(await socket.recv(decode=False))
    await socket.send(third)
    return Connection(socket, greeted.admitted(await socket.recv(decode=False)))


# Hostile nodes


async def test_a_guessed_token_joins_nobody() -> None:
    async with relay() as access, registered(access, NAME):
        calling = asyncio.create_task(call_through(access.way_to(NAME.public)))
        for guess in range(20):
            async with connect(str(access.relay)) as socket:
                await socket.send(write_control(Answer(version=VERSION, token=bytes([guess] * 16))))
                assert await reason_of(socket) is Reason.STALE
        assert not calling.done()
        calling.cancel()
        with suppress(asyncio.CancelledError):
            await calling


async def test_an_oversized_frame_ends_its_own_call_alone() -> None:
    async with relay() as access, registered(access, NAME) as registration:
        way = access.way_to(NAME.public)
        caller, node = await pair(registration, way)
        other, other_node = await pair(registration, way)
        await caller.send(bytes(MAX_FRAME + 1))
        with pytest.raises(ConnectionClosed):
            await node.recv()
        await other.send(b"unharmed")
        assert await other_node.recv() == b"unharmed"


async def test_a_slow_reader_parks_little_and_harms_nobody_else() -> None:
    """What the relay holds of one stream are the buffers of two sockets: not megabytes."""
    async with relay() as access, registered(access, NAME) as registration:
        way = access.way_to(NAME.public)
        caller, node = await pair(registration, way)
        for end, buffer in ((caller, SO_SNDBUF), (node, SO_RCVBUF)):
            end.transport.get_extra_info("socket").setsockopt(SOL_SOCKET, buffer, 32 * 1024)
        node.transport.pause_reading()
        sent = []

        async def send() -> None:
            while True:
                await caller.send(bytes(60_000))
                sent.append(60_000)

        with pytest.raises(TimeoutError):
            await asyncio.wait_for(send(), 1)
        assert sum(sent) < 1_500_000
        other, other_node = await pair(registration, way)
        await other.send(b"unharmed")
        assert await other_node.recv() == b"unharmed"
        caller.transport.abort()
        node.transport.abort()


async def test_a_flood_of_registrations_keeps_no_one_out() -> None:
    """One network has its share; those who prove nothing give way, the oldest first."""
    limits = Limits(unproven=16, unproven_per_network=4)
    async with relay(limits) as access, AsyncExitStack() as stack:
        for number in range(12):
            socket = await stack.enter_async_context(connect(str(access.relay)))
            name = identity(f"flood {number}").public.raw
            await socket.send(write_control(Register(version=VERSION, name=name)))
        async with registered(access, NAME) as registration:
            await pair(registration, access.way_to(NAME.public))


async def test_a_web_page_of_any_origin_may_call() -> None:
    async with relay() as access:
        origin = {"origin": "https://play.example"}
        async with connect(str(access.relay), additional_headers=origin) as socket:
            await socket.send(write_control(Call(version=VERSION, name=NAME.public.raw)))
            assert await reason_of(socket) is Reason.UNKNOWN


# Passes, proxies and numbers


async def test_passes_are_read_again_when_they_change(tmp_path: Path) -> None:
    file = tmp_path / "passes"
    file.write_text("# friends\n\nann-7f3a Ann\n")
    assert read_passes(file) == {"ann-7f3a"}
    async with relay(passes=file) as access:
        bob = RelayAccess(access.relay, "bob-91c0")
        with pytest.raises(Unreachable, match="ask its owner for one"):
            async with registered(bob, NAME):
                pass
        file.write_text("ann-7f3a Ann\nbob-91c0 Bob\n")
        os.utime(file, ns=(1, 1))
        await asyncio.sleep(1.2)
        async with registered(bob, NAME):
            pass


async def proxied(access: RelayAccess, whence: str) -> ClientConnection:
    return await connect(str(access.relay), additional_headers={FORWARDED_FOR: whence})


@pytest.mark.parametrize(
    ("proxies", "crowded"), [(("127.0.0.1",), False), ((), True)], ids=["trusted", "not trusted"]
)
async def test_a_proxy_is_believed_if_it_is_trusted(
    proxies: Sequence[str], *, crowded: bool
) -> None:
    """The last that it names: what stands before it is the caller's own word."""
    async with relay(Limits(unproven_per_network=1), proxies=proxies) as access:
        one = await proxied(access, "203.0.113.9, 198.51.100.1")
        two = await proxied(access, "203.0.113.9, 198.51.100.2")
        await asyncio.sleep(0.1)
        await two.ping()
        if crowded:
            assert await reason_of(one) is Reason.FULL
        else:
            await (await one.ping())
        for socket in (one, two):
            await socket.close()


async def test_health_and_numbers_are_served_by_http() -> None:
    async with relay() as access, registered(access, NAME) as registration:
        caller, node = await pair(registration, access.way_to(NAME.public))
        await caller.send(bytes(300))
        await node.recv()
        assert await numbers(access, "healthz") == "ok\n"
        text = await numbers(access)
        assert "secret_subs_relay_registered 1\n" in text
        assert "secret_subs_relay_bytes_total 300\n" in text
        assert json.dumps(text).isascii()


async def test_a_port_that_is_taken_is_said() -> None:
    async with relay() as access:
        at = Address("127.0.0.1", access.relay.address.port)
        with pytest.raises(Unreachable, match="cannot listen"):
            async with relaying(at, ""):
                pass
