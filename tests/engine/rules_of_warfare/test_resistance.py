"""WR: resistance cells; rulings 32, 33, 46."""

import pytest

from engine.board import Power, SpaceId
from engine.capture import capture
from engine.economy.mobilize import Mobilization, MobilizeUnits, Placement
from engine.economy.purchase import Purchase, PurchaseUnits
from engine.errors import Illegal
from engine.game import Game
from engine.movement.proposals import single_orders
from engine.phases import Phase, Stage
from engine.pieces import PieceId
from engine.validate import validate
from engine.variants.rules_of_warfare.resistance import (
    CELL,
    DiscardedUnit,
    DiscardUnit,
    Resistance,
    Underground,
)
from tests.engine.battle.field import battlefield
from tests.engine.position import position, state, step

USA, JAPAN, GERMANY = Power("USA"), Power("Japan"), Power("Germany")
PRAIRIE, WEST = SpaceId("Prairie"), SpaceId("West")
TAKEN = {"Prairie": "Japan"}
WR = (Resistance.module,)


def occupied(units: str, cells: int = 3, control: dict[str, str] | None = None) -> Game:
    """The USA before Combat move, with cells in Prairie, which Japan has taken."""
    game = position(units, phase=Phase.COMBAT_MOVE, control=control or TAKEN, modules=WR)
    game = game.replace(modules={"WR": Underground({PRAIRIE: {USA: cells}})})
    return game.replace(stage=Stage.PHASE_OPENS)


def cells(game: Game) -> int:
    here: int = state(game, "WR", Underground).cells.get(PRAIRIE, {}).get(USA, 0)
    return here


def closed(game: Game) -> Game:
    """After the end of Conduct combat."""
    game, _ = step(game.replace(stage=Stage.COMBAT_CLOSES))
    return game


class TestWR1:
    def mobilizing(self, control: dict[str, str]) -> Game:
        return position(
            "West: USA tank",
            phase=Phase.MOBILIZE,
            control=control,
            waiting={"USA": {CELL: 3}},
            modules=WR,
        )

    def test_placed_where_the_enemy_holds_what_was_ones_own(self) -> None:
        game = self.mobilizing({"Prairie": "Japan", "Border": "USA", "Isle": "UK"})
        assert game.rules.placements(game, USA, CELL) == {PRAIRIE: (PRAIRIE,)}

    def test_any_number_without_a_complex_and_no_piece_of_the_board(self) -> None:
        game = self.mobilizing(TAKEN)
        game, _ = step(game, Mobilization((Placement(CELL, PRAIRIE, PRAIRIE, 3),)))
        assert cells(game) == 3
        assert not game.pieces.at(PRAIRIE)
        assert validate(game) == frozenset()
        assert not [o for o in single_orders(game) if CELL in str(o)]  # immobile

    @pytest.mark.parametrize("modules", [WR, ("WR", "WW")])
    def test_ww_3_none_are_placed_without_a_capital(self, modules: tuple[str, ...]) -> None:
        """Not even what waits or is stored (WR-3, WW-3)."""
        taken = {**TAKEN, "West": "Japan"}
        game = position(control=taken, waiting={"USA": {CELL: 1}}, modules=modules)
        assert game.rules.placements(game, USA, CELL) == {}

    def test_not_in_ones_own_territory(self) -> None:
        with pytest.raises(Illegal, match="BG-10"):
            MobilizeUnits(USA).check(
                self.mobilizing(TAKEN), Mobilization((Placement(CELL, WEST, WEST, 1),))
            )

    def test_they_cost_5_and_none_is_bought_without_a_capital(self) -> None:
        game = position(modules=WR)
        after, _ = step(game, Purchase({CELL: 2}))
        assert after.treasury[USA] == 20
        fallen = position(modules=WR, control={"West": "Japan"})
        assert not PurchaseUnits(USA).legal(fallen, Purchase({CELL: 1}))


