"""A middling phone: a line that is slow and long, and a processor of which a browser has a part."""

__all__ = ["Line", "slowed"]

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Self

from playwright.async_api import Browser

_PIECE = 4_096
_AHEAD = 0.5
"""Seconds of traffic that are on the line at most."""

_CYCLE = 0.02


class Line:
    """What lies between a browser and a server on loopback, for all connections together.

    Attributes:
        sent: bytes that the server has sent.
        port: where the browser finds it.
    """

    def __init__(self, server: int, bits: float | None = None, delay: float = 0.0) -> None:
        """Lie before a server.

        Args:
            server: its port.
            bits: that come through in a second; as many as there are if None.
            delay: seconds there and back.
        """
        self._server, self._rate, self._delay = server, bits and bits / 8, delay
        self._free = 0.0
        self.sent = self.port = 0

    async def __aenter__(self) -> Self:
        """Listen."""
        self._stack = await AsyncExitStack().__aenter__()
        listener = await asyncio.start_server(self._join, "127.0.0.1", 0)
        self._stack.callback(listener.close)
        self.port = listener.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Listen no more."""
        await self._stack.aclose()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._server)
        await asyncio.gather(
            self._carry(reader, to_writer, counted=False),
            self._carry(to_reader, writer, counted=True),
        )

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, counted: bool
    ) -> None:
        queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        delivering = asyncio.create_task(_deliver(queue, writer))
        with suppress(OSError):
            while piece := await reader.read(_PIECE):
                now = asyncio.get_running_loop().time()
                self._free = max(self._free, now)
                if counted:
                    self.sent += len(piece)
                    self._free += len(piece) / self._rate if self._rate else 0.0
                queue.put_nowait((self._free + self._delay / 2, piece))
                await asyncio.sleep(max(0.0, self._free - now - _AHEAD))
        queue.put_nowait((self._free + self._delay / 2, b""))
        await delivering


async def _deliver(queue: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while True:
            due, piece = await queue.get()
            await asyncio.sleep(max(0.0, due - asyncio.get_running_loop().time()))
            if not piece:
                break
            writer.write(piece)
            await writer.drain()
        writer.close()


@asynccontextmanager
async def slowed(browser: Browser, times: int) -> AsyncIterator[None]:
    """A browser whose pages and their workers get one part in so many of the time.

    By stopping their processes again and again: what a browser's own tools offer slows the thread
    of the page alone, and the program runs in a worker.
    """
    slowing = asyncio.create_task(_slow(browser, times))
    try:
        yield
    finally:
        slowing.cancel()
        with suppress(asyncio.CancelledError):
            await slowing


async def _slow(browser: Browser, times: int) -> None:
    session = await browser.new_browser_cdp_session()
    while True:
        told = await session.send("SystemInfo.getProcessInfo")
        pages = [one["id"] for one in told["processInfo"] if one["type"] == "renderer"]
        for _ in range(10):
            try:
                _signal(pages, signal.SIGSTOP)
                await asyncio.sleep(_CYCLE * (times - 1) / times)
            finally:
                _signal(pages, signal.SIGCONT)
            await asyncio.sleep(_CYCLE / times)


def _signal(processes: Iterable[int], sort: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):  # its page was closed
            os.kill(process, sort)
