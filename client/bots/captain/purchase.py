"""What a unit of each kind is worth to the captain, and what it buys for its money."""

__all__ = ["has_front", "promising", "purchase"]

import functools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from client.bots.captain.situation import Situation
from client.bots.captain.threats import Threats
from engine.board import SpaceId
from engine.economy.purchase import Purchase, PurchaseUnits, wares
from engine.pieces import Figure
from engine.unit_tables import nearest_kind
from engine.units import (
    AA_GUN,
    ARTILLERY,
    BATTLESHIP,
    BOMBER,
    CARRIER,
    COMPLEX,
    CRUISER,
    DESTROYER,
    FIGHTER,
    INFANTRY,
    SUBMARINE,
    TANK,
    TRANSPORT,
    Domain,
    Kind,
    Trait,
    UnitType,
)
from engine.variants.rules_of_warfare.batteries import BATTERY
from engine.variants.rules_of_warfare.mines import MINE
from engine.variants.rules_of_warfare.resistance import CELL

_TYPICAL = 4  # IPC that a unit costs
_UNLIMITED = 30  # places of a complex that has room for all
_OVERLAND = 4  # spaces from a complex to the enemy that are a front
_FAR = 99
_NEAR = 3  # zones within which a ship matters to a harbour
_SAVING = 0.35  # worth per IPC below which money is kept
_QUEUE = 3  # land units without a ship that are many
_QUEUING, _CROWDED = 0.75, 0.55  # worth of a land unit that must wait for one, that waits long
_DROWNING = 2.0  # menace in which more transports would only be lost
_EVEN = 0.8  # menace from which on the power's harbours need more than ships
_FLOTILLA = 8  # transports that are enough
_SEVERAL = 3  # coasts that are worth a transport; defenders that cells leave alone
_MIX = {INFANTRY: 0.55, ARTILLERY: 0.2, TANK: 0.25}  # shares of an army
_NEW_SITE = 1.4  # worth of a new complex where one pays
_RICH = 7.0  # IPC for each place above which a new complex pays


def purchase(situation: Situation, decision: PurchaseUnits, draw: random.Random) -> Purchase:
    """Repair what production needs, then buy what is worth most for its price, unit by unit."""
    game, power = situation.game, situation.power
    repairs = _repairs(situation)
    purse = game.treasury[power] - game.rules.repair_price(game, power, sum(repairs.values()))
    bought = _Market(situation, Threats(situation), draw).buy(purse)
    answer = Purchase(dict(bought), repairs)
    return answer if decision.legal(game, answer) else Purchase()


def _repairs(situation: Situation) -> dict[SpaceId, int]:
    """As many markers as stand in the way of units that the money buys, dearest place first."""
    game, power = situation.game, situation.power
    purse = game.treasury[power]
    rooms = [game.rules.capacity(game, site) for site in situation.usable]
    lacking = purse // _TYPICAL - sum(_UNLIMITED if most is None else most for most in rooms)
    chosen: dict[SpaceId, int] = {}
    for space in sorted(game.damage, key=lambda s: (-situation.worth(s), s)):
        before = sum(chosen.values())
        markers = min(game.damage[space], lacking) if game.control.get(space) == power else 0
        while markers > 0 and game.rules.repair_price(game, power, before + markers) > purse:
            markers -= 1
        if markers > 0:
            lacking -= markers
            chosen[space] = markers
    return chosen


