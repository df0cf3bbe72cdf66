"""The whole engine at play: random legal answers, and random garbage that must change nothing.

Every answer comes from the requests alone, as a bot's would; seals, openings and dice from the
referee of `tests.engine.secret_subs.owners`, which also holds every claim against the secrets.
"""

import os
import random
import re
import subprocess
import sys
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
)

from engine.charts import Breakthrough
from engine.errors import EngineError
from engine.game import Game
from engine.loading import builtin, load
from engine.phases import Phase, Stage
from engine.records import encode
from engine.requests import Decision
from engine.run import Bookmark, Run
from engine.scenario import Scenario
from engine.setup import new_game
from engine.turn import ChooseFirst
from engine.validate import validate
from tests.engine.position import WORLD
from tests.engine.secret_subs.owners import Referee
from tests.examples import examples

pytestmark = pytest.mark.no_cover  # whole games

CROWD = """
[units]
West = {USA = {infantry = 2, artillery = 1, tank = 1, aa_gun = 1, complex = 1, fighter = 1}}
Prairie = {USA = {infantry = 2, artillery = 1, tank = 2, bomber = 1}, UK = {infantry = 1}}
Border = {Japan = {infantry = 2, artillery = 1}, Germany = {tank = 1}}
Plains = {Japan = {aa_gun = 1, complex = 1}}
East = {Japan = {infantry = 2, tank = 1, aa_gun = 1, complex = 1, bomber = 1}}
Isle = {USA = {infantry = 1}, UK = {fighter = 1}}
Atoll = {Japan = {infantry = 1, fighter = 1}}
Cove = {UK = {infantry = 2, artillery = 1, tank = 1, complex = 1}}
Fort = {Germany = {infantry = 2, tank = 1, complex = 1, fighter = 1}}
"SZ 2" = {USA = {carrier = 1, fighter = 2, transport = 1, submarine = 2}}
"SZ 3" = {Japan = {carrier = 1, fighter = 1, destroyer = 1}, Germany = {submarine = 2}}
"SZ 7" = {USA = {battleship = 1, submarine = 1}, UK = {carrier = 1, transport = 1, destroyer = 1}}
"SZ 8" = {Japan = {battleship = 1, cruiser = 1, submarine = 3, transport = 1}}
"SZ 10" = {Germany = {cruiser = 1, transport = 1}}

[[canals]]"""
"""Everybody next to everybody: allies in one zone and territory, ships before hostile coasts."""

UNITS = {"USA": 22, "Japan": 22, "UK": 10, "Germany": 10}


def crowd_file() -> str:
    """The small world, full of units, for four rounds at most."""
    text = WORLD.replace("\n[[canals]]", CROWD)
    for power, number in UNITS.items():
        before, after = text.split(f"{power} = {{side", 1)
        text = f"{before}{power} = {{side{after.replace('units = 0', f'units = {number}', 1)}"
    last = 'kind = "last_round"\nround = 4\ntie = "Axis"'
    return text.replace('kind = "cities"\nat_least = 4', last)


@cache
def crowd() -> Scenario:
    """See `crowd_file`."""
    return load(crowd_file().encode(), "crowd")


@cache
def laboratory() -> Scenario:
    """The same, with research."""
    phases = ", ".join(f'"{phase}"' for phase in Phase)
    text = re.sub(r'(\[\[turns\]\]\npower = ".*"\n)', rf"\1phases = [{phases}]\n", crowd_file())
    return load(text.encode(), "laboratory")


SCENARIOS = ("crowd", "laboratory", "wake-island")


def opening(name: str, modules: tuple[str, ...], options: dict[str, str]) -> Game:
    """A game about to open, with a seat for each side; in the laboratory much is known already."""
    own = {"crowd": crowd, "laboratory": laboratory}
    scenario = own[name]() if name in own else builtin(name)
    sides = sorted(set(scenario.sides.values()))
    seats = tuple(
        tuple(power for power in scenario.powers if scenario.side(power) == side) for side in sides
    )
    game = new_game(scenario, modules, options, seats)
    if name != "laboratory":
        return game
    known = frozenset(Breakthrough) - {Breakthrough.RADAR, Breakthrough.INDUSTRIAL_TECHNOLOGY}
    return game.replace(breakthroughs=dict.fromkeys(scenario.powers, known))


SETTINGS: st.SearchStrategy[tuple[tuple[str, ...], dict[str, str]]] = st.one_of(
    st.just(((), {})),
    st.just((("SS",), {})),
    st.just((("SS",), {"ss_version": "0.8", "windows": "all"})),
    st.just((("SS",), {"shuffle_markers": "minimum", "bb_repair": "end_of_owner_turn"})),
    st.just(((), {"interceptors": "on", "low_luck": "on", "heavy_bombers": "best"})),
)

JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-1, 99)
    | st.text(max_size=3)
    | st.sampled_from(
        ["done", "move", "load", "unload", "take_back", "purchase", "mobilization", "SZ 2", "West"]
    ),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=8,
)


def spoilt(data: Any, draw: random.Random) -> Any:
    """Plain data with one thing in it changed."""
    match data:
        case list() if data and draw.randrange(4):
            at = draw.randrange(len(data))
            return [*data[:at], spoilt(data[at], draw), *data[at + 1 :]]
        case list():
            return draw.choice([[*data, 1], data[:-1], data[::-1], None])
        case bool() | None:
            return draw.choice([0, "", []])
        case int():
            return data + draw.choice([-1, 1, 7])
        case _:
            return draw.choice(["SZ 2", "SZ 3", "Border", "tank", 5])


