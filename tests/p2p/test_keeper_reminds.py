"""SPEC-16.24: a keeper reminds a player whose node is off, at tables of real nodes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from p2p.choice import Choice
from p2p.holder import doors, loaded
from p2p.holder.policy import Policy
from p2p.messages import ReminderReply
from p2p.node import Node
from p2p.player import KeeperReminds, Position
from p2p.relay.client import ask_to_hold, ways_through
from p2p.reminding import keeping
from p2p.reminding.courier import Courier
from p2p.reminding.destinations import Kind, ReminderSettings
from protocol.due import Duty
from protocol.errors import LocalError
from tests.p2p import party
from tests.p2p.held import SEATS, TABLE, Held, Seat, holding_relay, hurry, newest, until
from tests.p2p.sinks import HOST, Hook, code_in
from tests.protocol.sample import phrase

BOB, KEEPER = 1, 3
DAY = 24 * 60
ADDRESS = f"https://{HOST}/secret"


class Away(party.Drawing):
    """A player that decides nothing for now."""

    async def decide(self, position: Position) -> Choice:
        await asyncio.get_running_loop().create_future()
        return await super().decide(position)


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    monkeypatch.setattr(keeping, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(doors, "REMIND_SECONDS", 0.05)
    monkeypatch.setattr(loaded, "first_position", lambda *_: None)  # it knows no toys
    monkeypatch.setattr(party, "TERMS", replace(party.TERMS, keepers=1))


def later(monkeypatch: pytest.MonkeyPatch, minutes: int) -> None:
    """The holder's clock is so many minutes ahead of when the game began to wait."""
    now = doors._minute()
    monkeypatch.setattr(doors, "_minute", lambda: now + minutes)


@asynccontextmanager
async def kept(
    folder: Path, held: Held, leaving: AsyncExitStack | None = None
) -> AsyncIterator[tuple[list[Seat], list[Node]]]:
    """Three seats and a keeper at the relay; Bob decides nothing, and leaves with `leaving`."""
    seats = [Seat(folder, seat, held.access) for seat in SEATS]
    seats[BOB].player = Away(BOB)
    async with AsyncExitStack() as stack:
        bob = await stack.enter_async_context(leaving or AsyncExitStack())
        stacks = [bob if seat.seat == BOB else stack for seat in seats]
        pairs = zip(stacks, seats, strict=True)
        nodes = [await its.enter_async_context(seat.online()) for its, seat in pairs]
        ways = ways_through([held.access], phrase(0), TABLE)
        invite = replace(party.invite(KEEPER, 1), ways=ways)
        await ask_to_hold(held.access, invite.link())
        for seat, node in zip(seats, nodes, strict=True):
            await seat.until(partial(knows_keeper, node))
        yield seats, nodes


def knows_keeper(node: Node) -> bool:
    return KEEPER in node.keepers.terms


def waits_for_bob(node: Node) -> bool:
    return any(
        (one.wait.seat, one.wait.what) == (BOB, Duty.DECISION) and one.learnt is not None
        for one in node.awaited
    )


async def confirmed(seat: Seat, node: Node, hook: Hook) -> None:
    """The seat has the keeper remind it at the hook."""
    node.keepers.remind_at(ADDRESS)
    await until(lambda: len(hook.asked) == 1)
    node.keepers.confirm(code_in(hook.asked[0].decode()))
    await seat.until(lambda: replied(seat) is ReminderReply.CONFIRMED)
    assert node.keepers.terms[KEEPER].addresses == ((f"https://{HOST}/****", 1),)


def replied(seat: Seat) -> ReminderReply | None:
    said = newest(seat, KeeperReminds)
    return said.said.reply if isinstance(said, KeeperReminds) else None


