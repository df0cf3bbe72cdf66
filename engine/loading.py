"""Scenario files: reading them, and telling everything that is wrong with one.

`load` is the way in. A file is judged in three rounds: is it TOML, has it the shape of
`engine.scenario_form`, does it make sense. Each round reports every fault it finds, with the place.
"""

__all__ = ["builtin", "builtin_names", "edition", "edition_names", "load"]

import functools
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources

from pydantic import ValidationError

from engine.board import Board, Canal, Power, Side, Space, SpaceId
from engine.errors import Fault, ScenarioError
from engine.game import Phase
from engine.scenario import (
    Capitals,
    Cities,
    Condition,
    Held,
    LastRound,
    NoAlliedUnits,
    NoEnemyWarships,
    Objective,
    PhaseOf,
    Scenario,
    Stack,
    Turn,
    Victory,
)
from engine.scenario_form import (
    LIMIT,
    CapitalsForm,
    CitiesForm,
    Form,
    LastRoundForm,
    ObjectiveForm,
    PhaseForm,
    TurnForm,
    UnitForm,
)
from engine.units import Domain, Kind, Trait, UnitType

Path = tuple[str | int, ...]
Found = tuple[Path, str]
"""A fault as the checks below yield it: its place in the file, and what is wrong there."""

Units = Mapping[Kind, UnitType]

_SAID = {
    "missing": "is required",
    "extra_forbidden": "there is no such field",
    "int_type": "must be a whole number",
    "string_type": "must be text in quotes",
    "list_type": "must be a list",
    "bool_type": "must be true or false",
    "dict_type": "must be a table",
    "model_type": "must be a table",
}
"""What pydantic finds, in the words of somebody who writes a file."""


_SIDES = 2


def _names(folder: str) -> tuple[str, ...]:
    files = resources.files("engine").joinpath(folder).iterdir()
    return tuple(sorted(f.name.removesuffix(".toml") for f in files if f.name.endswith(".toml")))


def _read(folder: str, name: str) -> bytes:
    return resources.files("engine").joinpath(folder, f"{name}.toml").read_bytes()


def builtin_names() -> tuple[str, ...]:
    """Names of the scenarios that come with the program."""
    return _names("scenarios")


def edition_names() -> tuple[str, ...]:
    """Names of the unit tables that scenarios can build on."""
    return _names("editions")


@functools.cache
def builtin(name: str) -> Scenario:
    """A scenario that comes with the program.

    Raises:
        ScenarioError: there is none of that name.
    """
    if name not in builtin_names():
        known = ", ".join(builtin_names())
        raise ScenarioError(name, (Fault("name", f"no such scenario; there are {known}"),))
    return load(_read("scenarios", name), name)


@functools.cache
def edition(name: str) -> Units:
    """The unit table of an edition (BG-6), one of `edition_names`."""
    table = tomllib.loads(_read("editions", name).decode("utf-8"))
    units: dict[Kind, UnitType] = {}
    for kind, row in table.items():
        form = UnitForm.model_validate(row)
        units[Kind(kind)] = UnitType(
            kind=Kind(kind),
            domain=form.domain,
            cost=form.cost,
            attack=form.attack,
            defence=form.defence,
            move=form.move,
            hits=form.hits,
            traits=frozenset(form.traits),
        )
    return units


def load(data: bytes, source: str) -> Scenario:
    """Read a scenario file.

    Args:
        data: the file, UTF-8.
        source: what to call it in messages.

    Raises:
        ScenarioError: it cannot be played; all faults found are listed.
    """
    if len(data) > LIMIT:
        fault = Fault("file", f"{len(data)} bytes; at most {LIMIT} are read")
        raise ScenarioError(source, (fault,))
    try:
        text = data.decode("utf-8")
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits
        raise ScenarioError(source, (Fault("file", f"not TOML: {error}"),)) from None
    lines = _lines(text)
    try:
        form = Form.model_validate(table)
    except ValidationError as error:
        shape = [
            (_of_file(e["loc"], table), _SAID.get(e["type"], e["msg"]))
            for e in error.errors(include_url=False)
        ]
        raise ScenarioError(source, _located(shape, lines)) from None
    if form.edition not in edition_names():
        known = ", ".join(edition_names())
        absent = (("edition",), f"no such edition; there are {known}")
        raise ScenarioError(source, _located([absent], lines))
    units = edition(form.edition)
    found = list(_faults(form, units))
    if found:
        raise ScenarioError(source, _located(found, lines))
    return _build(form, units)


# Places


