"""SPEC-18.6, 12.8: the seat that an agreement names comes back in the middle of it."""

from collections.abc import Callable

import pytest

from p2p import runner
from p2p.events import FaultProven
from p2p.node import Node
from p2p.store import Store
from protocol.audit import audit
from protocol.logfile import write_log
from protocol.proposals import End, Ended, Proposal, Replace, Result
from protocol.report import Level
from protocol.table import Table
from tests.p2p import party
from tests.p2p.running import Table3
from tests.p2p.test_agreements import KEEPER, Scripted, four_seats, orders, waits
from tests.p2p.test_succession import DORA, come
from tests.protocol import toy
from tests.protocol.sample import identity, phrase

__all__ = ["four_seats"]

ANN, BOB, CID = 0, 1, 2
KINDS = pytest.mark.parametrize("kind", [End, Replace], ids=["end", "replace"])
LOST = pytest.mark.parametrize("lost", [False, True], ids=["whole", "lost"])


class Game:
    """Ann, Bob and Cid play, Dan keeps; the game waits for Bob, whose node is gone.

    Attributes:
        proposed: by Ann, against Bob; Cid has signed it.
        players: what they decide, by seat.
    """

    def __init__(self, made: Table3, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made = made
        self.players = {seat: Scripted() for seat in range(4)}
        self.now = runner._minute()
        self.new: Node | None = None
        monkeypatch.setattr(runner, "PATIENCE", 0.01)
        monkeypatch.setattr(runner, "_minute", lambda: self.now)

    def __getitem__(self, name: str) -> Node:
        return self.made.nodes[name]

    def table(self, name: str) -> Table:
        table = self[name].table
        assert table is not None
        return table

    async def begin(self, kind: type[End] | type[Replace]) -> None:
        """Bob is gone, and Ann proposes to go on without him."""
        made = self.made
        host = await made.host(watchers=0, player=self.players[ANN], linger=None)
        for seat in (BOB, CID, KEEPER):
            made.guest(seat, player=self.players[seat], linger=None)
        self.players[ANN].order(toy.End())
        await self.until(lambda table: orders(table) == 1 and waits(table), *made.nodes)
        self.place = len(self.table("host").log) + 1
        await made.stop("Bob")
        if kind is End:
            host.propose(End(Result.DRAW), (Ended(BOB, 0, None),))
            return
        self.new = come(made, DORA, host.invite_successor(BOB), length=1)
        key = identity(DORA).public
        await made.until(lambda: any(one.key == key for one in host.candidates))
        host.replace(key)

    async def cid_signs(self) -> None:
        """And then Ann, who has proposed it; the keeper waits until Bob is absent."""
        cid = self["Cid"]
        await self.made.until(lambda: bool(cid.proposals))
        cid.consent(self.proposal(cid).hash)
        await self.signed("host", ANN, CID)

    async def signed(self, name: str, *seats: int) -> None:
        node = self[name]
        await self.made.until(lambda: bool(node.proposals) and node.proposals[0].signed == seats)

    def proposal(self, node: Node) -> Proposal:
        (one,) = node.proposals
        return one.proposal.statement

    def comes_back(self, *, lost: bool) -> Node:
        """Bob, with his store or without; his player gives an order as soon as it is asked."""
        made = self.made
        if lost:
            store = party.lost_store(made.home / "new Bob.db", BOB, made.port)
        else:
            store = self.stored("Bob", BOB)
        player = Scripted(toy.Throw(2))
        return made.run("Bob", store, phrase(BOB), player=player, linger=None)

    def stored(self, name: str, seat: int) -> Store:
        table = party.invite(seat, self.made.port).table
        return Store.open(self.made.home / f"{name}.db", table, identity(seat).public.raw)

    async def until(self, condition: Callable[[Table], bool], *names: str) -> None:
        """These nodes hold the same line, of which something is true."""

        def holds() -> bool:
            tables = [table for name in names if (table := self[name].table) is not None]
            same = len(tables) == len(names) and len({table.head for table in tables}) == 1
            return same and condition(tables[0])

        await self.made.until(holds)

    def carried(self, table: Table) -> bool:
        """Whether the agreement stands at its place."""
        return len(table.log) >= self.place and table.log.at(self.place).agree is not None

    def sound(self) -> None:
        """Nobody is blamed, and the log is good at each level."""
        for name in self.made.nodes:
            assert self.made.notices(name, FaultProven) == []
        for level in Level:
            file = write_log(self.table("host").log)
            report = audit(file, level, open_table=party.open_toy_table)
            assert report.verified, report.fault


@pytest.fixture
def game(made: Table3, monkeypatch: pytest.MonkeyPatch, four_seats: None) -> Game:  # noqa: ARG001
    return Game(made, monkeypatch)


@LOST
@KINDS
async def test_spec_18_6_before_all_have_signed_the_game_goes_on_with_who_is_back(
    game: Game, kind: type[End] | type[Replace], lost: bool
) -> None:
    """The keeper has not signed, and refuses by itself: so Ann and Cid take what Bob decides."""
    await game.begin(kind)
    await game.cid_signs()
    game.comes_back(lost=lost)
    await game.until(lambda table: orders(table) == 2 and waits(table), "host", "Bob", "Cid", "Dan")
    assert game["Bob"].seat == BOB
    assert not any(entry.agree for entry in game.table("host").log)
    game.sound()


@LOST
@KINDS
async def test_spec_12_8_after_all_have_signed_the_agreement_takes_the_place_of_what_he_decides(
    game: Game, kind: type[End] | type[Replace], lost: bool
) -> None:
    """Cid is to carry it, and his node is down; Bob's orders meanwhile are taken by nobody."""
    await game.begin(kind)
    await game.cid_signs()
    await game.made.stop("Cid")
    game.now += game.table("host").charter.absence * 24 * 60
    await game.signed("host", ANN, CID, KEEPER)
    bob = game.comes_back(lost=lost)
    await game.made.until(lambda: bob.table is not None and len(bob.table.log) >= game.place - 1)
    if not lost:
        await game.made.until(lambda: len(game.table("Bob").log) == game.place)
    assert len(game.table("host").log) == game.place - 1, "Ann takes nothing of his"
    game.made.run("Cid", game.stored("Cid", CID), phrase(CID), player=Scripted(), linger=None)
    await game.until(game.carried, "host", "Bob", "Cid", "Dan")
    if kind is End:
        assert game.table("Bob").outcome is not None
    else:
        await game.made.until(lambda: game.new is not None and game.new.seat == BOB)
        assert bob.seat is None
    game.sound()
