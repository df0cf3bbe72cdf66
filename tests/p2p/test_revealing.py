"""Real nodes: who is away has its deposited tokens turned up (SPEC-19, SPEC-16.18)."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from p2p import connections, revealing, runner
from p2p.errors import PeerFault
from p2p.messages import Entries, Heads, Parts
from p2p.node import Node
from p2p.replica import Replica
from p2p.revealing import WrongPart
from p2p.signing import Vouch
from p2p.store import Store
from protocol.audit import audit
from protocol.charter import DiceSetting, Secrecy
from protocol.depositing import Parts as KeepersParts
from protocol.due import Duty
from protocol.entry import Leave, OpenTokens
from protocol.errors import Code
from protocol.logfile import write_log
from protocol.report import Level
from tests.p2p import party
from tests.p2p.running import Table3
from tests.p2p.test_passing_keys import Waiting
from tests.protocol import toy
from tests.protocol.depositing import (
    ANN,
    BOB,
    CID,
    KIM,
    depositing,
    entry_of,
    opened,
    with_deposits,
)
from tests.protocol.depositing import revealing as revealed
from tests.protocol.sample import identity, phrase
from tests.protocol.toy_match import ToyMatch

BOTH = pytest.mark.parametrize("secrecy", list(Secrecy))
SHOW = toy.Show((toy.JAPAN,), 2)


@pytest.fixture
async def made(tmp_path: Path) -> AsyncIterator[Table3]:
    async with AsyncExitStack() as stack:
        yield Table3(tmp_path, stack)


@pytest.fixture(autouse=True)
def with_a_keeper(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kim keeps, and openings are deposited with her; nobody waits for long."""
    params = getattr(request.node, "callspec", None)
    secrecy = params.params.get("secrecy", Secrecy.HASHED) if params else Secrecy.HASHED
    terms = replace(
        party.TERMS, secrecy=secrecy, dice=DiceSetting.KEEPERS, keepers=1, deposits=True
    )
    monkeypatch.setattr(party, "TERMS", terms)
    monkeypatch.setattr(party, "NAMES", (*party.NAMES, "Kim"))
    monkeypatch.setattr(connections, "MAX_RETRY_SECONDS", 0.2)


def log(node: Node) -> bytes:
    assert node.table is not None
    return write_log(node.table.log)


def items(node: Node, kind: type[Leave] | type[OpenTokens]) -> list[int]:
    """The seats whose entries have such an item, in order."""
    assert node.table is not None
    return [e.seat for e in node.table.log for item in e.items if isinstance(item, kind)]


async def at_anns_turn(made: Table3) -> Node:
    """Ann is to give an order, and gives none; all others are connected to her."""
    ann = Waiting()
    ann.stays, ann.length = True, 1000
    host = await made.host(player=ann, linger=None)
    for seat in (BOB, CID, KIM):
        made.guest(seat, player=Waiting(), linger=None)
    await made.until(lambda: decides(host) and level(*made.nodes.values()))
    return host


def decides(node: Node) -> bool:
    due = None if node.table is None else node.table.due
    return due is not None and (due.seat, due.duty) == (ANN, Duty.DECISION)


def level(*nodes: Node) -> bool:
    return len({None if node.table is None else node.table.head for node in nodes}) == 1


def orders(made: Table3, *given: toy.Order) -> None:
    ann = made.players["host"]
    assert isinstance(ann, Waiting)
    ann.orders.extend(given)
    made.noticed.set()


