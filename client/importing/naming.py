"""What powers, spaces and units of a TripleA game are called with us.

A map's author says it in a names file (TOML, ``secret-subs scenario import --names``):

    [powers]                     # theirs = ours
    Russians = "USSR"
    [spaces]
    "Bulgaria Romania" = "Bulgaria-Romania"
    [units]
    armour = "tank"

What it leaves out has the name that the tables below give it, else its own, tidied up.
"""

__all__ = ["OWN", "NameTable", "read_names"]

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field

from client.importing.errors import CannotImport

_LIMIT = 1 << 18
_LONGEST = 40

_POWERS: Mapping[str, str] = {
    "Germans": "Germany",
    "Russians": "USSR",
    "Japanese": "Japan",
    "British": "UK",
    "Italians": "Italy",
    "Americans": "USA",
    "Chinese": "China",
    "French": "France",
}
_UNITS: Mapping[str, str] = {
    "armour": "tank",
    "aaGun": "aa_gun",
    "factory": "complex",
    "mech_infantry": "mechanized_infantry",
    "factory_minor": "minor_complex",
    "factory_major": "major_complex",
    "airfield": "air_base",
    "harbour": "naval_base",
}


@dataclass(frozen=True, slots=True)
class NameTable:
    """Our names by theirs."""

    powers: Mapping[str, str] = field(default_factory=dict)
    spaces: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)

    def power(self, theirs: str) -> str:
        """Our name of a power."""
        return self.powers.get(theirs) or _POWERS.get(theirs) or _tidy(theirs)

    def space(self, theirs: str) -> str:
        """Our name of a territory or sea zone; numbered sea zones are called SZ 1, SZ 2."""
        number = re.fullmatch(r"(\d+) Sea Zone", theirs)
        return self.spaces.get(theirs) or (f"SZ {number[1]}" if number else _tidy(theirs))

    def unit(self, theirs: str) -> str:
        """Our name of a kind of unit."""
        named = self.units.get(theirs) or _UNITS.get(theirs)
        return named or re.sub(r"\W+", "_", theirs).strip("_").lower()


OWN = NameTable()
"""The names that hold where nobody says otherwise."""


def read_names(data: bytes, source: str) -> NameTable:
    """Read a names file.

    Raises:
        CannotImport: it is not as described above.
    """
    if len(data) > _LIMIT:
        raise CannotImport(f"{source}: longer than {_LIMIT >> 10} KiB")
    try:
        tables = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise CannotImport(f"{source}: not TOML: {error}") from error
    for name, table in tables.items():
        if name not in ("powers", "spaces", "units"):
            raise CannotImport(f"{source}: {name}: there are [powers], [spaces] and [units]")
        if not isinstance(table, dict) or not all(isinstance(n, str) for n in table.values()):
            raise CannotImport(f'{source}: {name}: write lines like Russians = "USSR"')
    return NameTable(**tables)


def _tidy(name: str) -> str:
    """A name that our format takes: letters, digits, single spaces and ' . ( ) -."""
    plain = re.sub(r"\s+", " ", re.sub(r"[^\w '.()-]|_", " ", name)).lstrip(" '.()-")
    return plain[:_LONGEST].rstrip(" '(-") or "Nameless"
