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
    "three after a fork": Table(3, frozenset({2}), proposals=4, forks=True),
    "four after a fork": Table(4, frozenset({3}), proposals=4, forks=True),
    "five after a fork, two hostile": Table(5, frozenset({3, 4}), proposals=4, forks=True),
    "keeper after a fork": Table(3, frozenset({1}), keepers=1, proposals=4, forks=True),
    "keeper agrees, one hostile": Table(3, frozenset({1}), keepers=1, proposals=3),
}
"""By name. Where seats agree, agreements are proposed."""
