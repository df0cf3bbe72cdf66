"""Unit tables: an edition's, or a scenario's own in its place (BG-6).

A scenario that brings a table brings all of it: a kind that it does not list is not in the game.
The rules of its edition hold, with these numbers.
"""

__all__ = ["Units", "faults", "fits_name", "fitted", "form", "nearest_kind", "table"]

import re
from collections.abc import Collection, Iterator, Mapping

from engine.board import Power
from engine.charts import Charts, Improvement
from engine.scenario_form import UnitForm
from engine.units import (
    AA_GUN,
    ARTILLERY,
    BATTLESHIP,
    BOMBER,
    CARRIER,
    COMPLEX,
    CRUISER,
    DESTROYER,
    FIGHTER,
    HIGHEST,
    INFANTRY,
    SUBMARINE,
    TANK,
    TRANSPORT,
    Domain,
    Kind,
    Trait,
    UnitType,
)

Units = Mapping[Kind, UnitType]
Path = tuple[str | int, ...]
Found = tuple[Path, str]

_KIND = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")

_HOMES: Mapping[Trait, Domain] = {
    Trait.SURFACE_WARSHIP: Domain.SEA,
    Trait.SUBMARINE: Domain.SEA,
    Trait.DESTROYER: Domain.SEA,
    Trait.TRANSPORT: Domain.SEA,
    Trait.CARRIER: Domain.SEA,
    Trait.BOMBARDS: Domain.SEA,
    Trait.CARRIER_BORNE: Domain.AIR,
    Trait.RAIDS: Domain.AIR,
    Trait.BLITZES: Domain.LAND,
    Trait.SUPPORTS: Domain.LAND,
    Trait.SUPPORTED: Domain.LAND,
    Trait.ANTI_AIR: Domain.LAND,
    Trait.LIGHT: Domain.LAND,
    Trait.STAYS_IN_COMBAT_MOVE: Domain.LAND,
    Trait.COMPLEX: Domain.FACILITY,
}
"""Where a unit lives that has a trait."""

_CLASSES = (Trait.SURFACE_WARSHIP, Trait.SUBMARINE, Trait.TRANSPORT)
"""Classes of ship (BG-1.2)."""

_PEACEFUL = frozenset((Trait.ANTI_AIR, Trait.TRANSPORT))
"""Traits of units that need not fight (BG-1.2)."""

_MEANT: Mapping[Kind, tuple[Domain, Trait | None]] = {
    INFANTRY: (Domain.LAND, None),
    SUBMARINE: (Domain.SEA, Trait.SUBMARINE),
    TRANSPORT: (Domain.SEA, Trait.TRANSPORT),
    DESTROYER: (Domain.SEA, Trait.SURFACE_WARSHIP),
    BATTLESHIP: (Domain.SEA, Trait.SURFACE_WARSHIP),
}
"""What a kind must be that rules call by its name."""


def table(rows: Mapping[str, UnitForm]) -> dict[Kind, UnitType]:
    """The unit table that these rows are."""
    return {
        Kind(kind): UnitType(
            kind=Kind(kind),
            domain=each.domain,
            cost=each.cost,
            attack=each.attack,
            defence=each.defence,
            move=each.move,
            hits=each.hits,
            traits=frozenset(each.traits),
            capacity=each.capacity,
            bulk=each.bulk,
            buyers=None if each.buyers is None else frozenset(map(Power, each.buyers)),
        )
        for kind, each in rows.items()
    }


def form(unit: UnitType) -> UnitForm:
    """A row as a scenario's file has it: `table` makes the same of it.

    Raises:
        ValidationError: a number is higher, or lower, than a file may have it.
    """
    return UnitForm(
        domain=unit.domain,
        cost=unit.cost,
        attack=unit.attack,
        defence=unit.defence,
        move=unit.move,
        hits=unit.hits,
        traits=sorted(unit.traits),
        capacity=unit.capacity,
        bulk=unit.bulk,
        buyers=None if unit.buyers is None else sorted(unit.buyers),
    )


def fits_name(kind: Kind, domain: Domain, traits: Collection[Trait]) -> bool:
    """Whether a unit may be called so: some kinds are called by name in rules."""
    domain_meant, trait = _MEANT.get(kind, (domain, None))
    return domain is domain_meant and (trait is None or trait in traits)


def nearest_kind(unit: UnitType) -> Kind | None:
    """The kind of the rulebook (BG-6) that a unit is most like: what it is there for says so.

    None for a facility that produces nothing.
    """
    traits = unit.traits
    match unit.domain:
        case Domain.FACILITY:
            return COMPLEX if Trait.COMPLEX in traits else None
        case Domain.AIR:
            return BOMBER if traits.isdisjoint((Trait.CARRIER_BORNE,)) else FIGHTER
        case Domain.LAND:
            for trait, kind in _LAND:
                if trait in traits:
                    return kind
            return TANK if unit.attack > unit.defence else INFANTRY
        case Domain.SEA:
            if Trait.TRANSPORT in traits and Trait.SURFACE_WARSHIP not in traits:
                return TRANSPORT
            for trait, kind in _SEA:
                if trait in traits:
                    return kind
            heavy = unit.hits > 1 or unit.attack >= _HEAVY
            return BATTLESHIP if heavy else CRUISER


