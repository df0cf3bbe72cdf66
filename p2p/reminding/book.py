"""Who is reminded at one table, where and when: values, and what follows from them.

Minutes are those since 1970-01-01 00:00 UTC, by the keeper's clock.
"""

import hmac
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self, TypeAlias

from p2p.messages import ReminderReply
from p2p.reminding.destinations import BadDestination, Destination, Kind

__all__ = [
    "MOST_ADDRESSES",
    "Address",
    "Book",
    "Key",
    "Reminded",
    "Subscriber",
    "Waiting",
    "reminded",
]

MOST_ADDRESSES: Final = 2
"""Of one player at one table."""
CODES_PER_DAY: Final = 4
"""Of one player at one table."""
REMINDERS_PER_DAY: Final = 8
"""Of one player at one table."""
TRIES: Final = 5
"""Wrong codes, after which the address is forgotten."""
CODE_MINUTES: Final = 60
"""After which a code is worth nothing any more."""
_PER_DAY: Final = 24 * 60
_AFTER: Final = (10, _PER_DAY)
"""Minutes of waiting after which a reminder is sent."""

Key: TypeAlias = str
"""A player's public key, in hexadecimal."""


@dataclass(frozen=True, slots=True)
class Reminded:
    """How often somebody was reminded of a wait, by its name; seen on a page counts, too."""

    wait: str = ""
    times: int = 0


def reminded(
    before: Reminded, wait: str, minutes: int, *, looked_at: bool
) -> tuple[Reminded, bool]:
    """What has been said of a wait now, and whether to send a reminder.

    Args:
        before: what had been said, of this wait or an older one.
        wait: the name of the wait.
        minutes: that it has lasted, as far as is known.
        looked_at: whether the person can see it, as on an open page.
    """
    given = before.times if before.wait == wait else 0
    due = sum(minutes >= after for after in _AFTER)
    if looked_at:
        return Reminded(wait, max(given, due, 1)), False
    return Reminded(wait, max(given, due)), due > given


@dataclass(frozen=True, slots=True)
class Waiting:
    """For a decision of whom the game waits.

    Attributes:
        key: of the player.
        wait: its name.
        since: the minute at which the keeper learnt of it.
    """

    key: Key
    wait: str
    since: int


@dataclass(frozen=True, slots=True)
class Address:
    """An address that a player has given.

    Attributes:
        text: the address.
        code: that was sent there; empty once the player has given it back.
        asked: the minute at which that was.
        tries: wrong codes since.
    """

    text: str
    code: str
    asked: int
    tries: int = 0

    @property
    def confirmed(self) -> bool:
        """Whether the player has shown to read what is sent there."""
        return not self.code

    def fresh(self, minute: int) -> bool:
        """Whether its code may still be given back."""
        return not self.confirmed and minute - self.asked <= CODE_MINUTES

    @property
    def destination(self) -> Destination:
        """Where it leads."""
        return Destination.parse(self.text)


@dataclass(frozen=True, slots=True)
class Subscriber:
    """What a player has asked for, and was sent.

    Attributes:
        addresses: in the order in which they were given.
        day: since 1970-01-01 UTC, of what was sent last.
        codes: sent on that day.
        reminders: sent on that day.
        reminded: of what it was reminded last.
    """

    addresses: tuple[Address, ...] = ()
    day: int = 0
    codes: int = 0
    reminders: int = 0
    reminded: Reminded = field(default_factory=Reminded)

    def on(self, minute: int) -> Self:
        """The same, with what was sent on the day of this minute."""
        day = minute // _PER_DAY
        return self if day <= self.day else replace(self, day=day, codes=0, reminders=0)


