"""WL: transports lost in battle cost income."""

__all__ = ["LostTransports", "TransportsLost"]

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.board import Power
from engine.game import Game
from engine.movement.cargo import cargo_of
from engine.pieces import PieceId
from engine.questions.economy import Term
from engine.requests import Step
from engine.slots import ModuleState, StateSlot
from engine.units import Domain, Trait
from engine.variants.rules_of_warfare.article import RulesOfWarfare


@dataclass(frozen=True, slots=True)
class TransportsLost(ModuleState):
    """Empty transports that each power has lost in battle since it last collected income."""

    ships: Mapping[Power, int] = field(default_factory=dict)


_STATE = StateSlot("WL", TransportsLost, TransportsLost())


class LostTransports(RulesOfWarfare):
    """WL-1: a transport lost in a battle without a land unit aboard costs its owner 1 IPC.

    Implements: WL-1
    """

    module: ClassVar[str] = "WL"
    title: ClassVar[str] = "lost transports"
    about: ClassVar[str] = "a transport lost in battle costs its owner 1 IPC"

    def lose(self, game: Game, piece: PieceId, hits: int) -> Game:
        """Count empty transports sunk in a battle; mines sink them outside any (WL-1)."""
        ship = game.pieces[piece]
        battle = game.battle
        counts = (
            battle is not None
            and piece in (*battle.attackers, *battle.defenders)
            and game.rules.counts_as(game, ship, Trait.TRANSPORT)
            and not any(
                game.rules.domain(game, unit) is Domain.LAND for unit in cargo_of(game, (piece,))
            )
        )
        game = super().lose(game, piece, hits)
        if not counts or piece in game.pieces:
            return game
        ships = game.state(_STATE).ships
        ships = {**ships, ship.owner: ships.get(ship.owner, 0) + 1}
        return game.with_state(_STATE, TransportsLost(ships))

    def income_terms(self, game: Game, power: Power) -> tuple[Term, ...]:
        """1 IPC less for each (WL-1)."""
        terms = super().income_terms(game, power)
        lost = game.state(_STATE).ships.get(power, 0)
        return (*terms, Term("lost transports", -lost)) if lost else terms

    def income_closes(self, game: Game) -> Step:
        """The next Collect income only, ⚖ whether or not the power had its capital (WL-1)."""
        game = yield from super().income_closes(game)
        ships = dict(game.state(_STATE).ships)
        if ships.pop(game.active, 0):
            game = game.with_state(_STATE, TransportsLost(ships))
        return game
