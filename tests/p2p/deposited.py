"""Simulated tables at which openings are deposited, with keepers that may lie (SPEC-19, 16.18).

Players turn up the tokens of others at random. What must hold besides what always does: only who
is due opens for another; nobody is left to open where all keepers say their parts; and when tokens
are open nobody is told that an honest keeper was wrong.
"""

import random
from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import Final

from p2p.choice import Choice
from p2p.errors import PeerFault
from p2p.messages import Message, Parts, write_message
from p2p.replica import Replica
from p2p.revealing import Revealing, WrongPart
from protocol.author import Author
from protocol.charter import DiceSetting
from protocol.due import Duty
from protocol.encoding import encode
from protocol.entry import Decide, Entry, Leave, OpenTokens
from protocol.founding import Founding
from protocol.hashing import Tag
from protocol.identity import PublicKey
from tests.p2p.simulated_node import Node
from tests.p2p.simulation import Wire, World
from tests.protocol import toy
from tests.protocol.sample import found
from tests.protocol.toy_match import toy_founding, toy_table

__all__ = ["DepositWorld", "Lie", "deposits_in_a_storm", "opened_for_others", "owner_is_away"]

_POWERS: Final = (toy.USA, toy.JAPAN, toy.UK, toy.GERMANY)
_OWNER: Final = 1
"""The seat that is away; it plays Japan alone."""
_TICKS: Final = 300
_LENGTH: Final = 40
_MOST_REVEALS: Final = 40


@unique
class Lie(Enum):
    """What a hostile keeper says of deposited tokens."""

    NOTHING = "nothing at all"
    WRONG = "parts that it has thought of"
    ANOTHERS = "its parts in the name of another keeper, who has not signed them"


class _Lying(Revealing):
    """That of a hostile keeper."""

    lie: Lie
    others: tuple[int, ...]

    def due(self, author: Author | None) -> tuple[tuple[PublicKey, Parts], ...]:
        said = super().due(author)
        if author is None or not said:
            return said
        match self.lie:
            case Lie.NOTHING:
                return ()
            case Lie.ANOTHERS:
                return tuple(
                    (key, one.model_copy(update={"keeper": keeper}))
                    for key, one in said
                    for keeper in (*self.others, one.keeper)
                )
            case Lie.WRONG:
                return tuple((key, _signed(author, one)) for key, one in said)


def _signed(author: Author, said: Parts) -> Parts:
    """Other parts, signed as they stand."""
    parts = tuple((handle, bytes(32)) for handle, _ in said.parts)
    content = encode((author.table.charter.game_id, said.keeper, said.head, parts))
    signature = author.keys.identity.sign(Tag.PARTS, content)
    return said.model_copy(update={"parts": parts, "signature": signature})


@dataclass(eq=False)
class LyingKeeper(Node):
    """A keeper that lies about deposited tokens, and about nothing else."""

    lie: Lie = Lie.NOTHING

    def resume(self) -> Replica:
        replica = super().resume()
        lying = _Lying(replica.sync, replica.standing)
        lying.lie = self.lie
        lying.others = tuple(k for k in self.world.founding.charter.keepers if k != self.seat)
        replica.revealing = lying
        return replica


