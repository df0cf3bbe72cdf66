"""Terms: the words that every chapter uses (BG-1)."""

__all__ = [
    "deck_slots",
    "friendly_since_start",
    "hostile",
    "hostile_territory",
    "is_surface_warship",
    "is_warship",
]

from engine.board import Power, SpaceId
from engine.game import Game
from engine.pieces import Figure, Piece
from engine.units import Trait


def is_surface_warship(game: Game, piece: Piece) -> bool:
    """Battleship, carrier, cruiser or destroyer.

    Implements: BG-1.2
    """
    return game.rules.counts_as(game, piece, Trait.SURFACE_WARSHIP)


def is_warship(game: Game, piece: Piece) -> bool:
    """A surface warship or a submarine (BG-1.2)."""
    return is_surface_warship(game, piece) or game.rules.counts_as(game, piece, Trait.SUBMARINE)


def deck_slots(game: Game, piece: Piece) -> int:
    """How many aircraft a piece can have aboard (BG-7.8)."""
    if not isinstance(piece, Figure) or not game.rules.counts_as(game, piece, Trait.CARRIER):
        return 0
    return game.rules.unit_type(game, piece.owner, piece.kind).capacity


def hostile(game: Game, power: Power, space: SpaceId) -> bool:
    """Whether a space is hostile to a power: BG-1.3 for sea zones, BG-1.4 for territories.

    Implements: BG-1.3
    """
    if not game.is_sea(space):
        return hostile_territory(game, power, space)
    counts_as, sides = game.rules.counts_as, game.rules.scenario.sides
    ours = sides[power]
    for piece in game.pieces.at(space):
        if sides[piece.owner] != ours and counts_as(game, piece, Trait.SURFACE_WARSHIP):
            return True
    return False


def hostile_territory(game: Game, power: Power, territory: SpaceId) -> bool:
    """Whether a territory is enemy-controlled, garrisoned or not.

    Implements: BG-1.4
    """
    controller = game.control.get(territory)
    return controller is not None and not game.friendly(power, controller)


def friendly_since_start(game: Game, power: Power, territory: SpaceId) -> bool:
    """Whether the power's side has controlled a territory since the turn began (BG-2.5, 7.6; R13).

    Nothing takes a territory from its side in that side's own turn, so its start is enough.
    """
    controller = game.record.control_at_start.get(territory)
    return controller is not None and game.friendly(power, controller)
