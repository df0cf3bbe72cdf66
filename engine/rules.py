"""The named questions: what the base game asks, so that house rules can answer without its knowing.

A house rule is a subclass of `Rules` that overrides the questions it answers and calls `super()`
for the next answer; a game's rules are one class made of all its modules, in a fixed order
(`engine.setup`). So three sorts compose without surprises:

* a *value* returns what holds; `super()` is the next module's answer, in the end the base game's;
* a *veto* (`may_…` returning None) raises `Illegal`; any refusal stands;
* a *point* is a step that runs there: it takes a game and returns one, pausing if it must.

The base game never mentions a module. The answers below are those of the rulebook.
"""

__all__ = ["Rules"]

import random
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TypeVar

from engine import victory
from engine.board import Board, Power
from engine.claims import Claim
from engine.errors import Illegal
from engine.game import Game, Outcome, Phase
from engine.movement import cargo
from engine.movement.steps import check_markers
from engine.options import Option
from engine.pieces import Figure, Piece, PieceId
from engine.questions.battle import BattleQuestions
from engine.questions.economy import EconomyQuestions
from engine.questions.movement import MovementQuestions
from engine.requests import Action, Decision, Step
from engine.scenario import Scenario
from engine.units import Kind, Trait, UnitType
from engine.view import Json, fields

T = TypeVar("T")


