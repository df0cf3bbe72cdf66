"""Real nodes that agree: four seats take back entries with dice and shown tokens (SPEC-18)."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from p2p import runner
from p2p.chat import Reminded
from p2p.choice import Choice
from p2p.node import Node
from p2p.player import Position
from protocol.agreed import agreements_of
from protocol.audit import audit
from protocol.charter import DiceSetting
from protocol.consent import OpenProposal
from protocol.entry import Decide
from protocol.errors import LocalError
from protocol.head import Head
from protocol.logfile import write_log
from protocol.proposals import ChangeKeepers, End, Ended, Result, TakeBack
from protocol.report import Level, Worth
from protocol.statements import RaisedHand
from protocol.table import Table
from tests.p2p import party
from tests.p2p.running import Table3
from tests.p2p.test_succession import DORA, come
from tests.protocol import toy
from tests.protocol.sample import identity

KEEPER = 3
NAMES = (*party.NAMES, "Dan")
SHOW = toy.Show((toy.USA, toy.JAPAN), 2)


class Scripted(party.Drawing):
    """A player that gives these orders, one in each entry, and then thinks until it is told."""

    def __init__(self, *orders: toy.Order) -> None:
        super().__init__(0)
        self.orders = list(orders)
        self.more = asyncio.Event()

    async def decide(self, position: Position) -> Choice:  # noqa: ARG002 (it knows what it does)
        while not self.orders:
            self.more.clear()
            await self.more.wait()
        return Choice((Decide(toy.data(self.orders.pop(0))),))

    def order(self, *orders: toy.Order) -> None:
        self.orders.extend(orders)
        self.more.set()


@pytest.fixture(autouse=True)
def four_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy's three players, and a keeper that adds to every roll."""
    seats = (*party.TERMS.seats, ())
    monkeypatch.setattr(party, "TERMS", replace(party.TERMS, seats=seats, dice=DiceSetting.KEEPERS))
    monkeypatch.setattr(party, "NAMES", NAMES)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes look again and again at what they wait for, from the first time on."""
    monkeypatch.setattr(runner, "PATIENCE", 0.05)


class Game:
    """Four nodes; Ann has thrown dice, shown tokens with Bob, and shuffled."""

    def __init__(self, made: Table3, seats: int = 4) -> None:
        self.made = made
        self.players = [Scripted(toy.Throw(2), SHOW, toy.Shuffle())]
        self.players += [Scripted() for _ in range(seats - 1)]
        self.nodes: list[Node] = []

    async def begin(self) -> None:
        self.nodes.append(await self.made.host(watchers=0, player=self.players[0]))
        for seat in range(1, len(self.players)):
            self.nodes.append(self.made.guest(seat, player=self.players[seat]))
        await self.until(lambda table: orders(table) == 3 and waits(table))

    async def until(self, condition: Callable[[Table], bool]) -> None:
        """All nodes hold the same line, of which something is true."""

        def holds() -> bool:
            tables = [node.table for node in self.nodes if node.table is not None]
            same = len({table.head for table in tables}) == 1 and len(tables) == len(self.nodes)
            return same and condition(tables[0])

        await self.made.until(holds)

    async def proposed(self, seat: int) -> OpenProposal:
        """The proposal that a node hears of."""
        node = self.nodes[seat]
        await self.made.until(lambda: bool(node.proposals))
        (one,) = node.proposals
        return one

    @property
    def tables(self) -> list[Table]:
        return [node.table for node in self.nodes if node.table is not None]

    @property
    def start(self) -> Head:
        """The place at which Ann's first order was asked."""
        log = self.tables[0].log
        first = next(e for e in log if any(isinstance(item, Decide) for item in e.items))
        return log.at(first.sequence - 1).head


def orders(table: Table) -> int:
    return sum(isinstance(item, Decide) for entry in table.log for item in entry.items)


def waits(table: Table) -> bool:
    return table.due is not None and not table.due.duty.automatic


def agreed(table: Table) -> bool:
    return table.log.at(len(table.log)).agree is not None


@pytest.fixture
async def game(made: Table3) -> Game:
    begun = Game(made)
    await begun.begin()
    return begun


