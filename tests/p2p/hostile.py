"""Hostile seats at a simulated table: all but one of the seats may be.

A hostile seat has *faces*, nodes with one key that know nothing of each other: each is connected to
other honest nodes, put back to an earlier state, or begins anew, and signs on. So a seat forks,
answers twice, settles twice and gives shares again as a program would that was tampered with.
Besides that it sends what no program would (`forging`), and withholds some of the rest.
"""

import itertools
import random
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import Final

from p2p.changes import Change
from p2p.errors import BadMessage, PeerFault
from p2p.events import FaultProven, SyncEvent
from p2p.meeting import Meeting
from p2p.messages import Entries, Heads, Message, Offending, Statements, read_message
from p2p.replica import Replica
from p2p.standing import Standing
from p2p.store import StoreContents
from protocol.charter import DiceSetting
from protocol.consent import OpenProposal
from protocol.errors import ProtocolError, Refused
from protocol.evidence import judge_evidence
from protocol.faults import Said, convictions
from protocol.founding import Founding
from protocol.heard import debts
from protocol.identity import PublicKey
from protocol.proposals import ChangeKeepers, Ended
from protocol.table import Table
from tests.p2p import simulated_players as players
from tests.p2p.forging import Forger
from tests.p2p.line_checks import check_line
from tests.p2p.simulated_node import Crash, Node
from tests.p2p.simulation import Wire, World
from tests.p2p.ways_out import Way, goes_on, waits_with
from tests.protocol import toy
from tests.protocol.sample import identity, phrase
from tests.protocol.toy_match import toy_founding, toy_table

TABLES: Final = (
    (toy.SEATS, DiceSetting.SIDES),
    (toy.SEATS, DiceSetting.ALL),
    (((toy.USA,), (toy.UK,), (toy.JAPAN,), (toy.GERMANY,)), DiceSetting.ALL),
    (((toy.USA, toy.UK), (toy.JAPAN, toy.GERMANY), ()), DiceSetting.KEEPERS),
    (((toy.USA,), (toy.UK,), (toy.JAPAN, toy.GERMANY), (), ()), DiceSetting.KEEPERS),
)
"""The powers of each seat, and who gives shares of rolls."""


@unique
class Style(Enum):
    """How hostile seats go about it."""

    BOLD = "sign whatever they like, also what convicts them"
    CAREFUL = "sign nothing that convicts them, so that the game goes on for longer"
    TWINS = "as careful, but each on two machines: one plays on in the first name, one comes back"


class _Shameless(Standing):
    """That of a seat that signs on, whatever it has heard of other devices."""

    @property
    def superseded(self) -> bool:
        return False

    def has_met(self) -> bool:
        return True


@dataclass(eq=False)
class Face(Node):
    """One of the nodes of a hostile seat.

    Attributes:
        withholds: how likely a message of it is lost.
        friends: the seats to which it shows its entries; None for all.
        stays: whether it keeps what it has.
    """

    withholds: float = 0.0
    friends: frozenset[int | None] | None = None
    stays: bool = False

    def resume(self) -> Replica:
        assert self.seat is not None
        table = toy_table(self.world.founding, self.world.steps)
        try:
            replica = Replica.resume(
                table, self.disk, phrase(self.seat), from_start=self.from_start
            )
        except ProtocolError:
            self.disk = StoreContents()
            return self.resume()
        replica.standing = _Shameless(replica._own, replica.sync, whole=True, meeting=Meeting.SEATS)
        return replica


