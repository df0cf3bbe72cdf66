"""The rules of the base game: its answers, from every chapter, to the named questions.

House rules, editions and breakthroughs are subclasses that answer some of the questions themselves
(`engine.questions` says how). The base game never mentions one of them.
"""

__all__ = ["Rules"]

from collections.abc import Mapping

from engine.battle.answers import BattleAnswers
from engine.board import Board, Power
from engine.economy.answers import EconomyAnswers
from engine.game import Game
from engine.movement.answers import MovementAnswers
from engine.pause import unchanged
from engine.pieces import Figure, Piece, PieceId
from engine.questions import Questions
from engine.questions.pieces import PieceQuestions
from engine.records import Json
from engine.requests import Step
from engine.turn import TurnAnswers
from engine.units import Kind, Trait, UnitType
from engine.view import record_as_json


class PieceAnswers(PieceQuestions[Game]):
    """The rulebook's answers about what stands on the board."""

    def board(self, game: Game) -> Board:
        """That of the scenario."""
        return game.rules.scenario.board

    def unit_type(self, game: Game, owner: Power, kind: Kind) -> UnitType:
        """As printed."""
        return game.rules.scenario.units[kind]

    def units_of(self, game: Game, piece: Piece) -> tuple[Kind, ...]:
        """Every piece of the base game is one unit."""
        return (piece.kind,) if isinstance(piece, Figure) else ()

    def counts_as(self, game: Game, piece: Piece, trait: Trait) -> bool:
        """As the unit table says."""
        return isinstance(piece, Figure) and trait in game.rules.scenario.units[piece.kind].traits

    def same_markers(self, game: Game, a: Piece, b: Piece) -> bool:
        """Always: the base game has no such markers."""
        return True

    def pieces_shuffled(
        self, game: Game, old: tuple[PieceId, ...], new: tuple[PieceId, ...]
    ) -> Game:
        """Unchanged."""
        return game

    def player_changed(self, game: Game, power: Power) -> Game:
        """Unchanged: nothing is hidden."""
        return game

    def interchangeable(self, game: Game, power: Power) -> tuple[tuple[PieceId, ...], ...]:
        """None: nothing is hidden."""
        return ()

    def turn_face_up(self, game: Game, pieces: tuple[PieceId, ...]) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def turn_face_down(self, game: Game, pieces: tuple[PieceId, ...]) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def check_reveal(self, game: Game, groups: Mapping[PieceId, int]) -> None:
        """Nothing."""
        return

    def broken_invariants(self, game: Game) -> frozenset[str]:
        """None."""
        return frozenset()

    def piece_view(
        self, game: Game, piece: Piece, powers: frozenset[Power], secrets: Mapping[PieceId, int]
    ) -> dict[str, Json]:
        """All of it."""
        return record_as_json(piece)

    def modules_view(
        self, game: Game, powers: frozenset[Power], secrets: Mapping[PieceId, int]
    ) -> dict[str, Json]:
        """Nothing."""
        return {}


class Rules(
    MovementAnswers,
    BattleAnswers,
    EconomyAnswers,
    TurnAnswers,
    PieceAnswers,
    Questions[Game],
):
    """The base game: what holds where no edition, breakthrough or house rule answers."""