async def test_spec_18_4_four_seats_take_back_three_entries_with_dice_and_a_reveal(
    game: Game,
) -> None:
    ledger = game.tables[0].ledger
    assert ledger.commitments.opened, "tokens were shown"
    assert ledger.rolls, "dice have fallen"
    game.nodes[1].propose(TakeBack(game.start))
    for seat in (0, 2):
        game.nodes[seat].consent((await game.proposed(seat)).proposal.statement.hash)
    await game.until(agreed)
    for table in game.tables:
        assert toy.toy(table.game).dice == ()
        assert table.due is not None
        assert table.due.power == toy.USA
        assert table.ledger.commitments.opened == ledger.commitments.opened
        assert table.ledger.rolls == ledger.rolls
    game.players[0].order(toy.Throw(2), toy.Win())
    await game.made.finished()
    for level in Level:
        file = write_log(game.tables[KEEPER].log)
        report = audit(file, level, open_table=party.open_toy_table)
        assert report.verified, report.fault


async def test_spec_16_13_who_has_yet_to_sign_is_reminded_of_a_proposal(game: Game) -> None:
    """Cid owes the game nothing; Dan, the keeper, signs when all players have (SPEC-18.6)."""
    game.nodes[1].propose(TakeBack(game.start))
    await game.proposed(KEEPER)
    game.nodes[1].remind()
    await game.made.until(lambda: bool(game.made.notices("Cid", Reminded)))
    assert [one.seat for one in game.made.notices("Cid", Reminded)] == [1]
    assert game.made.notices("Dan", Reminded) == []


async def test_spec_18_3_half_of_the_seats_agree_on_nothing_against_the_others(game: Game) -> None:
    """Who proposes signs by itself in the end: it would be bound by what cannot be complete."""
    named = (Ended(1, 0, None), Ended(2, 0, None))
    with pytest.raises(LocalError, match="more than half of all seats"):
        game.nodes[0].propose(End(Result.DRAW), named)
    assert game.nodes[0].proposals == ()


async def test_spec_18_1_a_keeper_that_is_gone_is_changed(game: Game) -> None:
    """Who keeps from then on adds to the dice; nobody else's powers are touched."""
    host = game.nodes[0]
    await game.made.stop("Dan")
    new = come(game.made, DORA, host.invite_successor(KEEPER))
    key = identity(DORA).public
    await game.made.until(lambda: any(one.key == key for one in host.candidates))
    host.replace(key)
    for seat in (1, 2):
        one = (await game.proposed(seat)).proposal.statement
        assert isinstance(one.terms, ChangeKeepers)
        game.nodes[seat].consent(one.hash)
    await game.made.until(lambda: new.seat == KEEPER)
    game.nodes[KEEPER] = new
    rolled = game.tables[0].ledger.rolls
    game.players[0].order(toy.Throw(2), toy.Win())
    await game.made.finished()
    assert game.tables[0].ledger.rolls == rolled + 1


