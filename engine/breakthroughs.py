"""What breakthroughs do (BG-4.2 to 4.4), beyond the better units of an edition's charts.

A breakthrough is a set of answers to the named questions, as a house rule is: a subclass of `Rules`
that changes an answer for the powers that own it and leaves it to `super()` for all others. They
are part of a game's rules where its scenario has research.

Implements: BG-4.2, BG-4.3
"""

__all__ = [
    "EVERY_BREAKTHROUGH",
    "AdvancedArtillery",
    "HeavyBombers",
    "ImprovedUnits",
    "IncreasedProduction",
    "MechanizedInfantry",
    "Paratroopers",
    "Radar",
    "Rockets",
    "WarBonds",
    "breakthroughs",
    "has",
]

from collections.abc import Mapping

from engine.battle.sides import current_battle
from engine.battles import BattleKind, Role, Throw
from engine.board import Power, SpaceId
from engine.charts import Breakthrough, Charts
from engine.claims import Claim
from engine.errors import Illegal
from engine.game import Game
from engine.movement.steps import passengers_of
from engine.options import HEAVY_BOMBERS, HeavyDice
from engine.phases import Phase
from engine.pieces import Piece, PieceId
from engine.questions.economy import Term
from engine.requests import Roll, Step, ask
from engine.rules import Rules
from engine.units import Kind, Trait, UnitType

_INFANTRY_SUPPORTED = 2
_ROCKET_RANGE = 3
_RADAR_HITS_ON = 2
_HEAVY_BOMBER_DICE = 2
_LEAST_VALUE = 3
_EXTRA_UNITS = 2
_MARKERS_PER_IPC = 2
_WAR_BOND_SIDES = 6


def has(game: Game, power: Power | None, breakthrough: Breakthrough) -> bool:
    """Whether a power owns a breakthrough; nobody (None) owns none."""
    return power is not None and breakthrough in game.breakthroughs.get(power, ())


class ImprovedUnits(Rules):
    """A power's units as its breakthroughs have improved them."""

    def unit_type(self, game: Game, owner: Power, kind: Kind) -> UnitType:
        """The row of the unit table with its breakthroughs."""
        owned = game.breakthroughs.get(owner)
        charts = self.scenario.charts
        if not owned or charts is None:
            return super().unit_type(game, owner, kind)
        return charts.rows(self.scenario.units, owned)[kind]


class AdvancedArtillery(Rules):
    """Each artillery supports two infantry."""

    def supports(self, game: Game, piece: Piece) -> int:
        """Two, where it supports any."""
        lent = super().supports(game, piece)
        return (
            _INFANTRY_SUPPORTED * lent
            if has(game, piece.owner, Breakthrough.ADVANCED_ARTILLERY)
            else lent
        )


class Rockets(Rules):
    """AA guns hit complexes within three spaces."""

    def rocket_range(self, game: Game, power: Power) -> int:
        """Three spaces."""
        if has(game, power, Breakthrough.ROCKETS):
            return _ROCKET_RANGE
        return super().rocket_range(game, power)


class Radar(Rules):
    """Anti-aircraft fire hits on 1 and 2."""

    def anti_air_strength(self, game: Game, power: Power) -> int:
        """On 2 or less."""
        if has(game, power, Breakthrough.RADAR):
            return _RADAR_HITS_ON
        return super().anti_air_strength(game, power)


class HeavyBombers(Rules):
    """Bombers roll two dice on attack and on raids.

    Implements: R10
    """

    def throw(self, game: Game, piece: Piece, kind: Kind, role: Role) -> Throw:
        """Two dice on attack; around a raid one like everybody (BG-8.3)."""
        heavy = (
            role is Role.ATTACKER
            and current_battle(game).kind is not BattleKind.RAID
            and Trait.RAIDS in game.rules.unit_type(game, piece.owner, kind).traits
            and has(game, piece.owner, Breakthrough.HEAVY_BOMBERS)
        )
        return self._two(game) if heavy else super().throw(game, piece, kind, role)

    def raid_dice(self, game: Game, piece: Piece) -> Throw:
        """Two dice."""
        heavy = has(game, piece.owner, Breakthrough.HEAVY_BOMBERS)
        return self._two(game) if heavy else super().raid_dice(game, piece)

    def _two(self, game: Game) -> Throw:
        return Throw(_HEAVY_BOMBER_DICE, best=game.rules.option(HEAVY_BOMBERS) is HeavyDice.BEST)


