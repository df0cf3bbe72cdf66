"""Tables of one's own network, by multicast DNS (RFC 6762, RFC 6763; SPEC-16.21).

A table is the service of type `_secret-subs._tcp`, and its listing stands in the TXT record. What
is announced: the listing, the port, and the addresses of this machine in its networks; neither the
machine's name nor its player's key. The library belongs to the extra `nearby`, and is imported here
alone.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import Any, Final

from p2p.address import Address
from p2p.errors import BadAddress, BadListing, Unreachable
from p2p.listing import MAX_LISTING, FoundTable, Listing
from p2p.ways import is_unspecified, number_of, way_to

__all__ = ["INSTALL", "SEARCH_SECONDS", "announced", "can_search", "find_nearby"]

INSTALL: Final = "pip install 'secret-subs[nearby]'"
"""What brings the library."""
SEARCH_SECONDS: Final = 3.0
"""For which is listened; answers take up to a second, and may be lost."""
MAX_FOUND: Final = 64
"""Tables of which the announcement is read."""

_TYPE: Final = "_secret-subs._tcp.local."
_CHUNK: Final = 250
"""Bytes of one value of a TXT record, with its name and an equals sign at most 255."""
_MAX_ADDRESSES: Final = 4
_MILLISECONDS: Final = 1000


def can_search() -> bool:
    """Whether the library is installed."""
    return find_spec("zeroconf") is not None


@asynccontextmanager
async def announced(listing: bytes, listen: Address) -> AsyncIterator[None]:
    """Tell the own network of a table as long as the context lasts.

    Args:
        listing: of the table.
        listen: where its host listens.

    Raises:
        Unreachable: it cannot be told.
    """
    _check_installed()
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf  # noqa: PLC0415 (an extra)

    instance = Listing.read(listing).id[:32]
    service = AsyncServiceInfo(
        _TYPE,
        f"{instance}.{_TYPE}",
        port=listen.port,
        properties=_written(listing),
        server=f"{instance}.local.",
        parsed_addresses=_addresses(listen),
    )
    try:
        network = AsyncZeroconf(interfaces=_interfaces(listen))
    except OSError as error:
        raise Unreachable(f"the own network cannot be told: {error.strerror}") from error
    try:
        await (await network.async_register_service(service))
        yield
    finally:
        await network.async_unregister_all_services()
        await network.async_close()


async def find_nearby(
    seconds: float = SEARCH_SECONDS, interfaces: Sequence[str] = ()
) -> tuple[FoundTable, ...]:
    """The tables that are announced in the own network; forged and old ones are left out.

    Args:
        seconds: for which to listen.
        interfaces: numbers of this machine in the networks to search; all, if there are none.

    Raises:
        Unreachable: it cannot be searched.
    """
    _check_installed()
    from zeroconf import InterfaceChoice  # noqa: PLC0415 (an extra)
    from zeroconf.asyncio import (  # noqa: PLC0415 (an extra)
        AsyncServiceBrowser,
        AsyncServiceInfo,
        AsyncZeroconf,
    )

    names: dict[str, None] = {}

    def seen(zeroconf: Any, service_type: str, name: str, state_change: Any) -> None:  # noqa: ARG001 (the library names them)
        if len(names) < MAX_FOUND:
            names[name] = None

    try:
        network = AsyncZeroconf(interfaces=list(interfaces) or InterfaceChoice.All)
    except OSError as error:
        raise Unreachable(f"the own network cannot be searched: {error.strerror}") from error
    browser = AsyncServiceBrowser(network.zeroconf, [_TYPE], handlers=[seen])
    try:
        await asyncio.sleep(seconds)
        services = [AsyncServiceInfo(_TYPE, name) for name in names]
        answers = [one.async_request(network.zeroconf, seconds * _MILLISECONDS) for one in services]
        await asyncio.gather(*answers)
    finally:
        await browser.async_cancel()
        await network.async_close()
    found = (_read(one.properties, one.parsed_addresses(), one.port) for one in services)
    return tuple({one.listing.key: one for one in found if one is not None}.values())


def _written(listing: bytes) -> dict[str, bytes]:
    """A listing as the values of a TXT record: ``l0``, ``l1``, and so on."""
    starts = range(0, len(listing), _CHUNK)
    return {f"l{i}": listing[at : at + _CHUNK] for i, at in enumerate(starts)}


def _read(
    properties: Mapping[bytes, bytes | None], addresses: Sequence[str], port: int | None
) -> FoundTable | None:
    """What is announced; None if it is no table."""
    chunks = (properties.get(f"l{i}".encode()) or b"" for i in range(MAX_LISTING // _CHUNK + 1))
    try:
        at = (Address(host.partition("%")[0], port or 0) for host in addresses[:_MAX_ADDRESSES])
        ways = tuple(map(way_to, at))
        listing = Listing.read(b"".join(chunks))
    except (BadAddress, BadListing):
        return None
    return FoundTable(listing, ways) if port and ways else None


def _interfaces(listen: Address) -> Any:
    from zeroconf import InterfaceChoice  # noqa: PLC0415 (an extra)

    return InterfaceChoice.All if is_unspecified(listen) else [listen.host]


def _addresses(listen: Address) -> list[str]:
    """The numbers at which this machine is called where it listens."""
    if not is_unspecified(listen):
        return [listen.host]
    import ifaddr  # noqa: PLC0415 (an extra)

    written = (
        ip.ip if ip.is_IPv4 else ip.ip[0] for adapter in ifaddr.get_adapters() for ip in adapter.ips
    )
    found = [host for host in written if _is_called(host)]
    found.sort(key=lambda host: ":" in host)
    return found[:_MAX_ADDRESSES]


def _is_called(host: str) -> bool:
    number = number_of(host)
    return number is not None and not (number.is_loopback or number.is_link_local)


def _check_installed() -> None:
    if not can_search():
        raise Unreachable(f"for tables of your network more is needed: {INSTALL}")
