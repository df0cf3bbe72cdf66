"""From a scenario, house rules and options to the first position of a game."""

__all__ = ["compose", "declarations", "new_game"]

import dataclasses
from collections.abc import Collection, Mapping

from engine.board import Power
from engine.breakthroughs import breakthroughs
from engine.editions import RULES
from engine.errors import IncompatibleModules, Malformed, ScenarioError, ScenarioFault
from engine.game import Game
from engine.options import BASE, RESEARCH, Option, bid, settle
from engine.phases import Phase
from engine.pieces import Figure, PieceId, Pieces
from engine.rules import Rules
from engine.scenario import Scenario
from engine.units import Domain, Trait
from engine.variants import MODULES
from engine.variants.compatibility import pair_name, refusals


def compose(
    scenario: Scenario,
    modules: tuple[str, ...],
    options: Mapping[str, str],
    seats: tuple[tuple[Power, ...], ...],
) -> Rules:
    """The rules of one game: its house rules' answers, then its edition's, then the base game's.

    Args:
        scenario: what is played on.
        modules: ids of the house rules, in any order.
        options: settings that differ from their defaults.
        seats: the powers of each seat.

    Raises:
        IncompatibleModules: a house rule or a setting does not exist, or two exclude each other.
        Malformed: the seats do not share out the scenario's powers.
    """
    _check_names(modules, options)
    chosen = tuple(module for module in MODULES if module.module in modules)
    refused = refusals(modules, scenario.edition)
    if refused:
        raise IncompatibleModules(*(f"{pair_name(no.pair)}: {no.reason}" for no in refused))
    edition = _edition_rules(scenario)
    declared = declarations(scenario, modules)
    settled = settle(declared, options)
    if sorted(power for seat in seats for power in seat) != sorted(scenario.powers) or not all(
        seats
    ):
        listed = ", ".join(scenario.powers)
        raise Malformed("seats", f"each of {listed} in one seat, no seat empty", seats)
    _check_kinds(scenario, chosen)
    played = _with_settings(scenario, declared, settled)
    played = played.with_units(*(unit for module in chosen for unit in module.units))
    return _composed((*chosen, *edition, *_research_rules(played), Rules), played, settled, seats)


def _composed(
    bases: tuple[type[Rules], ...],
    scenario: Scenario,
    options: Mapping[str, str],
    seats: tuple[tuple[Power, ...], ...],
) -> Rules:
    """One class of some rules, at one game; it is pickled as what it is made of."""
    house = tuple(base for base in bases if base.module)
    composed: type[Rules] = type(
        "Composed",
        bases,
        {
            "actions": {tag: action for base in house for tag, action in base.actions.items()},
            "modules": tuple(base.module for base in house),
            "__reduce__": lambda _: (_composed, (bases, scenario, options, seats)),
        },
    )
    return composed(scenario, options, seats)


def _check_names(modules: tuple[str, ...], options: Mapping[str, str]) -> None:
    """Judge the names alone, and say what was probably meant.

    Raises:
        IncompatibleModules: a house rule does not exist, or a setting is of one not chosen.
    """
    known = [rules.module for rules in MODULES]
    homes = {option.name: rules.module for rules in MODULES for option in rules.declares}
    for name in modules:
        if name in homes:
            raise IncompatibleModules(f"{name} is a setting of {homes[name]}: write {name}=value")
        if name not in known:
            meant = f"; write {name.upper()}" if name.upper() in known else ""
            raise IncompatibleModules(f"no house rule {name}{meant}; there are {', '.join(known)}")
    for name in sorted(options):
        if name in known:
            raise IncompatibleModules(f"{name} is a house rule: write {name} alone to turn it on")
        if name in homes and homes[name] not in modules:
            raise IncompatibleModules(f"{name} is a setting of {homes[name]}: name that too")


def _check_kinds(scenario: Scenario, modules: Collection[type[Rules]]) -> None:
    """Judge what house rules ask of the unit table.

    Raises:
        IncompatibleModules: it lacks a kind that one needs, or has one that a house rule brings.
    """
    faults = [
        f"{module.module}: {module.title} needs the unit {kind}, and the unit table of "
        f"{scenario.name} has none"
        for module in modules
        for kind in module.needs
        if kind not in scenario.units
    ]
    faults += [
        f"{module.module}: {module.title} brings the unit {unit.kind}, and the unit table of "
        f"{scenario.name} has another of that name"
        for module in modules
        for unit in module.units
        if unit.kind in scenario.units
    ]
    if faults:
        raise IncompatibleModules(*faults)


