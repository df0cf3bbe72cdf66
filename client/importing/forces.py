"""The powers of a TripleA game, what they own and what stands on the board (BG-2)."""

__all__ = ["check_opening", "placed", "powers", "sides"]

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from client.importing.board import Atlas, in_order
from client.importing.errors import CannotImport
from client.importing.gamefile import Attachment, GameFile, Placed
from client.importing.limits import within
from client.importing.naming import NameTable
from client.importing.report import ImportNote, NoteKind
from client.importing.units import MONEY, UnitTable
from engine.errors import counted
from engine.scenario_form import PowerForm, RecruitsForm
from engine.units import Domain, Kind, Trait, UnitType

Placings = dict[str, dict[str, dict[str, int]]]
"""Numbers of units by space, owner and kind."""

_SIDES = 2
_HOME = ("movementRestrictionTerritories", "movementRestrictionType")
_BINDING = "Movement By Territory Restricted"
_PER, _CROWDED = "productionPerXTerritories", "placementPerTerritory"
_ANYWHERE = ("placementAnyTerritory", "placementCapturedTerritory")


def sides(game: GameFile, playing: Collection[str]) -> dict[str, str]:
    """The side of each player that is a power.

    Raises:
        CannotImport: they are not of two alliances.
    """
    found = {player: game.alliances.get(player, (player,))[0] for player in playing}
    if len(set(found.values())) != _SIDES:
        listed = ", ".join(dict.fromkeys(found.values())) or "none"
        raise CannotImport(
            f"a game has two sides (BG-1.1), and this one has {len(set(found.values()))}: {listed}"
        )
    return found


def placed(
    game: GameFile, names: NameTable, atlas: Atlas, table: UnitTable, sided: Mapping[str, str]
) -> tuple[Placings, list[ImportNote]]:
    """The opening position, spaces in order of name, and the units that are not in it.

    Raises:
        CannotImport: a unit stands in no space.
    """
    counts: Counter[tuple[str, str, str]] = Counter()
    built: Counter[str] = Counter()
    left: dict[tuple[NoteKind, str], list[str]] = {}
    for stack in game.placed:
        if stack.space not in game.spaces:
            raise CannotImport(f"{stack.unit} in {stack.space}: there is no such territory")
        if stack.unit not in game.units:
            raise CannotImport(f"{stack.unit} in {stack.space}: there is no such unit")
        kind = table.kinds.get(stack.unit)
        holder = game.owners.get(stack.space, stack.owner)
        owner = stack.owner
        fault = _misplaced(stack, holder, atlas, sided)
        if fault or kind is None:
            fault = fault or f"units, {stack.unit}"
            left.setdefault((NoteKind.LEFT_OUT, fault), []).append(_worded(stack))
            continue
        if owner != holder and _goes_with_land(table.rows[kind]):
            owner = holder
            subject = f"units given to {names.power(holder)}, who controls the territory (BG-8.26)"
            left.setdefault((NoteKind.CHANGED, subject), []).append(_worded(stack))
        count = stack.count
        if Trait.COMPLEX in table.rows[kind].traits:
            count = min(1, count, 1 - built[stack.space])
            built[stack.space] += count
            if count < stack.count:
                subject = "complexes beside another (BG-6.2)"
                left.setdefault((NoteKind.LEFT_OUT, subject), []).append(_worded(stack))
        counts[atlas.spaces[stack.space], names.power(owner), kind] += count
    order = list(table.rows)
    placings: Placings = {}
    for space, power, unit in sorted(
        +counts, key=lambda at: (in_order(at[0]), at[1], order.index(Kind(at[2])))
    ):
        placings.setdefault(space, {}).setdefault(power, {})[unit] = counts[space, power, unit]
    notes = [ImportNote(sort, subject, ", ".join(what)) for (sort, subject), what in left.items()]
    return placings, notes


def _goes_with_land(unit: UnitType) -> bool:
    return unit.domain is Domain.FACILITY or Trait.ANTI_AIR in unit.traits


def check_opening(game: GameFile, placings: Placings, sided: Mapping[str, str]) -> None:
    """Judge whether enough of the powers' units is on the board for it to be the game.

    ⚖ At least half of them.

    Raises:
        CannotImport: it is less.
    """
    theirs = sum(stack.count for stack in game.placed if stack.owner in sided)
    stacks = (kinds for owners in placings.values() for kinds in owners.values())
    ours = sum(sum(kinds.values()) for kinds in stacks)
    if 2 * ours < theirs:
        raise CannotImport(
            f"of {counted(theirs, 'unit')} on the board, {theirs - ours} would be left out: "
            "that would be another game"
        )


def _worded(stack: Placed) -> str:
    return f"{stack.count} {stack.unit} of {stack.owner or 'nobody'} in {stack.space}"


