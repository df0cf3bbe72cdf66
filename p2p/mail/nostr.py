"""A relay of Nostr, as far as mail needs it (NIP-01, NIP-11): chunks come and go.

Nothing else imports `nostr_sdk`, which is installed with the extra ``secret-subs[nostr]``. It
checks the signature of everything that it is sent, and that it was asked for.
"""

import asyncio
import base64
import http.client
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from p2p.errors import ConnectionLost, MailRefused, Unreachable
from p2p.mail.box import Left
from p2p.mail.chunks import MAX_CHUNK, MAX_CHUNKS, MAX_SEALED
from p2p.mail.keys import AUTHOR_SIZE, Author
from p2p.ways import Relay

if TYPE_CHECKING:
    import nostr_sdk

__all__ = ["KIND", "NostrRelay", "opened"]

KIND: Final = 30_078
"""Data of an application, of which a relay keeps the newest under each name (NIP-78)."""
PAGE: Final = 500
"""Events that are fetched at once."""
ANSWER_SECONDS: Final = 10.0
"""How long a relay may take to answer."""
_STATUS_SECONDS: Final = 1.0
_MAX_EVENT: Final = 65_536
_MAX_DESCRIPTION: Final = 65_536
_FRAME: Final = 640
"""Bytes of an event besides what it contains."""
_LEAST: Final = 1_000
"""Octets of a chunk below which a game would not fit into those that are read."""
_SUBSCRIPTION: Final = "mail"
_INSTALL: Final = "mailboxes need nostr-sdk: pip install 'secret-subs[nostr]'"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a relay says of itself (NIP-11).

    Attributes:
        chunk: octets of the longest chunk that it takes.
        refusal: why it takes none; empty if it may.
    """

    chunk: int = MAX_CHUNK
    refusal: str = ""


class NostrRelay:
    """A relay that is connected.

    Attributes:
        terms: what it says of itself.
    """

    def __init__(self, sdk: Any, client: "nostr_sdk.Client", url: Any, terms: Terms) -> None:
        """It is connected; see `opened`."""
        self.terms = terms
        self._sdk = sdk
        self._client = client
        self._url = url
        self._news = client.notifications()
        self._subscribed = 0

    async def fetch(self, authors: Iterable[bytes]) -> list[Left]:
        """All that it keeps of these authors.

        Raises:
            ConnectionLost: it does not answer.
        """
        found: dict[str, Left] = {}
        until: int | None = None
        for _ in range(2 + MAX_CHUNKS):
            filtered = self._filter(authors).limit(PAGE)
            if until is not None:
                filtered = filtered.until(self._sdk.Timestamp.from_secs(until))
            try:
                target = self._sdk.ReqTarget.single(self._url, [filtered])
                page = await self._client.fetch_events(target, timedelta(seconds=ANSWER_SECONDS))
            except self._sdk.NostrSdkError as error:
                raise ConnectionLost(f"the mailbox does not answer: {error}") from error
            new = {event.id().to_hex(): event for event in page}
            fresh = new.keys() - found.keys()
            for name in fresh:
                left = _left(new[name])
                if left is not None:
                    found[name] = left
            if not fresh:
                break
            until = min(event.created_at().as_secs() for event in page)
        await self._check()
        return list(found.values())

    async def subscribe(self, authors: Iterable[bytes]) -> None:
        """Be told from now on what these authors leave.

        Raises:
            ConnectionLost: it cannot be asked.
        """
        before, self._subscribed = self._subscribed, self._subscribed + 1
        try:
            target = self._sdk.ReqTarget.single(self._url, [self._filter(authors)])
            await self._client.subscribe(target, f"{_SUBSCRIPTION}{self._subscribed}")
            if before:
                await self._client.unsubscribe(f"{_SUBSCRIPTION}{before}")
        except self._sdk.NostrSdkError as error:
            raise ConnectionLost(f"the mailbox does not answer: {error}") from error

    async def next(self) -> Left:
        """What is left there next by those who were subscribed to.

        Raises:
            ConnectionLost: the connection has ended.
        """
        waiting = asyncio.ensure_future(self._news.next())
        try:
            while True:
                done, _ = await asyncio.wait({waiting}, timeout=_STATUS_SECONDS)
                if not done:
                    await self._check()
                    continue
                news = waiting.result()
                if news is None:
                    raise ConnectionLost("the mailbox has closed the connection")
                if news.is_new_event():
                    left = _left(news.event)
                    if left is not None:
                        return left
                waiting = asyncio.ensure_future(self._news.next())
        finally:
            waiting.cancel()

    async def post(self, author: Author, name: bytes, second: int, sealed: bytes) -> None:
        """Leave a chunk there, in the place of an earlier one of that name.

        Raises:
            MailRefused: it does not take it, and says why.
            ConnectionLost: the connection has ended, or it does not answer.
        """
        event = await asyncio.to_thread(self._event, author, name, second, sealed)
        relay = await self._client.relay(self._url)
        try:
            await relay.send_event(
                event, wait_for_ok=True, ok_timeout=timedelta(seconds=ANSWER_SECONDS)
            )
        except self._sdk.NostrSdkError as error:
            await self._check()
            raise MailRefused(str(error)) from error

    async def _check(self) -> None:
        relay = await self._client.relay(self._url)
        if relay is None or relay.status() is not self._sdk.RelayStatus.CONNECTED:
            raise ConnectionLost("the connection to the mailbox has ended")

    def _event(self, author: Author, name: bytes, second: int, sealed: bytes) -> Any:
        """Build an event; for a large one that takes many milliseconds."""
        sdk = self._sdk
        content = base64.b64encode(sealed).decode("ascii")
        keys = sdk.Keys(sdk.SecretKey.from_bytes(author.secret))
        builder = sdk.EventBuilder(sdk.Kind(KIND), content).tags([sdk.Tag.identifier(name.hex())])
        return builder.custom_created_at(sdk.Timestamp.from_secs(second)).finalize(keys)

    def _filter(self, authors: Iterable[bytes]) -> Any:
        keys = [self._sdk.PublicKey.from_bytes(author) for author in sorted(authors)]
        return self._sdk.Filter().authors(keys).kinds([self._sdk.Kind(KIND)])


@asynccontextmanager
async def opened(relay: Relay) -> AsyncIterator[NostrRelay]:
    """Connect to a relay as long as the context lasts.

    Raises:
        Unreachable: it cannot be reached, or wants what this program does not give, or the library
            is not installed.
    """
    try:
        import nostr_sdk as sdk  # noqa: PLC0415 (an extra, which who needs none goes without)
    except ImportError as error:
        raise Unreachable(f"{relay}: {_INSTALL}") from error
    terms = await asyncio.to_thread(_terms_of, relay)
    if terms.refusal:
        raise Unreachable(f"{relay}: {terms.refusal}")
    url = sdk.RelayUrl.parse(str(relay))
    limits = sdk.RelayLimits().event_max_size(2 * _MAX_EVENT).message_max_size(2 * _MAX_EVENT)
    options = (
        sdk.RelayOptions()
        .reconnect(reconnect=False)
        .limits(limits)
        .verify_subscriptions(enable=True)
        .ban_relay_on_mismatch(enable=False)
    )
    client = sdk.ClientBuilder().build()
    try:
        await client.add_relay(url, opts=options)
        reached = await client.try_connect(timedelta(seconds=ANSWER_SECONDS))
        if not reached.success:
            raise Unreachable(f"{relay}: {next(iter(reached.failed.values()), 'no answer')}")
        yield NostrRelay(sdk, client, url, terms)
    finally:
        await client.shutdown()


def _left(event: Any) -> Left | None:
    """What an event contains; None if it cannot be a chunk of ours."""
    match [tag.to_vec() for tag in event.tags()]:
        case [["d", str() as name]] if len(event.content()) <= _MAX_EVENT:
            pass
        case _:
            return None
    with suppress(ValueError):
        sealed = base64.b64decode(event.content(), validate=True)
        author, place = bytes.fromhex(event.author().to_hex()), bytes.fromhex(name)
        if len(author) == AUTHOR_SIZE and len(sealed) <= MAX_SEALED:
            return Left(author, place, event.created_at().as_secs(), sealed)
    return None


def _terms_of(relay: Relay) -> Terms:
    """Ask a relay what it takes; one that does not say takes what most do."""
    place = relay.address
    kind = http.client.HTTPSConnection if relay.secure else http.client.HTTPConnection
    asked = kind(place.host, place.port, timeout=ANSWER_SECONDS / 2)
    try:
        asked.request("GET", relay.path, headers={"Accept": "application/nostr+json"})
        answer = asked.getresponse()
        said = (
            json.loads(answer.read(_MAX_DESCRIPTION)) if answer.status == http.HTTPStatus.OK else {}
        )
    except (OSError, http.client.HTTPException, ValueError, RecursionError):
        return Terms()
    finally:
        asked.close()
    limits = said.get("limitation") if isinstance(said, dict) else None
    return _read_terms(limits) if isinstance(limits, dict) else Terms()


def _read_terms(limits: dict[str, object]) -> Terms:
    for name, wanted in (
        ("auth_required", "who one is"),
        ("payment_required", "money"),
        ("restricted_writes", "an account"),
    ):
        if limits.get(name) is True:
            return Terms(refusal=f"it asks for {wanted}, which mail cannot give")
    work = limits.get("min_pow_difficulty")
    if isinstance(work, int) and work > 0:
        return Terms(refusal="it asks for proof of work, which mail does not give")
    chunk = MAX_CHUNK
    for name in ("max_message_length", "max_content_length"):
        most = limits.get(name)
        if isinstance(most, int):
            chunk = min(chunk, (most - _FRAME) // 4 * 3 - (MAX_SEALED - MAX_CHUNK))
    if chunk < _LEAST:
        return Terms(refusal="it takes no events that are long enough")
    return Terms(chunk=chunk)
