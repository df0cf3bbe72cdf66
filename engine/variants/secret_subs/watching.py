"""What an observer learns of hidden tokens from what happens in a game (SS-5)."""

__all__ = ["watched"]

from collections.abc import Iterable, Mapping

from engine.board import Power
from engine.game import Event
from engine.turn import TurnBegan
from engine.variants.secret_subs.events import (
    GroupsOpened,
    OriginShown,
    ReceiversShown,
    Reorganized,
    SubsJoined,
    SubsPlaced,
    TokensDiscarded,
    TokensRemoved,
    TokensRevealed,
    TokensShuffled,
)
from engine.variants.secret_subs.support import Support


def watched(before: Mapping[Power, Support], events: Iterable[Event]) -> Mapping[Power, Support]:
    """What an observer knows of every power's tokens after some events.

    Args:
        before: what was known.
        events: what happened, in order.
    """
    known = dict(before)
    for event in events:
        match event:
            case TurnBegan():
                known = {power: support.turn_over() for power, support in known.items()}
            case GroupsOpened(power, sizes, tokens, bounds):
                placed = known[power].placed(sorted(tokens), sizes)
                known[power] = placed.counted((), sorted(tokens), sizes, bounds)
            case SubsPlaced(power, added, tokens, charged, _, bounds):
                fresh, standing = sorted(tokens), sorted(charged.keys() - tokens.keys())
                placed = known[power].placed(fresh, added)
                known[power] = placed.counted(fresh, standing, added, bounds)
            case TokensShuffled(power, _, old, new):
                known[power] = known[power].shuffled(old, new)
            case OriginShown(power, token, pieces):
                known[power] = known[power].came_from(token, pieces)
            case Reorganized(power, _, tokens, sizes):
                known[power] = known[power].present(sizes, tokens)
            case ReceiversShown(power, groups, among):
                known[power] = known[power].present(groups, among)
            case SubsJoined(power, _, _, joined, among):
                known[power] = known[power].present(joined, among)
            case TokensRevealed(_, groups):
                for power, support in sorted(known.items()):
                    shown = {t: g for t, g in groups.items() if t in support.tokens}
                    if shown:
                        known[power] = support.shown(shown)
            case TokensRemoved(power, _, groups) | TokensDiscarded(power, _, groups):
                known[power] = known[power].shown(groups).returned(groups)
            case _:
                pass
    return known
