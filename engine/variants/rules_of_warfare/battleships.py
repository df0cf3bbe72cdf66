"""WB: battleships take two hits, fight on damaged, and are repaired for money."""

__all__ = ["Docked", "DockedShips", "RepairShips", "Repairs", "TwoHitBattleships"]

import dataclasses
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from engine.battle.ending import repaired
from engine.battle.sides import current_battle
from engine.battles import BattleKind, Role
from engine.board import Power
from engine.errors import Illegal
from engine.game import Event, Game
from engine.phases import Phase
from engine.pieces import Figure, Piece, PieceId, PieceMark
from engine.requests import Decision, Step, ask
from engine.scenario import Scenario
from engine.slots import ModuleState, StateSlot
from engine.units import BATTLESHIP, Domain, Kind, Trait
from engine.variants.rules_of_warfare.article import RulesOfWarfare
from engine.victory import capital_is_free

_DAMAGED = 2  # attack and defence of a damaged ship
_CRAWL = 1  # its movement
_PART = 3  # repair costs a third of the price (ruling 38), 8 of 24 IPC


@dataclass(frozen=True, slots=True)
class Docked(ModuleState):
    """Ships of this turn: damaged ones that may be repaired, and those that are being repaired."""

    able: tuple[PieceId, ...] = ()
    repairing: frozenset[PieceId] = frozenset()


_STATE = StateSlot("WB", Docked, Docked())


@dataclass(frozen=True, slots=True)
class DockedShips(Event):
    """A power has paid `spent` IPC to have ships repaired; they are whole in Mobilize (WB-2)."""

    tag: ClassVar[str] = "docked_ships"

    power: Power
    ships: tuple[PieceId, ...]
    spent: int


@dataclass(frozen=True, slots=True)
class Repairs:
    """Damaged ships that are repaired this turn."""

    ships: frozenset[PieceId]


@dataclass(frozen=True, slots=True)
class RepairShips(Decision[Repairs]):
    """Which damaged battleships a power pays to repair (WB-2)."""

    answers: ClassVar[type[Repairs]] = Repairs

    def check(self, game: Game, answer: Repairs) -> None:
        """See `Decision.check`."""
        strangers = answer.ships.difference(game.state(_STATE).able)
        if strangers:
            raise Illegal("WB-2", "{piece} cannot be repaired this turn", piece=min(strangers))
        price, purse = _price(game, answer.ships), game.treasury[self.power]
        if price > purse:
            raise Illegal(
                "WB-2",
                "this costs {price} IPC, but {power} has {purse}",
                price=price,
                power=self.power,
                purse=purse,
            )

    def candidates(self, game: Game) -> Iterator[Repairs]:
        """See `Decision.candidates`; all legal answers, from none on."""
        able = game.state(_STATE).able
        for count in range(len(able) + 1):
            for ships in combinations(able, count):
                answer = Repairs(frozenset(ships))
                if self.legal(game, answer):
                    yield answer

    def sample(self, game: Game, draw: random.Random) -> Repairs:
        """Mostly all that can be paid for."""
        ships: frozenset[PieceId] = frozenset()
        for ship in game.state(_STATE).able:
            more = ships | {ship}
            if draw.randrange(4) and self.legal(game, Repairs(more)):
                ships = more
        return Repairs(ships)


