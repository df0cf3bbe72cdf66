"""Drawn maps of a player's own: judged, so that a table can rely on them, and kept in the home."""

__all__ = ["keep_map"]

import hashlib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from client.errors import ClientError
from client.home import Home
from client.maps.form import LIMIT, MAP_SUFFIX

_Path = Annotated[str, Field(pattern=r"^[MmLlHhVvZz0-9eE .,+-]*$")]
_Length = Annotated[float, Field(gt=0, le=1_000_000)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Space(_Form):
    kind: Literal["territory", "zone"]
    path: _Path
    anchor: tuple[float, float, float]


class _Map(_Form):
    format: Literal[1]
    name: str
    width: _Length
    height: _Length
    wraps: bool
    views: dict[str, tuple[float, float, float, float]] = {}
    connections: list[tuple[str, str]] = []
    scenery: _Path = ""
    shore: list[_Path] = []
    barriers: _Path = ""
    spaces: dict[str, _Space]


def keep_map(home: Home, name: str, data: bytes) -> tuple[Path, frozenset[str]]:
    """Keep a map in a home; where, and the spaces that it shows.

    Args:
        home: whose maps are tried before those that come with the program.
        name: what to call the map where it is refused.
        data: the file (client/maps/README.md).

    Raises:
        ClientError: it is no such map; the first fault is told with its place.
        OSError: the home cannot be written.
    """
    spaces = _spaces(data, name)
    home.maps.mkdir(parents=True, exist_ok=True)
    file = home.maps / f"{hashlib.sha256(data).hexdigest()[:16]}{MAP_SUFFIX}"
    file.write_bytes(data)
    return file, spaces


def _spaces(data: bytes, name: str) -> frozenset[str]:
    if len(data) > LIMIT:
        raise ClientError(f"{name}: longer than {LIMIT >> 20} MiB: this is no drawn map")
    try:
        return frozenset(_Map.model_validate_json(data).spaces)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        what = f"{name}: no drawn map" + (f": {where}" if where else "")
        raise ClientError(what, first["msg"]) from None
