"""A fault stops its culprit, not the game: real nodes of three seats, of which Bob's cheats.

Bob's own node is honest; what he signs besides is sent on its connections.
"""

import asyncio

from p2p.address import Address
from p2p.events import FaultProven
from p2p.messages import Entries, Message, Statements
from p2p.node import Node
from p2p.player import Disconnected, Position
from p2p.replica import Choice
from p2p.store import Store
from protocol.answers import RejoinAnswer
from protocol.due import Duty
from protocol.entry import Decide, DiceShare, Entry, sign_entry
from protocol.errors import Code
from protocol.evidence import judge_evidence
from protocol.head import Head
from protocol.identity import PublicKey
from protocol.logfile import statement_record
from protocol.questions import FIRST, RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed, sign_statement
from protocol.statements import GameStatement
from protocol.table import Table
from tests.p2p import party
from tests.p2p.keys import octets
from tests.p2p.running import ANYWHERE, Table3
from tests.protocol import toy
from tests.protocol.sample import MINUTE, identity, phrase

ANN, BOB, CID = 0, 1, 2
HONEST = {"host": ANN, "Cid": CID}


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
    address = Address("127.0.0.1", port)
    made.guest(CID, player=Passing(2), addresses=[address], linger=None)
    await made.until(lambda: len(table(host).log) > 12 if host.table else False)
    await made.until(lambda: all(waits_for_bob(node) for node in made.nodes.values()))
    await made.until(lambda: len({table(node).head for node in made.nodes.values()}) == 1)
    await made.until(lambda: all(len(node._peers.keys) == 2 for node in made.nodes.values()))


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
    return identity(HONEST[name]).public


def sends(made: Table3, to: str, *what: Entry | Signed[GameStatement]) -> None:
    """Bob sends this to one of the others."""
    peer = made.nodes["Bob"]._peers.with_key(key(to))
    assert peer is not None
    for one in what:
        message: Message
        if isinstance(one, Entry):
            message = Entries(entries=(one.raw,))
        else:
            record = statement_record(one)
            message = Statements(records=((int(record.kind), record.content),))
        peer.replies.append(message)
    peer.wake.set()


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
    await made.until(lambda: node._peers.keys == (key(other),))
    found = made.notices(name, FaultProven)
    assert {fault.seat for fault in found} == {BOB}
    for fault in found:
        report = judge_evidence(fault.evidence, party.open_toy_table)
        assert report.verified
        assert report.fault is not None
        assert report.fault.culprit == BOB
    assert node._store.read().evidence == tuple(fault.evidence for fault in found)
    assert not made.tasks[name].done()


async def goes_on_to_bob(made: Table3, after: int) -> None:
    """The others play on, until the game waits for Bob."""
    nodes = [made.nodes[name] for name in HONEST]
    await made.until(lambda: all(waits_for_bob(node) for node in nodes))
    for node in nodes:
        assert {ANN, CID} <= {one.seat for one in table(node).log.since(after)}


async def test_a_fork_shown_to_two_seats(made: Table3) -> None:
    """SPEC-16.12: nobody has signed on either line, so both take the one with the smaller hash."""
    await table_of_three(made)
    place = table(made.nodes["host"]).head.sequence
    sends(made, "host", entry(made, toy.End()))
    sends(made, "Cid", entry(made, toy.End(), late=1))
    await stops_nobody_else(made, Code.FORK)
    await goes_on_to_bob(made, place)


async def test_a_fork_is_known_after_a_restart(made: Table3) -> None:
    await table_of_three(made)
    sends(made, "host", entry(made, toy.End()), entry(made, toy.End(), late=1))
    await stops_nobody_else(made, Code.FORK)
    await made.stop("Cid")
    store = Store.open(made.home / "Cid.db", party.invite(CID, made.port).table, key("Cid").raw)
    again = made.run("Cid", store, phrase(CID), player=Passing(2), linger=None)
    await made.until(lambda: key("host") in again._peers.keys)
    assert again._replica is not None
    assert again._replica.sync.culprits.seats == {BOB}


