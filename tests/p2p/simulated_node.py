"""One node of a simulated table: its disk, and while it runs, its contents."""

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from unittest.mock import patch

from p2p.choice import Choice
from p2p.events import SyncEvent
from p2p.replica import Replica
from p2p.signing import Vouch
from p2p.store import StoreContents
from protocol.dice import ChainName, DiceChain
from protocol.identity import Phrase, PublicKey
from protocol.questions import FIRST, first_name
from tests.p2p.disk import model_after
from tests.p2p.keys import identity as named
from tests.protocol import toy_match
from tests.protocol.sample import identity, phrase
from tests.protocol.toy_match import NONCE, salt, toy_founding, toy_table

if TYPE_CHECKING:
    from tests.p2p.simulation import World

__all__ = ["Crash", "Node", "cheap_work", "first_chain"]

_SHORT, _LONG = 2**10, 2**17
_MOST_SEATS = 5
_FIRST: dict[tuple[int, int], DiceChain] = {}
"""The first dice chain of each newcomer, by who it is and the number of its key."""
_CHAINS: dict[int, dict[bytes, DiceChain]] = {}
"""Those of seats that an author has made, by their origin."""


@contextmanager
def cheap_work() -> Iterator[None]:
    """What would be most of the work is done once for all nodes, or not at all.

    Signatures are verified once, and dice chains are as long as a game of these needs. Those of
    charters are longer: all dice follow from them, and with them which history a seed has.
    """
    with patch("protocol.dice.CHAIN_LENGTH", _LONG):
        for seat in range(_MOST_SEATS):
            _long_chain(seat)
    verifies = functools.lru_cache(maxsize=1 << 16)(PublicKey.verifies)
    with (
        patch("protocol.dice.CHAIN_LENGTH", _SHORT),
        patch.object(PublicKey, "verifies", verifies),
        patch.object(toy_match, "chain", _long_chain),
        patch.object(toy_match, "_CHAINS", _CHAINS),
    ):
        toy_founding.cache_clear()
        try:
            yield
        finally:
            toy_founding.cache_clear()


@functools.cache
def _long_chain(seat: int, origin: bytes = FIRST) -> DiceChain:
    """The dice chain of a seat, as long as chains were when the seeds were searched for."""
    return DiceChain(phrase(seat), ChainName(NONCE, identity(seat).public, salt(seat), origin))


def first_chain(who: int, number: int) -> DiceChain:
    """The short chain of which a newcomer brings the head."""
    if (who, number) not in _FIRST:
        name = ChainName(NONCE, identity(who).public, salt(who), first_name(number))
        _FIRST[who, number] = DiceChain(phrase(who), name)
    return _FIRST[who, number]


class Crash(Exception):
    """The process has died."""


@dataclass(eq=False)
class Node:
    """One node.

    Attributes:
        seat: that its player has by the charter; None for everybody else.
        who: number of its player's phrase; None for a spectator.
        disk: what its store holds.
        from_start: whether the store was there from the beginning.
        counted: how many records it has signed, by what is kept outside of the store.
        copy: of the disk, from some time ago, if there is one.
        replica: None while the node is down.
        crash_writing: die at the next write, before it or after it.
    """

    world: "World"
    seat: int | None
    who: int | None = None
    disk: StoreContents = field(default_factory=StoreContents)
    from_start: bool = True
    counted: int = 0
    copy: StoreContents | None = None
    replica: Replica | None = None
    crash_writing: str | None = None
    thinks: bool = True

    def __post_init__(self) -> None:
        self.who = self.seat if self.who is None else self.who

    @property
    def key(self) -> PublicKey:
        return named("watcher").public if self.who is None else identity(self.who).public

    @property
    def phrase(self) -> Phrase | None:
        return None if self.who is None else phrase(self.who)

    @property
    def up(self) -> Replica:
        assert self.replica is not None
        return self.replica

    @property
    def plays(self) -> int | None:
        """The seat that it plays by its own copy, while it runs."""
        return None if self.replica is None else self.replica.conduct.seat

    def start(self) -> None:
        self.replica = self.resume()
        if self.seat is not None and self.replica.author is not None:
            chains = self.world.chains.setdefault(self.seat, {FIRST: toy_match.chain(self.seat)})
            self.replica.author.keys._chains = chains
        self.settle()

    def resume(self) -> Replica:
        table = toy_table(self.world.founding, self.world.steps)
        return Replica.resume(
            table, self.disk, self.phrase, from_start=self.from_start, vouch=self.vouch
        )

    @property
    def vouch(self) -> Vouch:
        """What the count outside of the store says of it."""
        if not self.counted:
            return Vouch.UNKNOWN
        return Vouch.WHOLE if self.counted <= self.disk.count else Vouch.BEHIND

    def settle(self) -> list[SyncEvent]:
        """Do what needs no judgement, keep what must be kept, and check what must hold."""
        news: list[SyncEvent] = []
        choice: Choice | None = None
        world = self.world
        self.up.tick(world.now)
        while True:
            done = self.up.act(world.entropy(), world.minute)
            if (
                done is None
                and self.up.standing.must_decide
                and self.thinks
                and not world.ponders(self)
            ):
                wished = choice or world.choose(self)
                done, choice = self.up.decide(wished, world.entropy(), world.minute)
            if done is None:
                break
            news.append(done)
        self.keep()
        return news

    def keep(self) -> None:
        """Write to the disk, or die writing."""
        changes = self.up.changes
        if changes and self.crash_writing is not None:
            if self.crash_writing == "after":
                self.disk = model_after(self.disk, changes)
            self.crash_writing = None
            raise Crash
        self.disk = model_after(self.disk, changes)
        self.counted = max(self.counted, self.disk.count)
        self.world.witness(self, changes)
        self.up.mark_written()
