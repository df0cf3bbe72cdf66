"""Listening of an installed program, at the sockets of its machine.

Every limit that the library lacks is here: how many may call at once, in all and from one network.
"""

import asyncio
import socket as sockets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from websockets.asyncio.server import Server, ServerConnection, serve

from p2p.address import Address
from p2p.errors import Unreachable
from p2p.knocking import Knocker
from p2p.limits import ConnectionLimiter, Network, network_of
from p2p.sockets.native import QUIET, SETTINGS
from p2p.ways import is_unspecified
from p2p.wire import (
    MAX_CALLERS,
    MAX_PER_NETWORK,
    MAX_STRANGERS,
    Connection,
    ConnectionHandler,
    accept,
)
from protocol.identity import Identity

__all__ = ["check", "free_port", "listening"]


def free_port(host: str) -> int:
    """A port of a host of this machine at which nobody listens now."""
    with sockets.create_server((host, 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def check(address: Address) -> None:
    """See that this machine can be listened at.

    Raises:
        Unreachable: it cannot, and why.
    """
    try:
        found = sockets.getaddrinfo(address.host, address.port, type=sockets.SOCK_STREAM)
        family, _, _, _, place = found[0]
        with sockets.create_server(place[:2], family=family):
            pass
    except OSError as error:
        raise Unreachable(f"cannot listen at {address}: {error.strerror}") from error


@asynccontextmanager
async def listening(
    address: Address, identity: Identity, table: bytes, handler: ConnectionHandler
) -> AsyncIterator[int]:
    """Listen at an address as long as the context lasts; gives the port.

    Port 0 is any free one. At an unspecified address it listens at all that the machine has, of
    IPv6 too.

    Raises:
        Unreachable: the address cannot be listened at.
    """
    limiter = ConnectionLimiter[ServerConnection](MAX_CALLERS, MAX_PER_NETWORK, MAX_STRANGERS)

    async def serve_caller(socket: ServerConnection) -> None:
        match await accept(socket, identity, table, handler, whence=_host(socket)):
            case Connection() as connection:
                limiter.prove(socket)
                await handler.serve(connection)
            case Knocker() as knocker:
                limiter.close(socket)  # who waits has a place elsewhere
                await handler.hear(knocker, _network(socket))
            case None:
                pass

    class LimitedConnection(ServerConnection):
        """A connection that counts until its caller has proved a key; an older one may give way."""

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            gives_way = limiter.open(self, _network(self))
            if gives_way is not None:
                gives_way.transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            limiter.close(self)
            super().connection_lost(exc)

    try:
        listener = _listening_socket(address)
    except OSError as error:
        raise Unreachable(f"cannot listen at {address}: {error.strerror}") from error
    with listener:
        server: Server = await serve(
            serve_caller,
            sock=listener,
            # Browsers name an origin, nodes do not.
            origins=[None],
            server_header=None,
            create_connection=LimitedConnection,
            logger=QUIET,
            **SETTINGS,
        )
        try:
            yield listener.getsockname()[1]
        finally:
            server.close()
            await server.wait_closed()


def _network(socket: ServerConnection) -> Network:
    """Of who is at the other end."""
    return network_of(_host(socket))


def _host(socket: ServerConnection) -> str:
    """The number of who is at the other end."""
    return str(socket.remote_address[0]) if socket.remote_address else ""


def _listening_socket(address: Address) -> sockets.socket:
    """A socket that listens at an address.

    Raises:
        OSError: there can be none.
    """
    if is_unspecified(address) and sockets.has_dualstack_ipv6():
        # A system may know IPv6 and have it turned off.
        with suppress(OSError):
            return sockets.create_server(
                ("::", address.port), family=sockets.AF_INET6, dualstack_ipv6=True
            )
    found = sockets.getaddrinfo(address.host, address.port, type=sockets.SOCK_STREAM)
    family, _, _, _, place = found[0]
    return sockets.create_server((str(place[0]), int(place[1])), family=family)
