"""Bids that are placed as units: a scenario with more on the board when the game opens (BG-2).

What a bid buys is data of the set-up, so it is in the charter like all of the scenario, every seat
signs it, and the same checks judge it. A bid in IPC is a setting, ``bid_POWER``.
"""

__all__ = ["Bid", "read_bids", "with_bids"]

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from client.errors import ClientError
from client.presentation.words import kind_name
from client.scenarios import ScenarioSource
from engine.board import Power, SpaceId
from engine.loading import load
from engine.scenario import Scenario, Stack
from engine.scenario_form import ScenarioForm
from engine.scenario_text import text
from engine.units import Domain, Kind


@dataclass(frozen=True, slots=True)
class Bid:
    """Units that powers place before the game begins, and what they cost together, in IPC."""

    stacks: tuple[Stack, ...]
    cost: int


def read_bids(scenario: Scenario, written: Iterable[str]) -> Bid:
    """Read ``Germany: infantry Poland, 2 artillery Libya``, a line for each power.

    ⚖ Units join units: a power places them where it has one of its own, as leagues have it, and
    places no complex.

    Raises:
        ClientError: a line is badly written, or its units cannot be placed there.
    """
    stacks = tuple(stack for line in written for stack in _line(scenario, line))
    return Bid(stacks, sum(stack.count * scenario.units[stack.kind].cost for stack in stacks))


def with_bids(chosen: ScenarioSource, bid: Bid) -> ScenarioSource:
    """The scenario with the units of a bid on the board.

    Raises:
        ScenarioError: it cannot be played: land units at sea that no transport takes aboard.
    """
    form = ScenarioForm.model_validate(tomllib.loads(chosen.source.decode()))
    units = {
        at: {who: dict(kinds) for who, kinds in there.items()} for at, there in form.units.items()
    }
    more: Counter[str] = Counter()
    for stack in bid.stacks:
        kinds = units.setdefault(stack.at, {}).setdefault(stack.owner, {})
        kinds[stack.kind] = kinds.get(stack.kind, 0) + stack.count
        more[stack.owner] += stack.count
    powers = {
        name: power.model_copy(update={"units": power.units + more[name]})
        for name, power in form.powers.items()
    }
    title = f"{form.title}, with {bid.cost} IPC of units by bid"
    source = text(
        form.model_copy(update={"title": title, "units": units, "powers": powers})
    ).encode()
    return ScenarioSource(load(source, chosen.scenario.name), source)


def _line(scenario: Scenario, line: str) -> Iterable[Stack]:
    name, colon, listed = (part.strip() for part in line.partition(":"))
    power = _named(name, scenario.powers)
    if not colon or power is None:
        raise ClientError(
            f'"{line}": no power is named', 'write a power first: "Germany: infantry Libya"'
        )
    for item in listed.split(","):
        match = re.fullmatch(r"\s*(?:(\d{1,2})\s+)?(\w+)\s+(.+?)\s*", item)
        kind = _named(match[2], scenario.units) if match else None
        space = _named(match[3], scenario.board.spaces) if match else None
        if match is None or kind is None or space is None:
            raise ClientError(
                f'"{item.strip()}": not a number, a unit and a space of {scenario.name}',
                "write them as in: 2 infantry Libya",
            )
        stack = Stack(SpaceId(space), Power(power), Kind(kind), int(match[1] or 1))
        yield _placed(scenario, stack)


def _placed(scenario: Scenario, stack: Stack) -> Stack:
    if scenario.units[stack.kind].domain is Domain.FACILITY or not stack.count:
        amount = kind_name(stack.kind, stack.count)
        raise ClientError(f"{amount} in {stack.at}", "a bid can only place units")
    if not any((other.at, other.owner) == (stack.at, stack.owner) for other in scenario.opening):
        raise ClientError(
            f"{stack.owner} has no unit in {stack.at} at the start",
            "place the units of a bid where the power has units already",
        )
    return stack


def _named(name: str, among: Iterable[str]) -> str | None:
    """The one of some names that is meant, however its letters are written."""
    return next((known for known in among if known.casefold() == name.casefold()), None)
