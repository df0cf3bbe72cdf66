"""The sequence of a turn and a round (BG-3), and the table of all steps."""

__all__ = [
    "STEPS",
    "ChooseFirst",
    "First",
    "PhaseBegan",
    "RoundEnded",
    "TurnAnswers",
    "TurnBegan",
    "without_markers",
]

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine import victory
from engine.battle.combat import combat_closes, conduct_combat, house_battle
from engine.battle.ending import battle_closes, repaired_after_turn
from engine.battle.opening import battle_opens
from engine.battle.raids import raid, rockets
from engine.battle.rounds import battle_round
from engine.board import Power, SpaceId
from engine.economy.income import collect_income
from engine.economy.mobilize import mobilize
from engine.economy.purchase import purchase
from engine.economy.recruits import enlist
from engine.economy.research import research
from engine.errors import Illegal
from engine.game import Event, Game, TurnRecord
from engine.movement.cargo import disembarked, embark
from engine.movement.declarations import declare
from engine.movement.phases import combat_move, noncombat_move
from engine.pause import Action, Prompt, unchanged
from engine.phases import Outcome, Phase, Stage
from engine.pieces import Figure, Piece, PieceId, Pieces
from engine.questions.turn import TurnQuestions
from engine.requests import Decision, Step, ask
from engine.victory import GameEnded


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A turn begins; `powers` play it."""

    tag: ClassVar[str] = "turn_began"

    round: int
    powers: tuple[Power, ...]


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """A power begins a phase of its turn."""

    tag: ClassVar[str] = "phase_began"

    power: Power
    phase: Phase


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A round is over (BG-3.2)."""

    tag: ClassVar[str] = "round_ended"

    round: int


@dataclass(frozen=True, slots=True)
class First:
    """The power that moves to combat and fights first."""

    power: Power


@dataclass(frozen=True, slots=True)
class ChooseFirst(Decision[First]):
    """Which of two powers that share a turn fights first: the active power chooses."""

    answers: ClassVar[type[First]] = First

    def check(self, game: Game, answer: First) -> None:
        """See `Decision.check`."""
        fighters = _fighters(game)
        if answer.power not in fighters:
            raise Illegal("BG-3.3", "either {powers} fights first", powers=" or ".join(fighters))

    def candidates(self, game: Game) -> Iterator[First]:
        """See `Decision.candidates`; all legal answers."""
        return (First(power) for power in _fighters(game))


FIRST_STEP: Mapping[Phase, Stage] = {
    Phase.RESEARCH: Stage.RESEARCH,
    Phase.PURCHASE: Stage.PURCHASE,
    Phase.COMBAT_MOVE: Stage.COMBAT_MOVE,
    Phase.CONDUCT_COMBAT: Stage.ROCKETS,
    Phase.NONCOMBAT_MOVE: Stage.NONCOMBAT_MOVE,
    Phase.MOBILIZE: Stage.MOBILIZE,
    Phase.COLLECT_INCOME: Stage.COLLECT_INCOME,
}
"""The step that opens each phase; every chapter ends its phase with `Stage.PHASE_CLOSES`."""


def set_up(game: Game) -> Step:
    """Let house rules set up theirs, then open the first turn."""
    game = yield from game.rules.set_up(game)
    return game.replace(stage=Stage.TURN_OPENS)


def turn_opens(game: Game) -> Step:
    """Begin a turn: note who controls what, give its powers' pieces their movement.

    The turn of powers that are out of the game is skipped (CD-5).
    """
    powers = game.rules.scenario.turns[game.turn].powers
    game = game.replace(phase=0, record=TurnRecord(control_at_start=game.control))
    if not any(game.rules.is_playing(game, power) for power in powers):
        return game.replace(stage=Stage.TURN_CLOSES)
    game = game.with_events(TurnBegan(game.round, powers))
    game = game.with_pieces(
        *(
            game.rules.piece_at_turn_start(game, piece)
            for piece in game.pieces.values()
            if piece.owner in powers
        )
    )
    for power in powers:
        game = embark(game, power)
    game = yield from game.rules.turn_opens(game)
    return game.replace(stage=Stage.PHASE_OPENS)


