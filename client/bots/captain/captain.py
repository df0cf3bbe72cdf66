"""The captain itself: which thought answers which decision."""

__all__ = ["Captain"]

import random
from collections import deque

from client.bots.captain import bombing, combat, economy, hidden, purchase, special_actions
from client.bots.captain.combat_move import plan_combat_move
from client.bots.captain.noncombat_move import plan_noncombat_move
from client.bots.captain.situation import Situation
from client.seat.odds import proposed_losses
from client.seat.view import PlayerView
from engine.battle.casualties import Casualties
from engine.battle.combat import NextBattle
from engine.battle.retreat import Retreat
from engine.economy.mobilize import MobilizeUnits
from engine.economy.purchase import PurchaseUnits
from engine.economy.research import ChooseChart, HireResearchers
from engine.editions.classic import WithdrawSubmarines
from engine.movement.declarations import Declare
from engine.movement.orders import Order
from engine.movement.phases import CombatMove, NoncombatMove, Ordering
from engine.pause import Action
from engine.records import Plain, encode
from engine.turn import ChooseFirst, First

_Moment = tuple[int, int, int]
"""Round, turn and phase."""


class Captain:
    """Plays to win; the same seed makes the same choices in the same position.

    A phase of movement is planned when it begins and then ordered step by step. The plan is the
    only thing remembered, and a captain that has lost it makes another.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._planned: tuple[_Moment, deque[Order]] | None = None

    def choose(self, view: PlayerView) -> Plain:
        """See `Bot.choose`."""
        situation = Situation.of(view)
        draw = self._draw(view)
        if view.decision.open:
            action = hidden.token_action(situation, view.decision, draw)
            if action is not None:
                return encode(action)
        return encode(self._answer(situation, view, draw))

    def _draw(self, view: PlayerView) -> random.Random:
        """Chance that depends on the seed and the position alone, also after a restart."""
        game = view.game
        place = (self._seed, game.round, game.turn, game.phase, game.stage, game.next_id)
        return random.Random(repr(place))  # noqa: S311 (choices of a bot, not secrets)

    def _answer(self, situation: Situation, view: PlayerView, draw: random.Random) -> object:
        match view.decision:
            case HireResearchers() as decision:
                return economy.hire(situation, decision, draw)
            case ChooseChart() as decision:
                return economy.chart(situation, decision)
            case ChooseFirst():
                return _weaker_first(situation)
            case PurchaseUnits() as decision:
                return purchase.purchase(situation, decision, draw)
            case Ordering() as decision:
                return self._order(situation, decision)
            case Declare() as decision:
                return bombing.with_raids(
                    situation, decision, combat.declaration(situation, decision)
                )
            case NextBattle() as decision:
                return combat.next_battle(situation, decision)
            case Casualties() as decision:
                return proposed_losses(situation.view, decision)
            case Retreat() as decision:
                return combat.retreat(situation, decision)
            case WithdrawSubmarines() as decision:
                return combat.withdrawal(situation, decision)
            case MobilizeUnits() as decision:
                return economy.mobilize(situation, decision, draw)
            case decision:
                bombs = bombing.answer(situation, decision)
                return hidden.answer(situation, decision, draw) if bombs is None else bombs

    def _order(self, situation: Situation, decision: Ordering) -> Order | Action:
        """The next legal order of the plan; then special actions; then the end of the phase."""
        moment = situation.game.round, situation.game.turn, situation.game.phase
        if self._planned is None or self._planned[0] != moment:
            match decision:
                case CombatMove():
                    self._planned = moment, deque(plan_combat_move(situation))
                case NoncombatMove():
                    self._planned = moment, deque(plan_noncombat_move(situation))
                case _:
                    self._planned = moment, deque()
        plan = self._planned[1]
        while plan:
            order = plan.popleft()
            if decision.legal(situation.game, order):
                return order
        flights = (
            special_actions.flights(situation) if isinstance(decision, CombatMove) else iter(())
        )
        flight = next((move for move in flights if decision.legal(situation.game, move)), None)
        return (
            flight or special_actions.action(situation, decision) or decision.remedy(situation.game)
        )


def _weaker_first(situation: Situation) -> First:
    """Of two powers that share a turn the weaker first: the stronger uses what it has opened."""
    game = situation.game
    fighting = game.rules.scenario.turns[game.turn].powers
    return First(min(fighting, key=lambda power: (situation.cost(game.owned(power)), power)))
