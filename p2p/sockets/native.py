"""The websockets of an installed program: the library `websockets`, and how it is set."""

import asyncio
import logging
import os
import ssl
from socket import gaierror
from typing import Final, TypedDict

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.connection import Connection as WebSocket
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.frames import Close, CloseCode

from p2p.address import Address
from p2p.errors import ConnectionLost, Unreachable
from p2p.limits import HANDSHAKE_SECONDS
from p2p.noise_xx import MAX_FRAME

__all__ = [
    "QUIET",
    "RESOLVES_NAMES",
    "SETTINGS",
    "Settings",
    "WebSocket",
    "abort",
    "call",
    "close",
    "receive_frame",
    "send_frame",
]

RESOLVES_NAMES: Final = True
"""Whether a program learns to which number a name leads before it calls."""


class Settings(TypedDict):
    """Of the library, alike for both ends."""

    compression: None
    max_size: int
    max_queue: int
    open_timeout: float
    close_timeout: float
    ping_interval: float
    ping_timeout: float


SETTINGS: Final[Settings] = {
    "compression": None,
    "max_size": MAX_FRAME,
    "max_queue": 8,
    "open_timeout": HANDSHAKE_SECONDS,
    "close_timeout": 2,
    "ping_interval": 20,
    "ping_timeout": 20,
}
QUIET: Final = logging.getLogger("secret-subs.websockets")
QUIET.addHandler(logging.NullHandler())
QUIET.propagate = False
"""What strangers do to a socket is no news for the player."""


async def call(url: str, address: Address) -> ClientConnection:
    """Open a websocket.

    Args:
        url: what is called.
        address: where that is.

    Raises:
        Unreachable: nobody answers there, or not as a websocket.
    """
    try:
        # Host and port are given twice because the library follows redirects to elsewhere
        # unless they are.
        return await connect(
            url,
            host=address.host,
            port=address.port,
            proxy=None,
            user_agent_header=None,
            logger=QUIET,
            **SETTINGS,
        )
    except (OSError, WebSocketException, TimeoutError, ValueError, EOFError) as error:
        raise Unreachable(_why_not(error)) from error


async def receive_frame(socket: WebSocket) -> bytes:
    """The next frame.

    Raises:
        ConnectionLost: the connection has ended.
    """
    try:
        return await socket.recv(decode=False)
    except (ConnectionClosed, OSError) as error:
        raise ConnectionLost(_why_ended(error)) from error


async def send_frame(socket: WebSocket, frame: bytes) -> None:
    """Send a frame; waits as long as too many are on their way.

    Raises:
        ConnectionLost: the connection has ended.
    """
    try:
        await socket.send(frame)
    except (ConnectionClosed, OSError) as error:
        raise ConnectionLost(_why_ended(error)) from error


async def close(socket: WebSocket) -> None:
    """End a connection once all that was sent is on its way; at once if this is cancelled."""
    try:
        await socket.close()
    except asyncio.CancelledError:
        socket.transport.abort()
        raise


async def abort(socket: WebSocket) -> None:
    """End a connection at once, whatever the other end does."""
    socket.transport.abort()
    await socket.wait_closed()


def _why_ended(error: Exception) -> str:
    """Why a connection has ended; nothing where the other end has closed it in the usual way."""
    match error:
        case ConnectionClosed(rcvd=None):
            return "the connection broke"
        case ConnectionClosed(rcvd=Close(code=CloseCode.NORMAL_CLOSURE | CloseCode.GOING_AWAY)):
            return ""
        case _:
            return str(error)


def _why_not(error: Exception) -> str:
    """Why there is no connection, as the system says it: without the address that was called."""
    if isinstance(error, gaierror):
        return error.strerror or "no such host"
    if isinstance(error, TimeoutError):
        return "no answer"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its TLS certificate is not valid: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return "it does not speak TLS as it should"
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