class HostileWorld(World):
    """A table of which some seats are hostile.

    Attributes:
        hostile: these seats, as their first keys play them.
        agrees: whether all that honest players care for is to go on without the others.
        rash: whether honest players also sign against those who are there.
        style: how they go about it.
        named: the culprits that each honest node knows.
    """

    def __init__(
        self,
        seed: int,
        hostile: frozenset[int],
        founding: Founding | None = None,
        style: Style = Style.BOLD,
        steps: toy.Steps = toy.STEPS,
    ) -> None:
        self.hostile = hostile
        self.style = style
        self.named: dict[Node, set[int]] = {}
        self.goes_on: Way | None = None
        self.agrees = False
        self.judged: set[tuple[object, int | None]] = set()
        self.forger = Forger(self, careful=style is not Style.BOLD)
        super().__init__(seed, founding=founding, steps=steps)
        self.length = 25
        self.hurries = False
        self.rash = self.draw.random() < 0.2
        self._instruct()

    def seated(self) -> list[Node]:
        honest = [Node(self, seat) for seat in self.seats if seat not in self.hostile]
        faces = 1 if self.style is Style.CAREFUL else 2
        return [*honest, *(Face(self, seat) for seat in sorted(self.hostile) for _ in range(faces))]

    def _instruct(self) -> None:
        """Tell every face whom it deceives, and how."""
        honest = [seat for seat in self.seats if seat not in self.hostile]
        told: set[int | None] = set()
        for face in self.faces:
            face.withholds = self.draw.choice((0.0, 0.0, 0.2, 0.6))
            if self.style is Style.TWINS:
                face.stays = face.seat not in told
                told.add(face.seat)
                face.friends = frozenset(s for s in honest if self.draw.random() < 0.5)

    @property
    def honest(self) -> list[Node]:
        return [node for node in self.nodes if not isinstance(node, Face)]

    @property
    def faces(self) -> list[Face]:
        return [node for node in self.nodes if isinstance(node, Face)]

    def vacant(self, table: Table) -> frozenset[int]:
        """The seats that nobody honest plays, by some copy."""
        honest = {node.key for node in self.honest}
        playing = enumerate(table.log.players.now)
        return frozenset(seat for seat, player in playing if player.key not in honest)

    def would_sign(self, node: Node, one: OpenProposal) -> bool:
        named = one.proposal.statement.seats_named
        vacant = self.vacant(node.up.table)
        if self.agrees and isinstance(one.proposal.statement.terms, ChangeKeepers):
            return bool(named & vacant)
        if self.agrees:
            return bool(named) and named <= vacant
        if not named <= vacant and not self.rash:
            return False
        return super().would_sign(node, one)

    # What must always hold

    def witness(self, node: Node, changes: Iterable[Change]) -> None:
        if not isinstance(node, Face):
            super().witness(node, changes)

    def is_honest(self, key: PublicKey) -> bool:
        return all(key != identity(seat).public for seat in self.hostile)

    def is_gone(self, node: Node, named: Ended) -> bool:
        sync, number = node.up.sync, named.rank.key
        caught = any((one.seat, one.key) == (named.seat, number) for one in sync.culprits.faults)
        key = sync.table.log.players.seats[named.seat][number].key
        return caught or (self.agrees and all(key != other.key for other in self.honest))

    def accuse(self) -> None:
        """Of hostile seats: see `learn`."""

    def learn(self, node: Node, events: list[SyncEvent]) -> None:
        for event in events:
            if isinstance(event, FaultProven):
                culprit = event.refusal.culprit
                hostile = culprit in self.hostile and event.key == 0
                assert hostile, f"an honest seat is blamed: {event.refusal}"
                assert culprit is not None
                if not isinstance(node, Face):
                    self.named.setdefault(node, set()).add(culprit)
                key = (event.refusal.code, culprit)
                if key not in self.judged:
                    self.judged.add(key)
                    fault = judge_evidence(event.evidence, self._opened).fault
                    assert fault is not None
                    if (fault.code, fault.culprit) != key:  # what it carries shows another one
                        assert fault.culprit in self.hostile & {*range(culprit + 1)}, (fault, key)

    def _opened(self, founding: Founding) -> Table:
        return toy_table(founding, self.steps)

    def overheard(self, node: Node, message: Message) -> None:
        if not isinstance(node, Face):
            super().overheard(node, message)

    def settled(self, node: Node) -> None:
        """A node does what it does by itself."""
        try:
            self.learn(node, node.settle())
        except ProtocolError:
            if not isinstance(node, Face):
                raise
            self.crash(node)

    # The network

    def deliver(self, wire: Wire, way: int) -> None:
        raw = wire.under_way[way].popleft()
        sender = wire.ends[way]
        if isinstance(sender, Face):
            self.forger.overhear(raw)
            if self.draw.random() < sender.withholds or self._hides(
                sender, wire.ends[1 - way], raw
            ):
                self.pump(wire)
                return
        self.arrives(wire, way, raw)

    def _hides(self, face: Face, other: Node, raw: bytes) -> bool:
        """Whether a face does not show its entries to a node."""
        shown = face.friends is None or other.seat in face.friends
        return not shown and isinstance(read_message(raw), Entries)

    def arrives(self, wire: Wire, way: int, raw: bytes) -> None:
        """A node takes a message; if it is refused, the connection ends."""
        node, link = wire.ends[1 - way], wire.links[1 - way]
        events: list[SyncEvent] = []
        refused: PeerFault | BadMessage | None = None
        try:
            message = read_message(raw)
            assert isinstance(message, Heads | Entries | Statements | Offending)
            for event in node.up.receive(link, message):
                events.append(event)  # noqa: PERF402 (what came before a refusal stands)
        except (PeerFault, BadMessage) as fault:
            refused = fault
        self.learn(node, events)
        if refused is not None and not any(isinstance(end, Face) for end in wire.ends):
            proven = any(isinstance(event, FaultProven) for event in events)
            assert proven, f"an honest node refuses another: {refused}"
        try:
            self.settled(node)
        except Crash:
            self.crash(node)
            return
        if refused and wire in self.wires:
            self.sever(wire)
        self.pump_all(node)
        if wire in self.wires:
            self.pump(wire)

    def restart(self, node: Node) -> None:
        try:
            super().restart(node)
        except ProtocolError:
            if not isinstance(node, Face):
                raise
            self.crash(node)

    # What hostile seats do

    def strike(self) -> None:
        """A hostile seat sends an honest node something that no program sends."""
        wires = [w for w in self.wires if len({isinstance(end, Face) for end in w.ends}) == 2]
        if not wires:
            return
        wire = self.draw.choice(wires)
        way = 0 if isinstance(wire.ends[0], Face) else 1
        seat = wire.ends[way].seat
        assert seat is not None
        said = len(self.forger.made)
        raw = self.forger.forge(seat, wire.ends[1 - way].up.table)
        for signed in self.forger.made[said:]:
            with suppress(Refused):
                wire.ends[way].up.table.add_statement(signed)
        if raw is not None:
            self.arrives(wire, way, raw)

    # A run

    def turmoil(self, ticks: int) -> None:
        """Anything may happen, and hostile seats do what they like."""
        losses, copies = 2, 1
        for _ in range(ticks):
            fate = self.draw.random()
            ready, apart = self.ready(), self.apart()
            node = self.draw.choice(self.nodes)
            if fate < 0.58 and ready:
                self.deliver(*self.draw.choice(ready))
            elif fate < 0.60 and ready and not isinstance(node, Face):
                if node.replica is not None:
                    players.propose(self, node)
            elif fate < 0.66 and ready and not isinstance(node, Face):
                if node.replica is not None:
                    players.answer(self, node)
            elif fate < 0.76:
                self.strike()
            elif fate < 0.88 and apart:
                self.meet(*self.draw.choice(apart))
            elif fate < 0.90 and self.wires:
                self.sever(self.draw.choice(self.wires))
            elif fate < 0.92 and node.replica is not None:
                if fate < 0.91:
                    self.crash(node)
                elif not isinstance(node, Face):
                    node.crash_writing = self.draw.choice(["before", "after"])
            elif fate < 0.97 and node.replica is None:
                self.restart(node)
            elif isinstance(node, Face):
                self._turn_back(node)
            elif node.who is not None and fate < 0.985 and losses:
                losses -= 1
                self.lose(node)
            elif node.who is not None and copies:
                copies -= node.copy is not None
                self.put_back(node)

    def meet(self, one: Node, other: Node) -> None:
        """Faces of hostile seats do not meet each other: they know all that they want to."""
        if not (isinstance(one, Face) and isinstance(other, Face)):
            self.connect(one, other)

    def _turn_back(self, face: Face) -> None:
        """A face begins again: with nothing, as it was, or as it was some time ago."""
        if face.stays:
            return
        was = face.disk
        self.crash(face)
        match self.draw.randrange(4) if self.style is Style.BOLD else 0:
            case 0:
                face.disk, face.from_start = StoreContents(), False
            case 1:
                face.disk, face.from_start = face.copy or StoreContents(), True
            case _:
                keep = self.draw.randint(0, len(was.entries))
                kept = {k: v for k, v in was.signed.items() if k[1] <= keep}
                face.disk = replace(was, entries=was.entries[:keep], signed=kept, shares={})
                face.from_start = True
        face.copy = was
        self.restart(face)

    def rest(self, answering: bool) -> None:
        """Honest nodes are all together; hostile seats answer as a program would, or are gone."""
        for face in self.faces:
            self.crash(face)
        keep: list[Node] = list(self.honest)
        if answering:
            for seat in sorted(self.hostile):
                face = self.draw.choice([face for face in self.faces if face.seat == seat])
                face.withholds, face.friends = 0.0, None
                keep.append(face)
        for wire in list(self.wires):
            self.sever(wire)
        self.nodes = keep
        self.calm()

    def silence(self) -> None:
        """Hostile seats say nothing any more."""
        for face in self.faces:
            self.crash(face)
        self.nodes = self.honest
        self.calm()

    # What must hold in the end

    def excused(self, table: Table, seat: int) -> bool:
        """Whether it is a hostile seat that keeps a seat from what it has to do, by some copy.

        Who has met no other seat yet waits for any of them; an honest seat that owes something by
        the copy of another one may be kept from it by what its own copy tells; who has signed
        against a seat waits for all that are asked to sign, too; and after a fork one waits for
        those who have yet to say which line they hold.
        """
        owed = debts(table.rejoining, seat)
        owing = {debt.seat for debt in owed} or {seat}
        for node in self.honest:
            if node.plays in owing:
                owing |= {*node.up.sync.astray}
        for node in self.honest:
            if node.plays in owing and not node.up.standing.has_met():
                return True
            if owing & waits_with(node, self.vacant(table)):
                return True
            due = node.up.table.due
            if node.plays in owing and due is not None and due.seat in self.vacant(table):
                return True
            if node.plays in owing and due is not None:
                owing |= {debt.seat for debt in debts(node.up.table.rejoining, due.seat)}
        return bool(owing & self.vacant(table))

    def check_lines(self) -> None:
        """See `check_line`."""
        for node in self.honest:
            check_line(self.founding, node.disk.entries)

    def check_honest(self) -> None:
        """Honest nodes are together, and it is over, or waits for a hostile seat; or one is named.

        Raises:
            AssertionError: they are stuck, apart, or have signed what convicts them.
        """
        said = Said()
        for one in self.forger.known():
            said.add(one)
        for conviction in convictions(said):
            assert conviction.refusal.culprit in self.hostile
            assert conviction.key_number == 0
        bound = [node for node in self.honest if node.up.conduct.bound]
        for here, there in itertools.combinations(bound, 2):
            mine, theirs = here.up.table, there.up.table
            together = mine.log.holds(theirs.head) or theirs.log.holds(mine.head)
            named = self.named.get(here) or self.named.get(there)
            assert together or named, "on two lines, and nobody is named"
        self.check_lines()
        for node in self.honest:
            table = node.up.table
            if table.due is None:
                continue
            assert self.excused(table, table.due.seat), f"stuck: {table.waiting_for}"
            if node.plays is not None and not node.up.standing.complete:
                assert self.excused(table, node.plays), f"seat {node.plays} cannot settle"


def hostile_history(seed: int, ticks: int = 200) -> HostileWorld:
    """One table from its first entry to its end, or to where it stands still."""
    draw = random.Random(seed)
    powers, dice = draw.choice(TABLES)
    most = len(powers) - 1 if draw.random() < 0.5 else (len(powers) - 1) // 2
    hostile = frozenset(draw.sample(range(len(powers)), draw.randint(1, most)))
    founding = toy_founding(dice=dice, powers=powers)
    steps = toy.STEPS if draw.random() < 0.7 else toy.OPEN_STEPS
    world = HostileWorld(seed, hostile, founding, draw.choice(list(Style)), steps)
    world.turmoil(ticks)
    world.rest(answering=bool(seed % 3))
    world.check_honest()
    world.silence()
    world.goes_on = goes_on(world, replaces=bool(seed % 2))
    world.check_lines()
    return world
