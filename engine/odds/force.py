"""One side of a battle as a forecast sees it: how it stands, how it fires, what it loses first."""

__all__ = ["Force", "Shooting", "Spread"]

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.battle.matching import Salvo
from engine.battle.opening_fire import in_proportion
from engine.battles import Role, Throw
from engine.odds.dice import Chances, Dice, Hits, Volley, added, chances, combined
from engine.odds.losses import LossOrder
from engine.odds.standings import Standing, Standings, Units
from engine.odds.survey import Flags, Survey
from engine.pieces import PieceId

Spread = list[tuple[Standing, float]]
"""How a side may stand after something, each standing once, and how likely it is."""


class Shooting(NamedTuple):
    """One way in which a side fires.

    Attributes:
        chance: how likely it is.
        shooters: how the side stands then; a unit may have used its reroll.
        volley: the chances of hits.
    """

    chance: float
    shooters: Standing
    volley: Volley


_NEGLIGIBLE = 1e-12
"""Hits less likely than this are left out; `Odds.error` counts them."""


class Force(Standings):
    """One side; everything is worked out once for each standing.

    Attributes:
        armed: the troops that roll dice, a bit for each.
        order: the order of losses, and between which troops losses may be chosen.
    """

    def __init__(self, survey: Survey, role: Role, order: LossOrder) -> None:
        super().__init__(survey, role)
        self.survey = survey
        self.role = role
        self.order = order
        self.submarines = survey.submarines(role)
        self.divers = survey.divers(role)
        self.destroyers = survey.destroyers(role)
        self.aircraft = survey.aircraft(role)
        self.transports = survey.transports(role)
        self.landed = sum(1 << i for i, troop in enumerate(self.troops) if troop.landed)
        self.dropped = sum(1 << i for i, troop in enumerate(self.troops) if troop.dropped)
        self.everybody = (1 << len(self.troops)) - 1
        self._ladders: dict[tuple[Standing, int, bool], list[Standing]] = {}
        self._assigned: dict[tuple[Standing, Hits, bool], Standing] = {}
        self._choices: dict[tuple[Standing, Hits, bool], tuple[Standing, ...]] = {}
        self._choices_from: dict[Standing, int] = {}
        self._volleys: dict[tuple[Standing, int, Flags, int, tuple[int, ...]], Volley] = {}
        self._able: dict[tuple[int, Flags, int], bool] = {}
        self._reach: dict[Flags, tuple[int, ...]] = {}
        size = len(self.troops)
        self._strengths = tuple(
            tuple(survey.strength(role, i, supported=helped) for helped in (False, True))
            for i in range(size)
        )
        self._hurt = tuple(
            survey.strength(role, i, damaged=True) if unit.hits > 1 else self._strengths[i][0]
            for i, unit in enumerate(self.units)
        )
        self.armed = sum(1 << i for i, (plain, _) in enumerate(self._strengths) if plain > 0)
        self._throws = tuple(survey.throw(role, i) for i in range(size))
        attacking = role is Role.ATTACKER
        self._supportable = survey.supportable() if attacking else 0
        self._supports = [survey.supports(i) if attacking else 0 for i in range(size)]
        self._rerolling = sum(1 << i for i in self.spent)

    # Fire

    def _damaged(self, standing: Standing, troop: int, condemned: Units = ()) -> int:
        """How many of a troop's units in the battle fight otherwise after a first hit (WB-1)."""
        if self._hurt[troop] == self._strengths[troop][0]:
            return 0
        points, count = self.rows[standing][troop], self.counts[troop]
        points += condemned[troop] if condemned else 0
        return min(points, count) - max(0, points - count)

    def reach(self, flags: Flags) -> tuple[int, ...]:
        """The enemy troops that each troop may hit (BG-8.10), a bit for each."""
        found = self._reach.get(flags)
        if found is None:
            found = self._reach[flags] = tuple(
                self.survey.reach(self.role, i, flags) for i in range(len(self.troops))
            )
        return found

    def can_hit(self, standing: Standing, flags: Flags, targets: int) -> bool:
        """Whether any unit in the battle rolls dice that may hit one of these enemy troops."""
        firing = self.present[standing] & self.armed
        key = firing, flags, targets
        found = self._able.get(key)
        if found is None:
            reach = self.reach(flags)
            found = self._able[key] = any(
                firing >> i & 1 and aim & targets for i, aim in enumerate(reach)
            )
        return found

    def shots(
        self, standing: Standing, firing: int, flags: Flags, targets: int, condemned: Units = ()
    ) -> list[Shooting]:
        """The ways in which these troops fire at those: one, unless a unit may reroll (WE-1).

        With `condemned` hit points of each troop they fire as well, though those are lost.
        """
        rerolling = self._rerolling & firing & self.present[standing] & self.armed
        reach = self.reach(flags)
        able = [i for i in self.spent if rerolling >> i & 1 and reach[i] & targets]
        if not able:
            return [
                Shooting(1.0, standing, self.volley(standing, firing, flags, targets, condemned))
            ]
        others = firing & ~sum(1 << i for i in able)
        ways = [Shooting(1.0, standing, self.volley(standing, others, flags, targets, condemned))]
        helped = self._helped(standing, condemned)
        for i in able:
            strength = self._strengths[i][1 if helped[i] else 0]
            if self._damaged(standing, i, condemned):
                strength = self._hurt[i]
            hit = min(1.0, strength / self.survey.sides)
            ways = [
                Shooting(
                    way.chance * chance,
                    self.moved(way.shooters, i, self.spent[i]) if again else way.shooters,
                    _with_hits(way.volley, reach[i] & targets, hits),
                )
                for way in ways
                for chance, hits, again in _rolled(self._throws[i], hit)
            ]
        return ways

    def volley(
        self, standing: Standing, firing: int, flags: Flags, targets: int, condemned: Units = ()
    ) -> Volley:
        """The chances of hits when these troops fire at those, by what the hits may go to."""
        key = standing, firing, flags, targets, condemned
        found = self._volleys.get(key)
        if found is None:
            found = self._volleys[key] = self._fire(standing, firing, flags, targets, condemned)
        return found

    def _firing(self, standing: Standing, condemned: Units) -> Units:
        """How many units of each troop may fire."""
        if not condemned:
            return self.alive(standing)
        points = map(int.__add__, self.hit_points(standing), condemned)
        return tuple(map(min, self.counts, points))

    def _helped(self, standing: Standing, condemned: Units) -> Units:
        """How many units of each troop are supported (BG-8.18)."""
        alive = self._firing(standing, condemned)
        lent = sum(n * lends for n, lends in zip(alive, self._supports, strict=True))
        helped = []
        for i, number in enumerate(alive):
            helped.append(min(lent, number) if self._supportable >> i & 1 else 0)
            lent -= helped[-1]
        return tuple(helped)

    def _fire(
        self, standing: Standing, firing: int, flags: Flags, targets: int, condemned: Units
    ) -> Volley:
        dice: dict[int, list[Dice]] = {}
        alive, reach = self._firing(standing, condemned), self.reach(flags)
        helping = self._helped(standing, condemned)
        for i, (number, helped) in enumerate(zip(alive, helping, strict=True)):
            aim = reach[i] & targets
            if not (number and firing >> i & 1 and aim):
                continue
            throw = self._throws[i]
            last = i in self.spent and bool(condemned and condemned[i])  # its reroll (WE-1)
            best_of, each = (throw.dice, 1) if throw.best else (1 + last, throw.dice)
            plain, better = self._strengths[i]
            hurt = self._damaged(standing, i, condemned)
            for strength, units in (
                (plain, number - helped - hurt),
                (better, helped),
                (self._hurt[i], hurt),
            ):
                if strength > 0 and units:
                    dice.setdefault(aim, []).append((strength, units * each, best_of))
        sides, low_luck = self.survey.sides, self.survey.low_luck
        return tuple(
            (aim, chances(thrown, sides, low_luck=low_luck)) for aim, thrown in sorted(dice.items())
        )

    # Losses

    def targets(self, standing: Standing) -> int:
        """The troops that may be hit, also those that a unit joins which uses its reroll before."""
        return self.with_spent(self.present[standing])

    def with_spent(self, troops: int) -> int:
        """These troops, and those that a unit of them joins which uses its reroll."""
        return troops | sum(1 << to for troop, to in self.spent.items() if troops >> troop & 1)

    def at_those_here(self, standing: Standing, volley: Volley) -> Volley:
        """A volley at the troops that are in the battle now."""
        if not self.spent:
            return volley
        here, aims = self.present[standing], dict[int, Chances]()
        for aim, likely in volley:
            met = aim & here
            aims[met] = added(aims[met], likely) if met in aims else likely
        return tuple(sorted(aims.items()))

    def hit(self, standing: Standing, volley: Volley, *, closing: bool = False) -> Spread:
        """How the side may stand after a volley at it; `closing` if no enemy is left."""
        volley = self.at_those_here(standing, volley)
        if not volley:
            return [(standing, 1.0)]
        if len(volley) == 1:
            aim, likely = volley[0]
            ladder = self._ladder(standing, aim, closing=closing)
            top = len(ladder) - 1
            if len(likely) > top:
                likely = (*likely[:top], math.fsum(likely[top:]))
            found = zip(ladder, likely, strict=False)
            return [(after, chance) for after, chance in found if chance > _NEGLIGIBLE]
        sums: dict[Standing, float] = {}
        for hits, chance in combined(volley, _NEGLIGIBLE):
            after = self._assign(standing, hits, closing=closing)
            sums[after] = sums.get(after, 0.0) + chance
        return list(sums.items())

    def drawn(
        self, standing: Standing, volley: Volley, draw: random.Random, *, closing: bool = False
    ) -> Standing:
        """How the side stands after a volley whose dice are drawn."""
        volley = self.at_those_here(standing, volley)
        hits = tuple((aim, _drawn(likely, draw)) for aim, likely in volley)
        if len(hits) == 1:
            (aim, number) = hits[0]
            ladder = self._ladder(standing, aim, closing=closing)
            return ladder[min(number, len(ladder) - 1)]
        return self._assign(standing, hits, closing=closing) if hits else standing

    def shot_down(self, standing: Standing, hits: int, flying: Mapping[int, int]) -> Standing:
        """The side after so many hits in proportion on these troops, a number of each (R28)."""
        spread = in_proportion(hits, flying)
        first = [i for i in self.order.fighting if i in spread.tied]
        lost = Counter(spread.sure)
        lost.update(list(dict.fromkeys(first))[: spread.left])
        row = [points - lost[i] for i, points in enumerate(self.rows[standing])]
        return self.numbered(tuple(row))

    def _ladder(self, standing: Standing, aim: int, *, closing: bool) -> list[Standing]:
        """How the side stands after no hit on these troops, after one, and so on."""
        reached = aim | self.everybody & ~self.present[standing]
        found = self._ladders.get((standing, reached, closing))
        if found is None:
            row = list(self.rows[standing])
            found = [standing]
            for i in self.remaining(standing, closing=closing):
                if aim >> i & 1:
                    row[i] -= 1
                    found.append(self.numbered(tuple(row)))
            for rung, after in enumerate(found):
                self._ladders[after, reached, closing] = found[rung:]
        return found

    def remaining(self, standing: Standing, *, closing: bool) -> list[int]:
        """The troops that take the hits still to come, in order; `closing` if no enemy is left."""
        row = self.rows[standing]
        order = self.order.closing if closing else self.order.fighting
        spare = [order.count(i) - row[i] for i in range(len(self.troops))]
        remaining = []
        for i in order:
            if spare[i] > 0:
                spare[i] -= 1
            else:
                remaining.append(i)
        return remaining

    def _assign(self, standing: Standing, hits: Hits, *, closing: bool) -> Standing:
        """How the side stands after hits that not all may go to the same troops (BG-8.14)."""
        key = standing, hits, closing
        found = self._assigned.get(key)
        if found is None:
            row = list(self.rows[standing])
            salvo = Salvo(
                hits=tuple((number, self._named(aim)) for aim, number in hits if number),
                remaining_hits={PieceId(i): row[i] for i in range(len(self.troops)) if row[i]},
                last=self._named(self.transports),
            )
            order = (PieceId(i) for i in self.remaining(standing, closing=closing))
            for troop, number in salvo.by_preference(order).items():
                row[troop] -= number
            found = self._assigned[key] = self.numbered(tuple(row))
        return found

    def choices_from(self, standing: Standing) -> int:
        """About how many losses may be chosen from a standing on, but for transports."""
        found = self._choices_from.get(standing)
        if found is None:
            points = list(self.hit_points(standing))
            for fresh, spent in self.spent.items():
                points[spent] += points[fresh]
            found = self.points[standing] * math.prod(
                1 + sum(points[i] for i in members if not self.transports >> i & 1)
                for members in self.order.classes
            )
            self._choices_from[standing] = found
        return found

    def choices(
        self, standing: Standing, hits: Hits, *, closing: bool = False
    ) -> tuple[Standing, ...]:
        """How the side may stand after hits, by every legal choice that may be the best.

        Within a class the order of losses says who goes (`engine.odds.losses`).
        """
        key = standing, hits, closing
        found = self._choices.get(key)
        if found is None:
            found = self._choices[key] = tuple(self._chosen(standing, hits, closing=closing))
        return found

    def _chosen(self, standing: Standing, hits: Hits, *, closing: bool) -> Iterator[Standing]:
        if len(self.order.classes) == 1:
            yield self._assign(standing, hits, closing=closing)
            return
        row, remaining = self.rows[standing], self.remaining(standing, closing=closing)
        waiting = [[i for i in remaining if i in members] for members in self.order.classes]
        masks = [sum(1 << i for i in set(members)) for members in waiting]
        salvo = Salvo(
            hits=tuple(
                (number, frozenset(PieceId(c) for c, mask in enumerate(masks) if aim & mask))
                for aim, number in hits
            ),
            remaining_hits={PieceId(c): len(w) for c, w in enumerate(waiting) if w},
            last=frozenset(PieceId(c) for c, mask in enumerate(masks) if mask & self.transports),
        )
        for losses in salvo.assignments({PieceId(c): c for c in range(len(waiting))}):
            after = list(row)
            for c, number in losses.items():
                for i in waiting[c][:number]:
                    after[i] -= 1
            yield self.numbered(tuple(after))

    def _named(self, troops: int) -> frozenset[PieceId]:
        return frozenset(PieceId(i) for i in range(len(self.troops)) if troops >> i & 1)


def _drawn(likely: Chances, draw: random.Random) -> int:
    left = draw.random()
    for hits, chance in enumerate(likely):
        left -= chance
        if left < 0:
            return hits
    return len(likely) - 1


def _rolled(throw: Throw, hit: float) -> Iterator[tuple[float, int, bool]]:
    """How a unit with a reroll may fare: a chance, its hits, and whether it has used the reroll.

    It rolls the first die again that misses, if that may bring a hit.
    """
    miss = 1 - hit
    if throw.best:
        none = miss**throw.dice
        yield 1 - none, 1, False
        yield none * hit, 1, True
        yield none * miss, 0, True
        return
    for hits in range(throw.dice + 1):
        chance = math.comb(throw.dice, hits) * hit**hits * miss ** (throw.dice - hits)
        if hits == throw.dice:
            yield chance, hits, False
        else:
            yield chance * hit, hits + 1, True
            yield chance * miss, hits, True


def _with_hits(volley: Volley, aim: int, hits: int) -> Volley:
    """A volley with hits that are sure."""
    if not hits:
        return volley
    sure = (*([0.0] * hits), 1.0)
    aims = dict(volley)
    aims[aim] = added(aims[aim], sure) if aim in aims else sure
    return tuple(sorted(aims.items()))
