"""The landing guarantee: every aircraft must have some possible landing (BG-7.6, 7.8, 9.3, R19).

An aircraft lands in a territory friendly since the turn began, or on a free deck: of a carrier that
stays, that may yet sail, or that is bought and will be mobilized. Land holds any number, decks are
shared; so the question is how many aircraft of the active power can land at once.

Implements: BG-7.6, R19
"""

__all__ = [
    "NOTHING_MOVES",
    "LandingPlan",
    "Outlook",
    "awaited_carriers",
    "check_landing",
    "land_in_reach",
    "outlook",
    "plan_landings",
]

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.board import SpaceId
from engine.errors import Illegal
from engine.frozen import cached
from engine.game import Game
from engine.movement.decks import Carrier, CarrierPosition, DeckPlan, deck_plan
from engine.movement.steps import flight_distances
from engine.phases import Stage
from engine.pieces import Figure, Piece, PieceId
from engine.terms import deck_slots
from engine.units import Domain, Kind, Trait


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is assumed about where carriers can still sail.

    Attributes:
        orders: whether Combat move still takes orders: a carrier may then sail now, and fight.
        battles: sea zones where the active power will fight. Its battles are assumed won, so these
            zones are open to carriers in Noncombat move; carriers that fight there stay.
        still: whether nothing can move any longer.
    """

    orders: bool = False
    battles: frozenset[SpaceId] = frozenset()
    still: bool = False


NOTHING_MOVES = Outlook(still=True)


@dataclass(frozen=True, slots=True)
class LandingPlan:
    """Who needs a deck, and where as many of them as possible find one.

    Attributes:
        flying: aircraft with no safe land in reach, ascending.
        ships: own carriers that have a choice of zones, ascending.
        plan: places for `flying`; positions for `ships`, then for carriers still to be mobilized.
    """

    flying: tuple[Figure, ...]
    ships: tuple[Figure, ...]
    plan: DeckPlan

    @property
    def stranded(self) -> int:
        """How many aircraft cannot land, whatever is done."""
        return len(self.flying) - self.plan.landed


def outlook(game: Game) -> Outlook:
    """The outlook while orders of a phase are given.

    In Combat move every hostile sea zone with an own unit that can fight counts as a battle: any
    possibility suffices (R19).
    """
    if game.stage is Stage.COMBAT_MOVE:
        return Outlook(orders=True, battles=_contested(game))
    return Outlook()


def _contested(game: Game) -> frozenset[SpaceId]:
    """Hostile sea zones in which the active power has a unit able to fight."""
    power = game.active
    present = {piece.at for piece in game.owned(power) if _fights(game, piece)}
    return frozenset(
        zone
        for zone in game.board.zones
        if zone in present and game.rules.hostile(game, power, zone)
    )


def check_landing(before: Game, after: Game, rule: str) -> None:
    """Judge what an order does to aircraft that must land.

    ⚖ It may not reduce the number that can land. Where all can, as the rules ensure, that is
    the guarantee itself; where some are already lost, the others remain free to move.

    Raises:
        Illegal: fewer aircraft could land after the order.
    """
    lost = _stranded(after)
    if lost and lost > _stranded(before):
        raise Illegal(rule, "an aircraft would have no place left to land")


def _stranded(game: Game) -> int:
    """How many aircraft could not land if the phase ended now."""
    return plan_landings(game, outlook(game)).stranded


def land_in_reach(game: Game, start: SpaceId, left: int) -> bool:
    """Whether an aircraft with this many points left can reach a safe territory (BG-7.6)."""
    home = _safe_land(game)
    for space, steps in flight_distances(game, game.active, start).items():  # nearest first
        if steps > left:
            return False
        if space in home:
            return True
    return False


def plan_landings(game: Game, view: Outlook) -> LandingPlan:
    """Find landings for as many aircraft of the active power as possible."""
    flying = _aircraft_to_land(game)
    if not view.still:
        flying = tuple(p for p in flying if not land_in_reach(game, p.at, p.left))
    if not flying:
        return LandingPlan((), (), DeckPlan(0, (), ()))
    fleet = _survey(game, view)
    if not view.still:
        # Whoever may sail may also stay, so what suffices without sailing suffices.
        staying = fleet.allied + _by_zone(fleet.decks)
        plan = deck_plan(_reaches(game, flying, staying, still=False), staying, (), {})
        if plan.landed == len(flying):
            return LandingPlan(flying, (), plan)
    ships = [deck for deck in fleet.decks if _can_sail(view, deck[0])]
    fixed = fleet.allied + _by_zone(deck for deck in fleet.decks if deck not in ships)
    carriers = [Carrier(slots, _positions(game, view, ship)) for ship, slots in ships]
    carriers += [carrier for _, carrier in _bought_carriers(game, view)]
    positions = [position for carrier in carriers for position in carrier.positions]
    zones = {position.zone for position in positions}.union(fixed)
    yards = sorted({position.yard for position in positions if position.yard is not None})
    limits = {yard: game.rules.capacity(game, yard) for yard in yards}
    plan = deck_plan(
        _reaches(game, flying, zones, still=view.still),
        fixed,
        carriers,
        {yard: len(carriers) if most is None else most for yard, most in limits.items()},
    )
    return LandingPlan(flying, tuple(ship for ship, _ in ships), plan)


@cached
def awaited_carriers(game: Game) -> tuple[tuple[Kind, CarrierPosition], ...]:
    """New carriers that aircraft at sea are waiting for, each with a position that serves them.

    The aircraft must be in its zone already (BG-9.3, R20).

    Implements: R20
    """
    if not any(_bought_carriers(game, NOTHING_MOVES)):
        return ()
    fleet = _survey(game, NOTHING_MOVES)
    short = Counter(p.at for p in _aircraft_to_land(game)) - (fleet.allied + _by_zone(fleet.decks))
    if not short:
        return ()
    found: list[tuple[Kind, CarrierPosition]] = []
    positions = plan_landings(game, NOTHING_MOVES).plan.positions
    for (kind, carrier), position in zip(
        _bought_carriers(game, NOTHING_MOVES), positions, strict=True
    ):
        if position is not None and short[position.zone] > 0:
            short[position.zone] -= carrier.slots
            found.append((kind, position))
    return tuple(found)


def _fights(game: Game, piece: Piece) -> bool:
    if not isinstance(piece, Figure):
        return True
    unit = game.rules.unit_type(game, piece.owner, piece.kind)
    return unit.attack > 0 and piece.aboard is None


@dataclass(frozen=True, slots=True)
class _Fleet:
    """What landings depend on.

    Attributes:
        decks: the active power's carriers and their free slots; guests that are cargo keep theirs
            (BG-7.8).
        allied: slots on allies' carriers that no ally's aircraft takes up, by zone that is open
            after the battles in view.
    """

    decks: tuple[tuple[Figure, int], ...]
    allied: Counter[SpaceId]


def _aircraft_to_land(game: Game) -> tuple[Figure, ...]:
    """Aircraft of the active power that need a landing and are not on safe land."""
    rules, home = game.rules, _safe_land(game)
    return tuple(
        piece
        for piece in game.owned(game.active)
        if piece.at not in home
        and isinstance(piece, Figure)
        and piece.aboard is None
        and rules.domain(game, piece) is Domain.AIR
        and rules.needs_landing(game, piece)
    )


@cached
def _safe_land(game: Game) -> frozenset[SpaceId]:
    """Safe land: what the active power's side has held since the turn began (BG-7.6)."""
    sides = game.rules.scenario.sides
    ours = sides[game.active]
    held = game.record.control_at_start.items()
    return frozenset([space for space, who in held if sides[who] == ours])


