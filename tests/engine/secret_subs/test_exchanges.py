"""SS-6: reorganizing in transit, version 0.8: who receives takes the least movement."""

import random
from typing import Any

import pytest

from engine.board import Power
from engine.claims import Elsewhere
from engine.movement.orders import Done, TakeBack
from engine.movement.phases import NoncombatMove
from engine.phases import Phase
from engine.validate import validate
from engine.variants.secret_subs.actions import Anonymize, ClaimFrom, Reorganize, Transfer
from engine.variants.secret_subs.events import ReceiversShown
from engine.variants.secret_subs.state import subs_state, tracker
from engine.variants.secret_subs.support import Support
from engine.variants.secret_subs.tokens import class_of, tokens_of
from engine.variants.secret_subs.watching import watched
from tests.engine.secret_subs.owners import Referee, move, sizes, token, waters, zone_of

USA = Power("USA")


def transit(
    tokens: str = "SZ 2: USA a=1:2\nSZ 3: USA b=2:2", *first: tuple[str, int], **more: Any
) -> Referee:
    """In SZ 3 a has moved once, b not yet; SZ 4 has a transport to attack."""
    sea = waters(
        "SZ 4: Japan transport",
        tokens,
        phase=Phase.COMBAT_MOVE,
        options={"ss_version": "0.8"},
        **more,
    )
    for name, zone in first or (("a", 3),):
        sea.do(move(sea, name, zone))
    return sea


def known(sea: Referee, **groups: int) -> Referee:
    """Everybody knows what some tokens hold."""
    opened = {sea[name]: group for name, group in groups.items()}
    return sea.holding(USA, tracker(sea.game, USA).knowing(opened))


def give(sea: Referee, source: int, target: int, count: int = 1) -> None:
    first, *_ = class_of(sea.game, token(sea.game, sea["a"]))
    sea.do(Reorganize(first.id, (Transfer(source, target, count),)))


def left(sea: Referee, *names: str) -> list[int]:
    """What tokens may do at most."""
    return [token(sea.game, sea[name]).left for name in names]


class TestKnown:
    """Where everybody knows which token holds which group nothing is left open."""

    def test_who_gives_keeps_its_own(self) -> None:
        sea = known(transit(), a=1, b=2)
        give(sea, 2, 1)
        assert left(sea, "a", "b") == [1, 2]
        sea.do(move(sea, "b", 2, 1))
        assert sea.claimed(Elsewhere) == []

    def test_who_receives_takes_the_least_of_its_own_and_theirs(self) -> None:
        sea = known(transit(), a=1, b=2)
        give(sea, 1, 2)
        assert left(sea, "a", "b") == [1, 1]
        assert token(sea.game, sea["b"]).moved
        assert sea.refused(TakeBack(frozenset({sea["b"]}))).rule == "R6"

    def test_whose_groups_are_not_named_is_not_concerned(self) -> None:
        """Of three in the zone c has nothing left; the others exchange what they have."""
        tokens = "SZ 1: USA c=3:1\nSZ 2: USA a=1:2\nSZ 3: USA b=2:2"
        sea = known(transit(tokens, ("a", 3), ("c", 2), ("c", 3)), a=1, b=2, c=3)
        give(sea, 1, 2)
        assert left(sea, "a", "b", "c") == [1, 1, 0]

    def test_one_that_is_known_not_to_receive_keeps_its_own_among_unknown_ones(self) -> None:
        tokens = "SZ 2: USA a=1:2\nSZ 3: USA b=2:2, c=3:1"
        sea = known(transit(tokens), c=3)
        give(sea, 1, 2)
        sea.do(move(sea, "c", 2, 1))
        assert sea.claimed(Elsewhere) == []


