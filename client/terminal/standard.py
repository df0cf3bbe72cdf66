"""The terminal that the program was started in."""

__all__ = ["Output", "Standard"]

import asyncio
import shutil
import sys
import threading

from client.console import say


class Output:
    """Standard output alone (`client.seats.onlooker.Screen`)."""

    def show(self, text: str) -> None:
        """Print some lines."""
        say(text)


class Standard(Output):
    """Standard input and output (`client.seats.person.Terminal`).

    Lines are read in a thread of their own, from the first that is asked for: reading one cannot
    be interrupted.
    """

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] | None = None

    @property
    def width(self) -> int:
        """Columns."""
        return shutil.get_terminal_size().columns

    async def line(self) -> str:
        """The next line typed.

        Raises:
            EOFError: the input has ended.
        """
        if self._lines is None:
            self._lines = asyncio.Queue()
            loop = asyncio.get_running_loop()
            threading.Thread(target=_read, args=(loop, self._lines), daemon=True).start()
        line = await self._lines.get()
        if line is None:
            raise EOFError
        return line


def _read(loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[str | None]) -> None:
    """Pass every line of standard input on, and None when it has ended."""
    for line in sys.stdin:
        loop.call_soon_threadsafe(lines.put_nowait, line)
    loop.call_soon_threadsafe(lines.put_nowait, None)
