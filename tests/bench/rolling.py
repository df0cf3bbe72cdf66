"""Joint dice: how evenly they fall, and how long two nodes take over a roll.

Run as a program it is the other of the two nodes.
"""

__all__ = ["Timing", "evenness", "played", "round_trips"]

import asyncio
import statistics
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from client import tables
from client.bots.bot import Bot
from client.bots.fuzz import Fuzz
from client.bots.player import BotPlayer
from client.home import Home
from client.scenarios import find, shortened
from client.seat.participant import Screen
from engine.options import parse
from p2p.address import Address
from p2p.events import EntryAccepted
from p2p.invite import Invite
from p2p.node import Node
from p2p.player import Notice
from p2p.ways import Lan
from protocol.dice import ChainName, DiceChain, roll, roll_seed
from protocol.due import Duty
from protocol.hashing import Tag, digest
from protocol.identity import Identity
from protocol.questions import FIRST
from protocol.report import uniformity
from tests.bench.games import PHRASES
from tests.bench.measure import Measure

_LOOPBACK = Address("127.0.0.1", 0)
_AT_ONCE = 100  # dice in a roll


def evenness(dice: int = 1_000_000) -> list[Measure]:
    """Chi-square of many dice made of the shares of two seats."""
    chains = [
        DiceChain(
            phrase, ChainName(b"n" * 32, Identity.from_phrase(phrase).public, b"s" * 32, FIRST)
        )
        for phrase in PHRASES[:2]
    ]
    results: Counter[int] = Counter()
    for number in range(1, dice // _AT_ONCE + 1):
        shares = [chain.share(number) for chain in chains]
        request = digest(Tag.ENTRY, number.to_bytes(8, "big"))
        results.update(roll(roll_seed(request, number, shares), _AT_ONCE, 6))
    judged = uniformity(6, results)
    what = f"chi-square of {judged.dice:,} joint dice, 5 degrees of freedom"
    # One fair bench in ten thousand misses this.
    return [Measure(what, judged.chi_square, f"(p {judged.p or 1:.2f})", most=25.74)]


class _Nothing(Screen):
    def show(self, text: str) -> None:
        """Keep nothing."""


class Timing(BotPlayer):
    """Notes when its own entries caused rolls, and when their dice fell.

    Attributes:
        seconds: from when such an entry was on the disk to when the player was told the dice.
        trips: entries of others that were waited for meanwhile.
    """

    def __init__(self, seed: int, bot: Bot | None = None) -> None:
        super().__init__(_Nothing(), bot or Fuzz(seed), seed)
        self.seconds: list[float] = []
        self.trips: list[int] = []
        self._asked: tuple[float, int] | None = None

    def notice(self, notice: Notice) -> None:
        """See `Player.notice`."""
        if not isinstance(notice, EntryAccepted) or self.observer.table is None:
            return
        now, entry = time.perf_counter(), notice.appended.entry
        if notice.appended.rolls and self._asked is not None:
            asked, sequence = self._asked
            self.seconds.append(now - asked)
            self.trips.append(entry.sequence - sequence)
        due = self.observer.table.due
        pending = due is not None and due.duty is Duty.SHARE
        own = entry.seat == self.observer.seat
        self._asked = (now, entry.sequence) if pending and own else None


def round_trips(rounds: int = 12) -> list[Measure]:
    """A game between two nodes on loopback, each a process: what a roll costs who causes it."""
    with tempfile.TemporaryDirectory() as folder:
        player = asyncio.run(played(Path(folder), rounds))
    if not player.seconds:
        raise RuntimeError(f"the host caused no roll in {rounds} rounds")
    return [
        Measure(
            "entries of others that a joint roll waits for",
            statistics.mean(player.trips),
            "",
            most=1,
        ),
        Measure(
            f"a joint roll on loopback, median of {len(player.seconds)}",
            1e3 * statistics.median(player.seconds),
            "ms",
            most=5,
        ),
    ]


async def played(folder: Path, rounds: int) -> Timing:
    """The host's side of the game."""
    chosen = shortened(find("wake-island"), rounds)
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, 2))
    host = PHRASES[0]
    table, lobby = tables.host(Home(folder / "host"), host, "Ann", terms, seat=0, watchers=0)
    player = Timing(1)
    with table.store:
        node = Node(table.store, host, player, listen=_LOOPBACK)
        hosting = asyncio.create_task(player.run(node))
        at = Address(_LOOPBACK.host, await node.port())
        key = Identity.from_phrase(host).public
        invite = Invite(key, terms.nonce, lobby.ticket(host, 1), (Lan(at),))
        command = [sys.executable, "-m", __name__, str(folder / "guest"), invite.link()]
        guest = await asyncio.create_subprocess_exec(*command)
        try:
            await hosting
        finally:
            with suppress(ProcessLookupError):  # it has ended by itself
                guest.terminate()
            await guest.wait()
    return player


async def _joined(home: Path, link: str) -> None:
    """The guest's side of it."""
    phrase = PHRASES[1]
    table = tables.join(Home(home), phrase, "Bob", Invite.parse(link))
    with table.store:
        player = BotPlayer(_Nothing(), Fuzz(2), 2)
        await player.run(Node(table.store, phrase, player))


if __name__ == "__main__":
    asyncio.run(_joined(Path(sys.argv[1]), sys.argv[2]))
