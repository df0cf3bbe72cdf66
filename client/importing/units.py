"""The units of a TripleA game against our unit tables (BG-6).

A scenario is played with the table of one of our editions: `nearest` finds the one that a game's
units come closest to, `differences` names every number and every ability in which they differ.
"""

__all__ = ["MONEY", "Units", "differences", "mark", "nearest", "options_left", "unit_types"]

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from client.importing.gamefile import Attachment, GameFile, OptionOf
from client.importing.naming import NameTable
from client.importing.report import ImportNote, NoteKind
from engine.loading import edition, edition_names
from engine.units import Domain, Kind, Trait, UnitType

Units = Mapping[Kind, UnitType]

MONEY = "PUs"
"""What IPC are called there."""
_STRANGER = 8
"""What a kind without a counterpart counts against an edition: as much as eight differences."""

_TRAITS: Mapping[str, tuple[Trait, ...]] = {
    "isSub": (Trait.SUBMARINE,),
    "isDestroyer": (Trait.DESTROYER,),
    "carrierCapacity": (Trait.CARRIER,),
    "carrierCost": (Trait.CARRIER_BORNE,),
    "canBombard": (Trait.BOMBARDS,),
    "isStrategicBomber": (Trait.RAIDS,),
    "canBlitz": (Trait.BLITZES,),
    "artillery": (Trait.SUPPORTS,),
    "artillerySupportable": (Trait.SUPPORTED,),
    "isAA": (Trait.ANTI_AIR, Trait.STAYS_IN_COMBAT_MOVE),
    "isAAforCombatOnly": (Trait.ANTI_AIR,),
    "canNotMoveDuringCombatMove": (Trait.STAYS_IN_COMBAT_MOVE,),
    "isFactory": (Trait.COMPLEX,),
}
"""What each option of a unit says in our words, where it is set."""

_SERVES: Mapping[str, str] = {
    "airAttack": "air battles before raids (BG-8.3)",
    "airDefense": "air battles before raids (BG-8.3)",
    "canEscort": "air battles before raids (BG-8.3)",
    "canIntercept": "air battles before raids (BG-8.3)",
    "isInfantry": "mechanized infantry (BG-4.2)",
    "isLandTransport": "mechanized infantry (BG-4.2)",
    "isAirTransport": "paratroopers (BG-4.2)",
    "isAirTransportable": "paratroopers (BG-4.2)",
}
"""Options that say of a kind what our rules say of it themselves."""

_READ = {
    *("attack", "defense", "movement", "hitPoints", "isSea", "isAir", "isInfrastructure"),
    *("transportCapacity", "transportCost", "blockade", *_TRAITS),
}
_LARGE_AND_LIGHT = frozenset({(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)})
_HOLDS: Mapping[str, frozenset[tuple[int, int]]] = {
    "classic": frozenset({(0, 0), (0, 1), (0, 2), (1, 0)})
}
"""What a transport carries, as (large units, infantry), in editions that differ (BG-7.9)."""


def unit_types(game: GameFile, names: NameTable) -> dict[Kind, UnitType]:
    """The units in use, bought or placed, under our names; what is not for sale costs 0."""
    attached = {about.to: about for about in game.attached("UnitAttachment")}
    helped: dict[str, Trait] = {}
    for support in game.attached("UnitSupportAttachment"):
        if _as_artillery_does(support):
            helped.update(dict.fromkeys(support.get("unitType").split(":"), Trait.SUPPORTED))
            helped[support.to] = Trait.SUPPORTS
    light = min((_number(about, "transportCost") or 99 for about in attached.values()), default=0)
    units: dict[Kind, UnitType] = {}
    for theirs in (unit for unit in game.units if unit in _in_use(game)):
        about = attached.get(theirs, Attachment("UnitAttachment", "", theirs, ()))
        traits = {
            trait for option in _TRAITS if _is_set(about, option) for trait in _TRAITS[option]
        }
        if theirs in helped:
            traits.add(helped[theirs])
        kind = Kind(names.unit(theirs))
        units[kind] = UnitType(
            kind=kind,
            domain=_domain(about),
            cost=game.costs.get(theirs, {}).get(MONEY, 0),
            attack=_number(about, "attack"),
            defence=_number(about, "defense"),
            move=_number(about, "movement"),
            hits=_number(about, "hitPoints") or 1,
            traits=frozenset(traits | set(_implied(about, light))),
        )
    return units


def _in_use(game: GameFile) -> frozenset[str]:
    return frozenset({*game.costs, *(placed.unit for placed in game.placed)})


def nearest(theirs: Units) -> str:
    """The edition whose unit table differs least; the first of several, in order of name."""
    return min(edition_names(), key=lambda name: _distance(theirs, edition(name)))


def _distance(theirs: Units, ours: Units) -> int:
    strangers = sum(kind not in ours for kind in theirs)
    missing = sum(kind not in theirs for kind in ours)
    inside = sum(len(list(_fields(theirs[kind], ours[kind]))) for kind in theirs if kind in ours)
    return _STRANGER * strangers + missing + inside


def _fields(theirs: UnitType, ours: UnitType) -> Iterator[str]:
    """Every difference between two rows."""
    for field in ("domain", "cost", "attack", "defence", "move", "hits"):
        a, b = getattr(theirs, field), getattr(ours, field)
        if a != b and not (field == "cost" and a == 0):
            yield f"{field} {a} in the file, {b} in ours"
    for trait in sorted(theirs.traits - ours.traits):
        yield f"{trait} in the file, not in ours"
    for trait in sorted(ours.traits - theirs.traits):
        yield f"{trait} in ours, not in the file"


