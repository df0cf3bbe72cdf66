"""The odds of a battle, exact where that is quick, else simulated; and what a forecast says."""

__all__ = [
    "BattleEnd",
    "BattleOutcome",
    "Odds",
    "forecast",
    "is_sure",
]

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from engine.battles import Role
from engine.odds.combat import Combat
from engine.odds.encounter import Encounter, Muster, RetreatPolicy, SideOrders, Troop
from engine.odds.standings import CombatState
from engine.odds.walks import Ends, draw_ends, every_end
from engine.odds.weighing import CHOICES, LEFT_OPEN, Weighing, is_weighed
from engine.units import UnitType


class BattleEnd(StrEnum):
    """How a battle can end (BG-8.22)."""

    WON = "won"  # the attacker alone is left
    LOST = "lost"  # the defender alone is left
    NOBODY = "nobody"  # neither is left
    RETREATED = "retreated"  # the attacker has withdrawn, or what could of it (BG-8.20)
    STANDOFF = "standoff"  # both are left, and neither can hit anything
    ESCAPED = "escaped"  # both are left, as a hunt has ended (SW-3)
    UNFOUND = "unfound"  # there is no battle: no defender has been found (DS-10)


@dataclass(frozen=True, slots=True)
class BattleOutcome:
    """One way in which a battle may end.

    Attributes:
        chance: how likely it is.
        end: who is left in the battle.
        taken: whether the attacker takes the territory (BG-8.24).
        attackers: units alive of each attacking troop, also those that left the battle.
        defenders: the same of the defenders.
    """

    chance: float
    end: BattleEnd
    taken: bool
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]

    def left(self, role: Role) -> tuple[int, ...]:
        """Units alive of each troop of a side."""
        return self.attackers if role is Role.ATTACKER else self.defenders


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Every way in which a battle may end, and how likely each is.

    Attributes:
        attackers: the troops that fight, in the order in which outcomes count them.
        defenders: the same.
        rows: the rows of the unit table of both sides' troops.
        outcomes: every way in which it may end, the likeliest first; each once.
        rounds: combat rounds, on average.
        trials: battles that were simulated; 0 if all ends are counted.
        musters: in which numbers these troops may meet, and how likely that is.
        doubt: how far the chances of the musters may be off; 0 if they are exact.
        weakest_first: whether the weakest units go first until the battle is small enough to weigh
            all losses, although another order may keep a better chance: among submarines.
    """

    attackers: tuple[Troop, ...]
    defenders: tuple[Troop, ...]
    rows: tuple[tuple[UnitType, ...], tuple[UnitType, ...]]
    outcomes: tuple[BattleOutcome, ...]
    rounds: float
    trials: int = 0
    musters: tuple[Muster, ...]
    doubt: float = 0.0
    weakest_first: bool = False

    @property
    def exact(self) -> bool:
        """Whether nothing was simulated or sampled."""
        return not self.trials and not self.doubt

    @property
    def error(self) -> float:
        """The error of a chance: next to 0 if exact; else at most this with 95 % certainty."""
        if self.trials:
            return min(1.0, math.hypot(1.96 * 0.5 / math.sqrt(self.trials), self.doubt))
        lost = abs(1 - math.fsum(outcome.chance for outcome in self.outcomes))
        return min(1.0, max(_FLOATS, lost) + self.doubt)

    def chance(self, end: BattleEnd) -> float:
        """How likely it is that the battle ends so."""
        return math.fsum(outcome.chance for outcome in self.outcomes if outcome.end is end)

    @property
    def win(self) -> float:
        """How likely it is that the attacker alone is left."""
        return self.chance(BattleEnd.WON)

    @property
    def taken(self) -> float:
        """How likely it is that the attacker takes the territory (BG-8.24)."""
        return math.fsum(outcome.chance for outcome in self.outcomes if outcome.taken)

    def survivors(self, role: Role) -> float:
        """Units of a side left alive, on average."""
        return self._mean(role, (1,) * len(self.troops(role)))

    def cost(self, role: Role) -> float:
        """IPC that a side loses, on average."""
        costs = tuple(unit.cost for unit in self._units(role))
        return self.worth(role) - self._mean(role, costs)

    def worth(self, role: Role) -> float:
        """IPC that a side's units cost together, on average."""
        costs = tuple(unit.cost for unit in self._units(role))
        return math.fsum(
            muster.chance * sum(map(int.__mul__, muster.numbers(role), costs))
            for muster in self.musters
        )

    def _mean(self, role: Role, worth: tuple[int, ...]) -> float:
        whole = math.fsum(outcome.chance for outcome in self.outcomes) or 1.0
        return (
            math.fsum(
                outcome.chance * sum(map(int.__mul__, outcome.left(role), worth))
                for outcome in self.outcomes
            )
            / whole
        )

    def troops(self, role: Role) -> tuple[Troop, ...]:
        """A side's troops, in the order in which outcomes count them."""
        return self.attackers if role is Role.ATTACKER else self.defenders

    def _units(self, role: Role) -> tuple[UnitType, ...]:
        return self.rows[0] if role is Role.ATTACKER else self.rows[1]


_SURE = 0.995
"""From this chance on a side has no more to gain by fighting on than by what it saves."""

