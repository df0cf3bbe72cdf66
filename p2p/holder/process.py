"""The holder's process beside the relay's: what runs in it.

The relay forwards in a process of its own, to which this one gives way: whatever a table costs
here, no frame waits for it. Over a pipe the holder says how much it holds; when the pipe ends, so
does the holder.
"""

import asyncio
import gc
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final

from p2p.errors import NodeError, Unreachable
from p2p.failures import task_group
from p2p.holder.desk import answer
from p2p.holder.doors import Doors
from p2p.holder.reminders import HolderReminders
from p2p.holder.settings import HolderSettings
from p2p.holder.shelf import Shelf
from p2p.relay.client import Registration, registered
from p2p.relay.holding import Numbers, asking_network
from p2p.relay.messages import Hold, read_control, write_control
from p2p.reminding.courier import Courier
from p2p.sockets import abort, receive_frame, send_frame
from p2p.system import give_way, ignore_interrupts

__all__ = ["hold", "run"]

_ASK_SECONDS: Final = 10.0
_ASKING: Final = 16
_RETRY_SECONDS: Final = 0.5
_NUMBERS_SECONDS: Final = 1.0


def run(settings: HolderSettings, pipe: "Connection[Numbers, None]") -> None:
    """Be the process."""
    ignore_interrupts()  # the relay's process is interrupted as well, and ends this one
    give_way()  # no frame waits for a replay
    gc.freeze()  # what is loaded by now stays
    with suppress(asyncio.CancelledError):
        asyncio.run(_serve(settings, pipe))


async def _serve(settings: HolderSettings, pipe: "Connection[Numbers, None]") -> None:
    work = asyncio.create_task(_hold_and_tell(settings, pipe))
    waiting = (pipe, asyncio.get_running_loop(), work)
    threading.Thread(target=_cancel_at_end, args=waiting, daemon=True).start()
    await work


def _cancel_at_end(
    pipe: "Connection[Numbers, None]", loop: asyncio.AbstractEventLoop, work: asyncio.Task[None]
) -> None:
    with suppress(EOFError, OSError):
        pipe.recv()
    with suppress(RuntimeError):  # it has ended before
        loop.call_soon_threadsafe(work.cancel)


async def _hold_and_tell(settings: HolderSettings, pipe: "Connection[Numbers, None]") -> None:
    with Shelf(settings.folder) as shelf:
        reminders = HolderReminders(shelf, Courier(settings.reminders))
        doors = Doors(shelf, settings.policy, settings.access, reminders=reminders)
        async with task_group() as group:
            group.create_task(hold(settings, shelf, doors))
            while True:
                with suppress(OSError):
                    pipe.send(doors.numbers)
                await asyncio.sleep(_NUMBERS_SECONDS)


async def hold(settings: HolderSettings, shelf: Shelf, doors: Doors) -> None:
    """Be a holder; never returns.

    Raises:
        StoreFailed: the disk refuses.
    """
    desk = _Desk(settings, shelf, doors)
    async with task_group() as group:
        group.create_task(doors.run())
        while True:
            try:
                async with registered(settings.access, shelf.desk) as registration:
                    while True:
                        token = await registration.incoming()
                        group.create_task(desk.serve(registration, token))
            except Unreachable:
                await asyncio.sleep(_RETRY_SECONDS)


class _Desk:
    """Where the holder is asked."""

    def __init__(self, settings: HolderSettings, shelf: Shelf, doors: Doors) -> None:
        self._settings = settings
        self._shelf = shelf
        self._doors = doors
        self._asking = asyncio.Semaphore(_ASKING)

    async def serve(self, registration: Registration, token: bytes) -> None:
        """Answer one who asks."""
        settings, socket = self._settings, None
        try:
            async with self._asking, asyncio.timeout(_ASK_SECONDS):
                socket = await registration.answer(token)
                asked = read_control(await receive_frame(socket))
                if isinstance(asked, Hold):
                    said, taken = answer(
                        asked,
                        self._shelf,
                        settings.policy,
                        settings.access,
                        settings.passes,
                        network=asking_network(token),
                    )
                    if taken is not None:
                        self._doors.open(taken)
                    await send_frame(socket, write_control(said))
                    await socket.close()
        except (NodeError, OSError, TimeoutError):
            pass  # who asks may have gone, or be no node
        finally:
            if socket is not None:
                await abort(socket)
