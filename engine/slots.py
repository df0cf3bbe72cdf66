"""Slots: where each house rule keeps what it must remember, typed.

A game holds the states of its house rules by name (`Game.modules`); `Game.state` and
`Game.with_state` reach one through its slot, which knows its type.
"""

__all__ = ["ModuleState", "S", "StateSlot"]

from dataclasses import dataclass
from typing import Generic, TypeVar


class ModuleState:
    """What a house rule or an edition must remember. Subclasses are frozen records."""

    __slots__ = ()


S = TypeVar("S", bound=ModuleState)


@dataclass(frozen=True, slots=True)
class StateSlot(Generic[S]):
    """Where one house rule keeps its state.

    Attributes:
        name: of the house rule, or one of its own; state digests cover it.
        kind: of the state.
        blank: what holds as long as nothing has been kept; None where set-up keeps something.
    """

    name: str
    kind: type[S]
    blank: S | None = None
