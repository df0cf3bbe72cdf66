"""A relay's websockets (SPEC-16.15): around `Forwarding`, which decides, and `counters`.

Each connection has a task that reads it. A frame for another node is sent on before the next one is
read, so a node that reads slowly slows down who writes to it, and the relay holds no more than the
buffers of two sockets. These are bounded: the kernel would let one slow stream fill many megabytes.
"""

import asyncio
import os
import socket as sockets
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Final, assert_never

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode
from websockets.http11 import Request, Response

from p2p.address import Address
from p2p.errors import Unreachable
from p2p.failures import task_group
from p2p.limits import Network, network_of
from p2p.relay.counters import prometheus
from p2p.relay.forwarding import Effect, End, Forwarding, Limits, Tell
from p2p.relay.messages import RelayMessage, Sorry, write_control
from p2p.sockets import QUIET, SETTINGS

__all__ = ["FORWARDED_FOR", "read_passes", "relaying"]

FORWARDED_FOR: Final = "X-Forwarded-For"
_KERNEL_BUFFER: Final = 64 * 1024
"""Bytes that the kernel holds for one connection in each direction; Linux takes twice as many."""
_MAX_QUEUE: Final = 4
"""Frames that are read ahead of the one that is being passed on."""
_TELL_SECONDS: Final = 5.0
"""For a connection to take what the relay itself says."""
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
    url: Callable[[int], str],
    *,
    limits: Limits | None = None,
    passes: Path | None = None,
    proxies: Iterable[str] = (),
) -> AsyncIterator[int]:
    """Be a relay as long as the context lasts; gives the port.

    Args:
        address: where to listen; port 0 is any free one.
        url: by which nodes call the relay, once its port is known.
        limits: how much anybody may have of it.
        passes: file of the passes of which one is needed to register, read again whenever it
            changes; None if everybody may.
        proxies: hosts whose word is taken for where a call comes from.

    Raises:
        Unreachable: the address cannot be listened at.
        OSError: the file of passes cannot be read.
    """
    relay = _Relay(limits or Limits(), passes, frozenset(map(network_of, proxies)))
    try:
        server: Server = await serve(
            relay.serve,
            address.host,
            address.port,
            process_request=relay.answer_http,
            server_header=None,
            create_connection=relay.connection_class(),
            logger=QUIET,
            **{**SETTINGS, "max_queue": _MAX_QUEUE},
        )
    except OSError as error:
        raise Unreachable(f"cannot listen at {address}: {error.strerror}") from error
    port: int = next(iter(server.sockets)).getsockname()[1]
    relay.begin(url(port))
    try:
        async with task_group() as group:
            running = group.create_task(relay.run())
            try:
                yield port
            finally:
                server.close()
                await server.wait_closed()
                running.cancel()
    finally:
        server.close()
