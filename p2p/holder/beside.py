"""Starts the holder's process beside the relay's, and again when it has ended.

Nothing here loads what plays a game: so a relay is back soon after it was stopped, and small.
"""

import asyncio
import logging
import multiprocessing
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Final

from p2p.failures import task_group
from p2p.holder.settings import HolderSettings
from p2p.relay.holding import Holding, Numbers
from p2p.system import interrupts_blocked

__all__ = ["beside"]

_RESTART_SECONDS: Final = 1.0
_END_SECONDS: Final = 10.0
_LOGGER: Final = logging.getLogger("secret-subs")


@asynccontextmanager
async def beside(settings: HolderSettings, holding: Holding) -> AsyncIterator[None]:
    """Have a holder run in a process of its own as long as the context lasts.

    Args:
        settings: of the holder.
        holding: what the relay knows of it; kept up to date.
    """
    async with task_group() as group:
        keeping = group.create_task(_keep_running(settings, holding))
        try:
            yield
        finally:
            keeping.cancel()


async def _keep_running(settings: HolderSettings, holding: Holding) -> None:
    context, loop = multiprocessing.get_context("spawn"), asyncio.get_running_loop()
    while True:
        ours, theirs = context.Pipe()
        process = context.Process(target=_main, args=(settings, theirs))
        with interrupts_blocked():
            process.start()
        theirs.close()
        ended = asyncio.Event()
        reading = (ours, holding, loop, ended)
        threading.Thread(target=_read_numbers, args=reading, daemon=True).start()
        try:
            await ended.wait()
        finally:
            with suppress(OSError):
                ours.send(None)  # so that it ends
            await asyncio.to_thread(process.join, _END_SECONDS)
            if process.is_alive():
                process.kill()
        _LOGGER.warning("the holder has ended (%s), and is started again", process.exitcode)
        await asyncio.sleep(_RESTART_SECONDS)


def _read_numbers(
    pipe: "Connection[None, Numbers]",
    holding: Holding,
    loop: asyncio.AbstractEventLoop,
    ended: asyncio.Event,
) -> None:
    """Take note of what the holder says, until it ends."""
    with suppress(RuntimeError):  # the relay's loop has ended before
        with suppress(EOFError, OSError):
            while True:
                loop.call_soon_threadsafe(_note, holding, pipe.recv())
        loop.call_soon_threadsafe(ended.set)


def _note(holding: Holding, numbers: Numbers) -> None:
    holding.numbers = numbers


def _main(settings: HolderSettings, pipe: "Connection[Numbers, None]") -> None:
    """The process: it alone loads what it needs."""
    import_module("p2p.holder.process").run(settings, pipe)
