"""What ships carry: land units on transports, allied aircraft on carriers.

Loading, bridging, unloading and assaults (BG-7.9, 7.10, 9.2); an ally's fighters are cargo while
the carrier's owner moves (BG-7.8, R25).

Implements: BG-7.9
"""

__all__ = [
    "cargo_of",
    "carrier_borne",
    "check_load",
    "check_unload",
    "disembarked",
    "embark",
    "fits_aboard",
    "load",
    "unload",
]

from collections.abc import Iterable

from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.movement.orders import Load, Loaded, Unload, Unloaded
from engine.movement.steps import check_home, check_price
from engine.movement.takeback import with_unloading
from engine.phases import Phase
from engine.pieces import Figure, PieceId
from engine.terms import deck_slots
from engine.units import Domain, Trait


def cargo_of(game: Game, carriers: Iterable[PieceId]) -> tuple[Figure, ...]:
    """The units aboard any of these ships, in ascending id."""
    ships = sorted(carriers)
    spaces = dict.fromkeys(game.pieces[ship].at for ship in ships)
    return tuple(
        [
            piece
            for space in spaces
            for piece in game.pieces.at(space)
            if isinstance(piece, Figure) and piece.aboard in ships
        ]
    )


def fits_aboard(game: Game, transport: Figure, cargo: tuple[Figure, ...]) -> bool:
    """Capacity of a transport: as printed, one land unit of any type plus one infantry (BG-7.9)."""
    room = game.rules.unit_type(game, transport.owner, transport.kind).capacity
    bulks = [game.rules.unit_type(game, unit.owner, unit.kind).bulk for unit in cargo]
    return all(bulks) and sum(bulks) <= room


def check_load(game: Game, order: Load) -> None:
    """Judge an order to load.

    Raises:
        Illegal: the ship is not a friendly transport, or cannot load here or now (BG-7.9,
            9.2), a unit cannot board it, or there is no room.
    """
    ship = _transport(game, order.transport)
    if game.rules.hostile(game, game.active, ship.at):
        raise Illegal("BG-7.9", "no unit can board in a hostile sea zone ({space})", space=ship.at)
    if ship.unloaded is not None:
        raise Illegal("BG-7.9", "{piece} has unloaded and is finished for this turn", piece=ship.id)
    _in_time(game, ship)
    if not order.pieces:
        raise Illegal("BG-7.9", "the order names no unit to load")
    boarding = tuple(_boarding(game, piece, ship) for piece in sorted(order.pieces))
    if not game.rules.fits_aboard(game, ship, (*cargo_of(game, (ship.id,)), *boarding)):
        raise Illegal("BG-7.9", "{piece} has no room for all of these", piece=ship.id)


def load(game: Game, order: Load) -> Game:
    """Carry out a legal order to load; boarding ends a land unit's movement."""
    ship = game.pieces[order.transport]
    combat = game.current_phase is Phase.COMBAT_MOVE
    boarded = tuple(sorted(order.pieces))
    changed = [
        _figure(game, piece).replace(
            at=ship.at,
            aboard=ship.id,
            loaded=True,
            left=0,
            moved=combat,
            came_from=None,
        )
        for piece in boarded
    ]
    if combat and ship.owner == game.active:
        ship = ship.replace(moved=True)
    return game.with_pieces(ship, *changed).with_events(Loaded(ship.id, boarded))


def check_unload(game: Game, order: Unload) -> None:
    """Judge an order to unload.

    Raises:
        Illegal: a piece is not the active power's cargo, cannot leave its transport now, or the
            territory is not next to it, or of the wrong kind for the phase (BG-7.1, 7.9, 9.2).

    Implements: R11
    """
    territory = order.territory
    if territory not in game.board.spaces or game.board.is_sea(territory):
        raise Illegal("BG-7.9", "{space} is not a territory", space=territory)
    check_price(game, game.active, (territory,))
    assault = game.current_phase is Phase.COMBAT_MOVE
    if game.rules.hostile(game, game.active, territory) is not assault:
        if assault:
            raise Illegal(
                "BG-7.1", "{space} is not hostile; land there in Noncombat move", space=territory
            )
        raise Illegal(
            "BG-9.2", "{space} is hostile; assaults belong to Combat move", space=territory
        )
    if not order.pieces:
        raise Illegal("BG-7.9", "the order names no unit to unload")
    for piece in sorted(order.pieces):
        _leaving(game, piece, territory, assault=assault)
    kinds = tuple(_figure(game, piece).kind for piece in sorted(order.pieces))
    game.rules.may_stack(game, kinds, territory)


def unload(game: Game, order: Unload) -> Game:
    """Carry out a legal order to unload; it ends the transports' movement."""
    assault = game.current_phase is Phase.COMBAT_MOVE
    landing = [_figure(game, piece) for piece in sorted(order.pieces)]
    ships = {unit.aboard: _figure(game, unit.aboard) for unit in landing if unit.aboard is not None}
    game = with_unloading(game, ships.values(), landing)
    game = game.with_pieces(
        *(
            ship.replace(unloaded=order.territory, left=0, moved=ship.moved or assault)
            for ship in ships.values()
        ),
        *(
            unit.replace(ashore=order.territory, moved=True, left=0)
            if assault
            else unit.replace(at=order.territory, aboard=None, left=0)
            for unit in landing
        ),
    )
    ids = tuple(unit.id for unit in landing)
    game = game.with_events(Unloaded(ids, order.territory, assault))
    return game if assault else game.rules.after_entering(game, ids, order.territory)


def _figure(game: Game, piece: PieceId) -> Figure:
    """The figure with this number.

    Raises:
        Illegal: there is no such figure on the board.
    """
    figure = game.pieces.get(piece)
    if not isinstance(figure, Figure):
        raise Illegal("BG-7.9", "{piece} is not a figure on the board", piece=piece)
    return figure


