"""Scenarios as named on a command line: one that comes with the program, or a file."""

__all__ = ["ScenarioSource", "find", "shortened"]

import tomllib
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from client.errors import ClientError
from engine.loading import builtin_names, load
from engine.scenario import Scenario
from engine.scenario_form import LIMIT, LastRoundForm, ScenarioForm
from engine.scenario_text import text


@dataclass(frozen=True, slots=True)
class ScenarioSource:
    """A scenario that has passed all checks, and the file that it was read from, byte for byte."""

    scenario: Scenario
    source: bytes


def find(name: str) -> ScenarioSource:
    """Read a scenario by its name, or from a file.

    Raises:
        ClientError: there is neither.
        ScenarioError: it cannot be played; every fault is listed with its place.
    """
    if name in builtin_names():
        source = resources.files("engine").joinpath("scenarios", f"{name}.toml").read_bytes()
        return ScenarioSource(load(source, name), source)
    path = Path(name)
    try:
        with path.open("rb") as file:
            source = file.read(LIMIT + 1)
    except FileNotFoundError:
        known = ", ".join(builtin_names())
        raise ClientError(
            f"{name} is neither a scenario nor a file", f"the built-in scenarios are {known}"
        ) from None
    except OSError as error:
        raise ClientError(f"cannot read {name}: {error.strerror}") from error
    return ScenarioSource(load(source, path.name), source)


def shortened(chosen: ScenarioSource, rounds: int) -> ScenarioSource:
    """The same scenario, over after so many rounds at the latest.

    Where it has no last round of its own, the side whose territories are worth more IPC wins then,
    and a draw is the win of the side that moves last.

    Raises:
        ClientError: it cannot end so early.
    """
    if rounds < 1:
        raise ClientError(f"--rounds {rounds}", "a game has at least one round")
    form = ScenarioForm.model_validate(tomllib.loads(chosen.source.decode()))
    rules = [
        rule.model_copy(update={"round": min(rounds, rule.round)})
        if isinstance(rule, LastRoundForm)
        else rule
        for rule in form.victory
    ]
    if rules == form.victory and not any(isinstance(rule, LastRoundForm) for rule in rules):
        worth = {name: land.value for name, land in form.territories.items() if land.value}
        last = chosen.scenario.side(chosen.scenario.powers[-1])
        rules.append(LastRoundForm(kind="last_round", round=rounds, points=worth, tie=last))
    source = text(form.model_copy(update={"victory": rules})).encode()
    return ScenarioSource(load(source, chosen.scenario.name), source)
