"""A scenario in words: what a person reads before agreeing to play it."""

__all__ = ["DEPOSITED", "goals", "played_by", "proposal", "scenario_text", "unit_table", "winning"]

from collections.abc import Iterable, Iterator, Mapping, Sequence

from client.presentation.board import map_text
from client.presentation.instructions import READ_BY_ALL, instructions_text
from client.presentation.safety import safety_words
from client.presentation.words import kind_name, listed
from engine.errors import counted
from engine.game import Game
from engine.instructions import Instructions
from engine.loading import load
from engine.records import decode
from engine.scenario import (
    Capitals,
    Cities,
    Condition,
    Held,
    Income,
    LastRound,
    NoAlliedUnits,
    NoEnemyWarships,
    Objective,
    Scenario,
    Victory,
)
from engine.setup import new_game
from engine.units import Trait, UnitType
from engine.victory import Standing
from protocol.charter import Charter

WIDTH = 108
"""Columns of a map where no terminal says how many it has."""


DEPOSITED = (
    "Hidden tokens can be turned up while their owner is away, by the player whose turn it is and "
    "all keepers together; if these collude, at any time and unseen"
)
"""What it means that openings are deposited."""


def scenario_text(scenario: Scenario, width: int = WIDTH) -> str:
    """Map (in so many columns), powers, unit table, objectives and what wins."""
    game = new_game(scenario, (), {}, tuple((power,) for power in scenario.powers))
    parts = [
        f"{scenario.title} ({scenario.name}, {played_by(scenario)})",
        map_text(game, {}, width),
        "Turn order\n" + "\n".join(_power(scenario, turn.powers) for turn in scenario.turns),
        unit_table(scenario),
        *_goals(scenario),
    ]
    return "\n\n".join(parts)


def played_by(scenario: Scenario) -> str:
    """By whose rules a scenario is played, and with whose units."""
    edition = f"{scenario.edition} edition"
    return f"rules of the {edition}, own unit table" if scenario.own_units else edition


def goals(game: Game) -> str:
    """What wins a game, which objectives bring income, by which house rules it is played."""
    rules = game.rules
    ruled = _ruled(rules.modules, sorted(rules.options.items()))
    return "\n".join((*_goals(rules.scenario), ruled))


def _goals(scenario: Scenario) -> Iterator[str]:
    if scenario.objectives:
        lines = "\n".join(f"  {_objective(objective)}" for objective in scenario.objectives)
        yield f"National objectives\n{lines}"
    yield "Victory\n" + "\n".join(f"  {winning(rule)}" for rule in scenario.victory)


def _ruled(modules: Sequence[str], options: Iterable[tuple[str, object]]) -> str:
    settings = ", ".join(f"{name}={value}" for name, value in options)
    return f"House rules: {', '.join(modules) or 'none'}; {settings}"


def _power(scenario: Scenario, powers: tuple[str, ...]) -> str:
    return "\n".join(
        f"  {power} ({side}), {ipc} IPC" + (f", capital {capital}" if capital else "")
        for power, side in scenario.sides.items()
        if power in powers
        for ipc, capital in ((scenario.treasury[power], scenario.capitals.get(power)),)
    )


def unit_table(scenario: Scenario) -> str:
    """What each unit costs, how it attacks, defends and moves, and what else its table says.

    Where the table is that of an edition, everybody knows what its kinds can do.
    """
    wide = max(len(kind_name(kind)) for kind in scenario.units)
    return "Units (cost, attack/defence/move)\n" + "\n".join(
        f"  {kind_name(kind):{max(wide, 12)}} {unit.cost:2}  "
        f"{unit.attack}/{unit.defence}/{unit.move}"
        + "".join(f"  {word}" for word in _features(unit, own=scenario.own_units))
        for kind, unit in scenario.units.items()
    )


def _features(unit: UnitType, *, own: bool) -> Iterator[str]:
    """What else a row says."""
    if unit.hits > 1:
        yield "two hits"
    if not own:
        return
    yield from (_ABLE[trait] for trait in Trait if trait in unit.traits and trait in _ABLE)
    if Trait.CARRIER in unit.traits:
        yield f"carries {unit.capacity} aircraft"
    if Trait.TRANSPORT in unit.traits:
        yield f"holds bulk {unit.capacity}"
    if unit.bulk:
        yield f"bulk {unit.bulk}"
    if unit.buyers is not None:
        yield f"for {listed(sorted(unit.buyers))}" if unit.buyers else "not for sale"


