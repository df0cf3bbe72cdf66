"""Listening among the nodes of one page: nobody else can call a page but through a relay."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from p2p import sockets
from p2p.address import Address
from p2p.errors import Unreachable
from p2p.knocking import Knocker
from p2p.sockets.page import LISTENERS, WebSocket
from p2p.ways import is_loopback
from p2p.wire import Connection, ConnectionHandler, accept
from protocol.identity import Identity

__all__ = ["check", "free_port", "listening"]

_PORTS = itertools.count(1024)


def free_port(host: str) -> int:  # noqa: ARG001 (the loopback of a page has one host)
    """A port of the page at which nobody listens now."""
    return next(port for port in _PORTS if port not in LISTENERS)


def check(address: Address) -> None:
    """See that there can be a listener at an address.

    Raises:
        Unreachable: it is not of the page, or somebody listens there.
    """
    if not is_loopback(address):
        raise Unreachable("nobody can call a page: name a relay, as in wss://relay.example/")
    if address.port in LISTENERS:
        raise Unreachable(f"cannot listen at {address}: another game of this page does")


@asynccontextmanager
async def listening(
    address: Address, identity: Identity, table: bytes, handler: ConnectionHandler
) -> AsyncIterator[int]:
    """Listen among the nodes of this page as long as the context lasts; gives the port.

    Raises:
        Unreachable: another node of the page listens there.
    """
    check(address)
    port = address.port or free_port(address.host)
    serving: set[asyncio.Task[None]] = set()

    async def serve_caller(socket: WebSocket) -> None:
        # Type checkers take `p2p.sockets` for that of an installed program.
        match await accept(cast(sockets.WebSocket, socket), identity, table, handler):
            case Connection() as connection:
                await handler.serve(connection)
            case Knocker() as knocker:
                await handler.hear(knocker, "this page")
            case None:
                pass

    def called(socket: WebSocket) -> None:
        task = asyncio.ensure_future(serve_caller(socket))
        serving.add(task)
        task.add_done_callback(serving.discard)

    LISTENERS[port] = called
    try:
        yield port
    finally:
        del LISTENERS[port]
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
