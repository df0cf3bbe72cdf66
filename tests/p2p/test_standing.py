"""Five real nodes: one player vanishes while another loses its machine (SPEC-12.5)."""

import asyncio
from dataclasses import replace

import pytest

from p2p import runner
from p2p.choice import Choice
from p2p.consents import complete_agreement, due_agreement, is_bound, is_stranded
from p2p.node import Node
from p2p.player import Position
from p2p.succeeding import ended
from protocol.audit import audit
from protocol.carried import agreed_by, carried_by
from protocol.charter import DiceSetting
from protocol.entry import Agree, Decide, Entry, Rejoin
from protocol.logfile import write_log
from protocol.proposals import End, Result
from protocol.report import Level
from tests.p2p import party
from tests.p2p.running import Table3
from tests.p2p.test_succession import DORA, come
from tests.protocol import toy
from tests.protocol.agreeing import consenting
from tests.protocol.rejoining import asking
from tests.protocol.sample import identity, phrase
from tests.protocol.test_standing import against_who_is_gone, answers_of_others
from tests.protocol.test_standing import five_seats as five_in_one_room

ANN, BOB, CID, KEEPERS = 0, 1, 2, (3, 4)
NAMES = (*party.NAMES, "Dan", "Fay")


@pytest.fixture(autouse=True)
def five_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy's three players, and two keepers."""
    terms = replace(party.TERMS, seats=(*party.TERMS.seats, (), ()), dice=DiceSetting.KEEPERS)
    monkeypatch.setattr(party, "TERMS", terms)
    monkeypatch.setattr(party, "NAMES", NAMES)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The minute that it is for all nodes."""
    now = [runner._minute()]
    monkeypatch.setattr(runner, "_minute", lambda: now[0])
    return now


class Game:
    """Bob is due and has lost his machine, and Cid has vanished before he has answered him."""

    def __init__(self, made: Table3, clock: list[int]) -> None:
        self.made = made
        self.clock = clock

    async def begin(self) -> None:
        self.host = await self.made.host(watchers=0, player=Ending(ANN))
        for seat in (BOB, CID, *KEEPERS):
            self.made.guest(seat, player=Ending(seat))
        await self.made.until(lambda: all(waits(node, BOB) for node in self.made.nodes.values()))
        await self.made.stop("Cid")
        await self.made.stop("Bob")
        (self.made.home / "Bob.db").unlink()
        back = party.lost_store(self.made.home / "Bob.db", BOB, self.made.port)
        self.bob = self.made.run("Bob", back, phrase(BOB), player=party.Drawing(BOB, 0))
        await self.made.until(lambda: all(self.misses_cid(node) for node in self.nodes))

    @property
    def nodes(self) -> tuple[Node, ...]:
        """Those that are there."""
        return tuple(self.made.nodes[name] for name in ("host", "Bob", "Dan", "Fay"))

    def misses_cid(self, node: Node) -> bool:
        """Whether all that Bob needs is an answer of Cid."""
        rejoining = {} if node.table is None else node.table.rejoining
        return BOB in rejoining and rejoining[BOB].unanswered == (CID,)

    async def agree(self) -> None:
        """All that are not named sign what Ann has proposed; the keepers, for Cid is absent."""
        await self.made.until(lambda: bool(self.bob.proposals))
        (one,) = self.bob.proposals
        self.bob.consent(one.proposal.statement.hash)
        table = self.host.table
        assert table is not None
        self.clock[0] += table.charter.absence * 24 * 60
        self.host.raise_hand()

    def first_of_bob(self, node: Node) -> Entry:
        """The first entry of Bob's new incarnation."""
        assert node.table is not None
        return next(entry for entry in node.table.log if carried_by(entry) is not None)


def waits(node: Node, seat: int) -> bool:
    due = None if node.table is None else node.table.due
    return due is not None and due.seat == seat and not due.duty.automatic


def over(node: Node) -> bool:
    return node.table is not None and node.table.outcome is not None


class Ending(party.Drawing):
    """Ann ends her turn; the others think until the game is over."""

    async def decide(self, position: Position) -> Choice:
        if position.seat != ANN:
            await asyncio.Event().wait()
        return Choice((Decide(toy.data(toy.End())),))


def stood(game: Game) -> None:
    """Bob has settled with three answers, and the agreement for that of Cid."""
    for node in game.nodes:
        first = game.first_of_bob(node)
        begins, agreed = carried_by(first), agreed_by(first)
        assert begins is not None
        assert agreed is not None
        settlement = begins.settlement.statement
        assert settlement.agreements == (agreed.agreement.hash,)
        assert [one.statement.seat for one in settlement.answers] == [ANN, *KEEPERS]
        assert [type(item) for item in first.items] == [Rejoin, Agree]
    assert game.host.table is not None
    log = write_log(game.host.table.log)
    for level in Level:
        report = audit(log, level=level, open_table=party.open_toy_table)
        assert report.verified, report.fault


async def test_spec_12_5_a_replacement_stands_for_the_answer_of_who_is_gone(
    made: Table3, clock: list[int]
) -> None:
    game = Game(made, clock)
    await game.begin()
    come(made, DORA, game.host.invite_successor(CID), length=0)
    key = identity(DORA).public
    await made.until(lambda: any(one.key == key for one in game.host.candidates))
    game.host.replace(key)
    await game.agree()
    await made.finished()
    assert game.host.table is not None
    assert game.host.table.outcome is not None
    stood(game)


async def test_spec_12_5_so_does_an_agreement_that_ends_the_game(
    made: Table3, clock: list[int]
) -> None:
    game = Game(made, clock)
    await game.begin()
    assert game.host.table is not None
    game.host.propose(End(Result.DRAW), (ended(game.host.table, CID),))
    await game.agree()
    await made.until(lambda: all(over(node) for node in game.nodes))
    stood(game)


def test_spec_12_5_who_cannot_carry_by_what_it_has_settled_asks_anew() -> None:
    """Seat 2 has lost its machine, too, and signs again, pending: now too few forget nothing."""
    match = five_in_one_room()
    match.restore(ANN)
    question = match.ask(ANN)
    match.say(*answers_of_others(match, question))
    agreement = against_who_is_gone(match, question)
    match.say(agreement.proposal, *agreement.signatures)
    author, conduct = match.authors[ANN], match.conducts[ANN]
    log, needed = author.table.log, author.table.needed
    assert complete_agreement(author, conduct) == agreement
    assert due_agreement(author, conduct) is None, "it has not settled"
    settlement = conduct.settlement(log, needed, agreement)
    assert settlement is not None
    conduct.settle(author.sign(settlement), log, needed, agreement)
    assert due_agreement(author, conduct) == agreement
    assert not is_stranded(author, conduct)
    match.say(consenting(agreement.proposal, CID, begun=asking(match, seat=CID)))
    assert due_agreement(author, conduct) is None
    assert is_stranded(author, conduct)
    assert is_bound(author.table, conduct), "it signs nothing else until it has asked"
