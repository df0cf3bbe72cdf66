"""Research (BG-4.1): researchers, their dice, and the chart on which a breakthrough is rolled."""

__all__ = [
    "PRICE",
    "BrokeThrough",
    "Chart",
    "ChooseChart",
    "Hire",
    "HireResearchers",
    "Researched",
    "research",
]

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power
from engine.charts import Breakthrough
from engine.errors import Illegal
from engine.game import Event, Game
from engine.phases import Stage
from engine.requests import Decision, Roll, Step, ask, decide
from engine.victory import capital_is_free

PRICE = 5
"""Of a researcher, in IPC."""

_SIDES = 6


@dataclass(frozen=True, slots=True)
class Hire:
    """How many new researchers are paid."""

    count: int = 0


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart on which the breakthrough is rolled, counted from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Researched(Event):
    """A power's researchers, `hired` of them new, have rolled these dice."""

    tag: ClassVar[str] = "researched"

    power: Power
    hired: int
    dice: tuple[int, ...]

    @property
    def sixes(self) -> int:
        """How many dice bring a breakthrough (BG-4.1)."""
        return self.dice.count(_SIDES)


@dataclass(frozen=True, slots=True)
class BrokeThrough(Event):
    """A power has a breakthrough; its effect is immediate and permanent."""

    tag: ClassVar[str] = "broke_through"

    power: Power
    breakthrough: Breakthrough


@dataclass(frozen=True, slots=True)
class HireResearchers(Decision[Hire]):
    """Buy researchers."""

    answers: ClassVar[type[Hire]] = Hire
    open: ClassVar[bool] = True

    def check(self, game: Game, answer: Hire) -> None:
        """See `Decision.check`."""
        if answer.count and not capital_is_free(game, self.power):
            raise Illegal(
                "BG-4.1",
                "{power} cannot research while an enemy holds its capital",
                power=self.power,
            )
        if answer.count and not _open_charts(game, self.power):
            raise Illegal("BG-4.1", "{power} already has every breakthrough", power=self.power)
        purse = game.treasury[self.power]
        if PRICE * answer.count > purse:
            raise Illegal(
                "BG-4.1",
                "a researcher costs {price} IPC, but {power} has {purse}",
                price=PRICE,
                power=self.power,
                purse=purse,
            )

    def candidates(self, game: Game) -> Iterator[Hire]:
        """See `Decision.candidates`; all legal answers."""
        most = game.treasury[self.power] // PRICE if _able(game, self.power) else 0
        return (Hire(count) for count in range(most + 1))

    def sample(self, game: Game, draw: random.Random) -> Hire:
        """Mostly few, now and then any number."""
        most = sum(1 for _ in self.candidates(game)) - 1
        return Hire(draw.randint(0, most if draw.randrange(8) == 0 else min(most, 1)))


@dataclass(frozen=True, slots=True)
class ChooseChart(Decision[Chart]):
    """Choose a chart that still has something new."""

    answers: ClassVar[type[Chart]] = Chart

    def check(self, game: Game, answer: Chart) -> None:
        """See `Decision.check`."""
        if answer.number not in _open_charts(game, self.power):
            raise Illegal("BG-4.1", "chart {number} has no new breakthrough", number=answer.number)

    def candidates(self, game: Game) -> Iterator[Chart]:
        """See `Decision.candidates`; all legal answers."""
        return (Chart(number) for number in _open_charts(game, self.power))


def _charts(game: Game) -> tuple[tuple[Breakthrough, ...], ...]:
    charts = game.rules.scenario.charts
    return () if charts is None else charts.charts


def _open_charts(game: Game, power: Power) -> tuple[int, ...]:
    """Charts, counted from 1, with a breakthrough that the power has not."""
    owned = _settled(game, power)
    charts = enumerate(_charts(game), start=1)
    return tuple(number for number, chart in charts if not owned.issuperset(chart))


def _settled(game: Game, power: Power) -> frozenset[Breakthrough]:
    """Breakthroughs that a power cannot roll: those it has, and those that nobody can have."""
    return game.breakthroughs.get(power, frozenset()) | game.rules.unavailable_breakthroughs(game)


def _able(game: Game, power: Power) -> bool:
    """Whether a power can research: it holds its capital, and a breakthrough is left to find."""
    return capital_is_free(game, power) and bool(_open_charts(game, power))


def research(game: Game) -> Step:
    """Buy researchers and roll a die for each, old and new.

    Implements: BG-4.1, R23
    """
    power = game.active
    game, answer = yield from decide(game, HireResearchers(power))
    held = game.researchers.get(power, 0) + answer.count
    spent = {**game.treasury, power: game.treasury[power] - PRICE * answer.count}
    game = game.replace(treasury=spent, researchers={**game.researchers, power: held})
    if held and _able(game, power):
        game, dice = yield from ask(game, Roll(power, held, _SIDES, "research"))
        rolled = Researched(power, answer.count, dice)
        game = game.with_events(rolled)
        kept = game.rules.researchers_kept(game, held, rolled.sixes)
        game = game.replace(researchers={**game.researchers, power: kept})
        for _ in range(game.rules.breakthroughs_earned(game, rolled.sixes)):
            game = yield from _break_through(game, power)
    return game.replace(stage=Stage.PHASE_CLOSES)


def _break_through(game: Game, power: Power) -> Step:
    """Choose a chart and roll on it, until the die shows something new."""
    if not _open_charts(game, power):
        return game
    game, chosen = yield from ask(game, ChooseChart(power))
    chart = _charts(game)[chosen.number - 1]
    owned = game.breakthroughs.get(power, frozenset())
    found: Breakthrough | None = None
    while found is None or found in _settled(game, power):
        roll = Roll(power, 1, len(chart), f"a breakthrough on chart {chosen.number}")
        game, (die,) = yield from ask(game, roll)
        found = chart[die - 1]
    game = game.replace(breakthroughs={**game.breakthroughs, power: owned | {found}})
    ready = (game.rules.piece_at_turn_start(game, piece) for piece in game.owned(power))
    return game.with_pieces(*ready).with_events(BrokeThrough(power, found))
