"""The map of a TripleA game: territories, sea zones, what touches what, canals (BG-1, 2)."""

__all__ = ["Atlas", "atlas", "canals", "in_order"]

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from client.importing.drawing import Drawing
from client.importing.errors import CannotImport
from client.importing.gamefile import Attachment, GameFile
from client.importing.limits import within
from client.importing.naming import NameTable
from client.importing.report import ImportNote, NoteKind
from client.importing.units import UnitTable
from engine.errors import counted
from engine.scenario_form import CanalForm, TerritoryForm, ZoneForm
from engine.units import Domain

_READ = {
    *("production", "unitProduction", "capital", "victoryCity", "isImpassable"),
    *("originalOwner", "originalFactory", "blockadeZone"),
}
_SHOWN = 5
"""Names that stand for a longer list."""
_CANAL = ("canalName", "landTerritories", "excludedUnits")


@dataclass(frozen=True, slots=True)
class Atlas:
    """The map in our format, each table in order of name.

    Attributes:
        territories: by our name.
        zones: by our name.
        spaces: our name of each space that is on the map, by theirs.
    """

    territories: Mapping[str, TerritoryForm]
    zones: Mapping[str, ZoneForm]
    spaces: Mapping[str, str]

    def territory(self, theirs: str) -> TerritoryForm | None:
        """The territory that they call so; None for a sea zone, and for what is not on the map."""
        return self.territories.get(self.spaces.get(theirs, ""))


def in_order(name: str) -> tuple[tuple[int, str], ...]:
    """A key by which names are sorted with their numbers as numbers: SZ 2 before SZ 10."""
    return tuple((int(number or 0), word) for word, number in re.findall(r"(\D+|^)(\d*)", name))


def atlas(
    game: GameFile, drawing: Drawing, names: NameTable, playing: Collection[str]
) -> tuple[Atlas, list[ImportNote]]:
    """The map, and what of it could not be said.

    Args:
        game: the game.
        drawing: where its spaces are drawn.
        names: what they are called with us.
        playing: the players that are powers with us; territories of others become neutral.

    Raises:
        CannotImport: a connection names no space, two spaces would have one name, or there is no
            sea zone.
    """
    borders = _borders(game)
    spaces = _named(game, names, borders)
    about = {a.to: a for a in game.attached("TerritoryAttachment")}
    lakes = _lakes(game, borders)
    territories: dict[str, TerritoryForm] = {}
    zones: dict[str, ZoneForm] = {}
    for theirs, ours in sorted(spaces.items(), key=lambda pair: in_order(pair[1])):
        place = drawing.place(theirs)
        touched = sorted(borders[theirs], key=lambda other: _border_key(game, spaces, other))
        neighbours = [spaces[other] for other in touched]
        if game.spaces[theirs]:
            with within(theirs):
                zones[ours] = ZoneForm(borders=neighbours, lake=theirs in lakes, place=place)
        else:
            told = about.get(theirs, Attachment("TerritoryAttachment", "", theirs, ()))
            holders = _holders(game, told, playing, names)
            with within(theirs):
                territories[ours] = TerritoryForm(
                    borders=neighbours,
                    value=0 if holders is None else _number(told.get("production", "0")),
                    original=None if holders is None else holders[0],
                    control=None if holders is None else holders[1],
                    victory_city=holders is not None and _city(told),
                    neutral=holders is None,
                    place=place,
                )
    if not zones:
        raise CannotImport("the map has no sea zone", "a scenario needs at least one")
    notes = [
        *_lonely(borders),
        *_bystanders(game, playing, about),
        *_left(game, about, playing),
        *_drawn(game, drawing, spaces),
    ]
    return Atlas(territories, zones, spaces), notes


def _borders(game: GameFile) -> dict[str, set[str]]:
    borders: dict[str, set[str]] = {space: set() for space in game.spaces}
    for a, b in game.connections:
        if a == b:
            raise CannotImport(f"a connection of {a} with itself")
        for end in (a, b):
            if end not in borders:
                raise CannotImport(f"a connection of {a} and {b}: there is no territory {end}")
        if a != b:
            borders[a].add(b)
            borders[b].add(a)
    return borders


