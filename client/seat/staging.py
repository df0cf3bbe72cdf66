"""Answers that are chosen and not yet sent: they can be looked at, and taken back.

They are played on a fork of the game. Nothing that others must add (dice, openings, another seat's
decision) can be foreseen, so staging ends there; an own shuffle is passed, its result unknown.
"""

__all__ = ["Staging"]

from collections.abc import Mapping
from dataclasses import dataclass

from client.seat.knowledge import Knowledge
from client.seat.view import PlayerView
from client.seat.viewer import Viewer
from engine.claims import Claim, Shuffled, check
from engine.errors import EngineError, Illegal
from engine.game import Event, Game
from engine.pieces import PieceId
from engine.records import encode
from engine.requests import Decision, Request, Seal
from engine.run import Bookmark, Run
from protocol.entry import Decide, Waive

_MOST = 256  # actions staged before they have to be sent; entries take what fits (SPEC-5.2)


@dataclass(frozen=True, slots=True)
class _Staged:
    action: Decide | Waive
    words: str
    before: Bookmark
    along: bool
    game: Game
    events: tuple[Event, ...]


class Staging:
    """What one seat is about to send.

    Attributes:
        viewer: the seat, and what it knows of tokens; nothing of what staged shuffles will make.
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
        self._run = run.fork()
        self._staged: list[_Staged] = []
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
        if len(self._staged) >= _MOST:
            return None
        return PlayerView(self._run.game, request, self.viewer.groups, self.viewer.knowledge)

    @property
    def actions(self) -> tuple[Decide | Waive, ...]:
        """What is staged, as it will be sent."""
        return tuple(staged.action for staged in self._staged)

    @property
    def words(self) -> tuple[str, ...]:
        """What is staged, as it was phrased."""
        return tuple(staged.words for staged in self._staged)

    @property
    def events(self) -> tuple[tuple[Game, tuple[Event, ...]], ...]:
        """What happens by each staged answer, with the game before it."""
        return tuple((staged.game, staged.events) for staged in self._staged)

    def stage(self, answer: object, words: str, *, along: bool = False) -> tuple[Event, ...]:
        """Add an answer (a record of the engine); return what happens by it.

        Args:
            answer: the record.
            words: how it was phrased.
            along: whether it is undone together with the one before it.

        Raises:
            Illegal, Malformed: the rules refuse it, or the owner's secrets do (SS-0.9); nothing has
                changed.
        """
        return self._add(Decide(encode(answer)), words, along=along)

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
        self._add(Waive(waived), "windows waived" if waived else "windows taken back")

    def undo(self) -> str | None:
        """Take back the last of it, with what it was staged along with.

        Return its words; None if nothing is staged.
        """
        words: list[str] = []
        while self._staged:
            undone = self._staged.pop()
            self._version += 1
            words.insert(0, undone.words)
            if not undone.along:
                self._run.rewind(undone.before)
                break
        return "; ".join(words) or None

    def drop(self) -> None:
        """Take the last of it back as if it had never been staged: nobody was shown it."""
        before = len(self._staged)
        self.undo()
        self._version -= 2 * (before - len(self._staged))

    def _add(self, action: Decide | Waive, words: str, *, along: bool = False) -> tuple[Event, ...]:
        here, game = self._run.bookmark(), self._run.game
        try:
            events = self._play(action)
        except BaseException:
            self._run.rewind(here)
            raise
        self._staged.append(_Staged(action, words, here, along, game, events))
        self._version += 1
        return events

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
