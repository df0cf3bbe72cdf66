"""The worked examples of Secret Subs (SS-7) outside battle, each under its name.

The zones of the examples are zones of the small world of `tests.engine.position`.
"""

from dataclasses import replace
from typing import Any

import pytest

from engine.board import Power, SpaceId
from engine.claims import Counted, Elsewhere, From
from engine.economy.mobilize import Mobilization
from engine.errors import Illegal
from engine.game import Game
from engine.movement.orders import Declaration, Done
from engine.phases import Phase
from engine.pieces import PieceId
from engine.records import encode
from engine.variants.secret_subs.actions import Anonymize, ClaimFrom, Reorganize, Transfer
from engine.variants.secret_subs.events import (
    SubsPlaced,
    TokensRemoved,
)
from engine.variants.secret_subs.place import PlacementSlot, PlaceSubs, Placing
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.support import Support
from engine.variants.secret_subs.tokens import possible, tokens_of, tokens_where
from engine.variants.secret_subs.watching import watched
from tests.engine.secret_subs.owners import (
    Referee,
    move,
    sizes,
    token,
    waters,
    zone_of,
)

USA = Power("USA")
WEST = SpaceId("West")


def decoys(game: Game, power: Power) -> int:
    filled = sum(size > 0 for size in tracker(game, power).sizes)
    return len(tokens_of(game, power)) - filled


class TestExPProduction:
    """EX-P. West charges the Pacific zone SZ 2, Isle the Atlantic zone SZ 7."""

    SEVEN = "SZ 10: USA " + ", ".join(f"t{n}={n}:1" for n in range(1, 8))
    COMPLEXES = "West: USA complex\nIsle: USA complex"

    def sea(self, *, bought: int = 3, tokens: str = SEVEN, **more: Any) -> Referee:
        sea = waters(self.COMPLEXES, tokens, phase=Phase.MOBILIZE, bought=bought, **more)
        sea.do(Mobilization())
        return sea

    def order(self, sea: Referee, *places: tuple[str, str, str], **added: int) -> Placing:
        """New tokens as (name, zone, complex); `g8=1` adds one submarine to group 8."""
        slots = {sea[name]: PlacementSlot(SpaceId(at), SpaceId(by)) for name, at, by in places}
        return Placing({int(g[1:]): n for g, n in added.items()}, dict(sorted(slots.items())))

    def accepted(self, sea: Referee) -> Placing:
        return self.order(
            sea,
            ("USA8", "SZ 2", "West"),
            ("USA9", "SZ 2", "West"),
            ("USA10", "SZ 7", "Isle"),
            g8=1,
            g9=2,
        )

    def test_1_accepted(self) -> None:
        sea = self.sea()
        groups = tuple(range(1, 8))
        known = Support.of(10).placed([sea[f"t{g}"] for g in groups], groups)
        known = known.shown({sea[f"t{g}"]: g for g in groups})
        events = sea.do(self.accepted(sea))
        assert sizes(sea.game, "USA") == (1, 1, 1, 1, 1, 1, 1, 1, 2, 0)
        assert tracker(sea.game, USA).supply == ()
        assert [t.id for t in tokens_where(sea.game, USA, SpaceId("SZ 2"))] == [
            sea["USA8"],
            sea["USA9"],
        ]
        assert zone_of(sea.game, sea["USA10"]) == "SZ 7"
        assert decoys(sea.game, USA) == 1
        after = watched({USA: known}, events)[USA]
        assert after.possible(sea["USA8"]) == after.possible(sea["USA9"]) == {8, 9, 10}
        assert after.possible(sea["USA10"]) == {8, 10}  # Isle has no room for the two of group 9
        roomy = [replace(e, bounds=()) if isinstance(e, SubsPlaced) else e for e in events]
        after = watched({USA: known}, roomy)[USA]
        assert after.possible(sea["USA10"]) == {8, 9, 10}

    def test_1_what_each_complex_is_charged(self) -> None:
        """SS-1.4a: West uses 3, Isle 1 for the decoy; the claim bounds only what it must."""
        sea = self.sea(damage={"West": 5})
        sea.do(self.accepted(sea))
        claim = sea.claims[-1]
        assert isinstance(claim, Counted)
        assert [(b.place, b.tokens, b.most) for b in claim.bounds] == [
            ("Isle", (sea["USA10"],), 1),
            ("West", (sea["USA8"], sea["USA9"]), 3),
        ]
        tighter = self.sea(damage={"West": 6})
        assert tighter.refused(self.accepted(tighter)).code == "CAPACITY"

    def test_2_a_fourth_token(self) -> None:
        sea = self.sea()
        three = self.accepted(sea)
        extra = {**three.tokens, PieceId(999): PlacementSlot(SpaceId("SZ 2"), WEST)}
        assert sea.refused(Placing(three.added, extra)).code == "TOKEN_LIMIT"

    def test_3_no_capacity_left(self) -> None:
        sea = self.sea(damage={"Isle": 1})
        assert sea.refused(self.accepted(sea)).code == "CAPACITY"

    def test_4_ss_a3_nothing_bought(self) -> None:
        sea = self.sea(bought=0)
        two = self.order(sea, ("USA8", "SZ 2", "West"), ("USA9", "SZ 2", "West"))
        assert sea.refused(two).code == "NEW_LIMIT"
        sea.do(self.order(sea, ("USA8", "SZ 2", "West")))
        assert decoys(sea.game, USA) == 1

    def test_5_five_tokens_free(self) -> None:
        five = "SZ 10: USA " + ", ".join(f"t{n}={n}:1" for n in range(1, 6))
        sea = self.sea(tokens=five)
        places = [(f"USA{n}", "SZ 2", "West") for n in range(6, 11)]
        assert sea.refused(self.order(sea, *places, g8=1, g9=2)).code == "NEW_LIMIT"


