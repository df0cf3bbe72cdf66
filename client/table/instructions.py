"""Instructions between the page and the table (BG-3.4)."""

__all__ = ["give_instructions", "instructions_of"]

from collections.abc import Mapping

from client.errors import RefusedAnswer
from client.presentation.instructions import instructions_text
from client.presentation.words import reason
from client.schema.table import PowerInstructions
from client.table.messages import Instruct
from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.instructions import (
    NO_INSTRUCTIONS,
    GroupLosses,
    Instructions,
    Standing,
    TwoHitShips,
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
        power: _shown(waiting.get(power, game.instructions_of(power)), waits=power in waiting)
        for power in game.rules.scenario.powers
    }


def _shown(left: Instructions, *, waits: bool) -> PowerInstructions:
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
    )


def give_instructions(node: Node, game: Game, asked: Instruct) -> None:
    """Give an own power the instructions that a page asks for.

    Raises:
        RefusedAnswer: they name what the game does not have.
        LocalError: the power is another player's, or too many were given.
    """
    given = Instructions(
        losses=tuple(map(Kind, asked.losses)),
        keep_land_unit=asked.keep_land_unit,
        two_hit_ships=TwoHitShips(asked.two_hit_ships),
        groups=GroupLosses(asked.groups),
        submerge=Standing(asked.submerge),
        zones={SpaceId(zone): Standing(word) for zone, word in sorted(asked.zones.items())},
        intercept=Standing(asked.intercept),
    )
    try:
        node.instruct(Power(asked.power), given)
    except Illegal as error:
        raise RefusedAnswer(error.rule, reason(game, error)) from error
