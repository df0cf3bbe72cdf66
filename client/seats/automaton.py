"""A bot at a seat, behind the same interface as a person."""

__all__ = ["BOTS", "KNEW", "Automaton", "Led", "bot_named"]

import asyncio
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress

from client.bots.bot import Bot
from client.bots.captain import Captain
from client.bots.fuzz import Fuzz
from client.errors import ClientError
from client.seat.view import PlayerView
from client.seats.consent import objection
from client.seats.onlooker import Onlooker, Screen
from p2p.lobby_protocol import Proposed
from p2p.node import Node
from p2p.player import Position
from p2p.replica import Choice
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
        against = objection(proposed)
        self.screen.show(against or f"agreed to {proposed.charter.scenario}")
        return against is None

    async def decide(self, position: Position) -> Choice:
        """See `Player.decide`."""
        chooser = self._bot if position.declined is None else self._fallback
        known = self.knowledge
        expected = {} if known is None else known.expected(position.game)
        view = PlayerView(position.game, position.decision, position.groups, expected)
        return Choice((Decide(chooser.choose(view)),))


class Led(Automaton):
    """A bot on a lead: it ends when its standard input does, which whoever started it holds open.

    So it never outlives that program, however that program ends.
    """

    async def sit(self, node: Node) -> None:
        """See `Onlooker.sit`."""
        playing = asyncio.ensure_future(super().sit(node))
        loop = asyncio.get_running_loop()
        let_go = asyncio.Event()
        threading.Thread(target=_held, args=(loop, let_go), daemon=True).start()
        waiting = asyncio.ensure_future(let_go.wait())
        await asyncio.wait({playing, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if playing.done():
            return await playing
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        return None


def _held(loop: asyncio.AbstractEventLoop, let_go: asyncio.Event) -> None:
    """Wait for the end of standard input."""
    for _ in sys.stdin:
        pass
    with suppress(RuntimeError):  # the loop has ended before
        loop.call_soon_threadsafe(let_go.set)