class TestExRReorganization:
    """EX-R. SZ Z is SZ 9."""

    def sea(self) -> Referee:
        sea = waters(
            "West: USA complex",
            "SZ 9: USA t1=1:1, t2=2:1, t3=3:1\nSZ 10: USA t4=4:1, t5=5:1, t6=6:0, t7=7:0, t8=8:0",
            phase=Phase.MOBILIZE,
            bought=3,
        )
        known = tracker(sea.game, USA).knowing({sea[f"t{n}"]: n for n in (1, 2, 3)})
        return sea.holding(USA, known)

    def merged(self) -> Referee:
        sea = self.sea()
        transfers = (Transfer(2, 1, 1), Transfer(3, 1, 1))
        sea.do(Reorganize(sea["t1"], transfers, {sea["t2"]: 2, sea["t3"]: 3}))
        return sea

    def test_merging_three_groups(self) -> None:
        sea = self.merged()
        assert sizes(sea.game, "USA")[:8] == (3, 0, 0, 1, 1, 0, 0, 0)
        assert len(tokens_of(sea.game, USA)) == 6
        assert len(tracker(sea.game, USA).supply) == 4
        (left,) = tokens_where(sea.game, USA, SpaceId("SZ 9"))
        assert tracker(sea.game, USA).opened[left.id] == 1
        removed = [e.groups for e in sea.events if isinstance(e, TokensRemoved)]
        assert removed == [{sea["t2"]: 2}, {sea["t3"]: 3}]  # 1.3c: shown as they leave

    @pytest.mark.parametrize("limit", [4])
    def test_then_four_new_tokens(self, limit: int) -> None:
        sea = self.merged()
        sea.do(Mobilization())
        assert sea.asks(PlaceSubs)
        supply = tracker(sea.game, USA).supply
        slot = PlacementSlot(SpaceId("SZ 2"), WEST)
        five = {**dict.fromkeys(supply, slot), PieceId(10**6): slot}
        assert sea.refused(Placing({}, five)).code == "NEW_LIMIT"
        sea.do(Placing({}, dict.fromkeys(supply, slot)))
        assert len(tokens_where(sea.game, USA, SpaceId("SZ 2"))) == limit

    def test_token_1_is_not_empty(self) -> None:
        sea = self.sea()
        remove_1 = Reorganize(sea["t2"], (Transfer(2, 1, 1),), {sea["t1"]: 1})
        assert sea.refused(remove_1).code == "NOT_EMPTY"

    def test_id4_is_elsewhere(self) -> None:
        sea = self.sea()
        assert sea.refused(Reorganize(sea["t1"], (Transfer(4, 1, 1),))).code == "NOT_COLOCATED"


