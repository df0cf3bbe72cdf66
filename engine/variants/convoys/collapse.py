"""The collapse of a power that loses all that its convoys can bring (CD-5)."""

__all__ = ["collapse", "evicted", "has_lost_its_limit", "with_closed"]

import dataclasses
import functools
from collections.abc import Mapping

from engine.board import Board, Power, SpaceId
from engine.capture import is_captured
from engine.economy.convoys import convoy_limits
from engine.game import Game
from engine.movement.homeless import land_homeless
from engine.pieces import Figure, Piece
from engine.requests import Step
from engine.units import Domain
from engine.variants.convoys.state import Evicted, PowerCollapsed, convoy_state, update_convoy_state


def has_lost_its_limit(game: Game, power: Power) -> bool:
    """Whether in this income phase a power has lost the full limit of the territory it lives by."""
    territory = convoy_limits(game).collapse.get(power)
    if territory is None or power in convoy_state(game).collapsed:
        return False
    return convoy_state(game).losses.get(territory, 0) >= convoy_limits(game).territories[territory]


def collapse(game: Game, power: Power) -> Step:
    """A power leaves the game at once, and everything of it with it.

    Allies' fighters aboard its carriers land (BG-9.4), other cargo is lost. ⚖ Allies' aircraft in
    land that passes to an enemy land as well: no aircraft stands among enemies between its moves.

    Implements: CD-5
    """
    passed = _passing(game, power)
    closed = tuple(s for s in game.board.territories if _closes(game, power, s))
    game = game.with_pieces(*_handed_over(game, power, passed), *_in_the_air(game, power))
    game = game.rules.remove_power(game, power)
    control = {
        space: passed.get(space, who)
        for space, who in game.control.items()
        if who != power or space in passed
    }
    game = game.replace(
        control=control,
        damage={space: n for space, n in game.damage.items() if space in control},
        treasury={**game.treasury, power: 0},
        waiting={who: kinds for who, kinds in game.waiting.items() if who != power},
        researchers={who: n for who, n in game.researchers.items() if who != power},
    )
    before = convoy_state(game)
    game = update_convoy_state(
        game, collapsed=(*before.collapsed, power), closed=(*before.closed, *closed)
    )
    game = game.with_events(
        PowerCollapsed(power, convoy_limits(game).collapse[power], closed, passed)
    )
    for space in passed:
        game = game.rules.territory_taken(game, space, power)
    allies = tuple(ally for ally in game.after(power) if game.friendly(ally, power))
    return (yield from land_homeless(game, allies))


def _closes(game: Game, power: Power, space: SpaceId) -> bool:
    """A territory that the power holds and that was originally its own, or nobody's."""
    original = game.board[space].original
    return game.control.get(space) == power and original in (power, None)


def _passing(game: Game, power: Power) -> Mapping[SpaceId, Power]:
    """Who gets the other territories that the power holds: their original controllers.

    But if that is an enemy and an ally's land unit stands there, that ally; ⚖ of several the first
    in turn order.
    """
    heirs: dict[SpaceId, Power] = {}
    for space in game.board.territories:
        original = game.board[space].original
        if game.control.get(space) != power or original is None or original == power:
            continue
        present = {
            piece.owner
            for piece in game.friends_at(power, space)
            if game.rules.domain(game, piece) is Domain.LAND
        }
        garrison = [ally for ally in game.after(power) if ally in present]
        hostile = not game.friendly(original, power)
        heirs[space] = garrison[0] if hostile and garrison else original
    return heirs


def _handed_over(game: Game, power: Power, heirs: Mapping[SpaceId, Power]) -> list[Piece]:
    """Complexes and guns go with the territory that they stand in (BG-8.26)."""
    return [
        dataclasses.replace(piece, owner=heir)
        for space, heir in heirs.items()
        for piece in game.pieces.at(space)
        if piece.owner == power and is_captured(game, piece)
    ]


def _in_the_air(game: Game, power: Power) -> list[Piece]:
    """Allies' aircraft that were cargo on the power's carriers, without them."""
    own = {piece.id for piece in game.owned(power)}
    return [
        dataclasses.replace(piece, aboard=None)
        for piece in game.pieces.values()
        if isinstance(piece, Figure)
        and piece.owner != power
        and piece.aboard in own
        and game.rules.domain(game, piece) is Domain.AIR
    ]


def evicted(game: Game, power: Power) -> Game:
    """The game without a power's units that stand in closed territory at the end of their move."""
    closed = convoy_state(game).closed
    staying = tuple(piece.id for piece in game.owned(power) if piece.at in closed)
    if not staying:
        return game
    return game.without_pieces(staying).with_events(Evicted(power, staying))


@functools.lru_cache(maxsize=64)
def with_closed(board: Board, closed: tuple[SpaceId, ...]) -> Board:
    """The board with some territories neutral: closed to all, worth nothing (BG-7.13)."""
    spaces = {
        name: dataclasses.replace(space, neutral=True, value=0, victory_city=False)
        if name in closed
        else space
        for name, space in board.spaces.items()
    }
    return Board(spaces=spaces, neighbours=board.neighbours, canals=board.canals)
