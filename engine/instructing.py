"""Instructions as a player sends them (BG-3.4)."""

__all__ = ["read_instructions"]

from collections import Counter

from engine.board import Power
from engine.errors import Illegal
from engine.game import Game
from engine.instructions import Instructions
from engine.records import decode


def read_instructions(game: Game, power: Power, data: object) -> Instructions:
    """Read and judge the instructions of a power.

    Args:
        game: the position.
        power: whose they are.
        data: their plain form, the array of their fields.

    Raises:
        Malformed: they are none.
        Illegal: they name a power, a kind of unit or a sea zone that the game does not have.
    """
    instructions = decode(Instructions, data, "instructions")
    scenario = game.rules.scenario
    if power not in scenario.powers:
        raise Illegal("BG-3.4", "there is no power {power}", power=power)
    for kind, times in Counter(instructions.losses).items():
        if kind not in scenario.units:
            raise Illegal("BG-3.4", "there is no kind of unit {kind}", kind=kind)
        if times > 1:
            raise Illegal("BG-3.4", "{kind} is named twice in the order of losses", kind=kind)
    for zone in instructions.zones:
        if zone not in scenario.board.spaces or not game.is_sea(zone):
            raise Illegal("BG-3.4", "{space} is not a sea zone", space=zone)
    return instructions