class TestExAAnonymization:
    """EX-A. SZ 19, 10 and 9 of the example are SZ 2, SZ 3 and SZ 4."""

    def sea(self, b_from: str = "SZ 3", **options: str) -> Referee:
        sea = waters(
            "SZ 4: Japan transport",
            f"SZ 2: USA a=1:1\n{b_from}: USA b=2:1",
            phase=Phase.COMBAT_MOVE,
            options=options,
        )
        sea.do(move(sea, "a", 3))
        return sea

    def shuffled(self, sea: Referee, c: int = 1, d: int = 2) -> Referee:
        sea.deal(c, d)
        sea.do(Anonymize(frozenset({sea["a"], sea["b"]})))
        sea.names["c"], sea.names["d"] = (t.id for t in tokens_of(sea.game, USA))
        return sea

    def in_noncombat(self, sea: Referee) -> Referee:
        """C goes on to SZ 4, past the transport, which it ignores."""
        sea.do(move(sea, "c", 4), Done(), Declaration())
        sea.while_in(Phase.COMBAT_MOVE)
        sea.while_in(Phase.CONDUCT_COMBAT)
        return sea

    def test_each_may_be_a_or_b(self) -> None:
        sea = self.shuffled(self.sea())
        for name in "cd":
            may_be = possible(sea.game, token(sea.game, sea[name]))
            assert {piece: (m.left, m.moved) for piece, m in may_be.items()} == {
                sea["a"]: (1, True),
                sea["b"]: (2, False),
            }

    @pytest.mark.parametrize(("c", "d"), [(1, 2), (2, 1)])
    def test_ss_a5_a7_c_goes_on_without_a_claim(self, c: int, d: int) -> None:
        sea = self.shuffled(self.sea(), c, d)
        known = Support.of(10).placed([sea["a"], sea["b"]], (1, 2))
        known = known.shown({sea["a"]: 1, sea["b"]: 2})
        sea.do(move(sea, "c", 4))
        assert not any(isinstance(claim, From) for claim in sea.claims)
        after = watched({USA: known}, sea.events)[USA]
        assert after.possible(sea["c"]) == after.possible(sea["d"]) == {1, 2}

    def test_d_moves_in_noncombat_if_it_is_b(self) -> None:
        sea = self.in_noncombat(self.shuffled(self.sea()))
        sea.do(move(sea, "d", 2))
        assert sea.claims[-1] == From(sea["d"], (sea["b"],))
        assert set(possible(sea.game, token(sea.game, sea["c"]))) == {sea["a"]}

    def test_d_does_not_if_it_is_a(self) -> None:
        sea = self.in_noncombat(self.shuffled(self.sea(), 2, 1))
        assert sea.refused(move(sea, "d", 2)).code == "NO_MOVEMENT"

    def test_variant_b_had_moved_2(self) -> None:
        for c, code in ((1, None), (2, "NO_MOVEMENT")):
            sea = self.sea(b_from="SZ 5")
            sea.do(move(sea, "b", 4, 3))
            self.shuffled(sea, c, 3 - c)
            if code is None:
                sea.do(move(sea, "c", 4))
                assert sea.claims[-1] == From(sea["c"], (sea["a"],))
            else:
                assert sea.refused(move(sea, "c", 4)).code == code

    def test_minimum(self) -> None:
        sea = self.shuffled(self.sea(shuffle_markers="minimum"))
        for name in "cd":
            piece = token(sea.game, sea[name])
            assert (piece.left, piece.moved) == (1, True)
        self.in_noncombat(sea)
        assert sea.game.current_phase is Phase.MOBILIZE  # nothing could move: it was not asked
        assert zone_of(sea.game, sea["d"]) == "SZ 3"

    def test_minimum_variant(self) -> None:
        sea = self.sea(b_from="SZ 5", shuffle_markers="minimum")
        sea.do(move(sea, "b", 4, 3))
        self.shuffled(sea)
        assert sea.refused(move(sea, "c", 4)).code == "NO_MOVEMENT"

    def test_ss_a4_no_reorganizing_in_transit(self) -> None:
        sea = self.sea()
        transfer = Reorganize(sea["a"], (Transfer(1, 2, 1),))
        assert sea.refused(transfer).code == "NOT_INTERCHANGEABLE"

    def test_version_0_8_from_a_to_b_leaves_both_one(self) -> None:
        """Whether b received only its owner knows; it cannot show that it did not."""
        sea = self.sea(ss_version="0.8")
        sea.do(Reorganize(sea["a"], (Transfer(1, 2, 1),)))
        assert sizes(sea.game, "USA")[:2] == (0, 2)
        assert token(sea.game, sea["a"]).left == 1
        assert sea.refused(move(sea, "b", 2, 1)).code == "NO_MOVEMENT"
        sea.do(move(sea, "b", 4))
        assert sea.refused(move(sea, "b", 5)).code == "NO_MOVEMENT"

    def test_version_0_8_from_b_to_a_leaves_a_one_and_b_two(self) -> None:
        sea = self.sea(ss_version="0.8")
        sea.do(Reorganize(sea["a"], (Transfer(2, 1, 1),)))
        assert [token(sea.game, sea[name]).left for name in "ab"] == [1, 2]
        sea.do(move(sea, "b", 2, 1))
        assert sea.claims[-1] == Elsewhere(sea["b"], (1,), (sea["a"],))
        assert zone_of(sea.game, sea["b"]) == "SZ 1"
        assert sea.refused(move(sea, "a", 2, 1)).code == "NO_MOVEMENT"


