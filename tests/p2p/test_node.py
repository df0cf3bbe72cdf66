"""Real nodes over loopback: from the first invite to the last signature."""

import asyncio
from pathlib import Path

from p2p.address import Address
from p2p.node import Node
from protocol.identity import Phrase
from tests.p2p import party
from tests.p2p.keys import octets
from tests.protocol.sample import phrase

ANYWHERE = Address("127.0.0.1", 0)


async def test_a_game_between_three_nodes_and_a_watcher(tmp_path: Path) -> None:
    with party.host_store(tmp_path / "host.db", watchers=1) as store:
        host = Node(store, phrase(0), party.Drawing(0), listen=ANYWHERE, found=party.toy_found)
        running = [asyncio.create_task(host.run())]
        port = await host.port()
        with (
            party.guest_store(tmp_path / "bob.db", 1, port) as bobs,
            party.guest_store(tmp_path / "cid.db", 2, port) as cids,
            party.watcher_store(tmp_path / "eve.db", port) as eves,
        ):
            nodes = [
                host,
                Node(bobs, phrase(1), party.Drawing(1), found=party.toy_found),
                Node(cids, phrase(2), party.Drawing(2), found=party.toy_found),
                Node(eves, Phrase(octets("watcher")), party.Drawing(3), found=party.toy_found),
            ]
            running += [asyncio.create_task(node.run()) for node in nodes[1:]]
            await asyncio.wait_for(asyncio.gather(*running), 30)
            assert len({tuple(log) for log in party.logs(nodes)}) == 1
            for node in nodes:
                assert node.table is not None
                assert node.table.closings() == (0, 1, 2)
                assert node.table.disclosures() == (0, 1, 2)
