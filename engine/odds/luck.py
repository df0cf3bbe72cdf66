"""Luck: what the dice of battles brought, against what such dice bring on average (BG-1.6)."""

__all__ = ["Luck", "Thrown", "Throws", "luck"]

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.battle.events import BattleOpened, Fired
from engine.battles import Role, Shots
from engine.board import Power, SpaceId
from engine.game import Event, Game
from engine.odds.dice import Chances, added, chances
from engine.pieces import Figure, Piece, PieceId
from engine.units import SUBMARINE, Kind

_AT_ONCE = 64
"""Throws whose chances are reckoned as one binomial, so that no number grows too large."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice that were thrown in a battle.

    Attributes:
        powers: whose units threw them.
        shots: what they were, and how they fell.
        sides: of a die.
    """

    powers: frozenset[Power]
    shots: Shots
    sides: int

    @property
    def throws(self) -> int:
        """How many hits there could have been."""
        return len(self.shots.dice) // self.shots.best_of

    @property
    def hits(self) -> int:
        """How many of the throws have hit; what was sure is none."""
        return self.shots.hits - self.shots.sure


@dataclass(frozen=True, slots=True)
class Luck:
    """What some throws have brought.

    Attributes:
        throws: how many there were.
        hits: how many of them have hit.
        expected: how many hit on average.
        share: of all such throws, those that bring fewer hits, with half of those that bring as
            many: 0.5 is what is usual, 1 the greatest luck.
    """

    throws: int
    hits: int
    expected: float
    share: float


def luck(thrown: Iterable[Thrown]) -> Luck:
    """What throws have brought together."""
    kinds: Counter[tuple[int, int, int]] = Counter()
    hits = 0
    for one in thrown:
        kinds[one.sides, one.shots.strength, one.shots.best_of] += one.throws
        hits += one.hits
    total: Chances = (1.0,)
    for (sides, strength, best_of), count in sorted(kinds.items()):
        for done in range(0, count, _AT_ONCE):
            some = min(_AT_ONCE, count - done)
            total = added(total, chances([(strength, some, best_of)], sides, low_luck=False))
    return Luck(
        throws=sum(kinds.values()),
        hits=hits,
        expected=sum(number * chance for number, chance in enumerate(total)),
        share=min(1.0, sum(total[:hits]) + total[hits] / 2),
    )


@dataclass
class Throws:
    """Notes the dice of a game as it goes on.

    Attributes:
        thrown: all so far.
    """

    thrown: list[Thrown] = field(default_factory=list)
    _pieces: dict[PieceId, Piece] = field(default_factory=dict)
    _sides: dict[SpaceId, dict[Role, tuple[PieceId, ...]]] = field(default_factory=dict)

    def add(self, before: Game, events: Iterable[Event], after: Game) -> tuple[Thrown, ...]:
        """Note what was thrown between two moments; return it.

        Args:
            before: the game at the first.
            events: what happened between them.
            after: the game at the second.
        """
        self._pieces |= before.pieces
        self._pieces |= after.pieces
        new = []
        for event in events:
            match event:
                case BattleOpened(space=space, attackers=attackers, defenders=defenders):
                    self._sides[space] = {Role.ATTACKER: attackers, Role.DEFENDER: defenders}
                case Fired(space=space, volley=volley):
                    sides = after.rules.die_sides(after)
                    new += [
                        Thrown(self._powers(before, space, shots), shots, sides)
                        for shots in volley
                        if shots.dice
                    ]
                case _:
                    pass
        self.thrown += new
        return tuple(new)

    def _powers(self, before: Game, space: SpaceId, shots: Shots) -> frozenset[Power]:
        """Whose units have thrown: those of their kind, or, of guns that stand beside, all."""
        side = self._sides.get(space, {}).get(shots.role, ())
        pieces = [self._pieces[piece] for piece in side if piece in self._pieces]
        firing = {piece.owner for piece in pieces if _kind(piece) == shots.kind}
        if firing:
            return frozenset(firing)
        if shots.role is Role.ATTACKER:
            return frozenset({before.active})
        holder = before.control.get(space)
        others = {piece.owner for piece in pieces}
        return frozenset(others if holder is None else {holder})


def _kind(piece: Piece) -> Kind:
    return piece.kind if isinstance(piece, Figure) else SUBMARINE
