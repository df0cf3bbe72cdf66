"""Where groups were last known to be (SS-4.3, SS-5)."""

from client.seat.sightings import Sighting
from client.table.picture import scene
from engine.board import SpaceId
from engine.variants.secret_subs.actions import ClaimFrom
from engine.variants.secret_subs.state import tracker, with_tracker
from tests.client.seat.test_viewer import JAPAN, USA, Watched

HERE = Sighting(SpaceId("SZ 2"), 1)


def test_a_shuffle_leaves_the_last_place_of_a_group() -> None:
    """All had seen a to be group 1: so b is group 2. After the shuffle both are merely there."""
    watched = Watched("a")
    assert not watched.knowledge.sightings.of(USA)
    watched.shuffle()
    assert watched.knowledge.sightings.of(USA) == {1: HERE, 2: HERE}
    assert not watched.knowledge.sightings.of(JAPAN)


def test_what_nobody_knew_has_no_last_place() -> None:
    """Who has seen neither learns nothing from a shuffle; not even the owner's page is told."""
    watched = Watched()
    watched.shuffle()
    assert not watched.knowledge.sightings.of(USA)
    shown = scene(watched.sea.game, watched.viewer(USA)).powers[USA].tracker
    assert shown is not None
    assert not shown.last


def test_the_tracker_of_the_page_has_both_places_and_last_places() -> None:
    """A box has the token where that is known again, and the last place beside it."""
    watched = Watched("a")
    c, d = watched.shuffle()
    watched.do(ClaimFrom(d, frozenset({watched.sea["b"]})))
    shown = scene(watched.sea.game, watched.viewer(JAPAN)).powers[USA].tracker
    assert shown is not None
    assert shown.places[1].token == c
    assert (shown.last[1].at, shown.last[1].round) == ("SZ 2", 1)


def test_a_group_without_submarines_is_forgotten() -> None:
    """When it has some again, they are other submarines, perhaps elsewhere."""
    watched = Watched("a")
    watched.shuffle()
    game = watched.sea.game
    emptied = with_tracker(game, USA, tracker(game, USA).grown({1: -3}))
    assert watched.knowledge.learning((), emptied).sightings.of(USA) == {2: HERE}
