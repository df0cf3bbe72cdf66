"""The decision about the next order, in either phase of movement."""

__all__ = ["MOST_ORDERS", "Ordering"]

import random
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.errors import Illegal
from engine.game import Game
from engine.movement import drafting
from engine.movement.execute import check_order
from engine.movement.orders import Done, Order
from engine.pieces import PieceId
from engine.requests import Decision

MOST_ORDERS = 2048
"""⚖ Orders in one phase of movement after which only what ends it is left: a large game needs a few
hundred, and without a bound a power could fill everybody's disk by sailing to and fro (R6)."""


@dataclass(frozen=True, slots=True)
class Ordering(Decision[Order]):
    """The next order of a phase of movement, or the word that it is done."""

    answers: ClassVar[Any] = Order
    open: ClassVar[bool] = True

    @abstractmethod
    def check_done(self, game: Game) -> None:
        """Judge the end of the phase.

        Raises:
            Illegal: something must still be ordered.
        """

    @abstractmethod
    def remedy(self, game: Game) -> Order:
        """A legal answer that brings the phase nearer to its end: `Done` if that is legal."""

    @abstractmethod
    def helps(self, game: Game, order: Order) -> bool:
        """Whether a legal order brings the phase nearer to its end, as none does for ever."""

    def check(self, game: Game, answer: Order) -> None:
        """See `Decision.check`."""
        if isinstance(answer, Done):
            self.check_done(game)
        else:
            check_order(game, answer)
            if game.record.orders >= MOST_ORDERS and not self.helps(game, answer):
                reason = f"{MOST_ORDERS} orders were given in this phase: it must end"
                raise Illegal("R6", reason)

    def candidates(self, game: Game) -> Iterator[Order]:
        """Orders to single pieces, moves by a shortest route to each space, and `Done`.

        The orders of several pieces at once, and of detours, are legal beside these.
        """
        if game.record.orders >= MOST_ORDERS:
            yield self.remedy(game)
            return
        for order in drafting.single_orders(game):
            if self.legal(game, order):
                yield order
        if self.legal(game, Done()):
            yield Done()

    def has_choice(self, game: Game) -> bool:
        """See `Decision.has_choice`: some ship can sail, or something can be taken back."""
        if game.record.orders < MOST_ORDERS and drafting.can_sail(game):
            return True
        return any(self.legal(game, order) for order in drafting.ways_back(game, needed=False))

    def forced(self, game: Game) -> Order | None:
        """`Done`, if nothing can be ordered; an order is never given for a power."""
        if self.has_choice(game):
            return None
        first = next(self.candidates(game), None)
        if not isinstance(first, Done):
            return None
        return None if any(True for _ in game.rules.candidate_actions(game, self)) else first

    def sample(self, game: Game, draw: random.Random) -> Order:
        """An order that a player might give; every kind of order can come up."""
        return self._draw(game, draw, None)

    def sample_owned(
        self, game: Game, draw: random.Random, secrets: Mapping[PieceId, int]
    ) -> Order:
        """As `sample`, but no order whose claims these secrets do not bear out."""
        return self._draw(game, draw, secrets)

    def _draw(
        self, game: Game, draw: random.Random, secrets: Mapping[PieceId, int] | None
    ) -> Order:
        for _ in range(drafting.TRIES):
            order = drafting.proposal(game, draw)
            if (
                order is not None
                and self.legal(game, order)
                and drafting.justified(game, order, secrets)
            ):
                return order
        return self.remedy(game)
