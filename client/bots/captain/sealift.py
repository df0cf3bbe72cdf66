"""What the captain's transports can carry where, in the phase that is being played."""

__all__ = ["Lift", "lifts", "sail"]

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from client.bots.captain.situation import Situation
from engine.board import SpaceId
from engine.movement.cargo import cargo_of
from engine.movement.orders import Load, Move, Order, Unload
from engine.pieces import Figure, PieceId
from engine.units import Domain, Trait

Route = tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class Lift:
    """A transport that fetches units and brings them to a sea zone.

    Attributes:
        ship: the transport.
        aboard: units of the power that it already carries.
        boarding: units that it takes in on the way.
        fetch: its route to where they board.
        bring: its route from there to the sea zone.
    """

    ship: Figure
    aboard: tuple[Figure, ...]
    boarding: tuple[Figure, ...]
    fetch: Route
    bring: Route

    @property
    def cargo(self) -> tuple[Figure, ...]:
        """All that it lands."""
        return (*self.aboard, *self.boarding)

    def drowned(self, situation: Situation) -> float:
        """Units that mines on its way are expected to sink with it (WM-3)."""
        at_risk = len(self.aboard) * situation.sinking(self.fetch)
        return at_risk + len(self.cargo) * situation.sinking(self.bring)

    def orders(self, territory: SpaceId) -> Iterator[Order]:
        """The orders that land its cargo in a territory."""
        ship = frozenset({self.ship.id})
        if self.fetch:
            yield Move(ship, self.fetch)
        if self.boarding:
            yield Load(self.ship.id, frozenset(unit.id for unit in self.boarding))
        if self.bring:
            yield Move(ship, self.bring)
        yield Unload(frozenset(unit.id for unit in self.cargo), territory)


def lifts(situation: Situation, zone: SpaceId, used: frozenset[PieceId]) -> list[Lift]:
    """What the power's transports can bring to a sea zone now, the fullest first.

    Every unit is counted for one ship only; pieces in `used` are left out.
    """
    taken = set(used)
    found: list[Lift] = []
    for ship in situation.own:
        if not isinstance(ship, Figure) or ship.id in taken:
            continue
        if not situation.is_kind(ship, Trait.TRANSPORT) or ship.unloaded is not None:
            continue
        lift = max(_of(situation, ship, zone, taken), key=_load, default=None)
        if lift is not None:
            found.append(lift)
            taken.update(unit.id for unit in lift.boarding)
    return sorted(found, key=lambda lift: (-_load(lift)[0], lift.ship.id))


def _load(lift: Lift) -> tuple[int, int]:
    return len(lift.cargo), -len(lift.fetch) - len(lift.bring)


def _of(situation: Situation, ship: Figure, zone: SpaceId, taken: set[PieceId]) -> Iterator[Lift]:
    """All that one transport can bring there."""
    aboard = cargo_of(situation.game, (ship.id,))
    if any(unit.ashore is not None for unit in aboard):
        return
    for port, fetch in sail(situation, ship.at, ship.left).items():
        bring = sail(situation, port, ship.left - len(fetch)).get(zone)
        if bring is None or (situation.hostile(port) and fetch):
            continue
        boarding = () if situation.hostile(port) else _boarding(situation, ship, port, taken)
        own = tuple(unit for unit in aboard if unit.owner == situation.power)
        if own or boarding:
            yield Lift(ship, own, boarding, fetch, bring)


def _boarding(
    situation: Situation, ship: Figure, port: SpaceId, taken: set[PieceId]
) -> tuple[Figure, ...]:
    """The dearest units near a port that fit beside what is aboard, garrisons left alone."""
    game = situation.game
    chosen: list[Figure] = []
    aboard = cargo_of(game, (ship.id,))
    for coast in situation.coasts(port):
        if situation.hostile(coast) or situation.game.board[coast].neutral:
            continue
        units = [
            piece
            for piece in situation.own
            if isinstance(piece, Figure)
            and piece.at == coast
            and piece.left > 0
            and piece.id not in taken
            and situation.domain(piece) is Domain.LAND
            and not situation.is_kind(piece, Trait.STAYS_IN_COMBAT_MOVE)
        ]
        spare = len(units) - situation.garrison(coast)
        units.sort(key=lambda unit: (-situation.unit(unit).cost, unit.id))
        for unit in units:
            if spare > 0 and game.rules.fits_aboard(game, ship, (*aboard, *chosen, unit)):
                chosen.append(unit)
                spare -= 1
    return tuple(chosen)


def sail(situation: Situation, start: SpaceId, limit: int) -> dict[SpaceId, Route]:
    """Sea zones that a ship can reach without passing a hostile one, with the shortest route."""
    routes: dict[SpaceId, Route] = {start: ()}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if len(routes[here]) >= limit or (routes[here] and situation.hostile(here)):
            continue
        for there in situation.game.board.adjacent_zones(here):
            if there not in routes:
                routes[there] = (*routes[here], there)
                queue.append(there)
    return routes
