"""Seats at real nodes: a bot that hosts, a person who joins, somebody who watches."""

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import pytest

from client import tables
from client.bots.captain import Captain
from client.bots.fuzz import Fuzz
from client.bots.player import BotPlayer
from client.errors import ClientError
from client.home import Home
from client.playing import run_table, save_evidence
from client.presentation.invitations import invitation_lines, places
from client.presentation.knowledge import observed_lines
from client.presentation.notices import NoticeText
from client.presentation.waiting import DueTask, due_tasks
from client.scenarios import find, shortened
from client.seat.invitations import invitations_of
from client.seat.memo import Memo
from client.seat.observer import Observer
from client.seat.standing_orders import StandingOrders, Submerging
from client.terminal.player import TerminalPlayer
from engine.options import parse
from p2p.address import Address
from p2p.chat import Reminded
from p2p.choice import Choice
from p2p.errors import BadStore
from p2p.events import EntryAccepted, FaultProven
from p2p.hosting import Hosting
from p2p.invite import SCHEME, Invite
from p2p.lobby_protocol import Proposed
from p2p.node import Node
from p2p.player import GameStarted, Notice, Position
from p2p.system import Disk
from p2p.tickets import PLACES
from p2p.ways import Direct, Lan
from protocol.audit import audit
from protocol.charter import MAX_SEATS
from protocol.errors import Code, Refused
from protocol.identity import Identity
from protocol.logfile import write_log
from protocol.report import Status
from protocol.statements import SilenceClaim
from protocol.table import Table
from tests.bench.games import founded, played
from tests.patience import PATIENCE
from tests.protocol.sample import phrase

LOOPBACK = Address("127.0.0.1", 0)


