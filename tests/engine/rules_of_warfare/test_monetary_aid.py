"""WI: monetary aid; rulings 23, 42."""

import random
from typing import Unpack

import pytest

from engine.board import Power
from engine.economy.purchase import Purchase
from engine.errors import Illegal
from engine.game import Game, GameFields
from engine.loading import builtin
from engine.phases import Phase, Stage
from engine.setup import new_game
from engine.variants.rules_of_warfare.monetary_aid import (
    Aid,
    AidReceived,
    GiftRoller,
    Gifts,
    GiveAid,
)
from tests.engine.position import position, step

USA, UK, JAPAN, GERMANY = Power("USA"), Power("UK"), Power("Japan"), Power("Germany")


def given(die: int, roller: Power = JAPAN) -> Game:
    """The USA have sent 6 IPC to the UK."""
    game, _ = step(
        position(modules=("WI",)), Purchase(), Gifts({UK: 6}), GiftRoller(roller), (die,)
    )
    assert game.treasury[USA] == 24
    return game


def collected(game: Game, power: str, **circumstances: Unpack[GameFields]) -> Game:
    """After this power's Collect income."""
    there = position(active=power, phase=Phase.COLLECT_INCOME, modules=("WI",))
    game, _ = step(there.replace(modules=game.modules).replace(**circumstances))
    return game


class TestWI1:
    def test_die_2_the_ally_gets_it_in_its_next_collect_income(self) -> None:
        game = given(2)
        assert game.treasury[UK] == 30
        assert collected(game, "UK").treasury[UK] == 30 + 8 + 6

    @pytest.mark.parametrize("roller", [JAPAN, GERMANY])
    def test_die_1_the_power_that_rolls_gets_it(self, roller: Power) -> None:
        game = given(1, roller)
        income = {JAPAN: 13, GERMANY: 8}[roller]
        assert collected(game, roller).treasury[roller] == 30 + income + 6
        assert collected(game, "UK").treasury[UK] == 38

    def test_it_comes_once(self) -> None:
        game = collected(given(2), "UK")
        assert collected(game, "UK").treasury[UK] == 38

    def test_only_to_allies_and_only_what_is_there(self) -> None:
        game = position(modules=("WI",))
        for gifts in (Gifts({JAPAN: 1}), Gifts({USA: 1}), Gifts({UK: 31}), Gifts({UK: 0})):
            with pytest.raises(Illegal, match="WI-1"):
                GiveAid(USA).check(game, gifts)
        GiveAid(USA).check(game, Gifts({UK: 30}))

    def test_samples_are_legal_and_come_to_gifts(self) -> None:
        game, draw = position(modules=("WI",)), random.Random(1)
        drawn = [GiveAid(USA).sample(game, draw) for _ in range(60)]
        assert all(GiveAid(USA).legal(game, gifts) for gifts in drawn)
        assert any(gifts.to for gifts in drawn)

    def test_who_has_no_capital_gives_nothing(self) -> None:
        game = position(modules=("WI",), control={"West": "Japan"})
        game, _ = step(game)
        assert game.stage is Stage.PHASE_CLOSES


class TestWI2:
    def test_money_under_way_goes_to_the_bank_without_a_capital(self) -> None:
        there = position(
            active="UK", phase=Phase.COLLECT_INCOME, modules=("WI",), control={"Cove": "Germany"}
        )
        game, events = step(there.replace(modules=given(2).modules))
        assert game.treasury[UK] == 30
        assert events == (AidReceived(UK, 6, banked=True),)

    def test_aid_of_a_power_that_leaves_the_game_is_lost(self) -> None:
        game = given(2)
        game = game.rules.remove_power(game, USA)
        assert collected(game, "UK").treasury[UK] == 38


def test_ruling_42_no_aid_to_china() -> None:
    scenario = builtin("anniversary-1942")
    game = new_game(scenario, (Aid.module,), {}, (tuple(scenario.powers),))
    receivers = {ally for gifts in GiveAid(USA).candidates(game) for ally in gifts.to}
    assert UK in receivers
    assert "China" not in receivers
