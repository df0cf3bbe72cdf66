"""The captain's Noncombat move: ferries, marches, fleets, and aircraft home."""

__all__ = ["plan_noncombat_move"]

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from client.bots.captain.deployment import Deployment
from client.bots.captain.reach import Route, reach, together
from client.bots.captain.sealift import lifts, sail
from client.bots.captain.situation import Situation
from client.bots.captain.threats import Threats
from engine.board import SpaceId
from engine.movement.orders import Move, Order
from engine.pieces import Figure, Piece, PieceId
from engine.terms import deck_slots, friendly_since_start, is_warship
from engine.units import Domain, Trait

_PULL = 0.5  # IPC of risk that a step towards the enemy is worth to a land unit
_FLEET = 0.5  # the same for a fleet
_LANE = 1.5  # rounds of convoy losses for which a raider stays
_WING = 0.1  # the same for an aircraft
_FERRY = 1.0  # gain below which a ferry is not worth its trouble
_STEP = 0.5  # gain below which a march is not
_ROUNDS = 2  # times that every space is looked at again


def plan_noncombat_move(situation: Situation) -> list[Order]:
    """The orders of a Noncombat move; each is to be judged when its turn comes."""
    plan = _Plan(situation, Deployment(situation, Threats(situation)))
    return [*plan.homing(), *plan.ferries(), *plan.marches(), *plan.fleets(), *plan.landings()]


