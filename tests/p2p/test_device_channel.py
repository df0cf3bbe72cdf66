"""SPEC-16.9: a sealed seat over one connection; what else comes is refused, and nothing is lost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from p2p import device_channel
from p2p.address import Address
from p2p.device_channel import MAX_CARRIED, carry, waiting_at
from p2p.errors import BadMove, Unreachable

HOST = "127.0.0.1"
SEAT = b"secret-subs seat 1\n" + bytes(200_000)


class Taker:
    """A device that waits."""

    def __init__(self, refuses: str = "") -> None:
        self.taken: list[bytes] = []
        self._refuses = refuses

    async def take(self, sealed: bytes) -> None:
        if self._refuses:
            raise BadMove(self._refuses)
        self.taken.append(sealed)


@asynccontextmanager
async def waiting(taker: Taker) -> AsyncIterator[Address]:
    async with waiting_at(HOST, 0, taker.take) as port:
        yield Address(HOST, port)


async def answered(at: Address, sent: bytes) -> bytes:
    """What is answered to some bytes."""
    reader, writer = await asyncio.open_connection(at.host, at.port)
    writer.write(sent)
    writer.write_eof()
    answer = await reader.read()
    writer.close()
    return answer[4:]


async def test_a_seat_is_on_the_other_device_when_it_is_answered() -> None:
    taker = Taker()
    async with waiting(taker) as at:
        await carry(at, SEAT)
        assert taker.taken == [SEAT]


async def test_why_a_seat_is_refused_is_told() -> None:
    async with waiting(Taker("written for another code\nthan this")) as at:
        with pytest.raises(BadMove, match="refuses it: written for another code"):
            await carry(at, SEAT)


async def test_who_does_not_answer_is_named() -> None:
    async with waiting(Taker()) as at:
        pass
    with pytest.raises(Unreachable, match=f"does not answer at {HOST}"):
        await carry(at, SEAT)


async def test_what_strangers_send_is_refused_and_the_seat_comes_after_them() -> None:
    """Something else, too much, too little, nothing."""
    taker = Taker()
    async with waiting(taker) as at:
        assert b"no seat" in await answered(at, (30).to_bytes(4, "big") + b"x" * 30)
        too_long = (MAX_CARRIED + 1).to_bytes(4, "big")
        assert b"more than is taken" in await answered(at, too_long + SEAT[:1000])
        assert await answered(at, len(SEAT).to_bytes(4, "big") + SEAT[:1000]) == b""
        assert await answered(at, b"\0\0") == b""
        await carry(at, SEAT)
    assert taker.taken == [SEAT]


async def test_a_connection_that_breaks_before_the_answer_is_not_taken_for_one() -> None:
    async def vanish(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readexactly(4 + len(SEAT))
        writer.close()

    async with await asyncio.start_server(vanish, HOST, 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(Unreachable, match="broke before it answered"):
            await carry(Address(HOST, port), SEAT)


async def test_who_says_nothing_keeps_nobody_waiting_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also if as many say nothing as are listened to at once: they are sent away."""
    monkeypatch.setattr(device_channel, "_SECONDS", 0.2)
    taker = Taker()
    async with waiting(taker) as at:
        silent = [await asyncio.open_connection(at.host, at.port) for _ in range(4)]
        await asyncio.sleep(0.3)
        monkeypatch.setattr(device_channel, "_SECONDS", 20)
        await carry(at, SEAT)
        for _, writer in silent:
            writer.close()
    assert taker.taken == [SEAT]