_LAND = (
    (Trait.ANTI_AIR, AA_GUN),
    (Trait.BLITZES, TANK),
    (Trait.SUPPORTS, ARTILLERY),
    (Trait.LIGHT, INFANTRY),
)
_SEA = (
    (Trait.SUBMARINE, SUBMARINE),
    (Trait.CARRIER, CARRIER),
    (Trait.DESTROYER, DESTROYER),
)
_HEAVY = 4
"""What a battleship attacks with."""


def faults(rows: Mapping[str, UnitForm], powers: Collection[str]) -> Iterator[Found]:
    """All that is wrong with a scenario's own rows: a place in the file, and what is wrong there.

    Args:
        rows: the rows by kind.
        powers: the scenario's powers.
    """
    for kind, each in rows.items():
        here = ("unit_types", kind)
        if not _KIND.fullmatch(kind):
            yield here, "a kind is small letters and digits, its words joined by _"
        yield from _misplaced(here, each)
        yield from _loads(here, each)
        for i, power in enumerate(each.buyers or ()):
            if power not in powers:
                yield (*here, "buyers", i), f"there is no power {power}"
        if not fits_name(Kind(kind), each.domain, each.traits):
            domain, trait = _MEANT[Kind(kind)]
            what = f"a {domain} unit" + (f" with the trait {trait}" if trait else "")
            yield here, f"rules call the {kind} by its name: it must be {what}"


def _misplaced(here: Path, row: UnitForm) -> Iterator[Found]:
    """Traits that a unit cannot have where it lives, or not beside its others."""
    for i, trait in enumerate(row.traits):
        if _HOMES[trait] is not row.domain:
            yield (*here, "traits", i), f"only a {_HOMES[trait]} unit has the trait {trait}"
    if row.domain is Domain.SEA and not any(trait in row.traits for trait in _CLASSES):
        listed = f"{', '.join(_CLASSES[:-1])} or {_CLASSES[-1]}"
        yield (*here, "traits"), f"a ship has the trait {listed} (BG-1.2)"
    if Trait.SUBMARINE in row.traits and sum(trait in row.traits for trait in _CLASSES) > 1:
        yield (*here, "traits"), "a submarine is no surface warship and carries nobody (BG-1.2)"
    fights = row.attack or row.defence
    if row.domain is Domain.FACILITY and (fights or row.move):
        yield here, "a facility neither fights nor moves (BG-6)"
    if row.domain is not Domain.FACILITY and not fights and _PEACEFUL.isdisjoint(row.traits):
        yield here, "neither attacks nor defends, as only AA guns, transports and facilities may"


def _loads(here: Path, row: UnitForm) -> Iterator[Found]:
    """What it carries, and how it is carried."""
    bears = [trait for trait in (Trait.CARRIER, Trait.TRANSPORT) if trait in row.traits]
    if len(bears) > 1:
        yield (*here, "traits"), "a ship carries aircraft or land units, not both"
    if bears and not row.capacity:
        yield (*here, "capacity"), f"a {bears[0]} needs a capacity (BG-7.8, 7.9)"
    if row.capacity and not bears:
        yield (*here, "capacity"), "only a carrier or transport has a capacity (BG-7.8, 7.9)"
    if row.bulk and row.domain is not Domain.LAND:
        yield (*here, "bulk"), "only a land unit has a bulk (BG-7.9)"


def fitted(charts: Charts, printed: Units, own: Units) -> Charts:
    """An edition's charts for a scenario's own table.

    A breakthrough changes each number by as much as it changes the printed one, to no less than 1
    IPC and no more than a die shows; kinds that the edition does not have stay as they are.
    """
    return Charts(
        charts.charts,
        {
            breakthrough: {
                kind: _changed(changes, printed[kind], own[kind])
                for kind, changes in rows.items()
                if kind in own
            }
            for breakthrough, rows in charts.improved.items()
        },
    )


def _changed(changes: Improvement, printed: UnitType, own: UnitType) -> Improvement:
    fitting: Improvement = {}
    if "cost" in changes:
        fitting["cost"] = max(1, own.cost + changes["cost"] - printed.cost)
    if "attack" in changes:
        fitting["attack"] = min(HIGHEST, own.attack + changes["attack"] - printed.attack)
    if "defence" in changes:
        fitting["defence"] = min(HIGHEST, own.defence + changes["defence"] - printed.defence)
    if "move" in changes:
        fitting["move"] = own.move + changes["move"] - printed.move
    return fitting
