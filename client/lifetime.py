"""How long the program runs: until its work is done, or until it is asked to end."""

__all__ = ["until_input_ends", "until_terminated"]

import asyncio
import sys
import threading
from collections.abc import Coroutine
from contextlib import suppress

from p2p.system import cancelled_when_asked_to_stop


async def until_terminated(work: Coroutine[None, None, None]) -> None:
    """Work until it is done, or until the system asks the program to end; then clean up."""
    task = asyncio.create_task(work)
    with cancelled_when_asked_to_stop(task), suppress(asyncio.CancelledError):
        await task


async def until_input_ends(work: Coroutine[None, None, None]) -> None:
    """Work until it is done, or until standard input ends, which whoever started us holds open.

    So the program never outlives the one that started it, however that one ends.
    """
    task = asyncio.create_task(work)
    loop = asyncio.get_running_loop()
    threading.Thread(target=_cancel_at_end, args=(loop, task), daemon=True).start()
    with suppress(asyncio.CancelledError):
        await task


def _cancel_at_end(loop: asyncio.AbstractEventLoop, task: asyncio.Task[None]) -> None:
    """Cancel a task at the end of standard input."""
    for _ in sys.stdin:
        pass
    with suppress(RuntimeError):  # the loop has ended before
        loop.call_soon_threadsafe(task.cancel)
