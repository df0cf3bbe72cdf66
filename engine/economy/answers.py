"""How the base game does research, buys, mobilizes and collects: its answers (BG-4, 5, 10, 11)."""

__all__ = ["EconomyAnswers"]

from collections.abc import Collection, Mapping

from engine.board import Power, SpaceId
from engine.charts import Breakthrough
from engine.economy import income, mobilize
from engine.game import Game
from engine.pause import unchanged
from engine.pieces import Piece, PieceId
from engine.questions.economy import EconomyQuestions, Term
from engine.requests import Step
from engine.scenario import Convoys
from engine.units import Kind, Trait


class EconomyAnswers(EconomyQuestions[Game]):
    """The rulebook's answers about research, money and new units."""

    def breakthroughs_earned(self, game: Game, sixes: int) -> int:
        """One, with at least one six."""
        return min(sixes, 1)

    def unavailable_breakthroughs(self, game: Game) -> frozenset[Breakthrough]:
        """None."""
        return frozenset()

    def researchers_kept(self, game: Game, held: int, sixes: int) -> int:
        """None after a breakthrough, else all."""
        return 0 if sixes else held

    def repair_price(self, game: Game, power: Power, markers: int) -> int:
        """1 IPC each."""
        return markers

    def after_purchase(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def placements(
        self, game: Game, power: Power, kind: Kind
    ) -> Mapping[SpaceId, tuple[SpaceId, ...]]:
        """At complexes held since the turn began, and in the sea zones beside them."""
        return mobilize.placements(game, power, kind)

    def may_stack(
        self,
        game: Game,
        kinds: tuple[Kind, ...],
        space: SpaceId,
        leaving: Collection[PieceId] = (),
    ) -> None:
        """Only one industrial complex in a territory (BG-6.2)."""
        mobilize.may_stack(game, kinds, space, leaving)

    def capacity(self, game: Game, territory: SpaceId) -> int | None:
        """The value of its territory, less its damage; recruits have a limit of their own."""
        return mobilize.capacity(game, territory)

    def capacity_use(self, game: Game, power: Power, kind: Kind) -> int:
        """1, and a complex nothing."""
        return 0 if Trait.COMPLEX in game.rules.unit_type(game, power, kind).traits else 1

    def units_placed(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def unplaced(self, game: Game, power: Power) -> Mapping[Kind, int]:
        """All of it."""
        return game.waiting.get(power, {})

    def stores(self, game: Game, power: Power, kind: Kind) -> bool:
        """Never."""
        return False

    def convoys(self, game: Game) -> Convoys | None:
        """Nobody raids them."""
        return None

    def raid_convoys(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def may_raid_convoys(self, game: Game, piece: Piece) -> bool:
        """Always."""
        return True

    def income_opens(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def income_terms(self, game: Game, power: Power) -> tuple[Term, ...]:
        """Territories, then objectives."""
        return income.income_terms(game, power)

    def income_closes(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)