_KEY = r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'"""
_HEADER = re.compile(rf"\s*(\[\[?)\s*((?:{_KEY})(?:\s*\.\s*(?:{_KEY}))*)\s*\]")
_ENTRY = re.compile(rf"\s*((?:{_KEY})(?:\s*\.\s*(?:{_KEY}))*)\s*=")


def _keys(dotted: str) -> Path:
    return tuple(key.strip("\"'") for key in re.findall(_KEY, dotted))


def _lines(text: str) -> dict[Path, int]:
    """The line of every table and key, as far as a file written in the usual way shows them."""
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = _keys(header[2])
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            lines.setdefault(table, number)
        elif entry := _ENTRY.match(line):
            lines.setdefault((*table, *_keys(entry[1])), number)
    return lines


def _of_file(location: Path, table: object) -> Path:
    """A place as the file has it: pydantic also names the members of unions that it tried."""
    path: list[str | int] = []
    for step in location:
        match table:
            case dict() if step in table:
                table = table[step]
            case list() if isinstance(step, int) and step < len(table):
                table = table[step]
            case dict() if step == location[-1] and isinstance(step, str):
                pass
            case _:
                continue
        path.append(step)
    return tuple(path)


def _located(found: Iterable[Found], lines: Mapping[Path, int]) -> tuple[Fault, ...]:
    faults: dict[Fault, None] = {}
    for path, what in found:
        dotted = "".join(f"[{x}]" if isinstance(x, int) else f".{x}" for x in path).lstrip(".")
        known = (lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in lines)
        line = next(known, None)
        where = dotted or "file"
        faults[Fault(f"line {line}, {where}" if line else where, what)] = None
    return tuple(faults)


# Sense


def _faults(form: Form, units: Units) -> Iterator[Found]:
    yield from _check_names(form)
    yield from _check_borders(form)
    yield from _check_control(form)
    yield from _check_canals(form, units)
    yield from _check_powers(form)
    yield from _check_turns(form)
    yield from _check_units(form, units)
    yield from _check_totals(form)
    yield from _check_objectives(form)
    yield from _check_victory(form)


def _check_names(form: Form) -> Iterator[Found]:
    """Names are unique whatever their case, and printable: they are typed, and signed."""
    seen: dict[str, str] = {}
    tables = (("powers", form.powers), ("territories", form.territories), ("zones", form.zones))
    for table, names in tables:
        for name in names:
            folded = name.casefold()
            if folded in seen:
                yield (table, name), f"the name is taken by {seen[folded]}"
            seen.setdefault(folded, f"{table}.{name}")
            if name != unicodedata.normalize("NFC", name) or not re.fullmatch(
                r"\w(?:[\w '.()-]*[\w.)])?", name
            ):
                yield (table, name), "a name is letters, digits, single spaces and ' . ( ) -"
            elif "  " in name:
                yield (table, name), "a name has no two spaces in a row"
    sides = {power.side for power in form.powers.values()}
    if len(sides) != _SIDES:
        yield ("powers",), f"there are two sides in a war, not {len(sides)} (BG-1.1)"


def _borders(form: Form) -> dict[str, list[str]]:
    return {name: space.borders for name, space in (form.territories | form.zones).items()}


def _table_of(form: Form, space: str) -> str:
    return "territories" if space in form.territories else "zones"


def _check_borders(form: Form) -> Iterator[Found]:
    """Every connection is written at both its ends, and everything hangs together."""
    borders = _borders(form)
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
    open_spaces = [s for s in borders if s in form.zones or not form.territories[s].neutral]
    for kind, group in (("space", open_spaces), ("sea zone", list(form.zones))):
        for name in _unreached(group, borders):
            yield (_table_of(form, name), name), f"no way leads here from {kind} {group[0]}"


def _unreached(group: list[str], borders: Mapping[str, list[str]]) -> list[str]:
    """Members of a group that cannot be reached from its first one through the group."""
    reached, ahead = set(group[:1]), group[:1]
    while ahead:
        for other in borders[ahead.pop()]:
            if other in group and other not in reached:
                reached.add(other)
                ahead.append(other)
    return [name for name in group if name not in reached]


def _control(form: Form) -> dict[str, str]:
    """Who controls each territory when the game opens."""
    control = {name: t.control or t.original for name, t in form.territories.items()}
    return {name: power for name, power in control.items() if power is not None}


def _check_control(form: Form) -> Iterator[Found]:
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


def _check_canals(form: Form, units: Units) -> Iterator[Found]:
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


def _check_powers(form: Form) -> Iterator[Found]:
    for name, power in form.powers.items():
        if power.capital is None:
            continue
        here = ("powers", name, "capital")
        if power.capital not in form.territories:
            yield here, f"there is no territory {power.capital}"
        elif form.territories[power.capital].original != name:
            yield here, f"{power.capital} is not originally {name}'s (BG-1.5)"


