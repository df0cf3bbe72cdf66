"""A TripleA game as a scenario of ours, and a report of what that could not say.

Everything in the game's file is either in the scenario or in the report.
"""

__all__ = ["Imported", "convert"]

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from client.importing.board import atlas, canals
from client.importing.convoys import convoys
from client.importing.drawing import Drawing
from client.importing.errors import CannotImport
from client.importing.forces import check_opening, placed, powers, sides
from client.importing.gamefile import Attachment, GameFile
from client.importing.limits import within
from client.importing.naming import NameTable
from client.importing.objectives import objectives
from client.importing.properties import properties
from client.importing.report import ImportNote, ImportReport, NoteKind
from client.importing.turns import players, turns
from client.importing.units import (
    UnitTable,
    check_kept,
    notes,
    own_rows,
    title_mark,
    unit_table,
)
from client.importing.winning import victory
from engine.editions import RULES
from engine.errors import ScenarioError
from engine.loading import charts, edition_names, load
from engine.options import BASE
from engine.scenario import Scenario
from engine.scenario_form import ScenarioForm
from engine.scenario_text import text
from engine.units import HIGHEST

_NO_MATTER: Mapping[str, str] = {
    "game/loader": "starts another program",
    "game/triplea": "is about another program",
    "game/production/repairRule": "damage costs 1 IPC a marker (BG-5.2)",
    "game/production/repairFrontier": "damage costs 1 IPC a marker (BG-5.2)",
    "game/production/playerRepair": "damage costs 1 IPC a marker (BG-5.2)",
}
"""Parts of the file that are not read, and why nothing is lost with them."""

_LINE = re.compile(r"^line \d+, ")
"""A line of a scenario's file, which nobody sees where it is refused."""

_LONGEST_TITLE = 88
"""Characters, of the 120 that a scenario's title may have: a bid is told at its end."""

_CONVERTED = {
    *("TerritoryAttachment", "UnitAttachment", "UnitSupportAttachment", "CanalAttachment"),
    *("RulesAttachment", "TechAttachment"),
}


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import brings.

    Attributes:
        file: the scenario's file, in the canonical form.
        scenario: the same, read and checked.
        report: all that the file could not say.
    """

    file: str
    scenario: Scenario
    report: ImportReport


def convert(
    game: GameFile,
    drawing: Drawing,
    names: NameTable,
    *,
    called: str,
    source: str,
    by: str | None = None,
) -> Imported:
    """Make a scenario of a game.

    Args:
        game: the game.
        drawing: where its map draws each space.
        names: what its powers, spaces and units are called with us.
        called: the scenario's id.
        source: what to call the game's file in messages.
        by: the edition by whose rules to play; by default the one with the nearest units.

    Raises:
        CannotImport: no scenario can be made of it, or none that could be played.
    """
    if by is not None and by not in edition_names():
        raise CannotImport(f"no edition {by}", f"there are {', '.join(edition_names())}")
    try:
        _check_dice(game)
        table = unit_table(game, names, sides(game, players(game)), by)
        check_kept(table)
        form, about = _form(game, drawing, names, called, table)
        file = text(form)
        scenario = load(file.encode(), called)
    except CannotImport as error:
        raise CannotImport(f"{source}: {error.what}", error.advice) from error
    except ScenarioError as error:
        faults = (f"{_LINE.sub('', fault.where)}: {fault.what}" for fault in error.faults)
        raise CannotImport(f"{source}: cannot be played:\n  " + "\n  ".join(faults)) from error
    report = ImportReport(
        source,
        (
            *notes(game, names, table),
            *about,
            *properties(game, names, table.edition, _defaults(table.edition)),
            *_attachments(game),
            *_unread(game),
        ),
    )
    return Imported(file, scenario, report)


def _check_dice(game: GameFile) -> None:
    """Judge whether the numbers of its units are those of our dice.

    Raises:
        CannotImport: they are not.
    """
    if game.dice != str(HIGHEST):
        raise CannotImport(
            f"is played with dice of {game.dice} sides; ours have {HIGHEST} (BG-1.6)",
            "the numbers of its units mean nothing with other dice",
        )


def _form(
    game: GameFile, drawing: Drawing, names: NameTable, called: str, table: UnitTable
) -> tuple[ScenarioForm, list[ImportNote]]:
    """The scenario's form, chapter by chapter, and what its chapters could not say.

    Raises:
        CannotImport: something is larger, or otherwise written, than a form may hold.
    """
    edition_name, sided = table.edition, sides(game, players(game))
    map_, about_map = atlas(game, drawing, names, sided)
    passages, about_passages = canals(game, map_.spaces, table)
    placings, about_units = placed(game, names, map_, table, sided)
    check_opening(game, placings, sided)
    forces, about_powers = powers(game, names, map_, placings, sided)
    rounds, about_turns = turns(game, names, research=charts(edition_name) is not None)
    aims, about_aims = objectives(game, names, sided)
    with within("victory"):
        ends, about_ends = victory(game, forces, map_)
    lanes, about_convoys = convoys(game, map_, table)
    with within("the whole map"):
        form = ScenarioForm(
            format=1,
            name=called,
            title=_title(game, called, table),
            edition=edition_name,
            unit_types=own_rows(table),
            powers=forces,
            turns=rounds,
            territories=dict(map_.territories),
            zones=dict(map_.zones),
            canals=passages,
            units=placings,
            objectives=aims,
            victory=ends,
            convoys=lanes,
        )
    return form, [
        *about_map,
        *about_passages,
        *about_powers,
        *about_units,
        *about_turns,
        *about_aims,
        *about_ends,
        *about_convoys,
        *_relations(game, names, sided),
    ]


def _title(game: GameFile, called: str, table: UnitTable) -> str:
    """The game's title, and what its units lack."""
    title = "".join(c for c in game.title if c.isprintable()) or called
    marked = title_mark(table)
    return title[: _LONGEST_TITLE - len(marked)] + marked


