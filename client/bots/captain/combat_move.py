"""The captain's Combat move: which attacks are worth making, and the orders that make them."""

__all__ = ["plan_combat_move"]

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from client.bots.captain import aims
from client.bots.captain.bombing import sorties
from client.bots.captain.reach import Route, reach
from client.bots.captain.sealift import Lift, lifts
from client.bots.captain.situation import Situation
from client.bots.captain.special_actions import drops
from client.bots.captain.threats import Threats
from client.bots.odds import Forecast
from engine.board import SpaceId
from engine.movement.orders import Move, Order
from engine.pieces import Figure, Piece, PieceId
from engine.terms import is_surface_warship, is_warship
from engine.units import Domain, Trait

_FAIR = 0.5  # chance to win below which an attack is not made
_AMBITION = 0.8  # IPC that an attack must be worth
_NEARBY = 0.7  # weight of what an attack uncovers, others being able to cover it again
_SHIPPING = 0.5  # weight of what a landing exposes at sea
_EFFORT = 0.03  # part of what a force costs that keeping it busy costs
_FLAK = 1 / 6  # part of the aircraft that guns shoot down (BG-8.4)
_HUNTED = frozenset(("DS", "SW"))  # house rules by which aircraft alone find submarines
_FINE = 8  # force up to which every size is weighed; beyond it every second, then every fourth


@dataclass(frozen=True, slots=True)
class Strike:
    """One attack: the orders that bring its force together, what it is worth, whom it uses."""

    target: SpaceId
    worth: float
    orders: tuple[Order, ...]
    pieces: frozenset[PieceId]


def plan_combat_move(situation: Situation) -> list[Order]:
    """The orders of a whole Combat move, best attack first; each is judged when its turn comes."""
    planner = _Planner(situation, Threats(situation))
    orders: list[Order] = []
    while (best := planner.best()) is not None:
        orders += best.orders
        planner.commit(best)
    return [*orders, *planner.raids()]


