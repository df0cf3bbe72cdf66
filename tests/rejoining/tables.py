"""The tables that are searched."""

from collections.abc import Mapping
from typing import Final

from tests.rejoining.world import Table

_NOBODY: Final[frozenset[int]] = frozenset()

TABLES: Final[Mapping[str, Table]] = {
    "three": Table(3, _NOBODY),
    "four": Table(4, _NOBODY),
    "three, one hostile": Table(3, frozenset({2})),
    "four, one hostile": Table(4, frozenset({3})),
    "four, two hostile": Table(4, frozenset({2, 3})),
    "three, one a keeper": Table(3, _NOBODY, keepers=1),
    "keeper, one hostile": Table(3, frozenset({1}), keepers=1),
    "three agree": Table(3, _NOBODY, proposals=3),
    "three agree, one hostile": Table(3, frozenset({2}), proposals=3),
    "three agree, one hostile, many losses": Table(
        3, frozenset({1}), losses=5, questions=8, proposals=4
    ),
    "four agree, one hostile": Table(4, frozenset({3}), proposals=3),
    "keeper agrees, one hostile": Table(3, frozenset({1}), keepers=1, proposals=3),
}
"""By name. Where seats agree, agreements are proposed."""
