"""BG-8.1: the order of battles, and who takes part."""

import pytest

from engine.battle.combat import Fight, NextBattle
from engine.battle.events import BattleOpened
from engine.battles import BattleKind
from engine.board import Power, SpaceId
from engine.capture import TerritoryTaken
from engine.errors import Illegal
from tests.engine.battle.field import Combat, battlefield

EVERYTHING = """
    SZ 3: USA cruiser, transport, 2 infantry / Japan destroyer
    SZ 5: USA submarine / Japan submarine
    Plains: Japan infantry
    Border: USA infantry / Japan infantry
"""


def everything() -> Combat:
    """An assault from SZ 3 on Plains, a sea battle in SZ 5, a land battle in Border."""
    return battlefield(EVERYTHING, attacked=("SZ 3", "SZ 5"), landing={"SZ 3": "Plains"})


def choice(combat: Combat) -> set[str]:
    assert isinstance(combat.request, NextBattle)
    return {answer.space for answer in combat.request.candidates(combat.game)}


def test_bg_8_1_an_assault_comes_first_and_its_sea_battle_before_its_landing() -> None:
    """R5: the sea battle of the only assault is not even a question; nor is its landing then."""
    combat = everything()
    assert combat.game.battle is not None
    assert combat.game.battle.space == "SZ 3"
    combat.roll(1, why="attackers fire")
    combat.roll(6, why="defenders fire")
    assert combat.game.battle.space == "Plains"
    assert combat.game.battle.kind is BattleKind.ASSAULT
    combat.roll(1, 1, why="attackers fire")
    combat.roll(6, why="defenders fire")
    assert choice(combat) == {"SZ 5", "Border"}


def test_bg_8_1_the_attacker_picks_the_order_inside_a_step() -> None:
    combat = battlefield(
        """
        SZ 5: USA submarine / Japan submarine
        Border: USA infantry / Japan infantry
        Plains: USA infantry / Japan infantry
        """,
        attacked=("SZ 5",),
    )
    assert choice(combat) == {"SZ 5", "Border", "Plains"}
    with pytest.raises(Illegal, match="only in Border, Plains, SZ 5"):
        combat.answer(Fight(SpaceId("West")))
    combat.fight("Plains")
    combat.roll(1)
    combat.roll(6)
    assert choice(combat) == {"SZ 5", "Border"}


def test_bg_8_1_the_landing_of_a_lost_sea_battle_is_cancelled_and_partners_still_fight() -> None:
    combat = battlefield(
        """
        SZ 3: USA destroyer, transport, 2 infantry / Japan destroyer, cruiser
        Border: USA tank / Japan infantry
        """,
        attacked=("SZ 3",),
        landing={"SZ 3": "Border"},
    )
    combat.roll(6, why="attackers fire")
    combat.roll(1, 1, why="defenders fire")
    assert combat.units("SZ 3", "USA") == ""
    battle = combat.game.battle
    assert battle is not None
    assert (battle.space, battle.kind) == ("Border", BattleKind.LAND)
    assert len(battle.attackers) == 1


def test_bg_8_1_a_retreat_from_the_sea_battle_takes_the_cargo_away_unlanded() -> None:
    combat = battlefield(
        """
        SZ 3: USA destroyer, transport, 2 infantry / Japan cruiser
        Border: Japan infantry
        """,
        attacked=("SZ 3",),
        landing={"SZ 3": "Border"},
        came_from={"SZ 3": "SZ 2"},
    )
    combat.roll(6)
    combat.roll(6)
    combat.retreat("SZ 2")
    assert combat.is_over
    assert combat.units("SZ 2") == "destroyer, 2 infantry, transport"
    assert all(getattr(p, "ashore", None) is None for p in combat.game.pieces.values())


def test_bg_8_1_a_landing_waits_for_the_battles_in_all_its_zones() -> None:
    combat = battlefield(
        """
        SZ 4: USA cruiser, transport, infantry / Japan transport
        SZ 5: USA cruiser, transport, infantry / Japan transport
        East: Japan infantry
        """,
        attacked=("SZ 4", "SZ 5"),
        landing={"SZ 4": "East", "SZ 5": "East"},
    )
    assert choice(combat) == {"SZ 4", "SZ 5"}
    combat.fight("SZ 5")
    assert combat.game.battle is not None
    assert combat.game.battle.space == "East"
    assert combat.game.record.fought == {"SZ 4", "SZ 5"}
    assert len(combat.game.battle.landed) == 2


def test_bg_8_1a_allies_of_the_active_power_take_no_part() -> None:
    """The British destroyer neither fights, nor is hit, nor keeps subs from submerging."""
    combat = battlefield(
        "SZ 3: USA cruiser / UK destroyer / Japan submarine, destroyer", attacked=("SZ 3",)
    )
    combat.dive("submarine")
    combat.roll(6, why="attackers fire")
    combat.roll(1, why="defenders fire")
    assert combat.units("SZ 3", "USA") == ""
    assert combat.units("SZ 3", "UK") == "destroyer"


def test_bg_8_1a_all_enemy_units_take_part() -> None:
    combat = battlefield(
        "SZ 3: USA cruiser / Japan submarine / Germany cruiser", attacked=("SZ 3",)
    )
    assert len(combat.defenders) == 2


def test_bg_8_1b_an_undefended_territory_falls_before_the_other_battles() -> None:
    combat = battlefield(
        """
        Border: USA infantry
        SZ 5: USA submarine / Japan destroyer
        """,
        attacked=("SZ 5",),
    )
    assert combat.game.control[SpaceId("Border")] == "USA"
    assert combat.game.battle is not None
    assert combat.game.battle.space == "SZ 5"


def test_bg_8_1b_aircraft_alone_take_nothing() -> None:
    combat = battlefield("Border: USA fighter")
    assert combat.is_over
    assert combat.game.control[SpaceId("Border")] == "Japan"


def test_bg_8_1b_a_landing_beside_units_that_have_already_occupied_meets_nobody() -> None:
    combat = battlefield(
        """
        SZ 3: USA transport, 2 infantry
        Border: USA tank
        """,
        landing={"SZ 3": "Border"},
    )
    assert combat.is_over
    assert combat.units("Border") == "2 infantry, tank"
    assert combat.game.record.captured == {"Border"}


def test_bg_9_1_who_has_fought_is_marked() -> None:
    combat = battlefield(
        "SZ 3: USA cruiser, fighter / Japan transport\nSZ 2: USA cruiser", attacked=("SZ 3",)
    )
    assert combat.is_over
    fought = {piece.at for piece in combat.game.owned(Power("USA")) if piece.fought}
    assert fought == {"SZ 3"}
    assert combat.game.record.fought == {"SZ 3"}


def test_events_tell_a_battle_and_its_prize() -> None:
    combat = battlefield(
        "Border: USA 2 infantry / Japan infantry\nPlains: USA infantry / Japan infantry"
    )
    combat.fight("Border")
    combat.roll(1, 1)
    combat.roll(6)
    assert [event.space for event in combat.seen(BattleOpened)] == ["Border", "Plains"]
    assert combat.seen(TerritoryTaken) == [
        TerritoryTaken(SpaceId("Border"), Power("USA"), Power("Japan"), Power("USA"))
    ]