@BOTH
async def test_spec_19_3_the_attacker_fights_on_while_the_owner_is_away(
    made: Table3, secrecy: Secrecy
) -> None:
    """Bob's node is off: with Kim's part Ann turns his tokens up, throws, and shows them again."""
    host = await at_anns_turn(made)
    assert host.table is not None
    assert host.table.charter.secrecy is secrecy
    await made.stop("Bob")
    orders(made, SHOW, toy.Throw(2), SHOW)
    await made.until(lambda: items(host, OpenTokens) == [ANN, ANN] and decides(host))
    assert items(host, Leave) == []
    shown = toy.toy(host.table.game).shown
    assert shown is not None
    assert set(shown) == set(toy.toy(host.table.game).tokens[toy.JAPAN][:2])
    for judged in Level:
        report = audit(log(host), judged, open_table=party.open_toy_table)
        assert report.verified, report.fault


async def test_spec_19_4_a_keeper_that_says_something_else_stops_nothing_and_is_known(
    made: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann leaves the tokens to Bob; his openings tell her that it was Kim who was wrong."""

    def lies(_: object, handles: Sequence[int], __: object) -> KeepersParts:
        return tuple((handle, bytes(32)) for handle in handles)

    monkeypatch.setattr(revealing, "parts_of", lies)
    host = await at_anns_turn(made)
    assert host.table is not None
    orders(made, SHOW)
    await made.until(lambda: items(host, OpenTokens) == [BOB] and decides(host))
    assert items(host, Leave) == [ANN]
    tokens = toy.toy(host.table.game).tokens[toy.JAPAN][:2]
    assert made.notices("host", WrongPart) == [WrongPart(KIM, token) for token in tokens]


async def test_spec_16_18_a_keeper_that_is_away_stops_nothing(
    made: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob is connected: after a while Ann leaves his tokens to him."""
    monkeypatch.setattr(revealing, "PATIENCE", 0.2)
    monkeypatch.setattr(runner, "PATIENCE", 0.1)
    host = await at_anns_turn(made)
    await made.stop("Kim")
    orders(made, SHOW)
    await made.until(lambda: items(host, OpenTokens) == [BOB] and decides(host))
    assert items(host, Leave) == [ANN]
    assert made.notices("host", WrongPart) == []


async def test_spec_16_18_a_keeper_that_comes_later_says_its_part_then(made: Table3) -> None:
    """Kim and Bob are away; Ann's node waits; Kim comes back, and Ann plays on."""
    host = await at_anns_turn(made)
    await made.stop("Bob")
    await made.stop("Kim")
    orders(made, SHOW)
    await made.until(lambda: host.table is not None and bool(host.table.deposited))
    assert items(host, OpenTokens) == []
    table = party.invite(KIM, made.port).table
    store = Store.open(made.home / "Kim.db", table, identity(KIM).public.raw)
    made.run("Kim", store, phrase(KIM), player=Waiting(), linger=None)
    await made.until(lambda: items(host, OpenTokens) == [ANN] and decides(host))


def test_spec_19_4_a_bad_deposit_catches_its_maker_once_the_maker_opens_it() -> None:
    """Ann's node leaves what does not open, and of Bob's opening it takes no more."""
    made = depositing()
    made.act(ANN, toy.End())
    items = made.prepare(BOB, toy.Shuffle()).entry.items
    made.send(
        made.forged(BOB, *(with_deposits(one, lambda raw: raw[:64] + bytes(32)) for one in items))
    )
    made.act(BOB, toy.End())
    revealed(made)
    made.send(entry_of(made, Leave()))
    ann = replica_of(made, ANN)
    link = ann.connect(identity(BOB).public)
    list(ann.receive(link, heads_of(made)))
    opening = made.prepare_unchecked(BOB)
    with pytest.raises(PeerFault):
        list(ann.receive(link, Entries(entries=(opening.raw,))))
    (fault,) = ann.sync.culprits.faults
    assert (fault.seat, fault.refusal.code) == (BOB, Code.BAD_DEPOSIT)


def heads_of(made: ToyMatch) -> Heads:
    head, game = made.spectator.head, made.spectator.charter.game_id
    return Heads(game=game, places=((head.sequence, head.hash), (0, game)), held=())


# What a keeper says, and when


def replica_of(made: ToyMatch, seat: int) -> Replica:
    return Replica(made.authors[seat].table, made.authors[seat], vouch=Vouch.WHOLE)


def test_spec_16_18_a_keeper_says_its_part_to_who_is_due_of_what_is_asked_alone() -> None:
    made = depositing()
    assert replica_of(made, KIM).revealing.due(made.authors[KIM]) == ()
    revealed(made)
    parts = said(made)
    assert [token for token, _ in parts.parts] == list(made.spectator.deposited)
    for seat in (ANN, BOB, CID):
        assert replica_of(made, seat).revealing.due(made.authors[seat]) == ()
    made.send(entry_of(made, Leave()))
    assert replica_of(made, KIM).revealing.due(made.authors[KIM]) == ()


def said(made: ToyMatch) -> Parts:
    """What Kim says to Ann, being connected to her."""
    keeper = replica_of(made, KIM)
    keeper.connect(identity(ANN).public)
    ((key, parts),) = keeper.revealing.due(made.authors[KIM])
    assert key == identity(ANN).public
    return parts


def altered(parts: Parts) -> Parts:
    """The same, with parts that the keeper has not signed."""
    return parts.model_copy(update={"parts": tuple((one, bytes(32)) for one, _ in parts.parts)})


def test_spec_16_18_others_pass_on_what_a_keeper_has_said_to_them() -> None:
    """Kim and Ann are not connected; Cid tells Ann, and Bob, who hears it of Cid, does not."""
    made = revealed(depositing())
    everybody = replica_of(made, KIM).revealing.due(made.authors[KIM])
    assert {identity(seat).public for seat in (ANN, BOB, CID)} <= {key for key, _ in everybody}
    ((_, parts), *_) = everybody
    cid, bob = replica_of(made, CID), replica_of(made, BOB)
    cid.revealing.hear(identity(KIM).public, parts)
    bob.revealing.hear(identity(CID).public, parts)
    assert cid.revealing.due(made.authors[CID]) == ((identity(ANN).public, parts),)
    assert bob.revealing.due(made.authors[BOB]) == ()
    ann = replica_of(made, ANN)
    ann.revealing.hear(identity(CID).public, parts)
    assert ann.revealing.item(made.authors[ANN]) == opened(made)


def test_spec_16_18_a_keeper_whose_line_does_not_ask_yet_says_nothing() -> None:
    """Ann shows her order to nobody, and learns nothing."""
    made = depositing()
    order = made.prepare(ANN, SHOW).entry
    made.authors[ANN].table.append(order.raw)
    assert made.authors[ANN].table.deposited
    assert replica_of(made, KIM).revealing.due(made.authors[KIM]) == ()


def test_spec_16_18_a_keeper_that_rejoins_says_nothing() -> None:
    made = revealed(depositing())
    keeper = Replica(made.authors[KIM].table, made.authors[KIM], vouch=Vouch.BEHIND)
    assert keeper.revealing.due(made.authors[KIM]) == ()


def test_spec_16_18_a_part_of_who_keeps_nothing_ends_the_connection() -> None:
    made = revealed(depositing())
    replica = replica_of(made, ANN)
    parts = said(made)
    for other in (parts.model_copy(update={"keeper": CID}), altered(parts)):
        with pytest.raises(PeerFault):
            replica.revealing.hear(identity(CID).public, other)
    assert replica.revealing.item(made.authors[ANN]) is None
    replica.revealing.hear(identity(KIM).public, parts)
    assert replica.revealing.item(made.authors[ANN]) == opened(made)


def test_spec_16_18_parts_for_another_head_are_passed_over() -> None:
    made = revealed(depositing())
    replica = replica_of(made, ANN)
    parts = said(made)
    made.send(entry_of(made, Leave()))
    replica.revealing.hear(identity(KIM).public, parts)
    replica.revealing.hear(identity(KIM).public, altered(parts))
    assert replica.revealing.item(made.authors[ANN]) is None