def phase_opens(game: Game) -> Step:
    """Begin a phase."""
    game = yield from _order_combat(game)
    phase = game.current_phase
    game = game.with_events(PhaseBegan(game.active, phase))
    match phase:
        case Phase.PURCHASE:
            game = enlist(game)
        case Phase.COMBAT_MOVE:
            game = _combat_afresh(game)
        case Phase.MOBILIZE:  # SS-0.3a
            game = _cleared(game, (game.active,))
        case _:
            pass
    game = yield from game.rules.phase_opens(game, phase)
    sides = game.rules.scenario.sides
    ours = sides[game.active]
    began = Pieces([piece for piece in game.pieces.values() if sides[piece.owner] == ours])
    record = game.record.replace(phase_began=began, before_unloading=Pieces(), orders=0)
    return game.replace(record=record, stage=FIRST_STEP[phase])


def phase_closes(game: Game) -> Step:
    """End a phase; go on to the next of the turn's plan (BG-3.1, 3.3)."""
    game = yield from game.rules.phase_closes(game, game.current_phase)
    game = game.replace(phases_closed=game.phases_closed + 1)
    order = game.rules.scenario.turns[game.turn].order(exchanged=game.record.exchanged)
    rest = order[order.index(game.phase) + 1 :]
    if rest:
        return game.replace(phase=rest[0], stage=Stage.PHASE_OPENS)
    return game.replace(stage=Stage.TURN_CLOSES)


def _fighters(game: Game) -> tuple[Power, ...]:
    """The powers that move to combat in this turn, in the order of its plan."""
    phases = game.rules.scenario.turns[game.turn].phases
    return tuple(part.power for part in phases if part.phase is Phase.COMBAT_MOVE)


def _order_combat(game: Game) -> Step:
    """Before the combat of the first of two powers, ask which of the two fights first.

    ⚖ Not where one of them has no piece on the board.

    Implements: BG-3.3
    """
    turn, fighters = game.rules.scenario.turns[game.turn], _fighters(game)
    exchangeable = turn.order(exchanged=True) != turn.order(exchanged=False)
    if not exchangeable or game.record.exchanged or not all(map(game.owned, fighters)):
        return game
    if (game.current_phase, game.active) != (Phase.COMBAT_MOVE, fighters[0]):
        return game
    game, first = yield from ask(game, ChooseFirst(turn.powers[0]))
    if first.power == game.active:
        return game
    order = turn.order(exchanged=True)
    return game.update_turn_record(exchanged=True).replace(phase=order[game.phase])


def _combat_afresh(game: Game) -> Game:
    """The game without what combat of a power before this one has left in the turn's record."""
    return game.update_turn_record(
        attacked=frozenset(),
        ignored=frozenset(),
        bombarding={},
        raiding={},
        raided=frozenset(),
        sea_battles=frozenset(),
        fought=frozenset(),
    )


def turn_closes(game: Game) -> Step:
    """End a turn: markers and damage go (SS-0.3a, BG-6.1); in a round's last, test victory.

    Implements: BG-3.2
    """
    game = repaired_after_turn(_cleared(game, game.rules.scenario.powers))
    last = game.turn + 1 == len(game.rules.scenario.turns)
    outcome = game.rules.victory(game) if last else None
    if outcome is not None:
        return game.with_events(GameEnded(outcome)).replace(stage=Stage.OVER, outcome=outcome)
    game = yield from game.rules.turn_closes(game)
    if last:
        return game.replace(stage=Stage.ROUND_CLOSES)
    return game.replace(turn=game.turn + 1, phase=0, stage=Stage.TURN_OPENS)


def round_closes(game: Game) -> Step:
    """End a round."""
    yield from ()
    game = game.with_events(RoundEnded(game.round))
    return game.replace(round=game.round + 1, turn=0, phase=0, stage=Stage.TURN_OPENS)


