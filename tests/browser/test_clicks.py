"""How many clicks whole turns take, of somebody who knows the page and takes what it proposes.

What is asked in battles and in the others' turns depends on the dice; each such question takes one
click, and all other clicks are nearly the same each time. `pytest -rP` tells them one by one.
"""

import json
from dataclasses import dataclass, field

from client.console import say
from tests.browser.hall import PATIENCE, Hall, Looker

_ROUTINE = 8
"""Questions of a turn outside battles, at most: research, what to attack, landing, placing."""
_MAIN = "#dock .body button.primary:not([disabled]), #dock .menu button"
_ATTACK = """async () => {
  const { ask, spaces } = table.store.picture;
  const { movable } = ask.question.form;
  for (const [name, { stacks, tokens }] of Object.entries(spaces).reverse()) {
    const ids = [...stacks.flatMap(({ ids }) => ids), ...tokens.map(({ id }) => id)];
    const pieces = ids.filter((id) => movable.includes(id));
    if (!name.startsWith("SZ ") || !pieces.length) continue;
    const found = await table.request("destinations", { pieces });
    const to = Object.keys(found.spaces).find((one) => found.spaces[one].enemies);
    if (to) return [name, to];
  }
  return null;
}"""
"""From where all ships can reach an enemy, and where; asked as the page asks it."""


@dataclass
class Clicks:
    """What was clicked, one after another.

    Attributes:
        chosen: what the player clicks for the moves and purchases that are wanted.
        answers: questions that were answered as proposed in the player's own turn, outside battles.
        others: those in the others' turns and in battles; the dice say how many there are.
    """

    looker: Looker
    chosen: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    @property
    def number(self) -> int:
        """All of them."""
        return len(self.chosen) + len(self.answers) + len(self.others)

    async def click(self, selector: str) -> None:
        """Click a control."""
        await self.looker.until("!table.store.settling")
        await self.looker.page.locator(selector).first.click(timeout=PATIENCE)
        self.chosen.append(selector)

    async def space(self, name: str) -> None:
        """Click a space on the map, beside what stands in it."""
        await self.looker.click_beside(name)
        self.chosen.append(name)

    async def bring_all(self, space: str) -> None:
        """Bring everybody to a space who can come there."""
        moved = "(table.store.picture.ask?.moves ?? []).some(({ route }) => route.at(-1) === name)"
        await self.space(space)
        await self.click(f'[data-key="come {space}"]:has-text("all")')
        await self.looker.until(f"name => {moved}", space)

    async def attack(self) -> None:
        """Take all that stands in one sea zone to an enemy whom it can reach, if anybody can."""
        found = await self.looker.page.evaluate(_ATTACK)
        if found is None:
            return
        origin, to = found
        await self.space(origin)
        await self.click('[data-key="all"]')
        await self.looker.until("to => to in table.store.lit", to)
        await self.space(to)
        await self.looker.until("table.store.picture.ask?.moves.length > 0")

    async def answer(self) -> None:
        """Answer what is asked as it is proposed; dice that are played back are not waited for."""
        page = self.looker.page
        await page.evaluate("document.querySelector('#dock [data-key=outcome]')?.click()")
        asked = await self.looker.asked()
        turn, powers = await self.looker.picture("turn"), await self.looker.picture("powers")
        own = powers[turn["active"]]["mine"] and turn["phase"] != "conduct_combat"
        before = json.dumps(asked)
        home = page.locator('[data-key="home"]')
        if asked["name"] == "NoncombatMove" and await home.count():
            await home.click(timeout=PATIENCE)  # aircraft land where it is proposed
            self.answers.append("landing")
            await self.looker.until("table.store.picture.ask?.moves.length > 0")
            before = json.dumps(await self.looker.asked())
        await page.locator(_MAIN).first.click(timeout=PATIENCE)
        (self.answers if own else self.others).append(asked["name"])
        await self.looker.until(
            "before => JSON.stringify(table.store.picture.ask) !== before", before
        )

    async def until(self, condition: str) -> None:
        """Answer all that is asked until something is true of the turn."""
        while not await self.looker.page.evaluate(
            f"(({{ turn, ask }}) => {condition})(table.store.picture)"
        ):
            ask = await self.looker.picture("ask")
            if (
                ask
                and ask["question"]
                and not await self.looker.page.evaluate("table.store.settling")
            ):
                await self.answer()
            await self.looker.page.wait_for_timeout(100)

    def tell(self, what: str) -> None:
        """Write down how many there were."""
        say(f"{what}: {self.number} clicks")
        for name in ("chosen", "answers", "others"):
            found = getattr(self, name)
            say(f"  {len(found)} {name}: {', '.join(found)}")


async def test_two_turns_of_wake_island(hall: Hall) -> None:
    """A fleet attacks in each, and everything else is as proposed."""
    await hall.play(rounds=3)
    looker = await hall.look()
    clicks = Clicks(looker)
    await looker.wait_for("SS-0.8")
    await clicks.click('[data-key="open"]')
    for number in (1, 2):
        await looker.wait_for("Buy units")
        for kind in ("infantry", "submarine"):
            await clicks.click(f'[data-key="buy {kind}+"]')
        await clicks.click('[data-key="buy"]')
        await looker.wait_for("Combat move")
        await clicks.attack()
        await clicks.click('[data-key="done"]')
        await clicks.until(f"turn.outcome || (turn.active === 'USA' && turn.round > {number})")
    clicks.tell("Two turns of Wake Island")
    assert len(clicks.chosen) <= 15
    assert len(clicks.answers) <= 2 * _ROUTINE


async def test_the_first_turn_of_germany_with_four_battles(hall: Hall) -> None:
    """Three armies and a submarine attack; everything else as it is proposed."""
    await hall.play(scenario="anniversary-1941")
    looker = await hall.look()
    clicks = Clicks(looker)
    await looker.wait_for("SS-0.8")
    await clicks.click('[data-key="open"]')
    await clicks.until("ask?.question?.name === 'PurchaseUnits'")
    for _ in range(4):
        await clicks.click('[data-key="buy infantry+"]')
    await clicks.click('[data-key="buy"]')
    await looker.wait_for("Combat move")
    for target in ("Ukraine", "East Poland", "Karelia S.S.R.", "SZ 2"):
        await clicks.bring_all(target)
    await clicks.click('[data-key="done"]')
    await clicks.until("turn.active !== 'Germany'")
    clicks.tell("Germany's first turn")
    lines = [line["text"] for line in (await looker.picture("log")).values()]
    assert sum(line.startswith("Battle in") for line in lines) >= 4
    assert len(clicks.chosen) <= 15
    assert len(clicks.answers) <= _ROUTINE
