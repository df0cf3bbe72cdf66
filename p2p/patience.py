"""For how long a node waits for what may never come (SPEC-12.2, SPEC-16.9)."""

from typing import Final

from protocol.heard import Rejoining

__all__ = ["PATIENCE", "Patience"]

PATIENCE: Final = 30.0
"""Seconds for which a node waits for what was promised, or must follow (SPEC-12.2, 16.9)."""


class Patience:
    """That of a seat with a question of its own that all have answered, and that is not settled.

    The answers cannot stand together, or the machine that asked is gone. It waits twice as long
    each time.
    """

    def __init__(self) -> None:
        self._question: bytes | None = None
        self._until = 0.0
        self._times = 0

    @property
    def runs(self) -> bool:
        """Whether something is waited for."""
        return self._question is not None

    def ends(self, waiting: Rejoining | None, now: float) -> bool:
        """Whether it has waited for long enough, and is to ask again.

        Args:
            waiting: what the seat waits for; None if it is not rejoining.
            now: the time, in seconds since any moment.
        """
        if waiting is None or waiting.settled or waiting.unanswered:
            self._question = None
            return False
        question = waiting.question.statement.hash
        if question != self._question:
            self._question, self._until = question, now + PATIENCE * 2**self._times
            return False
        if now < self._until:
            return False
        self._question = None
        self._times += 1
        return True
