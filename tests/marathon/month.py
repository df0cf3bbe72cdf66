"""Months of play by correspondence: three seats, each online once a day at an hour of its own.

At the pace of days each table is played by captains, and goes on only while what is asked next is
owed by the seat that is online; a keeper is always there. It is counted how many turns needed
nobody but the seat whose turn it was, and how many would have, had all openings been deposited.
Most tables are played by the rules alone; one in twenty goes through real nodes and has openings
deposited, for three rounds, and there nobody may have met but the keeper.
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
from tests.marathon.step import Step

AIM: Final = 0.65
"""The share of turns that must need nobody else."""
AIM_DEPOSITED: Final = 0.95
"""The same where all openings are deposited."""

_BOARDS: Final = ("anniversary-1941", "anniversary-1942")
_SEATS: Final = 3
_DAY: Final = 24.0  # hours
_ENOUGH: Final = 5  # tables from which on a share is judged
_NODES: Final = 20  # of so many tables one goes through nodes
_ROUNDS: Final = 3


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


def month(board: str, seed: int, days: int = 30) -> Share:
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


def through_nodes(board: str, rounds: int = _ROUNDS, *, players: int = _SEATS) -> Step:
    """Play one table with deposits through real nodes, whose dice are drawn anew each time."""
    began = time.perf_counter()
    terms = terms_of_days(find(board), players, deposits=True, rules="SS")
    with tempfile.TemporaryDirectory() as folder:
        visits = Visits(Path(folder), terms)
        table = asyncio.run(visits.play(rounds))
    needing, alone = visits.needing, len(visits.met) == 1
    seconds = time.perf_counter() - began
    return Step(
        f"{board} through nodes: {len(table.log)} entries, {len(visits.waited)} visits, "
        f"{visits.turns} turns, {needing.total()} waited for others {dict(needing)}; "
        f"{seconds:.0f} s",
        failed=not alone
        or not visits.turns
        or needing.total() > (1 - AIM_DEPOSITED) * visits.turns,
    )


def months(first: int) -> Iterator[Step]:
    """One table after the other; it fails if the shares of all so far are below the aims."""
    all_of_them = Share()
    for number, seed in enumerate(count(first), start=1):
        if number % _NODES == 1:
            yield through_nodes(_BOARDS[0])
        began = time.perf_counter()
        board = _BOARDS[seed % len(_BOARDS)]
        share = month(board, seed)
        all_of_them += share
        stuck = not share.turns
        low = number >= _ENOUGH and not all_of_them.reached
        seconds = time.perf_counter() - began
        told = f"{seed} {board}: {share}; {seconds:.0f} s; all: {all_of_them}"
        yield Step(told, failed=stuck or low)
