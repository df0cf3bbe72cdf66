"""Rulings where players and programs disagree (chapter 13).

Here are those that concern several chapters or none; the others have their tests, named after them,
beside the rules that they rule on.
"""

from typing import Any

import pytest

from engine.battle.combat import NextBattle
from engine.battle.events import Fired
from engine.battle.opening_fire import Proportion, in_proportion
from engine.board import Power, SpaceId
from engine.capture import capture
from engine.economy.mobilize import Mobilization, MobilizeUnits, Placement
from engine.errors import Illegal
from engine.phases import Phase
from engine.scenario import NoEnemyWarships
from engine.units import CARRIER, FIGHTER
from engine.victory import condition_holds
from tests.engine.battle.field import Combat, battlefield
from tests.engine.movement.drill import combat_move, illegal
from tests.engine.position import position, world

USA, JAPAN, UK = Power("USA"), Power("Japan"), Power("UK")


class TestR2AircraftAloneAgainstSubmarines:
    def test_r2_cannot_be_declared(self) -> None:
        drill = combat_move("West: USA fighter, bomber\nSZ 2: Japan 2 submarine")
        drill.move("West: fighter, bomber", "SZ 2")
        with illegal(drill, "R6"):
            drill.done()

    def test_r2_the_battle_ends_where_only_they_are_left(self) -> None:
        """The destroyer falls to the submarines' fire; both sides stay, nobody has won."""
        combat = battlefield(
            "SZ 3: USA destroyer, fighter / Japan submarine",
            attacked=("SZ 3",),
            came_from={"SZ 3": "SZ 2"},
        )
        combat.roll(6, 6)
        combat.roll(1, why="defenders fire")
        combat.break_off()
        assert combat.is_over
        assert combat.units("SZ 3") == "fighter, submarine"


def test_r4_a_destroyer_sunk_in_mid_round_counts_to_its_end() -> None:
    """Hit in S3 it still keeps the submarine from striking first, and aircraft may hit it in S4."""
    combat = battlefield(
        "SZ 3: USA cruiser, submarine / Japan destroyer, carrier, fighter", attacked=("SZ 3",)
    )
    combat.roll(1, 6, why="attackers fire")
    combat.lose("destroyer")
    battle = combat.game.battle
    assert battle is not None
    assert battle.defender_destroyer
    fighters = next(shot for shot in battle.volley if shot.kind == FIGHTER)
    assert combat.pick("submarine", combat.attackers)[0] in fighters.targets


def test_r5_raids_then_assaults_then_all_other_battles() -> None:
    combat = battlefield(
        "East: USA bomber / Japan complex\n"
        "SZ 8: USA transport, 2 infantry\n"
        "Atoll: Japan infantry\n"
        "Border: USA infantry / Japan infantry\n"
        "Plains: USA infantry / Japan infantry",
        landing={"SZ 8": "Atoll"},
        raiding={"East": "bomber"},
    )
    combat.roll(1, why="bombs")
    combat.roll(1, 6, why="attackers fire")
    combat.roll(6)
    assert combat.game.control[SpaceId("Atoll")] == USA
    request = combat.request
    assert isinstance(request, NextBattle)
    assert [fight.space for fight in request.candidates(combat.game)] == ["Border", "Plains"]


def test_r11_a_transport_lands_in_one_territory_a_turn() -> None:
    drill = combat_move("SZ 3: USA transport, tank, infantry\nBorder: Japan infantry")
    drill.unload("SZ 3: tank", "Border")
    with illegal(drill, "BG-7.9"):
        drill.unload("SZ 3: infantry", "Plains")


def test_r17_the_printed_emblem_counts_not_the_opening_marker() -> None:
    """Border bears the emblem of the UK, whatever marker the set-up puts there."""
    scenario = world(
        (
            'Border = {original = "Japan"',
            'Border = {original = "UK", control = "Japan"',
        )
    )
    game = position(scenario=scenario)
    assert capture(game, SpaceId("Border"), USA).control[SpaceId("Border")] == UK


def test_r18_only_surface_warships_spoil_an_objective_at_sea() -> None:
    free = NoEnemyWarships((SpaceId("SZ 2"),))
    assert condition_holds(position("SZ 2: Japan 2 submarine, transport"), USA, free)
    assert not condition_holds(position("SZ 2: Japan destroyer"), USA, free)


