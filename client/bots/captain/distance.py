"""How far land units are from where they are wanted, on foot and by ship."""

__all__ = ["effort"]

import functools
import heapq
from collections.abc import Mapping

from engine.board import Board, SpaceId

_SAILING = 0.5  # turns from one sea zone to the next
_CROSSING = 1.0  # turns lost when units go aboard or ashore
_WAITING = 3.0  # the same for those who have no ships as yet
_KEPT = 256  # goals whose distances are kept


@functools.lru_cache(maxsize=_KEPT)
def effort(board: Board, goal: SpaceId, *, ships: bool) -> Mapping[SpaceId, float]:
    """Turns from every space to a goal for an infantry; `ships`: whether it finds transports."""
    crossing = _CROSSING if ships else _WAITING
    found: dict[SpaceId, float] = {goal: 0.0}
    queue: list[tuple[float, SpaceId]] = [(0.0, goal)]
    while queue:
        turns, here = heapq.heappop(queue)
        if turns > found[here]:
            continue
        for there in board.neighbours[here]:
            if board[there].neutral:
                continue
            match board.is_sea(here), board.is_sea(there):
                case True, True:
                    step = _SAILING
                case False, False:
                    step = 1.0
                case _:
                    step = crossing
            if turns + step < found.get(there, float("inf")):
                found[there] = turns + step
                heapq.heappush(queue, (turns + step, there))
    return found