def _misplaced(stack: Placed, holder: str, atlas: Atlas, sided: Mapping[str, str]) -> str:
    """Why units cannot open the game where the file has them; empty if they can."""
    if stack.owner not in sided:
        return f"units of {stack.owner or 'nobody'}"
    if stack.space not in atlas.spaces:
        return f"units in {stack.space}"
    space = atlas.territories.get(atlas.spaces[stack.space])
    if space is not None and space.neutral:
        return "units in neutral territories"
    if space is not None and sided.get(holder) != sided[stack.owner]:
        return "units in enemy territories"
    return ""


def powers(
    game: GameFile, names: NameTable, atlas: Atlas, placings: Placings, sided: Mapping[str, str]
) -> tuple[dict[str, PowerForm], list[ImportNote]]:
    """The powers with their sums, and what else the file says of them.

    `sided` is the side of each player that is a power, in turn order.
    """
    forms: dict[str, PowerForm] = {}
    notes = list(_resources(game, sided))
    for player, side in sided.items():
        power = names.power(player)
        home, recruits, about = _homeland(game, player, atlas)
        capital, lost = _capital(game, player, power, atlas)
        notes += [*about, *lost]
        with within(power):
            forms[power] = PowerForm(
                side=side,
                capital=capital,
                home=home,
                recruits=recruits,
                treasury=sum(
                    given.amount
                    for given in game.given
                    if (given.player, given.resource) == (player, MONEY)
                ),
                income=sum(
                    territory.value
                    for territory in atlas.territories.values()
                    if (territory.control or territory.original) == power
                ),
                units=sum(sum(owners.get(power, {}).values()) for owners in placings.values()),
            )
    return forms, notes


def _resources(game: GameFile, playing: Collection[str]) -> Iterator[ImportNote]:
    for given in game.given:
        if given.amount and (given.resource != MONEY or given.player not in playing):
            yield ImportNote(
                NoteKind.LEFT_OUT, f"{given.player}, {given.resource}", f"{given.amount}"
            )


def _capital(
    game: GameFile, player: str, power: str, atlas: Atlas
) -> tuple[str | None, list[ImportNote]]:
    """A power's capital: a territory of its own emblem."""
    found = [
        about.to
        for about in game.attached("TerritoryAttachment")
        if player in about.get("capital").split(":")
    ]
    own = [
        atlas.spaces[space]
        for space in found
        if (territory := atlas.territory(space)) is not None and territory.original == power
    ]
    notes = [
        ImportNote(NoteKind.CHANGED, f"capital of {power}", f"{space} {why}: none (BG-8.25)")
        for space in found
        if (why := _no_capital(game, space, atlas, own))
    ]
    notes += [
        ImportNote(NoteKind.LEFT_OUT, f"capital of {power}", f"{space}: a power has one capital")
        for space in own[1:]
    ]
    return next(iter(own), None), notes


def _no_capital(game: GameFile, space: str, atlas: Atlas, own: Collection[str]) -> str:
    """Why a space cannot be a power's capital, `own` being those that can; empty if it can."""
    if space not in game.spaces:
        return "is no territory of the map"
    if game.spaces[space]:
        return "is a sea zone"
    return "" if atlas.spaces.get(space) in own else "is not its own"


def _homeland(
    game: GameFile, player: str, atlas: Atlas
) -> tuple[list[str], RecruitsForm | None, list[ImportNote]]:
    """Where a power's units must stay, and what rises there (BG-7.12, 10.5).

    Only a power that gets recruits is bound to its home with us.
    """
    home: list[str] = []
    recruits = None
    notes: list[ImportNote] = []
    for about in game.attached("RulesAttachment"):
        if about.to != player or about.get("objectiveValue"):
            continue
        per, crowded = about.get(_PER), about.get(_CROWDED)
        spaces = about.get(_HOME[0]).split(":")
        if (
            re.fullmatch("[1-9]", per)
            and re.fullmatch("[1-9]", crowded)
            and all(space in atlas.spaces for space in spaces)
            and about.get(_HOME[1]) == "allowed"
            and all(about.on(option) for option in _ANYWHERE)
        ):
            home = sorted((atlas.spaces[space] for space in spaces), key=in_order)
            recruits = RecruitsForm(per=int(per), crowded=int(crowded))
            read: Collection[str] = {*_HOME, _PER, _CROWDED, *_ANYWHERE}
        else:
            read = ()
        notes += _unread(game, about, read)
    return home, recruits, notes


def _unread(game: GameFile, about: Attachment, read: Collection[str]) -> Iterator[ImportNote]:
    """What a power's attachment says beyond what our format can."""
    idle = game.properties.get(_BINDING) == "false"
    left = [
        f"{option.name} = {option.count} {option.value}".replace("=  ", "= ").replace(":", ", ")
        for option in about.options
        if option.name not in read and not (idle and option.name in _HOME)
    ]
    if left:
        yield ImportNote(NoteKind.LEFT_OUT, f"{about.to}, {about.name}", "; ".join(left))
    elif idle and not read:
        yield ImportNote(NoteKind.NO_MATTER, f"{about.to}, {about.name}", f"{_BINDING} is off")
