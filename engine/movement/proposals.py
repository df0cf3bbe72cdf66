"""Where pieces could go, and which orders might be given: for people and for bots.

Destinations and routes are what a map highlights. A proposed order need not be legal; the decision
that asks for an order judges it.
"""

__all__ = [
    "TRIES",
    "all_may_enter",
    "can_sail",
    "destinations",
    "justified",
    "order_home",
    "proposal",
    "routes",
    "routes_with_passengers",
    "single_orders",
    "take_backs",
]

import itertools
import random
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping

from engine.board import SpaceId
from engine.claims import check
from engine.errors import Illegal
from engine.game import Game
from engine.movement.cargo import cargo_of
from engine.movement.landing import NOTHING_MOVES, outlook, plan_landings
from engine.movement.moves import check_order, move_claims, moving_pieces
from engine.movement.orders import Done, Load, Move, Order, TakeBack, Unload
from engine.movement.steps import can_move
from engine.movement.takeback import (
    can_go_back,
    has_changed,
    is_needed_for_landing,
    pieces_without_purpose,
)
from engine.phases import Phase
from engine.pieces import Figure, Piece, PieceId
from engine.terms import deck_slots, friendly_since_start
from engine.units import Domain, Trait

TRIES = 12
"""How many proposals are drawn before a power is taken to be done."""


def single_orders(game: Game) -> Iterator[Order]:
    """Every order to a single piece; of its moves, one to each space.

    Aircraft come last: what they can do takes longest to find out.
    """
    for flying in (False, True):
        for piece in game.owned(game.active):
            if (game.rules.domain(game, piece) is Domain.AIR) is flying:
                yield from _moves(game, piece)
    for ship in _transports(game):
        yield from _loads(game, ship)
        yield from _unloads(game, ship)
    yield from take_backs(game)


def can_sail(game: Game) -> bool:
    """Whether some ship, by itself, may be ordered to sail to the next zone.

    True only where such an order is legal; not tried with carriers and out of hostile zones, where
    aircraft may count on what stays. For other ships only markers and the zone matter.
    """
    rules, spaces, neighbours = game.rules, game.board.spaces, game.board.adjacent_zones
    return any(
        ship.left
        and spaces[ship.at].sea
        and can_move(game, ship)
        and rules.domain(game, ship) is Domain.SEA
        and not is_needed_for_landing(game, ship)
        and any(all_may_enter(game, (ship,), ship.at, there) for there in neighbours(ship.at))
        for ship in game.owned(game.active)
    )


def take_backs(game: Game, *, needed: bool = True) -> Iterator[TakeBack]:
    """Every order to take back the moves of one piece, and of what goes back with it.

    Unless `needed`, without pieces that aircraft may count on: those take longest to judge.
    """
    for piece in game.owned(game.active):
        if has_changed(game, piece) and (needed or not is_needed_for_landing(game, piece)):
            yield TakeBack(frozenset((piece.id,)))


def proposal(game: Game, draw: random.Random) -> Order | None:
    """An order that a player might think of, or None."""
    match draw.choices(("move", "ship", "back", "done"), (6, 3, 1, 2))[0]:
        case "move":
            return _some_move(game, draw)
        case "ship":
            return _some_transport_order(game, draw)
        case "back":
            return _some_take_back(game, draw)
        case _:
            return Done()


def justified(game: Game, order: Order, secrets: Mapping[PieceId, int] | None) -> bool:
    """Whether these secrets justify a legal order's claims (SS-4.3b); True if they are unknown."""
    if secrets is None or not isinstance(order, Move):
        return True
    try:
        for claim in move_claims(game, order):
            check(claim, secrets)
    except (Illegal, KeyError):
        return False
    return True


def _moves(game: Game, piece: Piece) -> Iterator[Order]:
    if can_move(game, piece):
        for route in routes(game, (piece,)):
            yield Move(frozenset((piece.id,)), route)


def _transports(game: Game) -> list[Figure]:
    return [
        piece
        for piece in game.pieces.values()
        if isinstance(piece, Figure)
        and game.friendly(game.active, piece.owner)
        and game.rules.counts_as(game, piece, Trait.TRANSPORT)
    ]


def _passengers(game: Game, ship: Figure) -> list[Figure]:
    """Own land units that stand next to a transport."""
    return [
        piece
        for territory in game.board.adjacent_land(ship.at)
        for piece in game.pieces.at(territory)
        if isinstance(piece, Figure)
        and piece.owner == game.active
        and piece.left > 0
        and game.rules.domain(game, piece) is Domain.LAND
    ]


def _loads(game: Game, ship: Figure) -> Iterator[Order]:
    for unit in _passengers(game, ship):
        yield Load(ship.id, frozenset((unit.id,)))


def _unloads(game: Game, ship: Figure) -> Iterator[Order]:
    for unit in cargo_of(game, (ship.id,)):
        for territory in game.board.adjacent_land(ship.at):
            yield Unload(frozenset((unit.id,)), territory)


