"""How a game ends (BG-12, BG-3.2), and the conditions that objectives share with it (BG-11.3)."""

__all__ = ["GameEnded", "capital_is_free", "condition_holds", "victory"]

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


def _outcome(game: Game, condition: Victory) -> Outcome | None:
    scenario = game.rules.scenario
    match condition:
        case Cities():
            target = game.rules.victory_target(game, _cities(game, condition))
            for side in _sides(scenario):
                cities = sum(
                    scenario.board[space].victory_city and scenario.sides[who] == side
                    for space, who in game.control.items()
                )
                if cities >= target:
                    return Outcome(side, f"{counted(cities, 'victory city')} held by {side}")
            return None
        case Capitals(side, at_least):
            own = [
                capital_is_free(game, power)
                for power in scenario.powers
                if scenario.sides[power] == side
            ]
            taken = sum(
                scenario.sides[power] != side and scenario.sides[game.control[capital]] == side
                for power, capital in scenario.capitals.items()
                if capital in game.control
            )
            if not all(own) or taken < at_least:
                return None
            return Outcome(
                side, f"{counted(taken, 'enemy capital')}, and all its own, held by {side}"
            )
        case Income(side, at_least):
            income = sum(
                scenario.board[space].value
                for space, who in game.control.items()
                if scenario.sides[who] == side
            )
            if income < at_least:
                return None
            return Outcome(side, f"{side} holds territories worth {income} IPC")
        case LastRound(last, points, tie):
            if game.round < last:
                return None
            totals = dict.fromkeys(_sides(scenario), 0)
            for space, worth in points.items():
                if space in game.control:
                    totals[scenario.sides[game.control[space]]] += worth
            most = max(totals.values())
            leaders = [side for side in totals if totals[side] == most]
            score = " to ".join(f"{side} {total}" for side, total in totals.items())
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
