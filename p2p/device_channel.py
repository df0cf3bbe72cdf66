"""How a sealed seat goes from device to device over a network: one connection, one seat.

What is sent is sealed to the code of the device that waits (`p2p.moved_seat`), so the connection
itself proves and hides nothing: who listens in reads nothing, and who sends something else is told
that it is not for this device. The answer says whether the seat is on the other disk; without one
the same bytes may be sent again, for they can be taken up once only (SPEC-16.9).
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from p2p.address import Address
from p2p.errors import BadMove, NodeError, Unreachable
from p2p.moved_seat import is_move
from protocol.printable import printable

__all__ = ["MAX_CARRIED", "carry", "waiting_at"]

MAX_CARRIED: Final = 1 << 26
"""Bytes of a seat that is taken from a connection."""
_LENGTH: Final = 4
_MAX_ANSWER: Final = 1000
_SECONDS: Final = 60.0
_CONNECT_SECONDS: Final = 10.0
_CHUNK: Final = 1 << 16
_CALLERS: Final = 4
"""Of whom something is read at once; what they bring is taken up one after the other."""
_TAKEN: Final = b"taken"


@asynccontextmanager
async def waiting_at(
    host: str, port: int, take: Callable[[bytes], Awaitable[None]]
) -> AsyncIterator[int]:
    """Wait for a seat as long as the context lasts.

    Args:
        host: where to listen.
        port: 0 for any that is free.
        take: takes up a sealed seat. What it raises of a `NodeError` is told to who sent it.

    Yields:
        The port.

    Raises:
        Unreachable: nobody can listen there.
    """
    places, taking = asyncio.Semaphore(_CALLERS), asyncio.Lock()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            async with asyncio.timeout(_SECONDS), places:
                try:
                    sealed = await _received(reader)
                    async with taking:
                        await take(sealed)
                    answer = _TAKEN
                except NodeError as error:
                    answer = str(error).encode()[:_MAX_ANSWER]
                writer.write(len(answer).to_bytes(_LENGTH, "big") + answer)
                await writer.drain()
        writer.close()

    try:
        server = await asyncio.start_server(serve, host, port)
    except NotImplementedError as error:
        raise Unreachable("nobody can call a page") from error
    except OSError as error:
        raise Unreachable(f"cannot listen at {host}: {error.strerror}") from error
    async with server:
        listening: int = server.sockets[0].getsockname()[1]
        yield listening


async def carry(address: Address, sealed: bytes) -> None:
    """Bring a sealed seat to the device that waits at an address.

    On return the seat is on its disk.

    Raises:
        Unreachable: nobody answers there, or the connection broke; the seat may have come.
        BadMove: the device refuses it, and why.
    """
    try:
        async with asyncio.timeout(_CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(address.host, address.port)
    except NotImplementedError as error:
        raise Unreachable("a page cannot call the other device") from error
    except (OSError, TimeoutError) as error:
        raise Unreachable(f"the other device does not answer at {address}") from error
    try:
        async with asyncio.timeout(_SECONDS):
            writer.write(len(sealed).to_bytes(_LENGTH, "big"))
            for start in range(0, len(sealed), _CHUNK):
                writer.write(sealed[start : start + _CHUNK])
                await writer.drain()
            length = int.from_bytes(await reader.readexactly(_LENGTH), "big")
            answer = await reader.readexactly(min(length, _MAX_ANSWER))
    except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
        raise Unreachable(f"the connection to {address} broke before it answered") from error
    finally:
        writer.close()
    if answer != _TAKEN:
        raise BadMove(f"the other device refuses it: {printable(answer.decode(errors='replace'))}")


async def _received(reader: asyncio.StreamReader) -> bytes:
    """What a connection brings.

    Raises:
        BadMove: it is no seat.
    """
    length = int.from_bytes(await reader.readexactly(_LENGTH), "big")
    if length > MAX_CARRIED:
        raise BadMove(f"a seat of {length} bytes is more than is taken from a connection")
    begins = await reader.readexactly(min(length, _CHUNK))
    if not is_move(begins):
        raise BadMove("what was sent is no seat")
    return begins + await reader.readexactly(length - len(begins))