async def test_a_wrong_share(made: Table3) -> None:
    """It is sent to Ann alone, and everybody learns of it."""
    await table_of_three(made)
    sends(made, "host", entry(made, toy.Throw(2), DiceShare(octets("no share"))))
    await stops_nobody_else(made, Code.SHARE_WRONG)
    assert all(waits_for_bob(made.nodes[name]) for name in HONEST)


async def test_an_illegal_entry(made: Table3) -> None:
    await table_of_three(made)
    sends(made, "Cid", entry(made, toy.Throw(99)))
    await stops_nobody_else(made, Code.ILLEGAL_ANSWER)
    assert all(waits_for_bob(made.nodes[name]) for name in HONEST)


async def test_a_legal_entry_after_an_illegal_one(made: Table3) -> None:
    """Cid has built on it before he hears of the fault: then Ann takes it, too."""
    await table_of_three(made)
    place = table(made.nodes["host"]).head.sequence
    sends(made, "Cid", entry(made, toy.End()))
    sends(made, "host", entry(made, toy.Throw(99)))
    await stops_nobody_else(made, Code.ILLEGAL_ANSWER, Code.FORK)
    await goes_on_to_bob(made, place)


async def test_a_turn_taken_from_another(made: Table3) -> None:
    """Bob signs in Ann's turn, and owes nothing just then: the game goes on by itself."""
    await table_of_three(made)
    place = table(made.nodes["host"]).head.sequence
    sends(made, "host", entry(made, toy.End()))
    await made.until(lambda: len(table(made.nodes["host"]).log) > place)
    stolen = sign_entry(
        identity(BOB),
        game=table(made.nodes["host"]).charter.game_id,
        head=table(made.nodes["host"]).log.at(place + 1).head,
        seat=BOB,
        incarnation=FIRST,
        minute=MINUTE,
        state=None,
        items=[Decide(toy.data(toy.End()))],
    )
    sends(made, "Cid", stolen)
    await stops_nobody_else(made, Code.WRONG_AUTHOR)
    await goes_on_to_bob(made, place)


def question(made: Table3, seat: int) -> Signed[RejoinQuestion]:
    asked = RejoinQuestion(
        game=table(made.nodes["host"]).charter.game_id,
        seat=seat,
        round=MINUTE,
        nonce=octets("nonce"),
        dice_head=octets("head"),
    )
    return sign_statement(identity(seat), asked)


def said(made: Table3, seat: int) -> list[Signed[RejoinAnswer]]:
    found = []
    for one in table(made.nodes["host"]).log.statements:
        match one:
            case Signed(RejoinAnswer() as answer, signature) if answer.seat == seat:
                found.append(Signed(answer, signature))
    return found


async def test_two_answers_to_a_question(made: Table3) -> None:
    """Cid has lost his machine; Bob tells Ann another last entry of his than before."""
    await table_of_three(made)
    await made.stop("Cid")
    (made.home / "Cid.db").unlink()
    lost = party.lost_store(made.home / "Cid.db", CID, made.port)
    made.run("Cid", lost, phrase(CID), player=Passing(2), linger=None)
    await made.until(lambda: bool(said(made, BOB)))
    (answer,) = said(made, BOB)
    other = RejoinAnswer(
        game=answer.statement.game,
        seat=BOB,
        begun=None,
        settlement=None,
        question=answer.statement.question,
        last=None,
        known=(),
    )
    assert other != answer.statement
    sends(made, "host", sign_statement(identity(BOB), other))
    await stops_nobody_else(made, Code.TWO_ANSWERS)
    await made.until(lambda: not table(made.nodes["host"]).rejoining[CID].unanswered)


async def test_two_settlements_of_a_question(made: Table3) -> None:
    await table_of_three(made)
    asked = question(made, BOB)
    sends(made, "host", asked)
    await made.until(lambda: bool(said(made, ANN)) and bool(said(made, CID)))
    answers = (*said(made, ANN), *said(made, CID))
    lasts: list[Head | None] = [one.statement.last for one in answers]
    for last in (lasts[0], None):
        made_of = Settlement(
            game=asked.statement.game, seat=BOB, question=asked, answers=answers, last=last
        )
        sends(made, "host", sign_statement(identity(BOB), made_of))
    await stops_nobody_else(made, Code.TWO_SETTLEMENTS)
