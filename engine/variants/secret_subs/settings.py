"""The options of Secret Subs, and the differences of version 0.8 (SS-6)."""

__all__ = [
    "DECOY_NEEDS_PURCHASE",
    "LIMIT",
    "SETTINGS",
    "SETUP_DECOYS",
    "SHUFFLE_MARKERS",
    "VERSION",
    "WINDOWS",
    "ShuffleMarkers",
    "Version",
    "Windows",
]

from enum import StrEnum

from engine.options import Option, count, flag


class Version(StrEnum):
    """Which edition of the house rule is played.

    Implements: SS-6
    """

    V1_0 = "1.0"
    V0_8 = "0.8"


class ShuffleMarkers(StrEnum):
    """What a shuffle does to the markers of its tokens (SS-4.3b)."""

    EXACT = "exact"
    MINIMUM = "minimum"


class Windows(StrEnum):
    """When powers that are not active may act outside battles (SS-4.0)."""

    GUARANTEED = "guaranteed"
    ALL = "all"


LIMIT = count("limit", range(1, 13), default=10, text="groups, and so tokens, per power (SS-0.1)")
VERSION = Option(
    "ss_version",
    {version.value: version for version in Version},
    Version.V1_0,
    "1.0; or 0.8: reorganizing in transit between tokens that have moved differently, and no "
    "joining of tokens submerged earlier (SS-6)",
)
SHUFFLE_MARKERS = Option(
    "shuffle_markers",
    {way.value: way for way in ShuffleMarkers},
    ShuffleMarkers.EXACT,
    "exact: a shuffle moves no marker, each piece keeps its own; minimum: all tokens of a shuffle "
    "get the least of each (SS-4.3b)",
)
WINDOWS = Option(
    "windows",
    {when.value: when for when in Windows},
    Windows.GUARANTEED,
    "when other powers may reorganize and anonymize: at the end of Combat move and of every turn; "
    "or at all phase ends (SS-4.0)",
)
DECOY_NEEDS_PURCHASE = flag(
    "decoy_needs_purchase",
    default=False,
    text="whether a power that bought no submarine this turn may place no new token (SS-1.2)",
)
SETUP_DECOYS = count(
    "setup_decoys",
    range(4),
    default=0,
    text="decoys that each power may add to its opening groups, where it has submarines (SS-0.8)",
)

SETTINGS: tuple[Option[object], ...] = (
    LIMIT,
    VERSION,
    SHUFFLE_MARKERS,
    WINDOWS,
    DECOY_NEEDS_PURCHASE,
    SETUP_DECOYS,
)
"""All of them, as help lists them."""
