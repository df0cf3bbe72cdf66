"""Corner cases of elite units, kamikaze, aid and stores, by the sentence that decides each."""

import pytest

from engine.board import Power, SpaceId
from engine.economy.purchase import Purchase
from engine.errors import Illegal
from engine.movement.phases import CombatMove
from engine.phases import Phase
from engine.pieces import PieceId
from engine.requests import Roll
from engine.run import Run
from engine.units import INFANTRY, Kind
from engine.variants.rules_of_warfare.elite import Elite, Renew, Reroll, RerollDie, Roster
from engine.variants.rules_of_warfare.kamikaze import BecomeKamikaze
from engine.variants.rules_of_warfare.monetary_aid import GiftRoller, Gifts, UnderWay
from engine.variants.rules_of_warfare.warehouses import Discard
from tests.engine.battle.field import STEPS, Combat, battlefield
from tests.engine.movement.drill import Drill, combat_move, illegal
from tests.engine.position import position, state, step
from tests.engine.rules_of_warfare.warfare import mined

USA, JAPAN, UK, GERMANY = map(Power, ("USA", "Japan", "UK", "Germany"))
PRAIRIE, PLAINS = map(SpaceId, ("Prairie", "Plains"))


def elite(combat: Combat, **units: tuple[str, int]) -> Combat:
    roster = Roster({Power(p): Elite(Kind(k), PieceId(i)) for p, (k, i) in units.items()})
    game = combat.start.replace(modules={**combat.start.modules, "WE": roster})
    combat.run = Run(game, STEPS)
    return combat


class TestElite:
    def test_we_1_defending_beside_an_ally_it_rerolls_too(self) -> None:
        combat = battlefield(
            "Prairie: Japan infantry / UK tank / USA infantry", active="Japan", modules=("WE",)
        )
        elite(combat, UK=("tank", 2))
        combat.roll(6, why="attackers fire")
        combat.roll(6, 6, why="defenders fire")
        assert combat.request == RerollDie(UK)
        combat.answer(Reroll(again=True))
        combat.roll(3, why="reroll")
        assert combat.units("Prairie", "Japan") == ""

    def test_we_1_what_hits_first_need_not_roll_again(self) -> None:
        combat = elite(
            battlefield("Border: USA tank / Japan infantry", modules=("WE",)), USA=("tank", 1)
        )
        combat.roll(3, why="attackers fire")
        combat.roll(6, why="defenders fire")
        assert combat.is_over

    def test_we_1_guns_have_none(self) -> None:
        """⚖ No reroll but of combat dice: none of anti-aircraft fire at the elite unit."""
        combat = elite(
            battlefield("East: USA bomber / Japan aa_gun, infantry", modules=("WE",)),
            USA=("bomber", 1),
        )
        combat.roll(1, why="anti-aircraft fire")
        assert combat.units("East", "USA") == ""

    def test_we_1_on_a_die_of_twelve_sides_it_rolls_one_of_those(self) -> None:
        combat = elite(
            battlefield(
                "Border: USA tank / Japan infantry", modules=("DS", "WE"), options={"die": "12"}
            ),
            USA=("tank", 1),
        )
        combat.roll(7, why="attackers fire")
        combat.answer(Reroll(again=True))
        assert isinstance(combat.request, Roll)
        assert combat.request.sides == 12

    def test_we_2_one_that_a_mine_has_sunk_may_be_bought_anew(self) -> None:
        game = position("SZ 1: USA destroyer", phase=Phase.NONCOMBAT_MOVE, modules=("WE", "WM"))
        roster = {"WE": Roster({USA: Elite(Kind("destroyer"), PieceId(1))})}
        drill = mined(Drill(game.replace(modules=roster)), "SZ 2")
        drill.move("SZ 1: destroyer", "SZ 2")
        drill.run.answer((1,))
        bought = position(treasury={"USA": 8}, modules=("WE",)).replace(modules=drill.game.modules)
        after, _ = step(bought, Purchase(), Renew(buy=True))
        assert after.waiting[USA] == {Kind("destroyer"): 1}
        assert after.treasury[USA] == 0


