"""What a player answers when it must decide."""

from dataclasses import dataclass

from protocol.entry import Entry, Resign, SealTokens
from protocol.entry_builder import PlayerAction

__all__ = ["Choice"]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player answers.

    Attributes:
        actions: one or more, in the order in which they are asked for; those that do not fit into
            one entry, or come after something that others must do first, are asked for again.
        arrangements: for each shuffle that follows from them, the groups of the new tokens in
            ascending order of handle; shuffles beyond these are drawn.
    """

    actions: tuple[PlayerAction, ...]
    arrangements: tuple[tuple[int, ...], ...] = ()

    @property
    def resigns(self) -> bool:
        """Whether it gives the game up, before anything else."""
        return isinstance(self.actions[0], Resign)

    def resigning(self, resignation: Resign) -> "Choice":
        """The same, resigning in this way."""
        return Choice((resignation, *self.actions[1:]), self.arrangements)

    def after(self, entry: Entry, carried: int) -> "Choice | None":
        """What is left of it once an entry carries the first of its actions; None if nothing is."""
        rest = self.actions[max(carried, 0) :]
        if not rest:
            return None
        shuffles = sum(isinstance(i, SealTokens) and bool(i.commitments) for i in entry.items)
        return Choice(rest, self.arrangements[shuffles:])