class Paratroopers(Rules):
    """A bomber takes one infantry from where it starts and drops it where it attacks.

    It is one order: bomber and infantry go together to the first hostile territory on their way,
    where the bomber stays until its battle. The infantry fights there as if it had walked.
    """

    def passengers(
        self, game: Game, pieces: tuple[Piece, ...], route: tuple[SpaceId, ...]
    ) -> Mapping[PieceId, PieceId]:
        """Infantry in bombers that have not moved, where it could not walk."""
        passengers = super().passengers(game, pieces, route)
        if (
            not has(game, game.active, Breakthrough.PARATROOPERS)
            or game.current_phase is not Phase.COMBAT_MOVE
            or _walks(game, route)
            or not _drops_at_its_end(game, route)
        ):
            return passengers
        bombers = [
            p.id for p in pieces if game.rules.counts_as(game, p, Trait.RAIDS) and not p.moved
        ]
        infantry = [
            p.id
            for p in pieces
            if game.rules.counts_as(game, p, Trait.LIGHT) and p.id not in passengers
        ]
        return {**passengers, **dict(zip(infantry, bombers, strict=False))}

    def movement_claim(self, game: Game, piece: Piece, steps: int) -> Claim | None:
        """A bomber that has brought infantry stays where it stops until its battle."""
        if (
            game.current_phase is Phase.COMBAT_MOVE
            and game.rules.counts_as(game, piece, Trait.RAIDS)
            and passengers_of(game, (piece.id,))
        ):
            raise Illegal("BG-4.2", "{piece} must stay where its infantry drops", piece=piece.id)
        return super().movement_claim(game, piece, steps)


def _walks(game: Game, route: tuple[SpaceId, ...]) -> bool:
    return len(route) == 1 and not game.board.is_sea(route[0])


def _drops_at_its_end(game: Game, route: tuple[SpaceId, ...]) -> bool:
    """Whether the first hostile territory of a route is its last space."""
    hostile = [
        space
        for space in route
        if not game.board.is_sea(space) and game.rules.hostile(game, game.active, space)
    ]
    return bool(hostile) and hostile[0] == route[-1]


class MechanizedInfantry(Rules):
    """One infantry paired with each tank moves two spaces with it, and may blitz with it.

    ⚖ The pair goes both steps in one order.
    """

    def passengers(
        self, game: Game, pieces: tuple[Piece, ...], route: tuple[SpaceId, ...]
    ) -> Mapping[PieceId, PieceId]:
        """Infantry on tanks, where the way is too far for it alone."""
        passengers = super().passengers(game, pieces, route)
        if (
            len(route) == 1
            or not has(game, game.active, Breakthrough.MECHANIZED_INFANTRY)
            or any(game.board.is_sea(space) for space in route)
        ):
            return passengers
        tanks = [p.id for p in pieces if game.rules.counts_as(game, p, Trait.BLITZES)]
        infantry = [
            p.id
            for p in pieces
            if game.rules.counts_as(game, p, Trait.LIGHT) and p.id not in passengers
        ]
        return {**passengers, **dict(zip(infantry, tanks, strict=False))}


class IncreasedProduction(Rules):
    """Complexes in territories worth 3 or more place two more units; repairs cost half."""

    def capacity(self, game: Game, territory: SpaceId) -> int | None:
        """Two more; damage counts against them too (⚖)."""
        most = super().capacity(game, territory)
        value = game.board[territory].value
        if (
            most is None
            or value < _LEAST_VALUE
            or not has(game, game.control.get(territory), Breakthrough.INCREASED_PRODUCTION)
        ):
            return most
        return max(0, value + _EXTRA_UNITS - game.damage.get(territory, 0))

    def repair_price(self, game: Game, power: Power, markers: int) -> int:
        """One IPC for up to two markers, of one complex or of two."""
        price = super().repair_price(game, power, markers)
        if has(game, power, Breakthrough.INCREASED_PRODUCTION):
            return -(-price // _MARKERS_PER_IPC)
        return price


class WarBonds(Rules):
    """d6 IPC more at income."""

    def income_opens(self, game: Game) -> Step:
        """Roll for the bonds."""
        game = yield from super().income_opens(game)
        if has(game, game.active, Breakthrough.WAR_BONDS):
            game, (die,) = yield from ask(game, Roll(game.active, 1, _WAR_BOND_SIDES, "war bonds"))
            game = game.update_turn_record(bonds=die)
        return game

    def income_terms(self, game: Game, power: Power) -> tuple[Term, ...]:
        """What they bring in."""
        terms = super().income_terms(game, power)
        if has(game, power, Breakthrough.WAR_BONDS):
            return (*terms, Term("war bonds", game.record.bonds))
        return terms


_RULES: Mapping[Breakthrough, type[Rules]] = {
    Breakthrough.ADVANCED_ARTILLERY: AdvancedArtillery,
    Breakthrough.HEAVY_BOMBERS: HeavyBombers,
    Breakthrough.INCREASED_PRODUCTION: IncreasedProduction,
    Breakthrough.MECHANIZED_INFANTRY: MechanizedInfantry,
    Breakthrough.PARATROOPERS: Paratroopers,
    Breakthrough.RADAR: Radar,
    Breakthrough.ROCKETS: Rockets,
    Breakthrough.WAR_BONDS: WarBonds,
}


EVERY_BREAKTHROUGH: tuple[type[Rules], ...] = (*_RULES.values(), ImprovedUnits)
"""The rules of every breakthrough, in the order in which they are composed."""


def breakthroughs(charts: Charts) -> tuple[type[Rules], ...]:
    """The rules of all breakthroughs on an edition's charts."""
    listed = {breakthrough for chart in charts.charts for breakthrough in chart}
    found = (rules for breakthrough, rules in _RULES.items() if breakthrough in listed)
    return (*found, ImprovedUnits)
