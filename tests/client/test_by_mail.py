"""Two players and a keeper play by mail, one process at a time, each ended by kill -9."""

import asyncio
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from client import tables
from client.home import PASSPHRASE_VARIABLE, Home
from protocol.identity import Phrase
from tests.p2p.nostr_relay import NostrRelay, nostr_relay

pytest.importorskip("nostr_sdk")
pytestmark = pytest.mark.no_cover

PATIENCE = 60.0


class Person:
    """One with a home of its own, who comes and goes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.environment = {
            **os.environ,
            PASSPHRASE_VARIABLE: "correct horse",
            "XDG_STATE_HOME": str(folder / "state"),
        }
        self.home = ("--home", str(folder / "home"))

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "client", *arguments, *self.home]
        with (self.folder / "said.txt").open("ab") as said:
            return subprocess.Popen(
                command, env=self.environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said
            )

    @property
    def said(self) -> str:
        return (self.folder / "said.txt").read_text()

    def entries(self, phrase: Phrase) -> tuple[bytes, ...]:
        table = tables.find(Home(self.folder / "home"), phrase, "")
        with table.store as store:
            return tuple(store.read().entries)


async def ended(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    await asyncio.to_thread(process.wait)


async def visit(person: Person, relay: NostrRelay, early: float, *arguments: str) -> None:
    """Come, and play until nothing more is left, or for so many seconds if there are any."""
    process = person.start(*arguments)
    try:
        async with asyncio.timeout(PATIENCE):
            while not relay.subscriptions:
                assert process.poll() is None, person.said
                await asyncio.sleep(0.1)
        if early:
            await asyncio.sleep(early)
            return
        before = -1
        async with asyncio.timeout(PATIENCE):
            while before != len(relay.versions) and process.poll() is None:
                before = len(relay.versions)
                await asyncio.sleep(1.2)
    finally:
        await ended(process)
        async with asyncio.timeout(PATIENCE):
            while relay.subscriptions:  # noqa: ASYNC110 (that it ended raises no event)
                await asyncio.sleep(0.05)


async def test_nobody_online_together_and_every_process_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wake Island as people start it: `host`, `join`, `keep`, then `play` again and again."""
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "correct horse")
    goal, visits = map(int, os.environ.get("SECRET_SUBS_BY_MAIL", "4 40").split())
    draw = random.Random(7)
    people = [Person(tmp_path / name) for name in ("ann", "bob", "kim")]
    for person in people:
        assert await asyncio.to_thread(person.start("keys", "new").wait) == 0, person.said
    phrases = [Home(person.folder / "home").unlock() for person in people]
    invites = people[0].folder / "invites.json"
    game = ("--scenario=wake-island", "--pace=days", "--seed=1", "--bot=captain")
    async with nostr_relay() as relay:
        mailbox = ("--mailbox", str(relay.relay))
        host = ("host", "--name=Ann", *game, *mailbox, "--invites", str(invites))
        await visit(people[0], relay, 0, *host)
        links = json.loads(invites.read_text())
        join = ("join", links[0], "--name=Bob", "--bot=captain", "--seed=2", *mailbox)
        await visit(people[1], relay, 0, *join)
        await visit(people[2], relay, 0, "keep", links[1], "--name=Kim", *mailbox)
        reached = 0
        for turn in range(visits):
            person = people[turn % 3]
            again = ("keep", links[1], "--name=Kim") if turn % 3 == 2 else ("play", "--bot=captain")
            early = draw.uniform(0, 1) if draw.random() < 0.3 else 0
            await visit(person, relay, early, *again)
            reached = len(person.entries(phrases[turn % 3]))
            if reached >= goal:
                break
        assert reached >= goal, [person.said for person in people]
        for number in (0, 1, 2):
            again = ("keep", links[1], "--name=Kim") if number == 2 else ("play", "--bot=captain")
            await visit(people[number], relay, 0, *again)
    lines = [person.entries(phrase) for person, phrase in zip(people, phrases, strict=True)]
    shared = min(map(len, lines))
    assert shared >= goal
    assert len({line[:shared] for line in lines}) == 1, "all hold one line"
