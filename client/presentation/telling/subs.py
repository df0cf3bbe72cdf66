"""Secret Subs: tokens, groups and trackers."""

__all__ = ["chapter"]

from collections.abc import Mapping

from client.presentation.telling.names import Names
from client.presentation.words import handles, listed, tracker_sizes
from engine.board import SpaceId
from engine.game import Event
from engine.pieces import PieceId
from engine.variants.secret_subs.events import (
    GroupsOpened,
    OriginShown,
    Reorganized,
    SubsJoined,
    SubsPlaced,
    SupplyShuffled,
    TokensDiscarded,
    TokensRemoved,
    TokensRevealed,
    TokensShuffled,
    TokensTurnedDown,
)


def chapter(event: Event, names: Names) -> str | None:  # noqa: ARG001 (as every chapter)
    """A line about tokens and groups."""
    match event:
        case SupplyShuffled(power, tokens):
            return f"{power} shuffles its supply of {tokens} tokens"
        case GroupsOpened(power, sizes, tokens, _):
            return f"{power} opens with {_at(tokens)}; tracker {tracker_sizes(sizes)}"
        case SubsPlaced(power, added, tokens, _, lost, _):
            parts = [
                added
                and "adds " + ", ".join(f"{n} to group {g}" for g, n in sorted(added.items())),
                tokens and f"places {_at(tokens)}",
                lost and f"loses {lost} submarines for want of room",
            ]
            return f"{power} {', '.join(p for p in parts if p) or 'places no submarine'}"
        case TokensShuffled(power, at, old, new):
            return f"{power} shuffles {handles(old)} in {at}: now {handles(new)}"
        case Reorganized(power, at, _, sizes):
            return f"{power} reorganizes in {at}: tracker {tracker_sizes(sizes)}"
        case OriginShown(power, token, pieces):
            return f"{power} shows that #{token} was one of {handles(pieces)}"
        case TokensRemoved(power, at, groups) | TokensDiscarded(power, at, groups):
            return f"{power} takes back decoys in {at}: {_faces(groups)}"
        case TokensRevealed(at, groups):
            return f"  tokens turned up in {at}: {_faces(groups)}"
        case SubsJoined(power, at, sizes, joined, _):
            into = listed(map(str, joined))
            return f"  {power} submerges into group {into} in {at}: tracker {tracker_sizes(sizes)}"
        case TokensTurnedDown(at, turned):
            return f"  {handles(turned)} face down again in {at}"
        case _:
            return None


def _faces(groups: Mapping[PieceId, int]) -> str:
    return ", ".join(f"#{token} is group {group}" for token, group in sorted(groups.items()))


def _at(tokens: Mapping[PieceId, SpaceId]) -> str:
    zones = dict.fromkeys(tokens.values())
    return ", ".join(
        f"{handles(t for t, at in tokens.items() if at == zone)} in {zone}" for zone in zones
    )
