"""A whole table in one process: nodes, disks and a network that does its worst, all from one seed.

The seats here are honest; `hostile` has the others. The network delays, and breaks connections with
whatever is under way in them. Nodes crash between any two steps, also while they write, and lose
all but their disk; machines are lost with their disk, and their players come back with the phrase
alone; stores are put back from copies. Players propose, sign and refuse (`simulated_players`), and
others come to play in their stead. Every step of every node goes through `Node.settle`, which
checks what must always hold.
"""

import itertools
import random
from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from p2p.changes import (
    Change,
    EntryStored,
    EvidenceStored,
    PlaceSigned,
    ShareReleased,
    StatementSigned,
    StatementStored,
)
from p2p.choice import Choice
from p2p.events import EntryAccepted, StatementAccepted
from p2p.link import Link
from p2p.messages import Entries, Heads, Message, Offending, Statements, read_message, write_message
from p2p.patience import PATIENCE
from p2p.store import StoreContents
from protocol.agreements import ProposalSignature
from protocol.consent import OpenProposal
from protocol.dice import DiceChain
from protocol.entry import Decide, DiceShare, Entry, Rejoin
from protocol.faults import Said, convictions
from protocol.founding import Founding
from protocol.identity import PublicKey
from protocol.logfile import read_records, read_statement_record
from protocol.proposals import Ended
from protocol.questions import must_ask
from protocol.statements import RaisedHand
from tests.p2p import simulated_players as players
from tests.p2p.line_checks import check_line
from tests.p2p.simulated_node import Crash, Node
from tests.protocol import toy
from tests.protocol.sample import MINUTE
from tests.protocol.toy_match import toy_founding

WINDOW = 3
"""Messages under way on one connection in one direction."""
_MOST_WAITS = 5
"""How often time passes, a seat that asks in vain waiting twice as long each time."""
_MOST_NEWCOMERS = 3
_NEWCOMERS = 10
"""The first number of a phrase of those who come to play in the stead of others."""


@dataclass(eq=False)
class Wire:
    """A connection between two nodes: two links, and what is under way in each direction."""

    ends: tuple[Node, Node]
    links: tuple[Link, Link]
    under_way: tuple[deque[bytes], deque[bytes]]