def _survey(game: Game, view: Outlook) -> _Fleet:
    power, rules = game.active, game.rules
    friends = {ally for ally in rules.scenario.powers if game.friendly(power, ally)}
    carriers: list[tuple[Figure, int]] = []
    guests: Counter[PieceId] = Counter()
    allied: Counter[SpaceId] = Counter()
    for piece in game.pieces.outside(_safe_land(game)):
        if piece.owner not in friends or not isinstance(piece, Figure):
            continue
        if piece.aboard is not None:
            guests[piece.aboard] += 1
        elif rules.domain(game, piece) is Domain.AIR:
            if piece.owner != power:
                allied[piece.at] -= rules.counts_as(game, piece, Trait.CARRIER_BORNE)
        elif slots := deck_slots(game, piece):
            if piece.owner == power:
                carriers.append((piece, slots))
            else:
                allied[piece.at] += slots
    decks = ((ship, slots - guests[ship.id]) for ship, slots in carriers)
    return _Fleet(
        tuple((ship, free) for ship, free in decks if free > 0),
        Counter(
            {zone: free for zone, free in allied.items() if free > 0 and _open(game, view, zone)}
        ),
    )


def _open(game: Game, view: Outlook, zone: SpaceId) -> bool:
    """Whether a sea zone is not hostile once the battles in view are won."""
    return zone in view.battles or not game.rules.hostile(game, game.active, zone)


