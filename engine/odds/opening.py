"""What comes before the first round of a battle, and fire from next door (BG-8.4 to 8.8; DS, WA).

The search for what is concealed, anti-aircraft fire, bombardment, batteries.
"""

__all__ = ["NOTHING", "Opening", "Start", "Supported"]

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.odds.dice import Chances, Dice, Volley, added, chances
from engine.odds.encounter import Muster
from engine.odds.force import Force, Spread
from engine.odds.standings import CombatState, Standing, Units
from engine.odds.survey import Survey

NOTHING: Chances = (1.0,)
"""No hit at all."""


class Start(NamedTuple):
    """How a battle may stand when its first round begins.

    Attributes:
        chance: how likely it is.
        state: how both sides stand.
        unseen: defending troops that fire in round 1 and cannot be hit (DS-11), a bit for each.
        bombs: the chances of hits before round 1 on land.
    """

    chance: float
    state: CombatState
    unseen: int = 0
    bombs: Chances = NOTHING


class Supported(NamedTuple):
    """What fire from next door may do after S1 of the first round at sea (WA-2).

    Attributes:
        chance: how likely it is.
        state: how both sides stand without those that are hit.
        condemned: hit points that each defending troop has lost, and still fires with.
    """

    chance: float
    state: CombatState
    condemned: Units = ()


