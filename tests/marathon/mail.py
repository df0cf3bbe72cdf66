"""Rounds of Wake Island by mail alone, every process of it killed again and again.

Two players, who are never there together, and their keeper know one address: that of a relay of
Nostr. Nobody listens, and nobody can be called. The keeper runs on between its own kills, as one
does on a machine that is always on.
"""

import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final
from unittest.mock import patch

from client.home import PASSPHRASE_VARIABLE
from p2p.lobby import read_found
from p2p.messages import Found, read_message
from protocol.audit import audit
from protocol.logfile import write_log
from protocol.table import Table
from tests.client.by_mail import PASSPHRASE, Person, ended, visit
from tests.marathon.step import Step
from tests.p2p.nostr_relay import Limits, NostrRelay, nostr_relay

__all__ = ["ROUNDS", "mail", "play"]

ROUNDS: Final = 2
_MOST_VISITS: Final = 300
_QUIET: Final = 4.0
"""Seconds: a node leaves mail each two seconds at most."""
_EARLY: Final = 8.0
_A_MINUTE: Final = 60


class _Correspondence:
    """The table."""

    def __init__(self, folder: Path, relay: NostrRelay, draw: random.Random) -> None:
        self.players = [Person(folder / name) for name in ("ann", "bob")]
        self.kim = Person(folder / "kim")
        self.relay = relay
        self.draw = draw
        self.mailbox = ("--mailbox", str(relay.relay))
        self.kills = 0

    async def found(self, rounds: int) -> str:
        """All come by mail, one at a time; the keeper's link."""
        for person in (*self.players, self.kim):
            assert await asyncio.to_thread(person.start("keys", "new").wait) == 0, person.said
        ann, bob = self.players
        invites = ann.folder / "invites.json"
        game = ("--scenario=wake-island", f"--rounds={rounds}", "--pace=days", "--deposits")
        host = ("host", "--name=Ann", "--bot=captain", *game, "--invites", str(invites))
        await visit(ann, self.relay, 0, *host, *self.mailbox)
        links = json.loads(invites.read_text())
        join = ("join", links[0], "--name=Bob", "--bot=captain")
        await visit(bob, self.relay, 0, *join, *self.mailbox)
        await visit(self.kim, self.relay, 0, "keep", links[1], "--name=Kim", *self.mailbox)
        return str(links[1])

    async def play(self, link: str) -> int:
        """One comes after the other until the game is over for both: how many visits that took."""
        keep = ("keep", link, "--name=Kim")
        keeper = self.kim.start(*keep)
        try:
            for number in range(_MOST_VISITS):
                person = self.players[number % 2]
                early = self.draw.uniform(0.1, _EARLY) if self.draw.random() < 0.3 else 0
                await visit(person, self.relay, early, "play", "--bot=captain", quiet=_QUIET)
                self.kills += 1
                if self.draw.random() < 0.3:
                    await ended(keeper)
                    keeper = self.kim.start(*keep)
                    self.kills += 1
                if all(one.game.over for one in self.players):
                    return number + 1
        finally:
            await ended(keeper)
        raise TimeoutError(f"after {_MOST_VISITS} visits there are {self.players[0].game.entries}")

    def check(self) -> tuple[int, int]:
        """Hold what both have to what must be: how many entries and rounds there are.

        Raises:
            AssertionError: something was lost, signed twice or left unverified.
        """
        ann, bob = (person.home.unlock() for person in self.players)
        lines = self.players[0].entries(ann), self.players[1].entries(bob)
        assert lines[0] == lines[1], "they hold one line"
        contents = self.players[0].contents(ann)
        assert not contents.evidence
        assert contents.founding is not None
        founding = read_message(contents.founding)
        assert isinstance(founding, Found)
        table = Table.start(read_found(founding))
        for raw in lines[0]:
            table.append(raw)
        report = audit(write_log(table.log))
        assert report.verified, report.fault
        return len(lines[0]), table.game.round


async def play(folder: Path, seed: int, rounds: int = ROUNDS) -> str:
    """One game to its end: what came of it.

    Raises:
        AssertionError, TimeoutError: it did not come off.
    """
    began = time.monotonic()
    async with nostr_relay(Limits(a_minute=_A_MINUTE)) as relay:
        made = _Correspondence(folder, relay, random.Random(seed))
        link = await made.found(rounds)
        visits = await made.play(link)
        sent = len(relay.versions)
        assert not relay.refused, relay.refused
    entries, last = made.check()
    return (
        f"{entries} entries, over in round {last}; {visits} visits, {made.kills} processes killed, "
        f"{sent} events left; {time.monotonic() - began:.0f} s"
    )


def mail(first: int) -> Iterator[Step]:
    """One game for each seed."""
    for seed in count(first):
        given = patch.dict(os.environ, {PASSPHRASE_VARIABLE: PASSPHRASE})
        with tempfile.TemporaryDirectory() as folder, given:
            try:
                told = asyncio.run(play(Path(folder), seed))
            except (AssertionError, TimeoutError) as error:
                yield Step(f"{seed}: {type(error).__name__}: {error}", failed=True)
                continue
        yield Step(f"{seed}: {told}")
