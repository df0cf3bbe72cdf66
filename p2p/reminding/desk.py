"""Where players ask one keeper at one table to be reminded, and where it reminds them from."""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias

from p2p.messages import RemindAt, RemindCode, ReminderReply, RemindNever, RemindTerms
from p2p.reminding.allowance import Sending
from p2p.reminding.book import Book, Key, Waiting
from p2p.reminding.destinations import Destination, Kind
from p2p.reminding.sealed import BookFile, Counter
from protocol.identity import PublicKey

__all__ = ["Asking", "Desk", "Office", "Sender", "Sent"]

_LOGGER: Final = logging.getLogger("secret-subs")
_CODE_DIGITS: Final = 8
_SHOWN: Final = 8
_TITLE: Final = "Secret Subs waits for you"
_CODE_TITLE: Final = "Your code for reminders of Secret Subs"
_REMINDER: Final = (
    "The game {table} waits for your decision. Open its page, or run `secret-subs play`. There "
    "you can also have these messages end."
)
_CODE: Final = (
    "Somebody asks to be reminded here of the game {table}. If it is you, give this code to the "
    "game within an hour: {code}. If not, do nothing, and you hear no more of it."
)

Asking: TypeAlias = RemindAt | RemindCode | RemindNever
"""What a player says to a keeper of reminders."""


class Sender(Protocol):
    """Sends messages, as `p2p.reminding.courier` does; who keeps no game need not load that."""

    @property
    def kinds(self) -> Collection[Kind]:
        """Of addresses to which it sends."""

    async def send(self, to: Destination, title: str, text: str) -> bool:
        """Send a message; whether it was taken."""


@dataclass(frozen=True, slots=True)
class Office:
    """What a keeper has in common for all its tables.

    Attributes:
        sender: of its messages.
        counter: how much is sent.
    """

    sender: Sender
    counter: Counter


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that is to go out.

    Attributes:
        to: where.
        title: of the message.
        text: of the message.
        what: it is.
        key: the player's, who is told if a code cannot be sent.
    """

    to: Destination
    title: str
    text: str = field(repr=False)
    what: Sending
    key: Key


class Desk:
    """The reminders of one table. All calls belong to one thread at a time.

    What is sent is on the disk before, so that a keeper that is killed sends nothing twice.
    """

    def __init__(self, table: bytes, file: BookFile, office: Office) -> None:
        """As the file has it.

        Args:
            table: its id.
            file: of its book.
            office: that it is part of.

        Raises:
            BadStore, StoreFailed: the file cannot be read.
        """
        self._name = table.hex()[:_SHOWN]
        self._file = file
        self._office = office
        self._book = file.read()
        self._out: deque[Sent] = deque()
        self._more = asyncio.Event()

    @property
    def due(self) -> int | None:
        """The minute at which somebody who stays away is reminded next; None if nobody is."""
        return self._book.due

    @property
    def empty(self) -> bool:
        """Whether nobody is to be reminded."""
        return self._book.empty

    def terms(self, key: PublicKey, reply: ReminderReply = ReminderReply.NOTHING) -> RemindTerms:
        """How the keeper reminds, and what it knows of this player."""
        known = self._book.subscribers.get(key.raw.hex())
        addresses = () if known is None else known.addresses
        return RemindTerms(
            kinds=tuple(sorted(kind.value for kind in self._office.sender.kinds)),
            addresses=tuple((one.destination.shown, int(one.confirmed)) for one in addresses),
            reply=reply,
        )

    def hear(self, key: PublicKey, asked: Asking, minute: int) -> RemindTerms:
        """Do what a player asks for; what to reply.

        Raises:
            StoreFailed: the disk refuses.
        """
        return self.terms(key, self._do(key.raw.hex(), asked, minute))

    def _do(self, key: Key, asked: Asking, minute: int) -> ReminderReply:
        match asked:
            case RemindAt(address=text):
                return self._ask(key, text, minute)
            case RemindCode(code=code):
                book, reply = self._book.confirm(key, code, minute)
                self._keep(book)
                return reply
            case RemindNever():
                self._keep(self._book.forget(key))
                return ReminderReply.FORGOTTEN

    def _ask(self, key: Key, text: str, minute: int) -> ReminderReply:
        code = f"{secrets.randbelow(10**_CODE_DIGITS):0{_CODE_DIGITS}}"
        kinds = self._office.sender.kinds
        book, reply = self._book.ask(key, text, code, minute, kinds=kinds)
        if reply is not ReminderReply.CODE_SENT:
            return reply
        to = Destination.parse(text)
        if not self._office.counter.allows(Sending.CODE, to.counted_as, minute):
            return ReminderReply.TOO_OFTEN
        self._keep(book)
        content = _CODE.format(table=self._name, code=code)
        self._send(Sent(to, _CODE_TITLE, content, Sending.CODE, key))
        return reply

    def note(self, playing: Collection[Key], waiting: Waiting | None) -> None:
        """Note how the game stands.

        Args:
            playing: the players of the game; none once it is over.
            waiting: for whose decision it waits; None if for nobody's.

        Raises:
            StoreFailed: the disk refuses.
        """
        self._keep(self._book.follow(playing).wait(waiting))

    def remind(self, present: Collection[Key], minute: int) -> None:
        """Remind whom it is time to remind, as the game was noted last.

        Args:
            present: who is connected.
            minute: of now.

        Raises:
            StoreFailed: the disk refuses; nobody is reminded.
        """
        book, to = self._book.remind(present, minute)
        self._keep(book)
        key = "" if book.waiting is None else book.waiting.key
        text = _REMINDER.format(table=self._name)
        for one in to:
            if self._office.counter.allows(Sending.REMINDER, one.counted_as, minute):
                self._send(Sent(one, _TITLE, text, Sending.REMINDER, key))

    def _keep(self, book: Book) -> None:
        if book != self._book:
            self._file.write(book)
            self._book = book

    def _send(self, message: Sent) -> None:
        self._out.append(message)
        self._more.set()

    async def deliver(self) -> tuple[PublicKey, RemindTerms] | None:
        """Send the next message, once there is one; what to tell its player, if it failed.

        Raises:
            StoreFailed: the disk refuses.
        """
        while not self._out:
            self._more.clear()
            await self._more.wait()
        return await self._deliver(self._out.popleft())

    async def deliver_all(self) -> None:
        """Send everything that is to be sent now."""
        while self._out:
            await self._deliver(self._out.popleft())

    async def _deliver(self, message: Sent) -> tuple[PublicKey, RemindTerms] | None:
        if await self._office.sender.send(message.to, message.title, message.text):
            return None
        _LOGGER.warning(
            "table %s: a %s by %s could not be sent",
            self._name,
            message.what.value,
            message.to.kind.value,
        )
        if message.what is Sending.REMINDER:
            return None
        self._keep(self._book.unsent(message.key, message.to.text))
        key = PublicKey(bytes.fromhex(message.key))
        return key, self.terms(key, ReminderReply.NOT_SENT)