def test_r20_a_fighter_on_land_does_not_jump_to_a_new_carrier() -> None:
    """The new carrier is there; the fighter in West can no longer move, and stays."""
    game = position(
        "West: USA complex, fighter", phase=Phase.MOBILIZE, waiting={"USA": {"carrier": 1}}
    )
    place = Placement(CARRIER, SpaceId("West"), SpaceId("SZ 2"), 1)
    assert MobilizeUnits(USA).legal(game, Mobilization((place,)))
    shift = Placement(FIGHTER, SpaceId("West"), SpaceId("SZ 2"), 1)
    assert not MobilizeUnits(USA).legal(game, Mobilization((place, shift)))


class TestR26LowLuck:
    """Sum of strengths ÷ die sides sure hits, one die for the remainder, per restriction group."""

    def fought(self, units: str, attacked: tuple[str, ...] = ()) -> Combat:
        return battlefield(units, attacked=attacked, options={"low_luck": "on"})

    def test_r26_strengths_are_added_up(self) -> None:
        """Three tanks at 3 and two infantry at 1 are 11: one sure hit, and a die that hits on 5."""
        combat = self.fought("Border: USA 3 tank, 2 infantry / Japan 3 infantry")
        combat.roll(5, why="attackers fire")
        combat.lose("infantry")
        assert combat.units("Border", "Japan") == "infantry"

    def test_r26_the_remainder_may_miss(self) -> None:
        combat = self.fought("Border: USA 3 tank, 2 infantry / Japan 3 infantry")
        combat.roll(6, why="attackers fire")
        assert [shot.hits for shot in combat.seen(Fired)[0].volley] == [1]

    def test_r26_without_a_remainder_no_die_is_rolled(self) -> None:
        """Two tanks hit once for sure; the defender's infantry has a remainder of 2."""
        combat = self.fought("Border: USA 2 tank / Japan 2 infantry")
        combat.roll(6, why="defenders fire")
        assert combat.units("Border", "Japan") == "infantry"

    def test_r26_what_may_not_hit_the_same_is_not_added_up(self) -> None:
        """Submarines cannot hit the fighter: their strength is a sum of its own."""
        combat = self.fought(
            "SZ 3: USA 2 submarine, 2 cruiser / Japan destroyer, carrier, fighter",
            attacked=("SZ 3",),
        )
        battle = combat.game.battle
        assert battle is not None
        sums = sorted((shot.sure, shot.strength, shot.count) for shot in battle.volley)
        assert sums == [(0, 4, 1), (1, 0, 0)]

    @pytest.mark.parametrize(
        ("counting", "dice", "left"),
        [("both", (3,), ""), ("both", (4,), "infantry"), ("best", (6, 4, 4), "infantry")],
    )
    def test_r26_heavy_bombers(self, counting: str, dice: tuple[int, ...], left: str) -> None:
        """Two dice at 4 and an infantry: 9 in all. The better of two is rolled as it is."""
        combat = battlefield(
            "Border: USA bomber, infantry / Japan 2 infantry",
            breakthroughs={"USA": ["heavy_bombers"]},
            options={"low_luck": "on", "heavy_bombers": counting},
        )
        combat.roll(*dice, why="attackers fire")
        combat.roll(6, why="defenders fire")
        assert combat.units("Border", "Japan") == left

    def test_r26_off_by_default(self) -> None:
        combat = battlefield("Border: USA 3 tank / Japan infantry")
        combat.roll(6, 6, 6)


