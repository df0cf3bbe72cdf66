"""Scenario files: reading them, and telling everything that is wrong with one.

`load` is the way in. A file is judged in three rounds: is it TOML, has it the shape of
`engine.scenario_form`, does it make sense. Each round reports every fault it finds, with the place.
"""

__all__ = ["builtin", "builtin_names", "charts", "edition", "edition_names", "load"]

import functools
import re
import tomllib
from collections.abc import Iterable
from importlib import resources

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from engine.board import Board, Canal, Power, Side, Space, SpaceId
from engine.charts import Charts, Improvement
from engine.errors import ScenarioError, ScenarioFault
from engine.scenario import (
    Capitals,
    Cities,
    Condition,
    Convoys,
    Held,
    Homeland,
    Income,
    LastRound,
    NoAlliedUnits,
    NoEnemyWarships,
    Objective,
    Recruits,
    Scenario,
    Seating,
    Stack,
    Turn,
    Victory,
)
from engine.scenario_checks import Found, Path, faults
from engine.scenario_form import (
    LIMIT,
    LONGEST_LINE,
    MAX_SEATS,
    NAME,
    PRINTABLE,
    CapitalsForm,
    CitiesForm,
    ConvoysForm,
    ImprovementForm,
    IncomeForm,
    LastRoundForm,
    ObjectiveForm,
    PowerForm,
    ResearchForm,
    ScenarioForm,
    UnitForm,
)
from engine.unit_tables import Units, fitted, table
from engine.units import Kind

_READ = 8
"""So many scenarios are kept when they have been read: nodes of one game ask for the same."""

_RESEARCH = "research"
"""The table of an edition's file that is no kind of unit."""

_SAID = {
    "missing": "is required",
    "extra_forbidden": "there is no such field",
    "int_type": "must be a whole number",
    "string_type": "must be text in quotes",
    "list_type": "must be a list",
    "bool_type": "must be true or false",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "model_attributes_type": "must be a table",
    "union_tag_not_found": "must say its kind",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "too_short": "must have at least {min_length} items, not {actual_length}",
    "too_long": "must have at most {max_length} items, not {actual_length}",
}
"""What pydantic finds, in the words of somebody who writes a file."""

_SPELLED = {
    PRINTABLE: "must be text that can be printed",
    NAME: "must be small letters, digits and hyphens, at most 40 of them, a hyphen not first",
}
"""What a pattern asks for."""


def _said(found: ErrorDetails) -> str:
    context = found.get("ctx", {})
    spelled = _SPELLED.get(context.get("pattern", ""))
    template = _SAID.get(found["type"])
    return spelled or (found["msg"] if template is None else template.format(**context))


def _names(folder: str) -> tuple[str, ...]:
    files = resources.files("engine").joinpath(folder).iterdir()
    return tuple(sorted(f.name.removesuffix(".toml") for f in files if f.name.endswith(".toml")))


def _read(folder: str, name: str) -> bytes:
    return resources.files("engine").joinpath(folder, f"{name}.toml").read_bytes()


def _edition(name: str) -> dict[str, object]:
    return tomllib.loads(_read("editions", name).decode("utf-8"))


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
        raise ScenarioError(name, (ScenarioFault("name", f"no such scenario; there are {known}"),))
    return load(_read("scenarios", name), name)


@functools.cache
def edition(name: str) -> Units:
    """The unit table of an edition (BG-6), one of `edition_names`."""
    rows = {kind: row for kind, row in _edition(name).items() if kind != _RESEARCH}
    return table({kind: UnitForm.model_validate(row) for kind, row in rows.items()})


@functools.cache
def charts(name: str) -> Charts | None:
    """The charts of breakthroughs of an edition, one of `edition_names`; None if it has none."""
    research = _edition(name).get(_RESEARCH)
    if research is None:
        return None
    form = ResearchForm.model_validate(research)
    return Charts(
        tuple(tuple(chart) for chart in form.charts),
        {
            breakthrough: {Kind(kind): _improvement(row) for kind, row in rows.items()}
            for breakthrough, rows in form.improved.items()
        },
    )


def _improvement(form: ImprovementForm) -> Improvement:
    changes: Improvement = {}
    if form.cost is not None:
        changes["cost"] = form.cost
    if form.attack is not None:
        changes["attack"] = form.attack
    if form.defence is not None:
        changes["defence"] = form.defence
    if form.move is not None:
        changes["move"] = form.move
    return changes


