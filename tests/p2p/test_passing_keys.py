"""Real nodes: who leaves passes its keys on, and who plays its powers next has its fleet."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.board import Power
from p2p import connections, entrusting
from p2p.address import Address
from p2p.choice import Choice
from p2p.entrusting import Entrusting, KeysReceived, KeysRefused
from p2p.events import FaultProven
from p2p.joining import Joining
from p2p.node import Node
from p2p.player import Position, Superseded
from p2p.store import Store
from p2p.terms import guest_of
from p2p.ways import Lan, WayIn
from protocol.audit import audit
from protocol.author import Author
from protocol.charter import Secrecy
from protocol.due import Duty
from protocol.entry import Agree, Deal, Decide, Resign, sign_entry
from protocol.errors import Code
from protocol.evidence import judge_evidence
from protocol.head import Head
from protocol.identity import PublicKey
from protocol.logfile import write_log
from protocol.questions import FIRST
from protocol.report import Level
from protocol.sealing.suite import ClaimStatus
from tests.p2p import party
from tests.p2p.cheating import sends
from tests.p2p.running import ANYWHERE, Table3
from tests.protocol import toy
from tests.protocol.sample import identity, phrase

ANN, BOB, CID, DORA = 0, 1, 2, 5
BOTH = pytest.mark.parametrize("secrecy", list(Secrecy))


class Waiting(party.Drawing):
    """A player that gives these orders, and then ends its turns; or waits, if it `stays`."""

    def __init__(self, *orders: toy.Order | Resign) -> None:
        super().__init__(0)
        self.orders = list(orders)
        self.stays = False

    async def decide(self, position: Position) -> Choice:
        while self.stays and not self.orders:
            self.noticed.clear()
            await self.noticed.wait()
        if len(position.table.log) >= self.length:
            return Choice((Decide(toy.data(toy.Win())),))
        order = self.orders.pop(0) if self.orders else toy.End()
        return Choice((Decide(toy.data(order)) if isinstance(order, toy.Order) else order,))


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table3]:
    async with AsyncExitStack() as stack:
        yield Table3(tmp_path, stack)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for long before calling again."""
    monkeypatch.setattr(connections, "MAX_RETRY_SECONDS", 0.2)


