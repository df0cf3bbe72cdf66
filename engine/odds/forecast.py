"""The odds of a battle: exact where that is quick, else simulated."""

__all__ = ["forecast"]

import random

from engine.odds.combat import Combat, Fray
from engine.odds.encounter import Encounter, Orders, Retreat
from engine.odds.result import End, Odds, Outcome
from engine.odds.walks import draw_ends, every_end

_BUDGET = 4_000_000
_TRIALS = 10_000


def forecast(
    encounter: Encounter,
    *,
    draw: random.Random,
    attacking: Orders | None = None,
    defending: Orders | None = None,
    retreat: Retreat | None = None,
    budget: int = _BUDGET,
    trials: int = _TRIALS,
) -> Odds:
    """What may come of a battle, and how likely it is.

    Args:
        encounter: who meets whom, and where.
        draw: where the dice come from, if they must be drawn.
        attacking: what the attacker has in mind.
        defending: what the defenders have in mind.
        retreat: when the attacker retreats; left out: never.
        budget: how many steps may be taken to find every end; 0 has the odds simulated.
        trials: how many battles are simulated where the budget does not suffice.
    """
    retreat = retreat or Retreat()
    combat = Combat(encounter, attacking or Orders(), defending or Orders(), retreat)
    ends = every_end(combat, retreat.after, budget)
    simulated = ends is None
    if ends is None:
        ends = draw_ends(combat, retreat.after, trials, draw)
    together: dict[tuple[End, bool, tuple[int, ...], tuple[int, ...]], float] = {}
    for fray, chance in ends.chance.items():
        left = combat.attackers.left(fray.attackers), combat.defenders.left(fray.defenders)
        key = _end(combat, fray), _taken(combat, fray), *left
        together[key] = together.get(key, 0.0) + chance
    outcomes = (Outcome(chance, *key) for key, chance in together.items())
    return Odds(
        attackers=combat.attackers.troops,
        defenders=combat.defenders.troops,
        rows=(combat.attackers.units, combat.defenders.units),
        outcomes=tuple(
            sorted(outcomes, key=lambda one: (-one.chance, one.end, one.attackers, one.defenders))
        ),
        rounds=ends.rounds,
        trials=trials if simulated else 0,
    )


def _end(combat: Combat, fray: Fray) -> End:
    here = combat.attackers.present[fray.attackers]
    there = combat.defenders.present[fray.defenders]
    if here:
        return End.STANDOFF if there else End.WON
    if combat.attackers.withdrawn(fray.attackers):
        return End.RETREATED
    return End.LOST if there else End.NOBODY


def _taken(combat: Combat, fray: Fray) -> bool:
    here = combat.attackers.present[fray.attackers]
    won = not combat.defenders.present[fray.defenders]
    return won and bool(here & combat.conquerors)
