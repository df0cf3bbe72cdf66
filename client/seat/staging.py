"""Answers that are chosen and not yet sent: they can be looked at, and taken back.

They are played on a fork of the game. Nothing that others must add (dice, openings, another seat's
decision) can be foreseen, so staging ends there; an own shuffle is passed, its result unknown.
"""

__all__ = ["StagedAnswer", "Staging"]

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from client.seat.knowledge import Knowledge
from client.seat.view import PlayerView
from client.seat.viewer import Viewer
from engine.claims import Claim, Shuffled, check
from engine.errors import EngineError, Illegal
from engine.game import Event, Game
from engine.movement.orders import Loaded, Moved, TakeBack, TakenBack, Unloaded
from engine.pieces import PieceId
from engine.records import encode
from engine.requests import Decision, Request, Seal
from engine.run import Bookmark, Run
from engine.variants.secret_subs.state import MODULE, update_subs_state
from protocol.entry import Decide, Waive

_TRIES = 8  # answers that may be forgotten with one that takes them back
_MOST = 256  # actions staged before they have to be sent; entries take what fits (SPEC-5.2)


@dataclass(frozen=True, slots=True)
class StagedAnswer:
    """An answer that is staged.

    Attributes:
        action: as it will be sent.
        words: how it was phrased.
        along: whether it is undone together with the one before it.
    """

    action: Decide | Waive
    words: str
    along: bool


@dataclass(frozen=True, slots=True)
class _Step:
    answer: StagedAnswer
    before: Bookmark
    game: Game
    events: tuple[Event, ...]


