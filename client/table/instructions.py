"""Instructions between the page and the table (BG-3.4)."""

__all__ = ["give_instructions", "instructions_of", "read_given", "shown_instructions"]

from collections.abc import Mapping

from client.errors import RefusedAnswer
from client.presentation.instructions import instructions_text
from client.presentation.words import reason
from client.schema.table import PowerInstructions
from client.table.entering import GivenInstructions
from client.table.messages import Instruct
from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.instructions import (
    NO_INSTRUCTIONS,
    GroupLosses,
    Instructions,
    Landing,
    Standing,
    TwoHitShips,
    WaivedWindows,
)
from engine.records import decode
from engine.units import Kind
from p2p.node import Node
from protocol.table import Table


def instructions_of(game: Game, table: Table | None) -> Mapping[str, PowerInstructions]:
    """The instructions of each power: those that wait for an entry instead of those that hold.

    Args:
        game: that is shown.
        table: with the statements; None where only the game is known.
    """
    waiting = (
        {}
        if table is None
        else {
            Power(one.statement.power): decode(Instructions, one.statement.data)
            for one in table.waiting_instructions()
        }
    )
    return {
        power: shown_instructions(
            waiting.get(power, game.instructions_of(power)), waits=power in waiting
        )
        for power in game.rules.scenario.powers
    }


def shown_instructions(left: Instructions, *, waits: bool = False) -> PowerInstructions:
    """The instructions of one power, with what they say."""
    return PowerInstructions(
        words="" if left == NO_INSTRUCTIONS else instructions_text(left),
        waits=waits,
        losses=tuple(left.losses),
        keep_land_unit=left.keep_land_unit,
        two_hit_ships=left.two_hit_ships.value,
        groups=left.groups.value,
        submerge=left.submerge.value,
        zones={zone: standing.value for zone, standing in left.zones.items()},
        intercept=left.intercept.value,
        patrol=left.patrol.value,
        landing=left.landing.value,
        divide_evenly=left.divide_evenly,
        windows=left.windows.value,
    )


def give_instructions(node: Node, game: Game, asked: Instruct) -> None:
    """Give an own power the instructions that a page asks for.

    Raises:
        RefusedAnswer: they name what the game does not have.
        LocalError: the power is another player's, or too many were given.
    """
    try:
        node.instruct(Power(asked.power), read_given(asked))
    except Illegal as error:
        raise RefusedAnswer(error.rule, reason(game, error)) from error


def read_given(given: GivenInstructions) -> Instructions:
    """The instructions that a page gives, not yet judged."""
    return Instructions(
        losses=tuple(map(Kind, given.losses)),
        keep_land_unit=given.keep_land_unit,
        two_hit_ships=TwoHitShips(given.two_hit_ships),
        groups=GroupLosses(given.groups),
        submerge=Standing(given.submerge),
        zones={SpaceId(zone): Standing(word) for zone, word in sorted(given.zones.items())},
        intercept=Standing(given.intercept),
        patrol=Standing(given.patrol),
        landing=Landing(given.landing),
        divide_evenly=given.divide_evenly,
        windows=WaivedWindows(given.windows),
    )
