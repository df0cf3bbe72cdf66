"""Allied aircraft aboard a carrier on its owner's turn: cargo (BG-7.8, R25)."""

__all__ = ["carrier_borne", "disembarked", "embark"]

from engine.board import Power, SpaceId
from engine.game import Game
from engine.pieces import Figure
from engine.units import Domain, Trait


def embark(game: Game, power: Power) -> Game:
    """The game with allies' aircraft aboard a power's carriers, as its turn begins.

    ⚖ In a zone with decks of several powers everybody's aircraft are on their own first; only what
    finds no room there is the guest of others.
    """
    if not any(game.friendly(power, ally) for ally in game.after(power)):
        return game
    decks = [
        piece
        for piece in game.owned(power)
        if isinstance(piece, Figure) and game.rules.deck_slots(game, piece)
    ]
    for zone in sorted({carrier.at for carrier in decks}):
        waiting = _guests(game, power, zone)
        room = _slots(game, power, zone) - len(carrier_borne(game, power, zone))
        del waiting[max(0, room) :]
        for carrier in (piece for piece in decks if piece.at == zone):
            slots = game.rules.deck_slots(game, carrier)
            aboard, waiting = waiting[:slots], waiting[slots:]
            game = game.with_pieces(*(guest.replace(aboard=carrier.id) for guest in aboard))
    return game


def disembarked(game: Game, piece: Figure) -> Figure:
    """An aircraft that is nobody's cargo any more, as a turn ends; other pieces as they are."""
    if piece.aboard is not None and game.rules.domain(game, piece) is Domain.AIR:
        return piece.replace(aboard=None)
    return piece


def _guests(game: Game, power: Power, zone: SpaceId) -> list[Figure]:
    """Allies' aircraft in a zone beyond what their own owners' decks there hold."""
    guests: list[Figure] = []
    for ally in game.after(power):
        if game.friendly(power, ally):
            guests.extend(carrier_borne(game, ally, zone)[_slots(game, ally, zone) :])
    return guests


def carrier_borne(game: Game, power: Power, zone: SpaceId) -> list[Figure]:
    """A power's aircraft in a zone that need a deck there."""
    return [
        piece
        for piece in game.pieces.at(zone)
        if isinstance(piece, Figure)
        and piece.owner == power
        and game.rules.counts_as(game, piece, Trait.CARRIER_BORNE)
    ]


def _slots(game: Game, power: Power, zone: SpaceId) -> int:
    return sum(
        game.rules.deck_slots(game, piece) for piece in game.pieces.at(zone) if piece.owner == power
    )
