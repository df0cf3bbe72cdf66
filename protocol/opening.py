"""From a charter to the game that it founds (SPEC-10.1)."""

from typing import Final

from engine.board import Power
from engine.errors import EngineError
from engine.game import Game
from engine.instructing import read_instructions
from engine.loading import load
from engine.setup import new_game
from protocol.charter import Charter, WindowsStart
from protocol.errors import Code, Refused

__all__ = ["RULES_VERSION", "first_position"]

RULES_VERSION: Final = 2
"""Of the rules of play in this program; two programs of one version play the same game."""


def first_position(charter: Charter, source: bytes) -> Game:
    """The first position, as charter and scenario say: whether this can be played at all.

    Args:
        charter: signed or only proposed.
        source: text of the scenario.

    Raises:
        Refused: `bad_charter`: the scenario cannot be played, or not with these house rules,
            options and seats.
    """
    if charter.rules_version != RULES_VERSION:
        raise _unplayable(
            f"it has rules version {charter.rules_version}, and this program plays {RULES_VERSION}"
        )
    try:
        scenario = load(source, charter.scenario)
        game = new_game(
            scenario,
            charter.modules,
            _options(charter),
            tuple(
                tuple(Power(power) for power in seat.powers)
                for seat in charter.seats
                if seat.powers
            ),
        )
    except EngineError as error:
        raise _unplayable(str(error)) from error
    if game.rules.modules != charter.modules:
        raise _unplayable(f"its house rules must be in the order {', '.join(game.rules.modules)}")
    try:
        for name, data in charter.instructions:
            power = Power(name)
            game = game.with_instructions(power, read_instructions(game, power, data))
    except EngineError as error:
        raise _unplayable(str(error)) from error
    match charter.windows_start:
        case WindowsStart.ASKED:
            return game
        case WindowsStart.WAIVED:
            return game.replace(waived=frozenset(charter.players))


def _options(charter: Charter) -> dict[str, str]:
    options = {}
    for name, value in charter.options:
        if not isinstance(value, str):
            raise _unplayable(f"the value of option {name} must be a text, not {value!r}")
        options[name] = value
    return options


def _unplayable(reason: str) -> Refused:
    return Refused(Code.BAD_CHARTER, "SPEC-10.1", None, f"the charter is refused: {reason}")
