"""The command ``python -m tools.maps``: draw the maps, report where they differ from the rules."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from client.maps.form import text
from engine.loading import builtin
from tools.maps.boards import BOARDS
from tools.maps.build import Built, build
from tools.maps.errors import CannotDraw
from tools.maps.naturalearth import read_countries, read_lines
from tools.maps.points import read_points

_POINTS = Path(__file__).parent / "points"


def main(arguments: Sequence[str]) -> int:
    """Draw the maps; exit status 0, or 1 where they cannot be drawn."""
    parser = argparse.ArgumentParser(prog="python -m tools.maps", description="draw the maps")
    parser.add_argument("--natural-earth", type=Path, required=True, metavar="DIR")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    names = [board.name for board in BOARDS]
    parser.add_argument("--only", choices=names, help="one of them")
    given = parser.parse_args(arguments)
    try:
        countries = read_countries(given.natural_earth / "countries-10m.json")
        lines = read_lines(given.natural_earth / "ne_10m_admin_1_states_provinces_lines.shp")
        for board in BOARDS:
            if given.only in (None, board.name):
                start = time.monotonic()
                points = read_points(_POINTS / f"{board.name}.csv")
                built = build(board, builtin(board.scenario).board, points, countries, lines)
                file = text(built.map).encode()
                (given.out / f"{board.name}.json").write_bytes(file)
                print(_report(built, len(file), time.monotonic() - start))
    except CannotDraw as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _report(built: Built, size: int, seconds: float) -> str:
    wrong = built.mismatch
    right = len(built.map.connections) - len(wrong.missing)
    size_and_time = f"{size / 1024:.0f} KiB, {seconds:.0f} s"
    drawn = f"{right} of {len(built.map.connections)} connections are drawn"
    return "\n".join(
        [
            f"{built.map.name}: {len(built.map.spaces)} spaces, {size_and_time}; {drawn}",
            *(f"  not drawn: {a} - {b}" for a, b in wrong.missing),
            *(f"  drawn too: {a} - {b}" for a, b in wrong.added),
        ]
    )


sys.exit(main(sys.argv[1:]))
