"""What happens in Secret Subs, as every spectator sees it (SS-0.7)."""

__all__ = [
    "GroupsOpened",
    "OriginShown",
    "Reorganized",
    "SubsJoined",
    "SubsPlaced",
    "SupplyShuffled",
    "TokensDiscarded",
    "TokensRemoved",
    "TokensRevealed",
    "TokensShuffled",
    "TokensTurnedDown",
]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.claims import Bound
from engine.game import Event
from engine.pieces import PieceId


@dataclass(frozen=True, slots=True)
class SupplyShuffled(Event):
    """A power's supply has been shuffled; which handles it has is the owner's to see (SS-0.3b)."""

    tag: ClassVar[str] = "supply_shuffled"

    power: Power
    tokens: int


@dataclass(frozen=True, slots=True)
class GroupsOpened(Event):
    """A power's opening groups: their sizes, and where its tokens stand (SS-0.8).

    `bounds`: the submarines printed in each zone, which the groups of its tokens make up.
    """

    tag: ClassVar[str] = "groups_opened"

    power: Power
    sizes: Mapping[int, int]
    tokens: Mapping[PieceId, SpaceId]
    bounds: tuple[Bound, ...]


@dataclass(frozen=True, slots=True)
class SubsPlaced(Event):
    """A power has mobilized submarines and tokens (SS-1.1).

    Attributes:
        added: submarines by group.
        tokens: sea zone of each new token.
        charged: complex of each token, new or old, that may have received submarines.
        lost: submarines bought that found no place (SS-1.4b).
        bounds: what was shown of the capacity that each complex had left (SS-1.4a).
    """

    tag: ClassVar[str] = "subs_placed"

    power: Power
    added: Mapping[int, int]
    tokens: Mapping[PieceId, SpaceId]
    charged: Mapping[PieceId, SpaceId]
    lost: int
    bounds: tuple[Bound, ...]


@dataclass(frozen=True, slots=True)
class TokensShuffled(Event):
    """Tokens in one sea zone have been shuffled (SS-4.3a)."""

    tag: ClassVar[str] = "tokens_shuffled"

    power: Power
    at: SpaceId
    old: tuple[PieceId, ...]
    new: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Reorganized(Event):
    """Submarines have moved between groups whose tokens are among these (SS-4.1).

    `sizes`: the groups named, and how many submarines each has now.
    """

    tag: ClassVar[str] = "reorganized"

    power: Power
    at: SpaceId
    tokens: tuple[PieceId, ...]
    sizes: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class OriginShown(Event):
    """A token was shown to be one of the pieces of its last shuffle (SS-4.3b)."""

    tag: ClassVar[str] = "origin_shown"

    power: Power
    token: PieceId
    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class ReceiversShown(Event):
    """Groups that received submarines in transit were shown to be on some of the tokens (SS-6)."""

    tag: ClassVar[str] = "receivers_shown"

    power: Power
    groups: tuple[int, ...]
    tokens: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class TokensRemoved(Event):
    """Tokens have left for the supply, shown face up to be decoys (SS-1.3c, 4.2)."""

    tag: ClassVar[str] = "tokens_removed"

    power: Power
    at: SpaceId
    groups: Mapping[PieceId, int]


@dataclass(frozen=True, slots=True)
class TokensRevealed(Event):
    """All fighting tokens of a battle are turned up at once: their groups (SS-3.3a).

    With them come their owners and the sizes of their groups, as all knew them: 0 is a decoy's.
    """

    tag: ClassVar[str] = "tokens_revealed"

    at: SpaceId
    groups: Mapping[PieceId, int]
    owners: Mapping[PieceId, Power]
    sizes: Mapping[PieceId, int]


@dataclass(frozen=True, slots=True)
class TokensDiscarded(Event):
    """Face-up tokens whose groups are empty have left for the supply (SS-3.6)."""

    tag: ClassVar[str] = "tokens_discarded"

    power: Power
    at: SpaceId
    groups: Mapping[PieceId, int]


@dataclass(frozen=True, slots=True)
class SubsJoined(Event):
    """Diving submarines have joined groups that are among tokens submerged earlier (SS-3.4c).

    `sizes`: the groups named, those they left and those they joined, and their sizes now.
    """

    tag: ClassVar[str] = "subs_joined"

    power: Power
    at: SpaceId
    sizes: Mapping[int, int]
    joined: tuple[int, ...]
    among: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class TokensTurnedDown(Event):
    """Tokens that survived a battle are face down again (SS-3.7)."""

    tag: ClassVar[str] = "tokens_turned_down"

    at: SpaceId
    tokens: tuple[PieceId, ...]
