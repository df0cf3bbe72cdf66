"""SPEC-18: after a fork on both lines of which honest seats have signed, all agree on one."""

import asyncio
from dataclasses import replace
from unittest.mock import patch

import pytest

from p2p import runner
from p2p.address import Address
from p2p.consents import Added, consented, due_agreement, due_consent
from p2p.entrusting import Entrusting
from p2p.events import FaultProven
from p2p.node import Node
from p2p.signing import SigningRecord, Vouch
from p2p.store import Store, StoreContents
from p2p.ways import Lan
from protocol.answers import RejoinAnswer
from protocol.audit import audit
from protocol.carried import agreed_by
from protocol.errors import LocalError
from protocol.head import Head
from protocol.log import Log
from protocol.logfile import write_log
from protocol.proposals import AfterFault, End, Ended, Result
from protocol.questions import RejoinQuestion
from protocol.report import Level
from protocol.statement import Signed
from tests.p2p import party
from tests.p2p.cheating import (
    ANN,
    BOB,
    CID,
    HONEST,
    KEEPERS,
    Passing,
    Waiting,
    entry,
    key,
    reaches,
    table,
    table_of_three,
    waits_for_bob,
)
from tests.p2p.running import ANYWHERE, Table3
from tests.p2p.simulated_players import propose_against
from tests.p2p.stage import Stage
from tests.p2p.test_succession import DORA, come
from tests.patience import PATIENCE
from tests.protocol import toy
from tests.protocol.agreeing import consenting, opened, refusing
from tests.protocol.keeping import agreed, keeping, kept
from tests.protocol.rejoining import asking
from tests.protocol.sample import MINUTE, identity, phrase, some_hash
from tests.protocol.succession import open_match

ORDERS = pytest.mark.parametrize(
    "order", [toy.Show((toy.USA,), 1), toy.End()], ids=["signed after", "held only"]
)
"""Ann turns up a token of hers by the first one, and has nothing to do by the second."""


async def two_lines(made: Table3) -> int:
    """Bob has Ann turn up a token, and Cid on another line: both sign. Gives the place."""
    await table_of_three(made)
    return await part(made)


async def part(made: Table3) -> int:
    """Bob shows an entry to Ann, and another one for the same place to Cid; gives the place."""
    place = table(made.nodes["host"]).head.sequence + 1
    one, other = (entry(made, toy.Show((power,), 1)) for power in (toy.USA, toy.GERMANY))
    reaches(made, "host", one)
    reaches(made, "Cid", other)
    nodes = [made.nodes[name] for name in HONEST]
    await made.until(lambda: all(len(table(node).log) > place for node in nodes))
    await made.until(lambda: all(made.notices(name, FaultProven) for name in HONEST))
    ann, cid = (table(node).log for node in nodes)
    assert ann.at(place).hash != cid.at(place).hash
    assert (ann.at(place + 1).seat, cid.at(place + 1).seat) == (ANN, CID)
    return place


async def vanish(made: Table3, order: toy.Order) -> Signed[RejoinQuestion]:
    """Bob shows an entry to Ann, asks Cid to rejoin before that has come, and is gone.

    Cid takes no more of the line, and Ann no other one.
    """
    await table_of_three(made)
    bob = made.nodes["Bob"]._runner
    assert bob.replica is not None
    assert bob.replica.author is not None
    asked = bob.replica.author.ask_to_rejoin(some_hash("fresh"), MINUTE)
    shown = entry(made, order)
    with patch.object(bob, "receive"):  # it hears no more, or it would ask again itself
        reaches(made, "Cid", asked)
        reaches(made, "host", shown)
        await made.stop("Bob")
    logs = {seat: table(made.nodes[name]).log for name, seat in HONEST.items()}
    await made.until(lambda: all(_answer(logs[at], asked, of) for at in logs for of in logs))
    after = isinstance(order, toy.Show)
    await made.until(lambda: not after or len(logs[ANN]) > shown.sequence)
    ours, theirs = (_answer(logs[seat], asked, seat) for seat in (ANN, CID))
    assert ours is not None
    assert theirs is not None
    assert ours.last == shown.head
    assert theirs.last != shown.head
    return asked


