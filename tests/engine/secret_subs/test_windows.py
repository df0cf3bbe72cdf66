"""SS-4.0 and architecture, Who may act: when powers that are not active may act."""

from collections.abc import Callable

from engine.board import Power, SpaceId
from engine.economy.mobilize import Mobilization
from engine.economy.purchase import Purchase
from engine.instructions import Instructions, WaivedWindows
from engine.phases import Phase
from engine.variants.secret_subs.actions import Anonymize, Remove, Reorganize, Transfer
from engine.variants.secret_subs.place import PlaceSubs
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.tokens import tokens_where
from engine.variants.secret_subs.windows import Pass, Window
from tests.engine.secret_subs.owners import Referee, sizes, waters

EVERYBODY = """
    SZ 10: USA a1=1:1, a2=2:1 / Japan j1=1:1, j2=2:1
    SZ 5: UK u1=1:1, u2=2:1 / Germany g1=1:1, g2=2:1
"""
ONE_EACH = (("USA",), ("Japan",), ("UK",), ("Germany",))


def asked_windows(sea: Referee, over: Callable[[Referee], bool]) -> list[tuple[str, str]]:
    """The windows asked until then, as (power, phase), all passed."""
    found = []
    while not over(sea):
        if sea.asks(Window):
            found.append((sea.asked.power, sea.game.current_phase.value))
            sea.do(Pass())
        else:
            sea.do(sea.plain())
    return found


def turn_over(sea: Referee) -> bool:
    return sea.game.turn != 0


class TestGuaranteed:
    def test_ss_4_0_a8_at_the_end_of_combat_move_and_of_the_turn(self) -> None:
        """In turn order after the active power; not the one whose turn is next, at a turn's end."""
        sea = waters("", EVERYBODY)
        assert asked_windows(sea, turn_over) == [
            ("Japan", "combat_move"),
            ("UK", "combat_move"),
            ("Germany", "combat_move"),
            ("UK", "collect_income"),
            ("Germany", "collect_income"),
        ]

    def test_bg_3_4_instructions_waive_windows_at_the_ends_of_phases_or_of_turns(self) -> None:
        """Germany is asked nothing where a turn ends; what it has instructed binds no ally."""
        sea = waters("", EVERYBODY)
        for power, waived in (("Germany", WaivedWindows.TURNS), ("UK", WaivedWindows.ALL)):
            sea.run.instruct(Power(power), Instructions(windows=waived))
        assert asked_windows(sea, turn_over) == [
            ("Japan", "combat_move"),
            ("Germany", "combat_move"),
        ]

    def test_bg_3_4_a_raised_hand_opens_a_window_that_instructions_waive(self) -> None:
        sea = waters("", EVERYBODY)
        sea.run.instruct(Power("Japan"), Instructions(windows=WaivedWindows.ALL))
        sea.run.grant(sea.game.seat_of(Power("Japan")))
        asked = asked_windows(sea, turn_over)
        assert [phase for power, phase in asked if power == "Japan"] == ["purchase"]

    def test_only_with_two_face_down_tokens_in_one_zone(self) -> None:
        sea = waters("", "SZ 10: Japan j1=1:1\nSZ 5: Japan j2=2:1 / UK u1=1:1, u2=2:1")
        assert {power for power, _ in asked_windows(sea, turn_over)} == {"UK"}

    def test_what_a_window_is_for(self) -> None:
        sea = waters("", EVERYBODY)
        sea.until(Window)
        sea.do(Reorganize(sea["j1"], (Transfer(1, 2, 1),)))
        assert sizes(sea.game, "Japan")[:2] == (0, 2)
        sea.do(Anonymize(frozenset({sea["j1"], sea["j2"]})))
        assert not sea.asks(Window, "Japan")  # nothing more is legal: it passes by itself

    def test_one_reorganization_and_one_shuffle_per_zone_and_class(self) -> None:
        sea = waters("", "SZ 10: Japan j1=1:2, j2=2:1, j3=3:1, j4=4:1")
        sea.until(Window)
        sea.do(Reorganize(sea["j1"], (Transfer(1, 2, 1),)))
        assert sea.refused(Reorganize(sea["j1"], (Transfer(1, 2, 1),))).rule == "SS-4.0"
        sea.do(Anonymize(frozenset({sea["j1"], sea["j2"]})))
        other = Anonymize(frozenset({sea["j3"], sea["j4"]}))
        assert not sea.asks(Window) or sea.refused(other).rule == "SS-4.0"

    def test_a_shuffle_leaves_the_class_reorganized(self) -> None:
        sea = waters("", "SZ 10: Japan j1=1:2, j2=2:1, j3=3:1\nSZ 5: Japan j4=4:1, j5=5:1")
        sea.until(Window)
        sea.do(Reorganize(sea["j1"], (Transfer(1, 2, 1),)))
        sea.do(Anonymize(frozenset({sea["j1"], sea["j2"], sea["j3"]})))
        fresh = tokens_where(sea.game, Power("Japan"), SpaceId("SZ 10"))[0].id
        assert sea.refused(Reorganize(fresh, (Transfer(1, 2, 1),))).rule == "SS-4.0"
        sea.do(Reorganize(sea["j4"], (Transfer(4, 5, 1),)))  # another zone, another class

    def test_nothing_is_removed_in_a_window(self) -> None:
        sea = waters("", "SZ 10: Japan j1=1:0, j2=2:1")
        sea.until(Window)
        assert sea.refused(Remove(sea["j1"], 1)).rule == "SS-1.3b"

    def test_the_next_window_is_a_new_one(self) -> None:
        sea = waters("", EVERYBODY)
        for transfer in (Transfer(1, 2, 1), Transfer(2, 1, 2)):
            sea.until(Window)
            while sea.asked.power != "UK":
                sea.do(Pass())
            sea.do(Reorganize(sea["u1"], (transfer,)), Pass(), Pass())
        assert sea.game.turn == 1
        assert sizes(sea.game, "UK")[:2] == (2, 0)

    def test_not_asked_where_nothing_would_change(self) -> None:
        """Two decoys once shuffled, which nothing touches: no window until something does."""
        sea = waters("", "SZ 5: UK u1=1:0, u2=2:0")
        sea.until(Window)
        sea.do(Anonymize(frozenset({sea["u1"], sea["u2"]})))
        assert asked_windows(sea, lambda sea: sea.game.active == "UK") == []