class Rules(MovementQuestions, BattleQuestions, EconomyQuestions):
    """The base game's answers.

    Attributes:
        scenario: map, powers, set-up and unit table.
        options: spelling in force of every option of the base game and the house rules.
        seats: the powers of each seat.
        actions: action records that modules add to open decisions, by tag.
    """

    module: ClassVar[str] = ""
    """Short id of a house rule, as the charter lists it; empty for the base game.

    What goes with what is said in `engine.variants.compatibility`.
    """

    declares: ClassVar[tuple[Option[Any], ...]] = ()
    """Options of a house rule."""

    units: ClassVar[tuple[UnitType, ...]] = ()
    """Rows that a house rule adds to the unit table."""

    modules: ClassVar[tuple[str, ...]] = ()
    """Ids of the house rules of a composed game, in their order."""

    actions: Mapping[str, type[Action]] = {}

    def __init__(
        self,
        scenario: Scenario,
        options: Mapping[str, str],
        seats: tuple[tuple[Power, ...], ...],
    ) -> None:
        self.scenario = scenario
        self.options = options
        self.seats = seats
        self.seat_of = {power: i for i, powers in enumerate(seats) for power in powers}

    def option(self, option: Option[T]) -> T:
        """What the setting in force means."""
        return option.values[self.options[option.name]]

    def board(self, game: Game) -> Board:
        """Value: the board as it is now (CD-5 closes territories)."""
        return self.scenario.board

    # The units and pieces

    def unit_type(self, game: Game, owner: Power, kind: Kind) -> UnitType:
        """Value: the row of the unit table in force for a power's units (BG-6; research).

        Rows differ in numbers alone: domain and traits of a kind are those of the scenario.
        """
        return self.scenario.units[kind]

    def units_of(self, game: Game, piece: Piece) -> tuple[Kind, ...]:
        """Value: the units that a piece is known to be; () for a face-down piece."""
        return (piece.kind,) if isinstance(piece, Figure) else ()

    def counts_as(self, game: Game, piece: Piece, trait: Trait) -> bool:
        """Value: whether a piece counts as a unit of this trait for movement and battle set-up."""
        return isinstance(piece, Figure) and trait in self.scenario.units[piece.kind].traits

    def alike(self, game: Game, a: Piece, b: Piece) -> bool:
        """Value: whether two pieces carry the same markers of house rules (SS-4.1, 4.3c)."""
        return True

    def dealt(self, game: Game, old: tuple[PieceId, ...], new: tuple[PieceId, ...]) -> Game:
        """Value: the game after a shuffle of pieces that were `alike`; nobody knows which is which.

        `old` have left the board, `new` stand in their place (SS-4.3).
        """
        return game

    def turned_up(self, game: Game, pieces: tuple[PieceId, ...]) -> Step:
        """Point: pieces that lie face down show what they are; decoys leave (SS-3.3, 3.6)."""
        yield from ()
        return game

    def turned_down(self, game: Game, pieces: tuple[PieceId, ...]) -> Step:
        """Point: what was turned up outside a battle lies face down again (SS-3.7, A23)."""
        yield from ()
        return game

    def broken(self, game: Game) -> frozenset[str]:
        """Value: invariants of house rules that a position breaks (SS-0.6; `engine.validate`)."""
        return frozenset()

    # What a seat may see

    def piece_seen(
        self, game: Game, piece: Piece, powers: frozenset[Power], secrets: Mapping[PieceId, int]
    ) -> dict[str, Json]:
        """Value: a piece as the seat of these powers sees it."""
        return fields(piece)

    def modules_seen(
        self, game: Game, powers: frozenset[Power], secrets: Mapping[PieceId, int]
    ) -> dict[str, Json]:
        """Value: what the seat of these powers sees of house rules' state, by module."""
        return {}

    # What a piece may do where its markers are uncertain (SS-4.3b)

    def may_act(self, game: Game, piece: Piece, steps: int) -> Claim | None:
        """Value: what must be shown for a piece to use `steps` movement points in this phase.

        None where nothing must; else the claim comes with the order (`requests.show`). Pieces of
        one order are asked about in ascending id, each after what the one before has shown.

        Raises:
            Illegal: it may not (BG-7, 9.1).
        """
        check_markers(game, piece, steps)
        return None

    def shown(self, game: Game, claim: Claim) -> Game:
        """Value: the game after a claim has been shown to hold."""
        return game

    def uncertain(self, game: Game, piece: Piece) -> bool:
        """Value: whether a shuffle of this phase leaves open which piece this is (R6)."""
        return False

    # Actions "at any point" (SS-4.0)

    def check_action(self, game: Game, decision: Decision[Any], action: Action) -> None:
        """Veto: judge an action taken in place of the answer to an open decision."""
        raise Illegal("BG-3.1", "this game has no such action")

    def candidate_actions(self, game: Game, decision: Decision[Any]) -> Iterator[Action]:
        """Value: legal actions here, lazily."""
        return iter(())

    def draft_action(
        self,
        game: Game,
        decision: Decision[Any],
        draw: random.Random,
        secrets: Mapping[PieceId, int],
    ) -> Action | None:
        """Value: an action drawn among the legal ones that these secrets justify, if any."""
        return None

    def perform(self, game: Game, power: Power, action: Action) -> Step:
        """Point: carry out an action that `check_action` has let pass.

        Raises:
            RuntimeError: no house rule knows it (our own mistake).
        """
        yield from ()
        raise RuntimeError(f"no house rule carries out {type(action).__name__}")

    def check_reveal(self, game: Game, groups: Mapping[PieceId, int]) -> None:
        """Veto: what public state says against tokens showing these groups."""

    # Turn and phases, BG-3

    def ready(self, game: Game, piece: Piece) -> Piece:
        """Value: a piece as its owner's turn begins, with its movement points (BG-7; SS-0.3a)."""
        return piece.replace(left=self.move_limit(game, piece))

    def cleared(self, game: Game, piece: Piece) -> Piece:
        """Value: a piece without the markers of this turn (SS-0.3a)."""
        if not isinstance(piece, Figure):
            return piece.replace(left=0, moved=False, fought=False, came_from=None)
        if piece.aboard:
            piece = cargo.disembarked(game, piece)
        if not (
            piece.left
            or piece.moved
            or piece.fought
            or piece.came_from
            or piece.loaded
            or piece.ashore
            or piece.unloaded
            or piece.brought_by
        ):
            return piece
        return piece.replace(
            left=0,
            moved=False,
            fought=False,
            came_from=None,
            loaded=False,
            ashore=None,
            unloaded=None,
            brought_by=None,
        )

    def setup(self, game: Game) -> Step:
        """Point: before the first turn."""
        yield from ()
        return game

    def turn_opens(self, game: Game) -> Step:
        """Point: a power's turn begins."""
        yield from ()
        return game

    def phase_opens(self, game: Game, phase: Phase) -> Step:
        """Point: a phase begins."""
        yield from ()
        return game

    def phase_closes(self, game: Game, phase: Phase) -> Step:
        """Point: a phase ends; in Combat move after BG-7.15."""
        yield from ()
        return game

    def turn_closes(self, game: Game) -> Step:
        """Point: a power's turn ends, after the victory test."""
        yield from ()
        return game

    def round_closes(self, game: Game) -> Step:
        """Point: a round ends (BG-3.2)."""
        yield from ()
        return game

    # Victory, BG-12

    def victory(self, game: Game) -> Outcome | None:
        """Value: who has won at the end of this round, if anybody (BG-3.2, 12)."""
        return victory.victory(game)

    def resigned(self, seat: int) -> Outcome:
        """Value: how the game ends when a seat resigns (SPEC-13.1)."""
        return victory.resignation(self.scenario, self.seats, seat)
