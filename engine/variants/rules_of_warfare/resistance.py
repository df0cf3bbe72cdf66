"""WR: resistance cells in territories that the enemy has taken."""

__all__ = [
    "CELL",
    "CellRolled",
    "CellsLost",
    "CellsPlaced",
    "DiscardUnit",
    "DiscardedUnit",
    "Resistance",
]

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.battle.events import Lost
from engine.board import Power, SpaceId
from engine.capture import capture
from engine.errors import Illegal
from engine.game import Event, Game
from engine.phases import Phase
from engine.pieces import Figure, PieceId
from engine.requests import Decision, Roll, Step, ask
from engine.slots import ModuleState, StateSlot
from engine.units import Domain, Kind, Trait, UnitType
from engine.variants.rules_of_warfare.article import RulesOfWarfare
from engine.victory import capital_is_free

CELL = Kind("resistance_cell")

_ROW = UnitType(
    kind=CELL,
    domain=Domain.LAND,
    cost=5,
    attack=0,  # the printed 1 is what its sabotage needs
    defence=0,
    move=0,
    hits=1,
    traits=frozenset(),
)
_SIDES = 6
_STRIKES = 1
_CAUGHT = 6


@dataclass(frozen=True, slots=True)
class Underground(ModuleState):
    """Cells by territory and owner, and the territories that they free when combat ends."""

    cells: Mapping[SpaceId, Mapping[Power, int]] = field(default_factory=dict)
    freed: Mapping[SpaceId, Power] = field(default_factory=dict)


_STATE = StateSlot("WR", Underground, Underground())


@dataclass(frozen=True, slots=True)
class CellsPlaced(Event):
    """A power has so many new cells in a territory (WR-1)."""

    tag: ClassVar[str] = "cells_placed"

    power: Power
    at: SpaceId
    count: int


@dataclass(frozen=True, slots=True)
class CellRolled(Event):
    """A cell has rolled: 1 strikes, 6 betrays it (WR-2)."""

    tag: ClassVar[str] = "cell_rolled"

    power: Power
    at: SpaceId
    die: int


@dataclass(frozen=True, slots=True)
class CellsLost(Event):
    """The cells of a power in a territory are removed, since it is free (WR-3)."""

    tag: ClassVar[str] = "cells_lost"

    power: Power
    at: SpaceId
    count: int


@dataclass(frozen=True, slots=True)
class DiscardedUnit:
    """The unit that is discarded."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class DiscardUnit(Decision[DiscardedUnit]):
    """Which unit the controller of a territory discards: an ally's only if it has none (WR-2)."""

    at: SpaceId

    answers: ClassVar[type[DiscardedUnit]] = DiscardedUnit

    def check(self, game: Game, answer: DiscardedUnit) -> None:
        """See `Decision.check`."""
        if answer.piece not in _victims(game, self.power, self.at):
            raise Illegal("WR-2", "{piece} cannot be discarded here", piece=answer.piece)

    def candidates(self, game: Game) -> Iterator[DiscardedUnit]:
        """See `Decision.candidates`; all legal answers."""
        return map(DiscardedUnit, _victims(game, self.power, self.at))