class TestWaivers:
    def test_a_seat_may_waive_its_windows(self) -> None:
        sea = waters("", EVERYBODY, seats=ONE_EACH)
        sea.run.waive(1, waived=True)
        sea.run.waive(3, waived=True)
        assert {power for power, _ in asked_windows(sea, turn_over)} == {"UK"}

    def test_and_take_them_back(self) -> None:
        sea = waters("", EVERYBODY, seats=ONE_EACH)
        sea.run.waive(1, waived=True)
        sea.run.waive(1, waived=False)
        assert ("Japan", "combat_move") in asked_windows(sea, turn_over)

    def test_windows_all(self) -> None:
        """Option `windows=all`: at every phase end."""
        sea = waters("", EVERYBODY, options={"windows": "all"})
        found = asked_windows(sea, turn_over)
        assert [phase for power, phase in found if power == "UK"] == [
            "purchase",
            "combat_move",
            "conduct_combat",
            "noncombat_move",
            "mobilize",
            "collect_income",
        ]
        assert "collect_income" not in [phase for power, phase in found if power == "Japan"]


class TestHands:
    def test_a_granted_hand_opens_the_next_boundary(self) -> None:
        sea = waters("", EVERYBODY, seats=ONE_EACH)
        sea.run.waive(1, waived=True)
        sea.run.grant(1)
        sea.do(Purchase())
        assert sea.asks(Window, "Japan")
        assert sea.game.current_phase is Phase.PURCHASE
        sea.do(Pass())
        later = asked_windows(sea, turn_over)
        assert "Japan" not in {power for power, _ in later}

    def test_a_hand_that_opens_nothing_lapses(self) -> None:
        sea = waters("", "SZ 10: Japan j1=1:1 / UK u1=1:1, u2=2:1", seats=ONE_EACH)
        sea.run.grant(1)
        assert "Japan" not in {power for power, _ in asked_windows(sea, turn_over)}


def test_ss_0_3a_markers_are_cleared_before_the_last_windows() -> None:
    sea = waters(
        "West: USA complex", "SZ 2: USA a=1:1, b=2:1 / UK u1=1:1, u2=2:1", phase=Phase.MOBILIZE
    )
    if sea.asks(PlaceSubs) is False:
        sea.do(Mobilization())
    sea.until(Window)
    for piece in sea.game.pieces.values():
        assert (piece.left, piece.moved, piece.fought) == (0, False, False)
    assert tracker(sea.game, Power("UK")).actions == 0
