"""Asking a host whom one does not know for a place at its table (SPEC-16.22).

A stranger knocks, and hears nothing but that it was heard until the host has decided. Both ends are
here: it takes no more of the host than a place among the few that may wait.
"""

import asyncio
import os
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from p2p.channel import Channel, Dialed, Listening
from p2p.dialing import open_way
from p2p.errors import (
    BadMessage,
    ChannelError,
    ConnectionLost,
    KnockDeclined,
    Unreachable,
)
from p2p.invite import Invite
from p2p.limits import HANDSHAKE_SECONDS
from p2p.locality import Scope
from p2p.noise_xx import FRESH_SIZE
from p2p.sockets import WebSocket, abort, close, receive_frame, send_frame
from p2p.ways import WayIn
from protocol.encoding import decode, encode
from protocol.errors import Refused
from protocol.identity import Identity, PublicKey
from protocol.record_reader import RecordReader

__all__ = [
    "HEARD_SECONDS",
    "MAX_REASON",
    "SHUT",
    "Answer",
    "Declined",
    "Granted",
    "Heard",
    "Knock",
    "Knocker",
    "greet_knocker",
    "knock",
    "read_answer",
    "read_knock",
    "write_answer",
    "write_knock",
]

HEARD_SECONDS: Final = 20.0
"""How often who waits is told that it was heard."""
SILENT_SECONDS: Final = 90.0
"""Without a word after which the host is gone, as far as who waits can know."""
MAX_REASON: Final = 200
"""Characters of the longest reason why somebody is not let in."""
SHUT: Final = (
    "strangers are not let in there now; if the game has begun, any of its players can send you a "
    "link to watch it"
)
"""Why somebody is not let in whom nobody is asked about."""

_MAX_LINK: Final = 2800
_MAX_SAID: Final = 3072
_FORM: Final = RecordReader("SPEC-16.22", "message about a knock")


@dataclass(frozen=True, slots=True)
class Knock:
    """What a stranger says.

    Attributes:
        name: as it would be called at the table.
        watches: whether it would watch, and not play.
    """

    name: str
    watches: bool = False


@dataclass(frozen=True, slots=True)
class Heard:
    """The host is asked."""


@dataclass(frozen=True, slots=True)
class Granted:
    """The host lets the stranger in, with the link to its place."""

    link: str


@dataclass(frozen=True, slots=True)
class Declined:
    """The host does not, and why."""

    reason: str


Answer: TypeAlias = Heard | Granted | Declined


def write_knock(said: Knock) -> bytes:
    """A knock as bytes."""
    return encode(("knock", said.name, said.watches))


def read_knock(raw: bytes) -> Knock:
    """Read what a stranger says.

    Raises:
        BadMessage: it is no knock, or its name is no label.
    """
    try:
        kind, name, watches = _FORM.array(decode(raw, _MAX_SAID), "a knock", 3, 3)
        if kind != "knock":
            raise _FORM.refusal("it is no knock")
        return Knock(_FORM.label(name, "name"), _FORM.truth(watches, "whether it watches"))
    except Refused as error:
        raise BadMessage(str(error)) from error


def write_answer(answer: Answer) -> bytes:
    """An answer as bytes."""
    match answer:
        case Heard():
            return encode(("heard",))
        case Granted(link):
            return encode(("granted", link))
        case Declined(reason):
            return encode(("declined", reason[:MAX_REASON]))
        case never:
            assert_never(never)


def read_answer(raw: bytes) -> Answer:
    """Read what a host says to who has knocked.

    Raises:
        BadMessage: it is no answer.
    """
    try:
        match _FORM.array(decode(raw, _MAX_SAID), "an answer", 1, 2):
            case ("heard",):
                return Heard()
            case ("granted", str(link)) if len(link) <= _MAX_LINK:
                return Granted(link)
            case ("declined", str(reason)) if 1 <= len(reason) <= MAX_REASON:
                return Declined(reason)
            case _:
                raise _FORM.refusal("it is no answer")
    except Refused as error:
        raise BadMessage(str(error)) from error


