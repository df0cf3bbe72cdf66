"""What a page shows of a game."""

from client.seat.viewer import Viewer
from client.table.picture import scene
from engine.economy.purchase import PurchaseUnits
from engine.variants.secret_subs.setup import OpeningGroups
from tests.client.positions import wake_island


def test_while_groups_are_opened_no_turn_has_begun() -> None:
    """SS-0.8, BG-3.1: whose turn comes first has no phase yet."""
    _, opening = wake_island(OpeningGroups)
    assert scene(opening.game, Viewer()).turn.phase == "set_up"
    _, buying = wake_island(PurchaseUnits)
    assert scene(buying.game, Viewer()).turn.phase == "purchase"