@pytest.fixture
async def kept_by_two(made: Table3, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The same with another keeper, and Dora has come to keep instead of Dan, who runs."""
    monkeypatch.setattr(party, "TERMS", replace(party.TERMS, seats=(*party.TERMS.seats, ())))
    monkeypatch.setattr(party, "NAMES", (*NAMES, "Eli"))
    begun = Game(made, seats=5)
    await begun.begin()
    host = begun.nodes[0]
    begun.nodes.append(come(made, DORA, host.invite_successor(KEEPER)))
    await made.until(lambda: bool(host.candidates))
    return begun


async def test_spec_18_6_a_keeper_that_runs_is_changed_as_all_players_wish(
    kept_by_two: Game,
) -> None:
    """The other keeper signs once all players have; who kept before watches from then on."""
    game = kept_by_two
    host, bob, cid, dan, eli, dora = game.nodes
    host.replace(identity(DORA).public)
    one = (await game.proposed(1)).proposal.statement
    bob.consent(one.hash)
    await game.proposed(2)
    await game.made.until(lambda: eli.proposals[:1] != () and eli.proposals[0].signed == (1,))
    cid.consent(one.hash)
    await game.until(agreed)
    await game.made.until(lambda: dora.seat == KEEPER and dan.seat is None)
    rolled = game.tables[0].ledger.rolls
    game.players[0].order(toy.Throw(2), toy.Win())
    await game.made.finished()
    log = game.tables[0].log
    assert game.tables[0].ledger.rolls == rolled + 1
    (judged,) = agreements_of(log)
    assert (judged.signed, judged.named, judged.worth) == ((0, 1, 2, 4), (3,), Worth.VERIFIED)
    for level in Level:
        report = audit(write_log(log), level, open_table=party.open_toy_table)
        assert report.verified, report.fault


async def test_spec_18_8_who_neither_signs_nor_refuses_other_keepers_lets_the_game_wait(
    kept_by_two: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann has signed, and so does not play on; she says that she is there."""
    now = runner._minute()
    monkeypatch.setattr(runner, "_minute", lambda: now)
    game = kept_by_two
    absent = game.tables[0].charter.absence * 24 * 60
    host, bob, *_ = game.nodes
    bob.propose(
        ChangeKeepers((*host._runner.begun.candidates.values(),)), (Ended(KEEPER, 0, None),)
    )
    host.consent((await game.proposed(0)).proposal.statement.hash)
    await game.made.until(lambda: bob.proposals[0].signed == (0,))
    now += absent - 1
    host.raise_hand()
    await game.made.until(lambda: hands(bob) == 1)
    now += 1
    assert host.gone == bob.gone == {2}


async def test_spec_18_6_who_proposes_signs_last_and_can_withdraw_until_then(game: Game) -> None:
    game.nodes[1].propose(TakeBack(game.start))
    one = await game.proposed(0)
    assert one.signed == (), "a proposal is no signature"
    game.nodes[0].consent(one.proposal.statement.hash)
    game.nodes[1].refuse(one.proposal.statement.hash)
    await game.proposed(2)
    await game.made.until(lambda: game.nodes[2].proposals[0].refused == (1,))
    game.players[0].order(toy.Win())
    await game.made.finished()
    assert not any(entry.agree for entry in game.tables[0].log)


async def test_spec_18_6_after_a_refusal_something_else_can_be_proposed(game: Game) -> None:
    game.nodes[1].propose(TakeBack(game.start))
    one = await game.proposed(0)
    game.nodes[0].consent(one.proposal.statement.hash)
    game.nodes[2].refuse((await game.proposed(2)).proposal.statement.hash)
    await game.made.until(lambda: game.nodes[1].proposals[0].refused == (2,))
    game.nodes[1].propose(End(Result.DRAW))
    for seat in (0, 2):
        await game.made.until(lambda: all(len(node.proposals) == 2 for node in game.nodes))
        node = game.nodes[seat]
        node.consent(node.proposals[1].proposal.statement.hash)
    await game.made.finished()
    assert game.tables[0].outcome is not None


async def test_spec_18_4_what_cannot_be_done_is_not_even_proposed(game: Game) -> None:
    with pytest.raises(LocalError, match="no side of that name"):
        game.nodes[1].propose(End(Result.WIN, "Nobody"))
    game.players[0].order(toy.Win())
    await game.made.finished()


@pytest.mark.usefixtures("hasty")
async def test_spec_18_6_a_keeper_signs_against_a_seat_as_soon_as_it_has_been_absent(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game waits for Ann, and nobody says anything any more."""
    now = runner._minute()
    monkeypatch.setattr(runner, "_minute", lambda: now)
    absent = game.tables[0].charter.absence * 24 * 60
    _, bob, cid, dan = game.nodes
    bob.propose(End(Result.DRAW), (Ended(0, 0, None),))
    cid.consent((await game.proposed(2)).proposal.statement.hash)
    await game.made.until(lambda: dan.proposals[:1] != () and dan.proposals[0].signed == (1, 2))
    now += absent - 1
    bob.raise_hand()
    await game.made.until(lambda: hands(dan) == 1)
    assert dan.proposals[0].signed == (1, 2), "Ann has been silent for too short a time"
    now += 1
    await game.made.finished()
    (carried,) = [entry for entry in game.tables[0].log if entry.agree]
    assert carried.seat == 1, "Ann is due, and named, so that the next seat carries it"
    (one,) = agreements_of(game.tables[0].log)
    assert (one.signed, one.named, one.worth) == ((1, 2, 3), (0,), Worth.VERIFIED)


def hands(node: Node) -> int:
    assert node.table is not None
    return sum(isinstance(one.statement, RaisedHand) for one in node.table.log.statements)
