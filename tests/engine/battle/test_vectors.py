"""BG-8I: the naval test vectors T1 to T4 (T5 is in test_matching)."""

from engine.battle.events import Lost, Marked
from tests.engine.battle.field import battlefield


def test_t1_a_cruiser_must_hit_a_submarine_where_bombers_cannot() -> None:
    """T1: cruiser and two bombers against cruiser and two subs that stay; all hit."""
    combat = battlefield(
        "SZ 3: USA cruiser, 2 bomber / Japan cruiser, 2 submarine",
        attacked=("SZ 3",),
        came_from={"SZ 3 cruiser": "SZ 2"},
    )
    combat.dive("")
    combat.roll(6, 6, why="surprise strikes")
    combat.roll(3, 4, 4, why="attackers fire")
    assert combat.seen(Marked)[-1].hits == dict.fromkeys(
        combat.pick("cruiser, submarine", combat.defenders), 1
    )
    combat.roll(6, why="defenders fire")
    combat.press()
    assert combat.units("SZ 3", "Japan") == "submarine"


def test_t2_a_submerged_submarine_protects_no_transport() -> None:
    """T2: the sub submerges in S1: both transports die without dice; the sub remains."""
    combat = battlefield(
        "SZ 3: USA battleship, 2 fighter / Japan submarine, 2 transport", attacked=("SZ 3",)
    )
    combat.dive("submarine")
    assert combat.is_over
    assert combat.units("SZ 3", "Japan") == "submarine"
    assert [event.kind for event in combat.seen(Lost)] == ["transport", "transport"]


def test_t3_a_destroyer_hit_in_s3_still_fires_and_its_transport_dies() -> None:
    """T3: one hit must take the destroyer, which still fires; then the transport dies."""
    combat = battlefield("SZ 3: USA 2 submarine / Japan destroyer, transport", attacked=("SZ 3",))
    combat.roll(2, 6, why="attackers fire")
    combat.roll(6, why="defenders fire")
    assert combat.is_over
    assert combat.units("SZ 3", "Japan") == ""
    assert combat.units("SZ 3", "USA") == "2 submarine"


def test_t3_two_hits_take_destroyer_and_transport() -> None:
    combat = battlefield("SZ 3: USA 2 submarine / Japan destroyer, transport", attacked=("SZ 3",))
    combat.roll(2, 1, why="attackers fire")
    combat.roll(2, why="defenders fire")
    assert combat.is_over
    assert combat.units("SZ 3") == "submarine"


def test_t4_no_hit_is_possible_once_the_destroyer_is_sunk() -> None:
    """T4: subs fire in S4 at the destroyer only; when it sinks, the battle is over, all stay."""
    combat = battlefield("SZ 3: USA destroyer, fighter / Japan 2 submarine", attacked=("SZ 3",))
    combat.roll(6, 6, why="attackers fire")
    combat.roll(1, 6, why="defenders fire")
    combat.press()
    assert combat.is_over
    assert combat.units("SZ 3", "USA") == "fighter"
    assert combat.units("SZ 3", "Japan") == "2 submarine"
