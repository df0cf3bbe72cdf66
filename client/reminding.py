"""Reminders of a person whose decision a game waits for, while no page of theirs is open.

One is sent after ten minutes, one after a day. They hold no link and no ticket, nothing of what is
hidden, and no text of other players.
"""

__all__ = [
    "TITLE",
    "Looked",
    "Reminding",
    "addresses",
    "keep_addresses",
    "reminding_from",
]

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol, Self

from client.errors import ClientError
from client.notifying import Recipient, recipient
from client.presentation.catalog import CATALOG
from client.presentation.words import listed
from client.seat.memo import MemoFile
from client.seat.observer import Observer
from client.seat.participant import Screen
from engine.requests import Decision
from p2p.reminding.book import reminded
from p2p.system import replace_private
from p2p.waiting import Awaited
from protocol.due import Duty

TITLE: Final = "Secret Subs waits for you"

_LOOK_SECONDS: Final = 20.0
_MOST: Final = 4
_COMEBACK: Final = "Open its page, or run `secret-subs play`."


def addresses(file: Path) -> tuple[str, ...]:
    """The addresses to which reminders go; none if the file does not exist.

    Raises:
        ClientError: the file is damaged.
    """
    try:
        kept = json.loads(file.read_bytes())
    except FileNotFoundError:
        return ()
    except ValueError as error:
        raise ClientError(f"{file} is damaged", "give your addresses again") from error
    if not isinstance(kept, list) or not all(isinstance(one, str) for one in kept):
        raise ClientError(f"{file} is damaged", "give your addresses again")
    return tuple(kept)


def keep_addresses(file: Path, wanted: Sequence[str]) -> None:
    """Keep addresses in a file that nobody else may read.

    Raises:
        ClientError: there are too many.
        OSError: it cannot be written.
    """
    if len(wanted) > _MOST:
        raise ClientError(f"{len(wanted)} addresses", f"reminders go to {_MOST} at most")
    replace_private(file, json.dumps(list(wanted)).encode())


class Looked(Protocol):
    """Something that shows the game to a person."""

    @property
    def looked_at(self) -> bool:
        """Whether anybody looks on."""


class Reminding:
    """Sends the reminders of one person.

    Attributes:
        recipients: to whom.
    """

    def __init__(self, recipients: Sequence[Recipient]) -> None:
        self.recipients = tuple(recipients)

    @classmethod
    def of(cls, file: Path) -> Self:
        """Reminders to the addresses of a file.

        Raises:
            ClientError: nobody is reached by one of them, or the extra is not installed.
        """
        return cls([recipient(address) for address in addresses(file)])

    async def watch(self, observer: Observer, memo: MemoFile, page: Looked, screen: Screen) -> None:
        """Remind while the node of a game runs; never ends."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            await self.look(observer, memo, page, screen, int(time.time()) // 60)

    async def look(
        self, observer: Observer, memo: MemoFile, page: Looked, screen: Screen, minute: int
    ) -> None:
        """Remind now, if it is time.

        Args:
            observer: of the game.
            memo: in which is kept what was sent, over restarts.
            page: by which the person would see that the game waits.
            screen: where it is told that somebody was not reached.
            minute: the time, in minutes since 1970-01-01 00:00 UTC.
        """
        wait = _own_decision(observer)
        if wait is None or wait.learnt is None or not self.recipients:
            return
        waited = minute - wait.learnt
        now, send = reminded(
            memo.memo.reminded, wait.wait.key.hex(), waited, looked_at=page.looked_at
        )
        if now != memo.memo.reminded:
            memo.keep(replace(memo.memo, reminded=now))
        if send:
            text = _text(observer)
            taken = await asyncio.gather(*(one.send(TITLE, text) for one in self.recipients))
            for one in (o for o, ok in zip(self.recipients, taken, strict=True) if not ok):
                screen.show(f"No reminder could be sent to {one.shown}.")


def reminding_from(file: Path, screen: Screen) -> Reminding | None:
    """Reminders to the addresses of a file; None, which is told, if they cannot be used."""
    try:
        return Reminding.of(file)
    except ClientError as error:
        screen.show(f"Nobody reminds you: {error}")
        return None


def _own_decision(observer: Observer) -> Awaited | None:
    """What the person has to decide; None if nothing."""
    node, seat = observer.node, observer.seat
    awaited = () if node is None else node.awaited
    own = (one for one in awaited if one.wait.seat == seat and one.wait.what is Duty.DECISION)
    return next(own, None)


def _text(observer: Observer) -> str:
    """What is asked, and where; by the rules' own words alone."""
    table = observer.table
    if table is None or not isinstance(table.request, Decision):
        return _COMEBACK
    title = table.game.rules.scenario.title
    task = CATALOG.decision(table.request).task
    return f"{title}: {listed(table.request.powers)} to {task}. {_COMEBACK}"