_FLOATS = 1e-12
"""What sums of this many floats may be off."""


_BUDGET = 2_000_000
_TRIALS = 10_000


def forecast(
    encounter: Encounter,
    *,
    draw: random.Random,
    attacking: SideOrders | None = None,
    defending: SideOrders | None = None,
    retreat: RetreatPolicy | None = None,
    budget: int = _BUDGET,
    trials: int = _TRIALS,
    weighed: int = CHOICES,
) -> Odds:
    """How a battle may end, and how likely each end is.

    Both sides lose what keeps the best chance (`engine.odds.losses`); one that is sure of its end
    loses the cheapest, if that costs it less on average and it is sure of its end even so.

    Args:
        encounter: who meets whom, and where.
        draw: where the dice come from, if they must be drawn.
        attacking: the attacker's orders.
        defending: the defenders' orders.
        retreat: when the attacker retreats; by default never.
        budget: how many steps may be taken to find every end; 0 has the odds simulated.
        trials: how many battles are simulated where the budget does not suffice.
        weighed: how many choices of losses may be weighed; where there are more, the weakest units
            are lost first until few enough are left.
    """
    policy, effort = retreat or RetreatPolicy(), _Effort(budget, trials, weighed)
    orders = {Role.ATTACKER: attacking or SideOrders(), Role.DEFENDER: defending or SideOrders()}
    odds = _reckoned(encounter, orders, policy, effort, draw)
    for role in Role:
        costs = {row.cost for row in odds.rows[0 if role is Role.ATTACKER else 1]}
        if len(costs) > 1 and is_sure(odds, role):
            by_price = {**orders, role: replace(orders[role], by_price=True)}
            cheaper = _reckoned(encounter, by_price, policy, effort, draw)
            if is_sure(cheaper, role) and cheaper.cost(role) < odds.cost(role):
                odds, orders = cheaper, by_price
    return odds


def is_sure(odds: Odds, role: Role) -> bool:
    """Whether a side can hardly fail to be left alone: it has IPC to save, and no chances."""
    if role is Role.ATTACKER:
        return odds.win >= _SURE
    return odds.chance(BattleEnd.LOST) + odds.chance(BattleEnd.RETREATED) >= _SURE


class _Effort(NamedTuple):
    """How much is reckoned, as the arguments of `forecast` say."""

    budget: int
    trials: int
    weighed: int


def _reckoned(
    encounter: Encounter,
    orders: Mapping[Role, SideOrders],
    retreat: RetreatPolicy,
    effort: _Effort,
    draw: random.Random,
) -> Odds:
    """The odds under these orders."""
    budget, trials, weighed = effort
    after = retreat.after
    combat = Combat(encounter, orders[Role.ATTACKER], orders[Role.DEFENDER], retreat)
    ends: Ends | None
    few = is_weighed(combat, after, weighed)
    weighing = Weighing(combat, after) if few else None
    in_part = LEFT_OPEN if combat.leaves_choice and weighing is None else 0
    if weighing is not None:
        ends = weighing.ends() if budget else None
    else:
        ends = every_end(combat, after, budget, in_part)
    simulated = ends is None
    if ends is None and weighing is not None:
        ends = weighing.draw_ends(trials, draw)
    elif ends is None:
        ends = draw_ends(combat, after, trials, draw, in_part)
    if ends.open:
        ends = Weighing(combat).completed(ends)
    together: dict[tuple[BattleEnd, bool, tuple[int, ...], tuple[int, ...]], float] = {}
    unfound = combat.unfound()
    for state, chance in ends.chance.items():
        left = combat.attackers.left(state.attackers), combat.defenders.left(state.defenders)
        unfought = min(chance, unfound.get(state, 0.0))
        ways = (BattleEnd.UNFOUND, unfought), (_end(combat, state), chance - unfought)
        for end, part in ways:
            if part > (_FLOATS if unfought else 0):
                key = end, _taken(combat, state), *left
                together[key] = together.get(key, 0.0) + part
    outcomes = (BattleOutcome(chance, *key) for key, chance in together.items())
    return Odds(
        attackers=combat.attackers.told_troops,
        defenders=combat.defenders.told_troops,
        rows=(combat.attackers.told_units, combat.defenders.told_units),
        outcomes=tuple(
            sorted(outcomes, key=lambda one: (-one.chance, one.end, one.attackers, one.defenders))
        ),
        rounds=ends.rounds,
        trials=trials if simulated else 0,
        musters=combat.told_musters,
        doubt=encounter.doubt,
        weakest_first=bool(in_part),
    )


def _end(combat: Combat, state: CombatState) -> BattleEnd:
    here = combat.attackers.present[state.attackers]
    there = combat.defenders.present[state.defenders]
    if here:
        return BattleEnd.STANDOFF if there else BattleEnd.WON
    if combat.attackers.withdrawn(state.attackers):
        return BattleEnd.RETREATED
    return BattleEnd.LOST if there else BattleEnd.NOBODY


def _taken(combat: Combat, state: CombatState) -> bool:
    here = combat.attackers.present[state.attackers]
    won = not combat.defenders.present[state.defenders]
    return won and bool(here & combat.conquerors)
