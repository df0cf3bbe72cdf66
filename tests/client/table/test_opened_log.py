"""SPEC-14: a log that is opened on a page: judged at two levels, then watched."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from client.table import opened_log
from protocol.logfile import LOG_MAGIC
from tests.client.league.logs import changed, short_log


class Opened:
    """What the worker of a log says, and a page that listens."""

    def __init__(self, log: bytes) -> None:
        self.told: list[dict[str, Any]] = []
        self._news = asyncio.Event()
        self.hears = opened_log.start(log, self._hear)

    def _hear(self, text: str) -> None:
        self.told.append(json.loads(text))
        self._news.set()

    async def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first thing said for which this holds."""
        async with asyncio.timeout(30):
            while True:
                self._news.clear()
                for one in self.told:
                    if holds(one):
                        return one
                await self._news.wait()

    @property
    def judged(self) -> list[dict[str, Any]]:
        return [one["judged"] for one in self.told if "judged" in one]


def ended(told: dict[str, Any]) -> bool:
    return "watchable" in told or "failed" in told


async def test_a_good_log_is_verified_level_by_level_and_then_watched() -> None:
    opened = Opened(short_log())
    assert await opened.until(ended) == {"watchable": True}
    assert [one["level"] for one in opened.judged] == ["line", "rules"]
    assert all(one["report"]["verdict"]["verified"] for one in opened.judged)
    opened.hears('{"type":"hello","token":""}')
    said = await opened.until(lambda told: "said" in told)
    snapshot = json.loads(said["said"])
    assert snapshot["type"] == "snapshot"
    assert snapshot["picture"]["table"]["mode"] == "replay"
    assert snapshot["picture"]["table"]["timeline"]["at"] == 20


async def test_of_a_refused_log_all_before_the_fault_can_be_watched() -> None:
    """Nobody is blamed for what anybody could have changed."""
    opened = Opened(changed(short_log()))
    assert await opened.until(ended) == {"watchable": True}
    last = opened.judged[-1]["report"]
    assert not last["verdict"]["verified"]
    assert last["verdict"]["fault"]["entry"] == 20
    assert last["blame"] == "nobody can be blamed"
    opened.hears('{"type":"hello","token":""}')
    said = await opened.until(lambda told: "said" in told)
    timeline = json.loads(said["said"])["picture"]["table"]["timeline"]
    assert timeline["last"] == 19


@pytest.mark.parametrize("content", [b"", b"MZ\x90\x00", b"PK\x03\x04" * 1000])
async def test_what_is_no_log_is_named_so(content: bytes) -> None:
    opened = Opened(content)
    told = await opened.until(ended)
    assert told["failed"].startswith("This is no log of a game, and no evidence: ")


async def test_a_log_without_a_founding_accuses_nobody() -> None:
    opened = Opened(LOG_MAGIC + bytes(100))
    told = await opened.until(ended)
    assert "failed" in told or told == {"watchable": False}
    assert all(one["report"]["blame"] == "nobody can be blamed" for one in opened.judged)


async def test_an_audit_without_enough_memory_is_no_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def exhausted(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(opened_log, "audit_steps", exhausted)
    opened = Opened(short_log())
    told = await opened.until(ended)
    assert "more memory than this browser gives" in told["failed"]
    assert opened.judged == []