def _lakes(game: GameFile, borders: Mapping[str, set[str]]) -> frozenset[str]:
    """Sea zones that no way leads from to any other, and those of all waters but the largest."""
    left = dict.fromkeys(space for space, water in game.spaces.items() if water and borders[space])
    waters: list[list[str]] = []
    while left:
        water = [left.popitem()[0]]
        for zone in water:
            fresh = [other for other in borders[zone] if other in left]
            water += fresh
            for other in fresh:
                del left[other]
        waters.append(water)
    ocean = max(waters, key=len, default=[])
    return frozenset(
        zone for water in waters for zone in water if water is not ocean or len(water) == 1
    )


def _named(game: GameFile, names: NameTable, borders: Mapping[str, set[str]]) -> dict[str, str]:
    """Our names of all spaces that touch any other."""
    spaces: dict[str, str] = {}
    taken: dict[str, str] = {}
    for theirs in game.spaces:
        if not borders[theirs]:
            continue
        ours = names.space(theirs)
        if ours.casefold() in taken:
            raise CannotImport(
                f"{taken[ours.casefold()]} and {theirs} would both be called {ours}",
                "name one of them otherwise in a names file (--names)",
            )
        taken[ours.casefold()] = theirs
        spaces[theirs] = ours
    return spaces


def _border_key(
    game: GameFile, spaces: Mapping[str, str], space: str
) -> tuple[bool, tuple[tuple[int, str], ...]]:
    """Territories come before sea zones."""
    return game.spaces[space], in_order(spaces[space])


def _holders(
    game: GameFile, about: Attachment, playing: Collection[str], names: NameTable
) -> tuple[str | None, str | None] | None:
    """Whose emblem a territory bears and, if that is another's, who controls it; or neutral."""
    owner = game.owners.get(about.to, "")
    if owner not in playing or about.on("isImpassable"):
        return None
    original = about.get("originalOwner", owner)
    emblem = names.power(original) if original in playing else None
    return emblem, None if original == owner else names.power(owner)


def _number(value: str) -> int:
    return int(value) if re.fullmatch("[0-9]{1,2}", value) else 0


def _city(about: Attachment) -> bool:
    return about.get("victoryCity", "0").casefold() not in ("0", "false", "")


def _lonely(borders: Mapping[str, set[str]]) -> Iterator[ImportNote]:
    for space, others in borders.items():
        if not others:
            yield ImportNote(NoteKind.LEFT_OUT, space, "touches no other space")


def _bystanders(
    game: GameFile, playing: Collection[str], about: Mapping[str, Attachment]
) -> Iterator[ImportNote]:
    """Territories that are neutral with us, though not in the file."""
    held: dict[str, list[str]] = {}
    for space, owner in game.owners.items():
        if space not in game.spaces:
            held.setdefault(f"territories of {owner} that are not on the map", []).append(space)
        elif game.spaces[space]:
            held.setdefault(f"sea zones owned by {owner}", []).append(space)
        elif owner not in playing:
            held.setdefault(f"territories of {owner}", []).append(space)
        elif space in about and about[space].on("isImpassable"):
            what = f"is {owner}'s in the file, but nobody may enter it: neutral (BG-7.13)"
            yield ImportNote(NoteKind.CHANGED, space, what)
    for subject, spaces in sorted(held.items()):
        water = game.spaces.get(spaces[0])
        what = {
            True: "nobody owns sea (BG-1.4)",
            False: "are neutral; it is no power of ours",
            None: "there are no such spaces",
        }[water]
        yield ImportNote(
            NoteKind.LEFT_OUT, subject, f"{what}: {_worded(spaces, about, worth=water is False)}"
        )


def _worded(spaces: list[str], about: Mapping[str, Attachment], *, worth: bool) -> str:
    values = {space: about[space].get("production", "0") for space in spaces if space in about}
    return ", ".join(
        f"{space} ({values[space]} IPC)" if worth and values.get(space, "0") != "0" else space
        for space in spaces
    )


