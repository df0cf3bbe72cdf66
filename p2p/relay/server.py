"""A relay's websockets (SPEC-16.15): around `Forwarding`, which decides, and `counters`.

Each connection has a task that reads it. A frame for another node is sent on before the next one is
read, so a node that reads slowly slows down who writes to it, and the relay holds no more than the
buffers of two sockets. These are bounded: the kernel would let one slow stream fill many megabytes.
"""

import asyncio
import os
import socket as sockets
import time
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from typing import Final, assert_never

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.protocol import State

from p2p.address import Address
from p2p.errors import Unreachable
from p2p.failures import task_group
from p2p.limits import Network, RateLimiter, network_of
from p2p.relay.counters import CONTENT_TYPE, prometheus
from p2p.relay.effects import CallBack, Effect, End, Tell
from p2p.relay.forwarding import Forwarding, Limits
from p2p.relay.holding import Holding
from p2p.relay.listings import write_listings
from p2p.relay.messages import Reason, RelayMessage, Seen, Sorry, write_control
from p2p.sockets.native import QUIET, SETTINGS, Settings, call
from p2p.ways import is_local_number, is_loopback, number_of, read_way

__all__ = ["FORWARDED_FOR", "read_passes", "relaying"]

FORWARDED_FOR: Final = "X-Forwarded-For"
_KERNEL_BUFFER: Final = 64 * 1024
"""Bytes that the kernel holds for one connection in each direction; Linux takes twice as many."""
_SETTINGS: Final[Settings] = {**SETTINGS, "max_queue": 4, "ping_interval": 30}
"""Fewer frames are read ahead of the one that is being passed on; thousands are asked whether they
are there, which each of them does as well."""
_TELL_SECONDS: Final = 5.0
"""For a connection to take what the relay itself says."""
_RING_SECONDS: Final = 2.0
"""For a node that is called back to hang up, having read the token."""
_ASK_BURST: Final = 20
_SECONDS_PER_ASKING: Final = 3.0
"""How often one network may ask for the tables at once, and seconds after which once more: they
are up to 320 kB."""
_TICK_SECONDS: Final = 0.5
_FRESH: Final = 32


def read_passes(path: Path) -> frozenset[str]:
    """The passes of a file: the first word of each line that is not empty or begins with #.

    Raises:
        OSError, UnicodeDecodeError: it cannot be read.
    """
    lines = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return frozenset(words[0] for words in lines if words and not words[0].startswith("#"))


@asynccontextmanager
async def relaying(
    address: Address,
    url: str,
    *,
    limits: Limits | None = None,
    passes: Path | None = None,
    proxies: Iterable[str] = (),
    holding: Holding | None = None,
) -> AsyncIterator[int]:
    """Be a relay as long as the context lasts; gives the port.

    Args:
        address: where to listen; port 0 is any free one.
        url: by which nodes call the relay, with a slash at its end; empty for `ws://` and where it
            listens.
        limits: how much anybody may have of it.
        passes: file of the passes of which one is needed to register, read again whenever it
            changes; None if everybody may.
        proxies: hosts whose word is taken for where a call comes from.
        holding: its own holder, if it has one.

    Raises:
        Unreachable: the address cannot be listened at.
        OSError, UnicodeDecodeError: the file of passes cannot be read.
    """
    relay = _Relay(limits or Limits(), passes, frozenset(map(network_of, proxies)), holding)
    try:
        server: Server = await serve(
            relay.serve,
            address.host,
            address.port,
            process_request=relay.answer_http,
            server_header=None,
            create_connection=relay.connections(),
            logger=QUIET,
            start_serving=False,
            **_SETTINGS,
        )
    except OSError as error:
        raise Unreachable(f"cannot listen at {address}: {error.strerror}") from error
    try:
        port: int = next(iter(server.sockets)).getsockname()[1]
        relay.forwarding.url = url or f"ws://{Address(address.host, port)}/"
        await server.start_serving()
        async with task_group() as group:
            ticking = group.create_task(relay.tick())
            yield port
            ticking.cancel()
    finally:
        server.close()
        await server.wait_closed()
        await relay.ended()