class Resistance(RulesOfWarfare):
    """Cells that sabotage, and may free a territory (WR).

    A cell is not a piece: it takes part in no battle and occupies nothing.
    """

    module: ClassVar[str] = "WR"
    title: ClassVar[str] = "resistance cells"
    about: ClassVar[str] = "resistance in occupied territories, which sabotages and may free them"
    units: ClassVar[tuple[UnitType, ...]] = (_ROW,)

    def placements(
        self, game: Game, power: Power, kind: Kind
    ) -> Mapping[SpaceId, tuple[SpaceId, ...]]:
        """Where the enemy holds what was the owner's when the game began.

        ⚖ A power without its capital gets no new ones (WR-3), none out of a store either (WW-3).

        Implements: WR-1
        """
        if kind != CELL:
            return super().placements(game, power, kind)
        if not capital_is_free(game, power):
            return {}
        return {
            space: (space,)
            for space, owner in self.scenario.control.items()
            if owner == power and _is_occupied(game, power, space)
        }

    def capacity_use(self, game: Game, power: Power, kind: Kind) -> int:
        """Cells need no complex (WR-1)."""
        return 0 if kind == CELL else super().capacity_use(game, power, kind)

    def units_placed(self, game: Game) -> Step:
        """New cells go underground (WR-1)."""
        for piece in game.owned(game.active):
            if isinstance(piece, Figure) and piece.kind == CELL:
                game = _changed(game.without_pieces((piece.id,)), piece.at, piece.owner, 1)
                game = game.with_events(CellsPlaced(piece.owner, piece.at, 1))
        return (yield from super().units_placed(game))

    def phase_opens(self, game: Game, phase: Phase) -> Step:
        """Every cell of the active power under an enemy rolls as its Combat move begins (WR-2)."""
        game = yield from super().phase_opens(game, phase)
        if phase is Phase.COMBAT_MOVE:
            for space, owners in sorted(game.state(_STATE).cells.items()):
                if owners.get(game.active, 0) and _is_occupied(game, game.active, space):
                    game = yield from _sabotage(game, space, owners[game.active])
        return game

    def combat_closes(self, game: Game) -> Step:
        """Territories that the cells have freed go to their owner (WR-2)."""
        game = yield from super().combat_closes(game)
        under = game.state(_STATE)
        if not under.freed:
            return game
        game = game.with_state(_STATE, Underground(under.cells))
        for space, owner in sorted(under.freed.items()):
            if _is_occupied(game, owner, space):
                game = capture(game, space, owner)
        return game

    def territory_taken(self, game: Game, space: SpaceId, before: Power | None) -> Game:
        """Cells vanish where their owner has its territory back.

        Implements: WR-3
        """
        game = super().territory_taken(game, space, before)
        for at, owners in sorted(game.state(_STATE).cells.items()):
            holder = game.control.get(at)
            if holder is not None and owners.get(holder, 0):
                game = _changed(game, at, holder, -owners[holder])
                game = game.with_events(CellsLost(holder, at, owners[holder]))
        return game

    def remove_power(self, game: Game, power: Power) -> Game:
        """A power that leaves the game takes its cells along (ruling 46)."""
        game = super().remove_power(game, power)
        for at, owners in sorted(game.state(_STATE).cells.items()):
            game = _changed(game, at, power, -owners.get(power, 0))
        return game


def _is_occupied(game: Game, power: Power, space: SpaceId) -> bool:
    """Whether an enemy of a power holds a territory."""
    holder = game.control.get(space)
    return holder is not None and not game.friendly(holder, power)


def _changed(game: Game, space: SpaceId, power: Power, by: int) -> Game:
    """The game with more or fewer cells of a power in a territory."""
    under = game.state(_STATE)
    here = dict(under.cells.get(space, {}))
    here[power] = here.get(power, 0) + by
    here = {owner: count for owner, count in here.items() if count}
    cells = {at: owners for at, owners in {**under.cells, space: here}.items() if owners}
    return game.with_state(_STATE, Underground(cells, under.freed))


def _victims(game: Game, controller: Power, space: SpaceId) -> tuple[PieceId, ...]:
    """Units of the controller's side, its own before its allies', without complexes (WR-2)."""
    units = [
        piece
        for piece in game.friends_at(controller, space)
        if not game.rules.counts_as(game, piece, Trait.COMPLEX)
    ]
    own = tuple(piece.id for piece in units if piece.owner == controller)
    return own or tuple(piece.id for piece in units)


def _sabotage(game: Game, space: SpaceId, count: int) -> Step:
    """The dice of the active power's cells in a territory, one after the other.

    Implements: WR-2
    """
    power, controller = game.active, game.control[space]
    roll = Roll(power, count, _SIDES, f"resistance in {space}", (controller,))
    game, dice = yield from ask(game, roll)
    for die in dice:
        game = game.with_events(CellRolled(power, space, die))
        if die == _CAUGHT:
            game = _changed(game, space, power, -1)
        elif die == _STRIKES:
            game = yield from _strike(game, space, controller)
    return game


def _strike(game: Game, space: SpaceId, controller: Power) -> Step:
    """The controller discards a unit; where there is none the territory will be free (WR-2)."""
    if not _victims(game, controller, space):
        under = game.state(_STATE)
        freed = {**under.freed, space: game.active}
        return game.with_state(_STATE, Underground(under.cells, freed))
    game, answer = yield from ask(game, DiscardUnit(controller, space))
    victim = game.pieces[answer.piece]
    (kind,) = game.rules.units_of(game, victim)
    return game.without_pieces((victim.id,)).with_events(Lost(victim.id, victim.owner, kind, space))
