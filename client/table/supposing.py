"""Odds of a battle that a page supposes."""

__all__ = ["supposed"]

import asyncio

from client.presentation.supposed import supposed_odds
from client.schema.supposed import SupposedView
from client.seat.viewer import Viewer
from client.table.answering import Suppose
from engine.board import Power, SpaceId
from engine.game import Game


async def supposed(game: Game, viewer: Viewer, asked: Suppose) -> SupposedView:
    """What may come of it; the node goes on meanwhile, where there are threads.

    Raises:
        ClientError: there can be no such battle.
    """
    return await asyncio.to_thread(
        supposed_odds,
        game,
        viewer,
        SpaceId(asked.space),
        attacker=None if asked.attacker is None else Power(asked.attacker),
        battle=asked.battle,
    )