class Paper:
    """A screen that keeps what it shows."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def show(self, text: str) -> None:
        self.lines.append(text)

    def prompt(self, text: str) -> None:
        self.lines.append(text)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


class Lazy(Paper):
    """A person who types the least that every question allows, and looks around at times."""

    width = 110

    def __init__(self) -> None:
        super().__init__()
        self._asked = asyncio.Event()
        self._looks = iter(("map", "know", "status", "help", "help decoy", "legal"))

    def prompt(self, text: str) -> None:
        super().prompt(text)
        self._asked.set()

    async def line(self) -> str:
        await self._asked.wait()
        self._asked.clear()
        if self.lines[-1].startswith("Type yes"):
            return "yes"
        if "Enter or send" in self.lines[-1]:
            return "send"
        return self._answer(next(line for line in reversed(self.lines) if "`help` lists" in line))

    def _answer(self, question: str) -> str:
        look = next(self._looks, None)
        if look is not None:
            return look
        answers = {
            "(SS-0.8;": "open SZ Japan 1; SZ Wake 2 1; SZ Carolines 1",
            "(BG-5;": "buy nothing",
            "(BG-7;": "done",
            "(BG-9;": "done",
            "(BG-10;": "place nothing",
            "(SS-1;": "place nothing",
            "(SS-3.7;": "pass",
            "(SS-A23;": "pass",
            "(SS-4.0;": "pass",
        }
        return next((a for key, a in answers.items() if key in question), "1")


async def only_this_task_is_left() -> None:
    """What was cancelled has had its last turn, and nothing runs on behind the game."""
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_person_a_bot_and_a_watcher_at_one_table(tmp_path: Path) -> None:
    chosen = shortened(find("wake-island"), 1)
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, None))
    table, lobby = tables.host(Home(tmp_path / "host"), phrase(0), "Ann", terms, seat=0, watchers=1)
    anns, bobs_lines, eves_lines = Paper(), Lazy(), Lazy()
    ann = BotPlayer(anns, Captain(1), 1)
    host = Node(table.store, table.phrase, ann, listen=LOOPBACK)
    running = [asyncio.create_task(ann.run(host))]
    at = Address("127.0.0.1", await host.port())
    key = Identity.from_phrase(phrase(0)).public
    seat, watch = (
        Invite(key, terms.nonce, lobby.ticket(phrase(0), number), (Lan(at),))
        for number in lobby.invited
    )

    bobs = tables.join(Home(tmp_path / "guest"), phrase(1), "Bob", seat)
    eves = tables.join(Home(tmp_path / "watcher"), phrase(2), "", watch)
    bob, eve = TerminalPlayer(bobs_lines), TerminalPlayer(eves_lines)
    orders = tmp_path / "bob.memo"
    Memo(StandingOrders(best_losses=True, submerge=Submerging.NEVER, retreat=35)).save(orders)
    running += [
        asyncio.create_task(person.run(Node(place.store, place.phrase, person, linger=1), memo))
        for person, place, memo in ((bob, bobs, orders), (eve, eves, None))
    ]
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*running)
    await only_this_task_is_left()
    for place in (table, bobs, eves):
        place.store.close()

    ours, theirs = ann.observer.table, eve.observer.table
    assert ours is not None
    assert theirs is not None
    log = write_log(ours.log)
    report = audit(log)
    assert report.verified
    assert report.status is Status.COMPLETE
    assert [entry.raw for entry in theirs.log] == [entry.raw for entry in ours.log]
    assert bob.observer.table is not None
    assert bob.observer.table.disclosures() == (0,), "what a bot hid is seen at the end"
    assert "Type yes to sign this charter" in bobs_lines.text
    assert "The game is over" in bobs_lines.text
    assert "What this seat knew at the end" in anns.text
    # SS-0.4: a watcher is told the odds of every token, and the group of none that hides it.
    assert not any("your own" in line for line in observed_lines(eve.observer))


class Scripted(Paper):
    """A person who types what is written down, and then leaves."""

    width = 80

    def __init__(self, *lines: str) -> None:
        super().__init__()
        self._lines = iter(lines)

    async def line(self) -> str:
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        return line


async def test_who_waits_alone_can_look_around_and_leave(tmp_path: Path) -> None:
    chosen = find("wake-island")
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, None))
    table, _ = tables.host(Home(tmp_path), phrase(0), "Ann", terms, seat=0, watchers=0)
    terminal = Scripted("status", "nonsense", "hand", "help", "quit", "never read")
    ann = TerminalPlayer(terminal)
    with table.store:
        async with asyncio.timeout(PATIENCE):
            await ann.run(Node(table.store, table.phrase, ann, listen=LOOPBACK))
    await only_this_task_is_left()
    assert "Waiting for players to join" in terminal.text
    assert "You have left" in terminal.text


class Dreamer:
    """A player who never decides anything."""

    def __init__(self) -> None:
        self.notices: list[Notice] = []
        self.noticed = asyncio.Event()

    async def consents(self, proposed: Proposed) -> bool:  # noqa: ARG002 (whatever it is)
        return True

    async def decide(self, position: Position) -> Choice:  # noqa: ARG002 (whatever it is)
        return await asyncio.Future()

    def notice(self, notice: Notice) -> None:
        self.notices.append(notice)
        self.noticed.set()


class Typist(Paper):
    """A person who agrees to the charter, and types what is put down in time."""

    width = 80

    def __init__(self) -> None:
        super().__init__()
        self.lines_typed: asyncio.Queue[str] = asyncio.Queue()

    def prompt(self, text: str) -> None:
        super().prompt(text)
        if text.startswith("Type yes"):
            self.lines_typed.put_nowait("yes")

    async def line(self) -> str:
        return await self.lines_typed.get()


class Noticing(TerminalPlayer):
    """Tells when something has happened."""

    def __init__(self, terminal: Typist) -> None:
        super().__init__(terminal)
        self.noticed = asyncio.Event()

    def notice(self, notice: Notice) -> None:
        super().notice(notice)
        self.noticed.set()


async def invited(lobby: Hosting, host: Node) -> Invite:
    """Bob's, by Ann, who hosts."""
    at = Lan(Address("127.0.0.1", await host.port()))
    key = Identity.from_phrase(phrase(0)).public
    return Invite(key, lobby.terms.nonce, lobby.ticket(phrase(0), 1), (at,))


async def until(event: asyncio.Event, condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            event.clear()
            await event.wait()


async def test_who_waits_for_another_sees_it_reminds_and_states_it(tmp_path: Path) -> None:
    chosen = find("wake-island")
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, None))
    hosted, lobby = tables.host(Home(tmp_path / "a"), phrase(0), "Ann", terms, seat=0, watchers=0)
    terminal, ann = Typist(), Dreamer()
    bob = Noticing(terminal)
    with hosted.store:
        host = Node(hosted.store, hosted.phrase, ann, listen=LOOPBACK, linger=None)
        running = asyncio.create_task(host.run())
        invite = await invited(lobby, host)
        joined = tables.join(Home(tmp_path / "b"), phrase(1), "Bob", invite)
        with joined.store:
            node = Node(joined.store, joined.phrase, bob, linger=None)
            playing = asyncio.create_task(bob.run(node))
            await until(bob.noticed, lambda: "divide submarines" in str(tasks_of(node)))
            for line in ("waiting", "remind", "silence"):
                terminal.lines_typed.put_nowait(line)
            await until(ann.noticed, lambda: Reminded(1) in ann.notices and bool(silences(host)))
            terminal.lines_typed.put_nowait("quit")
            await playing
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
    assert "Waiting for Ann (USA) to divide submarines into groups" in terminal.text
    assert "You can wait, `remind` them" in terminal.text
    assert "They are reminded" in terminal.text
    assert silences(host) == [(1, 0)]


