"""The captain's purse: what to research, where to place what it has bought."""

__all__ = ["chart", "hire", "mobilize"]

import random
from collections import Counter
from collections.abc import Mapping

from client.bots.captain.deployment import Deployment
from client.bots.captain.purchase import has_front, promising
from client.bots.captain.situation import Situation
from client.bots.captain.threats import Threats
from engine.board import SpaceId
from engine.economy.mobilize import Mobilization, MobilizeUnits, Placement, capacity_left
from engine.economy.research import PRICE, Chart, ChooseChart, Hire, HireResearchers
from engine.pieces import Figure, PieceId
from engine.scenario import LastRound
from engine.units import Domain, Kind, Trait

_RICH = 6  # researchers that the captain could pay before it thinks of hiring one
_SELDOM = 3  # once in so many turns in which it does think of it
_YEARS = 4  # rounds that must be left for a breakthrough to pay
_AHEAD = 0.3  # weight of being near the enemy, against what is at risk

_Slot = tuple[Kind, SpaceId, SpaceId]
"""A kind of unit, the complex to which it is charged, the space in which it is placed."""


def hire(situation: Situation, decision: HireResearchers, draw: random.Random) -> Hire:
    """One researcher now and then, if it stays until it succeeds, and nothing presses."""
    game, power = situation.game, situation.power
    last = [rule.round for rule in game.rules.scenario.victory if isinstance(rule, LastRound)]
    capital = game.rules.scenario.capitals.get(power)
    pressed = capital is not None and (
        Threats(situation).exposure(capital, situation.fighters_at(capital)) > 0
    )
    sensible = (
        not game.researchers.get(power, 0)
        and game.rules.researchers_kept(game, 1, 0) > 0
        and game.treasury[power] >= _RICH * PRICE
        and all(round_ - game.round >= _YEARS for round_ in last)
        and not pressed
    )
    one = Hire(1)
    wanted = sensible and not draw.randrange(_SELDOM) and decision.legal(game, one)
    return one if wanted else Hire()


def mobilize(situation: Situation, decision: MobilizeUnits, draw: random.Random) -> Mobilization:
    """Place everything that finds a place, each unit where it is most useful."""
    game, power = situation.game, situation.power
    chosen: Counter[_Slot] = Counter()
    waiting = game.waiting.get(power, {})
    deployment = Deployment(situation, Threats(situation), placing=True)
    dear = sorted(waiting, key=lambda kind: (-game.rules.scenario.units[kind].cost, kind))
    number = game.next_id
    for kind in dear:
        where = game.rules.placements(game, power, kind)
        slots = [(kind, source, at) for source, spaces in where.items() for at in spaces]
        for _ in range(waiting[kind]):
            units = {slot: _new(situation, number, slot) for slot in slots}
            number += 1
            for slot in _by_fitness(deployment, units):
                trial = chosen + Counter([slot])
                if decision.legal(game, _answer(trial)):
                    chosen = trial
                    deployment.add(units[slot])
                    break
    answer = _answer(chosen)
    # Aircraft at sea may wait for a carrier that has to come where they are (BG-9.3).
    return answer if decision.legal(game, answer) else decision.sample(game, draw)


def _new(situation: Situation, number: int, slot: _Slot) -> Figure:
    """A unit as it would stand; one number for one unit, wherever it may be placed."""
    kind, _, at = slot
    return Figure(id=PieceId(number), owner=situation.power, kind=kind, at=at)


def _answer(chosen: Counter[_Slot]) -> Mobilization:
    return Mobilization(tuple(Placement(*slot, count) for slot, count in sorted(chosen.items())))


def _by_fitness(deployment: Deployment, units: Mapping[_Slot, Figure]) -> list[_Slot]:
    return sorted(units, key=lambda slot: (-_fitness(deployment, units[slot], slot[1]), slot))


def _fitness(deployment: Deployment, unit: Figure, source: SpaceId) -> float:
    """How well a new unit stands in a space: where it is needed, near the enemy, not alone."""
    situation, at = deployment.situation, unit.at
    if situation.is_kind(unit, Trait.COMPLEX):
        sites = list(promising(situation, deployment.threats))
        return -float(sites.index(at)) if at in sites else -99.0
    spare = capacity_left(situation.game, source)
    value = deployment.risk(at) - deployment.risk(at, joined=[unit])
    value += 0.0 if spare is None else 0.01 * spare
    if situation.domain(unit) is not Domain.SEA:
        return value + _AHEAD * deployment.pull(at)
    waiting = sum(
        situation.domain(p) is Domain.LAND for c in situation.coasts(at) for p in deployment.here(c)
    )
    return value + 0.1 * deployment.pull(at) + 0.2 * min(8, waiting)


def chart(situation: Situation, decision: ChooseChart) -> Chart:
    """The chart of land war for a power with a front, else the last, that of air and sea."""
    *_, last = wanted = list(decision.candidates(situation.game))
    return wanted[0] if has_front(situation) else last
