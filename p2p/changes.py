"""What a node has its store keep, before it sends anything that rests on it (SPEC-16.9)."""

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = [
    "Change",
    "EntryMarked",
    "EntryStored",
    "EvidenceStored",
    "FoundingStored",
    "LobbyStored",
    "MovesStored",
    "PlaceSigned",
    "ShareReleased",
    "SilenceStored",
    "SnapshotStored",
    "StatementSigned",
    "StatementStored",
    "TailDropped",
    "WaitsStored",
    "WaysStored",
]


@dataclass(frozen=True, slots=True)
class LobbyStored:
    """The state of the lobby, whole, replacing the one before (`p2p.lobby` owns its layout)."""

    state: bytes


@dataclass(frozen=True, slots=True)
class FoundingStored:
    """The charter with its scenario and signatures, as one record; there is one per table."""

    record: bytes


@dataclass(frozen=True, slots=True)
class EntryStored:
    """The entry at `sequence` (from 1, without gaps) of the chain that this node holds to.

    Attributes:
        sequence: its place.
        record: the entry.
        mark: that this node has checked it (`p2p.marks`); empty if it leaves none.
    """

    sequence: int
    record: bytes
    mark: bytes = b""


@dataclass(frozen=True, slots=True)
class EntryMarked:
    """This node has checked the entry stored at `sequence` once more, and leaves a new mark."""

    sequence: int
    mark: bytes


@dataclass(frozen=True, slots=True)
class SnapshotStored:
    """The game after the entry at `sequence`; those go that can be of no use any more.

    Nothing that is signed rests on it.

    Attributes:
        sequence: place of the entry.
        record: the game (`protocol.snapshot`).
        mark: that this node has written it (`p2p.marks`).
    """

    sequence: int
    record: bytes
    mark: bytes


@dataclass(frozen=True, slots=True)
class TailDropped:
    """The entries after `sequence` left the chain: their authors have settled without them."""

    sequence: int


@dataclass(frozen=True, slots=True)
class PlaceSigned:
    """This node's key signed the entry with `entry_hash` at (incarnation, sequence).

    At place 0 it is the question that begins the incarnation.
    """

    incarnation: bytes
    sequence: int
    entry_hash: bytes


@dataclass(frozen=True, slots=True)
class StatementSigned:
    """This node's key signed the one statement of an incarnation that is about something.

    Attributes:
        incarnation: its name.
        about: of an answer the question's hash; of the settlement nothing.
        body_hash: of what it says.
    """

    incarnation: bytes
    about: bytes
    body_hash: bytes


@dataclass(frozen=True, slots=True)
class ShareReleased:
    """Dice share `step` of this node's chain belongs to the roll asked by the entry `request`."""

    incarnation: bytes
    step: int
    request: bytes


@dataclass(frozen=True, slots=True)
class StatementStored:
    """A signed record beside the line."""

    record: bytes


@dataclass(frozen=True, slots=True)
class SilenceStored:
    """The seats that owe something, and since which minute each is silent; nobody else is.

    Nothing that is signed rests on it.
    """

    silent: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class EvidenceStored:
    """A proof of fraud: kept for ever, whatever becomes of the game."""

    record: bytes


@dataclass(frozen=True, slots=True)
class WaitsStored:
    """What the game waits for, and since which minute this node knows; in place of all before.

    Nothing that is signed rests on it.
    """

    learnt: Mapping[bytes, int]


@dataclass(frozen=True, slots=True)
class MovesStored:
    """The seat has moved to this device; so often has it moved from one to another by now."""

    number: int


@dataclass(frozen=True, slots=True)
class WaysStored:
    """The newest list of ways in to the node of a player, in place of the one before.

    Nothing that is signed for the game rests on it.
    """

    key: bytes
    record: bytes


Change = (
    LobbyStored
    | FoundingStored
    | EntryStored
    | EntryMarked
    | SnapshotStored
    | TailDropped
    | PlaceSigned
    | StatementSigned
    | ShareReleased
    | StatementStored
    | EvidenceStored
    | SilenceStored
    | WaitsStored
    | WaysStored
    | MovesStored
)
