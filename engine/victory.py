"""How a game ends (BG-12, BG-3.2), and the conditions that objectives share with it (BG-11.3)."""

__all__ = [
    "GameEnded",
    "Standing",
    "capital_is_free",
    "condition_holds",
    "standings",
    "victory",
]

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power, Side
from engine.errors import counted
from engine.game import Event, Game
from engine.options import VICTORY_CITIES, VictoryCities
from engine.phases import Outcome
from engine.scenario import (
    Capitals,
    Cities,
    Condition,
    Held,
    Income,
    LastRound,
    NoAlliedUnits,
    NoEnemyWarships,
    Scenario,
    Victory,
)
from engine.units import Trait


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over."""

    tag: ClassVar[str] = "game_ended"

    outcome: Outcome


def capital_is_free(game: Game, power: Power) -> bool:
    """Whether a power holds its capital, if it has one (BG-8.27)."""
    capital = game.rules.scenario.capitals.get(power)
    return capital is None or game.control.get(capital) == power


def condition_holds(game: Game, power: Power, condition: Condition) -> bool:
    """Whether a condition holds for a power (BG-11.3)."""
    match condition:
        case Held(spaces, at_least, alone):
            controllers = [game.control.get(space) for space in spaces]
            held = sum(
                who is not None and (who == power if alone else game.friendly(power, who))
                for who in controllers
            )
            return held >= at_least
        case NoEnemyWarships(zones):
            return not any(
                game.rules.counts_as(game, piece, Trait.SURFACE_WARSHIP)
                for zone in zones
                for piece in game.enemies_at(power, zone)
            )
        case NoAlliedUnits():
            return not any(
                piece.owner != power
                for space, who in game.control.items()
                if who == power
                for piece in game.friends_at(power, space)
            )


def victory(game: Game) -> Outcome | None:
    """Who has won at the end of this round, if anybody (BG-3.2).

    Implements: BG-12.1, BG-12.2
    """
    outcomes = (_outcome(game, condition) for condition in game.rules.scenario.victory)
    return next((outcome for outcome in outcomes if outcome is not None), None)


def _sides(scenario: Scenario) -> tuple[Side, ...]:
    """The two sides, in turn order."""
    return tuple(dict.fromkeys(scenario.sides[power] for power in scenario.powers))


@dataclass(frozen=True, slots=True)
class Standing:
    """How a condition of victory stands.

    Attributes:
        condition: the condition.
        counts: what counts for it, by the sides that can win by it: victory cities, enemy capitals,
            IPC or points.
        wins: how much wins; None if the most does, after the last round.
    """

    condition: Victory
    counts: Mapping[Side, int]
    wins: int | None


def standings(game: Game) -> tuple[Standing, ...]:
    """How the conditions of victory stand, in their order."""
    return tuple(_standing(game, condition) for condition in game.rules.scenario.victory)


def _standing(game: Game, condition: Victory) -> Standing:
    scenario = game.rules.scenario
    held = [(space, scenario.sides[who]) for space, who in game.control.items()]
    match condition:
        case Cities():
            cities = Counter(side for space, side in held if scenario.board[space].victory_city)
            counts = {side: cities[side] for side in _sides(scenario)}
            wins = game.rules.victory_target(game, _cities(game, condition))
            return Standing(condition, counts, wins)
        case Capitals(side, at_least):
            taken = sum(
                scenario.sides[power] != side and scenario.sides[game.control[capital]] == side
                for power, capital in scenario.capitals.items()
                if capital in game.control
            )
            return Standing(condition, {side: taken}, at_least)
        case Income(side, at_least):
            income = sum(scenario.board[space].value for space, who in held if who == side)
            return Standing(condition, {side: income}, at_least)
        case LastRound(points=points):
            totals = dict.fromkeys(_sides(scenario), 0)
            for space, side in held:
                totals[side] += points.get(space, 0)
            return Standing(condition, totals, None)


def _outcome(game: Game, condition: Victory) -> Outcome | None:
    standing = _standing(game, condition)
    counts = standing.counts
    reached = [side for side in counts if standing.wins is None or counts[side] >= standing.wins]
    match condition:
        case Cities():
            for side in reached:
                return Outcome(side, f"{counted(counts[side], 'victory city')} held by {side}")
            return None
        case Capitals(side):
            scenario = game.rules.scenario
            own = (power for power in scenario.powers if scenario.sides[power] == side)
            if not reached or not all(capital_is_free(game, power) for power in own):
                return None
            taken = counted(counts[side], "enemy capital")
            return Outcome(side, f"{taken}, and all its own, held by {side}")
        case Income(side):
            if not reached:
                return None
            return Outcome(side, f"{side} holds territories worth {counts[side]} IPC")
        case LastRound(last, _, tie):
            if game.round < last:
                return None
            most = max(counts.values())
            leaders = [side for side in counts if counts[side] == most]
            score = " to ".join(f"{side} {total}" for side, total in counts.items())
            ended = f"after round {game.round}, {score}"
            if len(leaders) == 1:
                return Outcome(leaders[0], ended)
            return Outcome(tie, f"{ended}, and in a tie {tie} win")


def _cities(game: Game, condition: Cities) -> int:
    """How many victory cities win, as the seats have settled (BG-12.1)."""
    match game.rules.option(VICTORY_CITIES):
        case VictoryCities.STANDARD:
            return condition.at_least
        case VictoryCities.SHORT:
            return condition.short or condition.at_least
        case VictoryCities.TOTAL:
            return condition.total or condition.at_least
