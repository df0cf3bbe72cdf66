"""Whether a scenario file of the right shape makes sense: names, map, turns, units, totals, aims.

Each check yields every fault that it finds: a place in the file, and what is wrong there.
"""

__all__ = ["Found", "Path", "faults"]

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from engine import unit_tables
from engine.charts import Charts
from engine.errors import counted
from engine.options import BASE
from engine.phases import Phase
from engine.scenario import PhaseOf
from engine.scenario_form import (
    MAX_SEATS,
    CapitalsForm,
    CitiesForm,
    IncomeForm,
    LastRoundForm,
    ScenarioForm,
)
from engine.unit_tables import Units
from engine.units import INFANTRY, Domain, Kind, Trait, UnitType

Path = tuple[str | int, ...]
"""A place in the file: the keys and indices that lead to it."""

Found = tuple[Path, str]

_SIDES = 2
_FLAGS = {option.name for option in BASE if set(option.values) == {"on", "off"}}


def faults(form: ScenarioForm, units: Units, charts: Charts | None) -> Iterator[Found]:
    """All that is wrong, in the order of the file's chapters."""
    yield from _check_names(form)
    yield from unit_tables.faults(form.unit_types, form.powers)
    yield from _check_borders(form)
    yield from _check_control(form)
    yield from _check_canals(form, units)
    yield from _check_powers(form, units)
    yield from _check_turns(form, charts)
    yield from _check_units(form, units)
    yield from _check_totals(form)
    yield from _check_objectives(form)
    yield from _check_victory(form)
    yield from _check_convoys(form)
    yield from _check_seats(form)


def _check_names(form: ScenarioForm) -> Iterator[Found]:
    """Names are unique whatever their case, and printable: they are typed, and signed.

    A power may be called as a territory is: it is always clear which is meant.
    """
    seen: dict[tuple[bool, str], str] = {}
    sides = list(dict.fromkeys(power.side for power in form.powers.values()))
    tables: tuple[tuple[str, Iterable[str]], ...] = (
        ("powers", sides),
        ("powers", form.powers),
        ("territories", form.territories),
        ("zones", form.zones),
    )
    for table, names in tables:
        for name in names:
            folded = table == "powers", name.casefold()
            if folded in seen:
                yield (table, name), f"the name is taken by {seen[folded]}"
            seen.setdefault(folded, f"{table}.{name}")
            if name != unicodedata.normalize("NFC", name) or not re.fullmatch(
                r"\w(?:[\w '.()-]*[\w.)])?", name
            ):
                yield (table, name), "a name is letters, digits, single spaces and ' . ( ) -"
            elif any(unicodedata.ucd_3_2_0.category(character) == "Cn" for character in name):
                yield (table, name), "a name has only characters of Unicode 3.2, as a log does"
            elif "  " in name:
                yield (table, name), "a name has no two spaces in a row"
    if len(sides) != _SIDES:
        yield ("powers",), f"there are two sides in a war, not {len(sides)} (BG-1.1)"


def _table_of(form: ScenarioForm, space: str) -> str:
    return "territories" if space in form.territories else "zones"


def _check_borders(form: ScenarioForm) -> Iterator[Found]:
    """Every connection is written at both its ends, and everything hangs together."""
    borders = form.borders()
    for name, others in borders.items():
        here = (_table_of(form, name), name, "borders")
        if not others:
            yield here, "a space that touches no other"
        for i, other in enumerate(others):
            if other == name:
                yield (*here, i), "a space does not touch itself"
            elif other not in borders:
                yield (*here, i), f"there is no space {other}"
            elif name not in borders[other]:
                yield (*here, i), f"{other} does not list {name} in return"
            elif other in others[:i]:
                yield (*here, i), f"{other} is listed twice"
    for name, zone in form.zones.items():
        if zone.lake and any(
            other in form.zones and not form.zones[other].lake for other in zone.borders
        ):
            yield ("zones", name, "lake"), "a lake touches no sea zone that is none"
    open_spaces = [s for s in borders if s in form.zones or not form.territories[s].neutral]
    oceans = [name for name, zone in form.zones.items() if not zone.lake]
    for kind, group in (("space", open_spaces), ("sea zone", oceans)):
        main, *cut_off = sorted(_parts(group, borders), key=len, reverse=True) or [[]]
        for part in cut_off:
            name = part[0]
            yield (_table_of(form, name), name), f"no way leads from here to {kind} {main[0]}"


