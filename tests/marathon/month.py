"""Months of play by correspondence: each seat is online once a day, at an hour of its own.

At the pace of days each table is played by captains, and goes on only while what is asked next is
owed by the seat that is online; a keeper is always there. It is counted how many turns needed
nobody but the seat whose turn it was, and how many would have, had all openings been deposited.
Most tables are played by the rules alone. One in twenty goes through real nodes that come once a
day by a clock that all processes share, to a keeper at a relay; there nobody may meet another
player, no day may pass without an entry, and nobody may be blamed.
"""

__all__ = ["AIM", "AIM_DEPOSITED", "Calendar", "Share", "month", "months", "through_nodes"]

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from client.bots.arena import Referee
from client.bots.captain import Captain
from client.pace import Pace, proposed_instructions, usual_terms
from client.scenarios import find
from engine.game import Game
from engine.phases import Stage
from engine.records import Plain
from engine.requests import Request, Reveal, Roll
from engine.setup import new_game
from protocol.charter import WindowsStart
from tests.client.visits import Visits, terms_of_days
from tests.marathon.clock import Clock
from tests.marathon.step import Step
from tests.p2p.company import RelayProcess, answering

AIM: Final = 0.65
"""The share of turns that must need nobody else."""
AIM_DEPOSITED: Final = 0.95
"""The same where all openings are deposited."""

_BOARDS: Final = ("anniversary-1941", "anniversary-1942")
_TABLES: Final = (("anniversary-1941", 3), ("anniversary-1941", 3), ("wake-island", 2))
"""Board and seats of those that go through nodes."""
_SEATS: Final = 3
_DAY: Final = 24.0  # hours
_ENOUGH: Final = 5  # tables from which on a share is judged
_NODES: Final = 20  # of so many tables one goes through nodes
_MONTH: Final = 30  # days


@dataclass(frozen=True, slots=True)
class Share:
    """How many turns were played to their end, and how many of them needed nobody else.

    Attributes:
        turns: all of them.
        alone: those that needed nobody but the seat whose turn it was.
        deposited: those that would have needed nobody, had all openings been deposited.
    """

    turns: int = 0
    alone: int = 0
    deposited: int = 0

    def __add__(self, other: "Share") -> "Share":
        return Share(
            self.turns + other.turns, self.alone + other.alone, self.deposited + other.deposited
        )

    @property
    def reached(self) -> bool:
        """Whether both aims are."""
        return self.alone >= AIM * self.turns and self.deposited >= AIM_DEPOSITED * self.turns

    def __str__(self) -> str:
        turns = max(self.turns, 1)
        alone, deposited = self.alone / turns, self.deposited / turns
        return f"{self.turns} turns, {alone:.1%} alone, {deposited:.1%} if openings were deposited"


class Calendar:
    """Who is online when: every seat once a day, at an hour of its own.

    Attributes:
        now: hours since the first midnight.
    """

    def __init__(self, hours: tuple[float, ...]) -> None:
        """`hours`: of the day, by seat, all different."""
        self._hours = hours
        self._online: int | None = None
        self.now = 0.0

    def wait_for(self, seat: int) -> None:
        """Go on to when a seat is online; at once if it is, and nobody else came in between."""
        if seat != self._online:
            self._online = seat
            self.now += (self._hours[seat] - self.now) % _DAY


class _Table(Referee):
    """A table at which whoever owes the next answer is waited for."""

    def __init__(self, game: Game, calendar: Calendar, seed: int) -> None:
        super().__init__(game, seed)
        self.calendar = calendar
        self.others = False  # whether this turn has needed another seat
        self.decided = False  # and one for more than to open tokens

    def _answer(self, data: Plain) -> None:
        request, game = self.run.request, self.run.game
        active = game.seat_of(game.active)
        for seat in _owing(game, request):
            self.calendar.wait_for(seat)
            self.others |= seat != active
            self.decided |= seat != active and not isinstance(request, Reveal)
        super()._answer(data)


def _owing(game: Game, request: Request[object] | None) -> tuple[int, ...]:
    """The seats that a request waits for; keepers, who also add to dice, are always there."""
    if request is None:
        return ()
    powers = (game.active,) if isinstance(request, Roll) else request.powers
    return tuple(dict.fromkeys(map(game.seat_of, powers)))