def _answer(log: Log, asked: Signed[RejoinQuestion], seat: int) -> RejoinAnswer | None:
    given = (one.statement for one in log.heard.answers(asked.statement))
    return next((one for one in given if one.seat == seat), None)


def shown(node: Node) -> Head | None:
    """The end of the longest line that a node knows to go on from its own with Bob's entry."""
    longer = node._runner.begun.replica.sync.longer(frozenset({BOB}))
    return None if longer is None else longer.head


async def comes(node: Node, kept: Head) -> None:
    """A node is shown a line of which it takes no more; nothing tells of that."""
    async with asyncio.timeout(PATIENCE):
        while shown(node) != kept:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def accept(made: Table3, node: Node) -> None:
    await made.until(lambda: bool(node.proposals))
    node.consent(node.proposals[-1].proposal.statement.hash)


def verified(node: Node) -> None:
    log = write_log(table(node).log)
    for level in Level:
        report = audit(log, level=level, open_table=party.open_toy_table)
        assert report.verified, report.fault


async def test_spec_18_1_the_others_keep_one_line_and_end_the_game(made: Table3) -> None:
    place = await two_lines(made)
    host, cid = made.nodes["host"], made.nodes["Cid"]
    assert host.astray == (CID,)
    kept = table(host).head
    host.propose(End(Result.DRAW), (Ended(BOB, 0, None),))
    await made.until(lambda: bool(cid.proposals))
    (proposed,) = cid.proposals
    assert cid.stays(proposed.proposal.statement) == place - 1, "Cid is shown what it gives up"
    assert host.stays(proposed.proposal.statement) == kept.sequence
    after = cid.preview(proposed.proposal.statement)
    assert after is not None
    assert after == host.preview(proposed.proposal.statement)
    await accept(made, cid)
    await made.until(lambda: all(table(node).outcome is not None for node in (host, cid)))
    await made.until(lambda: table(host).closings() == (ANN, CID))
    assert table(cid).log.holds(kept)
    agreed = agreed_by(table(host).log.at(kept.sequence + 1))
    assert agreed is not None
    assert isinstance(agreed.agreement.terms.terms, AfterFault)
    assert {fault.seat for name in HONEST for fault in made.notices(name, FaultProven)} == {BOB}
    assert place < kept.sequence
    verified(host)
    verified(cid)


async def test_spec_18_1_who_forked_is_replaced_and_the_game_played_to_its_end(
    made: Table3,
) -> None:
    """Another plays for Bob; both lines had an honest signature, and no honest seat is blamed."""
    await two_lines(made)
    host, cid = made.nodes["host"], made.nodes["Cid"]
    watching = made.watcher()
    new = come(made, DORA, host.invite_successor(BOB), length=40)
    dora = identity(DORA).public
    await made.until(lambda: any(one.key == dora for one in host.candidates))
    kept = table(host).head
    host.replace(dora)
    await accept(made, cid)
    await made.until(lambda: new.seat == BOB)
    nodes = (host, cid, new, watching)
    await made.until(lambda: all(table(node).outcome is not None for node in nodes))
    await made.until(lambda: table(host).closings() == (ANN, BOB, CID))
    assert len({table(node).head for node in nodes}) == 1
    assert all(table(node).log.holds(kept) for node in nodes)
    incarnations = {entry.incarnation for entry in table(host).log.since(kept.sequence)}
    assert len(incarnations) == 3, "all three go on in names that no other line has seen"
    assert {fault.seat for name in HONEST for fault in made.notices(name, FaultProven)} == {BOB}
    for node in nodes:
        verified(node)


