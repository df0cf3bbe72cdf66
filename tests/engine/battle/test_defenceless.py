"""BG-8.17: defenceless transports, and BG-8.22: when a battle is over."""

from engine.battle.events import BattleOver
from engine.battle.retreat import Retreat
from engine.requests import Roll
from tests.engine.battle.field import battlefield


def test_bg_8_17_transports_alone_die_before_any_die_is_rolled() -> None:
    combat = battlefield("SZ 3: USA fighter / Japan 3 transport", attacked=("SZ 3",))
    assert combat.is_over
    assert combat.units("SZ 3", "Japan") == ""


def test_bg_8_17_not_where_nothing_can_hit_them() -> None:
    """Transports against transports: no dice, both stay, and the attacker has not won."""
    combat = battlefield("SZ 3: USA transport / Japan transport", attacked=("SZ 3",))
    assert combat.is_over
    assert combat.units("SZ 3") == "2 transport"


def test_bg_8_17_submarines_do_not_save_transports_from_aircraft() -> None:
    """Errata: only transports and subs against only aircraft; the subs stay."""
    combat = battlefield("SZ 3: USA 2 bomber / Japan submarine, transport", attacked=("SZ 3",))
    combat.press()
    assert combat.is_over
    assert combat.units("SZ 3", "Japan") == "submarine"


def test_bg_8_17_submarines_do_save_them_while_a_ship_is_with_the_aircraft() -> None:
    combat = battlefield(
        "SZ 3: USA bomber, cruiser / Japan submarine, transport", attacked=("SZ 3",)
    )
    combat.dive("")
    combat.roll(6, why="surprise strikes")
    assert isinstance(combat.request, Roll)
    assert combat.units("SZ 3", "Japan") == "submarine, transport"


def test_bg_8_17_tested_after_s1_of_every_round() -> None:
    """In round 2 the last sub submerges; the transport dies without dice."""
    combat = battlefield("SZ 3: USA cruiser / Japan submarine, transport", attacked=("SZ 3",))
    combat.dive("")
    combat.roll(6, why="surprise strikes")
    combat.roll(6, why="attackers fire")
    combat.dive("submarine")
    assert combat.is_over
    assert combat.units("SZ 3", "Japan") == "submarine"


def test_bg_8_17_the_attacker_may_first_retreat() -> None:
    for flee, left in ((True, ""), (False, "")):
        combat = battlefield(
            "SZ 3: USA destroyer, transport / Japan cruiser",
            attacked=("SZ 3",),
            came_from={"SZ 3": "SZ 2"},
        )
        combat.roll(6)
        combat.roll(3)
        assert isinstance(combat.request, Retreat)
        if flee:
            combat.retreat("SZ 2")
        else:
            combat.press()
        assert combat.is_over
        assert combat.units("SZ 3", "USA") == left
        assert combat.units("SZ 2", "USA") == ("transport" if flee else "")


def test_bg_8_17_an_attacker_that_cannot_retreat_loses_them() -> None:
    combat = battlefield("SZ 3: USA destroyer, transport / Japan cruiser", attacked=("SZ 3",))
    combat.roll(6)
    combat.roll(3)
    assert combat.is_over
    assert combat.units("SZ 3") == "cruiser"


def test_bg_8_19_no_retreat_from_only_defenceless_transports() -> None:
    """At S6 the transport dies before the attacker is asked anything."""
    combat = battlefield(
        "SZ 3: USA 2 cruiser / Japan destroyer, transport",
        attacked=("SZ 3",),
        came_from={"SZ 3": "SZ 2"},
    )
    combat.roll(3, 6)
    combat.roll(6)
    assert combat.is_over
    assert combat.units("SZ 3") == "2 cruiser"


def test_bg_8_22_aircraft_and_submarines_part_without_a_victor() -> None:
    combat = battlefield(
        "SZ 3: USA destroyer, fighter / Japan submarine\nBorder: USA infantry / Japan infantry",
        attacked=("SZ 3",),
    )
    combat.fight("SZ 3")
    combat.roll(6, 6)
    combat.roll(1)
    combat.break_off()
    assert [event.won for event in combat.seen(BattleOver)] == [False]


def test_bg_8_22_who_stays_has_not_won() -> None:
    combat = battlefield(
        "SZ 3: USA destroyer, fighter / Japan submarine\nBorder: USA infantry / Japan infantry",
        attacked=("SZ 3",),
    )
    combat.fight("SZ 3")
    combat.roll(6, 6)
    combat.roll(1)
    combat.press()
    assert [event.won for event in combat.seen(BattleOver)] == [None]


def test_bg_8_22_submarines_against_aircraft_alone() -> None:
    """Attacking subs cannot hit the last fighter, nor it them: both stay."""
    combat = battlefield(
        "SZ 3: USA 2 submarine / Japan carrier, fighter",
        attacked=("SZ 3",),
        came_from={"SZ 3": "SZ 2"},
    )
    combat.dive("")
    combat.roll(1, 6, why="surprise strikes")
    assert isinstance(combat.request, Retreat)
    combat.press()
    assert combat.game.battle is None
    assert combat.units("SZ 3") == "fighter, 2 submarine"


def test_bg_8_22_both_sides_gone() -> None:
    combat = battlefield("SZ 3: USA cruiser / Japan cruiser", attacked=("SZ 3",))
    combat.roll(3)
    combat.roll(3)
    assert combat.is_over
    assert combat.units("SZ 3") == ""


def test_bg_8_22_all_submerged() -> None:
    combat = battlefield("SZ 3: USA submarine / Japan submarine", attacked=("SZ 3",))
    combat.dive("submarine")
    assert combat.is_over
    assert combat.units("SZ 3") == "2 submarine"
