"""Strips of sea that change hands, so that the drawing touches as the scenario says."""

__all__ = ["hand_over"]

from collections.abc import Iterator
from itertools import product
from typing import Any

import shapely
from shapely.affinity import translate

from tools.maps.contacts import Contacts, Pair, pair
from tools.maps.naturalearth import polygons_of
from tools.maps.plane import cleaned

_STRIPS = (6.5, 2.6, 1.7, 1.0)
"""Widths to try, in map units."""

_CLEAR = (0.7, 0.35, 0.0)
"""How far to keep a strip off what its heir must not touch: by map units, or not at all, for where
that comes to an end at the same place a short contact is not seen."""

_ALONG = 1.2
_SPECK = 0.3
_ROUNDS = 3
_POND = 8.0


def hand_over(contacts: Contacts, zones: frozenset[str], connections: frozenset[Pair]) -> None:
    """Where a sea zone touches what it must not, give the strip between to one that may lie there.

    Nothing is changed by which the drawing would not come nearer to the connections.
    """
    for _ in range(_ROUNDS):
        added = contacts.mismatch(connections).added
        wrong = sorted(added, key=lambda both: (contacts.shared(*both), both))
        turned = [(b, a) if a in zones else (a, b) for a, b in wrong]
        found = [
            _settled(contacts, *both, zones, connections) for both in turned if both[1] in zones
        ]
        if not any(found):
            return


def _settled(
    contacts: Contacts, other: str, zone: str, zones: frozenset[str], connections: frozenset[Pair]
) -> bool:
    """Part a zone from another space by a strip of a third, if that makes fewer mismatches."""
    before = len(contacts.mismatch(connections))
    for redrawn in _ways(contacts, other, zone, zones, connections):
        old = {name: contacts.shapes[name] for name in redrawn}
        contacts.redraw(redrawn)
        if len(contacts.mismatch(connections)) < before:
            return True
        contacts.redraw(old)
    return False


def _ways(
    contacts: Contacts, other: str, zone: str, zones: frozenset[str], connections: frozenset[Pair]
) -> Iterator[dict[str, Any]]:
    """Ways of drawing a strip of the zone along the other space as part of a third."""
    sea = contacts.shapes[zone]
    turns = contacts.frame.turns(contacts.shapes[other])
    shore = shapely.union_all([turn for turn in turns if turn.distance(sea) < max(_STRIPS)])
    for clear, width in product(_CLEAR, _STRIPS):
        whole = _beside(sea.intersection(shore.buffer(width, quad_segs=2)), shore)
        heirs = [
            (float(whole.buffer(0.5).intersection(turn).area), heir, turn)
            for heir in sorted(zones - {zone, other})
            if pair(heir, other) in connections
            for turn in contacts.frame.turns(contacts.shapes[heir])
        ]
        along, heir, turn = max(heirs, key=lambda found: found[:2], default=(0.0, "", None))
        if turn is None or along < _SPECK:
            continue
        barred = {
            name
            for name in contacts.shapes
            if name not in (other, zone, heir) and pair(name, heir) not in connections
        }
        strip = _kept_off(contacts, whole, barred if clear else set(), clear)
        if strip.is_empty:
            continue
        back = contacts.shapes[heir].bounds[0] - turn.bounds[0]
        joined = contacts.shapes[heir].union(translate(strip, xoff=back))
        sealed = joined.buffer(0.05, join_style="mitre").buffer(-0.05, join_style="mitre")
        yield {
            heir: cleaned(sealed, _POND, _POND),
            zone: cleaned(sea.difference(strip), _POND, _POND),
        }


def _beside(strip: Any, shore: Any) -> Any:
    """The parts of a strip that lie along the shore."""
    return shapely.union_all([p for p in polygons_of(strip) if p.distance(shore) < _ALONG])


def _kept_off(contacts: Contacts, strip: Any, barred: set[str], clear: float) -> Any:
    """A strip cut back from all that its heir must not touch."""
    for name in sorted(barred):
        for turn in contacts.frame.turns(contacts.shapes[name]):
            if turn.distance(strip) < _ALONG:
                strip = strip.difference(turn.buffer(clear, quad_segs=2))
    return shapely.union_all([p for p in polygons_of(strip) if p.area > _SPECK])
