"""Two holders count as another player for a seat that plays by correspondence (SPEC-16.19).

Real nodes and real holders. Nothing outside of the stores tells how much a seat has signed, so each
has to meet somebody before it signs (SPEC-16.9).
"""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from p2p.events import FaultProven
from p2p.meeting import Meeting
from p2p.standing import Hindrance
from protocol.entry import Entry, Item, SealTokens
from protocol.questions import FIRST
from tests.p2p.held import SEATS, Held, Seat, begun, holding_relay, hurry, length, visit

ANN, BOB, _ = SEATS


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


@dataclass
class Apart:
    """A game whose players are never there together, and the relays that hold it."""

    relays: list[Held]
    seats: list[Seat]

    async def sleep(self) -> None:
        for relay in self.relays:
            await relay.sleep()

    async def put_back(self, copy: Path) -> int:
        """Ann's store becomes an old copy of itself, from before a visit in which she signed.

        The others have come after that visit, and hold what she signed. What she signed first in
        it is sealed with random bytes. Gives the length of the copy's line.
        """
        ann, *others = self.seats
        while True:
            ann.meeting = Meeting.SEATS
            await visit(ann)
            shutil.copy(ann.path, copy)
            before, ann.meeting = len(entries(ann)), Meeting.HOLDERS
            await visit(ann)
            if any(isinstance(item, SealTokens) for item in _own_next(ann, before)):
                break  # with other random bytes it is another entry each time
            for other in others:
                await visit(other)
        for other in others:
            await visit(other)
        await self.sleep()
        shutil.copy(copy, ann.path)
        return len(entries(ann))

    async def all_come(self, *, longer_than: int) -> None:
        """Everybody is there, until the line is longer than this or somebody is blamed."""
        async with AsyncExitStack() as stack:
            nodes = [await stack.enter_async_context(seat.online()) for seat in self.seats]
            await self.seats[BOB].until(
                lambda: all(length(node) > longer_than for node in nodes) or self.blamed
            )

    @property
    def blamed(self) -> bool:
        return any(
            isinstance(notice, FaultProven) for seat in self.seats for notice in seat.player.notices
        )


@asynccontextmanager
async def apart(folder: Path, relays: int = 2) -> AsyncIterator[Apart]:
    async with AsyncExitStack() as stack:
        held = [
            await stack.enter_async_context(holding_relay(folder / f"held {number}"))
            for number in range(relays)
        ]
        seats = await stack.enter_async_context(begun(folder, *held))
        for seat in seats:
            seat.state, seat.meeting = None, Meeting.HOLDERS
        yield Apart(held, seats)


def entries(seat: Seat) -> list[Entry]:
    """The line of a player who is away."""
    with seat.store() as store:
        return [Entry.from_bytes(raw) for raw in store.read().entries]


def _own_next(seat: Seat, place: int) -> tuple[Item, ...]:
    """What an entry of its own after a place holds; nothing if it is another one's."""
    after = entries(seat)[place : place + 1]
    return after[0].items if after and after[0].seat == seat.seat else ()


async def test_who_meets_two_holders_plays_on(tmp_path: Path) -> None:
    async with apart(tmp_path) as table:
        lengths = [await visit(table.seats[turn % 3]) for turn in range(9)]
        assert lengths[-1] > lengths[0]
        assert not table.blamed


@pytest.mark.parametrize(("relays", "meeting"), [(1, Meeting.HOLDERS), (2, Meeting.SEATS)])
async def test_who_meets_one_holder_or_asks_for_a_player_does_not(
    tmp_path: Path, relays: int, meeting: Meeting
) -> None:
    async with apart(tmp_path, relays) as table:
        for seat in table.seats:
            seat.meeting = meeting
        before = await visit(table.seats[ANN])
        for seat in table.seats:
            async with seat.online() as node:
                await seat.until(lambda: sum(node.held_at.values()) == relays)
                await asyncio.sleep(0.3)
                assert node.hindrance in (Hindrance.UNMET, None)
                assert length(node) <= before


async def test_a_store_that_was_put_back_rejoins_though_one_holder_withholds(
    tmp_path: Path,
) -> None:
    """The other one brings Ann an entry of her own that she does not know."""
    async with apart(tmp_path) as table:
        end = await table.put_back(tmp_path / "copy")
        table.relays[0].cut(end)
        async with table.seats[ANN].online() as node:
            await table.seats[ANN].until(lambda: length(node) > end)
            await asyncio.sleep(0.5)
            shown = length(node)
        with table.seats[ANN].store() as store:
            assert all(place <= end for _, place in store.read().signed), "nothing is signed again"
        await table.all_come(longer_than=shown + 40)
        assert not table.blamed
        own = [entry for entry in entries(table.seats[ANN]) if entry.seat == ANN]
        assert own[-1].incarnation != FIRST, "she has rejoined"


async def test_a_store_that_was_put_back_signs_nothing_with_one_holder_that_withholds(
    tmp_path: Path,
) -> None:
    """The other one is not there, or holds the beginning alone, and learns the rest from Ann."""
    async with apart(tmp_path) as table:
        end = await table.put_back(tmp_path / "copy")
        table.relays[0].cut(end)
        table.relays[1].cut(3)
        assert await visit(table.seats[ANN], 1.0) == end
        await table.all_come(longer_than=end + 5)
        assert not table.blamed


async def test_holders_that_forget_have_nobody_sign_twice(tmp_path: Path) -> None:
    """Both are asked to hold anew, and hold what Ann has brought them: they know of nothing."""
    async with apart(tmp_path) as table:
        end = await table.put_back(tmp_path / "copy")
        for relay in table.relays:
            (held,) = relay.shelf.held.values()
            relay.shelf.forget(held)
        assert await visit(table.seats[ANN], 1.0) == end
        await table.all_come(longer_than=end + 5)
        assert not table.blamed


async def test_two_holders_that_both_withhold_have_a_store_that_was_put_back_sign_twice(
    tmp_path: Path,
) -> None:
    """What remains, and is stated: Ann is caught as soon as Bob is there, who holds the other line.

    It takes a store put back, nothing outside of it, and holders that hide the same entries.
    """
    async with apart(tmp_path) as table:
        end = await table.put_back(tmp_path / "copy")
        for relay in table.relays:
            relay.cut(end)
        assert await visit(table.seats[ANN], 1.0) > end
        await table.all_come(longer_than=200)
        assert table.blamed
