"""The captain's Combat move: which attacks are worth making, and the orders that make them."""

__all__ = ["campaign"]

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from client.bots.captain.bombing import sorties
from client.bots.captain.lifts import Lift, lifts
from client.bots.captain.reckoning import Reckoning
from engine.board import SpaceId
from engine.errors import Illegal
from engine.movement.destinations import destinations
from engine.movement.orders import Move, Order
from engine.pieces import Figure, Piece, PieceId
from engine.terms import is_surface_warship, is_warship
from engine.units import Domain, Trait

_SURE = 0.9  # chance to win above which more force is wasted
_FAIR = 0.55  # chance to win below which an attack is not made
_CAUTION = 0.6  # weight of what a counterattack would cost
_AMBITION = 1.0  # IPC that an attack must be worth
_SHIPPING = 0.3  # part of a transport's cost that a landing puts at risk

Route = tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class Strike:
    """One attack: the orders that bring its force together, what it is worth, whom it uses."""

    target: SpaceId
    worth: float
    orders: tuple[Order, ...]
    pieces: frozenset[PieceId]


def campaign(view: Reckoning) -> list[Order]:
    """The orders of a whole Combat move, best attack first; each is judged when its turn comes."""
    planner = _Planner(view)
    orders: list[Order] = []
    while (best := planner.best()) is not None:
        orders += best.orders
        planner.commit(best)
    return [*orders, *planner.raids()]