async def test_a_draw_is_proposed_and_agreed_at_the_terminal(tmp_path: Path) -> None:
    """SPEC-18: Bob proposes; Ann, in the midst of a decision, looks at it and accepts."""
    chosen = find("wake-island")
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, None))
    hosted, lobby = tables.host(Home(tmp_path / "a"), phrase(0), "Ann", terms, seat=0, watchers=0)
    left, right = Typist(), Typist()
    ann, bob = Noticing(left), Noticing(right)
    with hosted.store:
        host = Node(hosted.store, hosted.phrase, ann, listen=LOOPBACK, linger=1)
        running = asyncio.create_task(ann.run(host))
        invite = await invited(lobby, host)
        joined = tables.join(Home(tmp_path / "b"), phrase(1), "Bob", invite)
        with joined.store:
            node = Node(joined.store, joined.phrase, bob, linger=1)
            playing = asyncio.create_task(bob.run(node))
            await until(bob.noticed, lambda: "divide submarines" in str(tasks_of(node)))
            right.lines_typed.put_nowait("propose draw")
            await until(ann.noticed, lambda: bool(host.proposals))
            left.lines_typed.put_nowait("proposals")
            left.lines_typed.put_nowait("accept")
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(running, playing)
    assert "Bob proposes to end the game as a draw" in left.text
    assert "not yet signed by Ann and Bob" in left.text
    for paper in (left, right):
        assert "Agreed by Ann and Bob: end the game as a draw" in paper.text
    assert ann.observer.table is not None
    assert ann.observer.table.outcome is not None


async def test_a_bot_signs_no_agreement_and_says_so(tmp_path: Path) -> None:
    chosen = find("wake-island")
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, None))
    hosted, lobby = tables.host(Home(tmp_path / "a"), phrase(0), "Ann", terms, seat=0, watchers=0)
    paper = Typist()
    ann, bot = Noticing(paper), BotPlayer(Paper(), Captain(1), 1)
    with hosted.store:
        host = Node(hosted.store, hosted.phrase, ann, listen=LOOPBACK, linger=None)
        running = [asyncio.create_task(ann.run(host))]
        invite = await invited(lobby, host)
        joined = tables.join(Home(tmp_path / "b"), phrase(1), "Bob", invite)
        with joined.store:
            running.append(asyncio.create_task(bot.run(Node(joined.store, joined.phrase, bot))))
            await until(ann.noticed, lambda: "divide submarines" in str(tasks_of(host)))
            paper.lines_typed.put_nowait("propose draw")
            await until(ann.noticed, lambda: "signs no agreement" in paper.text)
            (one,) = host.proposals
            assert one.missing == (0, 1)
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)


def tasks_of(node: Node) -> tuple[DueTask, ...]:
    return () if node.table is None else due_tasks(node.table)


def silences(node: Node) -> list[tuple[int, int]]:
    assert node.table is not None
    said = (one.statement for one in node.table.log.statements)
    return [(one.seat, one.owing) for one in said if isinstance(one, SilenceClaim)]


async def test_a_host_takes_back_an_invite_at_the_terminal(tmp_path: Path) -> None:
    """SPEC-16.4: by power or spectator; the new link is shown, and the old one is not any more."""
    chosen = find("wake-island")
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, None))
    table, lobby = tables.host(Home(tmp_path), phrase(0), "Ann", terms, seat=0, watchers=1)
    invitations = invitations_of(phrase(0), lobby, (Direct(Address("ann.example.org", 7777)),))
    old, watch, back = (each.invite.link() for each in invitations)
    terminal = Scripted("help", "remove", "remove Japan", "remove spectator 1", "invites", "quit")
    ann = TerminalPlayer(terminal)
    ann.invite(invitations)
    with table.store:
        async with asyncio.timeout(PATIENCE):
            await ann.run(Node(table.store, table.phrase, ann, listen=LOOPBACK))
    assert "remove: take back an invite" in terminal.text
    assert "ambiguous" in terminal.text, "nobody is removed by a word that can mean several"
    last = terminal.text[terminal.text.rindex("Send each link") :]
    assert old not in last
    assert watch not in last
    assert back in last
    found = re.findall(r"secret-subs:[\w-]+", last)
    numbers = [link.ticket.number for link in map(Invite.parse, found) if link.ticket is not None]
    assert numbers == [1 + PLACES, MAX_SEATS + PLACES]


