"""Each form is answered in a real browser, and the answer is the one that was meant."""

import asyncio
import random
from typing import Any

from playwright.async_api import Browser

from client.bots.arena import Owners
from engine.battle.casualties import Losses
from engine.battle.raids import Interceptors, Launch
from engine.battle.retreat import Press, Withdraw
from engine.battle.submarines import Dive
from engine.board import Power, SpaceId
from engine.economy.research import Hire
from engine.loading import builtin
from engine.movement.homeless import Landings
from engine.movement.orders import Declaration
from engine.phases import Phase
from engine.pieces import PieceId
from engine.records import encode
from engine.run import Run
from engine.setup import new_game
from engine.variants.depth.declaring import DeclareDepths, DepthDeclaration
from engine.variants.depth.state import Depth
from engine.variants.rules_of_warfare.elite import Mark
from engine.variants.rules_of_warfare.kamikaze import BecomeKamikaze
from engine.variants.rules_of_warfare.mines import MINE, LayMine, Minefield, MineTransport
from engine.variants.rules_of_warfare.resistance import Underground
from engine.variants.secret_subs.actions import Anonymize, Reorganize, Transfer
from engine.variants.secret_subs.combat import ChooseSides, SubmergeChoice, SubmergeOrFight
from engine.variants.secret_subs.place import PlaceSubs, Placing
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.tokens import tokens_of
from tests.browser.exhibit import Exhibit, exhibited
from tests.browser.hall import PATIENCE, Hall, Looker
from tests.browser.test_table import answer_as_proposed, opening
from tests.engine.battle.field import battlefield
from tests.engine.position import find, position
from tests.engine.secret_subs.owners import Referee, waters
from tests.engine.secret_subs.test_combat import battle, second_round

PLAINS, PRAIRIE, EAST, WEST = map(SpaceId, ("Plains", "Prairie", "East", "West"))


async def press(looker: Looker, *keys: str) -> None:
    """Click controls one after the other."""
    for key in keys:
        await looker.page.click(f'[data-key="{key}"]:not([disabled])', timeout=PATIENCE)


async def click_piece(looker: Looker, piece: PieceId) -> None:
    """Click the stack of a piece on the map."""
    chips = looker.page.locator("#map .chip[data-ids]")
    for number in range(await chips.count()):
        ids = await chips.nth(number).get_attribute("data-ids")
        if str(piece) in (ids or "").split(","):
            await chips.nth(number).click()
            return
    raise AssertionError(f"piece {piece} is not on the map")


