"""What Secret Subs must remember between pauses, all of it public.

Implements: SS-0.3
"""

__all__ = [
    "MODULE",
    "STATE",
    "SecretSubsFields",
    "SecretSubsState",
    "Tracker",
    "subs_state",
    "supply_of",
    "tracker",
    "update_subs_state",
    "with_tracker",
]

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypedDict, Unpack

from engine.board import Power, SpaceId
from engine.game import Game
from engine.pieces import PieceId
from engine.slots import ModuleState, StateSlot
from engine.variants.secret_subs.token import Exchange, Shuffle

MODULE = "SS"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tracker:
    """A power's tracker and supply.

    Attributes:
        sizes: submarines in each group, group 1 first.
        supply: handles of the tokens in the supply, ascending; in no view but the owner's.
        supply_changed: whether a token has entered the supply since it was last shuffled.
        opened: groups that tokens were shown to hold, until they are shuffled.
        actions: voluntary actions taken in this phase.

    Implements: SS-A24
    """

    tag: ClassVar[str] = "tracker"

    sizes: tuple[int, ...]
    supply: tuple[PieceId, ...] = ()
    supply_changed: bool = False
    opened: Mapping[PieceId, int] = field(default_factory=dict)
    actions: int = 0

    @property
    def limit(self) -> int:
        """How many groups, and so tokens, the power has."""
        return len(self.sizes)

    def size(self, group: int) -> int:
        """Submarines in a group."""
        return self.sizes[group - 1]

    def grown(self, changes: Mapping[int, int]) -> "Tracker":
        """The tracker with groups larger or smaller by some submarines."""
        return replace(
            self,
            sizes=tuple(
                size + changes.get(group, 0) for group, size in enumerate(self.sizes, start=1)
            ),
        )

    def knowing(self, groups: Mapping[PieceId, int]) -> "Tracker":
        """The tracker with the groups of some tokens known to all."""
        return replace(self, opened={**self.opened, **groups})

    def receiving(self, tokens: Iterable[PieceId]) -> "Tracker":
        """The tracker with tokens back in the supply, keeping their handles (SS-0.3b)."""
        supply = tuple(sorted({*self.supply, *tokens}))
        supply_changed = self.supply_changed or supply != self.supply
        return replace(self, supply=supply, supply_changed=supply_changed)

    def forgetting(self, tokens: Iterable[PieceId]) -> "Tracker":
        """The tracker after a shuffle of some tokens: what they hold is unknown again."""
        gone = frozenset(tokens)
        return replace(self, opened={t: group for t, group in self.opened.items() if t not in gone})


class SecretSubsFields(TypedDict, total=False):
    """The fields of a `SecretSubsState`: the keywords of `update_subs_state`."""

    trackers: Mapping[Power, Tracker]
    shuffles: tuple[Shuffle, ...]
    exchanges: tuple[Exchange, ...]
    shuffled_together: tuple[frozenset[PieceId], ...]
    reorganized: frozenset[PieceId]
    shuffled: frozenset[PieceId]
    hands_answered: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretSubsState(ModuleState):
    """The state of the module.

    Attributes:
        trackers: of each power.
        shuffles: what SS-4.3b records, until SS-0.3a clears the markers; oldest first.
        exchanges: submarines exchanged in transit (version 0.8), as long as it is open which tokens
            received any.
        shuffled_together: tokens shuffled together that nothing has touched since; to shuffle them
            again would hide nothing more (SS-4.0).
        reorganized: tokens whose class was reorganized in the window that is open.
        shuffled: tokens whose class was shuffled in the window that is open.
        hands_answered: hands already answered with a window, or lapsed, by seat.
    """

    tag: ClassVar[str] = "ledger"

    trackers: Mapping[Power, Tracker]
    shuffles: tuple[Shuffle, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    shuffled_together: tuple[frozenset[PieceId], ...] = ()
    reorganized: frozenset[PieceId] = frozenset()
    shuffled: frozenset[PieceId] = frozenset()
    hands_answered: Mapping[int, int] = field(default_factory=dict)


STATE = StateSlot(MODULE, SecretSubsState)


def subs_state(game: Game) -> SecretSubsState:
    """The state of the module in a game that plays it."""
    return game.state(STATE)


def update_subs_state(game: Game, **changes: Unpack[SecretSubsFields]) -> Game:
    """The game with some fields of the module's state replaced."""
    return game.with_state(STATE, replace(subs_state(game), **changes))


def tracker(game: Game, power: Power) -> Tracker:
    """A power's tracker."""
    return subs_state(game).trackers[power]


def with_tracker(game: Game, power: Power, after: Tracker) -> Game:
    """The game with a power's tracker replaced."""
    return update_subs_state(game, trackers={**subs_state(game).trackers, power: after})


def supply_of(power: Power) -> SpaceId:
    """The name of a power's supply as a place of shuffles; it is not a space of the board."""
    return SpaceId(f"supply of {power}")