def _cleared(game: Game, powers: tuple[Power, ...]) -> Game:
    """The game without this turn's markers on some powers' pieces.

    Implements: SS-0.3a
    """
    pieces = [piece for piece in game.pieces.values() if piece.owner in powers]
    cleared = [without_markers(game, piece) for piece in pieces]
    return game.with_pieces(
        *(new for old, new in zip(pieces, cleared, strict=True) if new is not old)
    )


def without_markers(game: Game, piece: Piece) -> Piece:
    """A piece without the markers of this turn (SS-0.3a)."""
    if not isinstance(piece, Figure):
        return piece.replace(left=0, moved=False, fought=False, came_from=None)
    if piece.aboard:
        piece = disembarked(game, piece)
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


STEPS: Mapping[Stage, Callable[[Game], Step]] = {
    Stage.SET_UP: set_up,
    Stage.TURN_OPENS: turn_opens,
    Stage.PHASE_OPENS: phase_opens,
    Stage.RESEARCH: research,
    Stage.PURCHASE: purchase,
    Stage.COMBAT_MOVE: combat_move,
    Stage.DECLARE: declare,
    Stage.ROCKETS: rockets,
    Stage.CONDUCT_COMBAT: conduct_combat,
    Stage.RAID: raid,
    Stage.BATTLE_OPENS: battle_opens,
    Stage.BATTLE_ROUND: battle_round,
    Stage.HOUSE_BATTLE: house_battle,
    Stage.BATTLE_CLOSES: battle_closes,
    Stage.COMBAT_CLOSES: combat_closes,
    Stage.NONCOMBAT_MOVE: noncombat_move,
    Stage.MOBILIZE: mobilize,
    Stage.COLLECT_INCOME: collect_income,
    Stage.PHASE_CLOSES: phase_closes,
    Stage.TURN_CLOSES: turn_closes,
    Stage.ROUND_CLOSES: round_closes,
}
"""Every step, by the stage at which it comes."""


class TurnAnswers(TurnQuestions[Game]):
    """The rulebook's answers about the course of a game."""

    def piece_at_turn_start(self, game: Game, piece: Piece) -> Piece:
        """With all of its movement points."""
        return piece.replace(left=game.rules.move_limit(game, piece))

    def set_up(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def turn_opens(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def phase_opens(self, game: Game, phase: Phase) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def phase_closes(self, game: Game, phase: Phase) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def turn_closes(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def victory(self, game: Game) -> Outcome | None:
        """By the conditions of the scenario."""
        return victory.victory(game)

    def victory_target(self, game: Game, cities: int) -> int:
        """As many as the scenario says."""
        return cities

    def is_playing(self, game: Game, power: Power) -> bool:
        """Always."""
        return True

    def remove_power(self, game: Game, power: Power) -> Game:
        """Nothing in the base game ends a power, not even the loss of its capital (BG-8.27)."""
        return game.without_pieces(p.id for p in game.owned(power) if isinstance(p, Figure))

    def territory_taken(self, game: Game, space: SpaceId, before: Power | None) -> Game:
        """Unchanged."""
        return game

    def check_action(self, game: Game, decision: Prompt, action: Action) -> None:
        """The base game has no actions.

        Raises:
            Illegal: always.
        """
        raise Illegal("BG-3.1", "this game has no such action")

    def candidate_actions(self, game: Game, decision: Prompt) -> Iterator[Action]:
        """None."""
        return iter(())

    def draft_action(
        self,
        game: Game,
        decision: Prompt,
        draw: random.Random,
        secrets: Mapping[PieceId, int],
    ) -> Action | None:
        """None."""
        return None

    def perform_action(self, game: Game, power: Power, action: Action) -> Step:
        """The base game has no actions.

        Raises:
            RuntimeError: always (our own mistake).
        """
        yield from ()
        raise RuntimeError(f"no house rule carries out {type(action).__name__}")
