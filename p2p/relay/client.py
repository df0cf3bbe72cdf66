"""A node's side of a relay (SPEC-16.15): it registers and answers calls, and it calls.

What comes of either is a websocket to the other node, as if there were no relay.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Final, Self

from p2p.address import Address
from p2p.errors import BadAddress, BadMessage, ConnectionLost, NodeError, Unreachable
from p2p.relay.messages import (
    MAX_PASS,
    VERSION,
    Answer,
    Call,
    Challenge,
    Decline,
    Held,
    Hold,
    Incoming,
    Joined,
    List,
    Listed,
    Probe,
    Prove,
    Reason,
    Register,
    Registered,
    RelayMessage,
    Seen,
    Sorry,
    read_control,
    write_control,
)
from p2p.relay.names import HOLDER, relay_identity, sign_registration
from p2p.sockets import WebSocket, abort, call, receive_frame, send_frame
from p2p.ways import Holder, Relay, WayIn, read_way
from p2p.written_keys import read_key, write_key
from protocol.errors import Refused
from protocol.identity import Identity, Phrase, PublicKey

__all__ = [
    "ANSWER_SECONDS",
    "NotHeld",
    "Registration",
    "RelayAccess",
    "Replaced",
    "ask_to_call",
    "ask_to_hold",
    "call_through",
    "registered",
    "ways_through",
]

ANSWER_SECONDS: Final = 15.0
"""For a relay to answer; it gives the node that is called less."""

_WHY: Final[Mapping[Reason, str]] = {
    Reason.VERSION: "it speaks another version: update secret-subs",
    Reason.MALFORMED: "it did not understand us: update secret-subs",
    Reason.UNPROVEN: "it did not believe that the name is ours",
    Reason.UNINVITED: "it takes only those who have a pass: ask its owner for one, and write it "
    "before the name of the relay, as in wss://PASS@relay.example/",
    Reason.FULL: "it has no room",
    Reason.REPLACED: "this player's node registered there again from elsewhere",
    Reason.UNKNOWN: "the node that is called is not registered there: is it running?",
    Reason.UNANSWERED: "the node that is called did not answer",
    Reason.STALE: "the caller has left",
    Reason.UNSEEN: "it does not see from where it is called",
    Reason.LATE: "it was not answered in time",
}


class NotHeld(NodeError):
    """A relay does not hold a log, and says why."""


class NotRegistered(Unreachable):
    """Nobody is registered under the name that was called."""


class Replaced(Unreachable):
    """A newer registration of the same name took the place of ours."""


@dataclass(frozen=True, slots=True)
class RelayAccess:
    """A relay at which a node may register.

    Attributes:
        relay: itself; its path ends with a slash.
        relay_pass: what it wants of who registers; empty if nothing.
        door: where its own holder calls it, on its machine and without TLS; None of everybody else.

    Raises:
        BadAddress: on construction, if the pass cannot be one.
    """

    relay: Relay
    relay_pass: str = field(default="", repr=False)
    door: Address | None = None

    def __post_init__(self) -> None:
        fits = self.relay_pass.isascii() and self.relay_pass.isprintable()
        if not fits or len(self.relay_pass) > MAX_PASS or set(self.relay_pass) & set("/@: "):
            raise BadAddress(
                f"a pass has up to {MAX_PASS} plain characters, without spaces and / @ :"
            )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `wss://relay.example/` or, with a pass, `wss://PASS@relay.example/`.

        Raises:
            BadAddress: what is wrong with it.
        """
        scheme, separator, rest = text.strip().partition("://")
        given, at, place = rest.rpartition("@")
        way = read_way(f"{scheme}{separator}{place}")
        if not isinstance(way, Relay):
            raise BadAddress(f"{text!a} is no relay, as in wss://relay.example/")
        path = way.path if way.path.endswith("/") else f"{way.path}/"
        if at and not given:
            raise BadAddress("a pass is missing before the @")
        return cls(replace(way, path=path), given)

    def __str__(self) -> str:
        scheme, separator, rest = str(self.relay).partition("://")
        return (
            f"{scheme}{separator}{self.relay_pass}@{rest}" if self.relay_pass else str(self.relay)
        )

    def way_to(self, name: PublicKey) -> Relay:
        """The way in to a node that registers there."""
        return replace(self.relay, path=self.relay.path + write_key(name))

    def leads_to(self, way: WayIn) -> bool:
        """Whether a way in leads through this relay."""
        relay = way.relay if isinstance(way, Holder) else way
        return isinstance(relay, Relay) and (
            (relay.address, relay.secure, relay.path.rpartition("/")[0])
            == (self.relay.address, self.relay.secure, self.relay.path.rpartition("/")[0])
        )


