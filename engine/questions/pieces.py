"""What every chapter asks about pieces (BG-1, 6), and what a seat may see of them."""

__all__ = ["PieceQuestions"]

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic

from engine.board import Board, Power
from engine.pause import G, Step
from engine.pieces import Piece, PieceId
from engine.records import Json
from engine.units import Kind, Trait, UnitType


class PieceQuestions(ABC, Generic[G]):
    """What stands on the board."""

    @abstractmethod
    def board(self, game: G) -> Board:
        """Value: the board as it is now (CD-5 closes territories)."""

    @abstractmethod
    def unit_type(self, game: G, owner: Power, kind: Kind) -> UnitType:
        """Value: the row of the unit table in force for a power's units (BG-6; research).

        Rows differ in numbers alone: domain and traits of a kind are those of the scenario.
        """

    @abstractmethod
    def units_of(self, game: G, piece: Piece) -> tuple[Kind, ...]:
        """Value: the units that a piece is known to be; () for a face-down piece."""

    @abstractmethod
    def counts_as(self, game: G, piece: Piece, trait: Trait) -> bool:
        """Value: whether a piece counts as a unit of this trait for movement and battle set-up."""

    @abstractmethod
    def same_markers(self, game: G, a: Piece, b: Piece) -> bool:
        """Value: whether two pieces carry the same markers of house rules (SS-4.1, 4.3c)."""

    @abstractmethod
    def pieces_shuffled(self, game: G, old: tuple[PieceId, ...], new: tuple[PieceId, ...]) -> G:
        """Value: the game after a shuffle: nobody knows any more which piece is which.

        They had the same markers. `old` have left the board, `new` stand in their place (SS-4.3).
        """

    @abstractmethod
    def player_changed(self, game: G, power: Power) -> G:
        """Value: the game after a power has got another player, who knows less of its pieces.

        What only the player before could have shown of them, nobody can show any more.
        """

    @abstractmethod
    def interchangeable(self, game: G, power: Power) -> tuple[tuple[PieceId, ...], ...]:
        """Value: a power's face-down tokens that only their groups can tell apart.

        Tokens of one set, two or more and ascending, could hold each other's groups and nothing
        else would be different. The sets are in ascending order of their first tokens.
        """

    @abstractmethod
    def turn_face_up(self, game: G, pieces: tuple[PieceId, ...]) -> Step[G]:
        """Point: pieces that lie face down show what they are; decoys leave (SS-3.3, 3.6)."""

    @abstractmethod
    def turn_face_down(self, game: G, pieces: tuple[PieceId, ...]) -> Step[G]:
        """Point: what was turned up outside a battle lies face down again (SS-3.7, A23)."""

    @abstractmethod
    def check_reveal(self, game: G, groups: Mapping[PieceId, int]) -> None:
        """Veto: what public state says against tokens showing these groups."""

    @abstractmethod
    def broken_invariants(self, game: G) -> frozenset[str]:
        """Value: invariants of house rules that a position breaks (SS-0.6; `engine.validate`)."""

    @abstractmethod
    def piece_view(
        self, game: G, piece: Piece, powers: frozenset[Power], secrets: Mapping[PieceId, int]
    ) -> dict[str, Json]:
        """Value: a piece as the seat of these powers sees it."""

    @abstractmethod
    def modules_view(
        self, game: G, powers: frozenset[Power], secrets: Mapping[PieceId, int]
    ) -> dict[str, Json]:
        """Value: what the seat of these powers sees of house rules' state, by module."""
