"""A port of the player's own router is opened and closed, by a real library (SPEC-16.4).

The router is a program in another network namespace, found by real multicast.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from p2p import upnp
from p2p.address import Address
from p2p.errors import Unreachable
from p2p.upnp import kept_open, open_port
from p2p.ways import Direct
from tests.client.homes import NETWORK, inside, one_network
from tests.patience import PATIENCE

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))  # noqa: PTH120
ASKED = """
import asyncio, json, sys
from p2p.errors import NodeError
from p2p.upnp import kept_open, open_port

async def main():
    way = await open_port(7777)
    async with kept_open(7777):
        print(way)

try:
    asyncio.run(main())
except NodeError as error:
    print(error)
"""


@contextmanager
def behind(outside: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A router with an address outside, and what a machine of its network is told."""
    try:
        with one_network() as (first, second):
            command = [*inside(first), sys.executable, "-m", "tests.p2p.router", NETWORK[0]]
            with subprocess.Popen(
                [*command, outside], stdout=subprocess.PIPE, text=True, cwd=ROOT
            ) as router:
                try:
                    assert router.stdout is not None
                    assert router.stdout.readline() == "ready\n"
                    asked = subprocess.run(
                        [*inside(second), sys.executable, "-c", ASKED],
                        capture_output=True,
                        text=True,
                        timeout=PATIENCE,
                        check=True,
                        cwd=ROOT,
                    )
                    yield router, asked.stdout
                finally:
                    router.kill()
    except FileNotFoundError:
        pytest.skip("ip is not installed")
    except subprocess.CalledProcessError as error:
        if "netns" in str(error.cmd):
            pytest.skip("no network namespaces here")
        raise


def test_a_router_opens_a_port_for_an_hour_and_closes_it_at_the_end() -> None:
    with behind("1.2.3.4") as (router, said):
        assert said == "1.2.3.4:7777\n"
        assert router.stdout is not None
        opened, closed = (router.stdout.readline().split() for _ in range(2))
    assert opened == ["AddPortMapping", "7777", "TCP", NETWORK[1], "3600"]
    assert closed[:3] == ["DeletePortMapping", "7777", "TCP"]


@pytest.mark.parametrize("outside", ["100.64.0.7", "192.168.0.2"])
def test_a_router_that_is_behind_another_one_is_of_no_use(outside: str) -> None:
    with behind(outside) as (_, said):
        assert "no port of your router was opened" in said


class Child:
    """Stands for the other process."""

    def __init__(self, output: bytes, seconds: float = 0) -> None:
        self._output, self._seconds = output, seconds
        self.killed = False

    async def communicate(self) -> tuple[bytes, None]:
        await asyncio.sleep(self._seconds)
        return self._output, None

    def kill(self) -> None:
        self.killed = True

    async def wait(self) -> int:
        return 0


def answering(monkeypatch: pytest.MonkeyPatch, child: Child) -> None:
    async def start(*_: object, **__: object) -> Child:
        await asyncio.sleep(0)
        return child

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)


@pytest.mark.parametrize(
    "output",
    [b"", b"[]", b"7", b"{", b'{"host": 7}', b'{"host": "router.example"}', b'{"host": "10.0.0.1"}',
     b'{"host": "127.0.0.1"}', b'{"host": "203.0.113.7"}', b'{"error": "\\u001b[2J"}'],
)  # fmt: skip
async def test_what_the_router_says_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, output: bytes
) -> None:
    answering(monkeypatch, Child(output))
    with pytest.raises(Unreachable) as refused:
        await open_port(7777)
    assert str(refused.value).isprintable()


async def test_a_router_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upnp, "PATIENCE", 0.05)
    child = Child(b"", 60)
    answering(monkeypatch, child)
    with pytest.raises(Unreachable, match="in time"):
        await open_port(7777)
    assert child.killed


async def test_a_port_is_renewed_before_its_hour_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upnp, "LEASE_SECONDS", 0.02)
    asked: list[str] = []
    renewed = asyncio.Event()

    async def run(command: str, port: int) -> dict[str, object]:
        await asyncio.sleep(0)
        asked.append(command)
        if len(asked) > 1:
            renewed.set()
        return json.loads(f'{{"host": "1.2.3.4", "port": {port}}}')  # type: ignore[no-any-return]

    monkeypatch.setattr(upnp, "_run", run)
    assert await open_port(7777) == Direct(Address("1.2.3.4", 7777))
    async with kept_open(7777):
        await asyncio.wait_for(renewed.wait(), PATIENCE)
    assert asked[1] == "open"
    assert asked[-1] == "close"
