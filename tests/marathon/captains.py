"""Series of captains against captains: what knowledge of tokens is worth, and how even 1941 is.

`KNOWING`: a captain that knows what all public facts tell of the tokens, against the same captain
without that knowledge; each deal of dice twice, sides changed. `EVEN`: the Axis against the Allies
on the board of 1941, with the bid that evens out the sides between captains.

Every game is the same on every machine, so the shares are, too; the interval says how far a share
may be from that of all games that could be played.
"""

__all__ = ["EVEN", "KNOWING", "Series", "Unaware", "captains", "interval", "verdict"]

import dataclasses
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from client.bots.arena import play
from client.bots.bot import Bot
from client.bots.captain import Captain
from client.scenarios import find, shortened
from client.seat.knowledge import Knowledge
from client.seat.view import PlayerView
from engine.board import Power, Side
from engine.records import Plain
from engine.setup import new_game
from tests.marathon.step import Step

_SURE = 0.95
_HALVINGS = 40  # after which a bound is as exact as it is told


class Unaware:
    """A captain to whom nothing is told of hidden tokens but its own secrets and the tracker."""

    def __init__(self, captain: Captain) -> None:
        self._captain = captain

    def choose(self, view: PlayerView) -> Plain:
        """See `Bot.choose`."""
        return self._captain.choose(dataclasses.replace(view, knowledge=Knowledge()))


@dataclass(frozen=True, slots=True)
class Series:
    """Games on one board, and the share of them that the captain who is measured must win.

    Attributes:
        name: what is measured.
        scenario: the board.
        rounds: after which a game ends at the latest.
        options: settings of the game.
        games: how many.
        sides: that the captain who is measured plays, one game after the other.
        aware: whether its opponent has the same knowledge.
        least: share that it must win.
        most: share that it may win.
    """

    name: str
    scenario: str
    rounds: int
    options: Mapping[str, str]
    games: int
    sides: tuple[Side, ...]
    aware: bool
    least: float
    most: float

    def won(self, number: int) -> bool:
        """Whether the captain who is measured wins a game, the first being number 0."""
        chosen = shortened(find(self.scenario), self.rounds).scenario
        seats = tuple((power,) for power in chosen.powers)
        side, seed = self.sides[number % len(self.sides)], 1 + number // len(self.sides)

        def bot(power: Power) -> Bot:
            captain = Captain(seed)
            return captain if self.aware or chosen.side(power) == side else Unaware(captain)

        game = new_game(chosen, ("SS",), dict(self.options), seats)
        match = play(game, {power: bot(power) for power in chosen.powers}, seed)
        return match.outcome.winner == side


KNOWING = Series(
    name="knowing what tokens may hold",
    scenario="wake-island",
    rounds=10,
    options={},
    games=200,
    sides=(Side("Allies"), Side("Axis")),
    aware=False,
    least=0.6,
    most=1.0,
)

EVEN = Series(
    name="the Axis in 1941",
    scenario="anniversary-1941",
    rounds=20,
    options={"bid_Germany": "25", "bid_Japan": "20", "bid_Italy": "5"},
    games=60,
    sides=(Side("Axis"),),
    aware=True,
    least=0.35,
    most=0.65,
)


def captains() -> Iterator[Step]:
    """Both series, a step for each game and one for what comes of all of them."""
    for series in (KNOWING, EVEN):
        won = 0
        for number in range(series.games):
            won += series.won(number)
            yield Step(f"{series.name}: {won} of {number + 1}")
        yield verdict(series, won)


def verdict(series: Series, won: int) -> Step:
    """What a series has shown; it fails if the share is not what it must be."""
    share = won / series.games
    low, high = interval(won, series.games)
    told = (
        f"{series.name}: {won} of {series.games} won, {share:.1%} "
        f"({low:.1%} to {high:.1%} with {_SURE:.0%} confidence)"
    )
    return Step(told, failed=not series.least <= share <= series.most)


def interval(won: int, games: int) -> tuple[float, float]:
    """The exact interval of a share (Clopper and Pearson 1934)."""
    tail = (1 - _SURE) / 2
    return _share(won, games, 1 - tail) if won else 0.0, _share(won + 1, games, tail)


def _share(won: int, games: int, chance: float) -> float:
    """The share of all games at which fewer than `won` are won with this chance; at most 1."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        share = (low + high) / 2
        if _fewer(won, games, share) > chance:
            low = share
        else:
            high = share
    return high


def _fewer(won: int, games: int, share: float) -> float:
    numbers = range(min(won, games + 1))
    return sum(math.comb(games, n) * share**n * (1 - share) ** (games - n) for n in numbers)