def _plan(turn: TurnForm) -> tuple[PhaseOf, ...]:
    return tuple(
        PhaseOf(part.phase, Power(part.power))
        if isinstance(part, PhaseForm)
        else PhaseOf(part, Power(turn.power))
        for part in turn.phases
    )


def _check_turns(form: Form) -> Iterator[Found]:
    order = list(Phase)
    playing: set[str] = set()
    for i, turn in enumerate(form.turns):
        here = ("turns", i)
        if turn.power not in form.powers:
            yield (*here, "power"), f"there is no power {turn.power}"
        reached: dict[str, int] = {}
        for j, part in enumerate(_plan(turn)):
            place = (*here, "phases", j)
            if part.power not in form.powers:
                yield place, f"there is no power {part.power}"
            if part.phase is Phase.RESEARCH:
                yield place, "research (BG-4) cannot be played yet; leave it out"
            rank = order.index(part.phase)
            if rank <= reached.get(part.power, -1):
                yield place, f"{part.phase} comes too late or twice (BG-3.1)"
            if part.phase is Phase.CONDUCT_COMBAT and (
                j == 0 or _plan(turn)[j - 1] != PhaseOf(Phase.COMBAT_MOVE, part.power)
            ):
                yield place, "follows the same power's combat_move at once (BG-3.3)"
            reached[part.power] = rank
        moved = [p.power for p in _plan(turn) if p.phase is Phase.COMBAT_MOVE]
        fought = [p.power for p in _plan(turn) if p.phase is Phase.CONDUCT_COMBAT]
        if moved != fought:
            yield (*here, "phases"), "combat_move and conduct_combat belong together"
        for power in sorted(playing & set(reached)):
            yield here, f"{power} has a turn already"
        playing |= set(reached)
    for name in sorted(set(form.powers) - playing):
        yield ("powers", name), "has no turn"


def _check_units(form: Form, units: Units) -> Iterator[Found]:
    control = _control(form)
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
                if (unit.domain is Domain.SEA) != (space in form.zones) and not (
                    unit.domain is Domain.AIR and Trait.CARRIER_BORNE in unit.traits
                ):
                    yield (*here, kind), f"a {kind} cannot stand in {space}"
                if unit.traits & {Trait.COMPLEX, Trait.ANTI_AIR} and control.get(space) != owner:
                    yield (*here, kind), f"belongs to who controls {space} (BG-8.26)"
                if Trait.COMPLEX in unit.traits and counts[kind] > 1:
                    yield (*here, kind), "at most one complex per territory (BG-6.2)"
            if space in form.zones:
                yield from _check_decks(here, counts, units)
            elif space not in control:
                yield here, f"{space} is neutral"
            elif control[space] in form.powers and (
                form.powers[control[space]].side != form.powers[owner].side
            ):
                yield here, f"{space} is controlled by the enemy"


def _check_decks(here: Path, counts: Mapping[str, int], units: Units) -> Iterator[Found]:
    """Aircraft at sea stand on their own power's carriers when the game opens (BG-7.8)."""
    kinds = {kind: units[Kind(kind)] for kind in counts if kind in units}
    aircraft = sum(counts[k] for k, unit in kinds.items() if unit.domain is Domain.AIR)
    decks = 2 * sum(counts[k] for k, unit in kinds.items() if Trait.CARRIER in unit.traits)
    if aircraft > decks:
        yield here, f"{aircraft} aircraft, but carriers for {decks} (BG-7.8)"


def _check_totals(form: Form) -> Iterator[Found]:
    """The sums that the file states are those of its parts: a slip of the pen shows."""
    control = _control(form)
    for name, power in form.powers.items():
        income = sum(t.value for s, t in form.territories.items() if control.get(s) == name)
        if income != power.income:
            yield ("powers", name, "income"), f"its territories are worth {income} IPC"
        units = sum(sum(owners.get(name, {}).values()) for owners in form.units.values())
        if units != power.units:
            yield ("powers", name, "units"), f"it has {units} units on the board"


def _known_territories(form: Form, path: Path, names: Iterable[str]) -> Iterator[Found]:
    for i, name in enumerate(names):
        if name not in form.territories:
            yield (*path, i), f"there is no territory {name}"