def _opening(board: str) -> Game:
    """A game at the pace of days."""
    scenario = find(board).scenario
    game = new_game(scenario, ("SS",), {}, scenario.seatings[_SEATS])
    if usual_terms(Pace.DAYS).windows is WindowsStart.WAIVED:
        game = game.replace(waived=frozenset(range(_SEATS)))
    for power, instructions in proposed_instructions(scenario).items():
        game = game.with_instructions(power, instructions)
    return game


def month(board: str, seed: int, days: int = _MONTH) -> Share:
    """Play one table for so many days, its set-up included, of which no turn is counted."""
    draw = random.Random(f"month {seed}")
    calendar = Calendar(tuple(draw.sample(range(24), _SEATS)))
    table = _Table(_opening(board), calendar, seed)
    bots = {power: Captain(seed) for power in table.run.game.rules.scenario.powers}
    share, turn = Share(), None
    while (seen := table.advance()) is not None and calendar.now < days * _DAY:
        begun = seen.game.stage is not Stage.SET_UP
        now = (seen.game.round, seen.game.turn) if begun else None
        if now != turn and turn is not None:
            share += Share(1, int(not table.others), int(not table.decided))
        if now != turn:
            table.others = table.decided = False
        turn = now
        table.decide(seen, bots[seen.decision.power])
    return share


def through_nodes(
    board: str, seed: int, days: int = _MONTH, *, deposits: bool, players: int = _SEATS
) -> tuple[Share, Step]:
    """Play one table through real nodes, whose dice are drawn anew each time."""
    began = time.perf_counter()
    hours = random.Random(f"month {seed}").sample(range(24), players)
    terms = terms_of_days(find(board), players, deposits=deposits, rules="SS")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        options = ("--hold", str(home / "held"), "--keeper")
        relay = RelayProcess(*options, program="tests.marathon.clock")
        visits, clock = Visits(home, terms, relay.access), Clock(home / "clock")
        with clock.kept():
            relay.start()
            try:
                idle = asyncio.run(_idle_days(visits, clock, hours, days))
            finally:
                relay.kill()
    share = _shared(visits)
    low = share.alone < (AIM_DEPOSITED if deposits else AIM) * share.turns
    seconds = time.perf_counter() - began
    kind = "deposits" if deposits else "no deposits"
    told = (
        f"{board}, {players} seats, {kind}, through nodes: {share}; {len(visits.waited)} visits, "
        f"waited for others {dict(visits.needing)}, {idle} days without an entry; {seconds:.0f} s"
    )
    lost = idle or visits.blamed or len(visits.met) != 1 or not share.turns
    return share, Step(told, failed=bool(lost) or low)


async def _idle_days(visits: Visits, clock: Clock, hours: list[int], days: int) -> int:
    """Let every seat come each day: on how many days nothing was entered before the game's end."""
    await answering(visits.relay)
    await visits.found()
    order, length, idle = sorted(range(len(hours)), key=hours.__getitem__), 0, 0
    for day in range(days):
        lengths = []
        for seat in order:
            clock.set((day * _DAY + hours[seat]) * 3600)
            table = await visits.visit(seat)
            lengths.append(len(table.log))
            if table.due is None:
                return idle
        idle += lengths[-1] == length
        length = lengths[-1]
    return idle


def _shared(visits: Visits) -> Share:
    """What came of the turns that were played to their end."""
    others = [one for one in visits.waited if not one.own]
    needing = {one.turn for one in others}
    asked = {one.turn for one in others if not one.opens}
    turns = visits.turns
    return Share(
        len(turns),
        sum(turn not in needing for turn in turns),
        sum(turn not in asked for turn in turns),
    )


def months(first: int) -> Iterator[Step]:
    """One table after the other; it fails if the shares of all so far are below the aims."""
    all_of_them = Share()
    for number, seed in enumerate(count(first), start=1):
        if number % _NODES == 1:
            table = number // _NODES
            board, players = _TABLES[table % len(_TABLES)]
            _, step = through_nodes(board, seed, deposits=table % 2 == 0, players=players)
            yield step
        began = time.perf_counter()
        board = _BOARDS[seed % len(_BOARDS)]
        share = month(board, seed)
        all_of_them += share
        stuck = not share.turns
        low = number >= _ENOUGH and not all_of_them.reached
        seconds = time.perf_counter() - began
        told = f"{seed} {board}: {share}; {seconds:.0f} s; all: {all_of_them}"
        yield Step(told, failed=stuck or low)
