"""From a way in to a websocket: the one place where it is called by what it is (SPEC-16.4)."""

from typing import assert_never

from p2p.address import Address
from p2p.errors import Unreachable
from p2p.locality import Scope, permitted
from p2p.relay.client import call_through
from p2p.sockets import WebSocket, call
from p2p.ways import Direct, Holder, Lan, Mailbox, Relay, WayIn

__all__ = ["open_way"]


async def open_way(way: WayIn, scope: Scope, door: Address | None = None) -> WebSocket:
    """Open a websocket to whoever is at a way in; see `p2p.wire.dial`.

    Raises:
        Unreachable: nobody answers there.
    """
    address = door or await permitted(way.address, scope)
    match way:
        case Direct() | Lan():
            try:
                return await call(f"ws://{way.address}/", address)
            except Unreachable as error:
                raise Unreachable(f"{way}: {error}") from error
        case Relay():
            return await call_through(way, address, door)
        case Holder(called=called):
            return await call_through(called, address, door)
        case Mailbox():
            raise Unreachable(f"{way} is a mailbox, where nobody answers")
        case never:
            assert_never(never)
