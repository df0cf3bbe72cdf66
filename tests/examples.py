"""How many examples a property test tries."""

__all__ = ["FACTOR", "examples"]

import os

from hypothesis import settings

FACTOR = "SECRET_SUBS_EXAMPLES"
"""How many times as many examples as usual are tried."""


def examples(usual: int) -> settings:
    """So many examples in `make test`, and a multiple of them in `make marathon`."""
    return settings(max_examples=usual * int(os.environ.get(FACTOR, "1")))