class Knocker:
    """A stranger at the door, as its host sees it.

    Attributes:
        key: that it has proved.
        said: what it says.
    """

    def __init__(self, socket: WebSocket, channel: Channel, said: Knock) -> None:
        """See `greet_knocker`."""
        self.key: PublicKey = channel.peer
        self.said = said
        self._socket = socket
        self._channel = channel

    async def tell(self, answer: Answer) -> None:
        """Say something to it.

        Raises:
            ConnectionLost: it has gone, or does not read.
        """
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                for frame in self._channel.seal(write_answer(answer)):
                    await send_frame(self._socket, frame)
        except (TimeoutError, ConnectionLost):
            raise ConnectionLost("who has knocked is gone") from None

    async def wait(self) -> None:
        """Keep it waiting; returns once it has gone, or says anything more.

        It is told now and then that it was heard.
        """
        try:
            while True:
                await self.tell(Heard())
                try:
                    async with asyncio.timeout(HEARD_SECONDS):
                        await receive_frame(self._socket)
                        return
                except TimeoutError:
                    pass
        except ConnectionLost:
            return

    async def close(self) -> None:
        """End the connection once all that was said is on its way."""
        await close(self._socket)

    async def drop(self) -> None:
        """End the connection at once."""
        await abort(self._socket)


async def greet_knocker(socket: WebSocket, identity: Identity, first: bytes) -> Knocker:
    """Hear who knocks.

    Args:
        socket: on which it did.
        identity: of the listing.
        first: what it has sent.

    Raises:
        ChannelError, ConnectionLost, BadMessage: it is left.
    """
    listening, second = Listening.knocked(identity, os.urandom(FRESH_SIZE), first)
    await send_frame(socket, second)
    introduced = listening.introduced(await receive_frame(socket))
    if introduced.proof is not None:
        raise ChannelError("who knocks has no ticket to show")
    channel, fourth = introduced.admit()
    await send_frame(socket, fourth)
    said = _whole(channel.open(await receive_frame(socket)))
    return Knocker(socket, channel, read_knock(said))


async def knock(
    way: WayIn,
    listed: PublicKey,
    identity: Identity,
    said: Knock,
    scope: Scope = Scope.EVERYWHERE,
) -> Invite:
    """Ask for a place at a table, and wait until its host has decided.

    Args:
        way: in to the host.
        listed: key of the listing, with which the host speaks.
        identity: of who knocks.
        said: what it says.
        scope: which local networks may be called.

    Returns:
        The invite to the place, with this way in before all others, for it works.

    Raises:
        KnockDeclined: the host does not let us in, and says why.
        Unreachable: it does not answer, or is gone, or is another one than the listing says.
        BadInvite: what it gave us leads nowhere.
    """
    socket = await open_way(way, scope)
    try:
        try:
            channel = await _introduced(socket, listed, identity)
        except ConnectionLost as error:
            raise Unreachable(f"{way}: {SHUT}") from error
        for frame in channel.seal(write_knock(said)):
            await send_frame(socket, frame)
        while True:
            async with asyncio.timeout(SILENT_SECONDS):
                raw = _whole(channel.open(await receive_frame(socket)))
            match read_answer(raw):
                case Heard():
                    pass
                case Declined(reason):
                    raise KnockDeclined(f"the host does not let you in: {reason!a}")
                case Granted(link):
                    return Invite.parse(link).found_by(way)
                case never:
                    assert_never(never)
    except (TimeoutError, ChannelError, ConnectionLost, BadMessage) as error:
        silent = isinstance(error, TimeoutError)
        reason = "the host says nothing any more" if silent else str(error) or "the host has left"
        raise Unreachable(f"{way}: {reason}") from error
    finally:
        await abort(socket)


async def _introduced(socket: WebSocket, listed: PublicKey, identity: Identity) -> Channel:
    async with asyncio.timeout(HANDSHAKE_SECONDS):
        dialed, first = Dialed.knock(identity, listed, os.urandom(FRESH_SIZE))
        await send_frame(socket, first)
        greeted, third = dialed.greeted(await receive_frame(socket))
        await send_frame(socket, third)
        channel = greeted.admitted(await receive_frame(socket))
    if channel.peer != listed:
        raise ChannelError("another node answers in the name of the one that is listed")
    return channel


def _whole(message: bytes | None) -> bytes:
    """What is said about a knock, each in one frame.

    Raises:
        ChannelError: more frames belong to it.
    """
    if message is None:
        raise ChannelError("a message about a knock is longer than one frame")
    return message
