"""What a turn asks: its course, who still plays and who has won, actions (BG-3, 12; SS-4.0)."""

__all__ = ["TurnQuestions"]

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Generic

from engine.board import Power, SpaceId
from engine.pause import Action, G, Prompt, Step
from engine.phases import Outcome, Phase
from engine.pieces import Piece, PieceId


class TurnQuestions(ABC, Generic[G]):
    """The course of a game."""

    @abstractmethod
    def piece_at_turn_start(self, game: G, piece: Piece) -> Piece:
        """Value: a piece as its owner's turn begins, with its movement points (BG-7; SS-0.3a)."""

    @abstractmethod
    def set_up(self, game: G) -> Step[G]:
        """Point: before the first turn."""

    @abstractmethod
    def turn_opens(self, game: G) -> Step[G]:
        """Point: a power's turn begins."""

    @abstractmethod
    def phase_opens(self, game: G, phase: Phase) -> Step[G]:
        """Point: a phase begins."""

    @abstractmethod
    def phase_closes(self, game: G, phase: Phase) -> Step[G]:
        """Point: a phase ends; in Combat move after BG-7.15."""

    @abstractmethod
    def turn_closes(self, game: G) -> Step[G]:
        """Point: a power's turn ends, after the victory test."""

    @abstractmethod
    def victory(self, game: G) -> Outcome | None:
        """Value: who has won at the end of this round, if anybody (BG-3.2, 12)."""

    @abstractmethod
    def victory_target(self, game: G, cities: int) -> int:
        """Value: how many victory cities a side needs, where the scenario says `cities`."""

    @abstractmethod
    def is_playing(self, game: G, power: Power) -> bool:
        """Value: whether a power still plays; who has none left gives no dice (WW-3, WR-3)."""

    @abstractmethod
    def remove_power(self, game: G, power: Power) -> G:
        """Value: the game without what a power has on the board, once a rule ends it (SS-3.10).

        Nothing in the base game ends a power, not even the loss of its capital (BG-8.27).
        """

    @abstractmethod
    def territory_taken(self, game: G, space: SpaceId, before: Power | None) -> G:
        """Value: the game after a territory has changed hands (BG-8.25 to 8.27)."""

    @abstractmethod
    def check_action(self, game: G, decision: Prompt, action: Action) -> None:
        """Veto: judge an action taken in place of the answer to an open decision."""

    @abstractmethod
    def candidate_actions(self, game: G, decision: Prompt) -> Iterator[Action]:
        """Value: legal actions here, lazily."""

    @abstractmethod
    def draft_action(
        self,
        game: G,
        decision: Prompt,
        draw: random.Random,
        secrets: Mapping[PieceId, int],
    ) -> Action | None:
        """Value: an action drawn among the legal ones that these secrets justify, if any."""

    @abstractmethod
    def perform_action(self, game: G, power: Power, action: Action) -> Step[G]:
        """Point: carry out an action that `check_action` has let pass.

        Raises:
            RuntimeError: no house rule knows it (our own mistake).
        """