def _some_move(game: Game, draw: random.Random) -> Order | None:
    """A group goes together; in Combat move mostly to where there is something to attack."""
    able = [piece for piece in game.owned(game.active) if can_move(game, piece)]
    if not able:
        return None
    leader = draw.choice(able)
    domain = game.rules.domain(game, leader)
    others = [
        piece
        for piece in able
        if piece.at == leader.at
        and piece is not leader
        and game.rules.domain(game, piece) is domain
    ]
    share = draw.choice((0, 1, 2))
    group = [leader, *(piece for piece in others if draw.randrange(2) < share)]
    ways = list(routes(game, tuple(sorted(group, key=lambda piece: piece.id))))
    if game.rules.may_bring_passengers(game) and draw.randrange(2):
        light = [p for p in able if p.at == leader.at and _is_light(game, p) and p not in group]
        along = draw.sample(light, min(len(light), len(group)))
        longer = list(routes_with_passengers(game, (*group, *along)))
        group, ways = ([*group, *along], longer) if longer else (group, ways)
    if game.current_phase is Phase.COMBAT_MOVE and draw.randrange(8):
        ways = [route for route in ways if _is_target(game, leader, route[-1])]
    if not ways:
        return None
    return Move(frozenset(piece.id for piece in group), draw.choice(ways))


def _is_light(game: Game, piece: Piece) -> bool:
    return game.rules.counts_as(game, piece, Trait.LIGHT)


def _is_target(game: Game, piece: Piece, there: SpaceId) -> bool:
    """Whether a piece might have business in a space in Combat move (BG-7.1)."""
    if game.rules.hostile(game, game.active, there):
        return True
    if not game.board.is_sea(there):
        return False
    return bool(game.enemies_at(game.active, there)) or (
        bool(cargo_of(game, (piece.id,)))
        and any(
            game.rules.hostile(game, game.active, coast)
            for coast in game.board.adjacent_land(there)
        )
    )


def _some_transport_order(game: Game, draw: random.Random) -> Order | None:
    """A transport takes units aboard, or lands what is aboard."""
    ships = _transports(game)
    if not ships:
        return None
    ship = draw.choice(ships)
    cargo = [unit for unit in cargo_of(game, (ship.id,)) if unit.owner == game.active]
    coasts = game.board.adjacent_land(ship.at)
    if cargo and coasts and draw.randrange(3):
        landing = cargo if draw.randrange(4) else cargo[:1]
        return Unload(frozenset(unit.id for unit in landing), draw.choice(coasts))
    waiting = _passengers(game, ship)
    if not waiting:
        return None
    boarding = draw.sample(waiting, min(len(waiting), draw.choice((1, 2))))
    return Load(ship.id, frozenset(unit.id for unit in boarding))


def _some_take_back(game: Game, draw: random.Random) -> Order | None:
    if game.current_phase is Phase.NONCOMBAT_MOVE and draw.randrange(2):
        return order_home(game)
    back = list(pieces_without_purpose(game)) if draw.randrange(4) else []
    back = back or [piece for piece in game.owned(game.active) if can_go_back(game, piece)]
    return TakeBack(frozenset((draw.choice(back).id,))) if back else None


Route = tuple[SpaceId, ...]


def destinations(
    game: Game, ids: Iterable[PieceId], *, paying: bool = True
) -> Mapping[SpaceId, Route]:
    """Where some pieces could go together now in one order, with a shortest legal route to each.

    A route leads through neutral territory that must be paid for only where there is no other, and
    only with `paying` (BG-7.13).

    Raises:
        Illegal: they cannot be ordered to move together at all.
    """
    pieces = frozenset(ids)
    going = moving_pieces(game, pieces)
    found: dict[SpaceId, Route] = {}
    ways = itertools.chain(
        routes(game, going, paying=paying),
        routes_with_passengers(game, going),
        routes_with_passengers(game, going, laden=False),
    )
    for route in ways:
        if route[-1] in found:
            continue
        try:
            check_order(game, Move(pieces, route))
        except Illegal:
            continue
        found[route[-1]] = route
    return found


def routes_with_passengers(
    game: Game, pieces: tuple[Piece, ...], *, laden: bool = True
) -> Iterator[Route]:
    """Routes on which infantry among these pieces might ride with the others (BG-4.2).

    The order that uses such a route is judged by itself. `laden` as in `routes`; a house rule lets
    vehicles go further with it than that (WP-1).
    """
    vehicles = tuple(p for p in pieces if not game.rules.counts_as(game, p, Trait.LIGHT))
    if 0 < len(vehicles) < len(pieces):
        yield from routes(game, vehicles, laden=laden)