class TestExA8:
    """EX-A8: a arrives in SZ 3 with nothing left, b waits there with 2."""

    def sea(self, **options: str) -> Referee:
        sea = waters(
            "", "SZ 1: USA a=1:1\nSZ 3: USA b=2:1", phase=Phase.COMBAT_MOVE, options=options
        )
        sea.deal(1, 2)
        sea.do(move(sea, "a", 2, 3), Anonymize(frozenset({sea["a"], sea["b"]})))
        sea.names["c"], sea.names["d"] = (t.id for t in tokens_of(sea.game, USA))
        return sea

    def test_one_of_the_two_moves_by_claim(self) -> None:
        sea = self.sea(ss_version="0.8")
        assert sea.refused(move(sea, "c", 2)).code == "NO_MOVEMENT"  # c is a
        sea.do(move(sea, "d", 2))
        assert sea.claims[-1] == From(sea["d"], (sea["b"],))
        assert sea.refused(move(sea, "c", 2)).code == "NO_MOVEMENT"

    def test_minimum(self) -> None:
        sea = self.sea(ss_version="0.8", shuffle_markers="minimum")
        assert [token(sea.game, sea[name]).left for name in "cd"] == [0, 0]


class TestExIIndistinguishability:
    """EX-I: what others receive does not depend on what a token hides."""

    def views(self, sea: Referee) -> list[str]:
        return sea.seen_by("Japan")

    def test_ex_p(self) -> None:
        seen = []
        for swapped in ({}, {8: 10, 10: 8}):
            example = TestExPProduction()
            sea = example.sea()
            order = example.accepted(sea)
            groups = {g: swapped.get(g, g) for g in (8, 9, 10)}
            for g, other in groups.items():
                sea.secrets[sea[f"USA{g}"]] = other
            sea.do(order)
            seen.append((self.views(sea), encode(order), encode(tuple(sea.events))))
        assert seen[0] == seen[1]

    def test_ex_a(self) -> None:
        seen = []
        for c in (1, 2):
            example = TestExAAnonymization()
            sea = example.shuffled(example.sea(), c, 3 - c)
            sea.do(move(sea, "c", 4))
            seen.append((self.views(sea), encode(tuple(sea.events)), encode(sea.game)))
        assert seen[0] == seen[1]


def test_ex_a_a_claim_by_itself() -> None:
    """SS-4.3b, point 4: wherever it may shuffle the owner may also claim by itself."""
    example = TestExAAnonymization()
    sea = example.shuffled(example.sea())
    with pytest.raises(Illegal):
        sea.do(ClaimFrom(sea["c"], frozenset({sea["b"]})))
    sea.do(ClaimFrom(sea["c"], frozenset({sea["a"]})))
    assert token(sea.game, sea["d"]).left == 2
    assert token(sea.game, sea["c"]).left == 1
