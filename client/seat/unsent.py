"""What a player has answered and not sent, as it is kept: it outlasts the program.

It outlasts an agreement that is carried out while a player thinks, if the same is asked after it.
"""

__all__ = ["Unsent", "UnsentAnswer"]

from dataclasses import dataclass
from typing import Self

from client.seat.staging import StagedAnswer, Staging
from engine.errors import EngineError
from protocol.encoding import decode, encode
from protocol.entry import MAX_ENTRY, Decide, Waive
from protocol.errors import Refused


@dataclass(frozen=True, slots=True)
class UnsentAnswer:
    """One answer as it is kept.

    Attributes:
        record: the answer in plain data, encoded (SPEC-1) and written in hexadecimal digits; empty
            where windows are waived or taken back.
        waived: whether windows are waived.
        words: how the answer was phrased.
        along: whether it is undone together with the one before it.
    """

    record: str
    waived: bool
    words: str
    along: bool

    @classmethod
    def of(cls, staged: StagedAnswer) -> Self:
        """As an answer that is staged is kept."""
        if isinstance(staged.action, Waive):
            return cls("", staged.action.waived, staged.words, staged.along)
        record = encode(staged.action.data).hex()
        return cls(record, waived=False, words=staged.words, along=staged.along)

    def staged(self) -> StagedAnswer:
        """As it was staged.

        Raises:
            ValueError, Refused: it is damaged.
        """
        if not self.record:
            return StagedAnswer(Waive(self.waived), self.words, self.along)
        data = decode(bytes.fromhex(self.record), MAX_ENTRY)
        return StagedAnswer(Decide(data), self.words, self.along)


@dataclass(frozen=True, slots=True)
class Unsent:
    """All that is staged for one decision, and for those that follow it.

    Attributes:
        moment: the decision that was asked first, as `Staging.moment` names it.
        answers: in order.
    """

    moment: str
    answers: tuple[UnsentAnswer, ...]

    @classmethod
    def of(cls, staging: Staging) -> Self | None:
        """What is staged; None if nothing is."""
        answers = tuple(map(UnsentAnswer.of, staging.staged))
        return cls(staging.moment, answers) if answers else None

    def restage(self, staging: Staging) -> bool:
        """Stage it again where the same is asked, as far as the rules still allow it.

        Return whether anything was.
        """
        if staging.moment != self.moment:
            return False
        for kept in self.answers:
            if staging.view is None:
                break
            try:
                staging.restage(kept.staged())
            except (EngineError, Refused, ValueError):
                break
        return bool(staging.staged)
