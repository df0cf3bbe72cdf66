"""What the enemy could do to a space in its next turns, and what that would cost.

An enemy is taken to attack where that pays, with everything that reaches the space, each power by
itself. What it gains is what the captain's side loses: the worth of the place, and the difference
of the losses.
"""

__all__ = ["Threats"]

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from client.bots.captain.situation import Situation
from client.bots.odds import Forecast, forecast
from engine.board import Power, SpaceId
from engine.pieces import Figure, Piece, PieceId
from engine.units import SUBMARINE, Domain, Trait, UnitType

_SAIL = 2  # sea zones that a transport sails in a turn
_FAR = 99
_JOINT = 0.5  # weight of an attack by all enemies, one after the other, on a capital

_DETERRED = 0.3  # weight of an attack that seems not to pay, for all that the enemy can know

_Exposed = tuple[SpaceId, tuple[UnitType, ...], tuple[UnitType, ...], frozenset[PieceId]]


@dataclass(frozen=True, eq=False)
class Threats:
    """What threatens each space, as far as it has been asked."""

    situation: Situation
    _assailants: dict[SpaceId, Mapping[Power, tuple[Piece, ...]]] = field(default_factory=dict)
    _exposures: dict[_Exposed, float] = field(default_factory=dict)

    def assailants(self, space: SpaceId) -> Mapping[Power, tuple[Piece, ...]]:
        """Enemy pieces that could attack a space in their owner's next turn, roughly."""
        if space not in self._assailants:
            found = (
                self._at_sea(space) if self.situation.game.board.is_sea(space) else self._on(space)
            )
            by_owner: dict[Power, list[Piece]] = {}
            for piece in found:
                by_owner.setdefault(piece.owner, []).append(piece)
            self._assailants[space] = {who: tuple(here) for who, here in by_owner.items()}
        return self._assailants[space]

    def strength(self, space: SpaceId) -> float:
        """What the strongest enemy could bring against a space, in IPC."""
        return max(map(self.situation.cost, self.assailants(space).values()), default=0.0)

    def exposure(
        self,
        space: SpaceId,
        defenders: Collection[Piece],
        beaten: frozenset[PieceId] = frozenset(),
        reserves: Sequence[UnitType] = (),
    ) -> float:
        """What the enemy stands to gain by an attack on a space, in IPC; 0 where it gains nothing.

        Args:
            space: a territory or a sea zone that the power's side holds, or will hold.
            defenders: who would stand there.
            beaten: enemies that will be gone by then.
            reserves: units beside the defenders that are not on the board yet.
        """
        enemies = self.assailants(space)
        if not enemies:
            return 0.0
        situation = self.situation
        fighting = [p for p in defenders if situation.fights(p)]
        units = (*situation.units(fighting), *reserves)
        shown = units
        if any(piece.id in situation.disguised for piece in fighting):
            shown = (*situation.shown_units(fighting), *reserves)
        key = space, _sorted(units), _sorted(shown), beaten
        if key not in self._exposures:
            self._exposures[key] = self._exposure(space, units, shown, beaten)
        return self._exposures[key]

    def _exposure(
        self,
        space: SpaceId,
        units: Sequence[UnitType],
        shown: Sequence[UnitType],
        beaten: frozenset[PieceId],
    ) -> float:
        situation = self.situation
        land = not situation.game.board.is_sea(space)
        stake = situation.worth(space) if land else 0.0
        forces = [
            [p for p in force if p.id not in beaten] for force in self.assailants(space).values()
        ]
        weighed = [(1.0, force) for force in forces]
        if space in situation.game.rules.scenario.capitals.values() and len(forces) > 1:
            weighed.append((_JOINT, [piece for force in forces for piece in force]))
        worst = 0.0
        for weight, force in weighed:
            if not force or (
                land and not any(situation.domain(piece) is Domain.LAND for piece in force)
            ):
                continue
            attackers = situation.units(force)
            gain = _gain(forecast(attackers, units), stake)
            if shown != units and _gain(forecast(attackers, shown), stake) <= 0:
                gain *= _DETERRED
            worst = max(worst, weight * gain)
        return worst

    # Who reaches what

    def _at_sea(self, zone: SpaceId) -> list[Piece]:
        situation = self.situation
        by_air = situation.game.board.distances(zone)
        by_water = situation.game.board.distances(zone, sea=True)
        found = []
        for piece in situation.hostile_pieces:
            if situation.is_kind(piece, Trait.TRANSPORT):
                continue
            match situation.domain(piece):
                case Domain.AIR:
                    near = by_air.get(piece.at, _FAR) <= self._range(piece) // 2
                case Domain.SEA:
                    near = by_water.get(piece.at, _FAR) <= self._range(piece)
                case _:
                    near = False
            if near:
                found.append(piece)
        return found

    def _on(self, territory: SpaceId) -> list[Piece]:
        situation = self.situation
        by_air = situation.game.board.distances(territory)
        found = [
            piece
            for piece in situation.hostile_pieces
            if (
                by_air.get(piece.at, _FAR) <= self._range(piece) // 2
                if situation.domain(piece) is Domain.AIR
                else self._walks(piece, territory)
            )
        ]
        return [*found, *self._sailing(territory, {piece.id for piece in found})]

    def _range(self, piece: Piece) -> int:
        if isinstance(piece, Figure):
            return self.situation.unit(piece).move
        return self.situation.row(piece.owner, SUBMARINE).move

    def _walks(self, piece: Piece, territory: SpaceId) -> bool:
        """Whether an enemy land unit could get there overland."""
        situation = self.situation
        if not self._marches(piece):
            return False
        board = situation.game.board
        if board.adjacent(piece.at, territory):
            return True
        # Whoever stands in between now may be gone by then: a capital takes no chance.
        stakes = territory in situation.game.rules.scenario.capitals.values()
        return situation.is_kind(piece, Trait.BLITZES) and any(
            board.adjacent(piece.at, between) and (stakes or not situation.fighters_at(between))
            for between in board.adjacent_land(territory)
            if not board[between].neutral
        )

    def _marches(self, piece: Piece) -> bool:
        situation = self.situation
        return (
            isinstance(piece, Figure)
            and situation.domain(piece) is Domain.LAND
            and situation.unit(piece).attack > 0
            and not situation.is_kind(piece, Trait.STAYS_IN_COMBAT_MOVE)
        )

    def _sailing(self, territory: SpaceId, taken: set[PieceId]) -> list[Piece]:
        """The dearest enemy land units for which there are transports near."""
        situation, board = self.situation, self.situation.game.board
        zones = board.adjacent_zones(territory)
        holds: dict[Power, int] = {}
        ports: dict[Power, set[SpaceId]] = {}
        for ship in situation.hostile_pieces:
            if not isinstance(ship, Figure) or not situation.is_kind(ship, Trait.TRANSPORT):
                continue
            near = min(
                (board.distances(z, sea=True).get(ship.at, _FAR) for z in zones), default=_FAR
            )
            if near <= _SAIL:
                berths = situation.berths(ship.owner, ship.kind)
                holds[ship.owner] = holds.get(ship.owner, 0) + berths
                around = (ship.at, *board.adjacent_zones(ship.at)) if near < _SAIL else (ship.at,)
                ports.setdefault(ship.owner, set()).update(around)
        if not holds:
            return []
        found: list[Piece] = []
        cargo = (p for p in situation.hostile_pieces if p.id not in taken and self._marches(p))
        for piece in sorted(cargo, key=lambda p: (-situation.cost([p]), p.id)):
            afloat = board.is_sea(piece.at)
            touching = {piece.at} if afloat else set(board.adjacent_zones(piece.at))
            if holds.get(piece.owner, 0) > 0 and touching & ports[piece.owner]:
                holds[piece.owner] -= 1
                found.append(piece)
        return found


def _sorted(units: Sequence[UnitType]) -> tuple[UnitType, ...]:
    return tuple(sorted(units, key=lambda unit: unit.kind))


def _gain(expected: Forecast, stake: float) -> float:
    return expected.win * stake + expected.prize - expected.cost
