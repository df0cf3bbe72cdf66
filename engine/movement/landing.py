"""The landing guarantee: every aircraft must have some possible landing (BG-7.6, 7.8, 9.3, R19).

An aircraft lands in a territory friendly since the turn began, or on a free deck: of a carrier that
stays, that may yet sail, or that is bought and will be mobilized. Land holds any number, decks are
shared; so the question is how many aircraft of the active power can land at once.
"""

__all__ = [
    "STILL",
    "Outlook",
    "Prospect",
    "awaited",
    "check_landing",
    "contested",
    "outlook",
    "prospect",
]

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.board import SpaceId
from engine.errors import Illegal
from engine.game import Game, Stage
from engine.movement.decks import Berth, Carrier, Seating, seat
from engine.pieces import Figure, Piece, PieceId
from engine.terms import friendly_since_start
from engine.units import Domain, Kind, Trait


@dataclass(frozen=True, slots=True)
class Outlook:
    """When, and over which waters, carriers may still sail.

    Attributes:
        orders: whether Combat move still takes orders: a carrier may then sail now, and fight.
        battles: sea zones where the active power will fight. Its battles are assumed won, so these
            zones are open to carriers in Noncombat move; carriers that fight there stay.
        still: whether nothing moves any more.
    """

    orders: bool = False
    battles: frozenset[SpaceId] = frozenset()
    still: bool = False


STILL = Outlook(still=True)


@dataclass(frozen=True, slots=True)
class Prospect:
    """Who needs a deck, and where as many of them as possible find one.

    Attributes:
        flying: aircraft with no safe land in reach, ascending.
        ships: own carriers that have a choice of zones, ascending.
        seating: places for `flying`; berths for `ships`, then for carriers still to be mobilized.
    """

    flying: tuple[Figure, ...]
    ships: tuple[Figure, ...]
    seating: Seating

    @property
    def adrift(self) -> int:
        """How many aircraft cannot land, at best."""
        return len(self.flying) - self.seating.landed


def outlook(game: Game) -> Outlook:
    """The outlook while orders of a phase are given.

    In Combat move every hostile sea zone with an own unit able to fight counts as a battle: any
    possibility suffices (R19).
    """
    if game.stage is Stage.COMBAT_MOVE:
        return Outlook(orders=True, battles=contested(game))
    return Outlook()


def contested(game: Game) -> frozenset[SpaceId]:
    """Hostile sea zones in which the active power has a unit able to fight."""
    zones = {
        piece.at for piece in game.owned(game.active) if _fights(game, piece)
    } & game.board.spaces.keys()
    return frozenset(
        zone
        for zone in zones
        if game.board.is_sea(zone) and game.rules.hostile(game, game.active, zone)
    )


def check_landing(before: Game, after: Game, rule: str) -> None:
    """Judge what an order does to aircraft that must land.

    ⚖ It may not lower the number that can. Where all can, as the rules otherwise see to, that is
    the guarantee itself; where some are lost already, it leaves the others free to move.

    Raises:
        Illegal: fewer aircraft could land after the order.
    """
    lost = prospect(after, outlook(after)).adrift
    if lost and lost > prospect(before, outlook(before)).adrift:
        raise Illegal(rule, "an aircraft would be left without any possible landing")


def prospect(game: Game, view: Outlook) -> Prospect:
    """Find landings for as many aircraft of the active power as possible."""
    flying = _flying(game, still=view.still)
    if not flying:
        return Prospect((), (), Seating(0, (), ()))
    decks = _own_decks(game)
    spare = _allied_slots(game)
    if not view.still:
        # Whoever may sail may also stay, so what suffices without sailing suffices.
        staying = spare + _by_zone(decks)
        seating = seat(_reaches(game, flying, staying.keys(), still=False), staying, (), {})
        if seating.landed == len(flying):
            return Prospect(flying, (), seating)
    ships = tuple((ship, slots) for ship, slots in decks if _sails(view, ship))
    spare += _by_zone([deck for deck in decks if deck not in ships])
    carriers = [Carrier(slots, _berths(game, view, ship)) for ship, slots in ships]
    carriers += [carrier for _, carrier in _bought(game, view)]
    zones = {berth.zone for carrier in carriers for berth in carrier.berths} | spare.keys()
    reaches = _reaches(game, flying, zones, still=view.still)
    yards = {
        berth.yard: game.rules.capacity(game, berth.yard)
        for carrier in carriers
        for berth in carrier.berths
        if berth.yard is not None
    }
    limits = {yard: len(carriers) if n is None else n for yard, n in yards.items()}
    seating = seat(reaches, spare, carriers, limits)
    return Prospect(flying, tuple(ship for ship, _ in ships), seating)


def awaited(game: Game) -> tuple[tuple[Kind, Berth], ...]:
    """New carriers for which aircraft wait at sea, each with a place that serves them (BG-9.3)."""
    if not prospect(game.but(waiting={}), STILL).adrift:
        return ()
    berths = prospect(game, STILL).seating.berths
    kinds = (kind for kind, _ in _bought(game, STILL))
    return tuple((k, b) for k, b in zip(kinds, berths, strict=True) if b is not None)