def _parts(group: list[str], borders: Mapping[str, list[str]]) -> list[list[str]]:
    """The parts of a group between which there is no way through the group."""
    parts: list[list[str]] = []
    left = dict.fromkeys(group)
    while left:
        part = [next(iter(left))]
        left.pop(part[0])
        for here in part:
            fresh = [other for other in borders[here] if other in left]
            part.extend(fresh)
            for other in fresh:
                left.pop(other, None)
        parts.append(list(dict.fromkeys(part)))
    return parts


def _check_control(form: ScenarioForm) -> Iterator[Found]:
    for name, territory in form.territories.items():
        here = ("territories", name)
        for field, power in (("original", territory.original), ("control", territory.control)):
            if power is not None and power not in form.powers:
                yield (*here, field), f"there is no power {power}"
        owned = territory.original is not None or territory.control is not None
        if territory.neutral and owned:
            yield here, "a neutral territory has no controller (BG-1.1)"
        if not territory.neutral and not owned:
            yield here, "say who controls it (original, control), or that it is neutral"
        if territory.neutral and (territory.value or territory.victory_city):
            yield here, "a neutral territory has no value and no victory city"


def _check_canals(form: ScenarioForm, units: Units) -> Iterator[Found]:
    for i, canal in enumerate(form.canals):
        here = ("canals", i)
        for j, zone in enumerate(canal.zones):
            if zone not in form.zones:
                yield (*here, "zones", j), f"there is no sea zone {zone}"
        a, b = canal.zones
        if a in form.zones and b not in form.zones[a].borders:
            yield (*here, "zones"), f"{a} and {b} do not touch"
        for j, territory in enumerate(canal.territories):
            if territory not in form.territories:
                yield (*here, "territories", j), f"there is no territory {territory}"
        for j, kind in enumerate(canal.exempt):
            if kind not in units or units[Kind(kind)].domain is not Domain.SEA:
                yield (*here, "exempt", j), f"there is no kind of ship {kind}"
        if canal.option and canal.option not in _FLAGS:
            yield (*here, "option"), f"there is no option {canal.option} that is on or off"


def _check_powers(form: ScenarioForm, units: Units) -> Iterator[Found]:
    for name, power in form.powers.items():
        if power.recruits is not None and not power.home:
            yield ("powers", name, "recruits"), "recruits need a home (BG-10.5)"
        if power.recruits is not None and INFANTRY not in units:
            yield ("powers", name, "recruits"), "recruits are infantry: the unit table has none"
        yield from _known_territories(form, ("powers", name, "home"), power.home)
        if power.capital is None:
            continue
        here = ("powers", name, "capital")
        if power.capital not in form.territories:
            yield here, f"there is no territory {power.capital}"
        elif form.territories[power.capital].original != name:
            yield here, f"{power.capital} is not originally {name}'s (BG-1.5)"


def _check_turns(form: ScenarioForm, charts: Charts | None) -> Iterator[Found]:
    order = list(Phase)
    playing: set[str] = set()
    for i, turn in enumerate(form.turns):
        here = ("turns", i)
        if turn.power not in form.powers:
            yield (*here, "power"), f"there is no power {turn.power}"
        reached: dict[str, int] = {}
        for j, part in enumerate(turn.plan()):
            place = (*here, "phases", j)
            if part.power not in form.powers:
                yield place, f"there is no power {part.power}"
            if part.phase is Phase.RESEARCH and charts is None:
                yield place, f"the {form.edition} edition has no research (BG-4)"
            rank = order.index(part.phase)
            if rank <= reached.get(part.power, -1):
                yield place, f"{part.phase} comes too late or twice (BG-3.1)"
            if part.phase is Phase.CONDUCT_COMBAT and (
                j == 0 or turn.plan()[j - 1] != PhaseOf(Phase.COMBAT_MOVE, part.power)
            ):
                yield place, "follows the same power's combat_move at once (BG-3.3)"
            reached[part.power] = rank
        moved = [p.power for p in turn.plan() if p.phase is Phase.COMBAT_MOVE]
        fought = [p.power for p in turn.plan() if p.phase is Phase.CONDUCT_COMBAT]
        if moved != fought:
            yield (*here, "phases"), "combat_move and conduct_combat belong together"
        for power in sorted(playing & set(reached)):
            yield here, f"{power} has a turn already"
        playing |= set(reached)
    for name in sorted(set(form.powers) - playing):
        yield ("powers", name), "has no turn"


