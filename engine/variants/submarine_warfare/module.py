"""Submarine warfare: the questions that it answers."""

__all__ = ["SubmarineWarfare"]

from collections.abc import Mapping
from typing import ClassVar

from engine.battle.sides import current_battle, is_aircraft
from engine.battles import BattleKind, Role
from engine.board import Power, SpaceId
from engine.claims import Claim
from engine.game import Game
from engine.options import Option
from engine.phases import Phase
from engine.pieces import Figure, Piece, PieceId, PieceMark
from engine.questions import replaces
from engine.records import Json
from engine.requests import Step
from engine.rules import Rules
from engine.units import SUBMARINE, Kind, Trait
from engine.variants.submarine_warfare.hunting import hunt
from engine.variants.submarine_warfare.patrol import (
    check_leaving,
    roll_at_leaving_submarines,
    stopped_beside_ships,
    with_surface_ships,
)
from engine.variants.submarine_warfare.state import (
    MODULE,
    SEARCH_COST,
    SETTINGS,
    STATE,
    Hunts,
    hunt_mark,
    hunted,
    hunts,
    update_hunts,
)
from engine.view import record_as_json

_DESTROYER_HITS = 2


class SubmarineWarfare(Rules):
    """Submarines without other ships are hunted (SW)."""

    module: ClassVar[str] = MODULE
    title: ClassVar[str] = "submarine warfare"
    about: ClassVar[str] = "aircraft and destroyers hunt submarines that are on their own"
    declares: ClassVar[tuple[Option[object], ...]] = SETTINGS
    needs: ClassVar[tuple[Kind, ...]] = (SUBMARINE,)

    def set_up(self, game: Game) -> Step:
        """Nothing is hunted yet."""
        game = yield from super().set_up(game)
        return game.with_state(STATE, Hunts())

    def modules_view(
        self, game: Game, powers: frozenset[Power], secrets: Mapping[PieceId, int]
    ) -> dict[str, Json]:
        """All of it is public."""
        return {**super().modules_view(game, powers, secrets), MODULE: record_as_json(hunts(game))}

    def turn_opens(self, game: Game) -> Step:
        """Each destroyer rolls once per turn (SW-2)."""
        game = yield from super().turn_opens(game)
        return update_hunts(game, rolled=frozenset())

    # Movement

    def stops(self, game: Game, piece: Piece, space: SpaceId) -> bool:
        """Submarines without surface ships enter and leave hostile sea zones freely (SW-2)."""
        alone = game.rules.counts_as(game, piece, Trait.SUBMARINE) and not with_surface_ships(
            game, piece.owner, space
        )
        return not alone and super().stops(game, piece, space)

    def movement_claim(self, game: Game, piece: Piece, steps: int) -> Claim | None:
        """Beside surface ships a submarine that has come to destroyers goes no further (SW-2)."""
        check_leaving(game, piece)
        return super().movement_claim(game, piece, steps)

    def entered(self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId) -> Step:
        """Submarines that sail along with surface ships stop where destroyers are (SW-2)."""
        return super().entered(stopped_beside_ships(game, pieces, here), pieces, here)

    def leaving(
        self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId, there: SpaceId
    ) -> Step:
        """Destroyers may end the movement of submarines that leave; ⚖ not of a retreat (SW-2)."""
        game = yield from super().leaving(game, pieces, here, there)
        return (
            (yield from roll_at_leaving_submarines(game, pieces, here))
            if game.battle is None
            else game
        )

    def air_cost(self, game: Game, piece: Piece, space: SpaceId) -> int:
        """Searching costs movement (SW-5)."""
        cost = super().air_cost(game, piece, space)
        combat = game.current_phase is Phase.COMBAT_MOVE and game.board.is_sea(space)
        return cost + self.option(SEARCH_COST) if combat and hunted(game, space) else cost

    def may_ignore(self, game: Game, zone: SpaceId) -> bool:
        """Submarines fight only if their owner wants (SW-2)."""
        own = (
            piece
            for piece in game.pieces.at(zone)
            if piece.owner == game.active
            and not (isinstance(piece, Figure) and piece.aboard is not None)
        )
        return super().may_ignore(game, zone) or all(
            game.rules.counts_as(game, piece, Trait.SUBMARINE) for piece in own
        )

    def might_hit(self, game: Game, piece: Piece, enemy: Piece, *, destroyer: bool) -> bool:
        """Only destroyers and aircraft hunt (SW-3)."""
        if hunted(game, enemy.at):
            return game.rules.may_search(game, piece)
        return super().might_hit(game, piece, enemy, destroyer=destroyer)

    # Hunting

    def battle_kind(self, game: Game, space: SpaceId) -> BattleKind:
        """A hunt is fought by its own steps (SW-1)."""
        if game.board.is_sea(space) and hunted(game, space):
            return BattleKind.HOUSE
        return super().battle_kind(game, space)

    def takes_part(self, game: Game, piece: Piece, space: SpaceId) -> bool:
        """Attacking submarines and other ships take no part in a hunt (SW-3)."""
        own = piece.owner == game.active and game.board.is_sea(space)
        if own and hunted(game, space) and not game.rules.may_search(game, piece):
            return False
        return super().takes_part(game, piece, space)

    def marks(self, game: Game, piece: Piece) -> tuple[PieceMark, ...]:
        """Hunters that have attacked are not like those that have not (SW-3, SW-6)."""
        marks, mark = super().marks(game, piece), hunt_mark(game, piece.id)
        return marks if mark is None else (*marks, mark)

    def strength(self, game: Game, piece: Piece, kind: Kind, role: Role) -> int:
        """A hunting destroyer hits on 2, whatever its attack value (SW-4, ruling 5)."""
        hunts_here = role is Role.ATTACKER and current_battle(game).kind is BattleKind.HOUSE
        if hunts_here and not is_aircraft(game, piece):
            return _DESTROYER_HITS
        return super().strength(game, piece, kind, role)

    @replaces
    def house_battle(self, game: Game) -> Step:
        """See `hunting.hunt`."""
        return hunt(game)
