"""A cylindrical projection that gives room to the theatres of war.

Degrees of longitude, and of latitude, are drawn wider in some places than in others; how wide is
described by a `Scale`. Meridians and parallels stay straight, so the sea can wrap.
"""

__all__ = ["Bump", "Projection", "Ramp", "Scale"]

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import shapely

from tools.maps.points import Place

_STEP = 0.1
_POLE = 88.0


@dataclass(frozen=True, slots=True)
class Bump:
    """Degrees around `at`, about `width` to each side, are drawn wider by up to `height`."""

    at: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Ramp:
    """Degrees from `start` on are drawn smaller, from `end` on by `factor`."""

    start: float
    end: float
    factor: float


@dataclass(frozen=True, slots=True)
class Scale:
    """How wide degrees are drawn, as the sum of bumps times the product of ramps."""

    bumps: tuple[Bump, ...] = ()
    ramps: tuple[Ramp, ...] = ()

    def at(self, degrees: Any, around: float = 0.0) -> Any:
        """The scale at each of an array of degrees, of which `around` (if any) make a circle."""
        scale = np.ones_like(degrees)
        for bump in self.bumps:
            away = degrees - bump.at
            if around:
                away = (away + around / 2) % around - around / 2
            scale += bump.height * np.exp(-((away / bump.width) ** 2))
        for ramp in self.ramps:
            along = np.clip((degrees - ramp.start) / (ramp.end - ramp.start), 0, 1)
            scale *= 1 + (ramp.factor - 1) * along
        return scale


@dataclass(frozen=True, slots=True)
class Projection:
    """From degrees to map units.

    Attributes:
        west: the meridian of the left edge.
        east: that of the right edge; 360 degrees on where the map wraps.
        south: the parallel of the lower edge.
        north: that of the upper edge.
        width: of the map in map units.
        longitudes: scale from west to east.
        latitudes: scale from south to north, on top of one that keeps shapes nearly true.
        upright: how much taller than wide a square on the equator is drawn.
    """

    west: float
    east: float
    south: float
    north: float
    width: float
    longitudes: Scale = Scale()
    latitudes: Scale = Scale()
    upright: float = 1.0
    _tables: tuple[Any, Any, Any, Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Sum the scales up once."""
        east = np.arange(self.west - 360, self.west + 720 + _STEP, _STEP)
        north = np.arange(-_POLE - 1, _POLE + 1 + _STEP, _STEP)
        x = _summed(self.longitudes.at(east, around=360.0))
        y = _summed(self.latitudes.at(north) / np.cos(np.radians(north * 0.86)))
        x -= np.interp(self.west, east, x)
        unit = self.width / np.interp(self.east, east, x)
        y = (np.interp(self.north, north, y) - y) * unit * self.upright
        object.__setattr__(self, "_tables", (east, x * unit, north, y))

    @property
    def wraps(self) -> bool:
        """Whether the right edge goes on at the left."""
        return self.east - self.west == 360.0  # noqa: PLR2004 - the whole globe

    @property
    def height(self) -> float:
        """Of the map in map units."""
        return float(self.array(np.array([[self.west, self.south]]))[0, 1])

    def array(self, degrees: Any) -> Any:
        """An array of rows (east, north) as rows (x, y)."""
        east, x, north, y = self._tables
        return np.column_stack(
            [
                np.interp(degrees[:, 0], east, x),
                np.interp(np.clip(degrees[:, 1], -_POLE, _POLE), north, y),
            ]
        )

    def shape(self, degrees: Any) -> Any:
        """A geometry of degrees as one of map units, its longest edges bent as parallels are."""
        return shapely.transform(shapely.segmentize(degrees, 1.0), self.array)

    def point(self, place: Place) -> tuple[float, float]:
        """A place in map units, once around the globe from the left edge."""
        east = (place.east - self.west) % 360 + self.west
        x, y = self.array(np.array([[east, place.north]]))[0]
        return float(x), float(y)


def _summed(scale: Any) -> Any:
    return np.concatenate([[0.0], np.cumsum((scale[1:] + scale[:-1]) / 2 * _STEP)])
