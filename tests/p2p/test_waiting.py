"""Whoever waits sees who owes what since when, and can remind and state it: real nodes."""

import pytest

from p2p import runner
from p2p.chat import REMINDER_BURST, Reminded
from p2p.events import StatementAccepted
from p2p.player import Disconnected, SeatAbsent
from p2p.store import Store
from p2p.waiting import Awaited, Remedy
from protocol.due import Duty
from protocol.errors import Code, LocalError
from protocol.heard import Owed
from protocol.statements import SilenceClaim
from tests.p2p import party
from tests.p2p.cheating import (
    BOB,
    CID,
    Passing,
    Waiting,
    caught,
    entry,
    key,
    sends,
    table,
    table_of_three,
)
from tests.p2p.running import Table3
from tests.protocol import toy
from tests.protocol.sample import identity, phrase

NOON = 29_000_000


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What the nodes' clocks show: the minute in it."""
    now = [NOON]
    monkeypatch.setattr(runner, "_minute", lambda: now[0])
    return now


def awaited(made: Table3, name: str) -> Awaited:
    (one,) = made.nodes[name].awaited
    return one


async def test_who_owes_what_since_when(made: Table3, clock: list[int]) -> None:
    await table_of_three(made)
    known = table(made.nodes["Cid"])
    clock[0] += 5
    bob = awaited(made, "Cid")
    assert (bob.wait.seat, bob.wait.what, bob.wait.power) == (BOB, Duty.DECISION, toy.JAPAN)
    assert bob.wait.since == known.log.at(len(known.log)).minute == NOON
    assert bob.learnt == NOON
    assert bob.fault is None
    assert bob.absent_from == NOON + known.charter.absence * 24 * 60
    assert bob.remedies == frozenset(Remedy) - {Remedy.AGREE}
    assert awaited(made, "Bob").remedies == frozenset(), "one's own decision needs none"


async def test_spec_18_8_who_becomes_absent_in_silence_may_be_replaced_at_once(
    made: Table3, clock: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing comes to Cid but the time."""
    monkeypatch.setattr(runner, "PATIENCE", 0.01)
    await table_of_three(made)
    clock[0] += table(made.nodes["Cid"]).charter.absence * 24 * 60 - 1
    bob = awaited(made, "Cid")
    assert (bob.gone, Remedy.AGREE in bob.remedies) == (False, False)
    clock[0] += 1
    await made.until(lambda: bool(made.notices("Cid", SeatAbsent)))
    assert made.notices("Cid", SeatAbsent) == [SeatAbsent(BOB)]
    assert made.notices("Bob", SeatAbsent) == [], "he does not wait for himself"
    bob = awaited(made, "Cid")
    assert (bob.gone, Remedy.AGREE in bob.remedies) == (True, True)


async def test_since_when_is_known_after_a_restart(made: Table3, clock: list[int]) -> None:
    await table_of_three(made)
    await made.stop("Cid")
    clock[0] += 60
    store = Store.open(made.home / "Cid.db", party.invite(CID, made.port).table, key("Cid").raw)
    made.run("Cid", store, phrase(CID), player=Passing(2), linger=None)
    await made.until(lambda: bool(made.nodes["Cid"]._runner.peers.keys))
    assert awaited(made, "Cid").learnt == NOON


async def test_what_a_seat_that_rejoins_needs_is_owed_too(made: Table3, clock: list[int]) -> None:
    """Bob, who is due, has lost his machine, and Cid is away: he owes Bob an answer."""
    await table_of_three(made)
    await made.stop("Cid")
    await made.stop("Bob")
    (made.home / "Bob.db").unlink()
    clock[0] += 7
    back = party.lost_store(made.home / "Bob.db", BOB, made.port)
    made.run("Bob", back, phrase(BOB), player=Passing(1), linger=None)
    host = table(made.nodes["host"])
    await made.until(lambda: BOB in host.rejoining and host.rejoining[BOB].unanswered == (CID,))
    cid = awaited(made, "host")
    assert (cid.wait.seat, cid.wait.what, cid.wait.asker) == (CID, Owed.ANSWER, BOB)
    assert cid.wait.since == host.rejoining[BOB].question.statement.round == NOON + 7
    assert cid.learnt == NOON + 7


async def test_a_reminder_is_shown_at_the_other_side_and_limited(made: Table3) -> None:
    await table_of_three(made)
    for _ in range(REMINDER_BURST):
        made.nodes["Cid"].remind()
    await made.until(lambda: len(made.notices("Bob", Reminded)) == REMINDER_BURST)
    assert set(made.notices("Bob", Reminded)) == {Reminded(CID)}
    assert made.notices("host", Reminded) == []
    with pytest.raises(LocalError, match="often enough"):
        made.nodes["Cid"].remind()
    with pytest.raises(LocalError, match="nobody is waited for"):
        made.nodes["Bob"].remind()


async def test_who_is_away_is_reminded_once_back(made: Table3) -> None:
    await table_of_three(made)
    await made.stop("Bob")
    bob = identity(BOB).public
    await made.until(lambda: any(gone.peer == bob for gone in made.notices("host", Disconnected)))
    made.nodes["host"].remind()
    store = Store.open(made.home / "Bob.db", party.invite(BOB, made.port).table, bob.raw)
    made.run("Bob", store, phrase(BOB), player=Waiting(1), linger=None)
    await made.until(lambda: Reminded(0) in made.notices("Bob", Reminded))


async def test_silence_is_claimed_of_who_is_waited_for(made: Table3) -> None:
    await table_of_three(made)
    made.nodes["Cid"].claim_silence()
    await made.until(lambda: bool(made.notices("Bob", StatementAccepted)))
    (said,) = made.notices("Bob", StatementAccepted)
    claim = said.signed.statement
    assert isinstance(claim, SilenceClaim)
    assert (claim.seat, claim.owing) == (CID, BOB)


async def test_a_seat_that_was_caught_cannot_be_reminded(made: Table3) -> None:
    await table_of_three(made)
    sends(made, "host", entry(made, toy.Throw(99)))
    await caught(made, "host", "Cid")
    bob = awaited(made, "host")
    assert bob.fault is not None
    assert bob.fault.refusal.code is Code.ILLEGAL_ANSWER
    assert bob.remedies == {Remedy.CLAIM, Remedy.AGREE, Remedy.RESIGN}
    with pytest.raises(LocalError, match="nobody is waited for who can be reminded"):
        made.nodes["host"].remind()
