"""Combat move and Noncombat move: one order after another until the power is done (BG-7, 9).

The way of an order: the phase asks for it here; `moves` judges it and carries it out, by way of
`steps`, `cargo` or `takeback`; `landing` checks that every aircraft can still land. What ends
Combat move is declared in `declarations`.
"""

__all__ = [
    "MOST_ORDERS",
    "CombatMove",
    "NoncombatMove",
    "Ordering",
    "combat_move",
    "noncombat_move",
]

import random
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.errors import Illegal
from engine.game import Game
from engine.movement import proposals
from engine.movement.declarations import attack_choices, check_landings
from engine.movement.landing import NOTHING_MOVES, Outlook, outlook, plan_landings
from engine.movement.moves import check_order, execute
from engine.movement.orders import Done, LostInFlight, Order, TakeBack
from engine.movement.takeback import can_go_back, check_purposes, pieces_without_purpose
from engine.phases import Stage
from engine.pieces import PieceId
from engine.requests import Decision, Step, decide
from engine.units import Domain

MOST_ORDERS = 2048
"""⚖ Orders in one phase of movement after which only what ends it is left: a large game needs a few
hundred, and without a bound a power could fill everybody's disk by sailing to and fro (R6)."""


@dataclass(frozen=True, slots=True)
class Ordering(Decision[Order]):
    """The next order of a phase of movement, or `Done`."""

    answers: ClassVar[object] = Order
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
        """Whether a legal order brings the phase nearer to its end."""

    def check(self, game: Game, answer: Order) -> None:
        """See `Decision.check`."""
        if isinstance(answer, Done):
            self.check_done(game)
        else:
            check_order(game, answer)
            if game.record.orders >= MOST_ORDERS and not self.helps(game, answer):
                raise Illegal(
                    "R6", "{most} orders were given in this phase: it must end", most=MOST_ORDERS
                )

    def candidates(self, game: Game) -> Iterator[Order]:
        """Orders to single pieces, moves by a shortest route to each space, and `Done`.

        Orders of several pieces at once, and detours, are legal as well.
        """
        if game.record.orders >= MOST_ORDERS:
            yield self.remedy(game)
            return
        for order in proposals.single_orders(game):
            if self.legal(game, order):
                yield order
        if self.legal(game, Done()):
            yield Done()

    def has_choice(self, game: Game) -> bool:
        """See `Decision.has_choice`: some ship can sail, or something can be taken back."""
        if game.record.orders < MOST_ORDERS and proposals.can_sail(game):
            return True
        return any(self.legal(game, order) for order in proposals.take_backs(game, needed=False))

    def forced(self, game: Game) -> Order | None:
        """`Done`, if nothing else is legal; no other order is ever given for a power."""
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
        """As `sample`, but only orders whose claims these secrets justify."""
        return self._draw(game, draw, secrets)

    def _draw(
        self, game: Game, draw: random.Random, secrets: Mapping[PieceId, int] | None
    ) -> Order:
        for _ in range(proposals.TRIES):
            order = proposals.proposal(game, draw)
            if (
                order is not None
                and self.legal(game, order)
                and proposals.justified(game, order, secrets)
            ):
                return order
        return self.remedy(game)


@dataclass(frozen=True, slots=True)
class CombatMove(Ordering):
    """The next order of Combat move."""

    def check_done(self, game: Game) -> None:
        """See `Ordering.check_done`: purposes (R6), landings (BG-7.11), aircraft (BG-7.6)."""
        check_purposes(game)
        check_landings(game)
        lost = _stranded(game)
        if lost:
            began = (game.record.phase_began.get(piece.id, piece) for piece in game.pieces.values())
            if lost > _stranded(game.with_pieces(*began)):
                raise Illegal("BG-7.6", "an aircraft can land only if a carrier sails now")

    def remedy(self, game: Game) -> Order:
        """See `Ordering.remedy`: take back what keeps the phase open."""
        if self.legal(game, Done()):
            return Done()
        astray = {piece.id for piece in pieces_without_purpose(game)}
        back = [piece for piece in game.owned(game.active) if can_go_back(game, piece)]
        back.sort(
            key=lambda piece: (
                piece.id not in astray,
                game.rules.domain(game, piece) is not Domain.AIR,
            )
        )
        orders = (TakeBack(frozenset((piece.id,))) for piece in back)
        return next((order for order in orders if self.legal(game, order)), Done())

    def helps(self, game: Game, order: Order) -> bool:  # noqa: ARG002 (wherever they stand)
        """See `Ordering.helps`: taking back, where nothing can sail any more."""
        return isinstance(order, TakeBack)


def combat_move(game: Game) -> Step:
    """One order of Combat move, or its end."""
    game, order = yield from decide(game, CombatMove(game.active))
    if isinstance(order, Done):
        return game.replace(stage=Stage.DECLARE)
    return (yield from execute(game, order))


def _stranded(game: Game) -> int:
    """Aircraft without a landing if no more orders are given and the best is declared for them."""
    zones = attack_choices(game)
    cleared = (zone for zone in zones.may if game.rules.hostile(game, game.active, zone))
    return plan_landings(game, Outlook(battles=zones.must.union(cleared))).stranded


@dataclass(frozen=True, slots=True)
class NoncombatMove(Ordering):
    """The next order of Noncombat move."""

    def check_done(self, game: Game) -> None:
        """See `Ordering.check_done`: no aircraft that could land is left in the air (R19)."""
        waiting = plan_landings(game, NOTHING_MOVES).stranded
        saved = waiting - plan_landings(game, outlook(game)).stranded if waiting else 0
        if saved > 0:
            raise Illegal(
                "BG-9.3", "{count} aircraft can still be brought to a place to land", count=saved
            )

    def remedy(self, game: Game) -> Order:
        """See `Ordering.remedy`: bring aircraft home."""
        return proposals.order_home(game) or Done()

    def helps(self, game: Game, order: Order) -> bool:
        """See `Ordering.helps`."""
        return order == proposals.order_home(game)


def noncombat_move(game: Game) -> Step:
    """One order of Noncombat move, or its end."""
    game, order = yield from decide(game, NoncombatMove(game.active))
    if not isinstance(order, Done):
        return (yield from execute(game, order))
    return _grounded(game).replace(stage=Stage.PHASE_CLOSES)


def _grounded(game: Game) -> Game:
    """The game without aircraft that have no place to land.

    ⚖ In a zone with too few decks the aircraft built last are lost; those of a kind are alike.

    Implements: BG-9.3
    """
    final = plan_landings(game, NOTHING_MOVES)
    places = zip(final.flying, final.plan.zones, strict=True)
    lost = [piece for piece, zone in places if zone is None]
    for space in sorted({piece.at for piece in lost}):
        gone = tuple(piece.id for piece in lost if piece.at == space)
        game = game.without_pieces(gone).with_events(LostInFlight(game.active, gone, space))
    return game
