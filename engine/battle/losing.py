"""In which order a power's instructions take losses (BG-3.4)."""

__all__ = ["order_of_losses"]

from collections.abc import Iterator, Mapping
from enum import IntEnum

from engine.battle.fire import hit_points
from engine.battle.sides import current_battle
from engine.battles import BattleKind, Role
from engine.game import Game
from engine.instructions import GroupLosses, Instructions, TwoHitShips
from engine.pieces import Figure, Piece, PieceId
from engine.units import Domain, Kind

_TAKING = (BattleKind.LAND, BattleKind.ASSAULT)
"""The battles by which an attacker can take a territory (BG-8.24)."""


class _When(IntEnum):
    """The parts in which losses follow each other."""

    ABSORBED = 0
    IN_ORDER = 1
    LAST_LAND_UNIT = 2
    LAST = 3


_Place = tuple[_When, tuple[int, int, Kind], int, PieceId, int]
"""Part, kind, size of the group, piece, and which of its hits: as hits are taken, so they sort."""


def order_of_losses(
    game: Game, role: Role, left: Mapping[PieceId, int], instructions: Instructions
) -> tuple[PieceId, ...]:
    """Pieces of a side in the order in which they take hits, each named once for each hit.

    Args:
        game: with the battle.
        role: the side that is hit.
        left: how many hits each piece can still take.
        instructions: of the power that chooses.
    """
    places = sorted(
        place
        for piece in game.pieces.named(left)
        for place in _places(game, piece, left[piece.id], instructions)
    )
    battle = current_battle(game)
    if instructions.keep_land_unit and role is Role.ATTACKER and battle.kind in _TAKING:
        places = _with_land_unit_kept(game, places)
    return tuple(piece for *_, piece, _ in places)


def _places(game: Game, piece: Piece, hits: int, instructions: Instructions) -> Iterator[_Place]:
    kind = next(iter(game.rules.units_of(game, piece)))
    rank = _rank(game, piece, kind, instructions.losses)
    for hit in range(hits):
        if not isinstance(piece, Figure):
            smallest = instructions.groups is GroupLosses.SMALLEST
            size = hit_points(game, piece) * (1 if smallest else -1)
            yield _When.IN_ORDER, rank, size, piece.id, hit
        elif hits == 1:
            yield _When.IN_ORDER, rank, 0, piece.id, hit
        else:
            yield _of_two_hits(instructions.two_hit_ships, hit), rank, hit, piece.id, hit


def _of_two_hits(ships: TwoHitShips, hit: int) -> _When:
    match ships:
        case TwoHitShips.LAST:
            return _When.LAST
        case TwoHitShips.FIRST:
            return _When.IN_ORDER if hit else _When.ABSORBED


def _rank(game: Game, piece: Piece, kind: Kind, order: tuple[Kind, ...]) -> tuple[int, int, Kind]:
    if kind in order:
        return order.index(kind), 0, kind
    return len(order), game.rules.unit_type(game, piece.owner, kind).cost, kind


def _with_land_unit_kept(game: Game, places: list[_Place]) -> list[_Place]:
    """The same, but what would be lost last of the land units is lost after all aircraft."""
    land = [
        place for place in places if game.rules.domain(game, game.pieces[place[3]]) is Domain.LAND
    ]
    if not land:
        return places
    last = land[-1]
    others = (place for place in places if place is not last)
    return sorted([(_When.LAST_LAND_UNIT, *last[1:]), *others])
