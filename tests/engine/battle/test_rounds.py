"""BG-8.7, 8.8, 8.18: one combat round, S0 to S7."""

from engine.battle.events import Fired, Lost
from engine.battles import Role, Shots
from engine.board import Power, SpaceId
from engine.pieces import PieceId
from engine.requests import Roll
from engine.units import Kind
from tests.engine.battle.field import battlefield


def test_bg_1_6_a_die_hits_up_to_the_strength_and_dice_fall_in_ascending_order() -> None:
    """Infantry hits on 1, tanks on 3, bombers on 4, whatever their places in the position."""
    combat = battlefield("Border: USA bomber, tank, infantry / Japan 4 infantry")
    combat.roll(2, 3, 4, why="attackers fire")
    assert combat.seen(Fired)[-1].volley == (
        shots("infantry", 1, (2,)),
        shots("tank", 3, (3,)),
        shots("bomber", 4, (4,)),
    )
    assert [shot.hits for shot in combat.seen(Fired)[-1].volley] == [0, 1, 1]


def shots(kind: str, strength: int, dice: tuple[int, ...]) -> Shots:
    return Shots(
        role=Role.ATTACKER,
        kind=Kind(kind),
        strength=strength,
        count=len(dice),
        targets=tuple(PieceId(i) for i in (4, 5, 6, 7)),
        dice=dice,
    )


def test_bg_8_7_defenders_hit_in_s3_fire_in_s4_and_then_leave() -> None:
    combat = battlefield("Border: USA 2 infantry / Japan infantry")
    combat.roll(1, 1, why="attackers fire")
    combat.roll(2, why="defenders fire")
    assert combat.is_over
    assert combat.units("Border") == "infantry"
    assert [event.owner for event in combat.seen(Lost)] == ["USA", "Japan"]


def test_bg_8_7_rounds_follow_until_one_side_is_gone() -> None:
    combat = battlefield("Border: USA infantry / Japan infantry")
    for round_ in (1, 2, 3):
        assert combat.game.battle is not None
        assert combat.game.battle.round == round_
        combat.roll(6, why="attackers fire")
        combat.roll(6, why="defenders fire")
    combat.roll(1)
    combat.roll(1)
    assert combat.units("Border") == ""


def test_bg_8_7_both_sides_surprise_strikes_are_one_roll_of_the_active_power() -> None:
    """S2: attackers' dice first; both losses leave before anybody else fires."""
    combat = battlefield(
        "SZ 3: USA submarine, cruiser / Japan submarine, cruiser", attacked=("SZ 3",)
    )
    combat.dive("")
    combat.dive("")
    assert isinstance(combat.request, Roll)
    assert (combat.request.roller, combat.request.versus) == ("USA", ("Japan",))
    combat.roll(2, 1, why="surprise strikes")
    combat.lose("cruiser")
    combat.lose("cruiser")
    assert combat.game.battle is not None
    assert combat.game.battle.round == 2
    assert combat.units("SZ 3") == "2 submarine"


def test_bg_8_7_a_submarine_sunk_in_s2_has_struck_already() -> None:
    combat = battlefield("SZ 3: USA submarine / Japan submarine", attacked=("SZ 3",))
    combat.dive("")
    combat.dive("")
    combat.roll(1, 1, why="surprise strikes")
    assert combat.is_over
    assert combat.units("SZ 3") == ""


def test_bg_8_7_what_struck_in_s2_does_not_fire_again() -> None:
    combat = battlefield("SZ 3: USA submarine, cruiser / Japan battleship", attacked=("SZ 3",))
    combat.dive("")
    combat.roll(6, why="surprise strikes")
    combat.roll(6, why="attackers fire")


def test_bg_8_8_land_battles_have_no_surprise() -> None:
    combat = battlefield("Border: USA infantry / Japan infantry")
    assert isinstance(combat.request, Roll)
    assert combat.request.why == "attackers fire"


def test_bg_8_18_each_artillery_supports_one_infantry_of_the_attack() -> None:
    combat = battlefield("Border: USA 3 infantry, 2 artillery / Japan infantry, artillery")
    combat.roll(2, 2, 2, 6, 6, why="attackers fire")
    by_strength = [(shot.kind, shot.strength) for shot in combat.seen(Fired)[-1].volley]
    assert by_strength == [("infantry", 1), ("artillery", 2), ("infantry", 2)]
    combat.roll(6, 6, why="defenders fire")
    assert [(s.kind, s.strength) for s in combat.seen(Fired)[-1].volley] == [
        ("artillery", 2),
        ("infantry", 2),
    ]


def test_bg_8_18_pairings_are_made_anew_from_the_survivors() -> None:
    combat = battlefield("Border: USA 2 infantry, artillery / Japan 2 infantry")
    combat.roll(6, 6, 6)
    combat.roll(1, 6)
    combat.lose("artillery")
    combat.roll(6, 6)
    assert [(s.kind, s.strength) for s in combat.seen(Fired)[-1].volley] == [("infantry", 1)]


def test_the_dice_of_several_defenders_are_the_first_ones_in_turn_order() -> None:
    """SPEC-7.5: counted from the active power."""

    def roll_asked() -> Roll:
        assert isinstance(combat.request, Roll)
        return combat.request

    combat = battlefield("SZ 3: USA cruiser / Germany cruiser / Japan cruiser", attacked=("SZ 3",))
    assert roll_asked().versus == (Power("Japan"), Power("Germany"))
    combat.roll(6)
    assert roll_asked().roller == Power("Japan")
    assert roll_asked().versus == (Power("USA"),)


def test_a_power_whose_units_throw_no_dice_is_not_the_roller() -> None:
    combat = battlefield(
        "SZ 3: USA cruiser / Germany cruiser / Japan transport", attacked=("SZ 3",)
    )
    combat.roll(6)
    assert isinstance(combat.request, Roll)
    assert combat.request.roller == Power("Germany")


def test_strikes_of_one_side_alone_are_its_own_roll() -> None:
    combat = battlefield("SZ 3: USA cruiser / Japan submarine, cruiser", attacked=("SZ 3",))
    combat.dive("")
    assert isinstance(combat.request, Roll)
    assert (combat.request.why, combat.request.roller) == ("surprise strikes", Power("Japan"))


def test_units_that_can_hit_nothing_roll_no_dice() -> None:
    """Fighters cannot hit the sub, and only the sub is left of the enemy's fleet."""
    combat = battlefield(
        "SZ 3: USA cruiser, fighter / Japan submarine, fighter", attacked=("SZ 3",)
    )
    combat.dive("")
    combat.roll(6, why="surprise strikes")
    combat.roll(6, 3, why="attackers fire")
    assert combat.units("SZ 3", "Japan") == "fighter, submarine"
    combat.roll(6, why="defenders fire")
    combat.dive("")
    combat.roll(6, why="surprise strikes")
    assert isinstance(combat.request, Roll)
    assert combat.request.count == 1
    assert combat.game.control[SpaceId("West")] == "USA"
