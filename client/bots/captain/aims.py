"""What the captain fights for: income, cities, capitals, and the objectives of both sides."""

__all__ = ["guarded_waters", "prompt", "shipping_lanes", "worth"]

from collections import Counter

from engine.board import Power, SpaceId
from engine.game import Game
from engine.options import OBJECTIVES
from engine.scenario import Cities, Condition, Held, LastRound, NoEnemyWarships, Objective
from engine.terms import hostile_territory
from engine.victory import condition_holds

_YEARS = 3.0  # rounds of income that holding a territory is worth
_CITY = 5.0  # IPC that a victory city is worth beside its income
_DECISIVE = 25.0  # IPC that it is worth on top when it decides the game
_POINT = 2.0  # IPC that a point of the last round's count is worth
_COUNTED = 8.0  # IPC that it is worth on top in the last round
_CAPITAL = 60.0  # IPC that a capital is worth beside the treasury in it
_SLACK = 0.3  # part of an objective's worth left for each territory that it could spare
_DISTANT = 0.5  # part of it left for each further thing that it lacks


def worth(game: Game, space: SpaceId) -> float:
    """What holding a territory is worth to either side, in IPC."""
    scenario = game.rules.scenario
    here = game.board[space]
    total = _YEARS * here.value
    for owner, capital in scenario.capitals.items():
        if capital == space:
            total += _CAPITAL + (game.treasury[owner] if game.control.get(space) == owner else 0)
    for rule in scenario.victory:
        match rule:
            case LastRound(last, points, _):
                point = _POINT + _COUNTED / (1 + max(0, last - game.round))
                total += point * points.get(space, 0)
            case Cities(at_least) if here.victory_city:
                total += _CITY + _DECISIVE / (1 + _cities_missing(game, at_least)) ** 2
            case _:
                pass
    if game.rules.option(OBJECTIVES):
        total += sum(_YEARS * _share(game, objective, space) for objective in scenario.objectives)
    return total


def _cities_missing(game: Game, target: int) -> int:
    """How many victory cities the leading side still needs (BG-12.1)."""
    sides = game.rules.scenario.sides
    held = Counter(
        sides[who] for space, who in game.control.items() if game.board[space].victory_city
    )
    return max(0, target - max(held.values(), default=0))


def prompt(game: Game, power: Power, space: SpaceId) -> float:
    """What taking a territory brings at once, even if it is lost again, in IPC."""
    objectives = game.rules.scenario.objectives if game.rules.option(OBJECTIVES) else ()
    own = (_share(game, objective, space) for objective in objectives if objective.power == power)
    return game.board[space].value + sum(own)


def guarded_waters(game: Game, power: Power) -> dict[SpaceId, float]:
    """Sea zones that an objective of the power's side wants free of enemies, and their worth."""
    found: dict[SpaceId, float] = {}
    objectives = game.rules.scenario.objectives if game.rules.option(OBJECTIVES) else ()
    for objective in objectives:
        for condition in objective.conditions:
            if isinstance(condition, NoEnemyWarships) and game.friendly(power, objective.power):
                for zone in condition.zones:
                    found[zone] = found.get(zone, 0.0) + objective.worth / len(condition.zones)
    return found


def shipping_lanes(game: Game, power: Power) -> dict[SpaceId, float]:
    """What a raider of convoys could cost the enemy in each sea zone, in IPC (BG-11.2, CD-2)."""
    convoys = game.rules.convoys(game)
    if convoys is None:
        return {}
    found: dict[SpaceId, float] = {}
    for zone, most in sorted(convoys.zones.items()):
        coasts = (c for c in game.board.adjacent_land(zone) if hostile_territory(game, power, c))
        room = sum(convoys.territories.get(coast, 0) for coast in coasts)
        if room:
            found[zone] = float(min(most, room))
    return found


def _share(game: Game, objective: Objective, space: SpaceId) -> float:
    """What of an objective's worth hangs on a territory."""
    held = [c for c in objective.conditions if isinstance(c, Held) and space in c.spaces]
    if not held:
        return 0.0
    lacking = sum(_lacking(game, objective.power, c) for c in objective.conditions)
    share = 0.0
    for condition in held:
        if _holds(game, objective.power, condition, space):
            spare = -_balance(game, objective.power, condition)
            factor = _SLACK ** max(0, spare) * _DISTANT**lacking
        else:
            missing = _balance(game, objective.power, condition)
            factor = _DISTANT ** (lacking - 1) if missing > 0 else 0.0
        share += objective.worth * factor
    return share


def _lacking(game: Game, power: Power, condition: Condition) -> int:
    """How many things an objective's condition still wants."""
    match condition:
        case Held():
            return max(0, _balance(game, power, condition))
        case _:
            return 0 if condition_holds(game, power, condition) else 1


def _balance(game: Game, power: Power, condition: Held) -> int:
    """Territories missing; below 0 how many could be spared."""
    held = sum(_holds(game, power, condition, space) for space in condition.spaces)
    return condition.at_least - held


def _holds(game: Game, power: Power, condition: Held, space: SpaceId) -> bool:
    controller = game.control.get(space)
    if controller is None:
        return False
    return controller == power if condition.alone else game.friendly(power, controller)
