"""Convoy disruption: its options, and the questions that it answers."""

__all__ = ["CD_VICTORY", "SETTINGS", "AfterCollapse", "ConvoyDisruption"]

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar

from engine.board import Board, Power, SpaceId
from engine.errors import IncompatibleModules
from engine.game import Game
from engine.options import Option
from engine.phases import Outcome, Phase
from engine.pieces import PieceId
from engine.questions import replaces
from engine.questions.economy import Term
from engine.records import Json
from engine.requests import Step
from engine.rules import Rules
from engine.scenario import Convoys, Scenario
from engine.variants.convoys.collapse import collapse, evicted, has_lost_its_limit, with_closed
from engine.variants.convoys.raids import raid_all_zones
from engine.variants.convoys.state import MODULE, STATE, ConvoyState, convoy_state
from engine.view import record_as_json


class AfterCollapse(StrEnum):
    """What becomes of victory once a power has collapsed (CD-6)."""

    SCALED = "scaled"
    UNCHANGED = "unchanged"
    AXIS_WINS = "axis_wins"


CD_VICTORY = Option(
    "cd_victory",
    {what.value: what for what in AfterCollapse},
    AfterCollapse.SCALED,
    "after a collapse a side needs fewer victory cities by those on closed ground, but at least "
    "10; or as many as before; or the raiders' side wins at the end of the round (CD-6)",
)

SETTINGS: tuple[Option[object], ...] = (CD_VICTORY,)
"""All of them, as help lists them."""


_FEWEST_CITIES = 10
"""Below this a side's target does not drop (CD-6)."""


class ConvoyDisruption(Rules):
    """Raiders in sea zones cost a power income (CD)."""

    module: ClassVar[str] = MODULE
    title: ClassVar[str] = "convoy disruption"
    about: ClassVar[str] = "submarines in the right sea zones cost their enemy income"
    declares: ClassVar[tuple[Option[object], ...]] = SETTINGS

    def __init__(
        self,
        scenario: Scenario,
        options: Mapping[str, str],
        seats: tuple[tuple[Power, ...], ...],
    ) -> None:
        super().__init__(scenario, options, seats)
        if scenario.convoys is None:
            raise IncompatibleModules(
                f"{MODULE}: the scenario {scenario.name} has no convoy limits (rulings 24, 25)"
            )

    def set_up(self, game: Game) -> Step:
        """Nothing is lost yet."""
        game = yield from super().set_up(game)
        return game.with_state(STATE, ConvoyState())

    def modules_view(
        self, game: Game, powers: frozenset[Power], secrets: Mapping[PieceId, int]
    ) -> dict[str, Json]:
        """Dice on the map, and what has collapsed: all of it public."""
        return {
            **super().modules_view(game, powers, secrets),
            MODULE: record_as_json(convoy_state(game)),
        }

    # Income

    @replaces
    def convoys(self, game: Game) -> Convoys | None:
        """The board's, on every board that has them (CD-2)."""
        return self.scenario.convoys

    @replaces
    def raid_convoys(self, game: Game) -> Step:
        """The raiders divide what is lost, whatever the edition says.

        Implements: CD-1, ruling 25
        """
        return (yield from raid_all_zones(game, game.active))

    def income_terms(self, game: Game, power: Power) -> tuple[Term, ...]:
        """Income falls by the total of all losses.

        Implements: CD-3c
        """
        terms = super().income_terms(game, power)
        lost = sum(convoy_state(game).losses.values())
        return (*terms, Term("convoys", -lost)) if lost else terms

    def income_closes(self, game: Game) -> Step:
        """A power that has lost the full limit collapses (CD-5)."""
        game = yield from super().income_closes(game)
        if has_lost_its_limit(game, game.active):
            game = yield from collapse(game, game.active)
        return game

    # Collapse

    def board(self, game: Game) -> Board:
        """Territories of a power that has collapsed are closed (CD-5)."""
        closed = convoy_state(game).closed
        board = super().board(game)
        return with_closed(board, closed) if closed else board

    def entry_price(self, game: Game, territory: SpaceId) -> int | None:
        """Closed territories stay closed at any price (CD-5)."""
        return (
            None if territory in convoy_state(game).closed else super().entry_price(game, territory)
        )

    def is_playing(self, game: Game, power: Power) -> bool:
        """A power that has collapsed is out (CD-5)."""
        return power not in convoy_state(game).collapsed and super().is_playing(game, power)

    def phase_closes(self, game: Game, phase: Phase) -> Step:
        """Units still in closed territory when their Noncombat move ends are removed (CD-5)."""
        game = yield from super().phase_closes(game, phase)
        return evicted(game, game.active) if phase is Phase.NONCOMBAT_MOVE else game

    # Victory

    def victory_target(self, game: Game, cities: int) -> int:
        """Fewer by the victory cities on closed ground.

        Implements: CD-6
        """
        target = super().victory_target(game, cities)
        if self.option(CD_VICTORY) is not AfterCollapse.SCALED:
            return target
        neutral = sum(
            self.scenario.board[space].victory_city for space in convoy_state(game).closed
        )
        return max(min(target, _FEWEST_CITIES), target - neutral)

    def victory(self, game: Game) -> Outcome | None:
        """With `axis_wins` a collapse decides the game (CD-6)."""
        if self.option(CD_VICTORY) is AfterCollapse.AXIS_WINS and convoy_state(game).collapsed:
            fallen = convoy_state(game).collapsed[0]
            raiders = game.enemies(fallen)[0]
            return Outcome(self.scenario.side(raiders), f"{fallen} has collapsed")
        return super().victory(game)
