"""The best chance in a battle at sea, by trying every legal loss in every state.

Written apart from the forecasts, but for which losses are legal (BG-8.14). Units are rows of the
table of BG-6: attack, defence, hits. Nobody submerges or retreats.
"""

__all__ = ["best_chance"]

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.battle.matching import Salvo
from engine.pieces import PieceId

ATTACK, DEFENCE = 0, 1

ANNIVERSARY = {
    "submarine": (2, 1, 1),
    "destroyer": (2, 2, 1),
    "cruiser": (3, 3, 1),
    "carrier": (1, 2, 1),
    "battleship": (4, 4, 2),
    "fighter": (3, 4, 1),
    "bomber": (4, 1, 1),
    "transport": (0, 0, 1),
}
GLOBAL = ANNIVERSARY | {"carrier": (0, 2, 2), "tactical_bomber": (3, 3, 1)}
TABLES = {"anniversary": ANNIVERSARY, "global-1940": GLOBAL}
AIRCRAFT = ("fighter", "bomber", "tactical_bomber")

Points = tuple[int, ...]
Hits = tuple[tuple[frozenset[int], int], ...]


class Sides(NamedTuple):
    """Hit points of both sides by kind."""

    attackers: Points
    defenders: Points


def best_chance(edition: str, attackers: Mapping[str, int], defenders: Mapping[str, int]) -> float:
    """The chance that the attacker wins if each side always loses what is best for it."""
    return _Oracle(edition, attackers, defenders).solve()


