"""From a scenario, house rules and options to the first position of a game."""

__all__ = ["compose", "new_game"]

from collections.abc import Mapping

from engine.board import Power
from engine.errors import IncompatibleModules, Malformed
from engine.game import Game
from engine.options import BASE, settle
from engine.pieces import Figure, PieceId, Pieces
from engine.rules import Rules
from engine.scenario import Scenario
from engine.variants import MODULES


def compose(
    scenario: Scenario,
    modules: tuple[str, ...],
    options: Mapping[str, str],
    seats: tuple[tuple[Power, ...], ...],
) -> Rules:
    """The rules of one game: the base game's answers with those of its house rules before them.

    Args:
        scenario: what is played on.
        modules: ids of the house rules, in any order.
        options: settings that differ from their defaults.
        seats: the powers of each seat.

    Raises:
        IncompatibleModules: a house rule or a setting does not exist, or two exclude each other.
        Malformed: the seats do not share out the scenario's powers.
    """
    known = {module.module: module for module in MODULES}
    for name in modules:
        if name not in known:
            listed = ", ".join(known) or "none"
            raise IncompatibleModules(f"no house rule {name}; there are {listed}")
    chosen = tuple(module for module in MODULES if module.module in modules)
    for module in chosen:
        for other, reason in sorted(module.conflicts.items()):
            if other in modules:
                raise IncompatibleModules(f"{module.module} and {other}: {reason}")
    declared = (*BASE, *(option for module in chosen for option in module.declares))
    settled = settle(declared, options)
    if sorted(power for seat in seats for power in seat) != sorted(scenario.powers) or not all(
        seats
    ):
        listed = ", ".join(scenario.powers)
        raise Malformed("seats", f"each of {listed} in one seat, no seat empty", seats)
    actions = {tag: action for module in chosen for tag, action in module.actions.items()}
    composed: type[Rules] = type(
        "Composed",
        (*chosen, Rules),
        {"actions": actions, "modules": tuple(module.module for module in chosen)},
    )
    return composed(scenario, settled, seats)


def new_game(
    scenario: Scenario,
    modules: tuple[str, ...],
    options: Mapping[str, str],
    seats: tuple[tuple[Power, ...], ...],
) -> Game:
    """The position when the game opens, as printed; house rules set up theirs in `Stage.SET_UP`.

    See `compose` for arguments and errors.
    """
    kinds = [
        (stack.owner, stack.kind, stack.at)
        for stack in scenario.opening
        for _ in range(stack.count)
    ]
    figures = [
        Figure(id=PieceId(number), owner=owner, kind=kind, at=at)
        for number, (owner, kind, at) in enumerate(kinds, start=1)
    ]
    return Game(
        rules=compose(scenario, modules, options, seats),
        pieces=Pieces(figures),
        next_id=len(figures) + 1,
        control=scenario.control,
        treasury=scenario.treasury,
    )
