"""Nodes that nobody can call, and the relays at which they meet: as people start them."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path

from p2p.errors import Unreachable
from p2p.events import EntryAccepted
from p2p.joining import Joining
from p2p.node import Node
from p2p.relay.client import NotHeld, RelayAccess, ask_to_hold, ways_through
from p2p.store import Store
from protocol.charter import table_id
from protocol.entry import Entry
from tests.p2p import party
from tests.patience import PATIENCE
from tests.protocol.sample import identity, phrase

__all__ = ["SEATS", "TABLE", "Company", "RelayProcess", "answering", "as_installed", "children"]

SEATS = (0, 1, 2)
_COMPILES_AGAIN = "PYTHONDONTWRITEBYTECODE"
TABLE = table_id(identity(0).public, party.NONCE)


class Company:
    """The nodes of a table: the host registers at relays, and the guests call it there."""

    def __init__(
        self, home: Path, player: Callable[[int, int], party.Drawing] = party.Drawing
    ) -> None:
        self.home = home
        self.nodes: list[Node] = []
        self.players: list[party.Drawing] = []
        self.noticed = asyncio.Event()
        self.player = player

    def sit(self, stack: AsyncExitStack, relays: Sequence[RelayAccess], length: int) -> None:
        for seat in SEATS:
            store = self._store(seat, relays)
            stack.callback(store.close)
            player = self.player(seat, length)
            player.noticed = self.noticed
            self.players.append(player)
            self.nodes.append(
                Node(
                    store,
                    phrase(seat),
                    player,
                    relays=relays if seat == 0 else (),
                    open_table=party.open_toy_table,
                )
            )

    def _store(self, seat: int, relays: Sequence[RelayAccess]) -> Store:
        path = self.home / f"{seat}.db"
        if seat == 0:
            return party.host_store(path)
        invite = replace(party.invite(seat, 1), ways=ways_through(relays, phrase(0), TABLE))
        return party.joining_store(
            path, Joining(invite=invite, guest=party.guest(seat)), phrase(seat)
        )

    async def play(
        self,
        relays: Sequence[RelayAccess],
        length: int,
        meanwhile: Awaitable[None] | None = None,
        patience: float | None = 100.0,
    ) -> None:
        """Play to the end, and see that all hold the same game and signed nothing twice."""
        async with AsyncExitStack() as stack:
            self.sit(stack, relays, length)
            async with asyncio.timeout(patience), asyncio.TaskGroup() as group:
                for node in self.nodes:
                    group.create_task(node.run())
                if meanwhile is not None:
                    await meanwhile
        self.judge()

    def judge(self) -> None:
        kept = []
        for seat in SEATS:
            path = self.home / f"{seat}.db"
            with Store.open(path, TABLE, identity(seat).public.raw) as store:
                kept.append(store.read())
        assert kept[0].entries == kept[1].entries == kept[2].entries
        assert [contents.evidence for contents in kept] == [(), (), ()]
        entries = [Entry.from_bytes(raw) for raw in kept[0].entries]
        for seat in SEATS:
            own = {(e.incarnation, e.sequence): e.hash for e in entries if e.seat == seat}
            assert kept[seat].signed == own, "what was signed is what everybody holds"

    async def until_entries(self, number: int) -> None:
        while min(self.held) < number:
            self.noticed.clear()
            await self.noticed.wait()

    @property
    def held(self) -> list[int]:
        """How many entries each has."""
        return [
            sum(isinstance(notice, EntryAccepted) for notice in player.notices)
            for player in self.players
        ]


class RelayProcess:
    """A relay as people start it, on a port that it keeps."""

    def __init__(
        self,
        *options: str,
        program: str = "client",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """It does not run yet.

        Args:
            options: besides where it listens.
            program: the module that is started.
            environment: in which; None for that of this process.
        """
        self._environment = environment
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.at = f"127.0.0.1:{free.getsockname()[1]}"
        self.access = RelayAccess.parse(f"ws://{self.at}/")
        self.process: subprocess.Popen[bytes] | None = None
        self._command = (sys.executable, "-m", program, "relay", "--listen", self.at, *options)

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, env=self._environment
        )

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def kill_all(self) -> None:
        """With its holder, which otherwise ends when it notices, and writes until then."""
        assert self.process is not None
        left = children(self.process.pid)
        self.kill()
        for child in left:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)

    def kill_holder(self) -> None:
        """The relay starts it again by itself."""
        assert self.process is not None
        for child in children(self.process.pid):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)

    async def listens(self) -> None:
        """Wait until it can be called."""
        address = self.access.relay.address
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection(address.host, address.port)
                writer.close()
                return
            await asyncio.sleep(0.1)


def as_installed(folder: Path) -> Mapping[str, str]:
    """The environment of processes whose Python keeps what it has compiled, as it does for people.

    Where it may not, each of them compiles the whole program again.
    """
    others = {name: value for name, value in os.environ.items() if name != _COMPILES_AGAIN}
    return {**others, "PYTHONPYCACHEPREFIX": str(folder)}


async def answering(access: RelayAccess) -> None:
    """Wait until a relay's holder can be asked; a process of its own takes a while to start."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await ask_to_hold(access, "nonsense")
            except NotHeld:
                return
            except Unreachable:
                await asyncio.sleep(0.05)


def children(process: int) -> list[int]:
    """The processes that another one has started."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return [int(child) for child in found.split()]