class _Oracle:
    def __init__(self, edition: str, *sides: Mapping[str, int]) -> None:
        self.table = TABLES[edition]
        self.kinds = [list(side) for side in sides]
        self.counts = [list(side.values()) for side in sides]
        self.known: dict[Sides, float] = {}

    def solve(self) -> float:
        hits = [
            tuple(n * self.table[kind][2] for kind, n in zip(kinds, counts, strict=True))
            for kinds, counts in zip(self.kinds, self.counts, strict=True)
        ]
        return self.chance(Sides(hits[0], hits[1]))

    def has(self, side: int, points: Points, kind: str) -> bool:
        return any(k == kind and p for k, p in zip(self.kinds[side], points, strict=True))

    def reaches(self, kind: str, target: str, destroyer: bool) -> bool:
        """BG-8.10."""
        if kind == "submarine":
            return target not in AIRCRAFT
        return kind not in AIRCRAFT or destroyer or target != "submarine"

    def volley(
        self, side: int, sides: Sides, kinds: list[str], destroyer: bool
    ) -> list[tuple[Hits, float]]:
        """Every number of hits by what they may go to, and how likely it is."""
        other = 1 - side
        dice: dict[frozenset[int], list[float]] = defaultdict(lambda: [1.0])
        for i, kind in enumerate(self.kinds[side]):
            units = min(sides[side][i], self.counts[side][i])
            aim = frozenset(
                j
                for j, target in enumerate(self.kinds[other])
                if sides[other][j] and self.reaches(kind, target, destroyer)
            )
            if kind in kinds and aim and self.table[kind][side]:
                for _ in range(units):
                    p = self.table[kind][side] / 6
                    odds = [*dice[aim], 0.0]
                    dice[aim] = [
                        odds[n] * (1 - p) + (odds[n - 1] * p if n else 0) for n in range(len(odds))
                    ]
        found: list[tuple[Hits, float]] = [((), 1.0)]
        for aim, odds in dice.items():
            found = [
                ((*hits, (aim, n)) if n else hits, chance * p)
                for hits, chance in found
                for n, p in enumerate(odds)
            ]
        return found

    def losses(self, side: int, points: Points, hits: Hits) -> Iterator[Points]:
        """How a side may stand after hits, by every legal assignment (BG-8.14, 8.15)."""
        if not hits:
            yield points
            return
        salvo = Salvo(
            hits=tuple((n, frozenset(PieceId(i) for i in aim)) for aim, n in hits),
            remaining_hits={PieceId(i): p for i, p in enumerate(points) if p},
            last=frozenset(
                PieceId(i) for i, kind in enumerate(self.kinds[side]) if kind == "transport"
            ),
        )
        for lost in salvo.assignments({PieceId(i): i for i in range(len(points))}):
            yield tuple(p - lost.get(PieceId(i), 0) for i, p in enumerate(points))

    def defenceless(self, sides: Sides, side: int) -> Sides:
        """BG-8.17."""
        other = 1 - side
        kinds = {k for k, p in zip(self.kinds[side], sides[side], strict=True) if p}
        enemies = {k for k, p in zip(self.kinds[other], sides[other], strict=True) if p}
        alone = kinds == {"transport"} or (
            kinds == {"transport", "submarine"} and enemies <= set(AIRCRAFT)
        )
        if not alone or not any(self.table[k][other] for k in enemies):
            return sides
        left = tuple(
            0 if kind == "transport" else p
            for kind, p in zip(self.kinds[side], sides[side], strict=True)
        )
        return Sides(left, sides.defenders) if side == ATTACK else Sides(sides.attackers, left)

    def chance(self, sides: Sides) -> float:
        """The attacker's chance before a round."""
        sides = self.defenceless(self.defenceless(sides, DEFENCE), ATTACK)
        if sides not in self.known:
            self.known[sides] = (
                self.round(sides) if all(map(any, sides)) else float(any(sides.attackers))
            )
        return self.known[sides]

    def round(self, sides: Sides) -> float:
        flags = [self.has(side, sides[side], "destroyer") for side in (ATTACK, DEFENCE)]
        striking = [["submarine"] if not flags[1 - side] else [] for side in (ATTACK, DEFENCE)]
        late = [[k for k in self.table if k not in struck] for struck in striking]
        everything = [self.volley(s, sides, list(self.table), flags[s]) for s in (0, 1)]
        if len(everything[0]) == len(everything[1]) == 1:
            return 0.0  # nobody can hit anything (BG-8.22)

        def fire(now: Sides) -> tuple[float, float]:
            """S3 to S5: the attacker's chance, and the chance that nothing changes."""
            replies = self.volley(DEFENCE, now, late[DEFENCE], flags[DEFENCE])
            return self.exchange(
                now,
                self.volley(ATTACK, now, late[ATTACK], flags[ATTACK]),
                replies,
                lambda then: (0.0, 1.0) if then == sides else (self.chance(then), 0.0),
            )

        known: dict[Sides, tuple[float, float]] = {}

        def after_strikes(now: Sides) -> tuple[float, float]:
            if now not in known:
                known[now] = fire(now)
            return known[now]

        chance, same = self.exchange(
            sides,
            self.volley(ATTACK, sides, striking[ATTACK], flags[ATTACK]),
            self.volley(DEFENCE, sides, striking[DEFENCE], flags[DEFENCE]),
            after_strikes,
        )
        return chance / (1 - same)

    def exchange(
        self,
        sides: Sides,
        shots: list[tuple[Hits, float]],
        replies: list[tuple[Hits, float]],
        then: Callable[[Sides], tuple[float, float]],
    ) -> tuple[float, float]:
        """Every hit on both sides; the defender loses what is best, then the attacker."""
        chance = same = 0.0
        for at_defenders, p in shots:
            best = (math.inf, 0.0)
            for left in self.losses(DEFENCE, sides.defenders, at_defenders):
                total = [0.0, 0.0]
                for at_attackers, q in replies:
                    most = max(
                        then(Sides(here, left))
                        for here in self.losses(ATTACK, sides.attackers, at_attackers)
                    )
                    total = [total[0] + q * most[0], total[1] + q * most[1]]
                best = min(best, (total[0], total[1]))
            chance, same = chance + p * best[0], same + p * best[1]
        return chance, same