class _Relay:
    """Carries out what `Forwarding` decides.

    Attributes:
        forwarding: it.
        read: the connections that have opened as websockets and are read.
    """

    def __init__(
        self,
        limits: Limits,
        passes: Path | None,
        proxies: frozenset[Network],
        holding: Holding | None,
    ) -> None:
        self._passes = passes
        self._read_at = _changed_at(passes)
        self.forwarding = Forwarding[ServerConnection](
            "", limits, None if passes is None else read_passes(passes), holding
        )
        self.read: set[ServerConnection] = set()
        self._hosts: dict[ServerConnection, str] = {}
        self._proxies = proxies
        self._tasks: set[asyncio.Task[None]] = set()
        self._asked = RateLimiter[Network](_ASK_BURST, _SECONDS_PER_ASKING)

    def connections(self) -> type[ServerConnection]:
        """What its connections are: known to it from their first byte to their last."""
        relay = self

        class Connection(ServerConnection):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                super().connection_made(transport)
                socket = transport.get_extra_info("socket")
                for direction in (sockets.SO_SNDBUF, sockets.SO_RCVBUF):
                    socket.setsockopt(sockets.SOL_SOCKET, direction, _KERNEL_BUFFER)
                relay.opened(self)

            def connection_lost(self, exc: Exception | None) -> None:
                super().connection_lost(exc)
                if self not in relay.read:  # else what was read is passed on first
                    relay.lost(self)

        return Connection

    def opened(self, socket: ServerConnection) -> None:
        """Count a connection, unless it is for a proxy to say whose it is."""
        host = _host(socket)
        if network_of(host) not in self._proxies:
            self._open(socket, host)

    def answer_http(self, socket: ServerConnection, request: Request) -> Response | None:
        """Answer what is no websocket's opening, and hear from a proxy for whom it calls."""
        if network_of(_host(socket)) in self._proxies:
            named = ",".join(request.headers.get_all(FORWARDED_FOR)).rpartition(",")[2].strip()
            self._open(socket, named or _host(socket))
        match request.path:
            case "/healthz":
                return socket.respond(HTTPStatus.OK, "ok\n")
            case "/policy" if self.forwarding.holding is not None:
                return socket.respond(HTTPStatus.OK, f"{self.forwarding.holding.policy}\n")
            case "/tables":
                return self._tables(socket)
            case "/metrics":
                answer = socket.respond(HTTPStatus.OK, prometheus(self.forwarding))
                del answer.headers["Content-Type"]
                answer.headers["Content-Type"] = CONTENT_TYPE
                return answer
            case _:
                return None

    def _tables(self, socket: ServerConnection) -> Response:
        """The tables that are listed, for programs and pages of any origin (SPEC-16.21)."""
        if not self._asked.allows(network_of(self._hosts.get(socket, "")), time.monotonic()):
            return socket.respond(HTTPStatus.TOO_MANY_REQUESTS, "too many ask: come again\n")
        listings = self.forwarding.listings.shown(int(time.time()) // 60)
        answer = socket.respond(HTTPStatus.OK, write_listings(listings))
        del answer.headers["Content-Type"]
        answer.headers["Content-Type"] = "application/json"
        answer.headers["Access-Control-Allow-Origin"] = "*"
        return answer

    def _open(self, socket: ServerConnection, host: str) -> None:
        self._hosts[socket] = host
        self._carry_out_later(self.forwarding.open(socket, network_of(host), time.monotonic()))

    async def serve(self, socket: ServerConnection) -> None:
        """Read a connection to its end."""
        forwarding = self.forwarding
        self.read.add(socket)
        try:
            while True:
                frame = await socket.recv(decode=False)
                route = forwarding.route(socket, len(frame), time.monotonic())
                if route is None:
                    fresh = os.urandom(_FRESH)
                    effects = forwarding.receive(socket, frame, time.monotonic(), fresh)
                    await self._carry_out(effects)
                else:
                    partner, seconds = route
                    await self.pass_on(partner, frame)
                    if seconds:
                        await asyncio.sleep(seconds)
        except ConnectionClosed:
            pass  # this one, or the one that it is joined to
        finally:
            self.read.discard(socket)
            self.lost(socket)

    async def pass_on(self, partner: ServerConnection, frame: bytes) -> None:
        """Send a frame to the other node."""
        await partner.send(frame)

    def lost(self, socket: ServerConnection) -> None:
        """A connection has ended."""
        self._hosts.pop(socket, None)
        self._carry_out_later(self.forwarding.close(socket))

    async def tick(self) -> None:
        """End what has waited too long, and read the passes again where they have changed."""
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            await self._carry_out(self.forwarding.expire(time.monotonic()))
            changed = _changed_at(self._passes)
            if self._passes is not None and changed not in (None, self._read_at):
                self._read_at = changed
                # Half written or taken away: what was read before holds.
                with suppress(OSError, UnicodeDecodeError):
                    self.forwarding.passes = read_passes(self._passes)

    async def ended(self) -> None:
        """Wait until all is carried out."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _carry_out_later(self, effects: Sequence[Effect[ServerConnection]]) -> None:
        if effects:
            self._begin(self._carry_out(effects))

    async def _carry_out(self, effects: Sequence[Effect[ServerConnection]]) -> None:
        for effect in effects:
            match effect:
                case Tell(socket, message):
                    await _tell(socket, message)
                case End(socket, reason):
                    # Whoever is slow to hear it keeps nobody else waiting.
                    self._begin(_end(socket, reason))
                case CallBack(socket, port, token):
                    self._begin(self._call_back(socket, port, token))
                case never:
                    assert_never(never)

    async def _call_back(self, socket: ServerConnection, port: int, token: bytes) -> None:
        """Call where a connection comes from, and say so on it; see `CallBack`.

        Nobody has this relay call any other address: not in its own network either, which is where
        a proxy stands that it was not told of.
        """
        number = number_of(self._hosts.get(socket, ""))
        here = is_loopback(read_way(self.forwarding.url).address)
        if number is None or (is_local_number(number) and not here):
            await _end(socket, Reason.UNSEEN)
            return
        seen = Address(str(number), port)
        with suppress(Unreachable, ConnectionClosed, TimeoutError):
            node = await call(f"ws://{seen}/", seen)
            try:
                async with asyncio.timeout(_RING_SECONDS):
                    await node.send(token)
                    await node.wait_closed()
            finally:
                node.transport.abort()
        await _tell(socket, Seen(host=seen.host))
        await socket.close()

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _tell(socket: ServerConnection, message: RelayMessage) -> None:
    """Send a message; who does not take it is dropped."""
    try:
        async with asyncio.timeout(_TELL_SECONDS):
            await socket.send(write_control(message))
    except (ConnectionClosed, TimeoutError):
        socket.transport.abort()


async def _end(socket: ServerConnection, reason: Reason | None) -> None:
    if socket.state is State.CONNECTING:
        socket.transport.abort()
        return
    if reason is not None:
        await _tell(socket, Sorry(reason=reason))
    await socket.close()


def _host(socket: ServerConnection) -> str:
    return str(socket.remote_address[0]) if socket.remote_address else ""


def _changed_at(file: Path | None) -> int | None:
    try:
        return None if file is None else file.stat().st_mtime_ns
    except OSError:
        return None