@dataclass(eq=False)
class _Market:
    situation: Situation
    threats: Threats
    draw: random.Random
    bought: Counter[Kind] = field(default_factory=Counter)

    def buy(self, purse: int) -> Counter[Kind]:
        """Units for so much money, as far as there is room to place them."""
        game, power = self.situation.game, self.situation.power
        waiting = sum(game.waiting.get(power, {}).values())
        places = sum(self._room(site) for site in self._sites) - waiting
        luck = {kind: self.draw.uniform(0.9, 1.1) for kind in sorted(game.rules.scenario.units)}
        while places > 0:
            share = purse / places
            rates = {u: self._rate(u, share) for u in self._wares if u.cost <= purse}
            liking = {
                u: luck[u.kind] * rate * u.cost / max(u.cost, share) for u, rate in rates.items()
            }
            best = max(liking, key=lambda unit: liking[unit], default=None)
            if best is None or rates[best] < _SAVING:
                break
            self.bought[best.kind] += 1
            places -= 1
            purse -= best.cost
        return self.bought

    @functools.cached_property
    def _wares(self) -> list[UnitType]:
        kinds = wares(self.situation.game, self.situation.power)
        return [self._row(kind) for kind in kinds if self._role(kind) is not None]

    def _row(self, kind: Kind) -> UnitType:
        return self.situation.row(self.situation.power, kind)

    def _role(self, kind: Kind) -> Kind | None:
        """The kind of the rulebook as which a unit is bought; None: it is not.

        What a house rule brings is bought for what that rule does with it.
        """
        return kind if kind in _BROUGHT else nearest_kind(self._row(kind))

    @functools.cached_property
    def _usual(self) -> dict[Kind, float]:
        """What the units of each role that are for sale do for an IPC on average."""
        found: dict[Kind, list[float]] = {}
        for unit in self._wares:
            found.setdefault(self._role(unit.kind) or unit.kind, []).append(_use(unit))
        return {role: sum(uses) / len(uses) for role, uses in found.items()}

    @functools.cached_property
    def _sites(self) -> tuple[SpaceId, ...]:
        return self.situation.usable

    def _room(self, site: SpaceId) -> int:
        most = self.situation.game.rules.capacity(self.situation.game, site)
        return _UNLIMITED if most is None else most

    def _rate(self, unit: UnitType, share: float) -> float:
        """What one more unit is worth for each IPC of its price.

        `share`: the IPC that there are for each unit that can still be placed.
        """
        kind = self._role(unit.kind) or unit.kind
        usual = self._usual[kind]
        return self._rate_of(kind, share) * (_use(unit) / usual if usual else 1.0)

    def _rate_of(self, kind: Kind, share: float) -> float:
        """The same for a role."""
        if kind in _MIX:
            return self._army(kind)
        if kind in _NAVAL:
            return self._navy(kind)
        if kind in (FIGHTER, BOMBER):
            return self._wings(kind)
        if kind == TRANSPORT:
            return self._shipping
        if kind == SUBMARINE:
            return self._hunting
        if kind == AA_GUN:
            return self._flak
        if kind == COMPLEX:
            return _NEW_SITE if share > _RICH and self._has_site else 0.0
        return self._special(kind)

    # House rules

    def _special(self, kind: Kind) -> float:
        """One battery at a front, one cell or one mine where it can do something."""
        if self.bought[kind]:
            return 0.0
        if kind == BATTERY:
            return 0.9 if self._front == 1 and not self._have[BATTERY] else 0.0
        if kind == CELL:
            return 1.1 if any(self._is_weak(space) for space in self._places(CELL)) else 0.0
        watched = self._places(MINE) and self._quarry
        return 0.8 if watched and self._menace > _EVEN else 0.0

    def _places(self, kind: Kind) -> list[SpaceId]:
        where = self.situation.game.rules.placements(
            self.situation.game, self.situation.power, kind
        )
        return sorted({space for spaces in where.values() for space in spaces})

    def _is_weak(self, space: SpaceId) -> bool:
        """Whether a few cells might well free a territory that is worth it (WR-2)."""
        held = len(self.situation.defenders(space)) < _SEVERAL
        return held and self.situation.game.board[space].value >= _LEAST

    # Land

    @functools.cached_property
    def _have(self) -> Counter[Kind]:
        have = Counter(p.kind for p in self.situation.own if isinstance(p, Figure))
        have[SUBMARINE] += sum(
            len(self.situation.units([p])) for p in self.situation.own if not isinstance(p, Figure)
        )
        return have + Counter(self.situation.game.waiting.get(self.situation.power, {}))

    @functools.cached_property
    def _cast(self) -> dict[Kind, tuple[Kind, ...]]:
        """The kinds of the unit table by role."""
        cast: dict[Kind, tuple[Kind, ...]] = {}
        for kind in self.situation.game.rules.scenario.units:
            role = self._role(kind) or kind
            cast[role] = (*cast.get(role, ()), kind)
        return cast

    def _all(self, *roles: Kind) -> Iterator[tuple[UnitType, int]]:
        """Units of some roles that the power has or has just bought, kind by kind."""
        for role in roles:
            for kind in self._cast.get(role, ()):
                yield self._row(kind), self._have[kind] + self.bought[kind]

    def _count(self, *roles: Kind) -> int:
        return sum(count for _, count in self._all(*roles))

    def _new(self, *roles: Kind) -> int:
        """How many of some roles are being bought."""
        return sum(self.bought[kind] for role in roles for kind in self._cast.get(role, ()))

    @functools.cached_property
    def _front(self) -> int:
        """Spaces from the nearest complex to the enemy overland; many where there is no way."""
        return min((self._steps(site) for site in self._sites), default=_FAR)

    def _steps(self, site: SpaceId) -> int:
        return _steps(self.situation, site)

    @functools.cached_property
    def _ashore(self) -> int:
        """Land units that only ships could bring to the enemy."""
        situation, board = self.situation, self.situation.game.board
        return sum(
            situation.domain(p) is Domain.LAND
            and not board.is_sea(p.at)
            and situation.unit(p).attack > 0
            and self._steps(p.at) > _OVERLAND
            for p in situation.own
            if isinstance(p, Figure)
        )

    @property
    def _berths(self) -> int:
        """Places on transports that no land unit waits for; negative where units wait."""
        power = self.situation.power
        holds = sum(
            count * self.situation.berths(power, ship.kind) for ship, count in self._all(TRANSPORT)
        )
        return holds - self._ashore - self._new(*_MIX)

    @functools.cached_property
    def _alarm(self) -> float:
        """What the enemy could gain at the power's complexes as they are now, in IPC."""
        situation = self.situation
        return sum(self.threats.exposure(s, situation.fighters_at(s)) for s in self._sites)

    def _army(self, kind: Kind) -> float:
        army = self._count(*_MIX) + 1
        balance = _MIX[kind] - self._count(kind) / army
        worth = 1.0 + 0.6 * max(-0.5, min(0.5, balance))
        if kind == INFANTRY:
            new = self._new(INFANTRY) * 3
            worth += min(1.0, max(0.0, self._alarm - 2 * new) / 20)
        if self._front > _OVERLAND and not self._alarm:
            worth *= _CROWDED if self._berths < -_QUEUE else _QUEUING if self._berths < 0 else 1.05
        return worth

    # Sea and air

    @property
    def _shipping(self) -> float:
        if self._front <= _OVERLAND:
            return 0.8 if self._has_islands and not self._count(TRANSPORT) else 0.1
        if self._menace > _DROWNING and self._count(TRANSPORT) >= _QUEUE:
            return 0.4
        if self._count(TRANSPORT) >= _FLOTILLA:
            return 0.3
        return 1.15 if self._berths < 0 else 0.6

    @functools.cached_property
    def _has_islands(self) -> bool:
        """Whether ships could land at several places of worth within a turn of the harbours."""
        situation, board = self.situation, self.situation.game.board
        goals = {
            coast
            for harbour in self._harbours
            for zone, steps in board.distances(harbour, sea=True).items()
            for coast in board.adjacent_land(zone)
            if steps < _NEAR and situation.hostile(coast) and board[coast].value
        }
        return len(goals) >= _SEVERAL

    @functools.cached_property
    def _harbours(self) -> tuple[SpaceId, ...]:
        board = self.situation.game.board
        return tuple(sorted({z for s in self._sites for z in board.adjacent_zones(s)}))

    @functools.cached_property
    def _menace(self) -> float:
        """Enemy strength against the power's at its harbours: above 1 the enemy rules the sea."""
        situation = self.situation
        worst = 0.0
        for zone in self._harbours:
            steps = situation.game.board.distances(zone, sea=True)
            own = sum(
                situation.cost([p])
                for p in situation.own
                if steps.get(p.at, 99) <= _NEAR
                and situation.domain(p) is Domain.SEA
                and not situation.is_kind(p, Trait.TRANSPORT)
            )
            worst = max(worst, self.threats.strength(zone) / (own + 10))
        return worst

    @functools.cached_property
    def _seafaring(self) -> bool:
        return self._front > _OVERLAND or self._count(TRANSPORT) > 1

    def _navy(self, kind: Kind) -> float:
        navy = (ship for role in _NAVAL for ship in self._cast.get(role, ()))
        spent = sum(self.bought[ship] * self._row(ship).cost for ship in navy)
        worth = 0.55 + 0.45 * min(1.2, self._menace) - spent / 120
        if not self._seafaring:
            worth *= 0.4
        if kind == DESTROYER:
            boats = sum(
                self.situation.is_kind(p, Trait.SUBMARINE) for p in self.situation.hostile_pieces
            )
            return worth * 1.05 + (0.2 if boats > 2 * self._count(DESTROYER) else 0.0)
        if kind == CARRIER:
            decks = sum(ship.capacity * count for ship, count in self._all(CARRIER))
            fresh = max(self._row(ship).capacity for ship in self._cast[CARRIER])
            return worth * (1.05 if self._count(FIGHTER) - decks >= fresh else 0.75)
        return worth * (0.85 if kind == CRUISER else 0.95)

    @functools.cached_property
    def _quarry(self) -> float:
        """Enemy shipping within reach of the power's harbours, in IPC."""
        situation = self.situation
        return max(
            (
                sum(
                    situation.cost([p])
                    for p in situation.hostile_pieces
                    if situation.domain(p) is Domain.SEA
                    and situation.game.board.distances(zone, sea=True).get(p.at, 99) <= _NEAR
                )
                for zone in self._harbours
            ),
            default=0.0,
        )

    @property
    def _hunting(self) -> float:
        boats = sum(boat.cost * count for boat, count in self._all(SUBMARINE))
        worth = max(0.2, min(1.1, 0.4 + (self._quarry - boats) / 40))
        return worth - self._new(SUBMARINE) * (0.2 if self._front <= _OVERLAND else 0.07)

    def _wings(self, kind: Kind) -> float:
        few = 0.95 if kind == FIGHTER else 0.8
        return few - 0.03 * self._count(kind) - 0.04 * self._new(kind)

    @functools.cached_property
    def _bare(self) -> int:
        """Complexes in reach of enemy bombers and fighters that have no guns."""
        situation = self.situation
        return sum(
            not any(situation.is_kind(p, Trait.ANTI_AIR) for p in situation.game.pieces.at(site))
            and any(
                situation.domain(p) is Domain.AIR
                for force in self.threats.assailants(site).values()
                for p in force
            )
            for site in self._sites
        )

    @property
    def _flak(self) -> float:
        return 0.9 if self._new(AA_GUN) < self._bare else 0.0

    @functools.cached_property
    def _new_sites(self) -> tuple[SpaceId, ...]:
        return tuple(promising(self.situation, self.threats))

    @property
    def _has_site(self) -> bool:
        return bool(self._new_sites) and not self._new(COMPLEX) and not self._have_waiting

    @functools.cached_property
    def _have_waiting(self) -> bool:
        waiting = self.situation.game.waiting.get(self.situation.power, {})
        return any(waiting.get(kind) for kind in self._cast.get(COMPLEX, ()))