async def test_who_is_away_is_reminded_once_also_by_a_keeper_that_starts_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob was told by his own node, as long as that was there; a day later the keeper does it."""
    hook, folder, policy = Hook(tmp_path), tmp_path / "held", Policy(keeps=True)
    async with hook.open() as poster:
        courier = Courier(ReminderSettings(frozenset({Kind.WEB_HOOK})), poster)
        async with holding_relay(folder, policy, courier=courier) as held:
            async with kept(tmp_path, held) as (seats, nodes):
                assert nodes[BOB].keepers.terms[KEEPER].kinds == ("https",)
                await confirmed(seats[BOB], nodes[BOB], hook)
                await seats[0].until(lambda: all(map(waits_for_bob, nodes)))
            await held.sleep()
            assert (held.doors.numbers.codes, held.doors.numbers.reminders) == (1, 0)
        later(monkeypatch, DAY - 1)
        async with holding_relay(folder, policy, courier=courier):
            await asyncio.sleep(0.3)
            assert len(hook.asked) == 1
        later(monkeypatch, 2)
        for _ in range(2):
            async with holding_relay(folder, policy, courier=courier):
                await until(lambda: len(hook.asked) == 2)
                await asyncio.sleep(0.3)
                assert len(hook.asked) == 2, "and no more"
        assert TABLE.hex()[:8] in hook.asked[1].decode()


async def test_a_keeper_reminds_who_is_away_while_others_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = Hook(tmp_path)
    async with hook.open() as poster:
        courier = Courier(ReminderSettings(frozenset({Kind.WEB_HOOK})), poster)
        policy = Policy(keeps=True)
        async with (
            holding_relay(tmp_path / "held", policy, courier=courier) as held,
            kept(tmp_path, held, bob := AsyncExitStack()) as (seats, nodes),
        ):
            await confirmed(seats[BOB], nodes[BOB], hook)
            await seats[0].until(lambda: all(map(waits_for_bob, nodes)))
            await bob.aclose()
            now = keeping._minute()
            monkeypatch.setattr(keeping, "_minute", lambda: now + DAY)
            await until(lambda: len(hook.asked) == 2)
            await asyncio.sleep(0.3)
            assert len(hook.asked) == 2


async def test_what_was_asked_over_a_connection_that_has_ended_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = Hook(tmp_path)
    async with hook.open() as poster:
        courier = Courier(ReminderSettings(frozenset({Kind.WEB_HOOK})), poster)
        async with (
            holding_relay(tmp_path / "held", Policy(keeps=True), courier=courier) as held,
            kept(tmp_path, held) as (_, nodes),
        ):
            with monkeypatch.context() as lost:
                lost.setattr(nodes[BOB]._runner.peers, "forward", lambda *_: None)
                nodes[BOB].keepers.remind_at(ADDRESS)
            for peer in nodes[BOB]._runner.peers:
                await peer.connection.close()
            await until(lambda: len(hook.asked) == 1)


async def test_a_wrong_code_and_a_private_host_are_refused(tmp_path: Path) -> None:
    hook = Hook(tmp_path)
    async with hook.open("127.0.0.1", "10.0.0.1") as poster:
        courier = Courier(ReminderSettings(frozenset({Kind.WEB_HOOK})), poster)
        policy = Policy(keeps=True)
        async with (
            holding_relay(tmp_path / "held", policy, courier=courier) as held,
            kept(tmp_path, held) as (seats, nodes),
        ):
            asked = nodes[BOB].keepers
            asked.remind_at(ADDRESS)
            await seats[BOB].until(lambda: replied(seats[BOB]) is ReminderReply.NOT_SENT)
            with pytest.raises(LocalError, match="waits for a code"):
                asked.confirm("12345678")
            with pytest.raises(LocalError, match="eight digits"):
                asked.confirm("1234")
            with pytest.raises(LocalError, match="sends to https and nowhere else"):
                asked.remind_at("ntfy://topic")
            with pytest.raises(LocalError, match="no address for a keeper"):
                asked.remind_at("https://127.0.0.1/hook")
            asked.forget()
            await seats[BOB].until(lambda: replied(seats[BOB]) is ReminderReply.FORGOTTEN)
    assert hook.asked == []


async def test_a_keeper_whose_counts_are_damaged_reminds_nobody_and_keeps_its_games(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    hook, folder = Hook(tmp_path), tmp_path / "held"
    folder.mkdir()
    (folder / "reminders").write_bytes(b"damaged")
    async with hook.open() as poster:
        courier = Courier(ReminderSettings(frozenset({Kind.WEB_HOOK})), poster)
        async with holding_relay(folder, Policy(keeps=True), courier=courier) as held:
            seats = [Seat(tmp_path, seat, held.access) for seat in SEATS]
            async with AsyncExitStack() as stack:
                nodes = [await stack.enter_async_context(seat.online()) for seat in seats]
                ways = ways_through([held.access], phrase(0), TABLE)
                await ask_to_hold(held.access, replace(party.invite(KEEPER, 1), ways=ways).link())
                await seats[0].until(lambda: nodes[0].table is not None)
    assert "nobody is reminded" in caplog.text
    assert "remove it" in caplog.text


async def test_a_keeper_whose_operator_has_chosen_nothing_offers_nothing(tmp_path: Path) -> None:
    async with holding_relay(tmp_path / "held", Policy(keeps=True)) as held:
        seats = [Seat(tmp_path, seat, held.access) for seat in SEATS]
        async with AsyncExitStack() as stack:
            nodes = [await stack.enter_async_context(seat.online()) for seat in seats]
            ways = ways_through([held.access], phrase(0), TABLE)
            await ask_to_hold(held.access, replace(party.invite(KEEPER, 1), ways=ways).link())
            await seats[0].until(lambda: nodes[0].table is not None)
            assert nodes[0].keepers.terms == {}
            with pytest.raises(LocalError, match="no keeper that reminds is connected"):
                nodes[0].keepers.remind_at(ADDRESS)
