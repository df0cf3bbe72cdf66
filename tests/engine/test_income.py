"""Collect income (BG-11)."""

from typing import Any

from engine.board import Power, SpaceId
from engine.economy.income import Collected
from engine.phases import Phase
from engine.questions.economy import Term
from tests.engine.position import asked, position, step, world

USA, JAPAN = Power("USA"), Power("Japan")

OBJECTIVE = """
[[objectives]]
name = "aim"
power = "{power}"
worth = 5
{conditions}

[[canals]]"""


def earns(conditions: str, power: str = "USA", units: str = "", **position_of: Any) -> bool:
    """Whether a national objective brings its 5 IPC."""
    aim = OBJECTIVE.format(power=power, conditions=conditions)
    game = position(
        units,
        active=power,
        phase=Phase.COLLECT_INCOME,
        scenario=world(("\n[[canals]]", aim)),
        **position_of,
    )
    (event,) = step(game)[1]
    assert isinstance(event, Collected)
    return Term("aim", 5) in event.terms


class TestBG111Income:
    def test_is_the_value_of_all_territories_controlled(self) -> None:
        game = position(phase=Phase.COLLECT_INCOME, control={"Border": "USA"})
        after, events = step(game)
        assert events == (Collected(USA, (Term("territories", 8 + 3 + 1 + 2),), 14),)
        assert after.treasury[USA] == 30 + 14

    def test_damage_does_not_matter(self) -> None:
        whole = position("West: USA complex", phase=Phase.COLLECT_INCOME)
        broken = position("West: USA complex", phase=Phase.COLLECT_INCOME, damage={"West": 16})
        assert step(whole)[0].treasury == step(broken)[0].treasury

    def test_needs_the_own_capital(self) -> None:
        game = position(phase=Phase.COLLECT_INCOME, control={"West": "Japan"})
        after, events = step(game)
        assert after.treasury[USA] == 30
        assert events == ()

    def test_bg_8_27_a_liberated_power_collects_again(self) -> None:
        game = position(phase=Phase.COLLECT_INCOME, control={"West": "Japan"})
        freed = game.replace(control={**game.control, SpaceId("West"): USA})
        assert step(freed)[0].treasury[USA] == 42

    def test_others_collect_in_their_own_turn(self) -> None:
        after, _ = step(position(phase=Phase.COLLECT_INCOME))
        assert after.treasury[JAPAN] == 30

    def test_nothing_is_asked(self) -> None:
        assert asked(position(phase=Phase.COLLECT_INCOME)) is None


class TestBG113Objectives:
    def test_all_of_a_list(self) -> None:
        assert earns('held = ["West", "Isle"]')
        assert not earns('held = ["West", "Atoll"]')

    def test_some_of_a_list(self) -> None:
        assert earns('held = ["Isle", "Atoll", "Plains"]\nat_least = 1')
        assert not earns('held = ["Isle", "Atoll", "Plains"]\nat_least = 2')

    def test_any_friendly_power_may_hold_it(self) -> None:
        assert earns('held = ["Cove"]')
        assert not earns('held = ["Cove"]\nalone = true')
        assert earns('held = ["West"]\nalone = true')

    def test_no_enemy_surface_warship(self) -> None:
        """R18: submarines and transports do not count, nor do friends."""
        free = 'no_enemy_warships = ["SZ 1", "SZ 2"]'
        assert earns(free)
        assert earns(free, units="SZ 1: Japan submarine, transport")
        assert earns(free, units="SZ 2: UK cruiser")
        assert not earns(free, units="SZ 2: Germany destroyer")
        assert earns(free, units="SZ 3: Germany destroyer")

    def test_no_allied_unit_in_own_territories(self) -> None:
        alone = "no_allied_units = true"
        assert earns(alone, units="West: USA infantry\nCove: UK infantry")
        assert not earns(alone, units="Isle: UK infantry")
        assert earns(alone, units="Cove: USA infantry")

    def test_all_conditions_hold_together(self) -> None:
        both = 'held = ["West"]\nno_enemy_warships = ["SZ 1"]'
        assert earns(both)
        assert not earns(both, units="SZ 1: Japan carrier")
        assert not earns(both, power="Japan")

    def test_only_its_power_collects(self) -> None:
        aim = OBJECTIVE.format(power="Japan", conditions='held = ["East"]')
        scenario = world(("\n[[canals]]", aim))
        game = position(phase=Phase.COLLECT_INCOME, scenario=scenario)
        assert step(game)[0].treasury[USA] == 42
        game = position(active="Japan", phase=Phase.COLLECT_INCOME, scenario=scenario)
        assert step(game)[0].treasury[JAPAN] == 30 + 13 + 5

    def test_option_objectives_off(self) -> None:
        assert not earns('held = ["West"]', options={"objectives": "off"})
