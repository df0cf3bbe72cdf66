"""Orders and declarations: ``move 2 infantry, tank Wake > SZ 4``."""

__all__ = ["back", "declaration", "done", "load", "move", "unload"]

from client.presentation.reading.stacks import ARROW, NOTHING, bare, parts, space, stack_in
from client.presentation.words import NotUnderstood, listed
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.movement.declarations import targets
from engine.movement.orders import Declaration, Done, Load, Move, Order, TakeBack, Unload
from engine.movement.proposals import destinations
from engine.pieces import Figure, Piece, PieceId
from engine.units import Domain, Trait


def move(view: PlayerView, text: str) -> Order:
    """``2 infantry, tank Wake > SZ 4``; every space of the way, or only where it leads."""
    start, *named = ARROW.split(text)
    if not named:
        raise NotUnderstood("where to?", "write > and the space: move tank Wake > SZ Wake")
    pieces, at = stack_in(view, start, lambda piece: not _aboard(piece) and piece.left > 0)
    way = tuple(space(view, name) for name in named)
    return Move(pieces, _route(view, pieces, at, way))


def _route(
    view: PlayerView, pieces: frozenset[PieceId], at: SpaceId, way: tuple[SpaceId, ...]
) -> tuple[SpaceId, ...]:
    """The whole route: as named, or a shortest one where only its end was named."""
    board = view.game.board
    steps = zip((at, *way), way, strict=False)
    if len(way) > 1 or all(board.adjacent(here, there) for here, there in steps):
        return way
    open_to = destinations(view.game, pieces)
    if way[0] not in open_to:
        could = (
            f"they could go to {listed(sorted(open_to), 'or')}" if open_to else "they cannot move"
        )
        raise NotUnderstood(f"there is no way for all of them from {at} to {way[0]}", could)
    return open_to[way[0]]


def load(view: PlayerView, text: str) -> Order:
    """``infantry, tank Hawaii > SZ Hawaii``: units board a transport that has room."""
    start, *named = ARROW.split(text)
    units, at = stack_in(view, start, lambda piece: _is_land(view, piece) and not _aboard(piece))
    zones = [space(view, name) for name in named] or list(view.game.board.adjacent_zones(at))
    orders = [
        Load(ship.id, units)
        for zone in zones
        for ship in view.game.pieces.at(zone)
        if view.game.rules.counts_as(view.game, ship, Trait.TRANSPORT)
        and ship.owner == view.decision.power
    ]
    if not orders:
        raise NotUnderstood(
            f"there is no transport in {listed(zones, 'or')}", "move one there first"
        )
    return next((order for order in orders if view.decision.legal(view.game, order)), orders[0])


def unload(view: PlayerView, text: str) -> Order:
    """``infantry, tank SZ Wake > Wake``: cargo goes ashore, or will in this turn's assault."""
    start, *named = ARROW.split(text)
    if len(named) != 1:
        raise NotUnderstood("where to?", "write > and one territory: unload tank SZ Wake > Wake")
    units, _ = stack_in(view, start, _aboard)
    return Unload(units, space(view, named[0]))


def back(view: PlayerView, text: str) -> Order:
    """``tank SZ Wake``: pieces return to where they stood when the phase began."""
    began = view.game.record.phase_began
    pieces, _ = stack_in(view, bare(text, "back"), lambda piece: began.get(piece.id) != piece)
    return TakeBack(pieces)


def done(_: PlayerView, text: str) -> Order:
    """Nothing more is moved in this phase."""
    if text:
        raise NotUnderstood(f'"{text}" after done', "write done alone")
    return Done()


def declaration(view: PlayerView, text: str) -> Declaration:
    """``SZ Wake; bombard Wake with cruiser; raid Japan with bomber``: what to attack, what fires.

    Enemies in zones that are not named are ignored where they may be. A raid that names no aircraft
    is flown by all that may bomb there.
    """
    attack: frozenset[SpaceId] = frozenset()
    bombard: dict[SpaceId, frozenset[PieceId]] = {}
    raid: dict[SpaceId, frozenset[PieceId]] = {}
    for part in parts(text):
        verb, _, rest = part.partition(" ")
        if verb.casefold() == "bombard":
            place, _, ships = rest.partition(" with ")
            territory = space(view, place)
            bombard[territory] = _gunners(view, territory, ships)
        elif verb.casefold() == "raid":
            place, _, aircraft = rest.partition(" with ")
            territory = space(view, place)
            raid[territory] = _raiders(view, territory, aircraft)
        elif part.casefold() not in NOTHING:
            attack |= {space(view, name) for name in parts(part, ",")}
    return Declaration(attack, dict(sorted(bombard.items())), dict(sorted(raid.items())))


def _raiders(view: PlayerView, territory: SpaceId, aircraft: str) -> frozenset[PieceId]:
    """Own aircraft that may go on a raid, as in ``2 bombers, fighter``; all bombers if unnamed."""
    able = targets(view.game).get(territory, ())
    if not able:
        could = f"there could be one on {listed(sorted(targets(view.game)), 'or')}"
        raise NotUnderstood(
            f"there can be no raid on {territory}",
            could if targets(view.game) else "no bomber of yours is over an enemy complex",
        )
    if not aircraft:
        return frozenset(view.game.rules.raiders(view.game, territory))
    chosen, _ = stack_in(view, f"{aircraft} in {territory}", lambda piece: piece.id in able)
    return chosen


def _gunners(view: PlayerView, territory: SpaceId, ships: str) -> frozenset[PieceId]:
    """Own ships in the zones next to a territory, as in ``battleship, cruiser``."""
    found: set[PieceId] = set()
    for zone in view.game.board.adjacent_zones(territory):
        try:
            chosen, _ = stack_in(view, f"{ships} in {zone}", lambda piece: not _aboard(piece))
        except NotUnderstood:
            continue
        found |= chosen
    if not found:
        raise NotUnderstood(f'no ships "{ships}" next to {territory}', "name ships in one sea zone")
    return frozenset(found)


def _aboard(piece: Piece) -> bool:
    return isinstance(piece, Figure) and piece.aboard is not None


def _is_land(view: PlayerView, piece: Piece) -> bool:
    return view.game.rules.domain(view.game, piece) is Domain.LAND
