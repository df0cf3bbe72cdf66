"""What a forecast is asked about: the units that meet, and what their owners have in mind."""

__all__ = ["Encounter", "RetreatPolicy", "SideOrders", "Troop"]

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.board import Power, SpaceId
from engine.game import Game
from engine.pieces import Figure
from engine.units import Kind


@dataclass(frozen=True, slots=True)
class Troop:
    """Units of one power that are alike.

    Attributes:
        owner: the power.
        kind: the kind of unit.
        count: how many.
        damaged: how many of them have taken a first hit (BG-8.15).
        landed: whether they come ashore from transports in this battle (BG-8.5).
    """

    owner: Power
    kind: Kind
    count: int
    damaged: int = 0
    landed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Encounter:
    """A battle that may be fought.

    What does not fight in a place (BG-8.1a) may be listed and changes nothing: complexes, land
    units at sea. Anti-aircraft guns of the defender fire at aircraft (BG-8.4).

    Attributes:
        game: whose rules, options and breakthroughs decide; what stands on its board does not.
        space: where it is fought.
        attackers: all of one power.
        defenders: of any powers of the other side.
        bombarding: ships of the attacker that may bombard, if units land (BG-8.5b).
    """

    game: Game
    space: SpaceId
    attackers: tuple[Troop, ...]
    defenders: tuple[Troop, ...]
    bombarding: tuple[Troop, ...] = ()

    @classmethod
    def of(
        cls,
        game: Game,
        space: SpaceId,
        attackers: Iterable[Figure],
        defenders: Iterable[Figure],
        *,
        bombarding: Iterable[Figure] = (),
    ) -> "Encounter":
        """The battle between these figures, wherever they stand; cargo bound for it lands."""
        return cls(
            game=game,
            space=space,
            attackers=_troops(attackers, space),
            defenders=_troops(defenders, None),
            bombarding=_troops(bombarding, None),
        )


def _troops(figures: Iterable[Figure], landing: SpaceId | None) -> tuple[Troop, ...]:
    count: Counter[tuple[Power, Kind, bool]] = Counter()
    damaged: Counter[tuple[Power, Kind, bool]] = Counter()
    for figure in figures:
        if figure.aboard is not None and figure.ashore is None and landing is not None:
            continue
        key = figure.owner, figure.kind, landing is not None and figure.ashore == landing
        count[key] += 1
        damaged[key] += figure.damaged
    return tuple(
        Troop(owner, kind, count[owner, kind, landed], damaged[owner, kind, landed], landed)
        for owner, kind, landed in sorted(count)
    )


@dataclass(frozen=True, slots=True)
class SideOrders:
    """What the owners of a side want: losses, the last land unit, submarines.

    Defending submarines of the Classic edition that withdraw (BG-8.12) are not foreseen: they stay.

    Attributes:
        losses: kinds in the order in which they are lost. What is not named follows in the order
            that keeps the best chance (`engine.odds.losses`). Two-hit ships take their first hits
            before all else, and what the rules say comes before any order (BG-8.14, 8.15).
        keeps_land: whether the last land unit is lost after the aircraft, to take the territory
            (BG-8.24).
        submerges: whether submarines submerge as soon as they may (BG-8.11), or strike.
    """

    losses: tuple[Kind, ...] = ()
    keeps_land: bool = False
    submerges: bool = False


@dataclass(frozen=True, slots=True)
class RetreatPolicy:
    """When the attacker withdraws what may withdraw, at S7 (BG-8.19, 8.20).

    A way back is taken to be open. Aircraft break off with the others, or alone.

    Attributes:
        after: after so many rounds; None: never for that reason.
        below: when fewer units than this are left in the battle; 0: never.
    """

    after: int | None = None
    below: int = 0
