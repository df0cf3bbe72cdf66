"""Unit tables: an edition's, or a scenario's own in its place (BG-6).

A scenario that brings a table brings all of it: a kind that it does not list is not in the game.
The rules of its edition hold, with these numbers.
"""

__all__ = ["Units", "faults", "fitted", "table"]

import re
from collections.abc import Collection, Iterator, Mapping

from engine.board import Power
from engine.charts import Charts, Improvement
from engine.scenario_form import HIGHEST, UnitForm
from engine.units import (
    BATTLESHIP,
    DESTROYER,
    INFANTRY,
    SUBMARINE,
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

_ONE_OF = (Trait.SURFACE_WARSHIP, Trait.SUBMARINE, Trait.TRANSPORT)
"""Classes of ship (BG-1.2)."""

_MEANT: Mapping[Kind, tuple[Domain, Trait | None]] = {
    INFANTRY: (Domain.LAND, None),
    SUBMARINE: (Domain.SEA, Trait.SUBMARINE),
    TRANSPORT: (Domain.SEA, Trait.TRANSPORT),
    DESTROYER: (Domain.SEA, Trait.SURFACE_WARSHIP),
    BATTLESHIP: (Domain.SEA, Trait.SURFACE_WARSHIP),
}
"""What a kind must be that rules call by its name."""


def table(forms: Mapping[str, UnitForm]) -> dict[Kind, UnitType]:
    """The unit table that these rows are."""
    return {
        Kind(kind): UnitType(
            kind=Kind(kind),
            domain=form.domain,
            cost=form.cost,
            attack=form.attack,
            defence=form.defence,
            move=form.move,
            hits=form.hits,
            traits=frozenset(form.traits),
            capacity=form.capacity,
            bulk=form.bulk,
            buyers=None if form.buyers is None else frozenset(map(Power, form.buyers)),
        )
        for kind, form in forms.items()
    }


def faults(forms: Mapping[str, UnitForm], powers: Collection[str]) -> Iterator[Found]:
    """All that is wrong with a scenario's own rows: a place in the file, and what is wrong there.

    Args:
        forms: the rows by kind.
        powers: the scenario's powers.
    """
    for kind, form in forms.items():
        here = ("unit_types", kind)
        if not _KIND.fullmatch(kind):
            yield here, "a kind is small letters and digits, its words joined by _"
        yield from _misplaced(here, form)
        yield from _loads(here, form)
        for i, power in enumerate(form.buyers or ()):
            if power not in powers:
                yield (*here, "buyers", i), f"there is no power {power}"
        domain, trait = _MEANT.get(Kind(kind), (form.domain, None))
        if form.domain is not domain or (trait is not None and trait not in form.traits):
            what = f"a {domain} unit" + (f" with the trait {trait}" if trait else "")
            yield here, f"rules call the {kind} by its name: it must be {what}"


def _misplaced(here: Path, form: UnitForm) -> Iterator[Found]:
    """Traits that a unit cannot have where it lives, or not beside its others."""
    for i, trait in enumerate(form.traits):
        if _HOMES[trait] is not form.domain:
            yield (*here, "traits", i), f"only a {_HOMES[trait]} unit has the trait {trait}"
    if form.domain is Domain.SEA and sum(trait in form.traits for trait in _ONE_OF) != 1:
        listed = f"{', '.join(_ONE_OF[:-1])} or {_ONE_OF[-1]}"
        yield (*here, "traits"), f"a ship has one trait of {listed} (BG-1.2)"
    if form.domain is Domain.FACILITY and (form.attack or form.defence or form.move):
        yield here, "a facility neither fights nor moves (BG-6)"


def _loads(here: Path, form: UnitForm) -> Iterator[Found]:
    """What it carries, and how it is carried."""
    bears = [trait for trait in (Trait.CARRIER, Trait.TRANSPORT) if trait in form.traits]
    if len(bears) > 1:
        yield (*here, "traits"), "a ship carries aircraft or land units, not both"
    if bears and not form.capacity:
        yield (*here, "capacity"), f"a {bears[0]} needs a capacity (BG-7.8, 7.9)"
    if form.capacity and not bears:
        yield (*here, "capacity"), "only a carrier or transport has a capacity (BG-7.8, 7.9)"
    if form.bulk and form.domain is not Domain.LAND:
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
