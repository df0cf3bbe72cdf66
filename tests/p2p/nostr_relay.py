"""A small relay of Nostr that states its limits (NIP-11), enforces them, and can misbehave.

It checks no signatures: the library of whoever reads does. What it keeps can be looked at and
tampered with.
"""

import asyncio
import http
import json
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from p2p.address import Address
from p2p.ways import Relay

Event = dict[str, Any]


@dataclass(frozen=True)
class Limits:
    """What a relay takes."""

    a_minute: int = 10_000  # of one author; real relays take 60
    message: int = 65_536
    page: int = 500
    ahead: int = 900
    kept_each: int = 10_000
    kinds: frozenset[int] = frozenset({30_078})
    auth: bool = False


@dataclass
class Conduct:
    """How it misbehaves."""

    silent: bool = False  # takes events, says so, and keeps none
    deaf: bool = False  # answers nothing
    refusal: str = ""  # refuses all events with this
    twice: bool = False  # sends every event twice
    delay: float = 0.0
    closes_after: int | None = None  # ends the connection after so many messages


@dataclass(eq=False)
class NostrRelay:
    """What it keeps, and who is connected."""

    limits: Limits = field(default_factory=Limits)
    conduct: Conduct = field(default_factory=Conduct)
    kept: dict[tuple[str, int, str], Event] = field(default_factory=dict)
    versions: list[Event] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    times: dict[Any, deque[float]] = field(default_factory=dict)
    subscriptions: dict[ServerConnection, dict[str, list[Event]]] = field(default_factory=dict)
    port: int = 0
    _server: Server | None = None

    @property
    def relay(self) -> Relay:
        return Relay(Address("127.0.0.1", self.port), "/", secure=False)

    async def start(self) -> None:
        self._server = await serve(
            self._serve,
            "127.0.0.1",
            self.port,
            process_request=self._describe,
            max_size=2**20,
            ping_interval=None,
        )
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    def roll_back(self) -> None:
        """Keep of everything the oldest version, as if nothing had come since."""
        self.kept = {}
        for event in self.versions:
            self.kept.setdefault(_place(event), event)

    def forget(self, share: float) -> None:
        """Keep only this share of what it keeps, the newest first."""
        events = sorted(self.kept.items(), key=lambda item: -item[1]["created_at"])
        self.kept = dict(events[: round(len(events) * share)])

    @property
    def octets(self) -> int:
        return sum(len(json.dumps(event)) for event in self.kept.values())

    def _describe(self, _socket: ServerConnection, request: Request) -> Response | None:
        if request.headers.get("Accept") != "application/nostr+json":
            return None
        limits = {
            "max_message_length": self.limits.message,
            "max_limit": self.limits.page,
            "created_at_upper_limit": self.limits.ahead,
            "auth_required": self.limits.auth,
        }
        body = json.dumps({"name": "a relay of the tests", "limitation": limits}).encode()
        return Response(http.HTTPStatus.OK, "OK", Headers({"Content-Length": str(len(body))}), body)

    async def _serve(self, socket: ServerConnection) -> None:
        self.subscriptions[socket] = {}
        try:
            count = 0
            async for raw in socket:
                count += 1
                if self.conduct.closes_after is not None and count > self.conduct.closes_after:
                    return
                await asyncio.sleep(self.conduct.delay)
                if not self.conduct.deaf:
                    await self._answer(socket, str(raw))
        except ConnectionClosed:
            pass
        finally:
            del self.subscriptions[socket]

    async def _answer(self, socket: ServerConnection, raw: str) -> None:
        match json.loads(raw):
            case ["EVENT", dict() as event]:
                refusal = self._refusal(raw, event)
                if refusal:
                    self.refused.append(refusal)
                await _say(socket, ["OK", event["id"], not refusal, refusal])
                if not refusal and not self.conduct.silent:
                    await self._keep(event)
            case ["REQ", str() as name, *filters]:
                self.subscriptions[socket][name] = filters
                found = sorted(
                    (one for one in self.kept.values() if _wanted(one, filters)),
                    key=lambda event: -event["created_at"],
                )
                most = min(self.limits.page, *(one.get("limit", 500) for one in filters))
                for event in found[:most]:
                    await self._send(socket, name, event)
                await _say(socket, ["EOSE", name])
            case ["CLOSE", str() as name]:
                self.subscriptions[socket].pop(name, None)
            case _:
                await _say(socket, ["NOTICE", "what?"])

    def _refusal(self, raw: str, event: Event) -> str:
        if self.conduct.refusal:
            return self.conduct.refusal
        now, times = time.monotonic(), self.times.setdefault(event["pubkey"], deque())
        while times and times[0] < now - 60:
            times.popleft()
        if len(times) >= self.limits.a_minute:
            return "rate-limited: slow down there chief"
        times.append(now)
        if len(raw) > self.limits.message:
            return "invalid: too long"
        if event["kind"] not in self.limits.kinds:
            return "blocked: no such kinds here"
        if event["created_at"] > time.time() + self.limits.ahead:
            return "invalid: from the future"
        own = sum(author == event["pubkey"] for author, _, _ in self.kept)
        if _place(event) not in self.kept and own >= self.limits.kept_each:
            return "blocked: you have enough"
        return ""

    async def _keep(self, event: Event) -> None:
        old = self.kept.get(_place(event))
        if old is not None and old["created_at"] > event["created_at"]:
            return
        self.kept[_place(event)] = event
        self.versions.append(event)
        for socket, subscriptions in list(self.subscriptions.items()):
            for name, filters in list(subscriptions.items()):
                if _wanted(event, filters):
                    await self._send(socket, name, event)

    async def _send(self, socket: ServerConnection, name: str, event: Event) -> None:
        for _ in range(2 if self.conduct.twice else 1):
            await _say(socket, ["EVENT", name, event])


def _place(event: Event) -> tuple[str, int, str]:
    named = next((tag[1] for tag in event["tags"] if tag[0] == "d"), "")
    return event["pubkey"], event["kind"], named


def _wanted(event: Event, filters: list[Event]) -> bool:
    return any(
        event["pubkey"] in one.get("authors", [event["pubkey"]])
        and event["kind"] in one.get("kinds", [event["kind"]])
        and event["created_at"] <= one.get("until", event["created_at"])
        for one in filters
    )


async def _say(socket: ServerConnection, message: list[Any]) -> None:
    with suppress(ConnectionClosed):
        await socket.send(json.dumps(message))


@asynccontextmanager
async def nostr_relay(
    limits: Limits | None = None, conduct: Conduct | None = None
) -> AsyncIterator[NostrRelay]:
    relay = NostrRelay(limits or Limits(), conduct or Conduct())
    await relay.start()
    yield relay
    await relay.stop()