def _check_objectives(form: Form) -> Iterator[Found]:
    for i, objective in enumerate(form.objectives):
        here = ("objectives", i)
        if objective.power not in form.powers:
            yield (*here, "power"), f"there is no power {objective.power}"
        held = objective.held or []
        yield from _known_territories(form, (*here, "held"), held)
        if len(set(held)) < len(held):
            yield (*here, "held"), "a territory is listed twice"
        if objective.at_least is not None and objective.at_least > len(held):
            yield (*here, "at_least"), f"only {len(held)} territories are listed"
        for j, zone in enumerate(objective.no_enemy_warships or ()):
            if zone not in form.zones:
                yield (*here, "no_enemy_warships", j), f"there is no sea zone {zone}"
        if not held and not objective.no_enemy_warships and not objective.no_allied_units:
            yield here, "says nothing that must hold"


def _check_victory(form: Form) -> Iterator[Found]:
    sides = {power.side for power in form.powers.values()}
    cities = sum(t.victory_city for t in form.territories.values())
    for i, victory in enumerate(form.victory):
        here = ("victory", i)
        match victory:
            case CitiesForm():
                if not cities < 2 * victory.at_least <= 2 * cities:
                    yield (
                        (*here, "at_least"),
                        f"of {cities} victory cities one side must need more than half",
                    )
            case CapitalsForm():
                hostile = [p for p in form.powers.values() if p.side != victory.side and p.capital]
                if victory.side not in sides:
                    yield (*here, "side"), f"there is no side {victory.side}"
                elif victory.at_least > len(hostile):
                    yield (*here, "at_least"), f"the other side has {len(hostile)} capitals"
            case LastRoundForm():
                if victory.tie not in sides:
                    yield (*here, "tie"), f"there is no side {victory.tie}"
                for name in victory.points:
                    if name not in _control(form):
                        yield (*here, "points", name), f"{name} is no territory that is held"


# Building


def _build(form: Form, units: Units) -> Scenario:
    return Scenario(
        name=form.name,
        title=form.title,
        edition=form.edition,
        board=_board(form),
        units=units,
        powers=tuple(dict.fromkeys(part.power for turn in form.turns for part in _plan(turn))),
        sides={Power(name): Side(power.side) for name, power in form.powers.items()},
        capitals={
            Power(name): SpaceId(power.capital)
            for name, power in form.powers.items()
            if power.capital is not None
        },
        control={SpaceId(space): Power(power) for space, power in _control(form).items()},
        treasury={Power(name): power.treasury for name, power in form.powers.items()},
        turns=tuple(Turn(_plan(turn)) for turn in form.turns),
        opening=tuple(
            Stack(SpaceId(space), Power(owner), Kind(kind), number)
            for space, owners in form.units.items()
            for owner, counts in owners.items()
            for kind, number in counts.items()
        ),
        objectives=tuple(_objective(objective) for objective in form.objectives),
        victory=tuple(_victory(victory) for victory in form.victory),
    )


def _board(form: Form) -> Board:
    spaces = {
        SpaceId(name): Space(
            id=SpaceId(name),
            sea=False,
            value=t.value,
            original=None if t.original is None else Power(t.original),
            victory_city=t.victory_city,
            neutral=t.neutral,
            place=t.place,
        )
        for name, t in form.territories.items()
    } | {
        SpaceId(name): Space(id=SpaceId(name), sea=True, place=zone.place)
        for name, zone in form.zones.items()
    }
    return Board(
        spaces=spaces,
        neighbours={
            SpaceId(name): tuple(SpaceId(other) for other in others)
            for name, others in _borders(form).items()
        },
        canals=tuple(
            Canal(
                name=canal.name,
                zones=(SpaceId(canal.zones[0]), SpaceId(canal.zones[1])),
                territories=tuple(SpaceId(name) for name in canal.territories),
                exempt=frozenset(canal.exempt),
            )
            for canal in form.canals
        ),
    )


def _objective(form: ObjectiveForm) -> Objective:
    conditions: list[Condition] = []
    if form.held:
        held = tuple(SpaceId(name) for name in form.held)
        conditions.append(Held(held, form.at_least or len(held), form.alone))
    if form.no_enemy_warships:
        conditions.append(NoEnemyWarships(tuple(SpaceId(z) for z in form.no_enemy_warships)))
    if form.no_allied_units:
        conditions.append(NoAlliedUnits())
    return Objective(Power(form.power), form.name, form.worth, tuple(conditions))


def _victory(form: CitiesForm | CapitalsForm | LastRoundForm) -> Victory:
    match form:
        case CitiesForm():
            return Cities(form.at_least)
        case CapitalsForm():
            return Capitals(Side(form.side), form.at_least)
        case LastRoundForm():
            points = {SpaceId(name): worth for name, worth in form.points.items()}
            return LastRound(form.round, points, Side(form.tie))