class TestUnknown:
    def test_one_step_needs_no_claim_either_way(self) -> None:
        for source, target in ((1, 2), (2, 1)):
            sea = transit()
            give(sea, source, target)
            sea.do(move(sea, "b", 2))
            assert sea.claimed(Elsewhere) == []

    def test_who_gave_shows_it_before_it_goes_farther(self) -> None:
        sea = transit()
        give(sea, 2, 1)
        (before,) = [Support.of(10).placed([sea["a"], sea["b"]], (1, 2))]
        events = sea.do(move(sea, "b", 2, 1))
        assert sea.claimed(Elsewhere) == [Elsewhere(sea["b"], (1,), (sea["a"],))]
        assert zone_of(sea.game, sea["b"]) == "SZ 1"
        assert [e for e in events if isinstance(e, ReceiversShown)] == [
            ReceiversShown(USA, (1,), (sea["a"],))
        ]
        assert watched({USA: before}, events)[USA].certain(sea["a"]) == 1

    def test_who_received_cannot_and_only_its_owner_is_told(self) -> None:
        """SS-0.9, SS-0.6: a refusal that hangs on what the tokens hold."""
        sea = transit()
        give(sea, 1, 2)
        far = move(sea, "b", 2, 1)
        sea.asked.check(sea.game, far)  # legal in public
        assert sea.refused(far).code == "NO_MOVEMENT"

    def test_step_by_step_as_in_one_order(self) -> None:
        for source, target, code in ((1, 2, "NO_MOVEMENT"), (2, 1, None)):
            sea = transit()
            give(sea, source, target)
            sea.do(move(sea, "b", 2))
            if code:
                assert sea.refused(move(sea, "b", 1)).code == code
            else:
                sea.do(move(sea, "b", 1))

    def test_after_combat_who_received_from_one_that_has_moved_stays(self) -> None:
        """`moved` too is the least of its own and theirs."""
        for source, target, moves in ((1, 2, False), (2, 1, True)):
            sea = transit("SZ 2: USA a=1:2\nSZ 4: USA b=2:2", ("a", 3), ("a", 4))
            give(sea, source, target)
            sea.do(Done())
            sea.until(NoncombatMove)
            if moves:
                sea.do(move(sea, "b", 5))
            else:
                assert sea.refused(move(sea, "b", 5)).code == "NO_MOVEMENT"

    def test_giving_twice_costs_nothing_giving_back_does(self) -> None:
        sea = transit()
        give(sea, 2, 1)
        give(sea, 2, 1)
        sea.do(move(sea, "b", 2, 1))
        sea = transit()
        give(sea, 2, 1)
        give(sea, 1, 2)  # now both have received
        assert left(sea, "a", "b") == [1, 1]
        assert subs_state(sea.game).exchanges == ()

    def test_an_emptied_token_that_leaves_shows_who_received(self) -> None:
        sea = transit()
        sea.do(Reorganize(sea["a"], (Transfer(1, 2, 2),), {sea["a"]: 1}))
        assert left(sea, "b") == [1]
        sea = transit()
        sea.do(Reorganize(sea["a"], (Transfer(2, 1, 2),), {sea["b"]: 2}))
        assert left(sea, "a") == [1]

    def test_of_three_the_one_that_received_is_among_the_others(self) -> None:
        tokens = "SZ 2: USA a=1:2\nSZ 3: USA b=2:2, c=3:1"
        sea = transit(tokens)
        give(sea, 2, 1)
        sea.do(move(sea, "c", 2, 1))
        sea.do(move(sea, "b", 2, 1))
        assert [claim.tokens for claim in sea.claimed(Elsewhere)] == [  # type: ignore[union-attr]  # of that claim
            tuple(sorted((sea["a"], sea["b"]))),
            (sea["a"],),
        ]

    def test_a_shuffle_leaves_the_least(self) -> None:
        """SS-4.3b.5: what is uncertain goes into it with the least of its markers."""
        sea = transit()
        give(sea, 2, 1)
        sea.do(Anonymize(frozenset({sea["a"], sea["b"]})))
        assert [piece.left for piece in tokens_of(sea.game, USA)] == [1, 1]
        assert subs_state(sea.game).exchanges == ()

    def test_who_gave_may_show_it_before_a_shuffle_and_keeps_its_own(self) -> None:
        """SS-4.1, 4.3b.4: its owner makes uncertain markers certain by a claim first."""
        sea = transit()
        give(sea, 2, 1)
        sea.do(ClaimFrom(sea["b"], frozenset({sea["b"]})))
        assert sea.claimed(Elsewhere) == [Elsewhere(sea["b"], (1,), (sea["a"],))]
        assert left(sea, "a", "b") == [1, 2]
        sea.do(Anonymize(frozenset({sea["a"], sea["b"]})))
        assert [piece.left for piece in tokens_of(sea.game, USA)] == [2, 2]  # one is b, at most

    def test_who_received_cannot_show_that_it_gave(self) -> None:
        sea = transit()
        give(sea, 1, 2)
        assert sea.refused(ClaimFrom(sea["b"], frozenset({sea["b"]}))).code == "NO_MOVEMENT"

    def test_who_loses_nothing_has_nothing_to_show(self) -> None:
        sea = transit()
        give(sea, 2, 1)
        assert sea.refused(ClaimFrom(sea["a"], frozenset({sea["a"]}))).rule == "SS-4.3b"

    def test_once_another_is_shuffled_elsewhere_nothing_can_be_shown(self) -> None:
        tokens = "SZ 2: USA a=1:2\nSZ 3: USA b=2:2\nSZ 4: USA c=3:1"
        sea = transit(tokens)
        give(sea, 2, 1)
        sea.do(move(sea, "a", 4), Anonymize(frozenset({sea["a"], sea["c"]})))
        assert left(sea, "b") == [1]

    def test_equal_tokens_exchange_without_a_trace(self) -> None:
        sea = transit("SZ 3: USA a=1:2, b=2:2\nSZ 9: USA c=3:1", ("c", 8))
        give(sea, 1, 2)
        assert left(sea, "a", "b") == [2, 2]
        assert subs_state(sea.game).exchanges == ()

    def test_with_the_markers_the_records_end(self) -> None:
        sea = transit()
        give(sea, 2, 1)
        assert subs_state(sea.game).exchanges
        sea.do(move(sea, "a", 4))
        sea.until(NoncombatMove)
        sea.do(Done())
        assert subs_state(sea.game).exchanges == ()


@pytest.mark.parametrize("seed", range(12))
def test_random_orders_keep_the_invariants(seed: int) -> None:
    """No token ever has more movement than it began with, whatever is exchanged and claimed."""
    draw = random.Random(seed)
    tokens = ", ".join(f"t{group}={group}:{draw.randint(0, 2)}" for group in range(1, 5))
    sea = waters(
        "SZ 8: Japan transport",
        f"SZ 7: USA {tokens}\nSZ 2: USA u=5:1, v=6:2",
        phase=Phase.COMBAT_MOVE,
        options={"ss_version": "0.8"},
    )
    total = sum(sizes(sea.game, "USA"))
    for _ in range(60):
        if sea.asked is None or sea.game.active != USA:
            break
        sea.fuzz(1)
        assert not validate(sea.game)
        assert all(0 <= piece.left <= 2 for piece in tokens_of(sea.game, USA))
    assert sum(sizes(sea.game, "USA")) <= total
