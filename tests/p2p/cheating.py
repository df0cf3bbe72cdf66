"""A table of three real nodes at which Bob cheats.

Bob's own node is honest; what he signs besides is sent on its connections.
"""

import asyncio

from p2p.address import Address
from p2p.choice import Choice
from p2p.events import FaultProven
from p2p.messages import Entries, Message, Statements
from p2p.node import Node
from p2p.player import Disconnected, Position
from p2p.ways import Lan
from protocol.due import Duty
from protocol.entry import Decide, DiceShare, Entry, sign_entry
from protocol.errors import Code
from protocol.evidence import judge_evidence
from protocol.identity import PublicKey
from protocol.logfile import statement_record
from protocol.questions import FIRST
from protocol.statement import Signed
from protocol.statements import GameStatement
from protocol.table import Table
from tests.p2p import party
from tests.p2p.running import ANYWHERE, Table3
from tests.protocol import toy
from tests.protocol.sample import MINUTE, identity

ANN, BOB, CID = 0, 1, 2
HONEST = {"host": ANN, "Cid": CID}
KEEPERS = {"Dan": 3, "Dot": 4}
"""At a table of five."""


class Passing(party.Drawing):
    """Ends its turns, as long as it may."""

    async def decide(self, position: Position) -> Choice:  # noqa: ARG002 (whatever it is)
        return Choice((Decide(toy.data(toy.End())),))


class Waiting(Passing):
    """Ends its turns, until the game has begun in earnest: then it thinks for ever."""

    async def decide(self, position: Position) -> Choice:
        if len(position.table.log) > 12:
            await asyncio.Future()
        return await super().decide(position)


async def table_of_three(made: Table3) -> None:
    """All are connected with each other, and the game waits for Bob."""
    host = await made.host(linger=None, player=Passing(0))
    bob = made.guest(BOB, player=Waiting(1), listen=ANYWHERE, linger=None)
    port = await bob.port()
    way = Lan(Address("127.0.0.1", port))
    made.guest(CID, player=Passing(2), ways=[way], linger=None)
    await made.until(lambda: len(table(host).log) > 12 if host.table else False)
    await made.until(lambda: all(waits_for_bob(node) for node in made.nodes.values()))
    await made.until(lambda: len({table(node).head for node in made.nodes.values()}) == 1)
    await made.until(lambda: all(len(node._runner.peers.keys) == 2 for node in made.nodes.values()))


def table(node: Node) -> Table:
    assert node.table is not None
    return node.table


def waits_for_bob(node: Node) -> bool:
    due = None if node.table is None else node.table.due
    return due is not None and (due.seat, due.duty) == (BOB, Duty.DECISION)


def entry(made: Table3, order: toy.Order, *more: DiceShare, late: int = 0) -> Entry:
    known = table(made.nodes["host"])
    return sign_entry(
        identity(BOB),
        game=known.charter.game_id,
        head=known.head,
        seat=BOB,
        incarnation=FIRST,
        minute=MINUTE + late,
        state=known.due_digest,
        items=[Decide(toy.data(order)), *more],
    )


def key(name: str) -> PublicKey:
    return identity({**HONEST, **KEEPERS}[name]).public


def sends(
    made: Table3, to: str | PublicKey, *what: Entry | Signed[GameStatement], by: str = "Bob"
) -> None:
    """Somebody, Bob unless told, sends this to one of the others."""
    peer = made.nodes[by]._runner.peers.with_key(to if isinstance(to, PublicKey) else key(to))
    assert peer is not None
    peer.replies.extend(_message(one) for one in what)
    peer.wake.set()


def reaches(made: Table3, to: str, what: Entry | Signed[GameStatement]) -> None:
    """What Bob has sent is there now, before the others can have told each other of anything."""
    runner = made.nodes[to]._runner
    peer = runner.peers.with_key(identity(BOB).public)
    assert peer is not None
    runner.receive(peer, _message(what))


def _message(what: Entry | Signed[GameStatement]) -> Message:
    if isinstance(what, Entry):
        return Entries(entries=(what.raw,))
    record = statement_record(what)
    return Statements(records=((int(record.kind), record.content),))


async def stops_nobody_else(made: Table3, *codes: Code) -> None:
    """Both others name Bob and nobody else, with evidence that is kept, and stay together."""
    for name, other in (("host", "Cid"), ("Cid", "host")):
        await caught(made, name, other)
    found = {fault.refusal.code for name in HONEST for fault in made.notices(name, FaultProven)}
    assert found == set(codes)
    await made.until(lambda: any(gone.refused for gone in made.notices("Bob", Disconnected)))
    assert made.notices("Bob", FaultProven) == []
    await made.until(lambda: table(made.nodes["host"]).head == table(made.nodes["Cid"]).head)


async def caught(made: Table3, name: str, other: str) -> None:
    """One node has caught Bob, has left him, and is connected with the other one still."""
    node = made.nodes[name]
    await made.until(lambda: bool(made.notices(name, FaultProven)))
    await made.until(lambda: node._runner.peers.keys == (key(other),))
    found = made.notices(name, FaultProven)
    assert {fault.seat for fault in found} == {BOB}
    for fault in found:
        report = judge_evidence(fault.evidence, party.open_toy_table)
        assert report.verified
        assert report.fault is not None
        assert report.fault.culprit == BOB
    assert node._runner.store.read().evidence == tuple(fault.evidence for fault in found)
    assert not made.tasks[name].done()
