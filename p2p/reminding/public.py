"""Web hooks at public hosts: where the keeper's own network and machine cannot be reached.

A host's name is resolved once, all its numbers are judged, and the call is made to a number that
was: a name that leads elsewhere a moment later (DNS rebinding) leads nowhere here. Whatever the
host answers, no redirect is followed.
"""

import asyncio
import ipaddress
import json
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, TypeAlias

from p2p.ways import is_local_number

__all__ = ["PublicPoster", "Resolver", "is_public"]

_SECONDS: Final = 10.0
_HTTPS: Final = 443
_MAX_LINE: Final = 1024
_GLOBAL_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
"""All that IPv6 has for hosts which everybody can reach (RFC 4291, section 2.4)."""
_SPECIAL: Final = tuple(
    map(
        ipaddress.ip_network,
        ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20"),
    )
)
"""Special purposes (RFC 6890) that `is_global` lets pass in some versions of Python: among them
numbers of IPv6 that stand for ones of IPv4, which may be private."""
_STATUS: Final = b"HTTP/1.1 2"

Resolver: TypeAlias = Callable[[str], Awaitable[Sequence[str]]]
"""The numbers of a host; raises OSError if there is none."""


def is_public(number: str) -> bool:
    """Whether a number leads to a host that everybody can reach, and to nobody's own network."""
    try:
        found = ipaddress.ip_address(number)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if found not in _GLOBAL_UNICAST:
            return False
    if any(found in network for network in _SPECIAL):
        return False
    return found.is_global and not found.is_multicast and not is_local_number(found)


async def _resolve(host: str) -> Sequence[str]:
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, _HTTPS, type=socket.SOCK_STREAM)
    return [str(place[0]) for *_, place in found]


class PublicPoster:
    """Posts to web hooks of public hosts."""

    def __init__(
        self,
        *,
        resolve: Resolver = _resolve,
        judge: Callable[[str], bool] = is_public,
        context: ssl.SSLContext | None = None,
        port: int = _HTTPS,
    ) -> None:
        """Tests resolve names, judge numbers and trust certificates of their own."""
        self._resolve = resolve
        self._judge = judge
        self._context = context or ssl.create_default_context()
        self._port = port

    async def post(self, host: str, path: str, title: str, text: str) -> bool:
        """Post a message; whether it was taken.

        Args:
            host: its name.
            path: of the web hook, with what follows it; empty for the root.
            title: of the message.
            text: of the message.
        """
        with suppress(OSError, TimeoutError, ValueError):
            async with asyncio.timeout(_SECONDS):
                numbers = await self._resolve(host)
                if not numbers or not all(map(self._judge, numbers)):
                    return False
                body = json.dumps({"title": title, "message": text}).encode()
                return await self._call(numbers, host, path or "/", body)
        return False

    async def _call(self, numbers: Sequence[str], host: str, path: str, body: bytes) -> bool:
        reader, writer = await self._connect(numbers, host)
        try:
            head = (
                f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            )
            writer.write(head.encode("ascii") + body)
            await writer.drain()
            return (await reader.readline()).startswith(_STATUS)
        finally:
            writer.close()

    async def _connect(
        self, numbers: Sequence[str], host: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to the first number that answers; this machine may have no IPv6.

        Raises:
            OSError: none does.
        """
        for number in numbers:
            with suppress(OSError):
                return await asyncio.open_connection(
                    number, self._port, ssl=self._context, server_hostname=host, limit=_MAX_LINE
                )
        raise OSError("no number of the host answers")