@dataclass(eq=False)
class _Plan:
    situation: Situation
    deployment: Deployment
    used: set[PieceId] = field(default_factory=set)

    # Land

    def ferries(self) -> Iterator[Order]:
        """Transports bring units to where they are needed or nearer to the enemy."""
        situation, board = self.situation, self.situation.game.board
        zones = [z for z in board.zones if not situation.hostile(z)]
        for _ in range(len(situation.own)):
            best: tuple[float, SpaceId, SpaceId, tuple[Order, ...], list[Figure]] | None = None
            for zone in zones:
                coasts = [
                    c
                    for c in situation.coasts(zone)
                    if not board[c].neutral and not situation.hostile(c)
                ]
                if not coasts:
                    continue
                for lift in lifts(situation, zone, frozenset(self.used))[:1]:
                    sea = self._at_sea_gain(lift.ship, zone)
                    for coast in coasts:
                        gain = sea + self._landing_gain(lift.cargo, coast)
                        if gain > _FERRY and (best is None or gain > best[0]):
                            moved = [lift.ship, *lift.cargo]
                            best = gain, zone, coast, tuple(lift.orders(coast)), moved
            if best is None:
                return
            _, zone, coast, orders, (ship, *cargo) = best
            self.used.update(piece.id for piece in (ship, *cargo))
            self.deployment.send([ship], zone)
            self.deployment.send(cargo, coast)
            yield from orders

    def _at_sea_gain(self, ship: Figure, zone: SpaceId) -> float:
        return 0.0 if ship.at == zone else self.deployment.relief([ship], ship.at, zone)

    def _landing_gain(self, cargo: Sequence[Figure], coast: SpaceId) -> float:
        deployment, board = self.deployment, self.situation.game.board
        gain = 0.0
        for origin in sorted({unit.at for unit in cargo}):
            units = [unit for unit in cargo if unit.at == origin]
            if board.is_sea(origin):
                gain += _PULL * len(units) * deployment.pull(coast)
            elif origin != coast:
                gain += _PULL * len(units) * (deployment.pull(coast) - deployment.pull(origin))
                gain += deployment.risk(origin) - deployment.risk(origin, without=units)
        return gain + deployment.risk(coast) - deployment.risk(coast, joined=cargo)

    def marches(self) -> Iterator[Order]:
        """Land units walk to where they are wanted more, alone or as a column."""
        situation = self.situation
        spaces = sorted(
            {
                p.at
                for p in situation.own
                if situation.domain(p) is Domain.LAND and not self._afloat(p)
            },
            key=lambda space: (-self.deployment.pull(space), space),
        )
        for _ in range(_ROUNDS):
            for origin in spaces:
                yield from self._leaving(origin)

    def _afloat(self, piece: Piece) -> bool:
        return isinstance(piece, Figure) and piece.aboard is not None

    def _leaving(self, origin: SpaceId) -> Iterator[Order]:
        """The marches out of one territory, best first."""
        situation, deployment = self.situation, self.deployment
        while True:
            movable = [
                p
                for p in situation.own
                if p.at == origin
                and p.id not in self.used
                and p.left > 0
                and situation.domain(p) is Domain.LAND
                and not self._afloat(p)
            ]
            spare = len(movable) - situation.garrison(origin)
            best: tuple[float, SpaceId, Route, list[Piece]] | None = None
            for column in _columns(situation, movable):
                if len(column) > spare:
                    continue
                for there, road in together(situation, column).items():
                    gain = deployment.relief(column, origin, there)
                    ahead = deployment.pull(there) - deployment.pull(origin)
                    gain += _PULL * len(column) * ahead
                    if gain > _STEP and (best is None or gain > best[0]):
                        best = gain, there, road, column
            if best is None:
                return
            _, there, road, column = best
            self.used.update(p.id for p in column)
            deployment.send(column, there)
            yield Move(frozenset(p.id for p in column), road)

    # Sea

    def fleets(self) -> Iterator[Order]:
        """Ships go to where they do most for least risk: all of a zone together, or in part."""
        situation = self.situation
        for zone in situation.game.board.zones:
            while True:
                ships = [
                    piece
                    for piece in situation.own
                    if piece.at == zone
                    and piece.left > 0
                    and piece.id not in self.used
                    and situation.domain(piece) is Domain.SEA
                ]
                best: tuple[float, SpaceId, Route, list[Piece]] | None = None
                for fleet in _fleets(situation, ships):
                    for there, road in together(situation, fleet).items():
                        gain = self._sailing_gain(fleet, zone, there)
                        if gain > _STEP and (best is None or gain > best[0]):
                            best = gain, there, road, fleet
                if best is None:
                    break
                _, there, road, fleet = best
                self.used.update(ship.id for ship in fleet)
                self.deployment.send(fleet, there)
                yield Move(frozenset(ship.id for ship in fleet), road)

    def _sailing_gain(self, fleet: Sequence[Piece], zone: SpaceId, there: SpaceId) -> float:
        wings = self._wings(fleet, zone)
        relief = self.deployment.relief([*fleet, *wings], zone, there)
        return relief + self._station(fleet, there) - self._station(fleet, zone)

    def _wings(self, fleet: Sequence[Piece], zone: SpaceId) -> list[Piece]:
        """Fighters that would follow the carriers of a fleet."""
        situation = self.situation
        decks = sum(deck_slots(situation.game, ship) for ship in fleet)
        fighters = [
            p
            for p in self.deployment.here(zone)
            if p.owner == situation.power
            and situation.is_kind(p, Trait.CARRIER_BORNE)
            and p.left > 0
        ]
        return fighters[:decks]

    def _station(self, fleet: Sequence[Piece], zone: SpaceId) -> float:
        """What a fleet does in a zone: threaten, hunt, keep its waters free, fetch units."""
        situation, deployment = self.situation, self.deployment
        value = 0.0
        guards = [ship for ship in fleet if is_warship(situation.game, ship)]
        if guards:
            alone = all(situation.is_kind(ship, Trait.SUBMARINE) for ship in guards)
            value += _FLEET * (deployment.prey(zone) if alone else deployment.pull(zone))
            value += deployment.waters.get(zone, 0.0)
            value += _LANE * self._raid(guards, zone)
        transports = len(fleet) - len(guards)
        return value + (transports * self._freight(zone) if transports else 0.0)

    def _raid(self, guards: Sequence[Piece], zone: SpaceId) -> float:
        """What a fleet adds to the convoy losses of a zone that others raid already (CD-3)."""
        there = [p for p in self.deployment.here(zone) if p not in guards]
        raiding, coming = (
            sum(len(self.situation.units([p])) for p in ships if is_warship(self.situation.game, p))
            for ships in (there, guards)
        )
        return max(0.0, min(self.deployment.lanes.get(zone, 0.0) - raiding, coming))

    def _freight(self, zone: SpaceId) -> float:
        """What an empty transport does in a zone: fetch units."""
        waiting = min(4, sum(self._waiting(coast) for coast in self.situation.coasts(zone)))
        ports = sail(self.situation, zone, 2)
        near = sum(self._waiting(coast) for port in ports for coast in self.situation.coasts(port))
        return waiting / 2 + min(8, near) / 8

    def _waiting(self, coast: SpaceId) -> int:
        situation = self.situation
        return sum(
            p.owner == situation.power and situation.domain(p) is Domain.LAND
            for p in self.deployment.here(coast)
        )

    # Air

    def homing(self) -> Iterator[Order]:
        """Aircraft that can land in one place only land there first: others stay to guard them."""
        for piece in self.situation.own:
            if self.situation.domain(piece) is not Domain.AIR or self._lands(piece, piece.at):
                continue
            found = {
                there: road
                for there, road in reach(self.situation, piece).items()
                if self._lands(piece, there)
            }
            if len(found) == 1:
                ((there, road),) = found.items()
                self.used.add(piece.id)
                self.deployment.send([piece], there)
                yield Move(frozenset({piece.id}), road)

    def landings(self) -> Iterator[Order]:
        """Aircraft land where they are safe, help to defend, and are near the enemy."""
        situation, deployment = self.situation, self.deployment
        aircraft = [
            p for p in situation.own if situation.domain(p) is Domain.AIR and p.id not in self.used
        ]
        for piece in sorted(aircraft, key=lambda p: (p.left, p.id)):
            stays = self._lands(piece, piece.at)
            best: tuple[float, SpaceId, Route] | None = None
            for there, road in reach(situation, piece).items():
                if not self._lands(piece, there):
                    continue
                gain = self._flight_gain(piece, there)
                if (gain > _STEP or not stays) and (best is None or gain > best[0]):
                    best = gain, there, road
            if best is not None:
                deployment.send([piece], best[1])
                yield Move(frozenset({piece.id}), best[2])

    def _flight_gain(self, piece: Piece, there: SpaceId) -> float:
        deployment = self.deployment
        ahead = deployment.pull(there) - deployment.pull(piece.at)
        return deployment.relief([piece], piece.at, there) + _WING * ahead

    def _lands(self, piece: Piece, space: SpaceId) -> bool:
        """Whether an aircraft could end the phase in a space, as the plan stands."""
        situation = self.situation
        if not situation.game.board.is_sea(space):
            return friendly_since_start(situation.game, situation.power, space)
        if not situation.is_kind(piece, Trait.CARRIER_BORNE):
            return False
        here = self.deployment.here(space)
        decks = sum(deck_slots(situation.game, p) for p in here)
        aloft = sum(situation.domain(p) is Domain.AIR for p in here if p.id != piece.id)
        return aloft < decks


