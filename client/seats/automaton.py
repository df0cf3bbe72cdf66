"""A bot at a seat, behind the same interface as a person."""

__all__ = ["BOTS", "KNEW", "Automaton", "bot_named"]

from collections.abc import Callable, Mapping

from client.bots.bot import Bot, Sight
from client.bots.captain import Captain
from client.bots.fuzz import Fuzz
from client.errors import ClientError
from client.seats.onlooker import Onlooker, Screen
from p2p.member import Choice
from p2p.node import Node
from p2p.player import Position
from p2p.reception import Proposed
from protocol.entry import Decide

BOTS: Mapping[str, Callable[[int], Bot]] = {"captain": Captain, "fuzz": Fuzz}
"""Bots by the names that people give them, each made from a seed."""


def bot_named(name: str, seed: int) -> Bot:
    """A bot.

    Raises:
        ClientError: there is none of that name.
    """
    if name not in BOTS:
        raise ClientError(f"there is no bot {name}", f"bots are {', '.join(sorted(BOTS))}")
    return BOTS[name](seed)


KNEW = "What this seat knew at the end"
"""The line that begins a bot's farewell: all below it is what the seat knew, of secrets too."""


class Automaton(Onlooker):
    """A player who is a program: it agrees to any game, and answers at once."""

    def __init__(self, screen: Screen, bot: Bot, seed: int) -> None:
        """Seat a bot; `seed` is for the answers drawn where its own secrets forbid its first."""
        super().__init__(screen)
        self._bot = bot
        self._fallback = Fuzz(seed)

    async def sit(self, node: Node) -> None:
        """See `Onlooker.sit`; at the end it tells what it knew."""
        await super().sit(node)
        self.screen.show("\n".join((KNEW, *self.known)))

    async def consents(self, proposed: Proposed) -> bool:
        """See `Player.consents`."""
        self.screen.show(f"agreed to {proposed.charter.scenario}")
        return True

    async def decide(self, position: Position) -> Choice:
        """See `Player.decide`."""
        chooser = self._bot if position.declined is None else self._fallback
        sight = Sight(position.game, position.decision, position.groups)
        return Choice((Decide(chooser.choose(sight)),))