async def answered(exhibit: Exhibit, count: int = 1) -> Any:
    """The last answer, once there are so many."""
    for _ in range(PATIENCE // 20):
        if len(exhibit.answers) >= count:
            return exhibit.answers[count - 1]
        await asyncio.sleep(0.02)
    raise TimeoutError("nothing was answered")


def secrets_of(sea: Referee) -> Owners:
    """What the tokens of a position hold, by owner."""
    game, owners = sea.game, Owners(random.Random(1))
    tokens = {
        power: [*(t.id for t in tokens_of(game, power)), *tracker(game, power).supply]
        for power in game.treasury
    }
    owners.rewind({power: {t: sea.secrets[t] for t in own} for power, own in tokens.items()})
    return owners


async def test_raids_are_declared_with_escorts(browser: Browser) -> None:
    """BG-7.14, 8.3: fighters alone are refused before anything is sent; with a bomber they go."""
    game = position(
        "Plains: USA 3 bomber, 2 fighter / Japan complex, infantry",
        phase=Phase.COMBAT_MOVE,
        options={"interceptors": "on"},
    )
    exhibit = Exhibit(Run(game), 0)
    async with exhibited(browser, exhibit) as looker:
        await press(looker, "done")
        await looker.wait_for("Which bombers raid?")
        await press(looker, "escort Plains fighter+")
        await looker.wait_for("BG-8.2")
        assert await looker.page.locator('[data-key="declare"]').is_disabled()
        await press(looker, "raid Plains bomber+", "raid Plains bomber+", "declare")
        raid = {*find(game, "Plains", "bomber")[:2], find(game, "Plains", "fighter", "USA")[0]}
        assert await answered(exhibit, 2) == encode(
            Declaration(frozenset(), {}, {PLAINS: frozenset(raid)})
        )


async def test_interceptors_are_chosen_on_the_map(browser: Browser) -> None:
    """BG-8.3: a click on the stack sends all of it up, the stepper takes one back.

    What is chosen and not sent is still chosen when the page is loaded again.
    """
    fight = battlefield(
        "Plains: USA 2 bomber / Japan complex, 3 fighter",
        raiding={"Plains": "2 bomber"},
        options={"interceptors": "on"},
    )
    fighters = find(fight.game, "Plains", "fighter")
    exhibit = Exhibit(fight.run, 1)
    async with exhibited(browser, exhibit) as looker:
        await looker.wait_for("meet the raid")
        await click_piece(looker, fighters[0])
        await looker.wait_for("Intercept: 3")
        await press(looker, f"choose {fighters[0]}-")
        await looker.wait_for("Intercept: 2")
        await looker.page.reload()
        await looker.wait_for("Intercept: 2")
        await press(looker, "send choice")
        assert await answered(exhibit) == encode(Interceptors(frozenset(fighters[:2])))


async def test_rockets_are_aimed_on_the_map(browser: Browser) -> None:
    """BG-4.2: a click on a lit complex aims the gun in hand; two at one complex are refused."""
    units = "Prairie: USA aa_gun\nWest: USA aa_gun\nPlains: Japan complex\nEast: Japan complex"
    game = position(units, phase=Phase.COMBAT_MOVE, breakthroughs={"USA": ["rockets"]})
    exhibit = Exhibit(Run(game), 0)
    async with exhibited(browser, exhibit) as looker:
        await looker.wait_for("rockets hit")
        assert await looker.page.locator("#map path.offered, #ground path.offered").count() == 2
        await press(looker, "aim Prairie Plains", "aim West Plains")
        await looker.wait_for("BG-4.2")
        await press(looker, "aim West -")
        for space in ("Prairie", "East"):
            x, y = await looker.at(space)
            await looker.page.mouse.click(x, y)
        await press(looker, "send choice")
        assert await answered(exhibit) == encode(Launch({PRAIRIE: EAST}))


async def test_researchers_are_hired_as_far_as_the_money_goes(browser: Browser) -> None:
    """BG-4.1: 5 IPC each."""
    scenario = builtin("anniversary-1941")
    exhibit = Exhibit(Run(new_game(scenario, (), {}, scenario.seatings[2])), 0)
    async with exhibited(browser, exhibit) as looker:
        await looker.wait_for("researchers")
        for _ in range(2):
            await press(looker, "share researchers+")
        await looker.wait_for("21 IPC left of 31")
        await press(looker, "send choice")
        assert await answered(exhibit) == encode(Hire(2))


async def test_submarines_submerge_by_keyboard(browser: Browser) -> None:
    """BG-8.11: two of three; the others strike."""
    fight = battlefield("SZ 3: USA 3 submarine / Japan cruiser", attacked=("SZ 3",))
    subs = find(fight.game, "SZ 3", "submarine")
    exhibit = Exhibit(fight.run, 0)
    async with exhibited(browser, exhibit) as looker:
        await looker.wait_for("submarines submerge")
        await looker.page.keyboard.press("a")
        for _ in range(10):
            focused = await looker.page.evaluate("document.activeElement.dataset.key")
            if focused == f"choose {subs[0]}+":
                break
            await looker.page.keyboard.press("Tab")
        await looker.page.keyboard.press("Enter")
        await looker.page.keyboard.press("Enter")
        await looker.wait_for("Submerge: 2")
        await looker.page.keyboard.press("Enter")
        await looker.wait_for("Submerge: 3")
        focused = await looker.page.evaluate("document.activeElement.dataset.key")
        assert focused == f"choose {subs[0]}+", "at its end, too, the focus stays"
        await looker.page.keyboard.press("Shift+Tab")
        await looker.page.keyboard.press("Enter")
        await looker.wait_for("Submerge: 2")
        for _ in range(3):
            await looker.page.keyboard.press("Tab")
            if await looker.page.evaluate("document.activeElement.dataset.key") == "send choice":
                break
        await looker.page.keyboard.press("Enter")
        assert await answered(exhibit) == encode(Dive(frozenset(subs[:2])))


async def test_losses_are_proposed_and_can_be_changed(browser: Browser) -> None:
    """BG-8.13, 8.15: the battleship absorbs by proposal; the board shows dice, hits and rounds."""
    fight = battlefield(
        "SZ 3: USA battleship, 2 destroyer / Japan cruiser, destroyer", attacked=("SZ 3",)
    )
    lost = find(fight.game, "SZ 3", "destroyer", "USA")[0]
    exhibit = Exhibit(fight.run, 0, dice=(6, 6, 6, 2, 6))
    async with exhibited(browser, exhibit) as looker:
        await looker.wait_for("take the hits")
        board = await looker.page.inner_text("#battle")
        assert "Defenders fire" in board
        assert "1 hit" in board
        assert "takes 2" in board
        assert "(can take 4 hits)" in board
        await press(looker, "lose USA battleship-")
        await looker.wait_for("0 of 1 hit")
        assert await looker.page.locator('[data-key="lose"]').is_disabled()
        await press(looker, "lose USA destroyer+", "lose")
        assert await answered(exhibit) == encode(Losses({lost: 1}))
        await looker.page.wait_for_selector("#battle:has-text('USA loses a destroyer')")


async def test_depths_are_declared_for_all_or_one(browser: Browser) -> None:
    """DS-1: all silent, but one at periscope depth; the map shows the depth of each."""
    run = Run(position("SZ 2: USA 2 submarine\nSZ 7: USA submarine", modules=("DS",)))
    exhibit = Exhibit(run, 0)
    async with exhibited(browser, exhibit) as looker:
        subs = find(run.game, "SZ 2", "submarine") + find(run.game, "SZ 7", "submarine")
        for _ in range(6):
            await looker.ready()
            if (await looker.asked())["name"] == DeclareDepths.__name__:
                break
            await looker.page.locator("#dock .body button.primary").first.click()
            await looker.page.wait_for_timeout(100)
        await press(looker, "all silent", f"aim {subs[2]} periscope", "send choice")
        deep = dict.fromkeys(subs[:2], Depth.SILENT) | {subs[2]: Depth.PERISCOPE}
        await looker.until(
            "name => table.store.picture.ask?.question?.name !== name", "DeclareDepths"
        )
        assert encode(DepthDeclaration(deep)) in exhibit.answers
        titles = await looker.page.locator("#map .chip title").all_text_contents()
        assert "USA: 2 submarines, silent" in titles


async def test_an_elite_unit_is_chosen_on_the_map(browser: Browser) -> None:
    """WE-1: of all units on the board one."""
    scenario = builtin("wake-island")
    run = Run(new_game(scenario, ("WE",), {}, scenario.seatings[2]))
    seat = run.game.seat_of(run.request.powers[0]) if run.request else 0
    exhibit = Exhibit(run, seat)
    async with exhibited(browser, exhibit) as looker:
        await looker.wait_for("elite?")
        chosen = (await looker.asked())["offered"][0]
        await click_piece(looker, PieceId(chosen))
        await press(looker, "send choice")
        (taken,) = await answered(exhibit)
        space = run.game.pieces[PieceId(taken)].at
        assert space == run.game.pieces[PieceId(chosen)].at
        assert encode(Mark(PieceId(taken))) == exhibit.answers[0]


async def test_kamikaze_vows_and_mines_are_acts_beside_moving(browser: Browser) -> None:
    """WK-1, WM-2: offered to those who can, and told on the map with their markers."""
    game = position(
        "SZ 5: Japan carrier, fighter\nSZ 3: USA destroyer",
        modules=("WK",),
        phase=Phase.COMBAT_MOVE,
        active="Japan",
    )
    fighter = find(game, "SZ 5", "fighter")[0]
    exhibit = Exhibit(Run(game), 1)
    async with exhibited(browser, exhibit) as looker:
        await looker.page.click("text=Kamikaze")
        await press(looker, f"kamikaze {fighter}")
        assert await answered(exhibit) == encode(BecomeKamikaze(fighter))
        await looker.page.wait_for_selector(
            '#map .chip:has(title:text("kamikaze"))', state="attached"
        )


async def test_mines_and_cells_lie_on_the_map(browser: Browser) -> None:
    """WM-2, WR-1: what lies open to all is a chip of its own with a title."""
    game = position(
        "SZ 2: USA transport\nWest: USA complex\nPlains: Japan infantry",
        modules=("WM", "WR"),
        phase=Phase.NONCOMBAT_MOVE,
    ).replace(
        modules={
            "WM": Minefield({SpaceId("SZ 3"): Power("Japan")}, {PieceId(1): 2}),
            "WR": Underground({PLAINS: {Power("USA"): 2}}),
        }
    )
    exhibit = Exhibit(Run(game), 0)
    async with exhibited(browser, exhibit) as looker:
        titles = await looker.page.locator("#map .chip title").all_text_contents()
        assert "a mine of Japan" in titles
        assert any("resistance cells of USA" in title for title in titles)
        await looker.page.click("text=Lay mines")
        await press(looker, "lay_mine 1")
        assert await answered(exhibit) == encode(LayMine(PieceId(1)))
        await looker.page.wait_for_selector(
            '#map .chip:has(title:text("a mine of USA"))', state="attached"
        )


async def test_losses_are_taken_by_clicking_units(browser: Browser) -> None:
    """BG-8.13: a click moves the proposed hit to a unit on the board, another to one on the map."""
    fight = battlefield("SZ 3: USA 2 battleship / Japan cruiser, destroyer", attacked=("SZ 3",))
    (cruiser,), (destroyer,) = (find(fight.game, "SZ 3", kind) for kind in ("cruiser", "destroyer"))
    exhibit = Exhibit(fight.run, 1, dice=(1, 6))
    async with exhibited(browser, exhibit) as looker:
        await looker.wait_for("1 of 1 hit assigned")
        await looker.page.wait_for_selector(f'[data-key="strike {destroyer}"].struck')
        await press(looker, f"strike {cruiser}")
        assert await looker.page.locator(".struck").count() == 1
        await looker.page.wait_for_selector(f'[data-key="strike {cruiser}"].struck')
        await click_piece(looker, destroyer)
        await looker.page.wait_for_selector(f'[data-key="strike {destroyer}"].struck')
        await press(looker, "lose")
        assert await answered(exhibit) == encode(Losses({destroyer: 1}))


async def test_the_ship_that_takes_a_mine_is_clicked(browser: Browser) -> None:
    """WM-1: of two transports that differ the owner chooses one, on the map."""
    game = position(
        "SZ 2: USA 2 transport\nWest: USA complex",
        phase=Phase.MOBILIZE,
        waiting={"USA": {MINE: 1}},
        modules=("WM",),
    ).replace(modules={"WM": Minefield({}, {PieceId(1): 1})})
    exhibit = Exhibit(Run(game), 0)
    async with exhibited(browser, exhibit) as looker:
        await looker.wait_for("Place your new units")
        await press(looker, "place")
        await looker.wait_for("transport")
        await click_piece(looker, PieceId(2))
        await press(looker, "send choice")
        assert await answered(exhibit, 2) == encode(MineTransport(PieceId(2)))


async def test_a_token_can_be_charged_to_another_complex(browser: Browser) -> None:
    """SS-1.1d: where two complexes touch a zone, the player says which one pays for a token."""
    sea = waters(
        "West: USA complex\nPrairie: USA complex",
        "SZ 2: USA t=1:1",
        phase=Phase.MOBILIZE,
        bought=1,
    )
    sea.until(PlaceSubs)
    exhibit = Exhibit(sea.run, 0, owners=secrets_of(sea))
    async with exhibited(browser, exhibit) as looker:
        await looker.wait_for("new submarines left to place")
        token = sea["t"]
        await press(looker, "clear subs", f"grow {token}+", f"charge {token} Prairie", "place subs")
        assert await answered(exhibit) == encode(Placing({1: 1}, {}, {token: PRAIRIE}))


async def test_submarines_join_any_of_the_submerged_groups(browser: Browser) -> None:
    """SS-3.4c: two groups have submerged; one submarine joins the second of them."""
    sea = second_round("SZ 8: USA a=1:2, b=4:1, u1=2:0, u2=3:1")
    exhibit = Exhibit(sea.run, 0, owners=secrets_of(sea))
    async with exhibited(browser, exhibit) as looker:
        await looker.wait_for("your revealed groups")
        await press(looker, f"join {sea['a']} {sea['u2']}+", "go")
        given = await answered(exhibit)
        assert given == encode(SubmergeChoice(frozenset(), (Transfer(1, 3, 1),)))


async def test_who_must_fight_is_told_why_and_goes_on_by_one_click(browser: Browser) -> None:
    """SS-3.1c: nothing can be chosen beside an enemy destroyer, but tokens can be mixed first."""
    sea = battle("SZ 8: Japan destroyer", "SZ 8: USA a=1:1, b=2:1 / Japan k=1:1")
    sea.until(ChooseSides)
    exhibit = Exhibit(sea.run, 0, owners=secrets_of(sea))
    async with exhibited(browser, exhibit) as looker:
        await looker.wait_for("SS-3.1c: an enemy destroyer forces all tokens to fight")
        assert "submerge" not in await looker.page.inner_text("#dock .rows")
        await press(looker, "stand")
        assert await answered(exhibit) == encode(SubmergeOrFight())


async def test_a_planned_battle_tells_its_ends_and_a_place_counts_its_units(
    browser: Browser,
) -> None:
    """BG-8.22: bombers sink the destroyer, then neither they nor the submarine can hit."""
    game = position("SZ 3: USA 6 bomber / Japan destroyer, submarine", phase=Phase.COMBAT_MOVE)
    async with exhibited(browser, Exhibit(Run(game), 0)) as looker:
        odds = looker.page.locator("#map .odds")
        await odds.wait_for(timeout=PATIENCE)
        assert await odds.text_content() == "standoff 100 %"
        assert await looker.page.locator("#map .chip title", has_text="6 bombers").count() == 1
        await looker.page.click("#map .chip")
        await looker.page.wait_for_selector("#tab:has-text('if you attack: standoff 100 %')")


async def test_groups_are_reorganized_and_shuffled(browser: Browser) -> None:
    """SS-4.1, 4.3: a submarine goes there, and back at a click; then all are shuffled."""
    sea = waters("", "SZ 2: USA a=1:2, b=2:1", phase=Phase.COMBAT_MOVE)
    tokens = frozenset((sea["a"], sea["b"]))
    exhibit = Exhibit(sea.run, 0, owners=secrets_of(sea))
    async with exhibited(browser, exhibit) as looker:
        await looker.page.click("text=Submarines: shuffle")
        await press(looker, "give 1 2", "give 1 2", "give 2 1")
        await press(looker, f"reorganize {min(tokens)}")
        moved = Reorganize(min(tokens), (Transfer(1, 2, 1),), {})
        assert await answered(exhibit) == encode(moved)
        await press(looker, "shuffle SZ 2")
        assert await answered(exhibit, 2) == encode(Anonymize(tokens))


async def test_a_menu_is_answered_by_keyboard(browser: Browser) -> None:
    """BG-8.19: the ways out of a battle, what going on promises, and the space that it is about."""
    fight = battlefield(
        "Plains: USA 2 tank / Japan 3 infantry",
        came_from={"Plains": "Border"},
        control={"Border": "USA"},
    )
    exhibit = Exhibit(fight.run, 0, dice=(6,) * 5)
    async with exhibited(browser, exhibit) as looker:
        await looker.wait_for("If you go on: win")
        assert "In Plains" in await looker.dock()
        await looker.page.keyboard.press("a")
        for _ in range(6):
            if await looker.page.evaluate("document.activeElement.dataset.key") == "option 1":
                break
            await looker.page.keyboard.press("Tab")
        await looker.page.keyboard.press("Enter")
        assert await answered(exhibit) == encode(Withdraw(SpaceId("Border")))
        await looker.page.wait_for_selector("#battle:has-text('to Border')")


async def test_a_battle_that_goes_well_goes_on_unasked(browser: Browser) -> None:
    """BG-8.19: chosen after round 1, sent by itself after round 2; in round 3 they are beaten."""
    fight = battlefield(
        "Plains: USA 9 tank / Japan 2 infantry",
        came_from={"Plains": "Border"},
        control={"Border": "USA"},
    )
    exhibit = Exhibit(fight.run, 0, dice=(*(6,) * 22, *(1,) * 9, 6, 6))
    async with exhibited(browser, exhibit) as looker:
        await press(looker, "press on")
        assert await answered(exhibit, 2) == encode(Press())
        await looker.page.wait_for_selector("#battle:has-text('the attacker has won')")


async def test_homeless_fighters_land_as_their_owner_wants(browser: Browser) -> None:
    """BG-9.4: of two fighters one finds a deck; which one is chosen, that none lands is refused."""
    game = position(
        "SZ 7: Japan 2 fighter\nSZ 8: Japan carrier, fighter", phase=Phase.CONDUCT_COMBAT
    )
    first, second = find(game, "SZ 7", "fighter")
    exhibit = Exhibit(Run(game), 1)
    async with exhibited(browser, exhibit) as looker:
        await looker.wait_for("lost their landing place")
        await press(looker, f"aim {first} -")
        await looker.wait_for("BG-9.4")
        await press(looker, f"aim {second} SZ 8", "send choice")
        assert await answered(exhibit) == encode(Landings({second: SpaceId("SZ 8")}))


async def test_house_rules_are_answered_over_real_nodes(hall: Hall) -> None:
    """DS-1: a first turn up to the depths, declared, signed and told by the log."""
    await hall.play(rules="SS,DS")
    looker = await hall.look()
    await opening(looker)
    for _ in range(8):
        await looker.ready()
        if (await looker.asked())["name"] == DeclareDepths.__name__:
            break
        await answer_as_proposed(looker)
    await press(looker, "all submerged", "send choice")
    told = "Object.values(table.store.picture.log).some(line => line.text.endsWith('submerged'))"
    await looker.until(told)