def _columns(situation: Situation, movable: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Parts of a garrison that may march: all, all but one, the fast, half of it, single units."""
    line = sorted(movable, key=lambda piece: (-situation.cost([piece]), piece.id))
    seen: set[frozenset[PieceId]] = set()
    fast = [p for p in line if situation.is_kind(p, Trait.BLITZES)]
    singles = {situation.unit(p).kind: p for p in line if isinstance(p, Figure)}
    columns: list[list[Piece]] = [line, line[:-1], fast, line[::2]]
    columns += ([piece] for piece in singles.values())
    for column in columns:
        ids = frozenset(p.id for p in column)
        if column and ids not in seen:
            seen.add(ids)
            yield column


def _fleets(situation: Situation, ships: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Parts of what lies in a zone that may sail: all, one sort of ships, or single ones."""
    guards = [ship for ship in ships if is_warship(situation.game, ship)]
    boats = [ship for ship in guards if situation.is_kind(ship, Trait.SUBMARINE)]
    surface = [ship for ship in guards if ship not in boats]
    convoy = [ship for ship in ships if ship not in guards]
    seen: set[frozenset[PieceId]] = set()
    whole = list(ships)
    parts = (whole, guards, boats, surface, convoy, boats[:1], convoy[:1], surface[:1])
    for fleet in parts:
        ids = frozenset(ship.id for ship in fleet)
        if fleet and ids not in seen:
            seen.add(ids)
            yield fleet