_NAVAL = (DESTROYER, CRUISER, CARRIER, BATTLESHIP)
_BROUGHT = (BATTERY, CELL, MINE)
_LEAST = 2  # value of a territory in which a complex pays


def _use(unit: UnitType) -> float:
    """What a unit does for an IPC, to be compared with others of its role."""
    return (1 + (unit.attack + unit.defence) * unit.hits + unit.capacity) / unit.cost


def _steps(situation: Situation, start: SpaceId) -> int:
    """Spaces to the nearest hostile territory overland."""
    overland = situation.game.board.distances(start, sea=False)
    return min(
        (steps for space, steps in overland.items() if situation.hostile(space)), default=_FAR
    )


def has_front(situation: Situation) -> bool:
    """Whether the power's land units can walk to the enemy from a complex of its own."""
    return any(_steps(situation, site) <= _OVERLAND for site in situation.usable)


def promising(situation: Situation, threats: Threats) -> Iterator[SpaceId]:
    """Territories in which a new complex would serve the front and be safe, best first."""
    game, board = situation.game, situation.game.board
    held = game.record.control_at_start
    built = {p.at for p in game.pieces.values() if situation.is_kind(p, Trait.COMPLEX)}
    found = []
    for space in board.territories:
        value = board[space].value
        if held.get(space) != situation.power or space in built or value < _LEAST:
            continue
        steps = _steps(situation, space)
        if steps <= _NEAR and not threats.exposure(space, situation.fighters_at(space)):
            found.append((-value, steps, space))
    return (space for _, _, space in sorted(found))
