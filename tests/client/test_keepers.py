"""SPEC-7.5: a keeper at a real table adds to every roll, decides nothing, and may be away."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from client import tables
from client.bots.captain import Captain
from client.bots.player import BotPlayer
from client.errors import ClientError
from client.home import Home
from client.keeper import Keeper
from client.presentation.charter import absence_text, proposal
from client.presentation.waiting import due_tasks
from client.presentation.words import NotUnderstood
from client.scenarios import find, shortened
from client.seat.observer import Observer
from engine.board import Power
from engine.instructions import Standing
from engine.options import parse
from p2p.address import Address
from p2p.errors import LobbyError
from p2p.hosting import Hosting
from p2p.invite import Invite
from p2p.node import Node
from p2p.player import Notice
from p2p.terms import Terms, guest_of
from p2p.ways import Lan
from protocol.audit import audit
from protocol.charter import DiceSetting, Secrecy
from protocol.due import Duty
from protocol.entry import DiceShare
from protocol.identity import Identity
from protocol.logfile import write_log
from protocol.opening import first_position
from protocol.report import Level, Status
from tests.client.test_seats import LOOPBACK, Paper
from tests.patience import PATIENCE
from tests.protocol.sample import phrase

ANN, BOB, KEEPER = 0, 1, 2


def terms(keepers: int = 1, dice: DiceSetting | None = None) -> Terms:
    chosen = shortened(find("wake-island"), 1)
    seats = tables.seats_of(chosen.scenario, None)
    return tables.terms_of(
        chosen, parse(""), seats, secrecy=Secrecy.HASHED, dice=dice, keepers=keepers
    )


class Noticing(BotPlayer):
    """A bot whose notices can be waited for."""

    def __init__(self, screen: Paper, bot: Captain, seed: int) -> None:
        super().__init__(screen, bot, seed)
        self.noticed = asyncio.Event()

    def notice(self, notice: Notice) -> None:
        super().notice(notice)
        self.noticed.set()


class Table:
    """Ann hosts and Bob joins, both bots; a keeper comes and goes."""

    def __init__(self, folder: Path, proposed: Terms) -> None:
        self.folder = folder
        self.ann = Noticing(Paper(), Captain(ANN), ANN)
        self.bob = BotPlayer(Paper(), Captain(BOB), BOB)
        self.opened, lobby = tables.host(
            Home(folder / "ann"), phrase(ANN), "Ann", proposed, seat=ANN, watchers=0
        )
        self.lobby: Hosting = lobby
        self.host = Node(self.opened.store, self.opened.phrase, self.ann, listen=LOOPBACK)
        self.running = [asyncio.create_task(self.ann.run(self.host))]

    async def invite(self, seat: int) -> Invite:
        at = Address("127.0.0.1", await self.host.port())
        key = Identity.from_phrase(phrase(ANN)).public
        return Invite(key, self.lobby.terms.nonce, self.lobby.ticket(phrase(ANN), seat), (Lan(at),))

    async def join(self) -> None:
        bobs = tables.join(Home(self.folder / "bob"), phrase(BOB), "Bob", await self.invite(BOB))
        self.running.append(
            asyncio.create_task(self.bob.run(Node(bobs.store, bobs.phrase, self.bob)))
        )


class Kept(Keeper):
    """A keeper that says when it has given so many shares."""

    def __init__(self, shares: int) -> None:
        super().__init__(Paper(), Identity.from_phrase(phrase(KEEPER)).public)
        self.shares = shares
        self.reached = asyncio.Event()

    def notice(self, notice: Notice) -> None:
        super().notice(notice)
        if given(self.observer) >= self.shares:
            self.reached.set()


def given(observer: Observer) -> int:
    """Shares of the keeper in the log."""
    log = () if observer.table is None else observer.table.log
    items = (item for entry in log if entry.seat == KEEPER for item in entry.items)
    return sum(isinstance(item, DiceShare) for item in items)


async def stopped(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@pytest.mark.no_cover
async def test_two_players_and_a_keeper_that_goes_and_comes_back(tmp_path: Path) -> None:
    table = Table(tmp_path, terms())
    await table.join()
    home, link = Home(tmp_path / "keeper"), await table.invite(KEEPER)
    opened = tables.join(home, phrase(KEEPER), "Kim", link)
    keeper = Kept(shares=1)
    async with asyncio.timeout(PATIENCE):
        with opened.store:
            task = asyncio.create_task(
                keeper.run(Node(opened.store, opened.phrase, keeper, linger=None))
            )
            await keeper.reached.wait()
            await stopped(task)
        ours = table.ann.observer.table
        assert ours is not None
        while ours.due is None or (ours.due.seat, ours.due.duty) != (KEEPER, Duty.SHARE):
            table.ann.noticed.clear()
            await table.ann.noticed.wait()
        before = len(ours.log)
        await asyncio.sleep(0.3)
        assert len(ours.log) == before, "a keeper that is down stalls rolls"
        assert [task.name for task in due_tasks(ours)] == ["Kim"]
        again = tables.find(home, phrase(KEEPER), link.table.hex())
        keeper = Kept(shares=2)
        with again.store:
            task = asyncio.create_task(
                keeper.run(Node(again.store, again.phrase, keeper, linger=None))
            )
            await asyncio.gather(*table.running)
            await stopped(task)
    table.opened.store.close()

    with tables.find(home, phrase(KEEPER), "").store as store:
        assert tables.keeps(replace(opened, store=store)), "`play` says that it is a keeper's"
    assert ours.needed == {ANN, BOB, KEEPER}, "who rejoins needs the keeper's answer too"
    assert keeper.observer.powers == ()
    assert keeper.observer.groups == {}
    assert ours.charter.dice is DiceSetting.KEEPERS
    assert ours.closings() == (ANN, BOB, KEEPER)
    assert ours.disclosures() == (ANN, BOB), "a keeper has sealed nothing"
    log = write_log(ours.log)
    assert all(audit(log, level).verified for level in Level)
    assert audit(log).status is Status.COMPLETE
    by_keeper = [item for e in ours.log if e.seat == KEEPER for item in e.items]
    assert len(by_keeper) >= 2
    assert all(isinstance(item, DiceShare) for item in by_keeper)


async def test_a_keeper_does_not_sign_for_a_player(tmp_path: Path) -> None:
    """Somebody gave the keeper Bob's link: it would sit where decisions are asked of it."""
    table = Table(tmp_path, terms(keepers=0))
    opened = tables.join(Home(tmp_path / "keeper"), phrase(KEEPER), "Kim", await table.invite(BOB))
    keeper = Kept(shares=1)
    with opened.store, table.opened.store:
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(LobbyError, match="did not agree"):
                await keeper.run(Node(opened.store, opened.phrase, keeper, linger=None))
        await stopped(table.running[0])