class Opening:
    """The opening of a battle between two forces."""

    def __init__(
        self, survey: Survey, attackers: Force, defenders: Force, *, lets_fire: bool
    ) -> None:
        """`lets_fire` says whether what is not found fires from concealment where it may."""
        self._survey = survey
        self._attackers = attackers
        self._defenders = defenders
        self._lets_fire = lets_fire

    @property
    def firing(self) -> int:
        """Defending troops that fire in this round and cannot be hit (DS-11), a bit for each."""
        return self._survey.firing

    @property
    def under_way(self) -> CombatState:
        """How both sides stand amid a round: what has not been found is no part of it (DS-11)."""
        start, hidden = self._defenders.start, sum(1 << i for i in self._survey.thresholds)
        return CombatState(self._attackers.start, self._set_aside(start, hidden))

    def _set_aside(self, defenders: Standing, unfound: int) -> Standing:
        """The defenders without those that are not found and do not fire (DS-11)."""
        force = self._defenders
        out = force.hidden if self._survey.searches_again else force.submerged
        return out(defenders, unfound & force.present[defenders])

    def starts(self) -> list[Start]:
        """What may stand when the first round begins, defenceless transports included."""
        starts = [
            Start(
                muster.chance,
                CombatState(
                    self._attackers.mustered(muster.attackers),
                    self._defenders.mustered(muster.defenders),
                ),
                bombs=self._bombardment(muster),
            )
            for muster in self._survey.musters
        ]
        if self._survey.sea:
            return [found for start in starts for found in self._searched(start)]
        return [
            start._replace(
                chance=start.chance * p, state=CombatState(standing, start.state.defenders)
            )
            for start in starts
            for standing, p in self._shot_at(start.state.attackers)
        ]

    # The search

    def _searched(self, start: Start) -> Iterator[Start]:
        """What a search finds; what it does not find fires concealed, or stays out (DS-8, DS-11).

        A die finds all whose number it meets.
        """
        state, defenders, survey = start.state, self._defenders, self._survey
        here = self._attackers.present[state.attackers] & survey.warships()
        fires = bool(here) and self._lets_fire
        dice = 0 if survey.searched else self._search_dice(state)
        for chance, unfound in self._unfound(defenders.present[state.defenders], dice):
            firing = unfound & defenders.armed if fires else 0
            unseen = firing | self.firing & defenders.present[state.defenders]
            aside = self._set_aside(state.defenders, unfound & ~firing)
            left = CombatState(state.attackers, aside)
            yield Start(start.chance * chance, left, defenders.with_spent(unseen))

    def searched_again(self, state: CombatState) -> list[tuple[float, CombatState]]:
        """What may stand after a search in a later round, and how likely it is (DS-10)."""
        defenders = self._defenders
        hidden = defenders.hiding[state.defenders]
        return [
            (
                chance,
                CombatState(state.attackers, defenders.found(state.defenders, hidden & ~unfound)),
            )
            for chance, unfound in self._unfound(hidden, self._search_dice(state))
        ]

    def chance_to_miss_all(self, state: CombatState) -> float:
        """How likely a search before the battle finds nothing, whatever hides there (DS-8)."""
        survey = self._survey
        dice = 0 if survey.searched else self._search_dice(state)
        easiest = max(survey.thresholds.values(), default=0)
        return ((survey.sides - easiest) / survey.sides) ** dice

    def _search_dice(self, state: CombatState) -> int:
        return self._attackers.count(state.attackers, self._survey.searchers)

    def _unfound(self, hidden: int, dice: int) -> Iterator[tuple[float, int]]:
        """What so many dice may leave unfound of these defending troops, and how likely that is."""
        sides = self._survey.sides
        numbers = {i: n for i, n in self._survey.thresholds.items() if hidden >> i & 1}
        limits = [0, *sorted(set(numbers.values())), sides]
        for low, high in pairwise(limits):
            missed = ((sides - low) / sides) ** dice
            chance = missed - ((sides - high) / sides) ** dice if dice else float(high == sides)
            if chance > 0:
                yield chance, sum(1 << i for i, limit in numbers.items() if limit <= low)

    # On land

    def _shot_at(self, standing: Standing) -> Spread:
        """How the attackers stand after anti-aircraft fire (BG-8.4)."""
        force = self._attackers
        flying = {
            i: number
            for i in range(len(force.troops))
            if force.aircraft >> i & 1 and (number := force.count(standing, 1 << i))
        }
        spread: Spread = [(standing, 1.0)]
        if self._survey.guns and self._survey.low_luck:
            shots = self._chances([(self._survey.guns, sum(flying.values()), 1)])
            spread = [
                (force.shot_down(standing, hits, flying), chance)
                for hits, chance in enumerate(shots)
                if chance
            ]
        elif self._survey.guns:
            for i, number in flying.items():
                shots = self._chances([(self._survey.guns, number, 1)])
                spread = [
                    (after, p * chance)
                    for before, p in spread
                    for after, chance in force.hit(before, ((1 << i, shots),))
                ]
        return spread

    def _bombardment(self, muster: Muster) -> Chances:
        """The chances of hits before round 1 on land; what is hit still fires (BG-8.5b, WA-2)."""
        if self._survey.sea:
            return NOTHING
        support, _ = self._survey.support()
        return added(self._chances(self._survey.bombardment(muster)), self._chances(support))

    # At sea

    @property
    def is_supported(self) -> bool:
        """Whether anything fires into a sea battle from next door (WA-2)."""
        return self._survey.sea and bool(self._survey.support()[1])

    def support(self, state: CombatState, unseen: int) -> Volley:
        """What is fired from next door at sea, after S1 of the first round (WA-2).

        `unseen` are defending troops that cannot be hit (DS-11), a bit for each.
        """
        dice, targets = self._survey.support() if self._survey.sea else ((), 0)
        targets &= self._defenders.present[state.defenders] & ~unseen
        return ((targets, self._chances(dice)),) if dice and targets else ()

    def supported(self, state: CombatState, unseen: int) -> list[Supported]:
        """What that fire may do."""
        force, before = self._defenders, state.defenders
        volley = self.support(state, unseen)
        if not volley:
            return [Supported(1.0, state)]
        return [
            Supported(
                chance,
                CombatState(state.attackers, after),
                tuple(map(int.__sub__, force.hit_points(before), force.hit_points(after))),
            )
            for after, chance in force.hit(before, volley)
        ]

    def _chances(self, dice: Sequence[Dice]) -> Chances:
        return chances(dice, self._survey.sides, low_luck=self._survey.low_luck)
