"""Real nodes and pages at a table that outlives its players (SPEC-18.4)."""

from pathlib import Path

import pytest
from playwright.async_api import Browser

from engine.board import Power, SpaceId
from engine.movement.orders import Done, Move
from p2p import runner
from protocol.absence import MINUTES_PER_DAY
from protocol.charter import DiceSetting
from tests.browser.hall import PATIENCE, Hall, Looker
from tests.browser.test_entrance import entrance, make_key
from tests.browser.test_table import answer_as_proposed, set_up

_POWERS = (("USSR", "UK"), ("USA", "China"), ("Germany", "Japan", "Italy"))
SEATS = tuple(tuple(map(Power, powers)) for powers in _POWERS)
GUEST = 2
KEEPER = 2


async def test_a_player_who_is_gone_is_replaced(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann invites a bot to the seat of who is gone, and proposes it; Guest 1 accepts."""
    await hall.play(people=3, scenario="anniversary-1941", seats=SEATS)
    hall.sessions[0].invite(hall.invitations)
    ann, guest, gone = [await hall.look(number) for number in range(3)]
    for looker in (guest, gone):
        await looker.page.click("text=Sign and play")
    await gone.ready()
    await hall.close(gone)
    await hall.stop(GUEST)
    await ann.until("table.store.picture.seats[2].here === false")
    await ann.page.click('[data-key="seat 2"]')
    await ann.page.click('[data-key="invite successor 2"]')
    await ann.page.click('[data-key="invite now"]')
    link = ann.page.get_by_label("invite: who is to play on for Guest 2")
    hall.come(await link.input_value(), "Dora")
    propose = ann.page.get_by_role("button", name="Propose Dora (bot)")
    await ann.page.wait_for_selector("text=It can be proposed once Guest 2 is gone")
    today = runner._minute()
    monkeypatch.setattr(runner, "_minute", lambda: today + 15 * MINUTES_PER_DAY)
    await propose.click()
    await guest.wait_for("Ann proposes that Dora (bot) plays on for Guest 2, without Guest 2")
    await guest.page.click('[data-key="accept proposal"]')
    for looker in (ann, guest):
        await looker.until("table.store.picture.seats[2].name === 'Dora'")
    await ann.page.wait_for_selector(".seat h3:has-text('Dora (bot)')")
    lines = [line["text"] for line in (await guest.picture("log")).values()]
    agreed = "Agreed by Ann and Guest 1, without Guest 2: Dora (bot) plays on for Guest 2"
    assert agreed in lines
    await guest.until(
        "Object.values(table.store.picture.log).some(({ who }) => who === 'Dora (bot)')"
    )


async def test_after_a_fault_the_others_go_on(hall: Hall) -> None:
    """SPEC-18.4: Guest 2 has signed two entries for one place, and another plays on."""
    await hall.play(people=3, scenario="anniversary-1941", seats=SEATS, rules="none")
    hall.sessions[0].invite(hall.invitations)
    ann, guest, culprit = [await hall.look(number) for number in range(3)]
    for looker in (guest, culprit):
        await looker.page.click("text=Sign and play")
    await culprit.ready()
    link = await invited(ann, GUEST, "who is to play on for Guest 2")
    hall.fork(GUEST)
    for looker in (ann, guest):
        await looker.page.wait_for_selector("text=FRAUD by Guest 2", timeout=PATIENCE)
        await looker.wait_for("Guest 2 (Germany)")
    hall.come(link, "Dora")
    await ann.page.get_by_role("button", name="Propose Dora (bot)").click(timeout=PATIENCE)
    await guest.wait_for("Dora (bot) plays on for Guest 2, without Guest 2")
    assert not (await culprit.picture("table"))["proposals"]
    await guest.page.click('[data-key="accept proposal"]')
    for looker in (ann, guest):
        await looker.until(f"table.store.picture.seats[{GUEST}].name === 'Dora'")
        await looker.until(
            "Object.values(table.store.picture.log).some(({ who }) => who === 'Dora (bot)')"
        )


GULF = """
format = 1
name = "gulf"
title = "Three in the gulf"
edition = "anniversary"

[powers.Japan]
side = "Axis"
treasury = 0
income = 0
units = 1

[powers.UK]
side = "Allies"
treasury = 0
income = 0
units = 1

[powers.USA]
side = "Allies"
treasury = 0
income = 0
units = 1

[[turns]]
power = "Japan"
phases = ["combat_move", "conduct_combat"]

[[turns]]
power = "UK"
phases = ["combat_move", "conduct_combat"]

[[turns]]
power = "USA"
phases = ["combat_move", "conduct_combat"]

[territories.Shore]
borders = ["SZ East"]
original = "USA"

[zones."SZ East"]
borders = ["SZ Middle", "Shore"]

[zones."SZ Middle"]
borders = ["SZ East", "SZ West"]

[zones."SZ West"]
borders = ["SZ Middle"]

[units."SZ East"]
UK = {cruiser = 1}

[units."SZ Middle"]
Japan = {cruiser = 1}

[units."SZ West"]
USA = {cruiser = 1}

[[victory]]
kind = "last_round"
round = 3
points = {Shore = 1}
tie = "Allies"

[seats]
3 = [["UK"], ["USA"], ["Japan"]]
"""
FLEETS = ((Power("UK"),), (Power("USA"),), (Power("Japan"),))
"""Japan lies between two fleets, and whom it attacks adds to its dice."""


async def test_after_a_fork_with_honest_seats_on_both_lines_one_is_kept(
    hall: Hall, tmp_path: Path
) -> None:
    """SPEC-18.1: Guest 2 attacks Ann on her line and Guest 1 on the other; both have signed."""
    scenario = tmp_path / "gulf.toml"
    scenario.write_text(GULF)
    await hall.play(
        people=3,
        scenario=str(scenario),
        seats=FLEETS,
        rules="none",
        dice=DiceSetting.SIDES,
        meeting=True,
    )
    hall.sessions[0].invite(hall.invitations)
    ann, guest, culprit = [await hall.look(number) for number in range(3)]
    for looker in (guest, culprit):
        await looker.page.click("text=Sign and play")
    await culprit.ready()
    table = hall.nodes[GUEST].table
    assert table is not None
    (cruiser,) = (piece.id for piece in table.game.pieces.at(SpaceId("SZ Middle")))
    await hall.part(
        GUEST,
        *(
            (Move(frozenset({cruiser}), (SpaceId(zone),)), Done())
            for zone in ("SZ East", "SZ West")
        ),
    )
    for looker, other in ((ann, "Guest 1"), (guest, "Ann")):
        await looker.page.wait_for_selector("text=FRAUD by Guest 2", timeout=PATIENCE)
        await looker.wait_for(f"Waiting for {other} to say which line of the game they hold")
        assert "The game waits until Guest 2 is back" not in await looker.dock()
    for looker, mine, other in ((ann, "SZ East", "SZ West"), (guest, "SZ West", "SZ East")):
        text = " ".join(line["text"] for line in (await looker.picture("log")).values())
        assert f"Battle in {mine}" in text
        assert f"Battle in {other}" not in text
    hall.come(await invited(ann, GUEST, "who is to play on for Guest 2"), "Dora")
    await ann.page.get_by_role("button", name="Propose Dora (bot)").click(timeout=PATIENCE)
    kept = "Ann proposes to keep this line for all, and that Dora (bot) plays on for Guest 2"
    await guest.wait_for(kept)
    (proposal,) = (await guest.picture("table"))["proposals"]
    assert any("Battle in SZ West" in line for line in proposal["undone"])
    await guest.page.click('[data-key="accept proposal"]')
    for looker in (ann, guest):
        await looker.until(f"table.store.picture.seats[{GUEST}].name === 'Dora'")
        await looker.until(
            "Object.values(table.store.picture.log).some(({ who }) => who === 'Dora (bot)')"
        )
        await looker.until("table.store.picture.table.astray === null")
        text = " ".join(line["text"] for line in (await looker.picture("log")).values())
        assert "Battle in SZ East" in text
    # Who still has a ship to move depends on the dice; that the next round begins does not.
    began = "Object.values(table.store.picture.log).some(({ text }) => text.includes('Round 2'))"
    while not await ann.page.evaluate(began):
        await answers(ann)
        await answers(guest)


async def invited(looker: Looker, seat: int, who: str) -> str:
    """The link that a player makes on the page for who is to play a seat."""
    await looker.page.click(f'[data-key="seat {seat}"]')
    await looker.page.click(f'[data-key="invite successor {seat}"]')
    await looker.page.click('[data-key="invite now"]')
    link = looker.page.get_by_label(f"invite: {who}")
    return await link.input_value(timeout=PATIENCE)


async def test_a_seat_is_handed_over_with_its_tokens(
    hall: Hall, tmp_path: Path, browser: Browser
) -> None:
    """SPEC-8.10: Dora comes by the entrance page, Ann's keys pass to her alone, and she moves."""
    await hall.play(people=2, seats=((Power("Japan"),), (Power("USA"),)))
    hall.sessions[0].invite(hall.invitations)
    ann, guest = [await hall.look(number) for number in range(2)]
    await guest.page.click("text=Sign and play")
    for looker in (guest, ann):
        await set_up(looker)
    await guest.wait_for("Buy units")
    before = await hidden(ann)
    assert before
    assert all(group is not None for _, group in before)
    link = await invited(ann, 0, "who is to play on for Ann")
    async with entrance(tmp_path / "dora", browser) as page:
        dora = Looker(page, page.context)
        await make_key(page)
        await page.fill('[data-key="invite"]', link)
        await page.fill('[data-key="guest"]', "Dora")
        await page.click('[data-key="enter"]')
        await ann.wait_for("Dora has come to play on for you.")
        await dora.wait_for("You play on for Ann once the players have agreed")
        await ann.page.get_by_role("button", name="Propose Dora").click(timeout=PATIENCE)
        await guest.wait_for("Ann proposes that Dora plays on for Ann, who shows its tokens")
        assert not any(group for _, group in await hidden(dora))
        await guest.page.click('[data-key="accept proposal"]')
        for looker in (ann, guest, dora):
            await looker.until("table.store.picture.seats[0].name === 'Dora'")
        assert await hidden(dora) == before
        assert not any(group for _, group in await hidden(guest))
        await plays_until(dora, "Buy units", guest, dora)
        await dora.page.click('[data-key="buy infantry+"]')
        await dora.page.click('[data-key="buy"]')
        await dora.wait_for("Combat move")
        await dora.page.click('[data-key="send"]')
        await guest.until(
            "Object.values(table.store.picture.log).some(l => /Japan buys an inf/.test(l.text))"
        )
    assert await ann.picture("ask") is None, "Ann plays no more"


async def test_a_keeper_that_runs_is_changed(hall: Hall) -> None:
    """SPEC-18.6: the players agree, and the keeper that they change is not asked."""
    await hall.play(people=2, keepers=1, seats=((Power("Japan"),), (Power("USA"),)))
    hall.sessions[0].invite(hall.invitations)
    ann, guest = [await hall.look(number) for number in range(2)]
    await guest.page.click("text=Sign and play")
    await set_up(guest)
    hall.keep(await invited(ann, KEEPER, "who is to keep the log instead of Kim"), "Kay")
    await ann.page.wait_for_selector("text=Kay has come to keep the log instead of Kim.")
    await ann.page.get_by_role("button", name="Propose Kay").click(timeout=PATIENCE)
    await guest.page.wait_for_selector("text=Ann proposes that Kay keeps the log instead of Kim")
    await guest.page.click('[data-key="accept proposal"]')
    for looker in (ann, guest):
        await looker.until(f"table.store.picture.seats[{KEEPER}].name === 'Kay'")
    lines = [line["text"] for line in (await guest.picture("log")).values()]
    assert "Agreed by Ann and Guest 1: Kay keeps the log instead of Kim" in lines
    await set_up(ann)
    await guest.wait_for("Buy units")


async def plays_until(looker: Looker, asked: str, *players: Looker) -> None:
    """The players take what they are offered, until one of them is asked something."""
    while asked not in await looker.dock():
        for player in players:
            if asked not in await looker.dock():
                await answers(player)


async def answers(player: Looker) -> None:
    """A player takes what is offered, if anything is asked."""
    ask = await player.picture("ask")
    if ask and ask["question"]:
        await player.until("!table.store.settling")
        await answer_as_proposed(player)
    await player.page.wait_for_timeout(100)


async def hidden(looker: Looker) -> list[tuple[int, int | None]]:
    """Tokens of Japan whose groups not everybody can know, and what a page shows them to hold."""
    spaces = (await looker.picture("spaces")).values()
    tokens = [token for space in spaces for token in space["tokens"]]
    japans = (one for one in tokens if one["power"] == "Japan" and not one["open"])
    return sorted((one["id"], one["group"]) for one in japans)