def _fights(game: Game, piece: Piece) -> bool:
    if not isinstance(piece, Figure):
        return True
    unit = game.rules.unit_type(game, piece.owner, piece.kind)
    return unit.attack > 0 and piece.aboard is None


def _flying(game: Game, *, still: bool) -> tuple[Figure, ...]:
    """Own aircraft that need a deck: no safe land in reach, or `still`, where they are."""
    own = [
        piece
        for piece in game.owned(game.active)
        if isinstance(piece, Figure)
        and game.rules.domain(game, piece) is Domain.AIR
        and piece.aboard is None
        and game.rules.needs_landing(game, piece)
    ]
    abroad = [piece for piece in own if not friendly_since_start(game, game.active, piece.at)]
    if not abroad or still:
        return tuple(abroad)
    safe = [t for t in game.board.territories if friendly_since_start(game, game.active, t)]
    return tuple(piece for piece in abroad if not _reaches_any(game, piece, safe))


def _reaches_any(game: Game, piece: Figure, spaces: list[SpaceId]) -> bool:
    distances = game.board.distances(piece.at)
    return any(distances.get(space, piece.left + 1) <= piece.left for space in spaces)


def _own_decks(game: Game) -> list[tuple[Figure, int]]:
    """Own carriers and their free slots; guests that are cargo keep theirs (BG-7.8)."""
    own = game.owned(game.active)
    guests = Counter(
        piece.aboard
        for piece in game.pieces.values()
        if isinstance(piece, Figure) and piece.aboard is not None
    )
    return [
        (piece, game.rules.deck_slots(game, piece) - guests[piece.id])
        for piece in own
        if isinstance(piece, Figure) and game.rules.deck_slots(game, piece) > guests[piece.id]
    ]


def _by_zone(decks: list[tuple[Figure, int]]) -> Counter[SpaceId]:
    slots: Counter[SpaceId] = Counter()
    for ship, free in decks:
        slots[ship.at] += free
    return slots


def _allied_slots(game: Game) -> Counter[SpaceId]:
    """Slots on allies' carriers that no ally's aircraft takes up, in sea zones that are open."""
    slots: Counter[SpaceId] = Counter()
    for piece in game.pieces.values():
        if piece.owner == game.active or not game.friendly(game.active, piece.owner):
            continue
        if slots_here := game.rules.deck_slots(game, piece):
            slots[piece.at] += slots_here
        elif game.rules.counts_as(game, piece, Trait.CARRIER_BORNE) and not _cargo(piece):
            slots[piece.at] -= 1
    return Counter(
        {
            zone: free
            for zone, free in slots.items()
            if free > 0 and not game.rules.hostile(game, game.active, zone)
        }
    )


def _cargo(piece: Piece) -> bool:
    return isinstance(piece, Figure) and piece.aboard is not None


def _sails(view: Outlook, ship: Figure) -> bool:
    if view.still or ship.left == 0:
        return False
    return view.orders or _waits(view, ship)


def _waits(view: Outlook, ship: Figure) -> bool:
    """Whether a carrier may move in Noncombat move, as things stand (BG-7.5, 9.1)."""
    return not (ship.moved or ship.fought or ship.at in view.battles)


def _berths(game: Game, view: Outlook, ship: Figure) -> frozenset[Berth]:
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
        won = there in view.battles or not game.rules.hostile(game, game.active, there)
        return won and passable(here, there)

    zones = {ship.at}
    if view.orders:
        zones |= game.board.reach(ship.at, ship.left, at_once).keys()
    if _waits(view, ship):
        zones |= game.board.reach(ship.at, ship.left, later).keys()
    return frozenset(map(Berth, zones))


def _bought(game: Game, view: Outlook) -> Iterator[tuple[Kind, Carrier]]:
    """Carriers that wait to be mobilized, each with all its berths (BG-7.6, 10.3)."""
    power = game.active
    for kind, count in sorted(game.waiting.get(power, {}).items()):
        if Trait.CARRIER not in game.rules.unit_type(game, power, kind).traits:
            continue
        berths = frozenset(
            Berth(zone, yard)
            for yard, zones in game.rules.placements(game, power, kind).items()
            for zone in zones
            if zone in view.battles or not game.rules.hostile(game, power, zone)
        )
        for berth in sorted(berths)[:1]:
            new = Figure(id=PieceId(game.next_id), owner=power, at=berth.zone, kind=kind)
            yield from [(kind, Carrier(game.rules.deck_slots(game, new), berths))] * count


def _reaches(
    game: Game, flying: tuple[Figure, ...], zones: Iterable[SpaceId], *, still: bool
) -> list[frozenset[SpaceId]]:
    """The zones among these in which each aircraft could land if there were a free deck."""
    decks = sorted(zones)
    reaches = []
    for piece in flying:
        left = 0 if still else piece.left
        distances = game.board.distances(piece.at)
        borne = game.rules.counts_as(game, piece, Trait.CARRIER_BORNE)
        reaches.append(frozenset(z for z in decks if borne and distances.get(z, left + 1) <= left))
    return reaches
