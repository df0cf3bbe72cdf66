"""The websockets of a node in a page: the browser's, and a loopback among the nodes of the page.

What each function means `p2p.sockets.native` says. A browser's socket has no limit of size, no
back-pressure and no pings: what comes in unread is counted here, what goes out is watched, and that
the other end is gone shows when something is sent to it.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Protocol

import js
from pyodide.ffi import create_proxy, to_js

from p2p.address import Address
from p2p.errors import ConnectionLost, Unreachable
from p2p.limits import HANDSHAKE_SECONDS
from p2p.noise_xx import MAX_FRAME
from p2p.ways import is_loopback

__all__ = [
    "LISTENERS",
    "RESOLVES_NAMES",
    "WebSocket",
    "abort",
    "call",
    "close",
    "receive_frame",
    "send_frame",
]

RESOLVES_NAMES: Final = False
"""A browser looks up names by itself, and tells nobody to which number they lead."""

_MAX_UNREAD: Final = 256 * MAX_FRAME
_MAX_UNSENT: Final = 16 * MAX_FRAME
_LOOK_SECONDS: Final = 0.02
_GOING_AWAY: Final = frozenset({1000, 1001, 1005})
"""Codes with which the other end closes in the usual way (RFC 6455, 7.4.1)."""


class WebSocket:
    """One end of a connection, whatever carries it."""

    def __init__(self, carrier: "_Carrier") -> None:
        self._carrier = carrier
        self._unread: deque[bytes] = deque()
        self._size = 0
        self._news = asyncio.Event()
        self._ended: str | None = None

    def arrived(self, frame: bytes) -> None:
        """A frame has come; who sends too much, or too large ones, is left."""
        self._size += len(frame)
        if len(frame) > MAX_FRAME or self._size > _MAX_UNREAD:
            self.ended("the peer sends more than can be read")
            self._carrier.close()
        elif self._ended is None:
            self._unread.append(frame)
            self._news.set()

    def ended(self, why: str) -> None:
        """The connection has ended; nothing where the other end has closed it."""
        if self._ended is None:
            self._ended = why
        self._news.set()

    async def receive(self) -> bytes:
        """See `receive_frame`."""
        while not self._unread:
            if self._ended is not None:
                raise ConnectionLost(self._ended)
            self._news.clear()
            await self._news.wait()
        frame = self._unread.popleft()
        self._size -= len(frame)
        return frame

    async def send(self, frame: bytes) -> None:
        """See `send_frame`."""
        while self._ended is None and self._carrier.unsent > _MAX_UNSENT:  # noqa: ASYNC110 (a browser tells of no room)
            await asyncio.sleep(_LOOK_SECONDS)
        if self._ended is not None:
            raise ConnectionLost(self._ended)
        self._carrier.send(frame)

    async def close(self) -> None:
        """End the connection once all that was sent is on its way. It may be ended twice."""
        self.ended("")
        self._carrier.close()


class _Carrier(Protocol):
    """What carries frames to the other end."""

    @property
    def unsent(self) -> int:
        """Bytes that are still to be sent."""

    def send(self, frame: bytes) -> None:
        """Send a frame."""

    def close(self) -> None:
        """Close it, after what was sent."""


class _Loopback:
    """To another node of the page."""

    unsent = 0

    def __init__(self) -> None:
        self.other: WebSocket | None = None

    def send(self, frame: bytes) -> None:
        if self.other is not None:
            asyncio.get_running_loop().call_soon(self.other.arrived, frame)

    def close(self) -> None:
        if self.other is not None:
            asyncio.get_running_loop().call_soon(self.other.ended, "")


class _Browser:
    """A `WebSocket` of the browser."""

    def __init__(self, url: str) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.socket = WebSocket(self)
        self._js = js.WebSocket.new(url)
        self._js.binaryType = "arraybuffer"
        self._proxies = {
            "onopen": create_proxy(self._on_open),
            "onmessage": create_proxy(self._on_message),
            "onclose": create_proxy(self._on_close),
        }
        for name, proxy in self._proxies.items():
            setattr(self._js, name, proxy)

    @property
    def unsent(self) -> int:
        return int(self._js.bufferedAmount)

    def send(self, frame: bytes) -> None:
        self._js.send(to_js(frame))

    def close(self) -> None:
        self._js.close()

    def _on_open(self, _: Any) -> None:
        if not self.opened.done():
            self.opened.set_result(None)

    def _on_message(self, event: Any) -> None:
        if isinstance(event.data, str):
            self.socket.ended("the peer sends text")
            self.close()
        else:
            self.socket.arrived(event.data.to_bytes())

    def _on_close(self, event: Any) -> None:
        if not self.opened.done():
            self.opened.set_exception(Unreachable("no answer"))
        usual = event.code in _GOING_AWAY
        self.socket.ended("" if usual else event.reason or "the connection broke")
        for name, proxy in self._proxies.items():
            setattr(self._js, name, None)
            asyncio.get_running_loop().call_soon(proxy.destroy)


LISTENERS: Final[dict[int, Callable[[WebSocket], None]]] = {}
"""Who listens at which port of the page's loopback."""


async def call(url: str, address: Address) -> WebSocket:
    """Open a websocket, to a node of this page if the address is loopback and it listens there.

    Raises:
        Unreachable: nobody answers there, or the browser does not let the page call.
    """
    if is_loopback(address) and address.port in LISTENERS:
        here, there = _Loopback(), _Loopback()
        ours, theirs = WebSocket(here), WebSocket(there)
        here.other, there.other = theirs, ours
        LISTENERS[address.port](theirs)
        return ours
    try:
        browser = _Browser(url)
    except Exception as error:  # a page of https may open no ws://
        raise Unreachable("this browser lets a page call relays over TLS alone (wss://)") from error
    try:
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            await browser.opened
    except TimeoutError:
        browser.close()
        raise Unreachable("no answer") from None
    except BaseException:
        with suppress(Exception):
            browser.close()
        raise
    return browser.socket


async def receive_frame(socket: WebSocket) -> bytes:
    """The next frame.

    Raises:
        ConnectionLost: the connection has ended.
    """
    return await socket.receive()


async def send_frame(socket: WebSocket, frame: bytes) -> None:
    """Send a frame; waits as long as too many are on their way.

    Raises:
        ConnectionLost: the connection has ended.
    """
    await socket.send(frame)


async def close(socket: WebSocket) -> None:
    """End a connection; the browser sends what is on its way, whatever becomes of this."""
    await socket.close()


async def abort(socket: WebSocket) -> None:
    """End a connection at once."""
    await socket.close()
