"""A table of real nodes over loopback, for the tests of `p2p.node`."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import TypeVar

from p2p.address import Address
from p2p.ending import LINGER_SECONDS
from p2p.node import Node
from p2p.player import (
    Notice,
)
from p2p.store import Store
from p2p.ways import WayIn
from protocol.identity import Phrase
from tests.p2p import party
from tests.p2p.keys import octets
from tests.patience import PATIENCE
from tests.protocol.sample import phrase

N = TypeVar("N", bound=Notice)

ANYWHERE = Address("127.0.0.1", 0)
WATCHER = Phrase(octets("watcher"))


class Table3:
    """The host of a table of three, running, and whoever else comes."""

    def __init__(self, home: Path, stack: AsyncExitStack) -> None:
        self.home = home
        self.stack = stack
        self.nodes: dict[str, Node] = {}
        self.players: dict[str, party.Drawing] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.port = 0
        self.noticed = asyncio.Event()

    def run(
        self,
        name: str,
        store: Store,
        own: Phrase,
        *,
        player: party.Drawing | None = None,
        listen: Address | None = None,
        ways: Sequence[WayIn] = (),
        found_at: Sequence[WayIn] = (),
        linger: float | None = LINGER_SECONDS,
    ) -> Node:
        self.stack.callback(store.close)
        chosen = player or party.Drawing(len(self.nodes))
        chosen.noticed = self.noticed
        node = Node(
            store,
            own,
            chosen,
            listen=listen,
            ways=ways,
            found_at=found_at,
            linger=linger,
            open_table=party.open_toy_table,
        )
        self.nodes[name], self.players[name] = node, chosen
        self.tasks[name] = asyncio.create_task(node.run())
        return node

    async def host(
        self,
        watchers: int = 1,
        linger: float | None = LINGER_SECONDS,
        player: party.Drawing | None = None,
    ) -> Node:
        store = party.host_store(self.home / "host.db", watchers)
        node = self.run("host", store, phrase(0), player=player, listen=ANYWHERE, linger=linger)
        self.port = await node.port()
        return node

    def guest(
        self,
        seat: int,
        *,
        player: party.Drawing | None = None,
        listen: Address | None = None,
        ways: Sequence[WayIn] = (),
        found_at: Sequence[WayIn] = (),
        linger: float | None = LINGER_SECONDS,
    ) -> Node:
        name = party.NAMES[seat]
        store = party.guest_store(self.home / f"{name}.db", seat, self.port)
        return self.run(
            name,
            store,
            phrase(seat),
            player=player,
            listen=listen,
            ways=ways,
            found_at=found_at,
            linger=linger,
        )

    def watcher(self) -> Node:
        store = party.watcher_store(self.home / "eve.db", self.port)
        return self.run("Eve", store, WATCHER)

    async def stop(self, name: str) -> None:
        self.tasks[name].cancel()
        with suppress(asyncio.CancelledError):
            await self.tasks.pop(name)
        self.nodes[name]._runner.store.close()

    async def finished(self) -> None:
        await asyncio.wait_for(asyncio.gather(*self.tasks.values()), PATIENCE)

    def notices(self, name: str, kind: type[N]) -> list[N]:
        return [notice for notice in self.players[name].notices if isinstance(notice, kind)]

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self.noticed.clear()
                await self.noticed.wait()
