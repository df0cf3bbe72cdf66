"""WK: Japanese fighters that fly without hope of landing."""

__all__ = ["BecomeKamikaze", "Kamikaze", "KamikazeDeclared", "KamikazeSpent"]

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power
from engine.errors import Illegal
from engine.game import Event, Game
from engine.movement.phases import CombatMove
from engine.pause import Action, Prompt
from engine.pieces import Piece, PieceId, PieceMark
from engine.requests import Step
from engine.slots import ModuleState, StateSlot
from engine.units import Trait
from engine.variants.rules_of_warfare.article import RulesOfWarfare

_NATION = Power("Japan")
_SELDOM = 8  # a fighter is drafted once in so many actions


@dataclass(frozen=True, slots=True)
class BecomeKamikaze(Action):
    """A fighter becomes a kamikaze this turn; this cannot be taken back (WK-1, ⚖)."""

    tag: ClassVar[str] = "kamikaze"

    fighter: PieceId


@dataclass(frozen=True, slots=True)
class KamikazeDeclared(Event):
    """A fighter has become a kamikaze (WK-1)."""

    tag: ClassVar[str] = "kamikaze_sworn"

    fighter: PieceId


@dataclass(frozen=True, slots=True)
class KamikazeSpent(Event):
    """Fighters are removed at the end of Conduct combat, whatever they have done (WK-1)."""

    tag: ClassVar[str] = "kamikaze_spent"

    fighters: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class KamikazeFighters(ModuleState):
    """Fighters that are kamikaze this turn."""

    fighters: frozenset[PieceId] = frozenset()


_STATE = StateSlot("WK", KamikazeFighters, KamikazeFighters())


class Kamikaze(RulesOfWarfare):
    """Japanese fighters may attack without a landing, declared one by one.

    Implements: WK-1
    """

    module: ClassVar[str] = "WK"
    title: ClassVar[str] = "kamikaze"
    about: ClassVar[str] = "Japanese fighters that do not mean to land"
    actions: ClassVar[Mapping[str, type[Action]]] = {BecomeKamikaze.tag: BecomeKamikaze}

    def check_action(self, game: Game, decision: Prompt, action: Action) -> None:
        """Own fighters of Japan, in Combat move (WK-1)."""
        if not isinstance(action, BecomeKamikaze):
            super().check_action(game, decision, action)
        elif not isinstance(decision, CombatMove) or action.fighter not in _able(game):
            raise Illegal(
                "WK-1",
                "{piece} is not a fighter that can become a kamikaze now",
                piece=action.fighter,
            )

    def candidate_actions(self, game: Game, decision: Prompt) -> Iterator[Action]:
        """Each fighter that can become a kamikaze."""
        yield from super().candidate_actions(game, decision)
        if isinstance(decision, CombatMove):
            yield from (BecomeKamikaze(fighter) for fighter in _able(game))

    def draft_action(
        self,
        game: Game,
        decision: Prompt,
        draw: random.Random,
        secrets: Mapping[PieceId, int],
    ) -> Action | None:
        """Now and then a kamikaze."""
        able = _able(game) if isinstance(decision, CombatMove) else ()
        if able and draw.randrange(_SELDOM) == 0:
            return BecomeKamikaze(draw.choice(able))
        return super().draft_action(game, decision, draw, secrets)

    def perform_action(self, game: Game, power: Power, action: Action) -> Step:
        """Note the kamikaze."""
        if not isinstance(action, BecomeKamikaze):
            return (yield from super().perform_action(game, power, action))
        kamikaze = KamikazeFighters(game.state(_STATE).fighters | {action.fighter})
        return game.with_state(_STATE, kamikaze).with_events(KamikazeDeclared(action.fighter))

    def marks(self, game: Game, piece: Piece) -> tuple[PieceMark, ...]:
        """A kamikaze differs from other fighters as a casualty."""
        marks = super().marks(game, piece)
        sworn = piece.id in game.state(_STATE).fighters
        return (*marks, PieceMark("kamikaze")) if sworn else marks

    def needs_landing(self, game: Game, piece: Piece) -> bool:
        """A kamikaze needs none (WK-1)."""
        sworn = piece.id in game.state(_STATE).fighters
        return not sworn and super().needs_landing(game, piece)

    def combat_closes(self, game: Game) -> Step:
        """Kamikaze fighters are removed, whatever has happened (WK-1)."""
        game = yield from super().combat_closes(game)
        sworn = game.state(_STATE).fighters
        if not sworn:
            return game
        spent = tuple(fighter for fighter in sorted(sworn) if fighter in game.pieces)
        game = game.with_state(_STATE, KamikazeFighters()).without_pieces(spent)
        return game.with_events(KamikazeSpent(spent)) if spent else game


def _able(game: Game) -> tuple[PieceId, ...]:
    """Fighters of Japan that can become kamikaze now."""
    if game.active != _NATION:
        return ()
    sworn = game.state(_STATE).fighters
    return tuple(
        piece.id
        for piece in game.owned(_NATION)
        if piece.id not in sworn and game.rules.counts_as(game, piece, Trait.CARRIER_BORNE)
    )