def declarations(scenario: Scenario, modules: Collection[str]) -> tuple[Option[object], ...]:
    """Every option of a game: the base game's, the bids, its house rules', its edition's.

    Args:
        scenario: what is played on.
        modules: ids of the house rules; one that does not exist declares nothing.
    """
    chosen = (module for module in MODULES if module.module in modules)
    return (
        *BASE,
        *_bids(scenario).values(),
        *(option for module in (*chosen, *_edition_rules(scenario)) for option in module.declares),
    )


def _edition_rules(scenario: Scenario) -> tuple[type[Rules], ...]:
    """The rules that differ in the scenario's edition, if any do."""
    return tuple(rules for name, rules in RULES.items() if name == scenario.edition)


def _bids(scenario: Scenario) -> Mapping[Power, Option[int]]:
    """The bids that can be made: for powers that ever buy."""
    buyers = {
        part.power
        for turn in scenario.turns
        for part in turn.phases
        if part.phase is Phase.PURCHASE
    }
    return {power: bid(power) for power in scenario.powers if power in buyers}


def _with_settings(
    scenario: Scenario, declared: tuple[Option[object], ...], settled: Mapping[str, str]
) -> Scenario:
    """The scenario as these settings have it.

    Without the canals that they leave out (BG-2.4), and without research if it is off (BG-4).
    """
    on = {"", *(option.name for option in declared if option.values[settled[option.name]] is True)}
    canals = tuple(canal for canal in scenario.board.canals if canal.option in on)
    turns = scenario.turns
    if RESEARCH.name not in on:
        turns = tuple(turn.without(Phase.RESEARCH) for turn in turns)
    board = dataclasses.replace(scenario.board, canals=canals)
    return dataclasses.replace(scenario, board=board, turns=turns)


def _research_rules(scenario: Scenario) -> tuple[type[Rules], ...]:
    """The rules of what research can bring, if anybody researches."""
    parts = (part for turn in scenario.turns for part in turn.phases)
    if scenario.charts is None or all(part.phase is not Phase.RESEARCH for part in parts):
        return ()
    return breakthroughs(scenario.charts)


def new_game(
    scenario: Scenario,
    modules: tuple[str, ...],
    options: Mapping[str, str],
    seats: tuple[tuple[Power, ...], ...],
) -> Game:
    """The position when the game opens, as printed; house rules set up theirs in `Stage.SET_UP`.

    See `compose` for arguments and errors.

    Raises:
        ScenarioError: opening cargo finds no transport.
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
    rules = compose(scenario, modules, options, seats)
    bids = {power: rules.option(option) for power, option in _bids(scenario).items()}
    return _with_cargo_aboard(
        Game(
            rules=rules,
            pieces=Pieces(figures),
            next_id=len(figures) + 1,
            control=scenario.control,
            treasury={power: ipc + bids.get(power, 0) for power, ipc in scenario.treasury.items()},
        )
    )


def _with_cargo_aboard(game: Game) -> Game:
    """The game with land units that open it at sea aboard their own power's transports (BG-7.9).

    The bulkiest board first, each the first ship that has room for it.

    Raises:
        ScenarioError: there is no room for one of them.
    """
    for zone in game.board.zones:
        cargo = [
            piece
            for piece in game.pieces.at(zone)
            if isinstance(piece, Figure) and game.rules.domain(game, piece) is Domain.LAND
        ]
        units = game.rules.scenario.units
        for unit in sorted(cargo, key=lambda unit: -units[unit.kind].bulk):
            ship = _transport_for(game, unit)
            if ship is None:
                full = ScenarioFault(
                    f"units.{zone}.{unit.owner}", f"no transport for {unit.kind} (BG-7.9)"
                )
                raise ScenarioError(game.rules.scenario.name, (full,))
            game = game.with_pieces(unit.replace(aboard=ship))
    return game


def _transport_for(game: Game, unit: Figure) -> PieceId | None:
    """The first of a power's transports that has room for a unit in its sea zone."""
    here = [p for p in game.pieces.at(unit.at) if isinstance(p, Figure) and p.owner == unit.owner]
    for ship in here:
        cargo = tuple(piece for piece in here if piece.aboard == ship.id)
        if game.rules.counts_as(game, ship, Trait.TRANSPORT) and (
            game.rules.fits_aboard(game, ship, (*cargo, unit))
        ):
            return ship.id
    return None
