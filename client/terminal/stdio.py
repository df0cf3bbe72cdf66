"""The terminal that the program was started in."""

__all__ = ["StandardOutput", "StandardTerminal"]

import asyncio
import shutil
import sys
import threading

from client.console import prompt, say


class StandardOutput:
    """Standard output alone (`client.seat.participant.Screen`)."""

    def show(self, text: str) -> None:
        """Print some lines."""
        say(text)


class StandardTerminal(StandardOutput):
    """Standard input and output (`client.terminal.player.Terminal`).

    Lines are read in a thread of their own, from the first that is asked for: reading one cannot
    be interrupted.
    """

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] | None = None
        self._prompt = ""

    def show(self, text: str) -> None:
        """Print some lines; above the prompt, where one is waiting for its line."""
        waiting = self._prompt
        self._leave()
        super().show(text)
        if waiting:
            self.prompt(waiting)

    def prompt(self, text: str) -> None:
        """Print what asks for the next line, which is typed right there; nothing to ask no more."""
        self._leave()
        self._prompt = text
        prompt(text)

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
        if line is None or not sys.stdin.isatty():
            self._leave()
        self._prompt = ""
        if line is None:
            raise EOFError
        return line

    def _leave(self) -> None:
        """Go to the next line, if this one holds a prompt that no typed line has ended."""
        if self._prompt:
            prompt("\n")
        self._prompt = ""


def _read(loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[str | None]) -> None:
    """Pass every line of standard input on, and None when it has ended."""
    for line in sys.stdin:
        loop.call_soon_threadsafe(lines.put_nowait, line)
    loop.call_soon_threadsafe(lines.put_nowait, None)
