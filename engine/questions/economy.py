"""What research, purchase, mobilizing, income and victory ask (BG-4, 5, 10, 11, 12)."""

__all__ = ["EconomyQuestions"]

from collections.abc import Collection, Mapping

from engine.board import Power, SpaceId
from engine.charts import Breakthrough
from engine.economy import convoys, income, mobilize
from engine.game import Game
from engine.pieces import Piece, PieceId
from engine.requests import Step
from engine.scenario import Convoys
from engine.units import Kind, Trait


class EconomyQuestions:
    """The base game's answers about research, money, new units and victory."""

    def breakthroughs_earned(self, game: Game, sixes: int) -> int:
        """Value: how many breakthroughs the researchers' dice bring (BG-4.1, R23)."""
        return min(sixes, 1)

    def unknowable(self, game: Game) -> frozenset[Breakthrough]:
        """Value: breakthroughs that nobody can have; they are rolled again (BG-4.1)."""
        return frozenset()

    def researchers_kept(self, game: Game, held: int, sixes: int) -> int:
        """Value: how many researchers remain after their dice (BG-4.1)."""
        return 0 if sixes else held

    def repair_price(self, game: Game, power: Power, markers: int) -> int:
        """Value: what removing so many damage markers from one complex costs, in IPC (BG-5.2)."""
        return markers

    def purchase_extra(self, game: Game) -> Step:
        """Point: the active power has bought units and repairs."""
        yield from ()
        return game

    def placements(
        self, game: Game, power: Power, kind: Kind
    ) -> Mapping[SpaceId, tuple[SpaceId, ...]]:
        """Value: where a waiting unit may be placed, by the complex charged (BG-10.1 to 10.4)."""
        return mobilize.placements(game, power, kind)

    def may_stand(
        self,
        game: Game,
        kinds: tuple[Kind, ...],
        space: SpaceId,
        leaving: Collection[PieceId] = (),
    ) -> None:
        """Veto: units of these kinds that come to stay where others stand (BG-6.2).

        `leaving` do not stand there any longer.
        """
        mobilize.may_stand(game, kinds, space, leaving)

    def capacity(self, game: Game, territory: SpaceId) -> int | None:
        """Value: how much a complex can place in a turn, None for any number (BG-10.1)."""
        return mobilize.capacity(game, territory)

    def capacity_use(self, game: Game, power: Power, kind: Kind) -> int:
        """Value: how much of a complex's capacity a unit uses; a complex nothing (BG-10.2)."""
        return 0 if Trait.COMPLEX in game.rules.unit_type(game, power, kind).traits else 1

    def deck_slots(self, game: Game, piece: Piece) -> int:
        """Value: how many aircraft a piece can have aboard (BG-7.8)."""
        return 2 if game.rules.counts_as(game, piece, Trait.CARRIER) else 0

    def units_placed(self, game: Game) -> Step:
        """Point: the active power's units are placed and charged (SS-1.4c)."""
        yield from ()
        return game

    def unplaced(self, game: Game, power: Power) -> Mapping[Kind, int]:
        """Value: what goes on waiting after Mobilize (BG-10.7)."""
        return game.waiting.get(power, {})

    def stores(self, game: Game, power: Power, kind: Kind) -> bool:
        """Value: whether a unit without a legal space is kept where its rule would lose it."""
        return False

    def convoys(self, game: Game) -> Convoys | None:
        """Value: what convoys can lose; None where nobody raids them (BG-11.2, CD-2)."""
        return None

    def convoys_raided(self, game: Game) -> Step:
        """Point: the active power's convoys are raided, before it collects its income (BG-11.2)."""
        yield from ()
        return game

    def convoy_dice(self, game: Game, piece: Piece) -> int:
        """Value: how many dice a piece rolls against convoys in its sea zone (BG-11.2)."""
        return convoys.dice(game, piece)

    def may_raid_convoys(self, game: Game, piece: Piece) -> bool:
        """Value: whether a piece raids convoys at all (DS-7)."""
        return True

    def income_opens(self, game: Game) -> Step:
        """Point: the active power, whose capital is free, is about to collect its income."""
        yield from ()
        return game

    def income_terms(self, game: Game, power: Power) -> tuple[income.Term, ...]:
        """Value: what a power collects and loses, and why (BG-11.1)."""
        return income.income_terms(game, power)

    def income_closes(self, game: Game) -> Step:
        """Point: the active power has collected its income."""
        yield from ()
        return game

    def victory_target(self, game: Game, cities: int) -> int:
        """Value: how many victory cities a side needs, where the scenario says `cities`."""
        return cities