async def test_a_player_does_not_sign_for_a_keeper(tmp_path: Path) -> None:
    """Somebody joined with the keeper's link: it is told what that link is for."""
    table = Table(tmp_path, terms())
    await table.join()
    opened = tables.join(Home(tmp_path / "eve"), phrase(KEEPER), "Eve", await table.invite(KEEPER))
    paper = Paper()
    eve = BotPlayer(paper, Captain(KEEPER), KEEPER)
    with opened.store, table.opened.store:
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(LobbyError, match="did not agree"):
                await eve.run(Node(opened.store, opened.phrase, eve, linger=None))
        for running in table.running:
            await stopped(running)
    assert "this invite is for a keeper: use `secret-subs keep LINK`" in paper.text


def test_with_keepers_they_add_to_the_dice_unless_the_host_says_otherwise() -> None:
    assert terms().dice is DiceSetting.KEEPERS
    assert terms(dice=DiceSetting.SIDES).dice is DiceSetting.SIDES
    assert terms(keepers=0).dice is DiceSetting.SIDES


@pytest.mark.parametrize(
    ("keepers", "dice", "why"),
    [
        (4, None, "4 keepers"),
        (-1, None, "0 to 3"),
        (0, DiceSetting.KEEPERS, "the table has none"),
    ],
)
def test_keepers_that_no_table_can_have(keepers: int, dice: DiceSetting | None, why: str) -> None:
    with pytest.raises(ClientError, match=why):
        terms(keepers, dice)


def test_spec_4_4_openings_are_deposited_where_there_is_a_keeper() -> None:
    chosen = find("wake-island")
    seats = tables.seats_of(chosen.scenario, None)
    assert tables.terms_of(chosen, parse(""), seats, keepers=1, deposits=True).deposits
    with pytest.raises(ClientError, match="the table has no keeper"):
        tables.terms_of(chosen, parse(""), seats, deposits=True)


@pytest.mark.parametrize(
    ("days", "said"), [(0, "However long"), (1, "silent for 1 day,"), (14, "silent for 14 days,")]
)
def test_the_charter_says_in_words_when_a_player_is_absent(days: int, said: str) -> None:
    assert said in absence_text(days)


@pytest.mark.parametrize("days", [-1, 366])
def test_a_player_is_absent_within_a_year_or_never(days: int) -> None:
    chosen = find("wake-island")
    seats = tables.seats_of(chosen.scenario, None)
    with pytest.raises(ClientError, match="choose 1 to 365, or 0 for never"):
        tables.terms_of(chosen, parse(""), seats, absence=days)
    assert tables.terms_of(chosen, parse(""), seats, absence=30).absence == 30


def test_bg_3_4_the_host_gives_first_instructions_in_the_charter() -> None:
    given = tables.instructed(terms(0), 0, ["submerge never", "losses destroyers, cruisers"])
    ((power, _),) = given.instructions
    assert power == terms(0).seats[0][0]
    with pytest.raises(NotUnderstood):
        tables.instructed(terms(0), 0, ["losses dragons"])
    guests = {
        index: guest_of(phrase(index), given.nonce, name, bytes([index]) * 32)
        for index, name in enumerate(("Ann", "Bob"))
    }
    charter = given.charter(guests)
    game = first_position(charter, given.text)
    assert game.instructions_of(Power(power)).submerge is Standing.NEVER
    assert "submarines stay and fight" in proposal(charter, given.text)