class DepositWorld(World):
    """A table at which openings are deposited.

    Attributes:
        liars: keepers that lie, and how.
        away: a node that does not run, whatever happens.
        apart_for_ever: seats whose nodes never find each other.
        wrong: what honest nodes were told of keepers.
    """

    def __init__(self, seed: int, keepers: int = 1, liars: dict[int, Lie] | None = None) -> None:
        self.liars = liars or {}
        self.away: Node | None = None
        self.apart_for_ever: frozenset[int | None] = frozenset()
        self.wrong: list[WrongPart] = []
        self.told: dict[Wire, set[tuple[int, Parts]]] = {}
        super().__init__(seed, founding=_founding(keepers))
        self.length = _LENGTH

    def seated(self) -> list[Node]:
        """See `World`."""
        return [
            LyingKeeper(self, seat, lie=self.liars[seat])
            if seat in self.liars
            else Node(self, seat)
            for seat in self.seats
        ]

    def choose(self, node: Node) -> Choice:
        """Players turn up tokens of anybody as often as they do all else."""
        if len(node.up.table.log) >= self.length or self.draw.random() < 0.5:
            return super().choose(node)
        owners = self.draw.sample(_POWERS, self.draw.randint(1, 2))
        show = toy.Show(tuple(sorted(owners, key=_POWERS.index)), self.draw.randint(1, 2))
        return Choice((Decide(toy.data(show)),))

    def settled(self, node: Node) -> None:
        """A node also says what it has to say of parts, once on each connection."""
        super().settled(node)
        for key, said in node.up.revealing.due(node.up.author):
            self.check_parts(node, said)
            for wire in self.wires:
                if node in wire.ends:
                    self.say(wire, wire.ends.index(node), key, said)

    def say(self, wire: Wire, way: int, key: PublicKey, said: Parts) -> None:
        """Put what is for this key under way, unless it has been."""
        told = self.told.setdefault(wire, set())
        if wire.ends[1 - way].key == key and (way, said) not in told:
            told.add((way, said))
            wire.under_way[way].append(write_message(said))

    def hear(self, wire: Wire, way: int, message: Message) -> None:
        """See `World`; honest keepers are never said to have been wrong."""
        sender, node = wire.ends[way], wire.ends[1 - way]
        if not isinstance(message, Parts):
            before = len(node.up.table.log)
            super().hear(wire, way, message)
            for entry in list(node.up.table.log)[before:]:
                wrong = node.up.revealing.judge(entry)
                assert {one.seat for one in wrong} <= self.liars.keys(), "an honest keeper lied"
                self.wrong.extend(wrong)
            return
        try:
            node.up.revealing.hear(sender.key, message)
        except PeerFault:
            assert sender.seat in self.liars, "an honest node is left for what it has said"
            self.sever(wire)

    def check_parts(self, node: Node, said: Parts) -> None:
        """SPEC-16.18: parts are said of just the tokens that one's own line asks for."""
        table = node.up.table
        assert said.head == (table.head.sequence, table.head.hash)
        assert {handle for handle, _ in said.parts} <= set(table.deposited)

    def rest(self) -> None:
        """All who can be are back and connected, and nothing is under way any more."""
        for node in self.nodes:
            node.crash_writing = None
            if node.replica is None:
                self.restart(node)
        for pair in self.apart():
            self.connect(*pair)
        while ready := self.ready():
            self.deliver(*self.draw.choice(ready))

    def apart(self) -> list[tuple[Node, Node]]:
        """See `World`."""
        pairs = super().apart()
        return [pair for pair in pairs if not {one.seat for one in pair} <= self.apart_for_ever]

    def calm(self, limit: int = 20_000) -> None:
        """See `World`; every Reveal may wait for a keeper that says nothing."""
        for _ in range(_MOST_REVEALS):
            super().calm(limit)
            if self.nodes[0].up.table.outcome is not None:
                return

    def restart(self, node: Node) -> None:
        """See `World`."""
        if node is not self.away:
            super().restart(node)


def _founding(keepers: int) -> Founding:
    powers = (*toy.SEATS, *((),) * keepers)
    made = toy_founding(dice=DiceSetting.KEEPERS, powers=powers)
    return found(replace(made.charter, deposits=True))


def opened_for_others(world: DepositWorld) -> int:
    """How many openings another seat than the owner has entered."""
    table, opened = toy_table(world.founding), 0
    for raw in world.nodes[0].disk.entries:
        entry, due = Entry.from_bytes(raw), table.due
        assert due is not None
        opens = any(isinstance(item, OpenTokens) for item in entry.items)
        opened += opens and due.duty is Duty.OPENINGS and bool(table.deposited)
        table.append(raw)
    return opened


def left(world: DepositWorld) -> int:
    """How often a seat has left tokens to their owner."""
    entries = map(Entry.from_bytes, world.nodes[0].disk.entries)
    return sum(isinstance(item, Leave) for entry in entries for item in entry.items)


def deposits_in_a_storm(seed: int) -> DepositWorld:
    """A game with one keeper or two, of which one may lie; machines are lost, and all come back."""
    draw = random.Random(seed)
    lie = draw.choice((None, None, *Lie))
    liars = {} if lie is None else {len(toy.SEATS): lie}
    world = DepositWorld(seed, keepers=draw.randint(1, 2) if lie is None else 2, liars=liars)
    world.storm(_TICKS, losses=draw.randint(0, 3), copies=draw.randint(0, 1))
    world.calm()
    world.check_finished()
    if not liars:
        assert not left(world), "all keepers say their parts, and tokens are left to their owner"
    return world


def owner_is_away(seed: int) -> DepositWorld:
    """One whose tokens are turned up goes away; nothing waits for it but its own turn.

    At every third table who turns them up and the first keeper hear of each other by others alone.
    """
    world = DepositWorld(seed, keepers=1 + seed % 2)
    if seed % 3 == 0:
        world.apart_for_ever = frozenset({0, len(toy.SEATS)})
    world.storm(_TICKS // 3)
    world.rest()
    owner = next(node for node in world.nodes if node.seat == _OWNER)
    world.crash(owner)
    world.away = owner
    world.storm(_TICKS)
    world.rest()
    for node in world.nodes:
        due = None if node.replica is None else node.up.table.due
        assert due is None or due.duty is not Duty.OPENINGS, f"seat {due.seat} has to open tokens"
    assert not left(world)
    world.away = None
    world.calm()
    world.check_finished()
    return world
