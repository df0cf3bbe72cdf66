"""Scenarios as named on a command line: one that comes with the program, or a file."""

__all__ = ["Chosen", "find"]

from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from client.errors import ClientError
from engine.loading import builtin_names, load
from engine.scenario import Scenario
from engine.scenario_form import LIMIT


@dataclass(frozen=True, slots=True)
class Chosen:
    """A scenario that has passed all checks, and the file that it was read from, byte for byte."""

    scenario: Scenario
    source: bytes


def find(name: str) -> Chosen:
    """Read a scenario by its name, or from a file.

    Raises:
        ClientError: there is neither.
        ScenarioError: it cannot be played; every fault is listed with its place.
    """
    if name in builtin_names():
        source = resources.files("engine").joinpath("scenarios", f"{name}.toml").read_bytes()
        return Chosen(load(source, name), source)
    path = Path(name)
    try:
        with path.open("rb") as file:
            source = file.read(LIMIT + 1)
    except FileNotFoundError:
        known = ", ".join(builtin_names())
        raise ClientError(
            f"{name}: no such scenario and no such file", f"scenarios that come along: {known}"
        ) from None
    except OSError as error:
        raise ClientError(f"{name}: cannot be read: {error.strerror}") from error
    return Chosen(load(source, path.name), source)
