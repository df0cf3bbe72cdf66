"""Who gets a territory, and what falls with it (BG-8.24 to 8.27)."""

__all__ = ["Plundered", "TerritoryTaken", "capture", "is_captured"]

from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.game import Event, Game
from engine.pieces import Figure, Piece
from engine.units import Domain, Trait
from engine.victory import capital_is_free


@dataclass(frozen=True, slots=True)
class TerritoryTaken(Event):
    """A territory has changed hands: `by` took it from `before`, it belongs to `now` (BG-8.25)."""

    tag: ClassVar[str] = "territory_taken"

    space: SpaceId
    by: Power
    before: Power | None
    now: Power


@dataclass(frozen=True, slots=True)
class Plundered(Event):
    """The conqueror of a capital takes the victim's whole treasury, in IPC (BG-8.27)."""

    tag: ClassVar[str] = "plundered"

    by: Power
    victim: Power
    amount: int


def capture(game: Game, space: SpaceId, power: Power) -> Game:
    """The game after a power has taken a hostile territory, in battle or by a blitz.

    It goes to its original controller if that is an ally whose capital is free, or whose capital
    this is; else to the conqueror (BG-8.25). What cannot fight is captured intact (BG-8.26). A
    capital's treasury is plundered (BG-8.27); freeing one brings back what its allies hold for it.

    Implements: BG-8.26
    """
    before = game.control.get(space)
    now = _holder(game, space, power)
    spoils = [p for p in game.enemies_at(power, space) if is_captured(game, p)]
    game = _handed_over(game, space, now, spoils).update_turn_record(
        captured=game.record.captured | {space}
    )
    game = game.with_events(TerritoryTaken(space, power, before, now))
    if before is not None and _capital(game, before) == space:
        game = _plundered(game, before, power)
    if _capital(game, now) == space:
        game = _restored(game, now)
    return game.rules.territory_taken(game, space, before)


def _capital(game: Game, power: Power) -> SpaceId | None:
    return game.rules.scenario.capitals.get(power)


def _holder(game: Game, space: SpaceId, conqueror: Power) -> Power:
    """The new controller (BG-8.25); a power without a capital always gets its own back.

    ⚖ What was originally of a power that is out of the game (CD-5) the conqueror keeps.

    A power that is bound to a homeland takes an ally's territory only for that ally (BG-7.12).

    Implements: BG-8.25
    """
    original = game.board[space].original
    if original is None or not game.friendly(original, conqueror):
        return conqueror
    if not game.rules.is_playing(game, original):
        return conqueror
    if conqueror in game.rules.scenario.homelands:
        return original
    return (
        original
        if _capital(game, original) == space or capital_is_free(game, original)
        else conqueror
    )


def is_captured(game: Game, piece: Piece) -> bool:
    """Whether a piece goes with its territory: a facility or an AA gun (BG-8.26)."""
    facility = game.rules.domain(game, piece) is Domain.FACILITY
    return facility or game.rules.counts_as(game, piece, Trait.ANTI_AIR)


def _handed_over(game: Game, space: SpaceId, to: Power, goods: list[Piece]) -> Game:
    owned = [piece.replace(owner=to) for piece in goods]
    return game.with_pieces(*owned).replace(control={**game.control, space: to})


def _plundered(game: Game, victim: Power, by: Power) -> Game:
    """The conqueror takes the victim's whole treasury at once; liberators get nothing.

    Implements: BG-8.27, R24
    """
    amount = game.treasury.get(victim, 0)
    if not amount:
        return game
    purse = game.treasury.get(by, 0) + amount
    treasury = {**game.treasury, victim: 0, by: purse}
    return game.replace(treasury=treasury).with_events(Plundered(by, victim, amount))


def _restored(game: Game, power: Power) -> Game:
    """Allies hand over a freed power's own territories, with their facilities (BG-8.25)."""
    for space in game.board.territories:
        holder = game.control.get(space)
        if (
            game.board[space].original != power
            or holder is None
            or holder == power
            or not game.friendly(holder, power)
        ):
            continue
        facilities: list[Piece] = [
            piece
            for piece in game.pieces.at(space)
            if isinstance(piece, Figure)
            and piece.owner == holder
            and game.rules.domain(game, piece) is Domain.FACILITY
        ]
        game = _handed_over(game, space, power, facilities)
        game = game.with_events(TerritoryTaken(space, power, holder, power))
    return game
