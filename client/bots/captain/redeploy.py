"""The captain's Noncombat move: garrisons, ferries, fleets, and aircraft home."""

__all__ = ["redeploy"]

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from client.bots.captain.lifts import lifts, sail
from client.bots.captain.reckoning import Reckoning
from engine.board import SpaceId
from engine.errors import Illegal
from engine.movement.destinations import destinations
from engine.movement.orders import Move, Order
from engine.pieces import Figure, Piece, PieceId
from engine.terms import is_warship
from engine.units import Domain, Trait

_FADE = 0.6  # what a place is worth from one space further away
_PULL = 0.5  # IPC of risk that a step towards the enemy is worth
_GOAL = 25.0  # IPC above which a goal draws no more: a capital is far away, the war is here
_NEED = 0.5  # part of a threatened territory's worth that another defender saves
_FERRY = 1.0  # gain below which a ferry is not worth its danger


def redeploy(view: Reckoning) -> list[Order]:
    """The orders of a Noncombat move but for aircraft; each is to be judged when its turn comes."""
    plan = _Plan(view)
    return [*plan.ferries(), *plan.marches(), *plan.fleets()]


@dataclass(eq=False)
class _Plan:
    view: Reckoning
    used: set[PieceId] = field(default_factory=set)

    # What draws and what frightens

    @functools.cached_property
    def _goals(self) -> list[tuple[SpaceId, float]]:
        """Territories to be taken, and what they are worth."""
        board = self.view.game.board
        return [
            (space, min(_GOAL, self.view.worth(space)))
            for space in board.territories
            if not board[space].neutral and self.view.hostile(space)
        ]

    @functools.cache  # noqa: B019 (a plan lives for one decision)
    def _pull(self, space: SpaceId) -> float:
        """How near a space is to what the power wants."""
        steps = self.view.game.board.distances(space)
        return sum(worth * _FADE ** steps.get(goal, 99) for goal, worth in self._goals)

    @functools.cache  # noqa: B019 (as above)
    def _prey(self, zone: SpaceId) -> float:
        """How near a sea zone is to enemy ships that submarines may sink."""
        view = self.view
        steps = view.game.board.distances(zone, sea=True)
        return sum(
            view.cost([piece]) * _FADE ** steps.get(piece.at, 99)
            for piece in view.game.pieces.values()
            if not view.game.friendly(view.power, piece.owner) and view.domain(piece) is Domain.SEA
        )

    @functools.cache  # noqa: B019 (as above)
    def _need(self, territory: SpaceId) -> float:
        """What another defender of a territory would save."""
        view = self.view
        raiders = view.raiders(territory)
        if not raiders:
            return 0.0
        answer = view.clash(raiders, view.fighters_at(territory))
        return _NEED * answer.win * view.worth(territory)

    def _risk(self, zone: SpaceId, fleet: list[Piece]) -> float:
        """What an attack on a fleet in a zone would cost, more than the attacker."""
        view = self.view
        raiders = view.raiders(zone)
        if not raiders:
            return 0.0
        answer = view.clash(raiders, fleet)
        return max(0.0, answer.prize - answer.cost) * answer.win

    # Orders

    def ferries(self) -> Iterator[Order]:
        """Transports bring units to where they are needed or nearer to the enemy."""
        view = self.view
        board = view.game.board
        coasts = [s for s in board.territories if not board[s].neutral and not view.hostile(s)]
        for _ in range(len(view.own)):
            best: tuple[float, SpaceId, tuple[Order, ...], frozenset[PieceId]] | None = None
            for coast in coasts:
                for zone in board.adjacent_zones(coast):
                    if view.hostile(zone):
                        continue
                    for lift in lifts(view, zone, frozenset(self.used))[:1]:
                        origin = lift.cargo[0].at
                        before = 0.0 if board.is_sea(origin) else self._call(origin)
                        danger = 0.1 * self._risk(zone, [lift.ship])
                        gain = len(lift.cargo) * (self._call(coast) - before) - danger
                        if gain > _FERRY and (best is None or gain > best[0]):
                            ids = frozenset((lift.ship.id, *(unit.id for unit in lift.cargo)))
                            best = gain, coast, tuple(lift.orders(coast)), ids
            if best is None:
                return
            self.used |= best[3]
            yield from best[2]

    def _call(self, territory: SpaceId) -> float:
        """How much a land unit is wanted in a territory."""
        return self._need(territory) + _PULL * self._pull(territory)

    def marches(self) -> Iterator[Order]:
        """Land units walk to where they are wanted more."""
        view = self.view
        for piece in view.own:
            if view.domain(piece) is not Domain.LAND or piece.left <= 0 or piece.id in self.used:
                continue
            if isinstance(piece, Figure) and piece.aboard is not None:
                continue
            held = sum(view.domain(p) is Domain.LAND for p in view.own if p.at == piece.at)
            if held <= view.garrison(piece.at):
                continue
            roads = _roads(view, [piece])
            best = max(roads, key=lambda space: (self._call(space), space), default=None)
            if best is not None and self._call(best) > self._call(piece.at) + _FERRY:
                self.used.add(piece.id)
                yield Move(frozenset({piece.id}), roads[best])

    def fleets(self) -> Iterator[Order]:
        """Ships and tokens of one zone go together to where they do most for least risk."""
        view = self.view
        for zone in view.game.board.zones:
            ships = [
                piece
                for piece in view.own
                if piece.at == zone
                and piece.left > 0
                and piece.id not in self.used
                and view.domain(piece) is Domain.SEA
            ]
            guards = [p for p in ships if is_warship(view.game, p)]
            convoy = [p for p in ships if p not in guards]
            if guards:
                yield from self._sail(zone, ships, self._station)
            elif convoy:
                yield from self._sail(zone, convoy, self._berth)

    def _sail(
        self, zone: SpaceId, ships: list[Piece], value: Callable[[SpaceId, list[Piece]], float]
    ) -> Iterator[Order]:
        roads = {zone: (), **_roads(self.view, ships)}
        best = max(roads, key=lambda there: (value(there, ships), there == zone, there))
        if roads[best]:
            yield Move(frozenset(ship.id for ship in ships), roads[best])

    def _station(self, zone: SpaceId, ships: list[Piece]) -> float:
        """What a fleet does in a zone: threaten, guard its side's coasts, survive."""
        view = self.view
        friends = [p for p in view.own if p.at == zone and p not in ships]
        afloat = [p for p in friends if view.domain(p) is not Domain.LAND]
        guarded = sum(self._need(c) for c in view.coasts(zone) if not view.hostile(c))
        alone = all(view.is_kind(ship, Trait.SUBMARINE) for ship in ships)
        drawn = self._prey(zone) if alone else self._pull(zone)
        return _PULL * drawn + guarded - self._risk(zone, [*ships, *afloat])

    def _berth(self, zone: SpaceId, convoy: list[Piece]) -> float:
        """What empty transports do in a zone: fetch units, near friends, unseen by the enemy."""
        view = self.view
        waiting = sum(
            1
            for coast in view.coasts(zone)
            for p in view.own
            if p.at == coast and view.domain(p) is Domain.LAND
        )
        escorts = [p for p in view.own if p.at == zone and p not in convoy]
        afloat = [p for p in escorts if view.domain(p) is Domain.SEA]
        steps = sail(view, zone, 2)
        near = sum(
            1
            for port in steps
            for coast in view.coasts(port)
            for p in view.own
            if p.at == coast and view.domain(p) is Domain.LAND
        )
        return min(waiting, 4) + near / 4 - self._risk(zone, [*convoy, *afloat])


def _roads(view: Reckoning, pieces: list[Piece]) -> dict[SpaceId, tuple[SpaceId, ...]]:
    """Where pieces can go together now; nowhere if they cannot be ordered together."""
    try:
        return dict(destinations(view.game, [piece.id for piece in pieces], paying=False))
    except Illegal:
        return {}