@dataclass(eq=False)
class _Planner:
    view: Reckoning
    used: set[PieceId] = field(default_factory=set)
    done: set[SpaceId] = field(default_factory=set)

    def commit(self, strike: Strike) -> None:
        """Its pieces are spoken for, its target is dealt with."""
        self.used |= strike.pieces
        self.done.add(strike.target)

    def best(self) -> Strike | None:
        """The most promising attack with what is left."""
        strikes = [strike for target in self._targets() for strike in self._strikes(target)]
        worthy = [strike for strike in strikes if strike.worth > _AMBITION]
        return max(worthy, key=lambda strike: (strike.worth, strike.target), default=None)

    def raids(self) -> Iterator[Order]:
        """Bombers that no attack needs, sent over complexes that nobody attacks (BG-8.2)."""
        idle = {
            piece.id: self._reach[piece.id].keys() - self.done
            for piece in self.view.own
            if piece.id not in self.used and self.view.is_kind(piece, Trait.RAIDS)
        }
        for bomber, territory in sorties(self.view, idle).items():
            yield Move(frozenset({bomber}), self._reach[bomber][territory])

    def _targets(self) -> Iterator[SpaceId]:
        for space, here in self.view.game.board.spaces.items():
            if space in self.done or here.neutral:
                continue
            if self.view.enemies(space) if here.sea else self.view.hostile(space):
                yield space

    def _strikes(self, target: SpaceId) -> Iterator[Strike]:
        if self.view.game.board.is_sea(target):
            strike = self._at_sea(target)
            if strike is not None:
                yield strike
        else:
            yield from self._on_land(target)

    # At sea

    def _at_sea(self, zone: SpaceId) -> Strike | None:
        """The best force for a sea battle."""
        view = self.view
        enemies = [p for p in view.enemies(zone) if view.domain(p) is not Domain.LAND]
        standing = [
            p for p in view.own if p.at == zone and self._fights_at_sea(p) and p.id not in self.used
        ]
        coming = sorted(
            (p for p in self._reaching(zone) if self._fights_at_sea(p) and p.at != zone),
            key=self._thrift,
        )
        best: Strike | None = None
        for count in range(len(coming) + 1):
            force = [*standing, *coming[:count]]
            if not self._able(force, enemies):
                continue
            expected = view.clash(force, enemies)
            if expected.win < _FAIR:
                continue
            worth = expected.prize - expected.cost - self._exposure(zone, force, enemies)
            if best is None or worth > best.worth:
                orders = self._moves(coming[:count], zone)
                best = Strike(zone, worth, orders, frozenset(p.id for p in force))
            if expected.win > _SURE:
                break
        return best

    def _fights_at_sea(self, piece: Piece) -> bool:
        if self.view.domain(piece) is Domain.SEA:
            return is_warship(self.view.game, piece) and self.view.group_or(piece, 1) > 0
        return self.view.domain(piece) is Domain.AIR

    def _able(self, force: Sequence[Piece], enemies: Sequence[Piece]) -> bool:
        """Whether a force can hope to hit something of the enemy (BG-8.10, 8.23)."""
        view = self.view
        # Submarines that no destroyer holds will dive: an attack on them alone is for hunters.
        if all(view.is_kind(p, Trait.SUBMARINE) for p in enemies):
            return any(view.is_kind(p, Trait.DESTROYER) for p in force)
        return bool(force)

    # On land

    def _on_land(self, territory: SpaceId) -> Iterator[Strike]:
        """Attacks overland, by air, and from each sea zone next to a territory."""
        view = self.view
        walking = sorted(
            (p for p in self._reaching(territory) if view.domain(p) is Domain.LAND),
            key=self._thrift,
        )
        flying = sorted(
            (p for p in self._reaching(territory) if view.domain(p) is Domain.AIR),
            key=self._thrift,
        )
        if walking:
            strike = self._siege(territory, walking, flying)
            if strike is not None:
                yield strike
        for zone in view.game.board.adjacent_zones(territory):
            found = lifts(view, zone, frozenset(self.used))
            if not found:
                continue
            escort = self._escort(zone)
            if escort is None:
                continue
            landed = self._siege(territory, walking, flying, found, escort)
            if landed is not None:
                yield landed

    def _siege(
        self,
        territory: SpaceId,
        walking: Sequence[Piece],
        flying: Sequence[Piece],
        found: Sequence[Lift] = (),
        escort: Strike | None = None,
    ) -> Strike | None:
        """The best mix of transports and aircraft against a territory."""
        view = self.view
        defenders = view.defenders(territory)
        taken = escort.pieces if escort is not None else frozenset()
        aircraft = [p for p in flying if p.id not in taken]
        best: Strike | None = None
        for boats in range(1 if found else 0, len(found) + 1):
            sailing = found[:boats]
            soldiers = [*walking, *(p for lift in sailing for p in lift.cargo)]
            if not soldiers:
                continue
            for wings in range(len(aircraft) + 1 if defenders else 1):
                force = [*soldiers, *aircraft[:wings]]
                expected = view.clash(force, defenders)
                if expected.win < _FAIR:
                    continue
                worth = (
                    expected.win * view.worth(territory)
                    + expected.prize
                    - expected.cost
                    - self._exposure(territory, soldiers, defenders)
                    - _SHIPPING * view.cost(lift.ship for lift in sailing)
                    + (escort.worth if escort is not None else 0.0)
                )
                if best is None or worth > best.worth:
                    orders = (
                        *(escort.orders if escort is not None else ()),
                        *(order for lift in sailing for order in lift.orders(territory)),
                        *self._moves(walking, territory),
                        *self._moves(aircraft[:wings], territory),
                    )
                    ships = {lift.ship.id for lift in sailing}
                    used = frozenset(p.id for p in force) | ships | taken
                    best = Strike(territory, worth, orders, used)
                if expected.win > _SURE:
                    break
        return best

    def _escort(self, zone: SpaceId) -> Strike | None:
        """What must sail with a landing: a victory over ships there, or a guard against tokens.

        A strike of no orders where the zone is free; None where the landing cannot be covered.
        """
        view = self.view
        enemies = view.enemies(zone)
        if any(is_surface_warship(view.game, p) for p in enemies):
            return self._at_sea(zone)
        nothing = Strike(zone, 0.0, (), frozenset())
        if not enemies:
            return nothing
        if any(p.at == zone and is_warship(view.game, p) for p in view.own):
            return nothing
        guards = sorted(
            (
                p
                for p in self._reaching(zone)
                if view.domain(p) is Domain.SEA and is_warship(view.game, p)
            ),
            key=lambda p: (not is_surface_warship(view.game, p), self._thrift(p)),
        )
        if not guards:
            return None
        return Strike(zone, -1.0, self._moves(guards[:1], zone), frozenset({guards[0].id}))

    # Force

    def _thrift(self, piece: Piece) -> tuple[float, PieceId]:
        return self.view.cost([piece]), piece.id

    def _reaching(self, target: SpaceId) -> list[Piece]:
        """Own pieces, not yet used, that can move to a space now."""
        return [
            piece
            for piece in self.view.own
            if piece.id not in self.used and target in self._reach[piece.id]
        ]

    @functools.cached_property
    def _reach(self) -> dict[PieceId, dict[SpaceId, Route]]:
        """Where each own piece can go by itself."""
        return {piece.id: reach(self.view, piece) for piece in self.view.own}

    def _moves(self, pieces: Iterable[Piece], target: SpaceId) -> tuple[Order, ...]:
        """Orders that bring pieces to a space, those on one road together."""
        roads: dict[tuple[SpaceId, Route], set[PieceId]] = {}
        for piece in pieces:
            roads.setdefault((piece.at, self._reach[piece.id][target]), set()).add(piece.id)
        return tuple(Move(frozenset(ids), road) for (_, road), ids in sorted(roads.items()))

    def _exposure(self, space: SpaceId, force: Sequence[Piece], beaten: Sequence[Piece]) -> float:
        """What the enemy's answer would cost: the part of the force that stays there."""
        view = self.view
        staying = [p for p in force if view.domain(p) is not Domain.AIR]
        gone = {p.id for p in beaten}
        raiders = [p for p in view.raiders(space) if p.id not in gone]
        if not staying or not raiders:
            return 0.0
        answer = view.clash(raiders, staying)
        return _CAUTION * answer.win * max(0.0, answer.prize - answer.cost / 2)


def reach(view: Reckoning, piece: Piece) -> dict[SpaceId, Route]:
    """Where a piece can go by itself now; nowhere if it may not move."""
    if piece.left <= 0 or (isinstance(piece, Figure) and piece.aboard is not None):
        return {}
    try:
        return dict(destinations(view.game, [piece.id], paying=False))
    except Illegal:
        return {}
