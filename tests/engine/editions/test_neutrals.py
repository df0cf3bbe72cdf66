"""Neutral territories of the Classic edition (BG-7.13)."""

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.board import Power, SpaceId
from engine.editions.neutrals import NeutralEntered, NeutralGivenBack
from engine.movement.orders import Move
from engine.movement.phases import CombatMove
from engine.movement.proposals import destinations
from engine.phases import Stage
from engine.pieces import PieceId
from engine.records import encode
from engine.validate import validate
from tests.engine.movement.drill import Drill, combat_move, illegal, noncombat_move
from tests.engine.position import step, world
from tests.examples import examples

EDITION = ('edition = "anniversary"', 'edition = "classic"')


class TestNeutrals:
    """BG-7.13: entering or flying over costs 3 IPC once; then it is the entrant's, without a fight.

    Here Rock lies between Prairie on one side, Plains and East on the other, and SZ 9.
    """

    ROCKY = world(
        EDITION,
        ('Rock = {neutral = true, borders = ["SZ 9"]}',
         'Rock = {neutral = true, borders = ["SZ 9", "Prairie", "Plains", "East"]}'),
        ('borders = ["West", "Border", "SZ 2"]', 'borders = ["West", "Border", "Rock", "SZ 2"]'),
        ('borders = ["Plains", "SZ 4", "SZ 5"]', 'borders = ["Plains", "Rock", "SZ 4", "SZ 5"]'),
        ('borders = ["Border", "East", "SZ 3"]', 'borders = ["Border", "East", "Rock", "SZ 3"]'),
    )  # fmt: skip

    def drill(self, units: str, **circumstances: Any) -> Drill:
        return combat_move(units, scenario=self.ROCKY, **circumstances)

    def held(self, drill: Drill) -> tuple[int, str | None]:
        """The entrant's money, and whose Rock is."""
        return drill.game.treasury[Power("USA")], drill.game.control.get(SpaceId("Rock"))

    def test_a_unit_enters_for_3_ipc_without_a_fight(self) -> None:
        drill = self.drill("Prairie: USA infantry")
        drill.move("Prairie: infantry", "Rock")
        assert self.held(drill) == (27, "USA")
        assert NeutralEntered(SpaceId("Rock"), Power("USA"), 3) in drill.events
        assert validate(drill.game) == frozenset()
        drill.done()
        assert drill.is_over

    def test_flying_over_costs_the_same(self) -> None:
        drill = self.drill("Prairie: USA fighter\nPlains: Japan infantry")
        drill.move("Prairie: fighter", "Rock", "Plains")
        assert self.held(drill) == (27, "USA")

    def test_once(self) -> None:
        """Who follows pays nothing, and an aircraft may count on its way back."""
        drill = self.drill("Prairie: USA 2 fighter\nPlains: Japan infantry")
        drill.move("Prairie: fighter", "Rock", "Plains")
        drill.move("Prairie: fighter", "Rock", "Plains")
        assert self.held(drill) == (27, "USA")

    def test_there_and_back_in_one_flight_costs_once(self) -> None:
        drill = self.drill("Prairie: USA fighter", treasury={"USA": 5})
        drill.move("Prairie: fighter", "Rock", "East", "Rock", "Prairie")
        assert self.held(drill) == (2, "USA")

    def test_nobody_enters_without_the_money(self) -> None:
        drill = self.drill("Prairie: USA infantry", treasury={"USA": 2})
        with illegal(drill, "BG-7.13"):
            drill.move("Prairie: infantry", "Rock")

    def test_all_neutrals_on_the_way_are_paid_together(self) -> None:
        """Cliff and Rock for 6 IPC, in one flight."""
        two = world(
            EDITION,
            ("[territories]", '[territories]\nCliff = {neutral = true, borders = ["SZ 9"]}'),
            ('"SZ 4", "Rock"]', '"SZ 4", "Rock", "Cliff"]'),
        )
        for purse in (5, 6):
            drill = noncombat_move(
                "SZ 9: USA bomber",
                scenario=two,
                control={"Atoll": "USA"},
                treasury={"USA": purse},
            )
            way = ("Rock", "SZ 9", "Cliff")
            if purse == 5:
                with illegal(drill, "BG-7.13"):
                    drill.move("SZ 9: bomber", *way)
            else:
                drill.move("SZ 9: bomber", *way)
                assert self.held(drill) == (0, "USA")

    def test_a_tank_passes_through(self) -> None:
        """Neutral territory is not hostile (BG-1.4): it stops nobody."""
        drill = self.drill("Prairie: USA tank\nPlains: Japan infantry")
        drill.move("Prairie: tank", "Rock", "Plains")
        assert self.held(drill) == (27, "USA")
        assert drill.units("Plains", "USA") == "tank"

    def test_ships_land_units_after_combat(self) -> None:
        drill = noncombat_move("SZ 9: USA transport, infantry", scenario=self.ROCKY)
        drill.unload("SZ 9: infantry", "Rock")
        assert self.held(drill) == (27, "USA")

    def test_a_move_that_is_taken_back_is_not_paid_for(self) -> None:
        drill = self.drill("Prairie: USA infantry")
        drill.move("Prairie: infantry", "Rock")
        drill.take_back("Rock: infantry")
        assert self.held(drill) == (30, None)
        assert not drill.game.modules
        assert NeutralGivenBack(SpaceId("Rock"), Power("USA"), 3) in drill.events

    def test_unless_others_have_used_what_it_opened(self) -> None:
        drill = self.drill("Prairie: USA fighter, infantry\nPlains: Japan infantry")
        drill.move("Prairie: infantry", "Rock")
        drill.move("Prairie: fighter", "Rock", "Plains")
        drill.take_back("Rock: infantry")
        assert self.held(drill) == (27, "USA")
        drill.take_back("Plains: fighter")
        assert self.held(drill) == (30, None)

    def test_nor_what_somebodys_landing_needs(self) -> None:
        """The carrier has left; the fighter has two spaces to fly, to Prairie over Rock."""
        drill = self.drill(
            "Prairie: USA infantry\nSZ 4: USA carrier, fighter\nEast: Japan infantry"
        )
        drill.move("SZ 4: fighter", "SZ 5", "East")
        with illegal(drill, "BG-7.6"):
            drill.move("SZ 4: carrier", "SZ 9", "SZ 8")
        drill.move("Prairie: infantry", "Rock")
        drill.move("SZ 4: carrier", "SZ 9", "SZ 8")
        with illegal(drill, "BG-7.6"):
            drill.take_back("Rock: infantry")

    def test_what_an_earlier_phase_has_opened_stays_open(self) -> None:
        game = self.drill("Prairie: USA 2 infantry").game
        order = Move(frozenset({PieceId(1)}), (SpaceId("Rock"),))
        game, _ = step(game, order)
        game, _ = step(game.replace(stage=Stage.PHASE_OPENS, phase=3))
        assert game.control[SpaceId("Rock")] == "USA"
        assert not game.modules

    def test_it_gives_no_landing_in_the_turn_it_was_entered(self) -> None:
        drill = self.drill("Prairie: USA infantry\nSZ 9: USA fighter")
        with illegal(drill, "BG-7.6"):
            drill.move("SZ 9: fighter", "Rock", "Plains", "East")

    def test_an_enemy_finds_it_hostile(self) -> None:
        drill = combat_move("Prairie: USA infantry", scenario=self.ROCKY, control={"Rock": "Japan"})
        drill.move("Prairie: infantry", "Rock")
        assert self.held(drill) == (30, "Japan"), "it changes hands in combat"

    def test_a_way_around_is_preferred(self) -> None:
        """Border is one step from Prairie, Plains two either way; only Rock itself must be paid."""
        game = self.drill("Prairie: USA bomber").game
        (bomber,) = game.owned(Power("USA"))
        ways = destinations(game, [bomber.id])
        assert ways[SpaceId("Plains")] == ("Border", "Plains")
        assert SpaceId("Rock") not in destinations(game, [bomber.id], paying=False)

    def test_the_anniversary_edition_keeps_them_shut(self) -> None:
        drill = combat_move("SZ 9: USA fighter")
        with illegal(drill, "BG-7.13"):
            drill.move("SZ 9: fighter", "Rock")

    @examples(25)
    @given(seed=st.integers(0, 2**32))
    def test_money_and_territory_always_go_together(self, seed: int) -> None:
        """Whatever is ordered and taken back: 3 IPC are gone for each territory entered."""
        drill = self.drill(
            "Prairie: USA 2 infantry, 2 tank, fighter\nSZ 9: USA carrier, 2 fighter\n"
            "Plains: Japan infantry\nEast: Japan infantry",
            treasury={"USA": 8},
        )
        draw = random.Random(seed)
        for _ in range(12):
            request = drill.run.request
            if not isinstance(request, CombatMove):
                break
            drill.run.answer(encode(request.sample(drill.game, draw)))
            purse, holder = self.held(drill)
            assert purse == 8 - 3 * (holder is not None)
            assert validate(drill.game) == frozenset()