@dataclass(frozen=True, slots=True)
class Book:
    """Everything that a keeper knows of reminders at one table.

    Attributes:
        subscribers: the players who have given an address.
        waiting: for whose decision the game waits, of those; None if for nobody's.
    """

    subscribers: Mapping[Key, Subscriber] = field(default_factory=dict)
    waiting: Waiting | None = None

    def ask(
        self, key: Key, text: str, code: str, minute: int, *, kinds: Collection[Kind]
    ) -> tuple["Book", ReminderReply]:
        """A player gives an address; the reply `CODE_SENT` means that the code is to be sent.

        Args:
            key: the player's.
            text: the address.
            code: that is to be sent there.
            minute: of now.
            kinds: that the keeper sends.
        """
        try:
            destination = Destination.parse(text)
        except BadDestination:
            return self, ReminderReply.REFUSED
        if destination.kind not in kinds:
            return self, ReminderReply.REFUSED
        known = self.subscribers.get(key, Subscriber()).on(minute)
        others = tuple(one for one in known.addresses if one.text != text)
        if len(others) >= MOST_ADDRESSES:
            return self, ReminderReply.TOO_MANY
        if any(one.text == text and one.confirmed for one in known.addresses):
            return self, ReminderReply.CONFIRMED
        if known.codes >= CODES_PER_DAY:
            return self, ReminderReply.TOO_OFTEN
        addresses = (*others, Address(text, code, minute))
        asked = replace(known, addresses=addresses, codes=known.codes + 1)
        return self._with(key, asked), ReminderReply.CODE_SENT

    def confirm(self, key: Key, code: str, minute: int) -> tuple["Book", ReminderReply]:
        """A player gives a code back. Who guesses too often has to ask anew.

        Where everything is confirmed, it may be said again: the reply to it can have been lost.
        """
        known = self.subscribers.get(key, Subscriber())
        if known.addresses and all(map(_confirmed, known.addresses)):
            return self, ReminderReply.CONFIRMED
        kept = [one for one in known.addresses if one.confirmed or one.fresh(minute)]
        given = [one for one in kept if hmac.compare_digest(one.code.encode(), code.encode())]
        right = bool(code and given)
        if right:
            kept = [replace(one, code="") if one in given else one for one in kept]
        else:
            kept = [one if one.confirmed else replace(one, tries=one.tries + 1) for one in kept]
            kept = [one for one in kept if one.tries < TRIES]
        changed = self._with(key, replace(known, addresses=tuple(kept)))
        return changed, ReminderReply.CONFIRMED if right else ReminderReply.WRONG_CODE

    def unsent(self, key: Key, text: str) -> "Book":
        """A code could not be sent: the address is forgotten, and counts as asked for."""
        known = self.subscribers.get(key, Subscriber())
        kept = tuple(one for one in known.addresses if one.text != text or one.confirmed)
        return self._with(key, replace(known, addresses=kept))

    def forget(self, key: Key) -> "Book":
        """A player wants no reminders any more. What was sent today is remembered."""
        known = self.subscribers.get(key)
        return self if known is None else self._with(key, replace(known, addresses=()))

    def follow(self, playing: Collection[Key]) -> "Book":
        """These play by now: forget everybody else."""
        kept = {key: one for key, one in self.subscribers.items() if key in playing}
        waiting = self.waiting if self.waiting and self.waiting.key in playing else None
        return self if kept.keys() == self.subscribers.keys() else Book(kept, waiting)

    def wait(self, waiting: Waiting | None) -> "Book":
        """The game waits for this; who has given no address is not noted."""
        if waiting is not None and waiting.key not in self.subscribers:
            waiting = None
        return replace(self, waiting=waiting)

    def remind(
        self, present: Collection[Key], minute: int
    ) -> tuple["Book", tuple[Destination, ...]]:
        """Who is to be reminded now: where, and what is known with that.

        Args:
            present: who is connected, and is told by their own nodes.
            minute: of now.
        """
        waiting = self.waiting
        if waiting is None:
            return self, ()
        known = self.subscribers[waiting.key].on(minute)
        now, due = reminded(
            known.reminded,
            waiting.wait,
            minute - waiting.since,
            looked_at=waiting.key in present,
        )
        if now == known.reminded:
            return self, ()
        to = tuple(one.destination for one in known.addresses if one.confirmed) if due else ()
        to = to[: max(0, REMINDERS_PER_DAY - known.reminders)]
        told = replace(known, reminded=now, reminders=known.reminders + len(to))
        return self._with(waiting.key, told), to

    @property
    def due(self) -> int | None:
        """The minute at which somebody who stays away is to be reminded next; None if nobody is."""
        waiting = self.waiting
        if waiting is None or not any(map(_confirmed, self.subscribers[waiting.key].addresses)):
            return None
        said = self.subscribers[waiting.key].reminded
        times = said.times if said.wait == waiting.wait else 0
        return waiting.since + _AFTER[times] if times < len(_AFTER) else None

    @property
    def empty(self) -> bool:
        """Whether nothing need be kept."""
        return not self.subscribers

    def _with(self, key: Key, subscriber: Subscriber) -> "Book":
        return replace(self, subscribers={**self.subscribers, key: subscriber})


def _confirmed(address: Address) -> bool:
    return address.confirmed