class Play(RuleBasedStateMachine):
    """A game that is played, spoilt, forked and rewound."""

    moments: Bundle[tuple[Bookmark, object]] = Bundle("moments")

    @initialize(
        name=st.sampled_from(SCENARIOS),
        chosen=SETTINGS,
        seed=st.integers(0, 2**32),
        played=st.integers(0, 200),
    )
    def open(
        self, name: str, chosen: tuple[tuple[str, ...], dict[str, str]], seed: int, played: int
    ) -> None:
        modules, options = chosen
        self.referee = Referee(opening(name, modules, options), seed=seed)
        self.referee.fuzz(played)
        self.draw = random.Random(seed)

    @property
    def run_(self) -> Run:
        return self.referee.run

    def state(self) -> object:
        return encode(self.run_.game), self.run_.request

    @rule(answers=st.integers(1, 40))
    def play_on(self, answers: int) -> None:
        self.referee.fuzz(answers)

    @precondition(lambda self: self.run_.request is not None)
    @rule(data=JUNK)
    def answer_junk(self, data: Any) -> None:
        self._try(data)

    @precondition(lambda self: isinstance(self.run_.request, Decision))
    @rule(times=st.integers(1, 8))
    def answer_nearly_right(self, times: int) -> None:
        decision = self.run_.request
        assert isinstance(decision, Decision)
        for _ in range(times):
            self._try(spoilt(encode(decision.sample(self.run_.game, self.draw)), self.draw))

    def _try(self, data: Any) -> None:
        """What is refused changes nothing; what happens to be legal is taken back."""
        before, here, secrets = self.state(), self.run_.bookmark(), dict(self.referee.secrets)
        try:
            self.run_.answer(data)
        except EngineError:
            assert self.state() == before
        else:
            self.run_.rewind(here)
            self.referee.secrets = secrets
            assert self.state() == before

    @rule(seat=st.integers(0, 1))
    def waive_or_take_back(self, seat: int) -> None:
        waived = seat in self.run_.game.waived
        self.run_.waive(seat, waived=not waived)
        assert (seat in self.run_.game.waived) != waived

    @rule()
    def fork(self) -> None:
        other = self.run_.fork()
        assert (encode(other.game), other.request) == self.state()

    @rule(target=moments)
    def remember(self) -> Any:
        return multiple((self.run_.bookmark(), self.state()))

    @rule(moment=moments)
    def look_back(self, moment: tuple[Bookmark, object]) -> None:
        here, now = self.run_.bookmark(), self.state()
        bookmark, then = moment
        self.run_.rewind(bookmark)
        assert self.state() == then
        again = self.run_.played_again(self.run_.origin)
        assert (encode(again.game), again.request) == then
        self.run_.rewind(here)
        assert self.state() == now

    @precondition(lambda self: isinstance(self.run_.request, Decision))
    @rule()
    def resign(self) -> None:
        here, before, decision = self.run_.bookmark(), self.state(), self.run_.request
        assert isinstance(decision, Decision)
        self.run_.resign(self.run_.game.seat_of(decision.power))
        assert self.run_.outcome is not None
        self.run_.rewind(here)
        assert self.state() == before

    @invariant()
    def is_valid(self) -> None:
        assert validate(self.run_.game) == frozenset()


TestPlay = Play.TestCase
TestPlay.settings = settings(
    examples(25),
    stateful_step_count=20,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.mark.parametrize("modules", [(), ("SS",)])
@pytest.mark.parametrize("name", SCENARIOS)
def test_random_games_come_to_an_end(name: str, modules: tuple[str, ...]) -> None:
    referee = Referee(opening(name, modules, {}), seed=7)
    while referee.run.request is not None:
        referee.fuzz(1)
        assert validate(referee.game) == frozenset()
    assert referee.run.outcome is not None


PROBE = """
import hashlib
from engine.records import encode
from tests.engine.secret_subs.owners import Referee
from tests.engine.test_play import opening
referee = Referee(opening("crowd", ("SS",), {}), seed=5)
referee.fuzz(120)
print(hashlib.sha256(repr(encode(referee.game)).encode()).hexdigest())
"""


def test_play_does_not_depend_on_the_order_of_hashes() -> None:
    """Deterministic everywhere: two replicas that start Python anew agree on every state."""
    states = {
        subprocess.run(
            [sys.executable, "-c", PROBE],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(states) == 1


@pytest.mark.parametrize("modules", [(), ("SS",)])
def test_what_is_not_asked_has_one_legal_answer(modules: tuple[str, ...]) -> None:
    """Every decision that is asked has two candidates at least, each legal, no two alike."""
    referee = Referee(opening("crowd", modules, {}), seed=3)
    for _ in range(150):
        decision = referee.run.request
        assert isinstance(decision, Decision)
        found = []
        for answer in decision.candidates(referee.game):
            decision.check(referee.game, answer)
            assert decision.parse(referee.game, encode(answer)) == answer
            found.append(str(encode(answer)))
            if len(found) == 12:
                break
        assert len(found) == len(set(found))
        actions = next(referee.game.rules.candidate_actions(referee.game, decision), None)
        assert len(found) > 1 or (decision.open and actions is not None)
        referee.fuzz(1)


@pytest.mark.parametrize("seed", [1, 2])
def test_bg_3_3_random_shared_turns_on_the_real_board(seed: int) -> None:
    """The USA and China, and whoever comes after them."""
    game = opening("anniversary-1941", (), {"interceptors": "on"})
    game = game.replace(stage=Stage.TURN_OPENS, turn=len(game.rules.scenario.turns) - 1)
    referee = Referee(game, seed=seed)
    asked = set()
    for _ in range(150):
        asked.add(type(referee.run.request))
        referee.fuzz(1)
        assert validate(referee.game) == frozenset()
    assert ChooseFirst in asked