_ABLE: Mapping[Trait, str] = {
    Trait.SUBMARINE: "submarine",
    Trait.DESTROYER: "destroyer",
    Trait.CARRIER_BORNE: "lands on carriers",
    Trait.BOMBARDS: "bombards",
    Trait.RAIDS: "raids",
    Trait.BLITZES: "blitzes",
    Trait.SUPPORTS: "supports",
    Trait.SUPPORTED: "is supported",
    Trait.ANTI_AIR: "fires at aircraft",
    Trait.COMPLEX: "produces",
}
"""Traits that a unit table tells of; the others follow from where a unit lives and what it does."""


def _objective(objective: Objective) -> str:
    terms = "; ".join(map(_condition, objective.conditions))
    return f"{objective.power}, {objective.worth} IPC each turn: {objective.name} ({terms})"


def _condition(condition: Condition) -> str:
    match condition:
        case Held(spaces, at_least, alone):
            who = "the power itself" if alone else "its side"
            return f"{who} holds {at_least} of {listed(spaces)}"
        case NoEnemyWarships(zones):
            return f"no enemy surface warship in {listed(zones)}"
        case NoAlliedUnits():
            return "no ally's unit in its territories"


def winning(rule: Victory, sign: str = "(*)") -> str:
    """How a game may be won; the sign marks victory cities where this is read."""
    match rule:
        case Cities(at_least):
            cities = counted(at_least, "victory city")
            return f"a side wins if it holds {cities} {sign} at the end of a round"
        case Capitals(side, at_least):
            return f"{side} win with {counted(at_least, 'enemy capital')} and all of their own"
        case Income(side, at_least):
            return f"{side} win when their territories are worth {at_least} IPC"
        case LastRound(last, points, tie):
            worth = ", ".join(f"{space} {number}" for space, number in points.items())
            return (
                f"after round {last} the side with more points wins ({worth}); in a tie, {tie} win"
            )


def standing_words(standing: Standing) -> str:
    """How a condition of victory stands: ``Victory cities: Allies 3, Axis 4; 5 win``."""
    counts = ", ".join(f"{side} {number}" for side, number in standing.counts.items())
    match standing.condition:
        case Cities():
            return f"Victory cities: {counts}; {standing.wins} win"
        case Capitals():
            return f"Enemy capitals: {counts}; {standing.wins} win, with all of one's own"
        case Income():
            return f"Income of territories: {counts} IPC; {standing.wins} win"
        case LastRound(last):
            return f"Points: {counts}; the most win after round {last}"


def absence_text(days: int) -> str:
    """What the charter says of who lets the game wait."""
    if not days:
        return "However long a player lets the game wait, the others cannot go on without it"
    return (
        f"If a player lets the game wait and is silent for {counted(days, 'day')}, the others can "
        "agree to go on without it"
    )


def _instructed(charter: Charter) -> Iterator[str]:
    for power, data in charter.instructions:
        words = instructions_text(decode(Instructions, data))
        yield f"Instructions of {power}: {words}. {READ_BY_ALL}"


def proposal(charter: Charter, source: bytes, width: int = WIDTH) -> str:
    """A charter that is proposed: what its signers agree to; its map is so many columns wide.

    Raises:
        ScenarioError: the scenario sent along cannot be played.
    """
    scenario = load(source, charter.scenario)
    seats = (
        f"  {i} {seat.name}: {', '.join(seat.powers) or 'keeper'}; key {seat.key.fingerprint}"
        for i, seat in enumerate(charter.seats)
    )
    words = safety_words(charter.game_id)
    return "\n".join(
        (
            scenario_text(scenario, width),
            "",
            _ruled(charter.modules, charter.options),
            f"Secrets: {charter.secrecy}; dice: {charter.dice}; windows: {charter.windows_start}",
            absence_text(charter.absence),
            *((DEPOSITED,) if charter.deposits else ()),
            *_instructed(charter),
            "Seats",
            *seats,
            f"Safety words: {words} (players who read the same words have the same charter)",
        )
    )