def ways_through(relays: Iterable[RelayAccess], phrase: Phrase, table: bytes) -> tuple[Relay, ...]:
    """The ways in to a player's node of a table that registers at these relays."""
    name = relay_identity(phrase, table).public
    return tuple(access.way_to(name) for access in relays)


class Registration:
    """A node is registered at a relay, as long as this connection lasts."""

    def __init__(self, access: RelayAccess, socket: WebSocket) -> None:
        """See `registered`."""
        self._access = access
        self._relay = access.relay
        self._socket = socket
        self._asked: asyncio.Queue[asyncio.Future[bool]] = asyncio.Queue()

    async def incoming(self) -> bytes:
        """The token of the next call. One task alone may wait for it at a time.

        Raises:
            Replaced: the same name is registered elsewhere by now.
            Unreachable: the relay has ended the registration, or broken it off.
        """
        said = await _next(self._socket, self._relay)
        while isinstance(said, Listed):
            if not self._asked.empty():
                self._asked.get_nowait().set_result(said.shown)
            said = await _next(self._socket, self._relay)
        match said:
            case Incoming(token=token):
                return token
            case Sorry(reason=Reason.REPLACED):
                raise Replaced(f"{self._relay}: {_WHY[Reason.REPLACED]}")
            case other:
                raise _refusal(self._relay, other)

    async def list(self, listing: bytes) -> bool:
        """Have the table listed for strangers (SPEC-16.21), or no more if it is empty.

        Whether it is listed then; it is heard while another task waits for calls.

        Raises:
            Unreachable: the registration has ended.
        """
        shown = asyncio.get_running_loop().create_future()
        await self._asked.put(shown)
        await _say(self._socket, self._relay, List(listing=listing))
        return bool(await shown)

    async def answer(self, token: bytes) -> WebSocket:
        """Answer a call: a connection on which the caller speaks first.

        Raises:
            Unreachable: the caller has left, or the relay has.
        """
        message = Answer(version=VERSION, token=token)
        return await _joined(self._relay, self._relay.address, message, self._access.door)


@asynccontextmanager
async def registered(access: RelayAccess, identity: Identity) -> AsyncIterator[Registration]:
    """Be registered at a relay as long as the context lasts.

    Args:
        access: where.
        identity: see `p2p.relay.names.relay_identity`.

    Raises:
        Unreachable: the relay does not answer, or does not take us.
    """
    relay = access.relay
    socket = await _open(relay, relay.address, access.door)
    try:
        async with _patience(relay):
            name = identity.public.raw
            await _say(socket, relay, Register(version=VERSION, name=name))
            match await _next(socket, relay):
                case Challenge(url=url, nonce=nonce) if url == str(relay):
                    signature = sign_registration(identity, url, nonce)
                case Challenge(url=url):
                    raise Unreachable(
                        f"{relay}: that relay calls itself {url[:100]!a}: use that address, or "
                        f"have its owner start it with --url {relay}"
                    )
                case other:
                    raise _refusal(relay, other)
            await _say(socket, relay, Prove(signature=signature, relay_pass=access.relay_pass))
            match await _next(socket, relay):
                case Registered():
                    pass
                case other:
                    raise _refusal(relay, other)
        yield Registration(access, socket)
    finally:
        await abort(socket)


async def call_through(
    way: Relay, place: Address | None = None, door: Address | None = None
) -> WebSocket:
    """Call a node through the relay at which it is registered.

    Args:
        way: the relay, and at the end of its path the name of the node.
        place: number and port that the relay's address resolves to, if that is known.
        door: see `RelayAccess.door`.

    Raises:
        Unreachable: the relay does not answer, or the node does not.
    """
    path, _, name = way.path.rpartition("/")
    try:
        called = read_key(name)
    except BadAddress as error:
        raise Unreachable(f"{way}: {error}") from error
    message = Call(version=VERSION, name=called.raw)
    return await _joined(replace(way, path=f"{path}/"), place or way.address, message, door)


