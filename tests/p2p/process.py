"""One node of the toy table as a process: `python -m tests.p2p.process SEAT AT HOME [LENGTH]`.

AT is the port of the host, or the URL of a relay through which all play, and which holds the log.
It makes its store the first time and opens it again every other time, and ends when the game is
over and signed by all.
"""

import asyncio
import os
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from p2p import calling
from p2p.address import Address
from p2p.choice import Choice
from p2p.joining import Joining
from p2p.node import Node
from p2p.player import Notice, Position
from p2p.relay.client import RelayAccess, ways_through
from p2p.store import Store
from protocol.charter import table_id
from protocol.entry import Decide
from tests.p2p import party
from tests.protocol import toy
from tests.protocol.sample import identity, phrase

LINGER_SECONDS = 60.0
"""Seconds that a node waits at the end for one that was killed and is slow to come back."""
END = "end"
"""A file in HOME: once it is there, whoever decides next wins."""
_THINKING = 0.05
_TABLE = table_id(identity(0).public, party.NONCE)


class Telling(party.Drawing):
    """One who thinks for a moment, and tells in HOME how long its line is."""

    def __init__(self, home: Path, seat: int, length: int) -> None:
        super().__init__(os.getpid(), length)
        self._home = home
        self._told = home / f"{seat}.length"
        self.node: Node | None = None

    async def decide(self, position: Position) -> Choice:
        await asyncio.sleep(_THINKING)
        if (self._home / END).exists():
            return Choice((Decide(toy.data(toy.Win())),))
        return await super().decide(position)

    def notice(self, notice: Notice) -> None:
        super().notice(notice)
        self.notices.clear()
        if self.node is not None and self.node.table is not None:
            self._told.write_text(str(len(self.node.table.log)))


def main(seat: int, at: str, home: Path, length: int = 200) -> None:
    path = home / f"{seat}.db"
    if not path.exists():
        fresh = path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        made = party.host_store(fresh) if seat == 0 else _guest_store(fresh, seat, at)
        made.close()
        fresh.rename(path)
    with Store.open(path, _TABLE, identity(seat).public.raw) as store:
        asyncio.run(play(store, seat, at, home, length))


def _guest_store(path: Path, seat: int, at: str) -> Store:
    if at.isdigit():
        return party.guest_store(path, seat, int(at))
    ways = ways_through([RelayAccess.parse(at)], phrase(0), _TABLE)
    invite = replace(party.invite(seat, 1), ways=ways)
    return party.joining_store(path, Joining(invite=invite, guest=party.guest(seat)), phrase(seat))


async def play(store: Store, seat: int, at: str, home: Path, length: int) -> None:
    relayed = not at.isdigit()
    player = Telling(home, seat, length) if relayed else party.Drawing(os.getpid(), length)
    with nullcontext() if relayed else patch.object(calling, "MAX_RETRY_SECONDS", 0.5):
        node = Node(
            store,
            phrase(seat),
            player,
            listen=Address("127.0.0.1", int(at)) if seat == 0 and not relayed else None,
            relays=[RelayAccess.parse(at)] if relayed else (),
            hold=relayed,
            linger=LINGER_SECONDS,
            open_table=party.open_toy_table,
        )
        if isinstance(player, Telling):
            player.node = node
        await node.run()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), *map(int, sys.argv[4:]))
