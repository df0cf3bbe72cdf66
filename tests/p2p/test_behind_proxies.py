"""The proxies of docs/relay.md before a real relay: a game over TLS, and what they keep apart."""

import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from http.client import HTTPSConnection
from itertools import count

import pytest
from websockets.asyncio.client import ClientConnection, connect

from p2p.address import Address
from p2p.errors import Unreachable
from p2p.relay import client
from p2p.relay.client import RelayAccess, registered
from tests.p2p.company import Company
from tests.p2p.proxies import (
    Certificate,
    Site,
    free_port,
    may_run,
    proxied,
    relay_command,
    until_called,
)
from tests.p2p.test_relay_games import company
from tests.protocol.sample import identity

__all__ = ["company"]  # a fixture

pytestmark = pytest.mark.no_cover
PER_NETWORK = 12


@pytest.fixture(scope="module", params=["nginx", "Caddy"])
def running(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """A relay behind a proxy."""
    proxy: str = request.param
    if not may_run(proxy):
        pytest.skip(f"{proxy} or openssl is not installed")
    folder = tmp_path_factory.mktemp("proxy")
    certificate = Certificate.made(folder, "127.0.0.1")
    at = Site("127.0.0.1", free_port(), f"127.0.0.1:{free_port()}", certificate)
    said = folder / "relay.txt"
    options = (*relay_command(at), "--per-network", str(PER_NETWORK))
    with said.open("ab") as output:
        relay = subprocess.Popen([sys.executable, "-m", "client", *options], stdout=output)
    try:
        until_called((), "127.0.0.1", int(at.relay.rpartition(":")[2]), relay, said)
        with proxied(proxy, at, folder):
            yield at
    finally:
        relay.kill()
        relay.wait()


@pytest.fixture
def site(running: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    """Where they are called, by who trusts the certificate."""
    monkeypatch.setenv("SSL_CERT_FILE", str(running.certificate.file))
    return running


async def test_a_whole_game_is_played_through_the_proxy(site: Site, company: Company) -> None:
    await company.play([RelayAccess.parse(site.url)], 40)


def answered(site: Site, path: str) -> tuple[int, bytes]:
    """What the proxy answers who asks for a page."""
    trusted = ssl.create_default_context()
    asked = HTTPSConnection(site.host, site.port, context=trusted)
    with closing(asked):
        asked.request("GET", path)
        answer = asked.getresponse()
        return answer.status, answer.read().strip()


def test_who_does_not_trust_the_certificate_does_not_call(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(ssl.SSLCertVerificationError):
        answered(site, "/healthz")


def test_everybody_may_ask_for_its_health_and_nobody_outside_for_its_numbers(site: Site) -> None:
    assert answered(site, "/healthz") == (200, b"ok")
    assert answered(site, "/metrics")[0] == 404


async def test_who_writes_the_header_of_the_proxy_itself_is_counted_all_the_same(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit of a network holds: the proxy puts its own word last, or in place of the lie."""
    lies = count(1)

    async def lying(url: str, _: Address) -> ClientConnection:
        lie = {"X-Forwarded-For": f"203.0.113.{next(lies)}"}
        return await connect(url, additional_headers=lie, proxy=None)

    monkeypatch.setattr(client, "call", lying)
    access = RelayAccess.parse(site.url)
    async with AsyncExitStack() as stack:
        for seat in range(PER_NETWORK):
            await stack.enter_async_context(registered(access, identity(seat)))
        with pytest.raises(Unreachable, match="it has no room"):
            await stack.enter_async_context(registered(access, identity(PER_NETWORK)))
