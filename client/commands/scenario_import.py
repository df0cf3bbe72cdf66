"""`secret-subs scenario import`: maps that were made for TripleA as scenarios of ours."""

__all__ = ["add"]

import argparse
import re
from pathlib import Path, PurePosixPath

from client.commands.common import Families
from client.console import complain, say
from client.errors import ClientError
from client.importing.conversion import Imported, convert
from client.importing.drawing import Drawing, read_drawing
from client.importing.errors import CannotImport
from client.importing.gamefile import is_game, read_game
from client.importing.naming import OWN, NameTable, read_names
from client.importing.picture import picture
from client.importing.report import NoteKind
from client.importing.source import TEXTS, MapFiles, read_map
from client.maps.form import MAP_SUFFIX, text
from engine.errors import counted
from protocol.printable import printable

_PARTLY = 1
_REFUSED = 2

_DESCRIPTION = """
Read every game of a map made for TripleA, and write each as a scenario file with a drawn map beside
it. A scenario plays with the map's own unit table. The report lists everything that this program
cannot play; a map that would lose too much of its units is refused.

Exit status: 0 imported, 1 imported in part and --strict asked for all of it, 2 not imported.
"""


def add(commands: Families) -> None:
    """Add the command to the family."""
    command = commands.add_parser(
        "import", help="read a map made for TripleA", description=_DESCRIPTION
    )
    command.add_argument("path", type=Path, metavar="PATH", help="the map: its folder or its zip")
    command.add_argument(
        "--game", metavar="NAME", help="import only the game in this file (default: all)"
    )
    command.add_argument(
        "--to",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="output folder (default: the current one)",
    )
    command.add_argument(
        "--names", type=Path, metavar="FILE", help="names for powers, spaces and units"
    )
    command.add_argument(
        "--edition",
        metavar="NAME",
        help="edition whose rules to use (default: the one with the nearest units)",
    )
    command.add_argument("--force", action="store_true", help="overwrite existing files")
    command.add_argument(
        "--strict", action="store_true", help="exit with status 1 if anything is left out"
    )
    command.add_argument("--quiet", action="store_true", help="report only what is left out")
    command.set_defaults(run=_import)


def _import(args: argparse.Namespace) -> int:
    try:
        names = _names(args.names)
        files = read_map(args.path)
        games = _games(files, args.game)
        converted = [_converted(files, game, names, args.edition) for game in games]
    except CannotImport as error:
        complain(error)
        return _REFUSED
    found = [imported for imported, _ in converted]
    if len({imported.scenario.name for imported in found}) < len(found):
        raise ClientError("two games have the same name", "choose one with --game and its path")
    targets = [args.to / f"{imported.scenario.name}.toml" for imported in found]
    for target in (*targets, *(target.with_suffix(MAP_SUFFIX) for target in targets)):
        if target.exists() and not args.force:
            raise ClientError(f"{target} already exists", "use --force to overwrite it")
    for (imported, drawing), target in zip(converted, targets, strict=True):
        target.write_text(imported.file, encoding="utf-8", newline="\n")
        drawn = picture(imported.scenario, drawing, names)
        if drawn is not None:
            beside = target.with_suffix(MAP_SUFFIX)
            beside.write_text(text(drawn), encoding="utf-8", newline="\n")
        say(_in_words(imported, target, quiet=args.quiet))
    whole = all(imported.report.whole for imported in found)
    return _PARTLY if args.strict and not whole else 0


def _names(path: Path | None) -> NameTable:
    if path is None:
        return OWN
    return read_names(path.read_bytes(), str(path))


def _games(files: MapFiles, wanted: str | None) -> list[str]:
    games = [path for path, data in files.games.items() if is_game(data)]
    if not games:
        raise CannotImport(f"{files.name}: no XML file in it is a game")
    if wanted is None:
        return games
    named = [path for path in games if wanted in (path, *_called(path))]
    if len(named) != 1:
        listed = ", ".join(PurePosixPath(path).name for path in games)
        raise CannotImport(
            f"{files.name}: no single game is called {wanted}", f"there are: {listed}"
        )
    return named


def _called(path: str) -> tuple[str, str]:
    return PurePosixPath(path).name, PurePosixPath(path).stem


def _converted(
    files: MapFiles, path: str, names: NameTable, edition: str | None
) -> tuple[Imported, Drawing]:
    stem = PurePosixPath(path).stem.lower()
    texts = {name: text for name in TEXTS if (text := files.text(path, name)) is not None}
    source = f"{files.name}, {PurePosixPath(path).name}"
    drawing = read_drawing(texts, files.name)
    imported = convert(
        read_game(files.games[path], source),
        drawing,
        names,
        called=re.sub(r"[^a-z0-9]+", "-", stem)[:40].strip("-") or "imported",
        source=source,
        by=edition,
    )
    return imported, drawing


def _in_words(imported: Imported, target: Path, *, quiet: bool) -> str:
    scenario = imported.scenario
    units = sum(stack.count for stack in scenario.opening)
    sorts = (NoteKind.LEFT_OUT, NoteKind.DIFFERENT) if quiet else tuple(NoteKind)
    return (
        f"{printable(imported.report.source)}: {scenario.title}\n"
        f"{target}: {counted(len(scenario.board.spaces), 'space')}, {counted(units, 'unit')}, "
        f"{counted(len(scenario.powers), 'power')}, edition {scenario.edition}\n\n"
        f"{imported.report.text(sorts) or 'Nothing is left out.'}\n"
    )
