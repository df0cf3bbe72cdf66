"""Dice chains take a moment to make, so tests share them; `made` is a table of real nodes."""

import asyncio
import functools
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from p2p import calling, connections
from protocol import keys
from protocol.dice import DiceChain
from tests.p2p.running import Table3


@pytest.fixture(autouse=True, scope="session")
def shared_chains() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keys, "DiceChain", functools.cache(DiceChain))
        yield


@pytest.fixture
async def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table3]:
    for module in (calling, connections):
        monkeypatch.setattr(module, "MIN_RETRY_SECONDS", 0.02)
    async with AsyncExitStack() as stack:
        table = Table3(tmp_path, stack)
        yield table
        for task in table.tasks.values():
            task.cancel()
        await asyncio.gather(*table.tasks.values(), return_exceptions=True)