def routes(
    game: Game, pieces: tuple[Piece, ...], *, laden: bool = False, paying: bool = True
) -> Iterator[Route]:
    """A shortest route to every space that pieces in one space can reach together.

    Aircraft are not asked whether they can still land; `laden` with infantry, they go no further
    than into the first hostile territory. `paying` as in `destinations`.
    """
    reached = {pieces[0].at}
    for route in _spreading(game, pieces, laden=laden, paying=False):
        reached.add(route[-1])
        yield route
    if paying and any(_for_sale(game, t) for here in reached for t in game.board.neighbours[here]):
        for route in _spreading(game, pieces, laden=laden, paying=True):
            if route[-1] not in reached:
                yield route


def _spreading(
    game: Game, pieces: tuple[Piece, ...], *, laden: bool, paying: bool
) -> Iterator[Route]:
    """Shortest routes, step by step; over territory that must be paid for only if `paying`."""
    start = pieces[0].at
    reached = {start}
    queue: deque[Route] = deque([()])
    steps = 0
    while queue:
        route = queue.popleft()
        if len(route) == steps:
            steps += 1
            if not _may_go(game, pieces, steps):
                return
        here = route[-1] if route else start
        if route and any(_must_stop(game, piece, here, laden=laden) for piece in pieces):
            continue
        for there in game.board.neighbours[here]:
            if (
                there not in reached
                and (paying or not game.board[there].neutral)
                and all_may_enter(game, pieces, here, there)
            ):
                reached.add(there)
                queue.append((*route, there))
                yield (*route, there)


def _for_sale(game: Game, space: SpaceId) -> bool:
    return game.board[space].neutral and game.rules.entry_price(game, space) is not None


def _must_stop(game: Game, piece: Piece, here: SpaceId, *, laden: bool) -> bool:
    if laden and game.rules.domain(game, piece) is Domain.AIR and not game.board.is_sea(here):
        return game.rules.hostile(game, game.active, here)
    return game.rules.stops(game, piece, here)


def order_home(game: Game) -> Move | None:
    """An order of Noncombat move that helps to bring as many aircraft home as can be (BG-9.3).

    None where nothing more can be done for them. Carriers go first. Who has a choice lands as near
    as can be on an own deck, or where no enemy territory is next door.
    """
    best = plan_landings(game, outlook(game))
    final = plan_landings(game, NOTHING_MOVES)
    if final.stranded == best.stranded:
        return None
    places = dict(zip((piece.id for piece in best.flying), best.plan.zones, strict=True))
    landed = dict(zip((piece.id for piece in final.flying), final.plan.zones, strict=True))
    short = {zone for piece, zone in places.items() if landed.get(piece) is None}
    for ship, position in zip(best.ships, best.plan.positions, strict=False):
        if position is not None and position.zone != ship.at and position.zone in places.values():
            return _towards(game, ship, {position.zone})
    for piece in game.owned(game.active):
        if game.rules.domain(game, piece) is not Domain.AIR or piece.left == 0:
            continue
        goal = places.get(piece.id)
        if goal is not None and goal != piece.at:
            return _towards(game, piece, {goal})
        stays = landed.get(piece.id, piece.at)
        if piece.id not in places and (stays is None or stays in short):
            land = _safe_land(game)
            quiet = {t for t in land if not _borders_enemy(game, t)}
            return _towards(game, piece, quiet | _decks(game, piece)) or _towards(game, piece, land)
    return None


def _towards(game: Game, piece: Piece, goals: Collection[SpaceId]) -> Move | None:
    """A legal order to one piece to go to the nearest of some spaces, at no price."""
    for route in routes(game, (piece,), paying=False):
        if route[-1] not in goals:
            continue
        order = Move(frozenset((piece.id,)), route)
        try:
            check_order(game, order)
        except Illegal:
            continue
        return order
    return None


def _safe_land(game: Game) -> frozenset[SpaceId]:
    territories = game.board.territories
    return frozenset(t for t in territories if friendly_since_start(game, game.active, t))


def _borders_enemy(game: Game, territory: SpaceId) -> bool:
    neighbours = game.board.neighbours[territory]
    return any(not game.is_sea(t) and game.rules.hostile(game, game.active, t) for t in neighbours)


def _decks(game: Game, piece: Piece) -> frozenset[SpaceId]:
    """Sea zones with a carrier of the active power on which such a piece may land (BG-7.8)."""
    if not game.rules.counts_as(game, piece, Trait.CARRIER_BORNE):
        return frozenset()
    return frozenset(ship.at for ship in game.owned(game.active) if deck_slots(game, ship))


def _may_go(game: Game, pieces: tuple[Piece, ...], steps: int) -> bool:
    """Whether each of the pieces may make so many steps."""
    try:
        for piece in pieces:
            game.rules.movement_claim(game, piece, steps)
    except Illegal:
        return False
    return True


def all_may_enter(game: Game, pieces: tuple[Piece, ...], here: SpaceId, there: SpaceId) -> bool:
    """Whether all of the pieces may enter one of two spaces that touch from the other."""
    try:
        for piece in pieces:
            game.rules.may_enter(game, piece, here, there)
    except Illegal:
        return False
    return True