@ORDERS
@pytest.mark.parametrize("proposer", HONEST)
async def test_spec_18_6_who_takes_no_more_of_a_line_agrees_that_it_is_kept(
    made: Table3, order: toy.Order, proposer: str
) -> None:
    """Two of three end the game without Bob, whether Ann has signed after his entry or not."""
    asked = await vanish(made, order)
    host, cid = made.nodes["host"], made.nodes["Cid"]
    kept = table(host).head
    assert not table(cid).log.holds(kept)
    await comes(cid, kept)
    made.nodes[proposer].propose(End(Result.DRAW), (Ended(BOB, 0, asked),))
    await accept(made, host if proposer == "Cid" else cid)
    await made.until(lambda: all(table(node).outcome is not None for node in (host, cid)))
    await made.until(lambda: table(host).closings() == (ANN, CID))
    assert table(cid).log.holds(kept)
    assert [*made.notices("host", FaultProven), *made.notices("Cid", FaultProven)] == []
    verified(host)
    verified(cid)


@ORDERS
async def test_spec_18_6_who_vanishes_between_two_lines_is_replaced(
    made: Table3, order: toy.Order
) -> None:
    await vanish(made, order)
    host, cid = made.nodes["host"], made.nodes["Cid"]
    new = come(made, DORA, host.invite_successor(BOB), length=40)
    dora = identity(DORA).public
    await made.until(lambda: any(one.key == dora for one in host.candidates))
    kept = table(host).head
    host.replace(dora)
    await accept(made, cid)
    await made.until(lambda: new.seat == BOB)
    nodes = (host, cid, new)
    await made.until(lambda: all(table(node).outcome is not None for node in nodes))
    await made.until(lambda: table(host).closings() == (ANN, BOB, CID))
    assert len({table(node).head for node in nodes}) == 1
    assert all(table(node).log.holds(kept) for node in nodes)
    for node in nodes:
        verified(node)


async def test_spec_18_6_who_has_signed_to_keep_a_line_knows_it_after_a_restart(
    made: Table3,
) -> None:
    """Cid's node stops between its signature and the entry, which Ann's node carries then."""
    await two_lines(made)
    host, cid = made.nodes["host"], made.nodes["Cid"]
    host.propose(End(Result.DRAW), (Ended(BOB, 0, None),))
    await accept(made, cid)
    await made.stop("Cid")
    store = Store.open(made.home / "Cid.db", party.invite(CID, made.port).table, key("Cid").raw)
    again = made.run("Cid", store, phrase(CID), player=Passing(2), linger=None)
    await made.until(lambda: all(table(node).outcome is not None for node in (host, again)))
    await made.until(lambda: table(host).closings() == (ANN, CID))
    verified(again)


async def test_spec_18_6_a_node_that_refuses_stays_on_its_line(made: Table3) -> None:
    """Cid refuses to keep Ann's line, and proposes to keep its own: that carries the refusal."""
    await two_lines(made)
    host, cid = made.nodes["host"], made.nodes["Cid"]
    host.propose(End(Result.DRAW), (Ended(BOB, 0, None),))
    await made.until(lambda: bool(cid.proposals))
    cid.refuse(cid.proposals[0].proposal.statement.hash)
    kept = table(cid).head
    await made.until(lambda: not host.proposals[0].alive)
    cid.propose(End(Result.ADJOURNED), (Ended(BOB, 0, None),))
    await made.until(lambda: len(host.proposals) > 1)
    host.consent(host.proposals[-1].proposal.statement.hash)
    await made.until(lambda: all(table(node).outcome is not None for node in (host, cid)))
    assert table(host).log.holds(kept)
    verified(host)