def _transport(game: Game, piece: PieceId) -> Figure:
    ship = _figure(game, piece)
    if not game.rules.counts_as(game, ship, Trait.TRANSPORT):
        raise Illegal("BG-7.9", "{piece} is not a transport", piece=piece)
    if not game.friendly(game.active, ship.owner):
        raise Illegal("BG-7.9", "{piece} belongs to an enemy", piece=piece)
    return ship


def _in_time(game: Game, ship: Figure) -> None:
    """A transport that moved, loaded or fought in Combat move does nothing after it.

    Implements: BG-9.2
    """
    if game.current_phase is Phase.NONCOMBAT_MOVE and (ship.moved or ship.fought):
        raise Illegal(
            "BG-9.2", "{piece} has already moved, loaded or fought this turn", piece=ship.id
        )


def _boarding(game: Game, piece: PieceId, ship: Figure) -> Figure:
    """The land unit that may board `ship`, else Illegal."""
    unit = _figure(game, piece)
    if unit.owner != game.active:
        raise Illegal(
            "BG-7.9", "{piece} does not belong to {power}", piece=piece, power=game.active
        )
    if game.rules.domain(game, unit) is not Domain.LAND:
        raise Illegal("BG-7.9", "{piece} is not a land unit", piece=piece)
    if unit.aboard is not None:
        raise Illegal("BG-7.9", "{piece} is already aboard a ship", piece=piece)
    if not game.board.adjacent(unit.at, ship.at):
        raise Illegal("BG-7.9", "{space} does not touch {there}", space=unit.at, there=ship.at)
    check_home(game, unit.owner, ship.at)
    if game.rules.hostile(game, game.active, unit.at):
        raise Illegal(
            "BG-7.9", "{space} is hostile; units board in friendly territory", space=unit.at
        )
    game.rules.movement_claim(game, unit, 1)
    return unit


def _leaving(game: Game, piece: PieceId, territory: SpaceId, *, assault: bool) -> None:
    """Judge whether one unit may leave its transport for a territory."""
    unit = _figure(game, piece)
    if unit.owner != game.active:
        raise Illegal(
            "BG-7.9", "{piece} does not belong to {power}", piece=piece, power=game.active
        )
    if unit.aboard is None or game.rules.domain(game, unit) is not Domain.LAND:
        raise Illegal("BG-7.9", "{piece} is not aboard a transport", piece=piece)
    if unit.ashore is not None:
        raise Illegal(
            "BG-7.9", "{piece} is already to land in {space}", piece=piece, space=unit.ashore
        )
    if not game.board.adjacent(unit.at, territory):
        raise Illegal("BG-7.9", "{space} does not touch {there}", space=unit.at, there=territory)
    if assault and game.rules.counts_as(game, unit, Trait.STAYS_IN_COMBAT_MOVE):
        raise Illegal("BG-7.1", "{piece} can move only in Noncombat move", piece=piece)
    ship = _figure(game, unit.aboard)
    if ship.unloaded not in (None, territory) and game.rules.unloads_in_one_territory(game, ship):
        raise Illegal(
            "BG-7.9",
            "{piece} can unload only in {space} this turn",
            piece=ship.id,
            space=ship.unloaded,
        )
    if ship.owner != game.active and unit.loaded:
        raise Illegal(
            "BG-7.9", "{piece} can leave an ally's ship only on a later turn", piece=piece
        )
    _in_time(game, ship)


def embark(game: Game, power: Power) -> Game:
    """The game with allies' aircraft aboard a power's carriers, as its turn begins.

    ⚖ In a zone with decks of several powers, aircraft use their own decks first; only what
    finds no room there uses an ally's.
    """
    if not any(game.friendly(power, ally) for ally in game.after(power)):
        return game
    decks = [
        piece
        for piece in game.owned(power)
        if isinstance(piece, Figure) and deck_slots(game, piece)
    ]
    for zone in sorted({carrier.at for carrier in decks}):
        waiting = _guests(game, power, zone)
        room = _slots(game, power, zone) - len(carrier_borne(game, power, zone))
        del waiting[max(0, room) :]
        for carrier in (piece for piece in decks if piece.at == zone):
            slots = deck_slots(game, carrier)
            aboard, waiting = waiting[:slots], waiting[slots:]
            game = game.with_pieces(*(guest.replace(aboard=carrier.id) for guest in aboard))
    return game


def disembarked(game: Game, piece: Figure) -> Figure:
    """An aircraft that is no longer cargo, since the turn ends; other pieces are unchanged."""
    if piece.aboard is not None and game.rules.domain(game, piece) is Domain.AIR:
        return piece.replace(aboard=None)
    return piece


def _guests(game: Game, power: Power, zone: SpaceId) -> list[Figure]:
    """Allies' aircraft in a zone that their owners' decks there cannot hold."""
    guests: list[Figure] = []
    for ally in game.after(power):
        if game.friendly(power, ally):
            guests.extend(carrier_borne(game, ally, zone)[_slots(game, ally, zone) :])
    return guests


def carrier_borne(game: Game, power: Power, zone: SpaceId) -> list[Figure]:
    """A power's aircraft in a zone that need a deck there.

    Implements: BG-7.8, R25
    """
    return [
        piece
        for piece in game.pieces.at(zone)
        if isinstance(piece, Figure)
        and piece.owner == power
        and game.rules.counts_as(game, piece, Trait.CARRIER_BORNE)
    ]


def _slots(game: Game, power: Power, zone: SpaceId) -> int:
    return sum(deck_slots(game, piece) for piece in game.pieces.at(zone) if piece.owner == power)
