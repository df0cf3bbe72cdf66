"""`Run`: a game in motion.

A run is its base game (at the start of the current step) and the inputs since, from which the step
can be played again up to its pause. So a bookmark is a few values, to rewind or to fork costs
nothing, and only who goes on from there plays the step again.
"""

__all__ = ["Answered", "Bookmark", "Input", "Origin", "Run"]

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.board import Power
from engine.errors import EngineError, Illegal
from engine.game import Event, Game
from engine.instructions import Instructions
from engine.phases import Outcome, Stage
from engine.requests import Decision, Pause, Request, Resume, Step
from engine.resignation import SeatResigned, heirs, pass_on, resignation
from engine.turn import STEPS
from engine.victory import GameEnded


@dataclass(frozen=True, slots=True)
class Answered:
    """A request was answered.

    Attributes:
        data: the answer in plain data.
        answer: what the request has read in it.
    """

    data: object
    answer: object = None


@dataclass(frozen=True, slots=True)
class _Waived:
    seat: int
    waived: bool


@dataclass(frozen=True, slots=True)
class _Granted:
    seat: int


@dataclass(frozen=True, slots=True)
class _Instructed:
    power: Power
    instructions: Instructions


@dataclass(frozen=True, slots=True)
class _Lapsed:
    seat: int
    knows: bool


@dataclass(frozen=True, slots=True)
class _Resigned:
    seat: int
    known: frozenset[Power]


@dataclass(frozen=True, slots=True)
class _TakenBack:
    """What does not go back: handles, and hands granted. Instructions lapse (BG-3.4)."""

    next_id: int
    hands: Mapping[int, int]


_Note = _Waived | _Granted | _Instructed | _Lapsed | _Resigned | _TakenBack

Input: TypeAlias = Answered | _Note
"""What a step is given at its pauses, in order."""


