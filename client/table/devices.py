"""Seats that come to this device, and leave it, as the first page shows it (`client.moving`)."""

__all__ = ["DevicesPage"]

import asyncio
import base64
import binascii
from collections.abc import Callable

from client.errors import ClientError
from client.home import Home
from client.moving import seal_away, take_up, waiting_device
from client.network import LOOPBACK, network_host
from client.schema.entrance import WaitingDevice
from client.schema.replies import SeatSealed
from client.table.entering import AwaitSeat, StopWaiting, TakeSeat
from client.table.player_key import PlayerKey
from client.table.qr import qr_code
from client.table.saved_games import SavedTable
from p2p.address import Address
from p2p.device_channel import carry, waiting_at
from p2p.errors import BadMove, Unreachable
from p2p.moved_seat import DeviceCode, DeviceLink

_SHORT = 8


class DevicesPage:
    """What passes between this device and others of its player.

    Attributes:
        waiting: for a seat; None while this device waits for none.
        key: of the player.
        came: the id of the table whose seat has come last; empty if none has.
    """

    def __init__(self, home: Home, key: PlayerKey, changed: Callable[[], None]) -> None:
        """Of a home.

        Args:
            home: where stores lie.
            key: of its player.
            changed: called when a seat has come by itself.
        """
        self.waiting: WaitingDevice | None = None
        self.came = ""
        self._home = home
        self.key = key
        self._changed = changed
        self._passphrase = ""
        self._listening: asyncio.Task[None] | None = None

    async def obey(self, asked: AwaitSeat | StopWaiting | TakeSeat) -> None:
        """Do what the page asks for. Raises as `wait` and `take`."""
        match asked:
            case AwaitSeat(passphrase=given):
                await self.wait(given)
            case StopWaiting():
                await self.stop()
            case TakeSeat(file=file):
                await self.take(file)

    async def wait(self, passphrase: str) -> None:
        """Wait for a seat, and be called for it where this machine is in a network.

        Raises:
            ClientError, BadKeyFile, StoreFailed: as `waiting_device`.
        """
        await self.stop()
        device = await asyncio.to_thread(waiting_device, self._home, passphrase)
        self._passphrase, self.came = passphrase, ""
        called: asyncio.Future[Address | None] = asyncio.get_running_loop().create_future()
        self._listening = asyncio.create_task(self._listen(called))
        self._show(device.code, await called)

    async def stop(self) -> None:
        """Wait no more. The code is the same the next time."""
        listening, self._listening, self.waiting = self._listening, None, None
        if listening is not None:
            listening.cancel()
            await asyncio.wait({listening})

    async def take(self, encoded: str) -> None:
        """Take up the seat in a file, given in base64.

        Raises:
            ClientError, BadMove, StoreInUse, StoreFailed, OSError: as `take_up`.
        """
        try:
            sealed = base64.b64decode(encoded, validate=True)
        except binascii.Error as error:
            raise ClientError(f"the file did not come whole: {error}", "open it again") from None
        await self._take(sealed)
        await self.stop()

    async def move(self, game: SavedTable, to: str) -> SeatSealed:
        """Let a seat leave this device, and bring it to the other one, if that can be called.

        Raises:
            ClientError, SeatMoved, StoreInUse, StoreFailed, OSError: as `seal_away`.
            BadDeviceCode, BadAddress: what the other device shows was not copied whole.
        """
        link = DeviceLink.parse(to) if to.strip() else None
        code = None if link is None else link.code
        table, sealed = await asyncio.to_thread(
            seal_away, self._home, self.key.phrase, game.id, code
        )
        why = ""
        if link is not None and link.address is not None:
            try:
                await carry(link.address, sealed)
            except (Unreachable, BadMove) as error:
                why = str(error)
            else:
                return SeatSealed(delivered=True, why="", name="", file="")
        name = f"table-{table.hex()[:_SHORT]}.seat"
        file = base64.b64encode(sealed).decode("ascii")
        return SeatSealed(delivered=False, why=why, name=name, file=file)

    async def _listen(self, called: "asyncio.Future[Address | None]") -> None:
        """Take up what is brought; `called` becomes where, None if nobody can listen there."""
        host = network_host() or LOOPBACK
        came = asyncio.Event()

        async def take(sealed: bytes) -> None:
            try:
                await self._take(sealed)
            except (ClientError, OSError) as error:
                raise BadMove(str(error)) from error
            came.set()

        try:
            async with waiting_at(host, 0, take) as port:
                called.set_result(Address(host, port))
                await came.wait()
        except Unreachable:
            called.set_result(None)
            return
        self.waiting = None
        self._changed()

    async def _take(self, sealed: bytes) -> None:
        table = await asyncio.to_thread(take_up, self._home, sealed, self._passphrase)
        await self.key.unlock(self._passphrase)
        self.came = table.hex()

    def _show(self, code: DeviceCode, address: Address | None) -> None:
        text = str(DeviceLink(code, address))
        path, size = qr_code(text)
        self.waiting = WaitingDevice(code=text, qr=path, size=size, called=address is not None)