class Staging:
    """What one seat is about to send.

    Attributes:
        viewer: the seat, and what it knows of tokens; nothing of what staged shuffles will make.
        moment: names the decision that is asked first, by round, phase and power.
    """

    def __init__(
        self,
        run: Run,
        seat: int,
        groups: Mapping[PieceId, int],
        knowledge: Knowledge | None = None,
    ) -> None:
        """Begin with nothing staged.

        Args:
            run: the game as it stands; it is never changed.
            seat: who stages.
            groups: its own secrets, handle → group.
            knowledge: what all public facts tell of the tokens; nothing by default.
        """
        self._seat = seat
        powers = frozenset(run.game.powers_of(seat))
        self.viewer = Viewer(powers, groups, knowledge or Knowledge())
        self.moment = _moment(run)
        self._run = run.fork()
        self._steps: list[_Step] = []
        self._version = 0

    @property
    def version(self) -> int:
        """How often something was staged or taken back: no two questions share it."""
        return self._version

    @property
    def game(self) -> Game:
        """The game with what is staged, as far as it can be foreseen."""
        return self._run.game

    @property
    def view(self) -> PlayerView | None:
        """What is asked next; None where this must be sent before the seat can go on."""
        request = self._run.request
        if not isinstance(request, Decision) or not self._own(request):
            return None
        if len(self._steps) >= _MOST:
            return None
        return PlayerView(self._run.game, request, self.viewer.groups, self.viewer.knowledge)

    @property
    def staged(self) -> tuple[StagedAnswer, ...]:
        """What is staged."""
        return tuple(step.answer for step in self._steps)

    @property
    def actions(self) -> tuple[Decide | Waive, ...]:
        """What is staged, as it will be sent."""
        return tuple(step.answer.action for step in self._steps)

    @property
    def words(self) -> tuple[str, ...]:
        """What is staged, as it was phrased."""
        return tuple(step.answer.words for step in self._steps)

    @property
    def events(self) -> tuple[tuple[Game, tuple[Event, ...]], ...]:
        """What happens by each staged answer, with the game before it."""
        return tuple((step.game, step.events) for step in self._steps)

    def stage(self, answer: object, words: str, *, along: bool = False) -> tuple[Event, ...]:
        """Add an answer (a record of the engine); return what happens by it.

        Orders that it takes back whole are forgotten with it: others need not hear of them.

        Args:
            answer: the record.
            words: how it was phrased.
            along: whether it is undone together with the one before it.

        Raises:
            Illegal, Malformed: the rules refuse it, or the owner's secrets do (SS-0.9); nothing has
                changed.
        """
        events = self.restage(StagedAnswer(Decide(encode(answer)), words, along))
        if isinstance(answer, TakeBack):
            self._forget_idle()
        return events

    def restage(self, answer: StagedAnswer) -> tuple[Event, ...]:
        """Add an answer that was staged before, where the same was asked.

        Raises:
            EngineError: the rules refuse it now, or the owner's secrets do; nothing has changed.
        """
        here, game = self._run.bookmark(), self._run.game
        try:
            events = self._play(answer.action)
        except BaseException:
            self._run.rewind(here)
            raise
        self._steps.append(_Step(answer, here, game, events))
        self._version += 1
        return events

    def allows(self, answer: object) -> bool:
        """Whether an answer could be staged; nothing changes."""
        here = self._run.bookmark()
        try:
            self._play(Decide(encode(answer)))
        except EngineError:
            return False
        finally:
            self._run.rewind(here)
        return True

    def waive(self, *, waived: bool) -> None:
        """Give windows up from here on, or take them back (SS-4.0)."""
        words = "windows waived" if waived else "windows taken back"
        self.restage(StagedAnswer(Waive(waived), words, along=False))

    def undo(self) -> str | None:
        """Take back the last of it, with what it was staged along with.

        Return its words; None if nothing is staged.
        """
        words: list[str] = []
        while self._steps:
            undone = self._steps.pop()
            self._version += 1
            words.insert(0, undone.answer.words)
            if not undone.answer.along:
                self._run.rewind(undone.before)
                break
        return "; ".join(words) or None

    def drop(self) -> None:
        """Take the last of it back as if it had never been staged: nobody was shown it."""
        before = len(self._steps)
        self.undo()
        self._version -= 2 * (before - len(self._steps))

    def _forget_idle(self) -> None:
        """Leave out orders to pieces that were taken back, if the game is the same without."""
        staged, game, version = self.staged, _uncounted(self._run.game), self._version
        events = [event for step in self._steps for event in step.events]
        back = _ordered(event for event in events if isinstance(event, TakenBack))
        groups = self._undone_together()
        idle = [
            i
            for i, together in enumerate(groups)
            if all(pieces and pieces <= back for pieces in map(_pieces_of, together))
        ]
        for out in range(2, min(len(idle), _TRIES) + 1):
            kept = [group for i, group in enumerate(groups) if i not in idle[-out:]]
            if self._stages_only([step.answer for group in kept for step in group], game):
                break
        else:
            self._stages_only(staged, game)
        self._version = version

    def _undone_together(self) -> list[list[_Step]]:
        """The steps, each with those that are undone along with it."""
        found: list[list[_Step]] = []
        for step in self._steps:
            if step.answer.along and found:
                found[-1].append(step)
            else:
                found.append([step])
        return found

    def _stages_only(self, answers: Sequence[StagedAnswer], game: Game) -> bool:
        """Stage these, as far as they can be; whether that leads to a game, orders not counted."""
        same = 0
        while same < min(len(answers), len(self._steps)):
            if self._steps[same].answer is not answers[same]:
                break
            same += 1
        if same < len(self._steps):
            self._run.rewind(self._steps[same].before)
            del self._steps[same:]
        try:
            for answer in answers[same:]:
                self.restage(answer)
        except EngineError:
            return False
        return _uncounted(self._run.game) == game

    def _play(self, action: Decide | Waive) -> tuple[Event, ...]:
        if isinstance(action, Waive):
            self._run.waive(self._seat, waived=action.waived)
            return ()
        events = self._run.answer(action.data)
        while isinstance(self._run.request, Seal) and self._own(self._run.request):
            claim = self._run.request.claim
            if not isinstance(claim, Shuffled):
                self._check(claim)
            events += self._run.answer(None)
        return events

    def _check(self, claim: Claim) -> None:
        """Hold a claim against the seat's secrets, as far as they are known before this is sent."""
        try:
            check(claim, self.viewer.groups)
        except KeyError as unknown:
            raise Illegal(
                "SS-4.3",
                f"what token {unknown} holds is drawn when the shuffle is sent: send it",
            ) from None

    def _own(self, request: Request[object]) -> bool:
        """Whether this seat answers a request."""
        return self._run.game.seat_of(request.powers[0]) == self._seat


def _pieces_of(step: _Step) -> frozenset[PieceId]:
    return _ordered(step.events)


def _ordered(events: Iterable[Event]) -> frozenset[PieceId]:
    """The pieces that were moved, loaded, unloaded or taken back."""
    return frozenset(
        piece
        for event in events
        if isinstance(event, Moved | Loaded | Unloaded | TakenBack)
        for piece in event.pieces
    )


def _uncounted(game: Game) -> Game:
    """The game as if no orders had been counted, and none had touched shuffled tokens (SS-4.0)."""
    game = game.update_turn_record(orders=0)
    if MODULE not in game.modules:
        return game
    return update_subs_state(game, shuffled_together=())


def _moment(run: Run) -> str:
    """The decision that a run asks, by round, phase and power; empty if it asks none."""
    game, asked = run.game, run.request
    if not isinstance(asked, Decision):
        return ""
    return f"{type(asked).__name__} of {asked.power} in {game.current_phase} of round {game.round}"