def test_spec_18_6_a_question_that_was_only_added_takes_no_seat_over() -> None:
    """Somebody says it is asked: its node waits for the agreement, and asks only if that fails."""
    made = open_match()
    made.act(ANN, toy.End())
    proposal = keeping(made, End(Result.DRAW))
    (signature,) = agreed(made, proposal, (ANN,)).signatures
    assert signature.statement.question is not None
    made.say(proposal, signature, signature.statement.question)
    mine = made.authors[ANN].table, made.conducts[ANN]
    record = SigningRecord(ANN, StoreContents(), from_start=True, vouch=Vouch.WHOLE)
    assert not record.is_superseded(*mine)
    assert not record.must_ask(*mine)
    made.say(refusing(proposal, CID))
    assert record.must_ask(*mine)


class Clock:
    """What nodes take for the time."""

    def __init__(self) -> None:
        self.minute = runner._minute()

    def wait_for_the_absent(self, node: Node) -> None:
        """So many days pass that who owes something is absent."""
        self.minute += table(node).charter.absence * 24 * 60


async def five(made: Table3, monkeypatch: pytest.MonkeyPatch, *, meshed: bool) -> Clock:
    """A table of three players and two keepers; the game waits for Bob.

    The keepers are connected with Ann alone, or else all with all.
    """
    seats = (*party.TERMS.seats, (), ())
    monkeypatch.setattr(party, "TERMS", replace(party.TERMS, seats=seats))
    monkeypatch.setattr(party, "NAMES", (*party.NAMES, *KEEPERS))
    monkeypatch.setattr(runner, "PATIENCE", 0.01)
    clock = Clock()
    monkeypatch.setattr(runner, "_minute", lambda: clock.minute)
    host = await made.host(linger=None, player=Passing(0))
    bob = made.guest(BOB, player=Waiting(1), listen=ANYWHERE, linger=None)
    ways = [Lan(Address("127.0.0.1", await bob.port()))]
    listen = ANYWHERE if meshed else None
    cid = made.guest(CID, player=Passing(2), listen=listen, ways=ways, linger=None)
    if meshed:
        ways.append(Lan(Address("127.0.0.1", await cid.port())))
    for seat in KEEPERS.values():
        made.guest(seat, ways=ways if meshed else (), linger=None)
    nodes = tuple(made.nodes.values())
    await made.until(lambda: len(table(bob).log) > 12 if bob.table else False)
    await made.until(lambda: all(waits_for_bob(node) for node in nodes))
    await made.until(lambda: len({table(node).head for node in nodes}) == 1)
    together = (host, bob, cid) if meshed else (host,)
    await made.until(lambda: all(len(node._runner.peers.keys) == 4 for node in together))
    return clock