class TestR28LowLuckAndAAFire:
    """One sum for all targets of one AA fire, and one die; types are hit in proportion."""

    def fired_at(self, units: str, **more: Any) -> Combat:
        return battlefield(units, options={"low_luck": "on"}, **more)

    @pytest.mark.parametrize(
        ("die", "left"), [(3, "2 bomber, 5 fighter"), (4, "2 bomber, 6 fighter")]
    )
    def test_r28_sure_hits_are_reckoned_over_all_types(self, die: int, left: str) -> None:
        """Nine aircraft: one sure hit and a die at 3. Two hits are 14/9 and 4/9 of a type."""
        combat = self.fired_at("East: USA 7 fighter, 2 bomber / Japan infantry, aa")
        combat.roll(die, why="anti-aircraft fire")
        assert combat.units("East", "USA") == left

    def test_r28_no_die_without_a_remainder(self) -> None:
        """Four fighters and two bombers: one hit, of which fighters have the larger share."""
        combat = self.fired_at("East: USA 4 fighter, 2 bomber / Japan infantry, aa")
        combat.roll(6, why="attackers fire")
        assert combat.units("East", "USA") == "2 bomber, 3 fighter"

    @pytest.mark.parametrize("lost", ["fighter", "bomber"])
    def test_r28_the_owner_chooses_between_equal_shares(self, lost: str) -> None:
        combat = self.fired_at("East: USA 3 fighter, 3 bomber / Japan infantry, aa")
        combat.lose(lost)
        left = {"fighter": "3 bomber, 2 fighter", "bomber": "2 bomber, 3 fighter"}
        assert combat.units("East", "USA") == left[lost]

    def test_r28_an_equal_share_of_three_hits(self) -> None:
        """Nine of each type: one sure hit on each, and the owner places the third."""
        combat = self.fired_at("East: USA 9 fighter, 9 bomber / Japan infantry, aa")
        with pytest.raises(Illegal):
            combat.lose("3 bomber")
        combat.lose("2 bomber, fighter")
        assert combat.units("East", "USA") == "7 bomber, 8 fighter"

    def test_r28_radar_adds_up_too(self) -> None:
        """Two aircraft at 2: a die at 4."""
        combat = self.fired_at(
            "East: USA fighter, bomber / Japan infantry, aa", breakthroughs={"Japan": ["radar"]}
        )
        combat.roll(4, why="anti-aircraft fire")
        combat.lose("fighter")
        assert combat.units("East", "USA") == "bomber"

    def test_r28_bombers_that_raid_are_fired_at_as_one(self) -> None:
        combat = self.fired_at(
            "East: USA 6 bomber / Japan complex, aa", raiding={"East": "6 bomber"}
        )
        combat.roll(*[1] * 5, why="bombs")
        assert combat.units("East", "USA") == "5 bomber"

    def test_r28_without_aircraft_nothing_is_fired(self) -> None:
        combat = self.fired_at("East: USA 2 tank / Japan 2 infantry, aa")
        combat.roll(6, why="defenders fire")
        assert combat.units("East", "USA") == "2 tank"

    def test_r28_two_hits_on_three_equal_types_go_to_two_of_them(self) -> None:
        """[G40] Four of each: two sure hits, 2/3 for each type."""
        combat = self.fired_at(
            "East: USA 4 fighter, 4 bomber, 4 tactical_bomber / Japan infantry, aa",
            scenario=world(('edition = "anniversary"', 'edition = "global-1940"')),
        )
        combat.lose("bomber")
        with pytest.raises(Illegal):
            combat.lose("bomber")
        combat.lose("fighter")
        assert combat.units("East", "USA") == "3 bomber, 3 fighter, 4 tactical_bomber"


@pytest.mark.parametrize(
    ("hits", "numbers", "sure", "tied", "left"),
    [
        (0, {"a": 3, "b": 1}, {"a": 0, "b": 0}, (), 0),
        (1, {"a": 3, "b": 1}, {"a": 1, "b": 0}, (), 0),
        (1, {"a": 2, "b": 2}, {"a": 0, "b": 0}, ("a", "b"), 1),
        (2, {"a": 2, "b": 2}, {"a": 1, "b": 1}, (), 0),
        (4, {"a": 3, "b": 1}, {"a": 3, "b": 1}, (), 0),
        (2, {"a": 4, "b": 1, "c": 1}, {"a": 1, "b": 0, "c": 0}, ("a", "b", "c"), 1),
        (3, {"a": 5, "b": 2, "c": 2}, {"a": 1, "b": 0, "c": 0}, ("a", "b", "c"), 2),
        (4, {"a": 5, "b": 2, "c": 2}, {"a": 2, "b": 1, "c": 1}, (), 0),
        (2, {"a": 1, "b": 1, "c": 1}, {"a": 0, "b": 0, "c": 0}, ("a", "b", "c"), 2),
    ],
)
def test_r28_shares(
    hits: int, numbers: dict[str, int], sure: dict[str, int], tied: tuple[str, ...], left: int
) -> None:
    """The largest fractions of a hit take what whole hits leave."""
    assert in_proportion(hits, numbers) == Proportion(sure, tied, left)