@functools.lru_cache(maxsize=_READ)
def load(data: bytes, source: str) -> Scenario:
    """Read a scenario file; the same bytes are read once.

    Args:
        data: the file, UTF-8.
        source: what to call it in messages.

    Raises:
        ScenarioError: it cannot be played; all faults found are listed.
    """
    if len(data) > LIMIT:
        fault = ScenarioFault("file", f"{len(data)} bytes; at most {LIMIT} are read")
        raise ScenarioError(source, (fault,))
    longest = max(map(len, data.split(b"\n")))
    if longest > LONGEST_LINE:
        fault = ScenarioFault("file", f"a line of {longest} bytes; at most {LONGEST_LINE} are read")
        raise ScenarioError(source, (fault,))
    try:
        text = data.decode("utf-8")
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits
        raise ScenarioError(source, (ScenarioFault("file", f"not TOML: {error}"),)) from None
    try:
        form = ScenarioForm.model_validate(content)
    except ValidationError as error:
        shape = [(_of_file(e["loc"], content), _said(e)) for e in error.errors(include_url=False)]
        raise ScenarioError(source, _located(shape, text)) from None
    if form.edition not in edition_names():
        known = ", ".join(edition_names())
        absent = (("edition",), f"no such edition; there are {known}")
        raise ScenarioError(source, _located([absent], text))
    units, research = edition(form.edition), charts(form.edition)
    if form.unit_types:
        own = table(form.unit_types)
        research = None if research is None else fitted(research, units, own)
        units = own
    found = list(faults(form, units, research))
    if found:
        raise ScenarioError(source, _located(found, text))
    return _build(form, units, research)


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


def _located(found: Iterable[Found], text: str) -> tuple[ScenarioFault, ...]:
    lines = _lines(text)
    faults: dict[ScenarioFault, None] = {}
    for path, what in found:
        dotted = "".join(f"[{x}]" if isinstance(x, int) else f".{x}" for x in path).lstrip(".")
        known = (lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in lines)
        line = next(known, None)
        where = dotted or "file"
        where = f"line {line}, {where}" if line else where
        faults[ScenarioFault(where, what)] = None
    return tuple(faults)


# Building


def _build(form: ScenarioForm, units: Units, research: Charts | None) -> Scenario:
    return Scenario(
        name=form.name,
        title=form.title,
        edition=form.edition,
        board=_board(form),
        units=units,
        own_units=bool(form.unit_types),
        charts=research,
        powers=tuple(dict.fromkeys(part.power for turn in form.turns for part in turn.plan())),
        sides={Power(name): Side(power.side) for name, power in form.powers.items()},
        capitals={
            Power(name): SpaceId(power.capital)
            for name, power in form.powers.items()
            if power.capital is not None
        },
        homelands={
            Power(name): _homeland(power) for name, power in form.powers.items() if power.home
        },
        control={SpaceId(space): Power(power) for space, power in form.control().items()},
        treasury={Power(name): power.treasury for name, power in form.powers.items()},
        turns=tuple(Turn(turn.plan()) for turn in form.turns),
        opening=tuple(
            Stack(SpaceId(space), Power(owner), Kind(kind), number)
            for space, owners in form.units.items()
            for owner, counts in owners.items()
            for kind, number in counts.items()
        ),
        objectives=tuple(_objective(objective) for objective in form.objectives),
        victory=tuple(_victory(victory) for victory in form.victory),
        convoys=None if form.convoys is None else _convoys(form.convoys),
        seatings=_seatings(form),
    )


def _homeland(power: PowerForm) -> Homeland:
    form = power.recruits
    recruits = None if form is None else Recruits(form.per, form.crowded)
    return Homeland(tuple(SpaceId(name) for name in power.home), recruits)


def _convoys(form: ConvoysForm) -> Convoys:
    return Convoys(
        {SpaceId(zone): limit for zone, limit in form.zones.items()},
        {SpaceId(territory): limit for territory, limit in form.territories.items()},
        {Power(power): SpaceId(territory) for power, territory in form.collapse.items()},
    )


def _seatings(form: ScenarioForm) -> dict[int, Seating]:
    """The file's proposals, and where it has none: a seat for each side, a seat for each power."""
    powers = tuple(dict.fromkeys(part.power for turn in form.turns for part in turn.plan()))
    sides = dict.fromkeys(form.powers[power].side for power in powers)
    by_side = tuple(tuple(p for p in powers if form.powers[p].side == side) for side in sides)
    seatings: dict[int, Seating] = {len(by_side): by_side}
    if len(powers) <= MAX_SEATS:
        seatings[len(powers)] = tuple((power,) for power in powers)
    for number, seats in form.seats.items():
        seatings[int(number)] = tuple(tuple(Power(power) for power in seat) for seat in seats)
    return dict(sorted(seatings.items()))


def _board(form: ScenarioForm) -> Board:
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
            for name, others in form.borders().items()
        },
        canals=tuple(
            Canal(
                name=canal.name,
                zones=(SpaceId(canal.zones[0]), SpaceId(canal.zones[1])),
                territories=tuple(SpaceId(name) for name in canal.territories),
                exempt=frozenset(canal.exempt),
                option=canal.option,
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


def _victory(form: CitiesForm | CapitalsForm | IncomeForm | LastRoundForm) -> Victory:
    match form:
        case CitiesForm():
            return Cities(form.at_least, form.short, form.total)
        case CapitalsForm():
            return Capitals(Side(form.side), form.at_least)
        case IncomeForm():
            return Income(Side(form.side), form.at_least)
        case LastRoundForm():
            points = {SpaceId(name): worth for name, worth in form.points.items()}
            return LastRound(form.round, points, Side(form.tie))