class TestKamikaze:
    def test_wk_1_from_a_carrier_too(self) -> None:
        drill = combat_move(
            "SZ 5: Japan carrier, fighter\nSZ 2: USA transport", active="Japan", modules=("WK",)
        )
        drill.run.answer(["kamikaze", int(drill.figure("SZ 5: fighter").id)])
        drill.move("SZ 5: fighter", "SZ 4", "SZ 3", "SZ 2")
        assert drill.units("SZ 2", "Japan") == "fighter"

    def test_wk_1_no_farther_than_its_four_spaces(self) -> None:
        drill = combat_move(
            "East: Japan fighter\nSZ 6: USA transport", active="Japan", modules=("WK",)
        )
        drill.run.answer(["kamikaze", 1])
        with illegal(drill, "BG-7"):
            drill.move("East: fighter", "SZ 4", "SZ 3", "SZ 2", "SZ 7", "SZ 6")

    def test_wk_1_its_neighbour_without_a_vow_needs_a_landing(self) -> None:
        drill = combat_move(
            "East: Japan 2 fighter\nSZ 2: USA transport", active="Japan", modules=("WK",)
        )
        drill.run.answer(["kamikaze", 1])
        with illegal(drill, "BG-7.6"):
            drill.move("East: 2 fighter", "SZ 4", "SZ 3", "SZ 2")

    def test_wk_1_bombers_take_no_vow(self) -> None:
        game = combat_move("East: Japan bomber", active="Japan", modules=("WK",)).game
        with pytest.raises(Illegal, match="WK-1"):
            game.rules.check_action(game, CombatMove(JAPAN), BecomeKamikaze(PieceId(1)))


class TestAid:
    def test_wi_1_all_that_one_has_and_no_more_can_be_bought_with_it(self) -> None:
        game = position(modules=("WI",), treasury={"USA": 10})
        after, _ = step(game, Purchase({INFANTRY: 3}), Gifts({UK: 1}), GiftRoller(JAPAN), (6,))
        assert after.treasury[USA] == 0

    def test_wi_1_two_gifts_to_one_ally_add_up(self) -> None:
        game = position(modules=("WI",))
        for _ in range(2):
            game, _happened = step(game, Purchase(), Gifts({UK: 3}), GiftRoller(JAPAN), (6,))
            game = position(modules=("WI",)).replace(modules=game.modules)
        there = position(active="UK", phase=Phase.COLLECT_INCOME, modules=("WI",))
        after, _ = step(there.replace(modules=game.modules))
        assert after.treasury[UK] == 30 + 8 + 6

    @pytest.mark.parametrize(("die", "to"), [(1, GERMANY), (2, UK), (6, UK)])
    def test_wi_1_only_a_1_captures_it(self, die: int, to: Power) -> None:
        game, _ = step(
            position(modules=("WI",)), Purchase(), Gifts({UK: 5}), GiftRoller(GERMANY), (die,)
        )
        assert [gift.to for gift in state(game, "WI", UnderWay).gifts] == [to]


class TestWarehouses:
    def test_ww_2_a_raid_on_any_complex_of_the_owner(self) -> None:
        combat = battlefield(
            "Plains: USA bomber / Japan complex\nEast: Japan complex",
            raiding={"Plains": "bomber"},
            modules=("WW",),
        )
        game = combat.start.replace(waiting={JAPAN: {INFANTRY: 1, Kind("tank"): 1}})
        combat.run = Run(game, STEPS)
        combat.roll(5, why="bombs")
        combat.answer(Discard(Kind("tank")))
        assert combat.game.waiting[JAPAN] == {INFANTRY: 1}

    def test_ww_2_a_4_destroys_nothing(self) -> None:
        combat = battlefield(
            "Plains: USA bomber / Japan complex", raiding={"Plains": "bomber"}, modules=("WW",)
        )
        combat.run = Run(combat.start.replace(waiting={JAPAN: {INFANTRY: 1}}), STEPS)
        combat.roll(4, why="bombs")
        assert combat.game.waiting[JAPAN] == {INFANTRY: 1}

    def test_ww_3_freed_the_store_opens_again(self) -> None:
        for held, places in (("Japan", {}), ("USA", {PRAIRIE: (PRAIRIE,)})):
            game = position(
                "Prairie: USA complex",
                phase=Phase.MOBILIZE,
                control={"West": held},
                waiting={"USA": {"infantry": 1}},
                modules=("WW",),
            )
            found = game.rules.placements(game, USA, INFANTRY)
            assert {k: v for k, v in found.items() if k == PRAIRIE} == places

    def test_ww_3_a_lost_complex_that_was_not_the_last_costs_no_store(self) -> None:
        combat = battlefield(
            "Plains: USA tank / Japan complex\nEast: Japan complex", modules=("WW",)
        )
        combat.run = Run(combat.start.replace(waiting={JAPAN: {INFANTRY: 2}}), STEPS)
        assert combat.game.control[PLAINS] == USA
        assert combat.game.waiting[JAPAN] == {INFANTRY: 2}
