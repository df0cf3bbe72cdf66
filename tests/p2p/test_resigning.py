"""Real nodes of four seats: one resigns, and its tokens pass on unseen (SPEC-8.9, 13.1)."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.board import Side
from p2p.choice import Choice
from p2p.node import Node
from p2p.player import Position
from protocol.audit import audit
from protocol.charter import DiceSetting, Secrecy
from protocol.due import Duty
from protocol.entry import Deal, Decide, DiceShare, Entry, OpenTokens, Rejoin, Resign
from protocol.entry_builder import PlayerAction
from protocol.logfile import write_log
from protocol.questions import FIRST
from protocol.table import Table
from tests.p2p import party
from tests.p2p.running import Table3
from tests.protocol import toy
from tests.protocol.sample import phrase
from tests.protocol.toy_match import chain

ANN, BOB, CID, KEEPER = range(4)


class Acting(party.Drawing):
    """A player that does these things, one in each entry, and then ends its turns."""

    def __init__(self, *actions: PlayerAction | toy.Order) -> None:
        super().__init__(0)
        self.actions = list(actions)

    async def decide(self, position: Position) -> Choice:  # noqa: ARG002 (it knows what it does)
        action = self.actions.pop(0) if self.actions else toy.End()
        return Choice((Decide(toy.data(action)) if isinstance(action, toy.Order) else action,))


class Thinking(Acting):
    """One that thinks until it is told to act."""

    def __init__(self, *actions: PlayerAction | toy.Order) -> None:
        super().__init__(*actions)
        self.told = asyncio.Event()

    async def decide(self, position: Position) -> Choice:
        await self.told.wait()
        return await super().decide(position)


@pytest.fixture(autouse=True)
def four_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy's three players, and a keeper that adds to every roll."""
    terms = replace(
        party.TERMS,
        seats=(*party.TERMS.seats, ()),
        dice=DiceSetting.KEEPERS,
        secrecy=Secrecy.PROVED,
    )
    monkeypatch.setattr(party, "TERMS", terms)
    monkeypatch.setattr(party, "NAMES", (*party.NAMES, "Dan"))


async def played(made: Table3, *players: Acting, until: Callable[[Table], bool]) -> list[Table]:
    """The tables of four nodes, once something is true of the line that all hold."""
    nodes: list[Node] = [await made.host(watchers=0, player=players[0])]
    nodes += [made.guest(seat, player=players[seat]) for seat in (BOB, CID, KEEPER)]

    def holds() -> bool:
        tables = [node.table for node in nodes if node.table is not None]
        same = len(tables) == len(nodes) and len({table.head for table in tables}) == 1
        return same and until(tables[0])

    await made.until(holds)
    return [node.table for node in nodes if node.table is not None]


def opened(table: Table) -> list[int]:
    """The entries in which tokens are opened."""
    return [
        entry.sequence
        for entry in table.log
        if any(isinstance(item, OpenTokens) for item in entry.items)
    ]


def waits_for(node: Node, seat: int, duty: Duty) -> bool:
    due = None if node.table is None else node.table.due
    return due is not None and (due.seat, due.duty) == (seat, duty)


def line(node: Node) -> list[Entry]:
    return [] if node.table is None else list(node.table.log)


def dealing(entry: Entry) -> bool:
    return any(isinstance(item, Deal) for item in entry.items)


async def test_the_fleet_of_who_resigns_passes_on_unseen(made: Table3) -> None:
    show = toy.Show((toy.JAPAN,), 4)
    players = Acting(), Acting(Resign()), Acting(toy.Shuffle(), toy.Throw(2), show), Acting()
    tables = await played(made, *players, until=lambda table: bool(opened(table)))
    line = tables[0].log
    resigned = next(e.sequence for e in line if isinstance(e.items[0], Resign))
    dealt = next(e for e in line if any(isinstance(item, Deal) for item in e.items))
    given = [
        entry.seat
        for entry in line
        if resigned < entry.sequence <= dealt.sequence
        for item in entry.items
        if isinstance(item, DiceShare)
    ]
    assert given == [ANN, KEEPER, CID], "all others give a share, the new player last"
    assert opened(tables[0])[0] > dealt.sequence, "until it is Cid's to show, nobody sees a token"
    assert tables[0].game.seat_of(toy.JAPAN) == CID
    assert audit(write_log(line), open_table=party.open_toy_table).verified


async def test_spec_12_10_nobody_chooses_a_deal_with_hindsight(made: Table3) -> None:
    """Cid, who gives the last share, knows the deal before all others, and loses his machine.

    He comes back with other dice; but for this deal his share is that of the old ones.
    """
    bob = Thinking(Resign())
    host = await made.host(watchers=0, player=Acting())
    for seat, player in ((BOB, bob), (CID, Acting()), (KEEPER, Acting())):
        made.guest(seat, player=player)
    await made.until(lambda: waits_for(host, BOB, Duty.DECISION))
    await made.until(
        lambda: len({node.table and node.table.head for node in made.nodes.values()}) == 1
    )
    await made.stop("Cid")
    (made.home / "Cid.db").unlink()
    bob.told.set()
    await made.until(lambda: waits_for(host, CID, Duty.SHARE))
    assert host.table is not None
    old = host.table.ledger.chains[CID, FIRST]
    fixed = chain(CID).share(old.number + 1)
    lost = party.lost_store(made.home / "Cid.db", CID, made.port)
    made.run("Cid", lost, phrase(CID), player=Acting())
    await made.until(lambda: any(dealing(entry) for entry in line(host)))
    (dealt,) = (entry for entry in line(host) if dealing(entry))
    assert isinstance(dealt.items[0], Rejoin)
    assert dealt.incarnation != FIRST
    assert [item.value for item in dealt.items if isinstance(item, DiceShare)] == [fixed]


async def test_a_side_without_a_seat_has_lost(made: Table3) -> None:
    players = Acting(), Acting(Resign()), Acting(Resign()), Acting()
    tables = await played(made, *players, until=lambda table: table.outcome is not None)
    outcome = tables[0].outcome
    assert outcome is not None
    assert outcome.winner == Side("Allies")


async def test_nobody_waits_for_who_has_resigned_and_gone(made: Table3) -> None:
    players = Acting(), Acting(Resign()), Acting(Resign()), Acting()
    nodes = [await made.host(watchers=0, player=players[0], linger=0.1)]
    nodes += [made.guest(seat, player=players[seat], linger=0.1) for seat in (BOB, CID, KEEPER)]

    def resigned() -> bool:
        table = nodes[ANN].table
        return table is not None and table.game.seat_of(toy.JAPAN) == CID

    await made.until(resigned)
    await made.stop(party.NAMES[BOB])
    await made.finished()
    table = nodes[ANN].table
    assert table is not None
    assert table.closings() == (ANN, CID, KEEPER)