def _by_zone(decks: Iterable[tuple[Figure, int]]) -> Counter[SpaceId]:
    slots: Counter[SpaceId] = Counter()
    for ship, free in decks:
        slots[ship.at] += free
    return slots


def _can_sail(view: Outlook, ship: Figure) -> bool:
    if view.still or ship.left == 0:
        return False
    return view.orders or _can_sail_later(view, ship)


def _can_sail_later(view: Outlook, ship: Figure) -> bool:
    """Whether a carrier may move in Noncombat move, as things stand (BG-7.5, 9.1)."""
    return not (ship.moved or ship.fought or ship.at in view.battles)


def _positions(game: Game, view: Outlook, ship: Figure) -> frozenset[CarrierPosition]:
    """Zones where a carrier may be when aircraft land (BG-7.6)."""

    def passable(here: SpaceId, there: SpaceId) -> bool:
        try:
            game.rules.may_enter(game, ship, here, there)
        except Illegal:
            return False
        return True

    def at_once(here: SpaceId, there: SpaceId) -> bool:
        stopped = here != ship.at and game.rules.stops(game, ship, here)
        return not stopped and passable(here, there)

    def later(here: SpaceId, there: SpaceId) -> bool:
        return _open(game, view, there) and passable(here, there)

    zones = {ship.at}
    if view.orders:
        zones |= game.board.reach(ship.at, ship.left, at_once).keys()
    if _can_sail_later(view, ship):
        zones |= game.board.reach(ship.at, ship.left, later).keys()
    return frozenset(map(CarrierPosition, zones))


def _bought_carriers(game: Game, view: Outlook) -> Iterator[tuple[Kind, Carrier]]:
    """Carriers that wait to be mobilized, each with all its positions (BG-7.6, 10.3).

    Where they may be placed is open to their own aircraft, hostile or not.

    Implements: R27
    """
    power = game.active
    for kind, count in sorted(game.waiting.get(power, {}).items()):
        if Trait.CARRIER not in game.rules.unit_type(game, power, kind).traits:
            continue
        positions = frozenset(
            CarrierPosition(zone, yard)
            for yard, zones in game.rules.placements(_won(game, view), power, kind).items()
            for zone in zones
        )
        for position in sorted(positions)[:1]:
            new = Figure(id=PieceId(game.next_id), owner=power, at=position.zone, kind=kind)
            yield from [(kind, Carrier(deck_slots(game, new), positions))] * count


def _won(game: Game, view: Outlook) -> Game:
    """The game with the battles in view won: no enemy is left in their zones."""
    beaten = [p.id for zone in sorted(view.battles) for p in game.enemies_at(game.active, zone)]
    return game.without_pieces(beaten) if beaten else game


def _reaches(
    game: Game, flying: tuple[Figure, ...], zones: Iterable[SpaceId], *, still: bool
) -> list[frozenset[SpaceId]]:
    """The zones among these in which each aircraft could land if there were a free deck."""
    decks = sorted(zones)
    reaches = []
    for piece in flying:
        left = 0 if still else piece.left
        distances = flight_distances(game, game.active, piece.at)
        borne = game.rules.counts_as(game, piece, Trait.CARRIER_BORNE)
        reaches.append(frozenset(z for z in decks if borne and distances.get(z, left + 1) <= left))
    return reaches