@pytest.fixture(autouse=True)
def suite(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The secrecy that a test is asked for; `hashed` if none is."""
    params = getattr(request.node, "callspec", None)
    secrecy = params.params.get("secrecy", Secrecy.HASHED) if params else Secrecy.HASHED
    monkeypatch.setattr(party, "TERMS", replace(party.TERMS, secrecy=secrecy))


def waits_for(node: Node, seat: int) -> bool:
    due = None if node.table is None else node.table.due
    return due is not None and (due.seat, due.duty) == (seat, Duty.DECISION)


def come(table: Table3, who: int = DORA, ways: Sequence[WayIn] = ()) -> Node:
    """Ann, the host, invites somebody to her seat, who comes, and may call others, too."""
    ann = table.nodes["host"]
    invite = ann.invite_successor(ANN)
    lobby = Joining(invite=invite, guest=guest_of(phrase(who), party.NONCE, "Dora", bytes(32)))
    store = party.joining_store(table.home / "Dora.db", lobby, phrase(who))
    player = Waiting(toy.Show((toy.USA, toy.UK), 2), toy.Shuffle())
    player.length = 40
    return table.run("Dora", store, phrase(who), player=player, ways=ways)


async def begun(table: Table3, ann: Waiting, bob: Waiting) -> tuple[Node, Node, Node]:
    """A game of three, in which Bob calls Cid, too; one of them stays where it is."""
    host = await table.host(player=ann)
    cid = table.guest(CID, player=Waiting(), listen=ANYWHERE)
    calls = (Lan(Address("127.0.0.1", await cid.port())),)
    nodes = host, table.guest(BOB, player=bob, ways=calls), cid
    for player in table.players.values():
        player.length = 40
    stays = next(player for player in (ann, bob) if player.stays)
    seat = ANN if stays is ann else BOB
    await table.until(lambda: waits_for(host, seat) and same(*nodes))
    return nodes


async def at_anns_turn(table: Table3) -> tuple[Node, Node, Node]:
    """Ann is to give an order, and gives none."""
    ann = Waiting()
    ann.stays = True
    return await begun(table, ann, Waiting())


async def at_bobs_turn(table: Table3) -> tuple[Node, Node, Node]:
    """Bob is to give an order, and gives none."""
    bob = Waiting()
    bob.stays = True
    return await begun(table, Waiting(), bob)


async def offered(table: Table3, dora: Node) -> None:
    """Ann proposes to hand over to Dora, who has come."""
    ann, key = table.nodes["host"], identity(DORA).public
    await table.until(lambda: any(one.key == key for one in ann.candidates))
    await table.until(lambda: dora.table is not None and same(ann, dora))
    ann.replace(key)


async def agreed(table: Table3, *others: Node) -> None:
    """The others agree to what is proposed."""
    for node in others:
        await table.until(lambda node=node: bool(node.proposals))  # type: ignore[misc]
        node.consent(node.proposals[0].proposal.statement.hash)


def same(*nodes: Node) -> bool:
    return len({node.table.head for node in nodes if node.table is not None}) == 1


def known(node: Node, *powers: Power) -> dict[int, int]:
    """What the tokens of some powers hold, as far as a node knows."""
    assert node.table is not None
    held = toy.toy(node.table.game).tokens
    tokens = [token for power in powers for token in held[power]]
    return {token: node.groups[token] for token in tokens if token in node.groups}


def anns(node: Node) -> dict[int, int]:
    return known(node, toy.USA, toy.UK)


def reports_verified(node: Node) -> None:
    assert node.table is not None
    log = write_log(node.table.log)
    for level in Level:
        report = audit(log, level=level, open_table=party.open_toy_table)
        assert report.verified, report.fault
    claims = audit(log, open_table=party.open_toy_table).each_claim
    assert all(one.status is not ClaimStatus.OPEN for one in claims)


@BOTH
async def test_a_seat_is_handed_over_with_its_tokens_and_played_to_the_end(
    table: Table3, secrecy: Secrecy
) -> None:
    ann, bob, cid = await at_anns_turn(table)
    held = anns(ann)
    assert len(held) == 8
    dora = come(table)
    await offered(table, dora)
    assert not table.notices("Dora", KeysReceived)
    await agreed(table, bob, cid)
    await table.until(lambda: dora.seat == ANN)
    assert anns(dora) == held
    assert table.notices("Dora", KeysReceived) == [KeysReceived(ANN)]
    assert not anns(bob)
    assert not anns(cid)
    await table.finished()
    assert not table.notices("host", Superseded), "who has handed over has no other device"
    assert bob.table is not None
    assert bob.table.charter.secrecy is secrecy
    reports_verified(bob)


async def test_the_old_key_signs_on_after_a_hand_over(table: Table3) -> None:
    """SPEC-12.8, 18.4: it forks the entry by which it left, and gives an order: Dora plays on."""
    ann, bob, cid = await at_anns_turn(table)
    before = ann.table.due_digest if ann.table is not None else None
    dora = come(table, ways=(Lan(Address("127.0.0.1", await cid.port())),))
    await offered(table, dora)
    await agreed(table, bob, cid)
    await table.until(lambda: dora.seat == ANN)
    await table.until(lambda: ann.table is not None and same(ann, bob, cid, dora))
    assert bob.table is not None
    (handed,) = (one for one in bob.table.log if isinstance(one.items[0], Agree))
    fork = sign_entry(
        identity(ANN),
        game=handed.game,
        head=Head(handed.sequence - 1, handed.previous),
        seat=ANN,
        incarnation=FIRST,
        minute=handed.minute,
        state=before,
        items=[Decide(toy.data(toy.End()))],
    )
    sends(table, identity(BOB).public, fork, by="host")
    for name in ("Bob", "Cid"):
        await table.until(lambda name=name: bool(table.notices(name, FaultProven)))  # type: ignore[misc]
        (fault,) = table.notices(name, FaultProven)
        assert (fault.refusal.code, fault.seat, fault.key) == (Code.FORK, ANN, 0)
        assert judge_evidence(fault.evidence, party.open_toy_table).fault is not None
    await table.stop("host")
    await table.finished()
    assert cid.table is not None
    assert cid.table.log.holds(handed.head)
    assert bob.gone == cid.gone == dora.gone == frozenset()
    reports_verified(bob)


async def test_nobody_learns_anything_before_all_have_agreed(table: Table3) -> None:
    ann, bob, cid = await at_anns_turn(table)
    dora = come(table)
    await offered(table, dora)
    await agreed(table, bob)
    await table.until(lambda: bool(cid.proposals))
    cid.refuse(cid.proposals[0].proposal.statement.hash)
    await table.until(lambda: not ann.proposals[0].alive)
    assert not table.notices("Dora", KeysReceived)
    assert dora.seat is None


async def test_a_lying_player_gets_no_receipt_and_nothing_passes(
    table: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(_: object, powers: tuple[str, ...]) -> tuple[tuple[str, bytes], ...]:
        return tuple((power, bytes(32)) for power in powers)

    monkeypatch.setattr(entrusting, "keys_for", wrong)
    ann, bob, cid = await at_anns_turn(table)
    dora = come(table)
    await offered(table, dora)
    await agreed(table, bob, cid)
    await table.until(lambda: bool(table.notices("Dora", KeysRefused)))
    (refused,) = table.notices("Dora", KeysRefused)
    assert refused.giver == ANN
    assert (ann.seat, dora.seat) == (ANN, None)
    assert ann.proposals[0].missing == (ANN,)


def again(table: Table3, name: str, who: int) -> Node:
    """Somebody starts again from its store."""
    place = party.invite(BOB, table.port).table
    store = Store.open(table.home / f"{name}.db", place, identity(who).public.raw)
    player = Waiting()
    player.length, player.stays = 40, name == "host"
    listen = Address("127.0.0.1", table.port) if name == "host" else None
    return table.run(name, store, phrase(who), player=player, listen=listen)


async def test_the_successor_is_killed_before_it_has_the_keys(table: Table3) -> None:
    ann, bob, cid = await at_anns_turn(table)
    held = anns(ann)
    await offered(table, come(table))
    await table.stop("Dora")
    await agreed(table, bob, cid)
    await table.until(lambda: ann.proposals[0].missing == (ANN,))
    dora = again(table, "Dora", DORA)
    await table.until(lambda: dora.seat == ANN)
    assert anns(dora) == held
    await table.finished()
    reports_verified(bob)


async def test_the_old_player_is_killed_before_the_receipt(
    table: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has proposed, and all others have signed; then its machine starts again."""
    ann, bob, cid = await at_anns_turn(table)
    held = anns(ann)
    dora = come(table)
    with monkeypatch.context() as patched:
        patched.setattr(entrusting.Entrusting, "due", lambda *_: {})
        await offered(table, dora)
        await agreed(table, bob, cid)
        await table.until(lambda: ann.proposals[0].missing == (ANN,))
        await table.stop("host")
    assert not table.notices("Dora", KeysReceived)
    again(table, "host", ANN)
    await table.until(lambda: dora.seat == ANN)
    assert anns(dora) == held
    await table.finished()
    reports_verified(bob)


async def test_the_old_player_is_killed_after_the_receipt(
    table: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The receipt was sent and is lost with the machine: it is asked for once more."""
    _, bob, cid = await at_anns_turn(table)
    dora = come(table)
    with monkeypatch.context() as patched:
        patched.setattr(entrusting.Entrusting, "hear_receipt", lambda *_: None)
        await offered(table, dora)
        await agreed(table, bob, cid)
        await table.until(lambda: bool(table.notices("Dora", KeysReceived)))
        await table.stop("host")
    assert dora.seat is None
    again(table, "host", ANN)
    await table.until(lambda: dora.seat == ANN)
    await table.finished()
    reports_verified(bob)


async def test_both_are_killed_after_the_entry(table: Table3) -> None:
    """Nothing was left to be said: the log has the keys, for the phrase of the new player alone."""
    ann, bob, cid = await at_anns_turn(table)
    held = anns(ann)
    dora = come(table)
    await offered(table, dora)
    await agreed(table, bob, cid)
    await table.until(lambda: bob.table is not None and bob.table.ledger.players[ANN].number == 1)
    await table.stop("Dora")
    await table.stop("host")
    again(table, "host", ANN)
    dora = again(table, "Dora", DORA)
    await table.until(lambda: dora.seat == ANN)
    known_now = {token: group for token, group in dora.groups.items() if token in held}
    assert known_now == held
    await table.finished()
    reports_verified(bob)


@pytest.mark.parametrize("begun_before", [False, True])
async def test_the_successor_loses_its_store_and_comes_back_with_its_phrase(
    table: Table3,
    monkeypatch: pytest.MonkeyPatch,
    begun_before: bool,
) -> None:
    """SPEC-16.5: what opens the tokens is in the log; before its first entry, and after it."""
    ann, bob, cid = await at_anns_turn(table)
    held, link = anns(ann), bob.link()
    dora = come(table)
    receipts: list[tuple[Author | None, PublicKey, bytes]] = []

    def hear_later(_: Entrusting, *said: Any) -> None:
        receipts.append(said)
        table.noticed.set()

    with monkeypatch.context() as patched:
        patched.setattr(Entrusting, "hear_receipt", hear_later)
        await offered(table, dora)
        await agreed(table, bob, cid)
        await table.until(lambda: bool(receipts))
    if not begun_before:
        await table.stop("Dora")
    ann._runner.begun.replica.entrusting.hear_receipt(*receipts[0])
    ann._runner.follow_up()
    await table.until(lambda: bob.table is not None and bob.table.ledger.players[ANN].number == 1)
    if begun_before:
        await table.until(lambda: waits_for(dora, BOB))
        await table.stop("Dora")
    assert bob.table is not None
    assert (bob.table.log.heard.greatest.get(ANN) is not None) is begun_before
    (table.home / "Dora.db").unlink()
    store = party.joining_store(table.home / "new.db", Joining(invite=link), phrase(DORA))
    player = Waiting(toy.Show((toy.USA, toy.UK), 2), toy.Shuffle())
    player.length = 40
    dora = table.run("Dora", store, phrase(DORA), player=player)
    await table.until(lambda: dora.seat == ANN)
    known_now = {token: group for token, group in dora.groups.items() if token in held}
    assert begun_before or known_now == held
    await table.finished()
    assert dora.table is not None
    assert dora.table.head == bob.table.head
    reports_verified(dora)


def resign(table: Table3) -> None:
    """Bob resigns."""
    player = table.players["Bob"]
    assert isinstance(player, Waiting)
    player.orders = [Resign()]
    player.noticed.set()


@BOTH
async def test_a_resignation_that_helps(table: Table3, secrecy: Secrecy) -> None:
    ann, bob, cid = await at_bobs_turn(table)
    await table.until(lambda: identity(CID).public in bob._runner.peers.keys)
    held = known(bob, toy.JAPAN)
    resign(table)
    await table.until(lambda: waits_for(ann, CID))
    assert known(cid, toy.JAPAN) == held
    assert not known(ann, toy.JAPAN)
    assert table.notices("Cid", KeysReceived) == [KeysReceived(BOB)]
    await table.finished()
    assert ann.table is not None
    assert ann.table.charter.secrecy is secrecy
    assert not any(isinstance(item, Deal) for entry in ann.table.log for item in entry.items)
    reports_verified(ann)


async def test_a_resignation_while_the_heir_is_away(table: Table3) -> None:
    ann, bob, _ = await at_bobs_turn(table)
    await table.stop("Cid")
    await table.until(lambda: identity(CID).public not in bob._runner.peers.keys)
    resign(table)
    await table.until(lambda: ann.table is not None and ann.table.ledger.deal is not None)
    again(table, "Cid", CID)
    await table.finished()
    assert ann.table is not None
    assert any(isinstance(item, Deal) for entry in ann.table.log for item in entry.items)