async def ask_to_hold(access: RelayAccess, link: str) -> Holder:
    """Ask a relay to hold the log of a table, or to keep its game: the way in to its holder.

    Args:
        access: the relay.
        link: to the table; with the ticket of a keeper's seat that the holder is to take.

    Raises:
        NotHeld: it does not, and says why.
        Unreachable: it does not answer.
    """
    relay = access.relay
    message = Call(version=VERSION, name=HOLDER)
    try:
        socket = await _joined(relay, relay.address, message, access.door)
    except NotRegistered:
        raise NotHeld(f"{relay}: this relay holds no games") from None
    try:
        async with _patience(relay):
            hold = Hold(version=VERSION, relay_pass=access.relay_pass, invite=link)
            await _say(socket, relay, hold)
            match await _next(socket, relay):
                case Held(key=raw):
                    return Holder(relay, PublicKey(raw))
                case Decline(reason=reason):
                    raise NotHeld(f"{relay}: {reason}")
                case other:
                    raise _refusal(relay, other)
    except (Refused, BadAddress) as error:
        raise Unreachable(f"{relay}: its holder cannot be called: {error}") from error
    finally:
        await abort(socket)


async def ask_to_call(relay: Relay, place: Address, port: int, token: bytes) -> str:
    """Have a relay call this machine where it sees it, which it has done or tried on return.

    Args:
        relay: that is asked.
        place: number and port of the relay; of the version of IP that is to be tried.
        port: that the relay calls.
        token: 16 bytes, which it sends there.

    Returns:
        The number at which it sees this machine.

    Raises:
        Unreachable: the relay does not answer, or does not call.
    """
    socket = await _open(relay, place, None)
    try:
        async with _patience(relay):
            await _say(socket, relay, Probe(version=VERSION, port=port, token=token))
            match await _next(socket, relay):
                case Seen(host=host):
                    return host
                case other:
                    raise _refusal(relay, other)
    finally:
        await abort(socket)


async def _open(relay: Relay, place: Address, door: Address | None) -> WebSocket:
    """Open a connection to a relay: at its door if we are its own holder."""
    if door is None:
        return await call(str(relay), place)
    return await call(f"ws://{str(relay).partition('://')[2]}", door)


async def _joined(
    relay: Relay, place: Address, message: Call | Answer, door: Address | None
) -> WebSocket:
    """A connection that the relay has joined to another node's."""
    socket = await _open(relay, place, door)
    try:
        async with _patience(relay):
            await _say(socket, relay, message)
            answer = await _next(socket, relay)
    except BaseException:
        await abort(socket)
        raise
    if isinstance(answer, Joined):
        return socket
    await abort(socket)
    raise _refusal(relay, answer)


@asynccontextmanager
async def _patience(relay: Relay) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            yield
    except TimeoutError:
        raise Unreachable(f"{relay}: the relay did not answer in time") from None


async def _say(socket: WebSocket, relay: Relay, message: RelayMessage) -> None:
    try:
        await send_frame(socket, write_control(message))
    except ConnectionLost:
        raise Unreachable(f"{relay}: the connection to the relay broke") from None


async def _next(socket: WebSocket, relay: Relay) -> RelayMessage:
    try:
        return read_control(await receive_frame(socket))
    except ConnectionLost as error:
        reason = str(error) or "the relay has ended the connection"
        raise Unreachable(f"{relay}: {reason}") from error
    except BadMessage as error:
        raise Unreachable(f"{relay}: that is no relay of this program: {error}") from error


def _refusal(relay: Relay, message: RelayMessage) -> Unreachable:
    """What comes of an answer other than the one that was hoped for."""
    match message:
        case Sorry(reason=Reason.UNKNOWN):
            return NotRegistered(f"{relay}: {_WHY[Reason.UNKNOWN]}")
        case Sorry(reason=reason):
            return Unreachable(f"{relay}: {_WHY[reason]}")
        case _:
            return Unreachable(f"{relay}: the relay said {message.kind!a} out of turn")
