"""What tokens are in truth, for their owner (SS-4.3b, SS-6)."""

import pytest

from client.seat.shuffled import in_truth, true_markers
from engine.movement.proposals import destinations
from tests.engine.secret_subs.owners import token
from tests.engine.secret_subs.test_exchanges import USA, give, transit


@pytest.mark.parametrize(("source", "target", "left"), [(1, 2, 1), (2, 1, 2)])
def test_who_received_in_transit_is_seen_with_what_it_has_left(
    source: int, target: int, left: int
) -> None:
    """SS-6: others see that b may have 2 left; its owner knows, and is offered no more."""
    sea = transit()
    give(sea, source, target)
    b = token(sea.game, sea["b"])
    assert b.left == 2
    assert true_markers(sea.game, b, sea.secrets).left == left
    assert true_markers(sea.game, b, {}).left == 2
    ways = destinations(in_truth(sea.game, USA, sea.secrets), frozenset({b.id}))
    assert ("SZ 1" in ways) is (left == 2)
