"""Through a battle from its opening to its ends: by every way at once, or by ways drawn."""

__all__ = ["Ends", "draw_ends", "every_end"]

import math
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush

from engine.odds.combat import Combat, Exchange
from engine.odds.dice import Chances, Volley
from engine.odds.force import Spread
from engine.odds.opening import NOTHING, Start, Supported
from engine.odds.prospects import UNDER_WAY
from engine.odds.standings import CombatState, Standing, Units

_NEGLIGIBLE = 1e-11
"""States less likely than this are not followed; `Odds.error` counts them."""


_CHOICES_A_STEP = 30
"""About how many choices come to one step, in the battles that have most steps."""


@dataclass(slots=True)
class Ends:
    """How often each end is come to, as a chance; and combat rounds begun, on average.

    Attributes:
        chance: by how both sides stand.
        rounds: those that have been followed.
        open: states from which losses are still to be weighed, and how likely they are.
    """

    chance: dict[CombatState, float] = field(default_factory=dict)
    rounds: float = 0.0
    open: dict[CombatState, float] = field(default_factory=dict)

    def add(self, state: CombatState, chance: float) -> None:
        """The battle may end so."""
        self.chance[state] = self.chance.get(state, 0.0) + chance

    def leave(self, state: CombatState, chance: float) -> None:
        """From here on losses are to be weighed."""
        self.open[state] = self.open.get(state, 0.0) + chance


def draw_ends(
    combat: Combat, after: int | None, trials: int, draw: random.Random, weighed: int = 0
) -> Ends:
    """The ends of so many battles whose dice are drawn; the attacker withdraws after some round.

    Where no more than `weighed` choices of losses are left, a battle is left open.
    """
    ends = Ends()
    opened = combat.opened()
    weights = [start.chance for start in opened]
    for start in draw.choices(opened, weights, k=trials):
        end, rounds = _drawn(combat, start, after, draw, weighed)
        add = ends.add if combat.over(end, start.unseen if not rounds else 0) else ends.leave
        add(end, 1 / trials)
        ends.rounds += rounds / trials
    return ends


def _drawn(
    combat: Combat, start: Start, after: int | None, draw: random.Random, weighed: int
) -> tuple[CombatState, int]:
    attackers, defenders = combat.attackers, combat.defenders
    _, state, unseen, bombs = start
    rounds = 0
    counted = max(1, after or 0)
    if combat.marked is not None:
        fired = _chosen(combat.answers(state, unseen), draw)
        left = attackers.drawn(fired.state.attackers, fired.at_attackers, draw)
        stay = combat.dived(fired.state.defenders, combat.leaving(unseen))
        found = combat.searched_again(combat.finished(CombatState(left, stay)))
        state, unseen = _one_of(found, draw), 0
    while not combat.over(state, unseen):
        if rounds >= counted and combat.choices_from(state) <= weighed:
            break
        rounds += 1
        began = state = combat.submerged(state)
        if combat.over(state, unseen):
            break
        condemned: Units = ()
        if rounds == 1:
            ways = combat.opening.supported(state, unseen)
            _, state, condemned = draw.choices(ways, [way.chance for way in ways])[0]
        state = combat.dived_before_strikes(state, unseen, condemned)
        if strikes := combat.strikes(state, began, unseen, condemned):
            struck = _chosen(strikes, draw)
            state = CombatState(
                attackers.drawn(struck.state.attackers, struck.at_attackers, draw),
                defenders.drawn(struck.state.defenders, struck.at_defenders, draw),
            )
        fired = _chosen(combat.fires(state, began, unseen, condemned, bombs), draw)
        left = defenders.drawn(fired.state.defenders, fired.at_defenders, draw)
        closing = not defenders.present[left]
        answer = combat.answered(fired, left, began, unseen, condemned)
        state = CombatState(
            attackers.drawn(fired.state.attackers, answer, draw, closing=closing),
            combat.dived(left, combat.leaving(unseen)),
        )
        found = combat.searched_again(combat.finished(state, withdrawing=rounds == after))
        state = _one_of(found, draw)
        unseen, bombs = 0, NOTHING
    return state, rounds


def _one_of(ways: list[tuple[float, CombatState]], draw: random.Random) -> CombatState:
    if len(ways) == 1:
        return ways[0][1]
    return draw.choices([way for _, way in ways], [chance for chance, _ in ways])[0]


def _chosen(ways: list[Exchange], draw: random.Random) -> Exchange:
    return ways[0] if len(ways) == 1 else draw.choices(ways, [way.chance for way in ways])[0]


