"""One node of the toy table as a process: `python -m tests.p2p.process SEAT PORT HOME [LENGTH]`.

It makes its store the first time and opens it again every other time, and ends when the game is
over and signed by all.
"""

import asyncio
import os
import sys
from pathlib import Path
from unittest.mock import patch

from p2p import calling
from p2p.address import Address
from p2p.node import Node
from p2p.store import Store
from protocol.charter import table_id
from tests.p2p import party
from tests.protocol.sample import identity, phrase

LINGER_SECONDS = 60.0
"""Seconds that a node waits at the end for one that was killed and is slow to come back."""


def main(seat: int, port: int, home: Path, length: int = 200) -> None:
    path = home / f"{seat}.db"
    if not path.exists():
        fresh = path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        made = party.host_store(fresh) if seat == 0 else party.guest_store(fresh, seat, port)
        made.close()
        fresh.rename(path)
    table = table_id(identity(0).public, party.NONCE)
    with Store.open(path, table, identity(seat).public.raw) as store:
        asyncio.run(play(store, seat, port, length))


async def play(store: Store, seat: int, port: int, length: int) -> None:
    listen = Address("127.0.0.1", port) if seat == 0 else None
    player = party.Drawing(os.getpid(), length)
    with patch.object(calling, "MAX_RETRY_SECONDS", 0.5):
        await Node(
            store,
            phrase(seat),
            player,
            listen=listen,
            linger=LINGER_SECONDS,
            open_table=party.open_toy_table,
        ).run()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]), *map(int, sys.argv[4:]))