@dataclass(frozen=True, slots=True)
class Origin:
    """From where a moment is played again: what may be kept of very many moments.

    Attributes:
        base: a game at the start of a step, shared by the moments of some steps.
        inputs: all that was given since, at the pauses of this step and of those after it.
    """

    base: Game
    inputs: tuple[Input, ...] = ()


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A moment of a run, to come back to.

    Attributes:
        base: the game at the start of the step.
        inputs: since then.
        game: at the pause.
        request: at the pause.
        before: the origin of the step.
    """

    base: Game
    inputs: tuple[Input, ...]
    game: Game
    request: Request[object] | None
    before: Origin


_PLAYED_AGAIN: Final = 16
"""After so many inputs the next step is an origin. Fewer: more games are kept; more: coming back to
a moment of long ago takes longer."""


class Run:
    """Plays the steps of a game, pause by pause.

    Attributes:
        game: the complete public game at this pause.
        request: what is asked, None once the game is over.

    Args:
        game: where it begins.
        steps: the step of each stage; those of the game unless a test plays another.
    """

    def __init__(self, game: Game, steps: Mapping[Stage, Callable[[Game], Step]] = STEPS) -> None:
        self._steps = steps
        self._begin(game)

    @classmethod
    def resumed(
        cls,
        base: Game,
        inputs: Iterable[Input],
        steps: Mapping[Stage, Callable[[Game], Step]] = STEPS,
    ) -> "Run":
        """A run in the step that begins with a game, after these inputs.

        Args:
            base: where the step begins.
            inputs: since then; their answers are read anew.
            steps: see the constructor.

        Raises:
            Malformed, Illegal: they are not the inputs of that step.
        """
        run = cls(base, steps)
        for given in inputs:
            run._give(given)
            if run._base is not base:
                raise Illegal("BG-12", "the step has ended before")
        return run

    def _begin(self, game: Game) -> tuple[Event, ...]:
        self._base = game.without_events()
        self._before = Origin(self._base)
        self._inputs: tuple[Input, ...] = ()
        self._step: Step | None = None
        self.game = self._base
        self.request: Request[object] | None = None
        return self._advance(None)

    def _advance(self, resume: Resume | None) -> tuple[Event, ...]:
        """Run to the next pause; `resume` is None where a step begins."""
        events: list[Event] = []
        while True:
            if self._step is None:
                if self._base.stage is Stage.OVER:
                    self.game, self.request = self._base, None
                    return tuple(events)
                self._step = self._steps[self._base.stage](self._base)
            try:
                pause: Pause = self._step.send(resume) if resume else next(self._step)
            except StopIteration as end:
                game: Game = end.value
                events.extend(game.events)
                played = (*self._before.inputs, *self._inputs)
                self._base, self._inputs, self._step = game.without_events(), (), None
                far = len(played) >= _PLAYED_AGAIN
                self._before = Origin(self._base) if far else Origin(self._before.base, played)
                resume = None
                continue
            events.extend(pause.game.events)
            self.game, self.request = pause.game.without_events(), pause.request
            return tuple(events)

    def answer(self, data: object) -> tuple[Event, ...]:
        """Answer the request with plain data; return what happened up to the next pause.

        Raises:
            Malformed, Illegal: the answer is refused and nothing has changed (SS-0.9).
        """
        if self.request is None:
            raise Illegal("BG-12", "the game is over")
        answer = self.request.parse(self.game, data)
        here = self.bookmark()
        if self._step is None:
            self._step = self._step_played_again()
        # A step that ends on the way leaves the inputs to the next one.
        self._inputs = (*here.inputs, Answered(data, answer))
        try:
            return self._advance((self.game, answer))
        except EngineError:
            self.rewind(here)
            raise

    def _step_played_again(self) -> Step:
        """The step that this pause is in, played once more up to here."""
        step = self._steps[self._base.stage](self._base)
        game = next(step).game.without_events()
        for given in self._inputs:
            match given:
                case Answered(answer=answer):
                    game = step.send((game, answer)).game.without_events()
                case (
                    _Waived() | _Granted() | _Instructed() | _Lapsed() | _Resigned() | _TakenBack()
                ):
                    game = _applied(game, given)
        return step

    def waive(self, seat: int, *, waived: bool) -> None:
        """A seat waives its windows, or takes them back (SPEC-10.9)."""
        self._add(_Waived(seat, waived))

    def grant(self, seat: int) -> None:
        """The next raised hand of a seat has been granted."""
        self._add(_Granted(seat))

    def instruct(self, power: Power, instructions: Instructions) -> None:
        """A power leaves these instructions instead of those before, from the next request on.

        They are good ones (`engine.instructing.read_instructions`).
        """
        self._add(_Instructed(power, instructions))

    def lapse(self, seat: int, *, knows: bool = False) -> None:
        """Another plays this seat from here on: what it has instructed and waived lapses.

        Args:
            seat: which it is.
            knows: whether who plays it now knows what its tokens hold and held.
        """
        self._add(_Lapsed(seat, knows))

    def _give(self, given: Input) -> None:
        if isinstance(given, Answered):
            self.answer(given.data)
        else:
            self._add(given)

    def _add(self, given: _Note) -> None:
        self._inputs = (*self._inputs, given)
        self.game = _applied(self.game, given)

    def resign(self, seat: int, known: Collection[Power] = ()) -> tuple[Event, ...]:
        """A seat resigns in place of a decision asked of it (SPEC-13.1).

        Its powers pass to the next seat of their side, of which the decision is asked then. If a
        side has no other seat, it has lost.

        Args:
            seat: that resigns.
            known: powers of which who plays them next knows what their tokens hold and held.

        Raises:
            Illegal: no decision is asked of this seat.
        """
        if not isinstance(self.request, Decision) or (
            self.game.seat_of(self.request.power) != seat
        ):
            raise Illegal("BG-12", "a seat can resign only when a decision is asked of it")
        outcome = resignation(self.game, seat)
        if outcome is not None:
            return self.end(outcome)
        passed = heirs(self.game, seat)
        self._add(_Resigned(seat, frozenset(known)))
        return (SeatResigned(seat, passed),)

    def end(self, outcome: Outcome) -> tuple[Event, ...]:
        """The game is over here, whatever was asked."""
        self._begin(self.game.replace(stage=Stage.OVER, outcome=outcome))
        return (GameEnded(outcome),)

    def take_back(self, to: Bookmark) -> None:
        """Go on from an earlier moment of this run, at which a decision was asked (SPEC-18.4).

        Handles and granted hands stay counted, so that nothing ever has the handle of something
        else, and no hand is granted twice.
        """
        now = self.game
        self.rewind(to)
        self._add(_TakenBack(now.next_id, now.hands))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.game.outcome

    @property
    def origin(self) -> Origin:
        """From where this moment is played again."""
        before = self._before
        return Origin(before.base, (*before.inputs, *self._inputs)) if self._inputs else before

    def bookmark(self) -> Bookmark:
        """This moment, to come back to with `rewind`."""
        return Bookmark(self._base, self._inputs, self.game, self.request, self._before)

    def played_again(self, origin: Origin) -> Bookmark:
        """A moment of this run, of which no more was kept."""
        other = Run(origin.base, self._steps)
        for given in origin.inputs:
            other._give(given)
        return other.bookmark()

    def rewind(self, to: Bookmark) -> None:
        """Go back to a moment of this run, or of one it was forked from."""
        self._base, self._inputs, self._before = to.base, to.inputs, to.before
        self.game, self.request = to.game, to.request
        self._step = None

    def fork(self) -> "Run":
        """An independent run at the same moment.

        Whichever of the two goes on, the fork need not play the step again: that is left to this.
        """
        other = Run.__new__(Run)
        other._steps = self._steps
        other.rewind(self.bookmark())
        other._step, self._step = self._step, None
        return other


def _applied(game: Game, given: _Note) -> Game:
    match given:
        case _Waived(seat, waived):
            return game.replace(waived=game.waived | {seat} if waived else game.waived - {seat})
        case _Granted(seat):
            return game.replace(hands={**game.hands, seat: game.hands.get(seat, 0) + 1})
        case _Instructed(power, instructions):
            return game.with_instructions(power, instructions)
        case _Lapsed(seat, knows):
            after = game.without_instructions(game.powers_of(seat))
            for power in () if knows else game.powers_of(seat):
                after = game.rules.player_changed(after, power)
            return after.replace(waived=game.waived - {seat})
        case _Resigned(seat, known):
            return pass_on(game, seat, known)
        case _TakenBack(next_id, hands):
            return game.replace(next_id=next_id, hands=hands, instructions={})