def every_end(combat: Combat, after: int | None, budget: int, weighed: int = 0) -> Ends | None:
    """All ends and their chances; None where more steps than `budget` lead there, or seem to.

    Where no more than `weighed` choices of losses are left, a battle is left open.
    """
    if combat.choices > _CHOICES_A_STEP * budget:
        return None
    walk = _Walk(combat, budget, weighed)
    try:
        walk.follow(walk.first(after))
    except _BudgetExceeded:
        return None
    return walk.ends


class _BudgetExceeded(Exception):
    """The budget is spent."""


Ways = list[tuple[float, Spread, Spread]]
"""What a round may come to: a chance, and then how either side may stand, each by itself."""


class _Walk:
    """Every way at once."""

    def __init__(self, combat: Combat, budget: int, weighed: int) -> None:
        self.ends = Ends()
        self._weighed = weighed
        self._combat = combat
        self._budget = budget

    def first(self, after: int | None) -> Mapping[CombatState, float]:
        """Fight the rounds that are counted: the first, and those up to a retreat."""
        combat = self._combat
        now: dict[tuple[CombatState, int, Chances], float] = {}
        for chance, state, unseen, bombs in combat.opened():
            key = state, unseen, bombs
            now[key] = now.get(key, 0.0) + chance
        first = 1 if combat.marked is None else UNDER_WAY
        for number in range(first, 1 + max(1, after or 0)):
            then: defaultdict[CombatState, float] = defaultdict(float)
            for (before, unseen, bombs), chance in now.items():
                if number != UNDER_WAY and combat.over(before, unseen):
                    self.ends.add(before, chance)
                    continue
                if chance < _NEGLIGIBLE:
                    continue
                if number == UNDER_WAY:
                    state, ways = before, self._rest(before, unseen)
                else:
                    state, ways = self._round(before, bombs, unseen, first=number == 1)
                self.ends.rounds += chance
                if not ways:
                    self.ends.add(state, chance)
                    continue
                for p, left, right in ways:
                    for attackers, q in left:
                        share = chance * p * q
                        for defenders, r in right:
                            then[CombatState(attackers, defenders)] += share * r
            now = {}
            for state, chance in then.items():
                done = combat.finished(state, withdrawing=number == after)
                for found, begun in combat.searched_again(done):
                    key = begun, 0, NOTHING
                    now[key] = now.get(key, 0.0) + chance * found
        return {state: chance for (state, _, _), chance in now.items()}

    def follow(self, states: Mapping[CombatState, float]) -> None:
        """Fight on until nothing is left to fight.

        A round in which nothing changes only comes before another one; so its chance is divided
        out.
        """
        combat, rows = self._combat, _Rows(self._combat)
        for state, chance in states.items():
            rows.row(state.attackers)[state.defenders] += chance
        for state, chance in rows.drain():
            done = combat.finished(state)
            if done != state:
                rows.row(done.attackers)[done.defenders] += chance
                continue
            if combat.over(state):
                self.ends.add(state, chance)
                continue
            if chance < _NEGLIGIBLE:
                continue
            if self._weighed and combat.choices_from(state) <= self._weighed:
                self.ends.leave(state, chance)
                continue
            dived, ways = self._round(state, NOTHING)
            if not ways:
                self.ends.rounds += chance
                rows.row(dived.attackers)[dived.defenders] += chance
                continue
            same = math.fsum(
                p * _chance(left, state.attackers) * _chance(right, state.defenders)
                for p, left, right in ways
            )
            if same and combat.searches_again:
                again = combat.searched_again(state)
                same *= math.fsum(found for found, begun in again if begun == state)
            reached = chance / (1 - same)
            self.ends.rounds += reached
            for p, left, right in ways:
                for attackers, q in left:
                    row, share = rows.row(attackers), reached * p * q
                    for defenders, r in right:
                        if combat.searches_again:
                            rows.search(CombatState(attackers, defenders), share * r)
                        else:
                            row[defenders] += share * r
            if same:
                del rows.row(state.attackers)[state.defenders]

    def _round(
        self, state: CombatState, bombs: Chances, unseen: int = 0, *, first: bool = False
    ) -> tuple[CombatState, Ways]:
        """How the sides stand after S1, and what the round may come to; no way if it is over."""
        combat = self._combat
        defenders = combat.defenders
        began = combat.submerged(state)
        if combat.over(began, unseen):
            return began, []
        ways: Ways = []
        leaving = combat.leaving(unseen)
        opening = combat.opening
        supported = opening.supported(began, unseen) if first else [Supported(1.0, began)]
        for before in supported:
            for chance, start in self._struck(before, began, unseen):
                for fired in combat.fires(start, began, unseen, before.condemned, bombs):
                    share = chance * fired.chance
                    answers: defaultdict[Volley, list[tuple[Standing, float]]] = defaultdict(list)
                    for after, p in defenders.hit(fired.state.defenders, fired.at_defenders):
                        answer = fired.at_attackers
                        if leaving:
                            answer = combat.answered(fired, after, began, unseen, before.condemned)
                        answers[answer].append((after, p))
                    for answer, right in answers.items():
                        ways += self._answered(share, fired.state.attackers, answer, right, leaving)
        return began, ways

    def _rest(self, state: CombatState, unseen: int) -> Ways:
        """What the rest of a round under way may come to: the defenders' fire."""
        ways: Ways = []
        for fired in self._combat.answers(state, unseen):
            left = [(fired.state.defenders, 1.0)]
            leaving = self._combat.leaving(unseen)
            there, answer = fired.state.attackers, fired.at_attackers
            ways += self._answered(fired.chance, there, answer, left, leaving)
        return ways

    def _answered(
        self,
        share: float,
        there: Standing,
        answer: Volley,
        right: list[tuple[Standing, float]],
        leaving: int,
    ) -> Ways:
        """What fire at the attackers comes to; who has won loses what it needs least."""
        combat = self._combat
        attackers, defenders = combat.attackers, combat.defenders
        left = attackers.hit(there, answer)
        gone = [way for way in right if not defenders.present[way[0]]]
        ways: Ways = []
        if gone and any(after != there for after, _ in left):
            right = [way for way in right if defenders.present[way[0]]]
            ways.append((share, attackers.hit(there, answer, closing=True), gone))
        if leaving:
            right = [(combat.dived(after, leaving), p) for after, p in right]
        ways.append((share, left, right))
        self._budget -= len(left) * (len(right) + len(gone))
        if self._budget < 0:
            raise _BudgetExceeded
        return ways

    def _struck(
        self, before: Supported, began: CombatState, unseen: int
    ) -> list[tuple[float, CombatState]]:
        """How the sides may stand after S2."""
        combat = self._combat
        start = combat.dived_before_strikes(before.state, unseen, before.condemned)
        strikes = combat.strikes(start, began, unseen, before.condemned)
        if not strikes:
            return [(before.chance, start)]
        return [
            (before.chance * struck.chance * p * q, CombatState(left, right))
            for struck in strikes
            for left, p in combat.attackers.hit(struck.state.attackers, struck.at_attackers)
            for right, q in combat.defenders.hit(struck.state.defenders, struck.at_defenders)
        ]


