"""One game of bots on a random scenario under random house rules, watched at every step.

In every second game powers leave random instructions, which change as it goes.

A second run is given every answer as it would come over the wire. Both must hold the same game and
ask the same thing all the time; every position must be a valid one, every seat must have a view of
it, and every event must have its words.
"""

__all__ = ["BrokenGame", "CheckedReferee", "Setup", "games", "random_setup", "run"]

import json
import random
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import msgpack

from client.bots.arena import Referee
from client.bots.bot import Bot
from client.bots.captain import Captain
from client.bots.fuzz import Fuzz
from client.presentation.events import event_lines
from client.presentation.names import Names
from client.scenarios import find, shortened
from engine.board import Power
from engine.errors import IncompatibleModules
from engine.game import Game
from engine.instructions import Instructions
from engine.loading import builtin_names
from engine.records import Plain
from engine.run import Run
from engine.scenario import Scenario
from engine.setup import compose, declarations, new_game
from engine.validate import validate
from engine.variants import MODULES
from engine.variants.compatibility import refusals
from engine.view import view
from tests.engine.instructing import any_instructions
from tests.marathon.step import Step

_OPTION_ODDS = 6  # one option in six differs from its default
_CHANGE_ODDS = 40  # instructions change before one decision in forty
_FUZZ_ODDS = 3  # one power in three is played by the fuzz bot


class BrokenGame(Exception):
    """A position is invalid, or two replicas differ."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played: scenario, last round, house rules, options, powers of the fuzz bot, seed."""

    scenario: str
    rounds: int
    modules: tuple[str, ...]
    options: dict[str, str]
    fuzzed: frozenset[Power]
    seed: int

    def opening(self) -> Game:
        """The first position."""
        scenario = shortened(find(self.scenario), self.rounds).scenario
        seats = tuple((power,) for power in scenario.powers)
        return new_game(scenario, self.modules, self.options, seats)


def random_setup(seed: int, rounds: int) -> Setup:
    """A random game, over after so many rounds at the latest."""
    draw = random.Random(f"course {seed}")
    name = draw.choice(builtin_names())
    scenario = find(name).scenario
    modules = _combination(scenario, draw)
    options = _settings(scenario, modules, draw)
    fuzzed = frozenset(power for power in scenario.powers if not draw.randrange(_FUZZ_ODDS))
    return Setup(name, rounds, modules, options, fuzzed, seed)


def _combination(scenario: Scenario, draw: random.Random) -> tuple[str, ...]:
    """House rules that go together on this scenario: few or many."""
    density = draw.random()
    chosen = [module.module for module in MODULES if draw.random() < density]
    while clashes := refusals(tuple(chosen), scenario.edition):
        chosen.remove(next(code for code in clashes[0].pair if code in chosen))
    if "CD" in chosen and scenario.convoys is None:
        chosen.remove("CD")
    return tuple(chosen)


def _settings(scenario: Scenario, modules: tuple[str, ...], draw: random.Random) -> dict[str, str]:
    """Options that differ from their defaults; drawn anew until the charter would take them."""
    seats = tuple((power,) for power in scenario.powers)
    while True:
        options = {
            option.name: draw.choice(list(option.values))
            for option in declarations(scenario, modules)
            if not draw.randrange(_OPTION_ODDS)
        }
        try:
            compose(scenario, modules, options, seats)
        except IncompatibleModules:
            continue
        return options


class CheckedReferee(Referee):
    """A referee that passes every answer on to a replica, and compares the two."""

    def __init__(self, game: Game, replica: Run, seed: int) -> None:
        super().__init__(game, seed)
        self._replica = replica
        self._names = Names(game)
        self._round = 0

    def follow(self, done: int) -> int:
        """Give the replica the answers that stand, from `done` on; how many there are now.

        Raises:
            BrokenGame: the replica is not where this game is.
        """
        for data in self.tape[done:]:
            wired: Plain = msgpack.unpackb(msgpack.packb(data), strict_map_key=False)
            self._names.learn(self._replica.game)
            for line in event_lines(self._replica.answer(wired), self._names):
                if not line:
                    raise BrokenGame("an event has no words")
            broken = validate(self._replica.game)
            if broken:
                raise BrokenGame(f"broken after answer {data!r}: {sorted(broken)}")
        if self._replica.request != self.run.request or self._replica.game != self.run.game:
            raise BrokenGame(f"the replica differs; asked {self.run.request}")
        if self.run.game.round != self._round:
            self._round = self.run.game.round
            self._look()
        return len(self.tape)

    def instruct(self, power: Power, instructions: Instructions) -> None:
        """A power leaves instructions, as its entry would tell all replicas."""
        for run in (self.run, self._replica):
            run.instruct(power, instructions)

    def _look(self) -> None:
        for seat in (None, *range(len(self.run.game.rules.seats))):
            one, other = (
                json.dumps(view(r.game, seat, r.request)) for r in (self.run, self._replica)
            )
            if one != other:
                raise BrokenGame(f"the views of seat {seat} differ")


def run(of: Setup) -> str:
    """Play it to its end; a line about how it ended.

    Raises:
        BrokenGame: it reached a position that no game may reach.
    """
    game = of.opening()
    replica = Run(of.opening())
    referee = CheckedReferee(game, replica, of.seed)
    bots: dict[Power, Bot] = {
        power: Fuzz(of.seed) if power in of.fuzzed else Captain(of.seed)
        for power in game.rules.scenario.powers
    }
    done = decisions = 0
    draw = random.Random(f"instructions {of.seed}")
    instructing = of.seed % 2 == 0
    while (seen := referee.advance()) is not None:
        done = referee.follow(done)
        if instructing and not draw.randrange(_CHANGE_ODDS):
            referee.instruct(draw.choice(game.rules.scenario.powers), any_instructions(game, draw))
            continue
        referee.decide(seen, bots[seen.decision.power])
        decisions += 1
    referee.follow(done)
    if referee.run.outcome is None:
        raise BrokenGame("the game is over without an outcome")
    return f"{decisions} decisions: {referee.run.outcome.why}"


def games(first: int, rounds: int) -> Iterator[Step]:
    """The game of one seed after another; what goes wrong in one is reported."""
    for seed in count(first):
        drawn = random_setup(seed, rounds)
        began = time.perf_counter()
        failed = False
        try:
            ended = run(drawn)
        except Exception:  # noqa: BLE001 (whatever goes wrong is told, and the next game played)
            failed, ended = True, f"FAILED\n{traceback.format_exc()}"
        house = ",".join((*drawn.modules, *(f"{k}={v}" for k, v in drawn.options.items())))
        seconds = time.perf_counter() - began
        yield Step(f"{seed} {drawn.scenario} [{house}] {seconds:.0f} s, {ended}", failed=failed)