async def test_spec_18_6_where_keepers_alone_hold_an_entry_a_player_proposes_to_keep_it(
    made: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob asks the players to rejoin, shows his entry to the keepers, and is gone."""
    clock = await five(made, monkeypatch, meshed=True)
    nodes = {**HONEST, **KEEPERS}
    host, cid, dan, dot = (made.nodes[name] for name in nodes)
    bob = made.nodes["Bob"]._runner
    author = bob.begun.replica.author
    assert author is not None
    asked = author.ask_to_rejoin(some_hash("fresh"), MINUTE)
    kept = entry(made, toy.End())
    with patch.object(bob, "receive"):  # it hears no more, or it would ask again itself
        for name in HONEST:
            reaches(made, name, asked)
        for name in KEEPERS:
            reaches(made, name, kept)
        await made.stop("Bob")
    logs = {seat: table(made.nodes[name]).log for name, seat in nodes.items()}
    await made.until(lambda: all(_answer(log, asked, seat) for seat, log in logs.items()))
    assert [table(node).head == kept.head for node in (host, cid, dan, dot)] == [False] * 2 + [
        True
    ] * 2
    await comes(cid, kept.head)
    cid.propose(End(Result.DRAW), (Ended(BOB, 0, asked),))
    await accept(made, host)
    clock.wait_for_the_absent(host)
    await made.until(lambda: all(table(node).outcome is not None for node in (host, cid, dan, dot)))
    agreed = agreed_by(table(host).log.at(kept.sequence + 1))
    assert agreed is not None
    assert agreed.agreement.signers == (ANN, CID, *KEEPERS.values())
    assert not any(made.notices(name, FaultProven) for name in nodes)
    verified(host)
    verified(dan)


def test_spec_18_6_what_others_hold_is_proposed_to_be_kept_once_it_has_come() -> None:
    stage = Stage(0, BOB)
    last, question = stage.entry(ANN), stage.question(ANN)
    stage.says(question, stage.answer(CID, question, last=last.head))
    with pytest.raises(LocalError, match="once these have come"):
        propose_against(stage.node, End(Result.DRAW), [ANN])


async def test_spec_18_8_a_second_seat_that_says_nothing_is_named_once_it_is_absent(
    made: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five seats: Bob forks, Cid signs on one line and then nothing; three of five go on."""
    clock = await five(made, monkeypatch, meshed=False)
    keepers = tuple(KEEPERS.values())
    host, dan, dot = (made.nodes[name] for name in ("host", *KEEPERS))
    await part(made)
    host.propose(End(Result.DRAW), (Ended(BOB, 0, None), Ended(CID, 0, None)))
    await made.until(lambda: bool(dan.proposals) and bool(dot.proposals))
    clock.wait_for_the_absent(host)
    await made.until(lambda: all(table(node).outcome is not None for node in (host, dan, dot)))
    agreed = agreed_by(table(host).log.at(len(table(host).log)))
    assert agreed is not None
    assert agreed.agreement.signers == (ANN, *keepers)
    assert agreed.agreement.terms.seats_named == {BOB, CID}
    verified(host)


def test_spec_18_6_a_signature_counts_though_its_question_is_said_to_be_asked() -> None:
    """Bob, who is to go, says that Ann and Cid ask what they have only added."""
    made = open_match()
    made.act(ANN, toy.End())
    agreement = agreed(made, keeping(made, End(Result.DRAW)))
    made.say(agreement.proposal, *agreement.signatures, *agreement.added)
    one = opened(made)
    assert (one.signed, one.missing, one.outdated) == ((ANN, CID), (), ())
    mine = made.authors[CID], made.conducts[CID]
    added = Added(some_hash("fresh"), MINUTE)
    tables = (mine[0].table,)
    again = due_consent(*mine, frozenset(), tables, added=added, entrusting=Entrusting())
    assert again is None, "Cid, who proposes it, has signed"
    assert due_agreement(*mine) == agreement
    made.send(kept(made, agreement))
    assert all(author.table.outcome is not None for author in made.authors)


def test_spec_12_2_a_question_is_greater_than_any_that_its_key_has_added() -> None:
    """Otherwise what it has added first could be said to be asked since."""
    made = open_match()
    made.act(ANN, toy.End())
    agreement = agreed(made, keeping(made, End(Result.DRAW)), (ANN,))
    made.say(agreement.proposal, *agreement.signatures)
    (first,) = (added.statement for added in agreement.added)
    asked = made.authors[ANN].ask_to_rejoin(some_hash("fresh"), first.round)
    assert asked.statement.round == first.round + 1


def test_spec_18_6_a_seat_signs_once_in_an_incarnation() -> None:
    """Another device has asked for Ann's seat: this one would sign the same again."""
    made = open_match()
    made.act(ANN, toy.End())
    proposal = made.authors[CID].propose(End(Result.DRAW))
    made.say(proposal, consenting(proposal, ANN), asking(made, ANN))
    assert opened(made).outdated == (ANN,)
    mine = made.authors[ANN], made.conducts[ANN]
    with pytest.raises(LocalError, match="has signed"):
        consented(
            *mine,
            proposal.statement.hash,
            (mine[0].table,),
            Added(some_hash("fresh"), MINUTE),
        )
