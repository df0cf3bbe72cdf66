"""The decision that a page is asked: what is staged for it, and what becomes of its answers."""

__all__ = ["PendingDecision"]

import asyncio
from collections.abc import Sequence

from client.errors import ClientError, RefusedAnswer
from client.presentation.catalog import CATALOG
from client.presentation.words import reason
from client.schema.answers import FormAnswer
from client.schema.forms import Question
from client.schema.replies import Comers, Destination, Destinations, Judgement
from client.seat import moving
from client.seat.staging import Staging
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.errors import Illegal
from engine.game import Event
from engine.movement.orders import Done
from engine.movement.phases import Ordering
from engine.pause import Action
from protocol.entry import Resign
from protocol.entry_builder import PlayerAction


class PendingDecision:
    """A decision, and those that follow it, until something is sent.

    Answers are staged where nothing that others must add stands between them, and can be taken back
    until they are sent: movement with the end of its phase, everything else at once.

    Attributes:
        staging: what is staged.
        declined: why the last answer was refused after it was sent; None if it was not.
    """

    def __init__(self, staging: Staging, declined: str | None = None) -> None:
        """Ask. Made within a running loop."""
        self.staging = staging
        self.declined = declined
        self._question: tuple[int, Question | None] | None = None
        self._sent: asyncio.Future[tuple[PlayerAction, ...]] = (
            asyncio.get_running_loop().create_future()
        )

    async def sent(self) -> tuple[PlayerAction, ...]:
        """Wait until the player sends something, and return it."""
        return await self._sent

    @property
    def is_open(self) -> bool:
        """Whether nothing has been sent yet."""
        return not self._sent.done()

    @property
    def question(self) -> Question | None:
        """What is asked now, as a page shows it; None where something must be sent first.

        It is made once for all that is staged: the odds in it take long in a great battle.
        """
        version = self.staging.version
        if self._question is None or self._question[0] != version:
            self._question = (version, self._asked())
        return self._question[1]

    def _asked(self) -> Question | None:
        view = self.staging.view
        return None if view is None else CATALOG.question(view)

    def prepare(self) -> None:
        """Make the question, which may take a while: beside what else goes on."""
        self._question = (self.staging.version, self._asked())

    def answer(self, given: FormAnswer) -> tuple[list[str], list[Event]]:
        """Stage an answer; send it, if it is not one that can wait until the phase ends.

        Return what was answered, in words, and what happens by it.

        Raises:
            ClientError: this must be sent first, or it answers another question.
            RefusedAnswer: it takes several orders, of which the rules refuse one; nothing has
                changed.
            Illegal: the rules refuse it; nothing has changed.
        """
        words: list[str] = []
        events: list[Event] = []
        view = self._view()
        answers = CATALOG.answers(view, given)
        for answer in answers:
            said = CATALOG.told(view, answer)
            try:
                events += self.staging.stage(answer, said, along=bool(words))
            except Illegal as error:
                if len(answers) == 1:
                    raise
                why = f"{reason(self.staging.game, error)}, if you {'also ' if words else ''}{said}"
                if words:
                    self.staging.drop()
                raise RefusedAnswer(error.rule, why) from error
            words.append(said)
            self.declined = None
            if self.staging.view is None or not _can_wait(view, answer):
                self.send()
                break
        return words, events

    def judge(self, given: FormAnswer) -> Judgement:
        """Whether an answer would be legal, or the rule that forbids it."""
        view = self._view()
        answer = CATALOG.answers(view, given)[0]
        refusal = moving.judged(view, answer)
        if refusal is not None:
            return Judgement(legal=False, rule=refusal.rule, why=reason(view.game, refusal))
        return Judgement(legal=True)

    def destinations(self, pieces: Sequence[int]) -> Destinations:
        """Where pieces could go, and the ways there."""
        view = self._view()
        if not isinstance(view.decision, Ordering):
            return Destinations(spaces={})
        power = view.decision.power
        return Destinations(
            spaces={
                space: Destination(
                    ways=tuple(tuple(way) for way in goal.ways),
                    enemies=bool(view.game.enemies_at(power, space)),
                )
                for space, goal in moving.lit(view, list(pieces)).items()
            }
        )

    def comers(self, to: str) -> Comers:
        """Which pieces could come to a space."""
        view = self._view()
        if not isinstance(view.decision, Ordering) or to not in view.game.board.spaces:
            return Comers(pieces=())
        return Comers(pieces=tuple(moving.reaching(view, SpaceId(to))))

    def undo(self) -> str | None:
        """Take back what was staged last; return its words, None if nothing is staged."""
        return self.staging.undo()

    def waive(self, *, waived: bool) -> None:
        """Waive windows from here on, or take them back (SS-4.0); with what is staged, if any."""
        self.staging.waive(waived=waived)
        if len(self.staging.actions) > 1 or self.staging.view is None:
            self.send()

    def send(self) -> None:
        """Send what is staged.

        Raises:
            ClientError: nothing is.
        """
        if not self.staging.actions:
            raise ClientError("there is nothing to send", "answer first")
        self.settle(self.staging.actions)

    def resign(self) -> None:
        """Resign the game."""
        self.settle((Resign(),))

    def settle(self, actions: tuple[PlayerAction, ...]) -> None:
        """Send just this."""
        if self.is_open:
            self._sent.set_result(actions)

    def _view(self) -> PlayerView:
        view = self.staging.view
        if view is None:
            raise ClientError("you cannot go on before this is sent", "send it, or undo it")
        return view


def _can_wait(view: PlayerView, answer: object) -> bool:
    """Whether an answer is kept back until the phase ends, so that it can be undone."""
    staged = CATALOG.decision(view.decision).staged
    return staged and not isinstance(answer, Action | Done)
