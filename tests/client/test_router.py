"""A player is told what came of asking the router, and plays on whatever it was."""

from contextlib import asynccontextmanager

import pytest

from client import router
from client.playing import _with
from client.router import opened_at_router
from p2p.address import Address
from p2p.errors import Unreachable
from p2p.ways import Direct, Lan, Relay

EVERYWHERE = Direct(Address("1.2.3.4", 7777))
HOME = Lan(Address("192.168.1.20", 7777))
RELAYS = tuple(Relay(Address(f"relay{n}.example", 443), "/" + "A" * 43) for n in range(3))
LISTEN = Address("0.0.0.0", 7777)  # noqa: S104 (of a test)


class Shown:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def show(self, text: str) -> None:
        self.lines.append(text)


async def test_the_way_that_a_router_makes_comes_before_all_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed: list[int] = []

    async def opens(port: int) -> Direct:
        return Direct(Address("1.2.3.4", port))

    @asynccontextmanager
    async def kept(port: int):  # type: ignore[no-untyped-def] # noqa: ANN202
        yield
        closed.append(port)

    monkeypatch.setattr(router, "open_port", opens)
    monkeypatch.setattr(router, "kept_open", kept)
    screen = Shown()
    async with opened_at_router(screen, LISTEN) as opened:
        assert opened == (EVERYWHERE,)
        assert not closed
    assert closed == [7777]
    assert "passes calls at 1.2.3.4:7777" in screen.lines[-1]


async def test_without_a_router_that_helps_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def refuses(port: int) -> Direct:
        raise Unreachable(f"no router opens {port}")

    monkeypatch.setattr(router, "open_port", refuses)
    screen = Shown()
    async with opened_at_router(screen, LISTEN) as opened:
        assert opened == ()
    assert "no router opens 7777. Others may" in screen.lines[-1]
    async with opened_at_router(screen, None) as opened:
        assert opened == ()


def test_a_link_keeps_four_ways_and_drops_what_helps_few() -> None:
    assert _with((), (HOME, *RELAYS)) == (HOME, *RELAYS)
    assert _with((EVERYWHERE,), (HOME,)) == (EVERYWHERE, HOME)
    assert _with((EVERYWHERE,), (HOME, *RELAYS)) == (EVERYWHERE, *RELAYS)