class TestWR2:
    def test_wr_t_fighter_and_gun_then_the_territory_is_freed(self) -> None:
        game, _ = step(
            occupied("Prairie: Japan fighter, aa_gun, complex"),
            (1, 1, 1),
            DiscardedUnit(PieceId(2)),
        )
        assert [piece.id for piece in game.pieces.at(PRAIRIE)] == [3]
        assert game.control[PRAIRIE] == JAPAN  # until the end of Conduct combat
        game = closed(game)
        assert game.control[PRAIRIE] == USA
        assert game.pieces[PieceId(3)].owner == USA
        assert cells(game) == 0  # WR-3

    def test_wr_t_a_6_takes_that_cell_and_the_others_still_roll(self) -> None:
        game, _ = step(occupied("Prairie: Japan 2 infantry"), (6, 1, 3), DiscardedUnit(PieceId(1)))
        assert cells(game) == 2
        assert len(game.pieces.at(PRAIRIE)) == 1

    def test_the_controller_chooses_an_allys_unit_only_if_it_has_none(self) -> None:
        units = "Prairie: Japan infantry, tank / Germany infantry"
        game = occupied(units)
        decision = DiscardUnit(JAPAN, PRAIRIE)
        assert list(decision.candidates(game)) == [
            DiscardedUnit(PieceId(1)),
            DiscardedUnit(PieceId(2)),
        ]
        with pytest.raises(Illegal, match="WR-2"):
            decision.check(game, DiscardedUnit(PieceId(3)))
        game, _ = step(occupied("Prairie: Germany infantry", 1), (1,))
        assert not game.pieces.at(PRAIRIE)

    def test_freed_for_an_owner_whose_capital_is_held_and_who_gets_no_income(self) -> None:
        game = occupied("", 1, {"Prairie": "Japan", "West": "Japan"})
        game, _ = step(game, (1,))
        game = closed(game)
        assert game.control[PRAIRIE] == USA
        plan = game.rules.scenario.turns[0].phases
        last = next(i for i, part in enumerate(plan) if part.phase is Phase.COLLECT_INCOME)
        game, _ = step(game.replace(phase=last, stage=Stage.COLLECT_INCOME))
        assert game.treasury[USA] == 30

    def test_what_the_army_has_freed_meanwhile_is_not_taken_from_an_ally(self) -> None:
        """The UK holds Prairie for the USA, whose capital is taken (BG-8.25)."""
        game = occupied("", control={"Prairie": "UK", "West": "Japan"})
        struck = Underground({PRAIRIE: {USA: 3}}, {PRAIRIE: USA})
        assert closed(game.replace(modules={"WR": struck})).control[PRAIRIE] == Power("UK")

    def test_they_do_not_roll_against_an_ally_who_holds_the_territory(self) -> None:
        game, _ = step(occupied("Prairie: UK infantry", 1, {"Prairie": "UK", "West": "Japan"}))
        assert game.stage is Stage.COMBAT_MOVE
        assert cells(game) == 1

    def test_only_in_the_owners_own_combat_move(self) -> None:
        game = position(active="Japan", phase=Phase.COMBAT_MOVE, control=TAKEN, modules=WR)
        game = game.replace(
            modules={"WR": Underground({PRAIRIE: {USA: 1}})}, stage=Stage.PHASE_OPENS
        )
        game, _ = step(game)
        assert game.stage is Stage.COMBAT_MOVE


class TestWR3:
    def test_cells_vanish_when_the_territory_is_back(self) -> None:
        game = capture(occupied("Prairie: USA tank"), PRAIRIE, USA)
        assert cells(game) == 0

    def test_they_stay_when_another_enemy_takes_it(self) -> None:
        game = capture(occupied(""), PRAIRIE, GERMANY)
        assert cells(game) == 3

    def test_a_territory_with_cells_is_not_occupied(self) -> None:
        combat = battlefield("Prairie: USA infantry", control=TAKEN, modules=WR)
        assert combat.is_over  # nothing to fight there
        assert combat.game.control[PRAIRIE] == USA

    def test_ruling_46_a_power_that_leaves_takes_them_along(self) -> None:
        assert cells(occupied("").rules.remove_power(occupied(""), USA)) == 0


def test_ruling_32_cells_wait_in_the_store_like_other_units() -> None:
    game = position("", phase=Phase.MOBILIZE, waiting={"USA": {CELL: 1}}, modules=("WR", "WW"))
    game, _ = step(game)
    assert game.waiting[USA] == {CELL: 1}
