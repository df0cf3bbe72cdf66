"""Real nodes whose machines are lost, again and again: real sockets, real stores (SPEC-12)."""

import pytest

from p2p.joining import Joining
from p2p.node import Node
from p2p.store import Store
from protocol.charter import table_id
from protocol.identity import Identity
from protocol.questions import FIRST
from protocol.table import Table
from tests.p2p import party
from tests.p2p.running import ANYWHERE, Table3
from tests.p2p.test_succession import begun, verified
from tests.protocol.sample import identity, phrase

pytestmark = pytest.mark.no_cover  # whole games

SEATS = {"host": 0, "Bob": 1, "Cid": 2}
ENDLESS = 10**6
TABLE = table_id(identity(0).public, party.NONCE)
_NEWS = 6  # entries: more than anybody signs alone


def table_of(node: Node) -> Table:
    assert node.table is not None
    return node.table


class Losing:
    """A game of three that goes on until it is told to end; guests can be called, too."""

    def __init__(self, made: Table3) -> None:
        self.made = made
        self.lost = 0

    async def begin(self) -> None:
        await begun(self.made, meeting=True)
        self.last(ENDLESS)

    def last(self, length: int) -> None:
        """The game is won as soon as the log is so long."""
        for player in self.made.players.values():
            player.length = length

    async def loses(self, *names: str) -> None:
        """These machines are lost with their disks; their players come back with their phrases."""
        (*_, other) = (name for name in ("Cid", "host", "Bob") if name not in names)
        table = table_of(self.made.nodes[other])
        before = table.ledger.incarnations
        link = self.made.nodes["host" if "host" not in names else "Bob"].link()
        for name in names:
            await self.made.stop(name)
        for name in names:
            self.lost += 1
            path = self.made.home / f"{name} {self.lost}.db"
            store = party.joining_store(path, Joining(invite=link), phrase(SEATS[name]))
            player = party.Drawing(self.lost, ENDLESS)
            self.made.run(name, store, phrase(SEATS[name]), player=player)
        seats = [SEATS[name] for name in names]
        await self.made.until(
            lambda: all(table.ledger.incarnations[seat] != before[seat] for seat in seats)
        )

    async def moves(self, name: str) -> None:
        """A node stops, and starts again where it listens at another port."""
        file = "host" if name == "host" and not self.lost else f"{name} {self.lost}"
        await self.made.stop(name)
        own = phrase(SEATS[name])
        key = Identity.from_phrase(own).public.raw
        store = Store.open(self.made.home / f"{file}.db", TABLE, key)
        player = party.Drawing(self.lost, ENDLESS)
        node = self.made.run(name, store, own, player=player, listen=ANYWHERE)
        others = [other for other in self.made.nodes.values() if other is not node]
        before = max(len(table_of(other).log) for other in others)
        grown = before + _NEWS
        await self.made.until(
            lambda: all(node.table and len(node.table.log) > grown for node in (node, *others))
        )

    async def end(self) -> None:
        """The game is played to its end: all hold the same log, and it verifies."""
        self.last(0)
        await self.made.finished()
        nodes = self.made.nodes.values()
        assert len({tuple(log) for log in party.logs(nodes)}) == 1
        for node in nodes:
            verified(node)


@pytest.fixture
async def game(made: Table3) -> Losing:
    losing = Losing(made)
    await losing.begin()
    return losing


@pytest.mark.parametrize("name", ["host", "Cid"])
async def test_ten_losses_of_the_same_machine(game: Losing, name: str) -> None:
    for _ in range(10):
        await game.loses(name)
    await game.end()
    names = table_of(game.made.nodes["Bob"]).ledger.incarnations
    assert [seat for seat, own in enumerate(names) if own != FIRST] == [SEATS[name]]


@pytest.mark.parametrize("names", [("host", "Cid"), ("Cid", "host")], ids=" and ".join)
async def test_two_seats_come_back_at_once(game: Losing, names: tuple[str, str]) -> None:
    """The host and a guest: Bob alone holds the line, and he answers both."""
    await game.loses(*names)
    await game.end()


async def test_a_host_moves_twice_loses_its_disk_once_and_comes_back(game: Losing) -> None:
    """SPEC-16.16, 12: the game goes on each time, and nobody is told a new address by hand."""
    for _ in range(2):
        await game.moves("host")
    await game.loses("host")
    await game.moves("host")
    await game.end()
    names = table_of(game.made.nodes["Bob"]).ledger.incarnations
    assert [seat for seat, own in enumerate(names) if own != FIRST] == [SEATS["host"]]


async def test_two_guests_come_back_at_once(game: Losing) -> None:
    await game.loses("Bob", "Cid")
    await game.end()