def test_a_player_who_is_called_like_a_power_shields_nobody(tmp_path: Path) -> None:
    """A host who removes Japan removes who plays it, whatever another is called."""
    chosen = find("anniversary-1941")
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, 6))
    table, lobby = tables.host(Home(tmp_path), phrase(0), "Ann", terms, seat=0, watchers=0)
    table.store.close()
    japan = next(seat for seat, powers in enumerate(terms.seats) if "Japan" in powers)
    other = next(seat for seat in range(1, 6) if seat != japan)
    guests = {**lobby.guests, other: replace(lobby.guests[0], name="Japan")}
    invitations = invitations_of(phrase(0), lobby, (Direct(Address("ann.example.org", 7777)),))
    assert places(invitations, replace(lobby, guests=guests))["Japan"] == japan


async def test_a_game_goes_on_from_its_store(tmp_path: Path) -> None:
    """A seat found again by the first letters of its table is the same seat."""
    chosen = find("wake-island")
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, None))
    home = Home(tmp_path)
    table, lobby = tables.host(home, phrase(0), "Ann", terms, seat=1, watchers=3)
    table.store.close()
    again = tables.find(home, phrase(0), lobby.table.hex()[:6])
    with again.store:
        assert again.store.read().lobby is not None
    with pytest.raises(ClientError, match="no table ffff"):
        tables.find(home, phrase(0), "ffff")
    with pytest.raises(BadStore, match="another table or key"):
        tables.find(home, phrase(1), "")


def test_a_host_hands_out_a_link_for_every_guest_and_one_for_the_way_back(tmp_path: Path) -> None:
    chosen = find("wake-island")
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, None))
    table, lobby = tables.host(Home(tmp_path), phrase(0), "Ann", terms, seat=1, watchers=1)
    table.store.close()
    invitations = invitations_of(phrase(0), lobby, (Direct(Address("ann.example.org", 7777)),))
    assert [invitation.purpose for invitation in invitations] == ["seat", "watch", "recover"]
    assert invitations[0].powers == terms.seats[0]
    shown = (line.split()[-1] for line in invitation_lines(invitations) if SCHEME in line)
    links = [Invite.parse(link) for link in shown]
    assert [link.ticket is None for link in links] == [False, False, True]
    assert all(str(link.ways[0]) == "ann.example.org:7777" for link in links)
    with pytest.raises(ClientError, match="recover"):
        tables.join(Home(tmp_path / "b"), phrase(1), "Bob", links[-1])


def test_a_proof_of_fraud_is_kept_for_any_stranger(tmp_path: Path) -> None:
    observer = Observer()
    refusal = Refused(Code.ILLEGAL_ANSWER, "BG-5.1", 1, "seat 1 buys what it cannot pay")
    notice = FaultProven(refusal, b"the proof")
    (line,) = NoticeText(observer).lines(notice, observer.observe(notice))
    assert "FRAUD" in line
    assert "fault of seat 1" in line
    told = save_evidence(observer.evidence[0], tmp_path / "evidence")
    (file,) = (tmp_path / "evidence").iterdir()
    assert str(file) in told
    assert file.read_bytes() == b"the proof"


@dataclass(frozen=True)
class NodeAtTheEnd:
    """What an observer asks of a node that has the whole game already."""

    table: Table


@pytest.mark.no_cover
def test_an_observer_who_catches_up_knows_what_one_who_was_there_knows() -> None:
    """Entries come in chunks: each is judged by the game after it, not by the game as it is now."""
    founding = founded(shortened(find("wake-island"), 6))
    entries = played(founding, 10_000, (Fuzz(1), Fuzz(2))).log
    present, late = Observer(), Observer()
    present.observe(GameStarted(founding))
    replica = Table.start(founding)
    appended, known = [], []
    for entry in entries:
        appended.append(replica.append(entry.raw))
        present.observe(EntryAccepted(appended[-1]))
        known.append(present.knowledge)
    late.attach(cast("Node", NodeAtTheEnd(replica)))
    since = len(appended) // 2
    late.observe(GameStarted(founding, tuple(appended[since:]), since))
    caught_up = 0
    while late.behind:
        caught_up += len(late.catch_up(5))
        assert late.knowledge == known[caught_up - 1]
    assert caught_up == len(entries)
    assert known[-1].supports != known[0].supports
    assert [*late.since(0)] == [event for one in appended for event in one.events]


@pytest.mark.parametrize("disk", [Disk.LOCAL, Disk.UNKNOWN])
async def test_a_player_is_told_where_the_system_does_not_say_what_disk_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, disk: Disk
) -> None:
    monkeypatch.setattr("p2p.store.disk_of", lambda _: disk)
    chosen = find("wake-island")
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, None))
    table, _ = tables.host(Home(tmp_path), phrase(0), "Ann", terms, seat=0, watchers=0)
    screen = Paper()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await run_table(table, BotPlayer(screen, Captain(1), 1), listen=LOOPBACK)
    said = f"kept in {table.store.path}. This system does not say whether that is a local disk"
    assert (said in screen.text) is (disk is Disk.UNKNOWN)
