"""Having the player's own router pass calls on, as long as a game is open."""

__all__ = ["opened_at_router"]

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from client.seat.participant import Screen
from p2p.address import Address
from p2p.errors import Unreachable
from p2p.upnp import kept_open, open_port
from p2p.ways import WayIn


@asynccontextmanager
async def opened_at_router(
    screen: Screen, listen: Address | None
) -> AsyncIterator[tuple[WayIn, ...]]:
    """The way in that a router makes, as long as the context lasts; none if it makes none.

    Args:
        screen: where the player is told what came of it.
        listen: where the node listens; None to ask no router.
    """
    if listen is None or listen.port == 0:
        yield ()
        return
    screen.show("Your router is asked to pass calls on to this machine…")
    try:
        way = await open_port(listen.port)
    except Unreachable as error:
        screen.show(f"{error}. Others may still call you in other ways.")
        yield ()
        return
    screen.show(f"Your router passes calls at {way} on to this machine until you stop.")
    async with kept_open(listen.port):
        yield (way,)
