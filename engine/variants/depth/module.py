"""Depth status: the questions that it answers."""

__all__ = ["DepthStatus"]

from collections.abc import Mapping
from typing import ClassVar

from engine.battle.sides import current_battle, role_of
from engine.battles import BattleKind, Role
from engine.board import Power, SpaceId
from engine.game import Game
from engine.options import Option
from engine.phases import Phase
from engine.pieces import Piece, PieceId, PieceMark
from engine.questions import replaces
from engine.records import Json
from engine.requests import Step
from engine.rules import Rules
from engine.units import SUBMARINE, Kind, Trait
from engine.variants.depth.declaring import declare_depths, with_phase_movement
from engine.variants.depth.detection import ask_to_fire, search_zone, with_firing_found
from engine.variants.depth.diving import ask_before_fire, ask_before_strikes, may_dive_away
from engine.variants.depth.state import (
    DECLARE,
    DIE,
    MODULE,
    SCALES,
    SEARCH_EACH_ROUND,
    SETTINGS,
    STATE,
    Depth,
    Depths,
    concealed,
    depth_of,
    depths,
    is_submarine,
    limit,
    strength,
    threshold,
    update_depths,
    without_removed_pieces,
)
from engine.view import record_as_json


class DepthStatus(Rules):
    """Every submarine has a public depth (DS)."""

    module: ClassVar[str] = MODULE
    title: ClassVar[str] = "depth status"
    about: ClassVar[str] = (
        "every submarine is surfaced, concealed or silent; what is deep must be found"
    )
    declares: ClassVar[tuple[Option[object], ...]] = SETTINGS
    needs: ClassVar[tuple[Kind, ...]] = (SUBMARINE,)

    def set_up(self, game: Game) -> Step:
        """All submarines begin surfaced."""
        game = yield from super().set_up(game)
        return game.with_state(STATE, Depths())

    # Pieces

    def same_markers(self, game: Game, a: Piece, b: Piece) -> bool:
        """Depth is a marker on the piece, and what was found is no longer like what was not."""
        return self._markers(game, a) == self._markers(game, b) and super().same_markers(game, a, b)

    def _markers(self, game: Game, piece: Piece) -> tuple[Depth, bool, bool]:
        state = depths(game)
        return depth_of(game, piece.id), piece.id in state.found, piece.id in state.firing

    def pieces_shuffled(
        self, game: Game, old: tuple[PieceId, ...], new: tuple[PieceId, ...]
    ) -> Game:
        """Fresh pieces have the depth that all the old ones had."""
        game = super().pieces_shuffled(game, old, new)
        state, depth = depths(game), depth_of(game, old[0])
        at = {piece: d for piece, d in state.at.items() if piece not in old}
        if depth is not Depth.SURFACED:
            at.update(dict.fromkeys(new, depth))
        found = state.found.union(new) if old[0] in state.found else state.found
        firing = state.firing.union(new) if old[0] in state.firing else state.firing
        return update_depths(
            game, at=at, found=found.difference(old), firing=firing.difference(old)
        )

    def piece_view(
        self, game: Game, piece: Piece, powers: frozenset[Power], secrets: Mapping[PieceId, int]
    ) -> dict[str, Json]:
        """A submarine with its depth."""
        found = super().piece_view(game, piece, powers, secrets)
        if not is_submarine(game, piece):
            return found
        return {**found, "depth": depth_of(game, piece.id).value}

    def marks(self, game: Game, piece: Piece) -> tuple[PieceMark, ...]:
        """Submarines at different depths are not alike as casualties."""
        marks = super().marks(game, piece)
        if not is_submarine(game, piece):
            return marks
        return (*marks, PieceMark(depth_of(game, piece.id).value))

    def modules_view(
        self, game: Game, powers: frozenset[Power], secrets: Mapping[PieceId, int]
    ) -> dict[str, Json]:
        """Depths are public (DS-1)."""
        return {**super().modules_view(game, powers, secrets), MODULE: record_as_json(depths(game))}

    # Declaring and moving

    def phase_opens(self, game: Game, phase: Phase) -> Step:
        """Depths are declared, and movement is limited per phase (DS-1 to DS-3)."""
        game = without_removed_pieces((yield from super().phase_opens(game, phase)))
        if phase is self.option(DECLARE):
            return (yield from declare_depths(game))
        if phase is Phase.NONCOMBAT_MOVE:
            subs = (piece for piece in game.owned(game.active) if is_submarine(game, piece))
            return with_phase_movement(
                game, {piece.id: game.rules.move_limit(game, piece) for piece in subs}
            )
        return game

    def capped_move(self, game: Game, piece: Piece, most: int) -> int:
        """Depth limits movement (DS-3)."""
        most = super().capped_move(game, piece, most)
        return limit(depth_of(game, piece.id), most) if is_submarine(game, piece) else most

    def blocks(self, game: Game, piece: Piece) -> bool:
        """Ships do not stop for silent submarines (DS-7; ruling 16).

        Implements: ruling 16
        """
        hidden = is_submarine(game, piece) and depth_of(game, piece.id) is not Depth.SURFACED
        return not hidden and super().blocks(game, piece)

    def bars_landing(self, game: Game, piece: Piece) -> bool:
        """Silent submarines bar no landing (DS-7)."""
        return not self._silent(game, piece) and super().bars_landing(game, piece)

    def may_raid_convoys(self, game: Game, piece: Piece) -> bool:
        """Silent submarines block no convoys (DS-5a, DS-7).

        Implements: DS-5a
        """
        return not self._silent(game, piece) and super().may_raid_convoys(game, piece)

    def may_ignore(self, game: Game, zone: SpaceId) -> bool:
        """Silent submarines cannot attack, so they need not (DS-7)."""
        own = [piece for piece in game.pieces.at(zone) if piece.owner == game.active]
        idle = bool(own) and all(self._silent(game, piece) for piece in own)
        return idle or super().may_ignore(game, zone)

    def might_hit(self, game: Game, piece: Piece, enemy: Piece, *, destroyer: bool) -> bool:
        """Silent submarines neither attack nor are attacked; concealed ones by searchers (DS-8)."""
        if self._silent(game, piece) or self._silent(game, enemy):
            return False
        if is_submarine(game, enemy) and concealed(game, enemy):
            return game.rules.may_search(game, piece)
        return super().might_hit(game, piece, enemy, destroyer=destroyer)

    # Combat

    def takes_part(self, game: Game, piece: Piece, space: SpaceId) -> bool:
        """Silent submarines take no part in battles.

        Implements: DS-7
        """
        return not self._silent(game, piece) and super().takes_part(game, piece, space)

    @replaces
    def die_sides(self, game: Game) -> int:
        """Dice that hit or detect have as many sides as the option says."""
        return self.option(DIE)

    @replaces
    def scaled_strength(self, game: Game, value: int) -> int:
        """The table of DS: 2v on a d12, 20v/6 rounded on a d20."""
        return SCALES[self.option(DIE)][value]

    def anti_air_strength(self, game: Game, power: Power) -> int:
        """Anti-aircraft fire is scaled as value 1, or 2 with radar."""
        return self.scaled_strength(game, super().anti_air_strength(game, power))

    def strength(self, game: Game, piece: Piece, kind: Kind, role: Role) -> int:
        """All values are scaled; depth changes those of submarines (DS-5, DS-6)."""
        value = super().strength(game, piece, kind, role)
        unit = self.scenario.units[kind]
        if Trait.SUBMARINE not in unit.traits:
            return self.scaled_strength(game, value)
        depth = depth_of(game, piece.id)
        return strength(depth, role, value, unit.attack, self.option(DIE))

    def sides_formed(self, game: Game) -> Step:
        """The search, before any die; then who fires from concealment (DS-8, DS-11).

        Implements: DS-10
        """
        game = yield from super().sides_formed(game)
        if current_battle(game).kind is not BattleKind.SEA:
            return game
        game = yield from search_zone(game)
        return (yield from ask_to_fire(game))

    def round_opens(self, game: Game) -> Step:
        """From round 2 on undetected submarines may fire, and perhaps be searched for again."""
        game = yield from super().round_opens(game)
        if current_battle(game).kind is not BattleKind.SEA or not current_battle(game).round:
            return game
        if game.rules.searches_again(game):
            game = yield from search_zone(game)
        return (yield from ask_to_fire(game))

    def in_battle(self, game: Game, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """A concealed defender is not in the battle unless it was found or fires (DS-11)."""
        state = depths(game)
        return tuple(
            piece
            for piece in super().in_battle(game, pieces)
            if piece.id in state.found
            or piece.id in state.firing
            or not self._defends_concealed(game, piece)
        )

    def may_hit(self, game: Game, role: Role, kind: Kind, target: Piece) -> bool:
        """Anybody can hit what was found, nobody what fires from concealment (DS-9, DS-11).

        Implements: DS-9
        """
        if role is Role.ATTACKER and self._defends_concealed(game, target):
            return target.id in depths(game).found
        return super().may_hit(game, role, kind, target)

    def search_threshold(self, game: Game, piece: Piece) -> int:
        """By its depth, for a concealed defender that is neither found nor fires (DS-8)."""
        state = depths(game)
        if piece.id in state.found | state.firing or not self._defends_concealed(game, piece):
            return super().search_threshold(game, piece)
        return threshold(game, piece.id)

    def searches_again(self, game: Game) -> bool:
        """As the option says."""
        return self.option(SEARCH_EACH_ROUND) or super().searches_again(game)

    def found(self, game: Game, pieces: tuple[PieceId, ...]) -> Game:
        """They can be hit."""
        game = super().found(game, pieces)
        return update_depths(game, found=depths(game).found.union(pieces))

    def may_dive_away(self, game: Game, piece: Piece) -> bool:
        """Concealed defenders, or with the option all that defend."""
        dives = may_dive_away(game, piece) and role_of(game, piece.owner) is Role.DEFENDER
        return dives or super().may_dive_away(game, piece)

    def piece_may_submerge(self, game: Game, piece: Piece) -> bool:
        """Concealed defenders dive away by DS-12 instead of submerging."""
        return not self._defends_concealed(game, piece) and super().piece_may_submerge(game, piece)

    def before_strikes(self, game: Game) -> Step:
        """Defenders that would strike by surprise may dive away instead (DS-12)."""
        game = yield from super().before_strikes(game)
        return (yield from ask_before_strikes(game))

    def between_fires(self, game: Game) -> Step:
        """Defenders may dive away (DS-12); those that fire are found (DS-11)."""
        game = yield from super().between_fires(game)
        return with_firing_found((yield from ask_before_fire(game)))

    def battle_closes(self, game: Game) -> Step:
        """What was found in this battle is concealed again."""
        game = yield from super().battle_closes(game)
        return update_depths(game, found=frozenset(), firing=frozenset())

    def _silent(self, game: Game, piece: Piece) -> bool:
        return depth_of(game, piece.id) is Depth.SILENT

    def _defends_concealed(self, game: Game, piece: Piece) -> bool:
        """A submarine that attacks gives up its concealment for the battle.

        Implements: DS-13
        """
        if game.battle is None or not is_submarine(game, piece) or not concealed(game, piece):
            return False
        return role_of(game, piece.owner) is Role.DEFENDER
