"""Two players and a keeper play by mail, one process at a time, each ended by kill -9."""

import asyncio
import json
import os
import random
from pathlib import Path

import pytest

from client.home import PASSPHRASE_VARIABLE
from tests.client.by_mail import PASSPHRASE, Person, visit
from tests.p2p.nostr_relay import nostr_relay

pytest.importorskip("nostr_sdk")
pytestmark = pytest.mark.no_cover


async def test_nobody_online_together_and_every_process_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wake Island as people start it: `host`, `join`, `keep`, then `play` again and again."""
    monkeypatch.setenv(PASSPHRASE_VARIABLE, PASSPHRASE)
    goal, visits = map(int, os.environ.get("SECRET_SUBS_BY_MAIL", "4 40").split())
    draw = random.Random(7)
    people = [Person(tmp_path / name) for name in ("ann", "bob", "kim")]
    for person in people:
        assert await asyncio.to_thread(person.start("keys", "new").wait) == 0, person.said
    phrases = [person.home.unlock() for person in people]
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