def _check_units(form: ScenarioForm, units: Units) -> Iterator[Found]:
    holders = form.control()
    for space, owners in form.units.items():
        if space not in form.territories and space not in form.zones:
            yield ("units", space), f"there is no space {space}"
            continue
        for owner, counts in owners.items():
            here = ("units", space, owner)
            if owner not in form.powers:
                yield here, f"there is no power {owner}"
                continue
            for kind in counts:
                if kind not in units:
                    known = ", ".join(units)
                    yield (*here, kind), f"there is no unit {kind}; there are {known}"
                    continue
                unit = units[Kind(kind)]
                if not _may_stand(unit, at_sea=space in form.zones):
                    yield (*here, kind), f"a {kind} cannot stand in {space}"
                home = form.powers[owner].home
                if home and space not in home:
                    yield (*here, kind), f"{owner}'s units never leave home (BG-7.12)"
                land_bound = unit.domain is Domain.FACILITY or Trait.ANTI_AIR in unit.traits
                if land_bound and holders.get(space) != owner:
                    yield (*here, kind), f"belongs to who controls {space} (BG-8.26)"
                if Trait.COMPLEX in unit.traits and counts[kind] > 1:
                    yield (*here, kind), "at most one complex per territory (BG-6.2)"
            if space in form.zones:
                yield from _check_decks(here, counts, units)
            elif space not in holders:
                yield here, f"{space} is neutral"
            elif holders[space] in form.powers and (
                form.powers[holders[space]].side != form.powers[owner].side
            ):
                yield here, f"{space} is controlled by the enemy"


def _may_stand(unit: UnitType, *, at_sea: bool) -> bool:
    """Whether a unit can open the game here: land units at sea are cargo (BG-7.9)."""
    match unit.domain:
        case Domain.SEA:
            return at_sea
        case Domain.LAND:
            return True
        case Domain.AIR:
            return not at_sea or Trait.CARRIER_BORNE in unit.traits
        case Domain.FACILITY:
            return not at_sea


def _check_decks(here: Path, counts: Mapping[str, int], units: Units) -> Iterator[Found]:
    """Aircraft at sea open the game on their own power's carriers, land units in its transports.

    Whether transports have room for just these land units, the set-up finds (BG-7.8, 7.9).
    """
    kinds = {kind: units[Kind(kind)] for kind in counts if kind in units}
    aircraft = sum(counts[k] for k, unit in kinds.items() if unit.domain is Domain.AIR)
    decks = _capacity(kinds, counts, Trait.CARRIER)
    if aircraft > decks:
        yield here, f"{aircraft} aircraft, but carriers for {decks} (BG-7.8)"
    land = [unit for unit in kinds.values() if unit.domain is Domain.LAND]
    cargo = sum(counts[unit.kind] * unit.bulk for unit in land)
    if cargo > _capacity(kinds, counts, Trait.TRANSPORT) or not all(unit.bulk for unit in land):
        units_here = counted(sum(counts[unit.kind] for unit in land), "land unit")
        yield here, f"{units_here}, but too few transports (BG-7.9)"


def _capacity(kinds: Mapping[str, UnitType], counts: Mapping[str, int], bears: Trait) -> int:
    return sum(counts[kind] * unit.capacity for kind, unit in kinds.items() if bears in unit.traits)


def _check_totals(form: ScenarioForm) -> Iterator[Found]:
    """The sums that the file states are those of its parts: a slip of the pen shows."""
    holders = form.control()
    for name, power in form.powers.items():
        income = sum(t.value for s, t in form.territories.items() if holders.get(s) == name)
        if income != power.income:
            yield ("powers", name, "income"), f"its territories are worth {income} IPC"
        units = sum(sum(owners.get(name, {}).values()) for owners in form.units.values())
        if units != power.units:
            yield ("powers", name, "units"), f"it has {counted(units, 'unit')} on the board"


