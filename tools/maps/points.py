"""The points of a board: where its spaces lie on the globe.

A CSV file with the columns `kind`, `space`, `north`, `east` (degrees). Kinds:

territory   the space has land here; its first row is its main place, by which it is drawn
zone        the space has sea here; the first row likewise
scenery     land here is outside the game
open sea    sea here is outside the game
divide      the piece of land here is divided among territories by their points alone, because no
            province line does it
"""

__all__ = ["Place", "Points", "read_points"]

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tools.maps.errors import CannotDraw


@dataclass(frozen=True, slots=True)
class Place:
    """A point of the globe in degrees."""

    east: float
    north: float


@dataclass(frozen=True, slots=True)
class Points:
    """All points of a board, by space and by what they are for."""

    territories: Mapping[str, tuple[Place, ...]]
    zones: Mapping[str, tuple[Place, ...]]
    scenery: tuple[Place, ...]
    open_sea: tuple[Place, ...]
    divide: tuple[Place, ...]


def read_points(path: Path) -> Points:
    """Read the points of a board.

    Raises:
        CannotDraw: a row is not as described above.
    """
    spaces: dict[str, dict[str, list[Place]]] = {"territory": {}, "zone": {}}
    others: dict[str, list[Place]] = {"scenery": [], "open sea": [], "divide": []}
    with path.open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), start=2):
            try:
                kind, space = row["kind"], row["space"]
                place = Place(float(row["east"]), float(row["north"]))
                if space:
                    spaces[kind].setdefault(space, []).append(place)
                else:
                    others[kind].append(place)
            except (KeyError, TypeError, ValueError) as error:
                raise CannotDraw(f"{path}, line {number}: no point: {error!r}") from error
    return Points(
        {name: tuple(places) for name, places in spaces["territory"].items()},
        {name: tuple(places) for name, places in spaces["zone"].items()},
        *(tuple(others[kind]) for kind in ("scenery", "open sea", "divide")),
    )
