"""Instructions on their way from the table to the page and back (BG-3.4)."""

import pytest

from client.errors import RefusedAnswer
from client.table.instructions import give_instructions, instructions_of
from client.table.messages import Instruct
from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.instructions import Instructions, Standing
from engine.units import Kind
from p2p.node import Node
from tests.engine.position import position

USA = Power("USA")
GIVEN = Instructions(
    losses=(Kind("tank"),), submerge=Standing.NEVER, zones={SpaceId("SZ 5"): Standing.ASK}
)


class Listening(Node):
    """A node of which only what it is told counts."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.given: list[tuple[Power, Instructions]] = []

    def instruct(self, power: Power, instructions: Instructions) -> None:
        if Kind("zeppelin") in instructions.losses:
            raise Illegal("BG-3.4", "there is no kind of unit {kind}", kind="zeppelin")
        self.given.append((power, instructions))


def test_what_the_page_is_shown_it_sends_back() -> None:
    game = position().with_instructions(USA, GIVEN)
    shown = instructions_of(game, None)
    assert shown["Japan"].words == ""
    assert "tank" in shown["USA"].words
    fields = shown["USA"].model_dump(exclude={"words", "waits"})
    node = Listening(game)
    give_instructions(node, game, Instruct(type="instruct", id=1, power="USA", **fields))
    assert node.given == [(USA, GIVEN)]
    strange = {**fields, "losses": ("zeppelin",)}
    with pytest.raises(RefusedAnswer, match="zeppelin"):
        give_instructions(node, game, Instruct(type="instruct", id=2, power="USA", **strange))