def _known_territories(form: ScenarioForm, path: Path, names: Iterable[str]) -> Iterator[Found]:
    for i, name in enumerate(names):
        if name not in form.territories:
            yield (*path, i), f"there is no territory {name}"


def _check_objectives(form: ScenarioForm) -> Iterator[Found]:
    for i, objective in enumerate(form.objectives):
        here = ("objectives", i)
        if objective.power not in form.powers:
            yield (*here, "power"), f"there is no power {objective.power}"
        held = objective.held or []
        yield from _known_territories(form, (*here, "held"), held)
        if len(set(held)) < len(held):
            yield (*here, "held"), "a territory is listed twice"
        if objective.at_least is not None and objective.at_least > len(held):
            yield (*here, "at_least"), f"at most {len(held)}: no more territories are listed"
        for j, zone in enumerate(objective.no_enemy_warships or ()):
            if zone not in form.zones:
                yield (*here, "no_enemy_warships", j), f"there is no sea zone {zone}"
        if not held and not objective.no_enemy_warships and not objective.no_allied_units:
            yield here, "says nothing that must hold"


def _check_victory(form: ScenarioForm) -> Iterator[Found]:
    sides = {power.side for power in form.powers.values()}
    cities = sum(t.victory_city for t in form.territories.values())
    all_cities = counted(cities, "victory city")
    for i, victory in enumerate(form.victory):
        here = ("victory", i)
        match victory:
            case CitiesForm():
                targets = {
                    "at_least": victory.at_least,
                    "short": victory.short,
                    "total": victory.total,
                }
                for field, target in targets.items():
                    if target is not None and not cities < 2 * target <= 2 * cities:
                        yield (
                            (*here, field),
                            f"of {all_cities} one side must need more than half",
                        )
            case CapitalsForm():
                hostile = [p for p in form.powers.values() if p.side != victory.side and p.capital]
                if victory.side not in sides:
                    yield (*here, "side"), f"there is no side {victory.side}"
                elif victory.at_least > len(hostile):
                    yield (
                        (*here, "at_least"),
                        f"the other side has {counted(len(hostile), 'capital')}",
                    )
            case IncomeForm():
                if victory.side not in sides:
                    yield (*here, "side"), f"there is no side {victory.side}"
            case LastRoundForm():
                if victory.tie not in sides:
                    yield (*here, "tie"), f"there is no side {victory.tie}"
                for name in victory.points:
                    if name not in form.control():
                        yield (*here, "points", name), f"{name} is no territory that is held"


def _check_convoys(form: ScenarioForm) -> Iterator[Found]:
    if form.convoys is None:
        return
    for name in form.convoys.zones:
        if name not in form.zones:
            yield ("convoys", "zones", name), f"there is no sea zone {name}"
    for name, limit in form.convoys.territories.items():
        here = ("convoys", "territories", name)
        if name not in form.territories:
            yield here, f"there is no territory {name}"
        elif limit > form.territories[name].value:
            yield here, f"{name} cannot lose more than its value (BG-11.2)"
    for power, name in form.convoys.collapse.items():
        here = ("convoys", "collapse", power)
        if power not in form.powers:
            yield here, f"there is no power {power}"
        if name not in form.convoys.territories:
            yield here, f"{name} has no limit that it could lose (CD-5)"


def _check_seats(form: ScenarioForm) -> Iterator[Found]:
    """Each way to share out the powers uses each once, and no seat plays both sides."""
    for number, seats in form.seats.items():
        here = ("seats", number)
        if number != str(len(seats)) or not 1 < len(seats) <= MAX_SEATS:
            yield here, f"write 2 to {MAX_SEATS} seats under their number, not {len(seats)}"
        seated = [power for seat in seats for power in seat]
        if sorted(seated) != sorted(form.powers) or not all(seats):
            yield here, "each power has one seat, and no seat is empty"
            continue
        for i, seat in enumerate(seats):
            if len({form.powers[power].side for power in seat}) > 1:
                yield (*here, i), "a seat plays for one side"
