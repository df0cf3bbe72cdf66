"""Serving over HTTP, inside the loop of the program around it."""

__all__ = ["running"]

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from starlette.applications import Starlette


class _Uvicorn(uvicorn.Server):
    """A server that leaves signals to the program around it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


@asynccontextmanager
async def running(
    app: Starlette, listener: socket.socket, *, longest_message: int = 1 << 16
) -> AsyncIterator[None]:
    """Serve an application for as long as the context lasts.

    Args:
        app: what is served.
        listener: a socket that listens.
        longest_message: bytes of a message on a websocket.
    """
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=longest_message,
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    runner = _Uvicorn(config)
    task = asyncio.create_task(runner.serve([listener]))
    try:
        yield
    finally:
        runner.should_exit = True
        await task
