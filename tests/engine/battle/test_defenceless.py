"""BG-8.17: defenceless transports, and BG-8.22: when a battle is over."""

from engine.battle.events import BattleOver
from engine.battle.retreat import Retreat
from engine.requests import Roll
from tests.engine.battle.field import Combat, battlefield


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


def escorted(units: str = "SZ 3: USA submarine, transport / Japan cruiser") -> Combat:
    """Transports that came from SZ 2, whose only escort dives in S1 of round 1."""
    combat = battlefield(units, attacked=("SZ 3",), came_from={"SZ 3": "SZ 2"})
    combat.dive("submarine")
    return combat


def test_bg_8_17_transports_that_can_retreat_stay_when_their_escort_dives() -> None:
    combat = escorted()
    combat.roll(6, why="defenders fire")
    assert isinstance(combat.request, Retreat)
    combat.retreat("SZ 2")
    assert combat.is_over
    assert combat.units("SZ 2") == "transport"
    assert combat.units("SZ 3", "USA") == "submarine"


def test_bg_8_17_they_may_be_hit_before_their_owner_is_asked() -> None:
    combat = escorted("SZ 3: USA submarine, 2 transport / Japan cruiser")
    combat.roll(3, why="defenders fire")
    combat.retreat("SZ 2")
    assert combat.units("SZ 2") == "transport"


def test_bg_8_17_they_are_destroyed_if_their_owner_presses_on() -> None:
    combat = escorted()
    combat.roll(6)
    combat.press()
    assert combat.is_over
    assert combat.units("SZ 3") == "cruiser, submarine"


def test_bg_8_17_an_escort_that_dives_in_a_later_round() -> None:
    combat = battlefield(
        "SZ 3: USA submarine, transport / Japan cruiser",
        attacked=("SZ 3",),
        came_from={"SZ 3": "SZ 2"},
    )
    combat.dive("")
    combat.roll(6, why="surprise strikes")
    combat.roll(6, why="defenders fire")
    combat.press()
    combat.dive("submarine")
    combat.roll(6, why="defenders fire")
    combat.retreat("SZ 2")
    assert combat.units("SZ 2") == "transport"


def test_bg_8_17_transports_that_were_there_are_lost_when_their_escort_dives() -> None:
    combat = battlefield("SZ 3: USA submarine, transport / Japan cruiser", attacked=("SZ 3",))
    combat.dive("submarine")
    assert combat.is_over
    assert combat.units("SZ 3") == "cruiser, submarine"


def test_bg_8_17_so_are_those_that_came_from_where_no_way_is_open() -> None:
    combat = battlefield(
        "SZ 3: USA submarine, transport / Japan cruiser\nSZ 2: Japan cruiser",
        attacked=("SZ 3",),
        came_from={"SZ 3": "SZ 2"},
    )
    combat.dive("submarine")
    assert combat.is_over
    assert combat.units("SZ 3") == "cruiser, submarine"


def test_bg_8_17_a_submarine_that_has_dived_opens_the_way_by_which_it_came() -> None:
    combat = battlefield(
        "SZ 3: USA submarine, transport / Japan cruiser",
        attacked=("SZ 3",),
        came_from={"SZ 3 submarine": "SZ 2"},
    )
    combat.dive("submarine")
    combat.roll(6)
    combat.retreat("SZ 2")
    assert combat.units("SZ 2") == "transport"


def test_bg_8_17_transports_and_submarines_against_aircraft_may_retreat_first() -> None:
    """The carrier is sunk; its fighter could hit the transport, and the submarine not it."""
    combat = battlefield(
        "SZ 3: USA submarine, transport / Japan carrier, fighter",
        attacked=("SZ 3",),
        came_from={"SZ 3": "SZ 2"},
    )
    combat.dive("")
    combat.roll(1, why="surprise strikes")
    combat.roll(6, why="defenders fire")
    combat.retreat("SZ 2")
    assert combat.units("SZ 2") == "submarine, transport"


def test_bg_8_17_the_defenders_transports_are_destroyed_though_the_attackers_may_retreat() -> None:
    combat = battlefield(
        "SZ 3: USA cruiser, transport / Japan submarine, transport",
        attacked=("SZ 3",),
        came_from={"SZ 3": "SZ 2"},
    )
    combat.dive("submarine")
    assert combat.is_over
    assert combat.units("SZ 3") == "cruiser, submarine, transport"


def test_bg_8_17_their_cargo_goes_back_with_them() -> None:
    combat = battlefield(
        "SZ 3: USA submarine, transport, infantry / Japan cruiser\nBorder: Japan infantry",
        attacked=("SZ 3",),
        landing={"SZ 3": "Border"},
        came_from={"SZ 3": "SZ 2"},
    )
    combat.dive("submarine")
    combat.roll(6)
    combat.retreat("SZ 2")
    assert combat.is_over
    assert combat.units("SZ 2") == "infantry, transport"


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