@dataclass(eq=False)
class _Planner:
    situation: Situation
    threats: Threats
    used: set[PieceId] = field(default_factory=set)
    done: set[SpaceId] = field(default_factory=set)
    beaten: set[PieceId] = field(default_factory=set)
    _known: dict[SpaceId, tuple[Strike, ...]] = field(default_factory=dict)

    def commit(self, strike: Strike) -> None:
        """Its pieces are spoken for, its target is dealt with; what they reached is new."""
        self.used |= strike.pieces
        self.done.add(strike.target)
        self.beaten.update(piece.id for piece in self.situation.enemies(strike.target))
        stale = {strike.target}
        for piece in strike.pieces:
            stale |= self._reach[piece].keys()
            stale |= {*self.situation.game.board.neighbours[self.situation.game.pieces[piece].at]}
        if any(
            self.situation.is_kind(self.situation.game.pieces[p], Trait.TRANSPORT)
            for p in strike.pieces
        ):
            stale |= self.situation.game.board.spaces.keys()
        for space in stale:
            self._known.pop(space, None)

    def best(self) -> Strike | None:
        """The most promising attack with what is left."""
        for target in self._targets():
            if target not in self._known:
                self._known[target] = tuple(self._strikes(target))
        worthy = [s for each in self._known.values() for s in each if s.worth > _AMBITION]
        return max(worthy, key=lambda strike: (strike.worth, strike.target), default=None)

    def raids(self) -> Iterator[Order]:
        """Bombers that no attack needs, with infantry, or over complexes left alone (BG-8.2)."""
        idle = {
            piece.id: self._reach[piece.id].keys() - self.done
            for piece in self.situation.own
            if piece.id not in self.used and self.situation.is_kind(piece, Trait.RAIDS)
        }
        for move, territory in drops(self.situation, self.threats, self.used):
            self.done.add(territory)
            self.used |= move.pieces
            yield move
        idle = {bomber: reach for bomber, reach in idle.items() if bomber not in self.used}
        for bomber, territory in sorties(self.situation, idle).items():
            yield Move(frozenset({bomber}), self._reach[bomber][territory])

    def _targets(self) -> Iterator[SpaceId]:
        for space, here in self.situation.game.board.spaces.items():
            if space in self.done or here.neutral:
                continue
            if self.situation.enemies(space) if here.sea else self.situation.hostile(space):
                yield space

    def _strikes(self, target: SpaceId) -> Iterator[Strike]:
        if self.situation.game.board.is_sea(target):
            strike = self._at_sea(target)
            if strike is not None:
                yield strike
        else:
            yield from self._on_land(target)

    # At sea

    def _at_sea(self, zone: SpaceId) -> Strike | None:
        """The best force for a sea battle."""
        situation = self.situation
        enemies = [p for p in situation.enemies(zone) if situation.domain(p) is not Domain.LAND]
        standing = [
            p
            for p in situation.own
            if p.at == zone and self._fights_at_sea(p) and p.id not in self.used
        ]
        coming = [p for p in self._reaching(zone) if self._fights_at_sea(p) and p.at != zone]
        freight = sum(
            situation.unit(p).cost
            for p in situation.enemies(zone)
            if isinstance(p, Figure) and p.aboard is not None
        )
        waters = self._waters.get(zone, 0.0) if situation.hostile(zone) else 0.0
        best: Strike | None = None
        for line in self._lines(coming):
            for count in _sizes(len(line)):
                force = [*standing, *line[:count]]
                if not self._able(force, enemies):
                    continue
                expected = situation.clash(force, enemies)
                if expected.win < _FAIR:
                    continue
                worth = (
                    expected.prize
                    - expected.cost
                    + expected.win * (freight + waters)
                    - self._staying(zone, force, expected)
                    - self._uncovered(line[:count])
                    - _EFFORT * situation.cost(line[:count])
                )
                if best is None or worth > best.worth:
                    orders = self._moves(line[:count], zone)
                    best = Strike(zone, worth, orders, frozenset(p.id for p in force))
        return best

    @functools.cached_property
    def _waters(self) -> dict[SpaceId, float]:
        return aims.guarded_waters(self.situation.game, self.situation.power)

    def _fights_at_sea(self, piece: Piece) -> bool:
        if self.situation.domain(piece) is Domain.SEA:
            return is_warship(self.situation.game, piece) and self.situation.group_or(piece, 1) > 0
        return self.situation.domain(piece) is Domain.AIR

    def _able(self, force: Sequence[Piece], enemies: Sequence[Piece]) -> bool:
        """Whether a force can hope to hit something of the enemy (BG-8.10, 8.23)."""
        situation = self.situation
        # Submarines that nobody holds will dive: an attack on them alone is for hunters.
        if all(situation.is_kind(p, Trait.SUBMARINE) for p in enemies):
            return any(self._hunts(p) for p in force)
        return bool(force)

    def _hunts(self, piece: Piece) -> bool:
        """Whether a piece can get at submarines that are on their own (BG-8.10, DS-8, SW-3)."""
        situation = self.situation
        flies = situation.domain(piece) is Domain.AIR and not _HUNTED.isdisjoint(
            situation.game.rules.modules
        )
        return flies or situation.is_kind(piece, Trait.DESTROYER)

    # On land

    def _on_land(self, territory: SpaceId) -> Iterator[Strike]:
        """Attacks overland, by air, and from each sea zone next to a territory."""
        situation = self.situation
        walking = [
            p
            for p in self._reaching(territory)
            if situation.domain(p) is Domain.LAND and situation.units([p])[0].attack > 0
        ]
        flying = [p for p in self._reaching(territory) if situation.domain(p) is Domain.AIR]
        if walking:
            strike = self._siege(territory, walking, flying)
            if strike is not None:
                yield strike
        for zone in situation.game.board.adjacent_zones(territory):
            found = lifts(situation, zone, frozenset(self.used))
            if not found:
                continue
            for escort in self._escorts(zone):
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
        """The best mix of soldiers, transports and aircraft against a territory."""
        situation = self.situation
        taken = escort.pieces if escort is not None else frozenset()
        aircraft = [p for p in flying if p.id not in taken]
        best: Strike | None = None
        for boats in range(1 if found else 0, len(found) + 1):
            sailing = found[:boats]
            cargo = [p for lift in sailing for p in lift.cargo]
            afoot = [p for p in walking if p not in cargo]
            shipping = self._shipping(escort, sailing)
            guns = self._bombardment(escort, cargo)
            drowned = sum(lift.drowned(situation) for lift in sailing)
            for line in self._mixes(cargo, afoot, aircraft, defended=self._is_defended(territory)):
                for count in _sizes(len(line)):
                    joining = line[:count]
                    force = [*cargo, *joining]
                    if not any(situation.domain(p) is Domain.LAND for p in force):
                        continue
                    gain = self._gain(territory, force, joining, guns, drowned)
                    if gain is None or gain - shipping <= (best.worth if best else _AMBITION):
                        continue
                    worth = gain - shipping
                    orders = (
                        *(escort.orders if escort is not None else ()),
                        *(order for lift in sailing for order in lift.orders(territory)),
                        *self._moves(joining, territory),
                    )
                    ships = {lift.ship.id for lift in sailing}
                    used = frozenset(p.id for p in force) | ships | taken
                    best = Strike(territory, worth, orders, used)
        return best

    def _is_defended(self, territory: SpaceId) -> bool:
        return bool(self.situation.defenders(territory))

    def _gain(
        self,
        territory: SpaceId,
        force: Sequence[Piece],
        joining: Sequence[Piece],
        guns: int,
        drowned: float,
    ) -> float | None:
        """What an assault is worth, less what it lays open; None for one that is too risky."""
        situation = self.situation
        defenders = situation.defenders(territory)
        ashore = [p.replace(aboard=None) if isinstance(p, Figure) else p for p in force]
        expected = situation.clash(ashore, defenders, bombarding=guns, drowned=drowned)
        if expected.win < _FAIR:
            return None
        flak = 0.0
        if any(situation.is_kind(p, Trait.ANTI_AIR) for p in situation.enemies(territory)):
            flak = _FLAK * situation.cost(p for p in force if situation.domain(p) is Domain.AIR)
        soldiers = sorted(
            (p for p in force if situation.domain(p) is Domain.LAND), key=self._thrift
        )
        fallen = len(situation.units(ashore)) - expected.survivors
        left = len(soldiers) - fallen
        captured = expected.win * min(1.0, max(0.0, left + 0.5))
        staying = soldiers[min(len(soldiers) - 1, round(fallen)) :]
        beaten = self._gone(p.id for p in defenders)
        lost_again = self.threats.exposure(territory, staying, beaten)
        prize = aims.prompt(situation.game, situation.power, territory) + situation.worth(territory)
        return (
            captured * (prize - lost_again)
            + expected.prize
            - expected.cost
            - flak
            - _EFFORT * situation.cost(force)
            - self._uncovered([p for p in force if situation.domain(p) is Domain.LAND], beaten)
            - self._uncovered([p for p in joining if situation.domain(p) is Domain.AIR], beaten)
        )

    def _mixes(
        self,
        cargo: Sequence[Piece],
        afoot: Sequence[Piece],
        aircraft: Sequence[Piece],
        *,
        defended: bool,
    ) -> Iterator[list[Piece]]:
        """Orders in which those who can join an assault may be added to it."""
        thrifty = sorted(afoot, key=self._thrift)
        strong = sorted(afoot, key=self._punch)
        wings = sorted(aircraft, key=self._thrift)
        if not defended:
            yield thrifty[:2] if not cargo else thrifty[:0]
            yield strong[:1] if not cargo else []
            return
        yield [*thrifty, *wings]
        if strong != thrifty:
            yield [*strong, *wings]
        if wings and thrifty:
            first = [] if cargo else thrifty[:2]
            yield [*first, *wings, *(p for p in strong if p not in first)]

    def _bombardment(self, escort: Strike | None, cargo: Sequence[Piece]) -> int:
        """Summed strength of the ships that would support a landing (BG-8.5b)."""
        situation = self.situation
        if escort is None or not cargo or situation.enemies(escort.target):
            return 0
        zone = escort.target
        strengths = sorted(
            (
                situation.unit(p).attack
                for p in situation.own
                if isinstance(p, Figure)
                and situation.is_kind(p, Trait.BOMBARDS)
                and (p.id in escort.pieces or (p.at == zone and p.id not in self.used))
            ),
            reverse=True,
        )
        return sum(strengths[: len(cargo)])

    def _shipping(self, escort: Strike | None, sailing: Sequence[Lift]) -> float:
        """What a landing costs or exposes at sea."""
        if escort is None:
            return 0.0
        zone = escort.target
        situation = self.situation
        guards = [
            p for p in situation.own if p.id in escort.pieces and situation.domain(p) is Domain.SEA
        ]
        there = [p for p in situation.game.friends_at(situation.power, zone) if p not in guards]
        afloat = [p for p in there if situation.domain(p) is Domain.SEA]
        ships = [lift.ship for lift in sailing if lift.ship not in afloat]
        beaten = self._gone(p.id for p in situation.enemies(zone))
        laden = self.threats.exposure(zone, [*afloat, *guards, *ships], beaten)
        before = self.threats.exposure(zone, afloat, beaten)
        left = self._uncovered([*ships, *guards], beaten) if not escort.worth else 0.0
        return _SHIPPING * (laden - before + left) - escort.worth

    def _escorts(self, zone: SpaceId) -> Iterator[Strike]:
        """What may sail with a landing: nothing, a guard, a fleet, or a force that fights there."""
        situation = self.situation
        enemies = situation.enemies(zone)
        if any(is_surface_warship(situation.game, p) for p in enemies):
            victory = self._at_sea(zone)
            if victory is not None:
                yield victory
            return
        here = any(p.at == zone and is_warship(situation.game, p) for p in situation.own)
        if not enemies or here:
            yield Strike(zone, 0.0, (), frozenset())
        guards = sorted(
            (
                p
                for p in self._reaching(zone)
                if situation.domain(p) is Domain.SEA
                and is_warship(situation.game, p)
                and p.at != zone
            ),
            key=lambda p: (not is_surface_warship(situation.game, p), self._thrift(p)),
        )
        for few in sorted({1, len(guards)}):
            if guards:
                chosen = guards[:few]
                ids = frozenset(p.id for p in chosen)
                yield Strike(zone, 0.0, self._moves(chosen, zone), ids)

    # Force

    def _lines(self, coming: Sequence[Piece]) -> Iterator[list[Piece]]:
        """Orders in which those who can join a sea battle may be added to it."""
        thrifty = sorted(coming, key=self._thrift)
        yield thrifty
        wings = sorted(thrifty, key=lambda p: self.situation.domain(p) is not Domain.AIR)
        if wings != thrifty:
            yield wings
        ships = sorted(thrifty, key=lambda p: self.situation.domain(p) is Domain.AIR)
        if ships not in (thrifty, wings):
            yield ships

    def _thrift(self, piece: Piece) -> tuple[float, PieceId]:
        return self.situation.cost([piece]), piece.id

    def _punch(self, piece: Piece) -> tuple[float, PieceId]:
        return -sum(unit.attack for unit in self.situation.units([piece])), piece.id

    def _reaching(self, target: SpaceId) -> list[Piece]:
        """Own pieces, not yet used, that can move to a space now."""
        return [
            piece
            for piece in self.situation.own
            if piece.id not in self.used and target in self._reach[piece.id]
        ]

    @functools.cached_property
    def _reach(self) -> dict[PieceId, dict[SpaceId, Route]]:
        """Where each own piece can go by itself."""
        return {piece.id: reach(self.situation, piece) for piece in self.situation.own}

    def _moves(self, pieces: Iterable[Piece], target: SpaceId) -> tuple[Order, ...]:
        """Orders that bring pieces to a space, those on one road together."""
        roads: dict[tuple[SpaceId, Route], set[PieceId]] = {}
        for piece in pieces:
            roads.setdefault((piece.at, self._reach[piece.id][target]), set()).add(piece.id)
        return tuple(Move(frozenset(ids), road) for (_, road), ids in sorted(roads.items()))

    # What an attack lays open

    def _gone(self, more: Iterable[PieceId]) -> frozenset[PieceId]:
        return frozenset((*self.beaten, *more))

    def _staying(self, zone: SpaceId, force: Sequence[Piece], expected: Forecast) -> float:
        """What the enemy's answer would cost the ships that stay after a sea battle."""
        situation = self.situation
        fallen = round(len(situation.units(force)) - expected.survivors)
        ships = sorted((p for p in force if situation.domain(p) is Domain.SEA), key=self._thrift)
        others = [
            p for p in situation.own if p.at == zone and p not in force and p.id not in self.used
        ]
        beaten = self._gone(p.id for p in situation.enemies(zone))
        staying = [*ships[min(len(ships), fallen) :], *others]
        return self.threats.exposure(zone, staying, beaten)

    def _uncovered(
        self, leaving: Sequence[Piece], beaten: frozenset[PieceId] = frozenset()
    ) -> float:
        """What leaves the places they stand in more exposed."""
        situation = self.situation
        total = 0.0
        for space in sorted({piece.at for piece in leaving}):
            if not self.threats.assailants(space):
                continue
            here = [
                p
                for p in situation.game.friends_at(situation.power, space)
                if p.id not in self.used
            ]
            rest = [p for p in here if p not in leaving]
            new = situation.reserves(space)
            before = self.threats.exposure(space, here, beaten, new)
            total += self.threats.exposure(space, rest, beaten, new) - before
        return _NEARBY * total


def _sizes(most: int) -> Iterator[int]:
    """Sizes of a force to weigh: all small ones, then every second or fourth, and the whole."""
    size = 0
    while size < most:
        yield size
        size += 1 if size < _FINE else 2 if size < 2 * _FINE else 4
    yield most
