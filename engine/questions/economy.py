"""What research, purchase, mobilizing and income ask (BG-4, 5, 10, 11)."""

__all__ = ["EconomyQuestions", "Term"]

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Generic

from engine.board import Power, SpaceId
from engine.charts import Breakthrough
from engine.pause import G, Step
from engine.pieces import Piece, PieceId
from engine.scenario import Convoys
from engine.units import Kind


@dataclass(frozen=True, slots=True)
class Term:
    """One reason for income or its loss: what for, and how many IPC."""

    reason: str
    amount: int


class EconomyQuestions(ABC, Generic[G]):
    """Research, money and new units."""

    @abstractmethod
    def breakthroughs_earned(self, game: G, sixes: int) -> int:
        """Value: how many breakthroughs the researchers' dice bring (BG-4.1, R23)."""

    @abstractmethod
    def unavailable_breakthroughs(self, game: G) -> frozenset[Breakthrough]:
        """Value: breakthroughs that nobody can have; they are rolled again (BG-4.1)."""

    @abstractmethod
    def researchers_kept(self, game: G, held: int, sixes: int) -> int:
        """Value: how many researchers remain after their dice (BG-4.1)."""

    @abstractmethod
    def repair_price(self, game: G, power: Power, markers: int) -> int:
        """Value: what removing so many damage markers at once costs, in IPC (BG-5.2)."""

    @abstractmethod
    def after_purchase(self, game: G) -> Step[G]:
        """Point: the active power has bought units and repairs."""

    @abstractmethod
    def placements(
        self, game: G, power: Power, kind: Kind
    ) -> Mapping[SpaceId, tuple[SpaceId, ...]]:
        """Value: where a waiting unit may be placed, by the complex charged (BG-10.1 to 10.4)."""

    @abstractmethod
    def may_stack(
        self,
        game: G,
        kinds: tuple[Kind, ...],
        space: SpaceId,
        leaving: Collection[PieceId] = (),
    ) -> None:
        """Veto: units of these kinds that come to stay where others stand (BG-6.2).

        `leaving` do not stand there any longer.
        """

    @abstractmethod
    def capacity(self, game: G, territory: SpaceId) -> int | None:
        """Value: how much a complex can place in a turn, None for any number (BG-10.1)."""

    @abstractmethod
    def capacity_use(self, game: G, power: Power, kind: Kind) -> int:
        """Value: how much of a complex's capacity a unit uses; a complex nothing (BG-10.2)."""

    @abstractmethod
    def units_placed(self, game: G) -> Step[G]:
        """Point: the active power's units are placed and charged (SS-1.4c)."""

    @abstractmethod
    def unplaced(self, game: G, power: Power) -> Mapping[Kind, int]:
        """Value: what goes on waiting after Mobilize (BG-10.7)."""

    @abstractmethod
    def stores(self, game: G, power: Power, kind: Kind) -> bool:
        """Value: whether a unit without a legal space is kept where its rule would lose it."""

    @abstractmethod
    def convoys(self, game: G) -> Convoys | None:
        """Value: what convoys can lose; None where nobody raids them (BG-11.2, CD-2)."""

    @abstractmethod
    def raid_convoys(self, game: G) -> Step[G]:
        """Point: the active power's convoys are raided, before it collects its income (BG-11.2)."""

    @abstractmethod
    def may_raid_convoys(self, game: G, piece: Piece) -> bool:
        """Value: whether a piece raids convoys at all (DS-7)."""

    @abstractmethod
    def income_opens(self, game: G) -> Step[G]:
        """Point: the active power, whose capital is free, is about to collect its income."""

    @abstractmethod
    def income_terms(self, game: G, power: Power) -> tuple[Term, ...]:
        """Value: what a power collects and loses, and why (BG-11.1)."""

    @abstractmethod
    def income_closes(self, game: G) -> Step[G]:
        """Point: the active power has collected its income."""
