"""Having one's own router pass a port on to this machine, by UPnP (IGD:1 and IGD:2; SPEC-16.4).

The library, `miniupnpc` of the extra `nearby`, is C that parses what anything in the network says,
and blocks while it does. So it runs in a process of its own, `python -m p2p.upnp`, with a limit of
time; what that says is one line of JSON, and is judged here. A mapping is for an hour, and renewed
as long as the node runs, so that no port stays open after a crash.
"""

import asyncio
import ipaddress
import json
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from p2p.address import Address
from p2p.errors import Unreachable
from p2p.ways import Direct

__all__ = ["can_open", "close_port", "kept_open", "open_port"]

LEASE_SECONDS: Final = 3600
"""For which a router is asked to pass the port on; asked again after half of it."""
PATIENCE: Final = 15.0
"""Seconds for a router to answer."""

_DISCOVERY_MILLISECONDS: Final = 2000
_MOST: Final = 1000  # characters of an answer
_ABOUT: Final = "Secret Subs"


def can_open() -> bool:
    """Whether the library is installed."""
    return find_spec("miniupnpc") is not None


async def open_port(port: int) -> Direct:
    """Have the router pass a port on to this machine: the way in that this makes.

    Raises:
        Unreachable: no router does, or it has no address that everybody can call.
    """
    said = await _run("open", port)
    host, error = said.get("host"), said.get("error")
    if error or not isinstance(host, str):
        raise Unreachable(f"no port of your router was opened: {error or 'it did not say where'}")
    if not _is_global(host):
        await close_port(port)
        raise Unreachable(f"no port of your router was opened: {_behind(host)}")
    return Direct(Address(host, port))


async def close_port(port: int) -> None:
    """Have the router pass a port on no more. It forgets by itself if it does not answer."""
    with suppress(Unreachable):
        await _run("close", port)


@asynccontextmanager
async def kept_open(port: int) -> AsyncIterator[None]:
    """Keep a port open that was opened, as long as the context lasts; then close it."""
    renewing = asyncio.create_task(_renew(port))
    try:
        yield
    finally:
        renewing.cancel()
        await asyncio.wait({renewing})
        await close_port(port)


async def _renew(port: int) -> None:
    while True:
        await asyncio.sleep(LEASE_SECONDS / 2)
        with suppress(Unreachable):
            await open_port(port)


async def _run(command: str, port: int) -> dict[str, object]:
    """What the other process says.

    Raises:
        Unreachable: nothing, or not in time.
    """
    if not can_open():
        raise Unreachable("the library for it is missing: pip install 'secret-subs[nearby]'")
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        __name__,
        command,
        str(port),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            output, _ = await child.communicate()
        said = json.loads(output[:_MOST])
    except TimeoutError:
        raise Unreachable("your router did not answer in time") from None
    except ValueError:
        raise Unreachable("your router's answer cannot be read") from None
    finally:
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()
    return said if isinstance(said, dict) else {}


def _is_global(host: str) -> bool:
    """Whether everybody can call an address."""
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        return False


def _behind(host: str) -> str:
    return f"it has the address {host[:45]!a} itself, which nobody can call from outside"


def main(arguments: Sequence[str]) -> None:
    """The other process: do one thing, and say what came of it."""
    command, port = arguments[0], int(arguments[1])
    router = import_module("miniupnpc").UPnP()
    router.discoverdelay = _DISCOVERY_MILLISECONDS
    said: dict[str, str] = {}
    try:
        router.discover()
        router.selectigd()
        if command == "close":
            router.deleteportmapping(port, "TCP")
        else:
            said["host"] = host = router.externalipaddress()
            if _is_global(host):
                own = router.lanaddr
                router.addportmapping(port, "TCP", own, port, _ABOUT, "", LEASE_SECONDS)
    except Exception as error:  # noqa: BLE001 (the library raises `Exception` itself)
        said = {"error": str(error)[:200] or "no router in your network offers it"}
    os.write(1, json.dumps(said).encode())  # for the process that has started this one


if __name__ == "__main__":
    main(sys.argv[1:])
