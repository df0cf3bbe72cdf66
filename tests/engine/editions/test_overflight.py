"""Guns that fire at aircraft passing over them in the Classic edition (BG-7.7)."""

import pytest

from engine.battle.casualties import Casualties, Losses
from engine.battle.events import Fired, Lost
from engine.errors import IncompatibleModules
from engine.records import encode
from engine.requests import Roll
from engine.validate import validate
from tests.engine.movement.drill import combat_move, illegal, noncombat_move
from tests.engine.position import position, world

CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))


class TestOverflight:
    """BG-7.7: guns fire at aircraft that pass over."""

    UNITS = "Prairie: USA 2 fighter, bomber\nBorder: Japan aa_gun\nPlains: Japan infantry"

    def test_in_combat_move_a_die_for_each_aircraft(self) -> None:
        drill = combat_move(self.UNITS, scenario=CLASSIC)
        drill.move("Prairie: 2 fighter, bomber", "Border", "Plains")
        asked = drill.run.request
        assert isinstance(asked, Roll)
        assert (asked.roller, asked.count, asked.versus) == ("Japan", 3, ("USA",))
        drill.events.extend(drill.run.answer([1, 5, 1]))
        assert drill.units("Plains", "USA") == "fighter", "bomber and one fighter are shot down"
        (fire,) = (event for event in drill.events if isinstance(event, Fired))
        assert [(s.kind, s.count, s.dice) for s in fire.volley] == [
            ("aa_gun", 1, (1,)),
            ("aa_gun", 2, (5, 1)),
        ]
        lost = (event.kind for event in drill.events if isinstance(event, Lost))
        assert sorted(lost) == ["bomber", "fighter"]

    def test_the_owner_picks_within_the_type(self) -> None:
        """A bomber that has flown farther is another casualty than one that has not."""
        drill = combat_move(
            "West: USA bomber\nPrairie: USA bomber\nBorder: Japan aa_gun\nPlains: Japan infantry",
            scenario=CLASSIC,
        )
        drill.move("West: bomber", "Prairie")
        far, near = drill.pick("Prairie: 2 bomber")
        assert drill.game.pieces[far].left < drill.game.pieces[near].left
        drill.move("Prairie: 2 bomber", "Border", "Plains")
        drill.run.answer([1, 6])
        assert isinstance(drill.run.request, Casualties)
        assert drill.game.battle is not None
        assert validate(drill.game) == frozenset()
        drill.run.answer(encode(Losses({near: 1})))
        assert drill.pick("Plains: bomber") == (far,)
        assert drill.game.battle is None

    def test_what_passes_dies_before_it_gets_there(self) -> None:
        drill = combat_move(self.UNITS, scenario=CLASSIC)
        drill.move("Prairie: bomber", "Border", "Plains")
        drill.run.answer([1])
        assert drill.units("Border", "USA") == drill.units("Plains", "USA") == ""

    def test_survivors_cannot_take_back_their_flight(self) -> None:
        drill = combat_move(self.UNITS, scenario=CLASSIC)
        drill.move("Prairie: bomber", "Border", "Plains")
        drill.events.extend(drill.run.answer([6]))
        with illegal(drill, "R6"):
            drill.take_back("Plains: bomber")

    def test_not_at_those_that_attack_the_guns_territory(self) -> None:
        """There AA fires when the battle opens (BG-8.4)."""
        drill = combat_move("Prairie: USA bomber\nBorder: Japan aa_gun, infantry", scenario=CLASSIC)
        drill.move("Prairie: bomber", "Border")
        assert not isinstance(drill.run.request, Roll)

    def test_in_noncombat_move_only_as_an_option(self) -> None:
        for setting, fires in (("off", False), ("on", True)):
            drill = noncombat_move(
                "Prairie: USA bomber\nBorder: Japan aa_gun",
                control={"Plains": "USA"},
                scenario=CLASSIC,
                options={"aa_always_on": setting},
            )
            drill.move("Prairie: bomber", "Border", "Plains")
            assert isinstance(drill.run.request, Roll) is fires

    def test_who_flies_home_from_its_attack_passes_over_nothing(self) -> None:
        drill = noncombat_move(
            "Border: USA bomber / Japan aa_gun, infantry",
            scenario=CLASSIC,
            options={"aa_always_on": "on"},
        )
        drill.move("Border: bomber", "Prairie")
        assert drill.units("Prairie", "USA") == "bomber"

    def test_the_option_is_classics_alone(self) -> None:
        with pytest.raises(IncompatibleModules, match="no option aa_always_on"):
            position(options={"aa_always_on": "on"})

    def test_wp_4_a_bomber_that_drops_is_fired_at_once(self) -> None:
        """When it comes with its infantry, not again when it flies on and leaves that behind."""
        drill = combat_move(
            "West: USA bomber, infantry\nBorder: Japan aa_gun, infantry",
            scenario=CLASSIC,
            modules=("WP",),
        )
        drill.move("West: bomber, infantry", "Prairie", "Border")
        drill.events.extend(drill.run.answer([6]))
        drill.move("Border: bomber", "Prairie")
        assert sum(isinstance(event, Fired) for event in drill.events) == 1
        assert drill.units("Prairie", "USA") == "bomber"
        assert drill.units("Border", "USA") == "infantry"

    def test_wp_4_guns_on_the_way_kill_whom_it_carries(self) -> None:
        drill = combat_move(
            "Prairie: USA bomber, infantry\nBorder: Japan aa_gun\nPlains: Japan infantry",
            scenario=CLASSIC,
            modules=("WP",),
        )
        drill.move("Prairie: bomber, infantry", "Border", "Plains")
        drill.run.answer([1])
        assert drill.units("Border", "USA") == drill.units("Plains", "USA") == ""