def _price(game: Game, ships: frozenset[PieceId]) -> int:
    """A third of each ship's price, rounded up (WB-2, ruling 38), in IPC.

    Implements: ruling 38
    """
    owners = [game.pieces[ship].owner for ship in sorted(ships)]
    costs = [game.rules.unit_type(game, owner, BATTLESHIP).cost for owner in owners]
    return sum((cost + _PART - 1) // _PART for cost in costs)


def _is_damaged(piece: Piece) -> bool:
    return isinstance(piece, Figure) and piece.kind == BATTLESHIP and piece.damaged


def _can_dock(game: Game, ship: Piece) -> bool:
    """Whether a ship lies next to an own complex, in waters without an enemy sea unit (WB-2)."""
    at_home = any(
        piece.owner == ship.owner and game.rules.counts_as(game, piece, Trait.COMPLEX)
        for territory in game.board.adjacent_land(ship.at)
        for piece in game.pieces.at(territory)
    )
    return at_home and not any(
        game.rules.domain(game, enemy) is Domain.SEA
        for enemy in game.enemies_at(ship.owner, ship.at)
    )


class TwoHitBattleships(RulesOfWarfare):
    """The first hit damages a battleship, the second sinks it.

    Implements: WB-1
    """

    module: ClassVar[str] = "WB"
    title: ClassVar[str] = "two-hit battleships"
    about: ClassVar[str] = "battleships take two hits, and cost repairs"
    needs: ClassVar[tuple[Kind, ...]] = (BATTLESHIP,)

    def __init__(
        self,
        scenario: Scenario,
        options: Mapping[str, str],
        seats: tuple[tuple[Power, ...], ...],
    ) -> None:
        tough = dataclasses.replace(scenario.units[BATTLESHIP], hits=2)
        super().__init__(scenario.with_units(tough), options, seats)

    def repairs_free(self, game: Game, ship: Figure) -> bool:
        """Nothing repairs a battleship free of charge (ruling 38)."""
        return ship.kind != BATTLESHIP and super().repairs_free(game, ship)

    def strength(self, game: Game, piece: Piece, kind: Kind, role: Role) -> int:
        """2 while damaged, support shots too; 0 while in repair (WB-1, 2)."""
        if not _is_damaged(piece) or current_battle(game).kind is BattleKind.RAID:
            return super().strength(game, piece, kind, role)
        if piece.id in game.state(_STATE).repairing:
            return 0
        return _DAMAGED

    def move_limit(self, game: Game, piece: Piece) -> int:
        """1 while damaged, 0 while in repair (WB-1, 2)."""
        limit = super().move_limit(game, piece)
        if not _is_damaged(piece):
            return limit
        return 0 if piece.id in game.state(_STATE).repairing else min(limit, _CRAWL)

    def marks(self, game: Game, piece: Piece) -> tuple[PieceMark, ...]:
        """A ship in repair does not fight (WB-2)."""
        marks = super().marks(game, piece)
        return (*marks, PieceMark("in repair")) if self._is_docked(game, piece) else marks

    def _is_docked(self, game: Game, piece: Piece) -> bool:
        return piece.id in game.state(_STATE).repairing

    def lose(self, game: Game, piece: PieceId, hits: int) -> Game:
        """A ship that is damaged under way goes no further than a damaged one may (WB-1)."""
        before = game.pieces[piece]
        full = game.rules.move_limit(game, before)
        game = super().lose(game, piece, hits)
        ship = game.pieces.get(piece)
        if ship is None or not _is_damaged(ship):
            return game
        slower = full - game.rules.move_limit(game, ship)
        return game.with_pieces(ship.replace(left=max(0, ship.left - slower)))

    def turn_opens(self, game: Game) -> Step:
        """Note which ships may be repaired this turn (WB-2)."""
        powers = self.scenario.turns[game.turn].powers
        able = tuple(
            ship.id
            for ship in game.pieces.values()
            if ship.owner in powers and _is_damaged(ship) and _can_dock(game, ship)
        )
        if able or game.state(_STATE).able:
            game = game.with_state(_STATE, Docked(able))
        return (yield from super().turn_opens(game))

    def after_purchase(self, game: Game) -> Step:
        """Pay for repairs, a third of the price.

        Implements: WB-2
        """
        game = yield from super().after_purchase(game)
        power, docked = game.active, game.state(_STATE)
        mine = tuple(ship for ship in docked.able if game.pieces[ship].owner == power)
        if not mine or not capital_is_free(game, power):
            return game
        game = game.with_state(_STATE, dataclasses.replace(docked, able=mine))
        game, answer = yield from ask(game, RepairShips(power))
        if not answer.ships:
            return game
        spent = _price(game, answer.ships)
        game = game.with_state(_STATE, Docked(docked.able, docked.repairing | answer.ships))
        ships = tuple(sorted(answer.ships))
        game = game.with_pieces(*(game.pieces[ship].replace(left=0) for ship in ships))
        game = game.replace(treasury={**game.treasury, power: game.treasury[power] - spent})
        return game.with_events(DockedShips(power, ships, spent))

    def phase_opens(self, game: Game, phase: Phase) -> Step:
        """In Mobilize ships in repair are whole (WB-2)."""
        if phase is Phase.MOBILIZE:
            docked = game.state(_STATE)
            ready = [game.pieces[ship] for ship in sorted(docked.repairing) if ship in game.pieces]
            game = repaired(game, (ship for ship in ready if ship.owner == game.active))
            if docked.repairing:
                game = game.with_state(_STATE, Docked(docked.able))
        return (yield from super().phase_opens(game, phase))