def _chance(spread: Spread, standing: Standing) -> float:
    return next((p for after, p in spread if after == standing), 0.0)


class _Rows:
    """Chances of states that are still to be followed, those with most points (`Force`) first.

    Whatever follows from a state has fewer points, so each comes up once.
    """

    def __init__(self, combat: Combat) -> None:
        self._combat = combat
        self._rows: dict[Standing, defaultdict[Standing, float]] = {}
        self._next: list[tuple[int, Standing]] = []

    def row(self, attackers: Standing) -> defaultdict[Standing, float]:
        """Chances by how the defenders stand, where the attackers stand so."""
        row = self._rows.get(attackers)
        if row is None:
            row = self._rows[attackers] = defaultdict(float)
            heappush(self._next, (-self._combat.attackers.points[attackers], attackers))
        return row

    def search(self, state: CombatState, chance: float) -> None:
        """A round leaves the sides so; before the next there is a search (DS-10)."""
        for found, begun in self._combat.searched_again(self._combat.finished(state)):
            self.row(begun.attackers)[begun.defenders] += chance * found

    def drain(self) -> Iterator[tuple[CombatState, float]]:
        """Take out one after the other; meanwhile more may be put in that follow from it."""
        points = self._combat.defenders.points
        while self._next:
            _, attackers = self._next[0]
            row = self._rows[attackers]
            waiting: list[Standing] = []
            while row:
                if len(waiting) != len(row):
                    waiting = sorted(row, key=points.__getitem__)
                defenders = waiting.pop()
                yield CombatState(attackers, defenders), row.pop(defenders)
            heappop(self._next)
            del self._rows[attackers]
