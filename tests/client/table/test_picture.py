"""What a page shows of a game."""

from client.seat.viewer import Viewer
from client.table.picture import battle_scene, scene
from engine.battle.casualties import Casualties
from engine.battle.retreat import Retreat
from engine.battle.sides import current_battle
from engine.economy.purchase import PurchaseUnits
from engine.odds import best_losses
from engine.variants.secret_subs.setup import OpeningGroups
from tests.client.positions import wake_island
from tests.engine.battle.field import Combat, battlefield
from tests.engine.odds.trial import encounter


def test_while_groups_are_opened_no_turn_has_begun() -> None:
    """SS-0.8, BG-3.1: whose turn comes first has no phase yet."""
    _, opening = wake_island(OpeningGroups)
    assert scene(opening.game, Viewer()).turn.phase == "set_up"
    _, buying = wake_island(PurchaseUnits)
    assert scene(buying.game, Viewer()).turn.phase == "purchase"


def shooting(combat: Combat) -> list[int]:
    """What the attackers hit on, as the battle board shows it."""
    scene = battle_scene(combat.game, Viewer())
    assert scene is not None
    return sorted(fighter.strength for fighter in scene.sides.attacker)


def test_between_two_rounds_who_is_left_is_paired_anew() -> None:
    """BG-8.18: an infantry beside artillery hits on 2; if one is lost, the other does."""
    combat = battlefield(
        "Plains: USA 2 infantry, artillery / Japan 3 infantry",
        control={"Border": "USA"},
        came_from={"Plains": "Border"},
    )
    assert shooting(combat) == [1, 2, 2]
    combat.roll(6, 6, 6, why="attackers fire")
    combat.roll(1, 6, 6, why="defenders fire")
    decision = combat.request
    assert isinstance(decision, Casualties)
    (lost,) = best_losses(combat.game, decision, encounter(combat.game)).hits
    assert lost not in current_battle(combat.game).supported, "the other shoots better"
    combat.lose("infantry")
    assert isinstance(combat.request, Retreat)
    assert shooting(combat) == [2, 2]