def _left(
    game: GameFile, about: Mapping[str, Attachment], playing: Collection[str]
) -> Iterator[ImportNote]:
    """What the file says of spaces beyond what our format can."""
    found: dict[tuple[str, str], list[str]] = {}
    factories = {placed.space for placed in game.placed if _is_factory(game, placed.unit)}
    for space, told in about.items():
        for option in told.options:
            value = option.value
            if option.name not in _READ or (option.name == "production" and _unread(game, told)):
                found.setdefault((option.name, value), []).append(space)
            elif option.name == "unitProduction" and value != told.get("production"):
                found.setdefault(("a complex places", value), []).append(space)
            elif option.name == "originalFactory" and told.on(option.name) != (space in factories):
                found.setdefault(("originalFactory", value), []).append(space)
            elif option.name == "victoryCity" and _city(told) and _number(value) > 1:
                found.setdefault(("victoryCity", value), []).append(space)
            elif option.name == "originalOwner" and value not in playing:
                found.setdefault(("originalOwner", value), []).append(space)
    for (name, value), spaces in sorted(found.items()):
        subject = f"spaces, {name} {value.replace(':', ', ')}"
        yield ImportNote(NoteKind.LEFT_OUT, subject, ", ".join(spaces))


def _unread(game: GameFile, about: Attachment) -> bool:
    """Whether a space's value is none that our format takes."""
    value = about.get("production", "0")
    on_land = game.spaces.get(about.to) is False
    return value != "0" and (not on_land or not re.fullmatch("[0-9]{1,2}", value))


def _is_factory(game: GameFile, unit: str) -> bool:
    return any(a.to == unit and a.on("isFactory") for a in game.attached("UnitAttachment"))


def _drawn(game: GameFile, drawing: Drawing, spaces: Collection[str]) -> Iterator[ImportNote]:
    """Whether the picture's files and the game name the same spaces."""
    if not drawing.named:
        yield ImportNote(NoteKind.NO_MATTER, "places", "there is no picture: no map is drawn")
        return
    if drawing.points:
        what = "from the picture, as if that were the whole globe; no rule reads them"
        yield ImportNote(NoteKind.CHANGED, "places", what)
    missing = [space for space in spaces if space not in drawing.points]
    shapeless = [space for space in spaces if space not in drawing.outlines]
    if missing:
        what = f"{_some(missing)} nowhere in the picture: no map is drawn"
        yield ImportNote(NoteKind.NO_MATTER, "places", what)
    elif shapeless:
        what = f"{_some(shapeless)} without an outline: no map is drawn"
        yield ImportNote(NoteKind.NO_MATTER, "outlines", what)
    for file, named in drawing.named.items():
        strangers = sorted(named - set(game.spaces))
        if strangers:
            what = f"{_some(strangers)} not in the game"
            yield ImportNote(NoteKind.NO_MATTER, file, what)


def _some(spaces: Sequence[str]) -> str:
    """How many spaces there are, and some of their names, as the subject of a sentence."""
    more = ", …" if len(spaces) > _SHOWN else ""
    verb = "is" if len(spaces) == 1 else "are"
    return f"{counted(len(spaces), 'space')} ({', '.join(spaces[:_SHOWN])}{more}) {verb}"


def canals(
    game: GameFile, spaces: Mapping[str, str], table: UnitTable
) -> tuple[list[CanalForm], list[ImportNote]]:
    """Canals and straits (BG-2.4)."""
    ends: dict[tuple[str, str, str], list[str]] = {}
    notes: list[ImportNote] = []
    for about in game.attached("CanalAttachment"):
        key = (about.get(_CANAL[0]), about.get(_CANAL[1]), about.get(_CANAL[2]))
        ends.setdefault(key, []).append(about.to)
        notes += [
            ImportNote(NoteKind.LEFT_OUT, f"canal {key[0]}", f"{option.name} {option.value}")
            for option in about.options
            if option.name not in _CANAL
        ]
    ships = {u: k for u, k in table.kinds.items() if table.rows[k].domain is Domain.SEA}
    forms = []
    for (name, land, excluded), zones in ends.items():
        territories = land.split(":")
        known = all(zone in spaces and game.spaces[zone] for zone in zones) and all(
            space in spaces and not game.spaces[space] for space in territories
        )
        if len(set(zones)) != 2 or len(zones) != 2 or not known:  # noqa: PLR2004 (a canal's ends)
            what = f"joins {', '.join(zones)}, needs {', '.join(territories)}"
            notes.append(ImportNote(NoteKind.LEFT_OUT, f"canal {name}", what))
            continue
        with within(f"canal {name}"):
            forms.append(
                CanalForm(
                    name="".join(c for c in name if c.isprintable())[:40] or "Canal",
                    zones=sorted((spaces[zone] for zone in zones), key=in_order),
                    territories=[spaces[territory] for territory in territories],
                    exempt=[ships[unit] for unit in excluded.split(":") if unit in ships],
                )
            )
    return forms, notes
