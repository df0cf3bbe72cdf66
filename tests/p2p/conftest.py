"""Dice chains take a moment to make; the tests of this package share them."""

import functools
from collections.abc import Iterator

import pytest

from protocol import keys
from protocol.dice import DiceChain


@pytest.fixture(autouse=True, scope="session")
def shared_chains() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keys, "DiceChain", functools.cache(DiceChain))
        yield