def differences(game: GameFile, names: NameTable, name: str) -> Iterator[ImportNote]:
    """Where a game's units differ from the table of the edition with which it will be played."""
    theirs, ours = unit_types(game, names), edition(name)
    for unused in (unit for unit in game.units if unit not in _in_use(game)):
        yield ImportNote(NoteKind.NO_MATTER, f"unit {unused}", "neither bought nor on the board")
    for kind, unit in theirs.items():
        if kind not in ours:
            yield ImportNote(
                NoteKind.LEFT_OUT, f"unit {kind}", f"the {name} edition has no such unit"
            )
            continue
        for difference in _fields(unit, ours[kind]):
            yield ImportNote(NoteKind.DIFFERENT, f"unit {kind}", difference)
        if unit.cost == 0:
            yield ImportNote(NoteKind.DIFFERENT, f"unit {kind}", "is not for sale in the file")
    for kind in ours:
        if kind not in theirs:
            yield ImportNote(NoteKind.DIFFERENT, f"unit {kind}", "only our table has it")
    yield from _capacities(game, name)


def mark(game: GameFile, names: NameTable, name: str) -> str:
    """What a scenario's title says of its units; empty if the game's are those of the edition.

    Who lists a scenario, opens a table or signs a charter reads the title, and no report.
    """
    theirs, ours = unit_types(game, names), edition(name)
    if _effective(theirs) == _effective(ours) and not any(_capacities(game, name)):
        return ""
    lost = sum(kind not in ours for kind in theirs)
    left = f", {lost} left out" if lost else ""
    return f", plays with {name.replace('-', ' ').title()} units{left}"


def _effective(units: Units) -> Units:
    """A unit table as it is played: nothing is supported where nothing supports (BG-8.18)."""
    if any(Trait.SUPPORTS in unit.traits for unit in units.values()):
        return dict(units)
    return {
        kind: replace(unit, traits=unit.traits - {Trait.SUPPORTED}) for kind, unit in units.items()
    }


def _capacities(game: GameFile, name: str) -> Iterator[ImportNote]:
    """Transports and carriers that carry something else than ours do (BG-7.8, 7.9)."""
    attached = list(game.attached("UnitAttachment"))
    bulks = sorted({_number(about, "transportCost") for about in attached} - {0})
    for about in attached:
        capacity = _number(about, "transportCapacity")
        if capacity and about.on("isSea") and bulks:
            holds = {
                (large, light)
                for large in range(4)
                for light in range(4)
                if large * bulks[-1] + light * bulks[0] <= capacity
            }
            if holds != _HOLDS.get(name, _LARGE_AND_LIGHT):
                what = f"carries {capacity} of what weighs {', '.join(map(str, bulks))} (BG-7.9)"
                yield ImportNote(NoteKind.DIFFERENT, f"unit {about.to}", what)
        for option, ours in (("carrierCapacity", 2), ("carrierCost", 1)):
            if _is_set(about, option) and _number(about, option) != ours:
                what = f"{option} {about.get(option)} in the file, {ours} in ours (BG-7.8)"
                yield ImportNote(NoteKind.DIFFERENT, f"unit {about.to}", what)


def options_left(game: GameFile) -> Iterator[ImportNote]:
    """Options of units that our tables have no word for, each with the units that have it."""
    found: dict[str, list[str]] = {}
    for about in game.attached("UnitAttachment"):
        for option in about.options:
            if option.name not in _READ:
                found.setdefault(option.name, []).append(f"{about.to} {_shown(option)}")
    for name, units in sorted(found.items()):
        if name in _SERVES:
            yield ImportNote(
                NoteKind.NO_MATTER, f"units, {name}", f"our rules say so: {_SERVES[name]}"
            )
        else:
            yield ImportNote(NoteKind.LEFT_OUT, f"units, {name}", ", ".join(units))
    for support in game.attached("UnitSupportAttachment"):
        if not _as_artillery_does(support):
            what = f"{support.to} lends {support.get('bonus')} to {support.get('unitType')}"
            yield ImportNote(NoteKind.LEFT_OUT, f"units, {support.name}", what)


def _shown(option: OptionOf) -> str:
    value = option.value.replace(":", ", ")
    return f"{option.count} {value}" if option.count else value


def _is_set(about: Attachment, option: str) -> bool:
    return about.get(option, "false").casefold() not in ("false", "0", "-1", "")


def _number(about: Attachment, option: str) -> int:
    value = about.get(option, "0")
    return int(value) if re.fullmatch("[0-9]{1,3}", value) else 0


def _domain(about: Attachment) -> Domain:
    if about.on("isSea"):
        return Domain.SEA
    if about.on("isAir"):
        return Domain.AIR
    return Domain.FACILITY if about.on("isFactory") or about.on("isInfrastructure") else Domain.LAND


def _implied(about: Attachment, light: int) -> Iterator[Trait]:
    """Traits that follow from several options together (BG-1.2, 7.9)."""
    match _domain(about):
        case Domain.SEA if _is_set(about, "transportCapacity"):
            yield Trait.TRANSPORT
        case Domain.SEA if not about.on("isSub"):
            yield Trait.SURFACE_WARSHIP
        case Domain.LAND if _number(about, "transportCost") == light:
            yield Trait.LIGHT
        case _:
            pass


def _as_artillery_does(support: Attachment) -> bool:
    """Whether a unit lends 1 to the attack of another, as artillery does (BG-8.18)."""
    wanted = {"side": "offence", "dice": "strength", "bonus": "1", "number": "1"}
    return support.on("impArtTech") and all(support.get(k) == v for k, v in wanted.items())
