"""Agreements of people at terminals, with the real rules (SPEC-18)."""

from pathlib import Path

import pytest

from client.presentation.board import turn_text
from p2p import runner
from protocol.absence import MINUTES_PER_DAY
from protocol.audit import audit
from protocol.due import Duty
from protocol.entry import Decide, DiceShare, Entry, OpenTokens
from protocol.logfile import write_log
from protocol.report import Level, Status, Worth
from tests.client.terminal.seated import Person, seated

FOUR = """
format = 1
name = "four-in-the-gulf"
title = "Four in the gulf"
edition = "anniversary"

[powers.USA]
side = "Allies"
treasury = 0
income = 0
units = 1

[powers.UK]
side = "Allies"
treasury = 0
income = 0
units = 1

[powers.Japan]
side = "Axis"
treasury = 0
income = 0
units = 1

[powers.Germany]
side = "Axis"
treasury = 0
income = 0
units = 1

[[turns]]
power = "USA"
phases = ["combat_move", "conduct_combat"]

[[turns]]
power = "Japan"
phases = ["combat_move", "conduct_combat"]

[[turns]]
power = "UK"
phases = ["combat_move", "conduct_combat"]

[[turns]]
power = "Germany"
phases = ["combat_move", "conduct_combat"]

[territories.Shore]
borders = ["SZ East"]
original = "USA"

[zones."SZ East"]
borders = ["SZ West", "Shore"]

[zones."SZ West"]
borders = ["SZ East"]

[units."SZ East"]
USA = {destroyer = 1}
UK = {cruiser = 1}

[units."SZ West"]
Japan = {submarine = 1}
Germany = {cruiser = 1}

[[victory]]
kind = "last_round"
round = 3
points = {Shore = 1}
tie = "Allies"

[seats]
4 = [["USA"], ["UK"], ["Japan"], ["Germany"]]
"""


def has_fought(person: Person) -> bool:
    """Dice have fallen, tokens were turned up, and somebody has to decide what comes next."""
    table = person.table
    shown = bool(table.ledger.commitments.opened) and table.ledger.rolls > 0
    return shown and table.due is not None and table.due.duty is Duty.DECISION


NOT_BOB = ("Ann", "Cid", "you")  # as Dan reads it


def decides(entry: Entry) -> bool:
    return any(isinstance(item, Decide) for item in entry.items)


def same(people: list[Person]) -> bool:
    """Whether all hold the same line."""
    return len({person.table.head for person in people}) == 1


async def test_spec_18_4_four_seats_take_back_a_battle_with_dice_and_a_reveal(
    tmp_path: Path,
) -> None:
    """Ann attacks Cid's token. Bob proposes to take it back, and all agree at their terminals."""
    scenario = tmp_path / "four.toml"
    scenario.write_text(FOUR)
    async with seated(tmp_path, scenario, "Ann", "Bob", "Cid", "Dan") as people:
        ann, bob, cid, dan = people
        await ann.plays("move destroyer SZ East > SZ West", "done", "send")
        await ann.until(lambda: all(map(has_fought, people)) and same(people))
        table = cid.table
        ledger, last = table.ledger, len(table.log)
        first = next(e for e in table.log if e.seat == 0 and decides(e)).sequence
        undone = [
            type(item) for place in range(first, last + 1) for item in table.log.at(place).items
        ]
        assert last - first >= 2
        assert {OpenTokens, DiceShare} <= set(undone)
        ((token, group),) = ledger.commitments.opened.items()

        await bob.answers(f"propose take back {first}", "It is proposed; you sign it once all")
        await cid.reads(f"Bob proposes to take back entries {first} to {last}")
        await cid.answers(
            "proposals",
            "not yet signed by Ann, Bob, Cid and Dan",
            "undoes: a destroyer moves from SZ East to SZ West",
            f"undoes: tokens turned up in SZ West: #{token} is group {group}",
            "undoes: attackers fire: destroyer at 2:",
            "then SZ East: with USA destroyer",
            "then the game stands in Round 1, USA: combat move",
        )
        await dan.answers(
            "waiting",
            *(f"Waiting for {who} to sign or refuse what Bob proposes" for who in NOT_BOB),
            "`proposals` shows what it changes",
        )
        for person in (ann, cid, dan):
            await person.answers("accept", "You have signed it.")
        agreed = f"Agreed by Ann, Bob, Cid and Dan: take back entries {first} to {last}"
        for person in people:
            await person.reads(agreed)
        await ann.until(lambda: same(people))

        assert turn_text(table.game) == "Round 1, USA: combat move"
        assert table.ledger.commitments.opened == ledger.commitments.opened
        assert table.ledger.rolls == ledger.rolls, "no share is given twice"
        for person in (bob, dan):
            await person.answers("know", f"#{token} in SZ West: group {group}, 1 submarine")

        await dan.answers("propose draw", "It is proposed")
        for person in (ann, bob, cid):
            await person.reads("Dan proposes to end the game as a draw")
            await person.answers("accept", "You have signed it.")
        for person in people:
            await person.ends()
        for level in Level:
            report = audit(write_log(table.log), level)
            assert report.verified, report.fault
            assert [one.kind for one in report.agreements] == ["take back", "end"]
            assert not report.doubtful


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The minute that it is for all nodes."""
    now = [runner._minute()]
    monkeypatch.setattr(runner, "_minute", lambda: now[0])
    return now


async def test_spec_18_3_one_of_two_ends_the_game_without_the_other_who_is_gone(
    tmp_path: Path, clock: list[int]
) -> None:
    """Without a keeper nobody can replace Ann; what Bob says of her is called his claim."""
    async with seated(tmp_path, "wake-island", "Ann", "Bob") as (ann, bob):
        await bob.reads("USA shuffles")
        await ann.leave()
        await bob.answers(
            "waiting",
            "Waiting for Ann (USA)",
            "You may end the game without Ann in 14 days, if nothing comes until then; an audit",
            "To replace one of two players takes a keeper",
        )
        await bob.answers("propose draw without Ann", "Ann is not gone", "absent from", "on, if")
        clock[0] += 15 * MINUTES_PER_DAY
        await bob.answers(
            "waiting",
            "You may end the game without Ann now",
            "end the game without them (`propose draw without Ann`)",
        )
        await bob.answers("propose win Axis without Ann", "It is proposed")
        await bob.reads("Agreed by Bob, without Ann: end the game, won by Axis")
        await bob.ends()
        log = write_log(bob.table.log)
    for level in Level:
        report = audit(log, level)
        assert report.verified, report.fault
        (agreed,) = report.agreements
        assert (agreed.signed, agreed.named, agreed.worth) == ((1,), (0,), Worth.CLAIMED)
        assert "that these were gone is claimed by those alone" in report.to_text()
        assert report.status is not Status.COMPLETE
        assert not report.win_verified