class World:
    """All nodes of one table and the connections between them.

    Attributes:
        steps: of the toy that is played.
        chains: the dice chains of each seat's first player, made once for all of its nodes.
        now: the time in seconds.
        length: of the line from which on somebody wins.
        hurries: whether players give orders whatever is proposed.
    """

    def __init__(
        self,
        seed: int,
        spectators: int = 1,
        founding: Founding | None = None,
        steps: toy.Steps = toy.STEPS,
    ) -> None:
        self.draw = random.Random(seed)
        self.founding = founding or toy_founding()
        self.steps = steps
        self.chains: dict[int, dict[bytes, DiceChain]] = {}
        self.newcomers: list[Node] = []
        self.nodes = self.seated()
        self.nodes += [Node(self, None) for _ in range(spectators)]
        self.wires: list[Wire] = []
        self.signed: dict[tuple[object, ...], bytes] = {}
        self.drawn = 0
        self.now = 0.0
        self.length = 60
        self.hurries = True
        for node in self.nodes:
            node.start()

    @property
    def seats(self) -> range:
        return range(len(self.founding.charter.seats))

    def seated(self) -> list[Node]:
        """The nodes of the seats."""
        return [Node(self, seat) for seat in self.seats]

    @property
    def minute(self) -> int:
        return MINUTE + int(self.now // 60)

    def newcomer(self, taken: Collection[int | None] = ()) -> Node:
        """Somebody who waits to play in the stead of another, and watches until then.

        Some are taken already; another one comes where all who wait are.
        """
        idle = [node for node in self.newcomers if node.plays is None]
        free = any(node.who not in taken for node in idle)
        if len(self.newcomers) == _MOST_NEWCOMERS and free:
            return self.draw.choice(idle)
        made = Node(self, None, _NEWCOMERS + len(self.newcomers))
        self.newcomers.append(made)
        self.nodes.append(made)
        made.start()
        return made

    def ponders(self, node: Node) -> bool:
        """Whether a player takes its time, above all while something is proposed."""
        if self.hurries:
            return False
        alive = any(one.alive for one in node.up.proposed.open)
        return self.draw.random() < (0.95 if alive else 0.7)

    def would_sign(self, node: Node, one: OpenProposal) -> bool:  # noqa: ARG002 (others look at it)
        """Whether the player of a node agrees to a proposal."""
        return self.draw.random() < 0.7

    def entropy(self) -> bytes:
        self.drawn += 1
        return self.draw.randbytes(24) + self.drawn.to_bytes(8, "big")

    def choose(self, node: Node) -> Choice:
        """A player draws legal orders; after a while somebody wins."""
        table = node.up.table
        if len(table.log) >= self.length:
            return Choice((Decide(toy.data(toy.Win())),))
        assert isinstance(table.request, toy.Orders)
        count = self.draw.randint(1, 3)
        hides = self.steps is toy.STEPS
        orders: list[toy.Order] = [toy.Throw(2)]  # an entry ends with its dice
        if hides:
            orders = [table.request.sample(table.game, self.draw) for _ in range(count)]
        if self.draw.random() < 0.4:
            orders = [*orders, toy.End()] if hides else [toy.End()]
        return Choice(tuple(Decide(toy.data(order)) for order in orders))

    # What must always hold

    def witness(self, node: Node, changes: Iterable[Change]) -> None:
        """Nothing is signed twice, and no share serves two requests in one incarnation."""
        released: list[ShareReleased] = []
        for change in changes:
            match change:
                case PlaceSigned(incarnation, sequence, entry_hash):
                    released = []
                    self.once(node, ("place", incarnation, sequence), entry_hash)
                case StatementSigned(incarnation, about, body_hash):
                    self.once(node, ("statement", incarnation, about), body_hash)
                case ShareReleased():
                    released.append(change)
                case EntryStored(_, record):
                    entry = Entry.from_bytes(record)
                    self.seen(node, entry)
                    if released:
                        self.check_shares(node, entry, released)
                    released = []
                case StatementStored(record):
                    self.check_keeper(node, record)
                case EvidenceStored():
                    self.accuse()
                case _:
                    pass

    def once(self, node: Node, about: tuple[object, ...], what: bytes) -> None:
        """A seat signs one thing about something, whatever becomes of its disk."""
        assert node.who is not None
        assert self.signed.setdefault((node.who, *about), what) == what, about

    def seen(self, node: Node, entry: Entry) -> None:
        """An honest seat signs one entry for a place, whatever it has noted of it itself."""
        author = node.up.table.log.author(entry).key
        if self.is_honest(author):
            about = ("entry", author.raw, entry.incarnation, entry.sequence)
            assert self.signed.setdefault(about, entry.hash) == entry.hash, about

    def is_honest(self, key: PublicKey) -> bool:  # noqa: ARG002 (some tables have others)
        """Whether an honest player plays with a key."""
        return True

    def check_keeper(self, node: Node, raw: bytes) -> None:
        """SPEC-18.6: a keeper signs against a seat only if that was caught or is absent."""
        seat = node.plays
        if seat is None or seat not in self.founding.charter.keepers:
            return
        (record,), _ = read_records(raw, b"")
        statement = read_statement_record(record).statement
        if isinstance(statement, ProposalSignature) and statement.seat == seat:
            proposal = node.up.table.log.heard.proposals[statement.proposal].statement
            for one in proposal.named:
                changes = one.seat not in proposal.must_be_gone
                assert changes or self.is_gone(node, one), (
                    "a keeper signs against a seat that is there"
                )

    def is_gone(self, node: Node, named: Ended) -> bool:  # noqa: ARG002 (some tables have others)
        """Whether a node has caught who is named, or knows them to have been silent for long."""
        return False

    def check_shares(self, node: Node, entry: Entry, released: Iterable[ShareReleased]) -> None:
        """SPEC-12.10: one share of an older chain at most, and at once after the rejoin.

        Or later, if an agreement came with the rejoin.

        Its place in that chain may have served another request before: one that is void by now, as
        its author has lost it, too, or all others hide it. Then the roll is asked for anew, and the
        chains are fixed by entries that still stand, of which the rejoin is none yet. No other
        share of an older chain can be asked for, since the rejoin is on the line from then on. Who
        comes to play brings a chain that serves what waits then (SPEC-18.4).
        """
        older = 0
        for share in released:
            if share.incarnation == entry.incarnation or must_ask(share.incarnation):
                self.once(node, ("share", share.incarnation, share.step), share.request)
            else:
                line = node.up.table.log
                first = next(one for one in line if one.incarnation == entry.incarnation)
                assert isinstance(first.items[0], Rejoin)
                assert first.agree is not None or isinstance(entry.items[1], DiceShare)
                self.once(node, ("older share", entry.incarnation), entry.hash)
                older += 1
        assert older <= 1

    def accuse(self) -> None:
        """Evidence of a fault is kept: there are none."""
        raise AssertionError("an honest seat is blamed")

    def overheard(self, node: Node, message: Message) -> None:
        """Nothing of its own leaves a node that is not on its disk."""
        if isinstance(message, Entries):
            assert set(message.entries) <= set(node.disk.entries)
        if isinstance(message, Heads):
            sequence, state = message.places[0]
            assert sequence == len(node.disk.entries)
            if sequence:
                assert Entry.from_bytes(node.disk.entries[-1]).hash == state

    # What happens

    def connect(self, one: Node, other: Node) -> None:
        links = (one.up.connect(other.key), other.up.connect(one.key))
        wire = Wire((one, other), links, (deque(), deque()))
        self.wires.append(wire)
        self.pump(wire)

    def sever(self, wire: Wire) -> None:
        """The connection breaks, and what was under way is lost."""
        self.wires.remove(wire)
        for node, link in zip(wire.ends, wire.links, strict=True):
            if node.replica is not None:
                node.replica.disconnect(link)

    def pump(self, wire: Wire) -> None:
        """Send what there is to send, as far as there is room."""
        for node, link, queue in zip(wire.ends, wire.links, wire.under_way, strict=True):
            while len(queue) < WINDOW and (message := node.up.next_message(link)) is not None:
                self.overheard(node, message)
                queue.append(write_message(message))

    def pump_all(self, node: Node) -> None:
        for wire in self.wires:
            if node in wire.ends:
                self.pump(wire)

    def deliver(self, wire: Wire, way: int) -> None:
        """The next message of one direction arrives."""
        message, node = read_message(wire.under_way[way].popleft()), wire.ends[1 - way]
        try:
            self.hear(wire, way, message)
            self.settled(node)
        except Crash:
            self.crash(node)
            return
        self.pump_all(node)
        if wire in self.wires:
            self.pump(wire)

    def hear(self, wire: Wire, way: int, message: Message) -> None:
        """A node takes a message of an honest one."""
        assert isinstance(message, Heads | Entries | Statements | Offending)
        node, link = wire.ends[1 - way], wire.links[1 - way]
        for news in node.up.receive(link, message):
            assert isinstance(news, EntryAccepted | StatementAccepted)

    def crash(self, node: Node) -> None:
        node.replica = None
        for wire in [wire for wire in self.wires if node in wire.ends]:
            self.sever(wire)

    def lose(self, node: Node) -> None:
        """The machine is gone; its player has the phrase, the founding comes from the others."""
        self.crash(node)
        node.disk, node.from_start, node.counted, node.copy = StoreContents(), False, 0, None

    def put_back(self, node: Node) -> None:
        """The store of a node is put back from a copy; or a copy is made, if there is none."""
        if node.copy is None:
            node.copy = node.disk
            return
        self.crash(node)
        node.disk, node.copy = node.copy, None

    def raise_hand(self, node: Node) -> None:
        """A player asks for a window, if it has not done so already."""
        seat = node.plays
        if seat is None or node.up.standing.complete is False:
            return
        counter = node.up.table.game.hands.get(seat, 0) + 1
        raised = (said.statement for said in node.up.table.log.statements)
        if any(
            isinstance(s, RaisedHand) and s.seat == seat and s.counter == counter for s in raised
        ):
            return
        node.up.raise_hand()
        self.said(node)

    def said(self, node: Node) -> None:
        """A player has said something: it is kept and sent, with what comes of it."""
        try:
            node.keep()
            self.settled(node)
        except Crash:
            self.crash(node)
            return
        self.pump_all(node)

    def restart(self, node: Node) -> None:
        try:
            node.start()
        except Crash:
            self.crash(node)

    # A run

    def ready(self) -> list[tuple[Wire, int]]:
        return [(wire, way) for wire in self.wires for way in (0, 1) if wire.under_way[way]]

    def apart(self) -> list[tuple[Node, Node]]:
        """Pairs of running nodes that are not connected."""
        together = {frozenset(map(id, wire.ends)) for wire in self.wires}
        up = [node for node in self.nodes if node.replica is not None]
        return [
            (one, other)
            for i, one in enumerate(up)
            for other in up[i + 1 :]
            if frozenset((id(one), id(other))) not in together
        ]

    def storm(
        self,
        ticks: int,
        losses: int = 0,
        copies: int = 0,
        proposals: float = 0.0,
        disasters: float = 0.0,
    ) -> None:
        """Anything may happen.

        Args:
            ticks: how much happens.
            losses: machines that are lost.
            copies: stores that are put back.
            proposals: how likely it is that a player has to do with proposals next.
            disasters: how likely it is, more than otherwise, that a machine is lost or put back.
        """
        self.hurries = not proposals
        for _ in range(ticks):
            fate = self.draw.random()
            ready, apart = self.ready(), self.apart()
            node = self.draw.choice(self.nodes)
            if disasters and self.draw.random() < disasters:
                losses, copies = self.disaster(node, losses, copies)
            elif proposals and self.draw.random() < proposals:
                if node.replica is not None:
                    act = players.propose if self.draw.random() < 0.15 else players.answer
                    act(self, node)
            elif fate < 0.80 and ready:
                self.deliver(*self.draw.choice(ready))
            elif fate < 0.90 and apart:
                self.connect(*self.draw.choice(apart))
            elif fate < 0.92 and self.wires:
                self.sever(self.draw.choice(self.wires))
            elif fate < 0.94 and node.replica is not None:
                self.crash(node)
            elif fate < 0.96 and node.replica is not None:
                node.crash_writing = self.draw.choice(["before", "after"])
            elif fate < 0.98 and node.replica is not None:
                self.raise_hand(node)
            elif fate < 0.995:
                if node.replica is None:
                    self.restart(node)
            else:
                losses, copies = self.disaster(node, losses, copies)

    def disaster(self, node: Node, losses: int, copies: int) -> tuple[int, int]:
        """A machine is lost or put back, if there are any left to be; how many are then."""
        if losses and node.who is not None and (not copies or self.draw.random() < 0.5):
            self.lose(node)
            return losses - 1, copies
        if copies and node.who is not None:
            copies -= node.copy is not None
            self.put_back(node)
        return losses, copies

    def calm(self, limit: int = 20_000) -> None:
        """Everybody is back and connected, and the network does its work until nothing is left.

        Players answer what is proposed.
        """
        self.hurries = True
        for node in self.nodes:
            node.crash_writing = None
            if node.replica is None:
                self.restart(node)
        for pair in self.apart():
            self.connect(*pair)
        waited = 0
        for _ in range(limit):
            ready = self.ready()
            if ready:
                self.deliver(*self.draw.choice(ready))
            elif waited < _MOST_WAITS and any(n.replica and n.up.must_tick for n in self.nodes):
                waited += 1
                self.wait(PATIENCE)
            elif players.answer_all(self):
                waited = 0
            else:
                return
        raise AssertionError("the network never comes to rest")

    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.now += seconds
        for node in self.nodes:
            if node.replica is not None:
                self.settled(node)
                self.pump_all(node)

    def settled(self, node: Node) -> None:
        """A node does what it does by itself."""
        node.settle()

    def check_finished(self) -> None:
        """The game is over, everybody has the same log, and it is signed and disclosed by all."""
        tables = [node.up.table for node in self.nodes]
        assert len({table.head for table in tables}) == 1
        for table in tables:
            assert table.outcome is not None, table.waiting_for
            assert table.closings() == tuple(self.seats), table.closings()
            assert table.disclosures() == self.founding.charter.players
        logs = [node.disk.entries for node in self.nodes]
        assert all(log == logs[0] for log in logs)
        check_line(self.founding, logs[0])
        said = Said()
        for signed in itertools.chain(*(table.log.statements for table in tables)):
            said.add(signed)
        assert not list(convictions(said)), "an honest seat has signed what convicts it"