def _defaults(name: str) -> dict[str, str]:
    """The default of every option of a game by an edition."""
    own = RULES[name].declares if name in RULES else ()
    return {option.name: option.default for option in (*BASE, *own)}


def _relations(game: GameFile, names: NameTable, playing: Collection[str]) -> Iterator[ImportNote]:
    """How powers stand to each other: with us the two sides are at war from the beginning."""
    meant = {"War": "war", "Allied": "allied"} | {
        about.to: about.get("archeType") for about in game.attached("RelationshipTypeAttachment")
    }
    found: dict[str, list[str]] = {}
    for a, b, kind in game.relations:
        if a not in playing or b not in playing:
            continue
        allied = game.alliances.get(a) == game.alliances.get(b)
        if meant.get(kind) != ("allied" if allied else "war"):
            found.setdefault(kind, []).append(f"{names.power(a)} and {names.power(b)}")
    for kind, pairs in sorted(found.items()):
        what = f"with us they are at war, or allied, from the beginning: {', '.join(pairs)}"
        yield ImportNote(NoteKind.LEFT_OUT, f"relation {kind}", what)


def _attachments(game: GameFile) -> Iterator[ImportNote]:
    """Classes of rules that no chapter reads, with the names of all their attachments."""
    found: dict[str, list[Attachment]] = {}
    for about in game.attachments:
        if about.rules not in _CONVERTED:
            found.setdefault(about.rules, []).append(about)
    for rules, listed in sorted(found.items()):
        named = ", ".join(f"{about.to} {about.name}" for about in listed)
        yield ImportNote(NoteKind.LEFT_OUT, rules or "attachments of no class", named)
    owned = sorted(
        f"{about.to} {option.name}"
        for about in game.attached("TechAttachment")
        for option in about.options
        if option.value == "true"
    )
    if owned:
        yield ImportNote(NoteKind.LEFT_OUT, "breakthroughs owned at the start", ", ".join(owned))


def _unread(game: GameFile) -> Iterator[ImportNote]:
    """Elements and attributes of the file that nothing reads."""
    for path, count in game.unread.items():
        if path in _NO_MATTER:
            yield ImportNote(NoteKind.NO_MATTER, path, _NO_MATTER[path])
        else:
            yield ImportNote(NoteKind.LEFT_OUT, path, f"{count} times" if count > 1 else "once")
