"""When a power may act that is not active (SS-4.0, SPEC-10.9).

Implements: SS-4.0, SS-A8
"""

__all__ = [
    "BoundedSlot",
    "Pass",
    "Window",
    "called",
    "offered_where_shown",
    "open_slot",
    "windows",
]

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power
from engine.errors import Illegal
from engine.game import Game
from engine.instructions import WaivedWindows
from engine.requests import Step, decide
from engine.variants.secret_subs.actions import Anonymize, Reorganize, Slot, SubsAction
from engine.variants.secret_subs.state import subs_state, update_subs_state
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import tokens_of


@dataclass(frozen=True, slots=True)
class Pass:
    """The power does nothing more here."""

    tag: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class BoundedSlot(Slot[Pass]):
    """A slot that holds one reorganization and one shuffle per sea zone and class of tokens."""

    answers: ClassVar[type] = Pass

    def check(self, game: Game, answer: Pass) -> None:
        """Passing is always legal."""

    def candidates(self, game: Game) -> Iterator[Pass]:
        """See `Decision.candidates`."""
        yield Pass()

    def sample(self, game: Game, draw: random.Random) -> Pass:
        """See `Decision.sample`."""
        return Pass()

    def permits(self, game: Game, action: SubsAction, tokens: tuple[Token, ...]) -> None:
        """See `Slot.permits`."""
        handles = {token.id for token in tokens}
        if isinstance(action, Reorganize) and handles & subs_state(game).reorganized:
            raise Illegal("SS-4.0", "these tokens have already been reorganized in this window")
        if isinstance(action, Anonymize) and handles & subs_state(game).shuffled:
            raise Illegal("SS-4.0", "these tokens have already been shuffled in this window")


@dataclass(frozen=True, slots=True)
class Window(BoundedSlot):
    """At the end of another's Combat move or turn a power may reorganize and anonymize."""


def open_slot(game: Game, slot: BoundedSlot) -> Step:
    """Open a slot; what was done in an earlier one no longer counts."""
    game = update_subs_state(game, reorganized=frozenset(), shuffled=frozenset())
    game, _ = yield from decide(game, slot)
    return game


def offered_where_shown(game: Game, power: Power) -> bool:
    """Whether a power is asked to rearrange tokens of its own that were shown (SS-3.7, A23).

    Not if its seat has waived its windows, nor, in the others' turns, if its instructions do.
    """
    if game.seat_of(power) in game.waived:
        return False
    instructed = game.instructions_of(power).windows
    return power == game.active or instructed is not WaivedWindows.ALL


def called(game: Game) -> frozenset[int]:
    """The seats whose raised hand was granted since the last boundary (SPEC-10.9)."""
    answered = subs_state(game).hands_answered
    return frozenset(seat for seat, n in game.hands.items() if n > answered.get(seat, 0))


def windows(
    game: Game, *, offered: bool, turn: bool = False, without: Iterable[Power] = ()
) -> Step:
    """Ask each power but the active one, in turn order after it.

    A power is asked if it has two face-down tokens in one sea zone; and either the window is
    `offered` here and neither has its seat waived its windows nor do its instructions (BG-3.4); or
    its seat's raised hand was granted since the last boundary. A hand that opens no window here
    lapses.

    Args:
        game: the position.
        offered: whether this is a boundary that has windows.
        turn: whether a turn ends here.
        without: powers that are not asked.
    """
    hands, raised = game.hands, called(game)
    excluded = frozenset(without)
    for power in game.after(game.active):
        seat = game.seat_of(power)
        waived = seat in game.waived or game.instructions_of(power).windows.covers(turn=turn)
        if power in excluded or not (seat in raised or (offered and not waived)):
            continue
        if _has_pair(game, power):
            game = yield from open_slot(game, Window(power))
    return update_subs_state(game, hands_answered=hands) if raised else game


def _has_pair(game: Game, power: Power) -> bool:
    zones = [token.at for token in tokens_of(game, power) if not token.face_up]
    return len(zones) > len(set(zones))
