"""Tokens of a power that gets another player (SPEC-13.1, SS-4.3b)."""

from engine.board import Power
from engine.phases import Phase
from engine.variants.secret_subs.actions import Anonymize
from engine.variants.secret_subs.state import subs_state, tracker
from engine.variants.secret_subs.tokens import tokens_of, tokens_where
from tests.engine.secret_subs.owners import Referee, move, token, waters

USA = Power("USA")


def sailing(tokens: str) -> Referee:
    return waters("", tokens, phase=Phase.COMBAT_MOVE)


def sets(sea: Referee, *names: str) -> tuple[int, ...]:
    return tuple(sorted(sea[name] for name in names))


def on_the_board(sea: Referee) -> list[tuple[int, ...]]:
    """What could change places, without the supply."""
    stored = set(tracker(sea.game, USA).supply)
    found = sea.game.rules.interchangeable(sea.game, USA)
    return [alike for alike in found if not stored.intersection(alike)]


def test_only_tokens_in_one_zone_with_the_same_markers_are_interchangeable() -> None:
    sea = sailing("SZ 1: USA a=1:1\nSZ 2: USA b=2:1, c=3:1, d=4:0\nSZ 3: USA e=5:1")
    assert on_the_board(sea) == [sets(sea, "b", "c", "d")]
    sea.do(move(sea, "a", 2))
    assert on_the_board(sea) == [sets(sea, "b", "c", "d")], "one has moved, and they have not"


def test_the_tokens_in_the_supply_are_interchangeable_but_for_those_that_are_known() -> None:
    sea = sailing("SZ 1: USA a=1:1")
    track = tracker(sea.game, USA)
    assert track.supply in sea.game.rules.interchangeable(sea.game, USA)
    first, *others = track.supply
    known = sea.holding(USA, track.knowing({first: sea.secrets[first]}))
    assert tuple(others) in known.game.rules.interchangeable(known.game, USA)


def test_a_token_that_is_known_changes_places_with_none() -> None:
    sea = sailing("SZ 2: USA a=1:1, b=2:1, c=3:1")
    known = sea.holding(USA, tracker(sea.game, USA).knowing({sea["a"]: 1}))
    assert on_the_board(known) == [sets(known, "b", "c")]


def test_ss_4_3b_a_new_player_has_the_least_of_what_a_shuffle_left_open() -> None:
    """One of the two came from SZ 1; the new player could not show which."""
    sea = sailing("SZ 1: USA a=1:1\nSZ 2: USA b=2:1")
    sea.do(move(sea, "a", 2))
    moved, rested = token(sea.game, sea["a"]), token(sea.game, sea["b"])
    assert moved.left < rested.left
    sea.do(Anonymize(frozenset({sea["a"], sea["b"]})))
    assert {one.left for one in tokens_of(sea.game, USA)} == {rested.left}

    after = sea.game.rules.player_changed(sea.game, USA)
    assert {(one.left, one.moved) for one in tokens_where(after, USA, moved.at)} == {
        (moved.left, True)
    }
    assert subs_state(after).shuffles == ()
    (alike,) = [s for s in after.rules.interchangeable(after, USA) if s[0] in after.pieces]
    assert len(alike) == 2, "now nothing tells them apart"


def test_spec_13_1_so_it_is_with_a_seat_that_resigns() -> None:
    seats = (("USA",), ("UK",), ("Japan", "Germany"))
    sea = waters("", "SZ 1: USA a=1:1\nSZ 2: USA b=2:1", phase=Phase.COMBAT_MOVE, seats=seats)
    sea.do(move(sea, "a", 2))
    sea.do(Anonymize(frozenset({sea["a"], sea["b"]})))
    sea.run.resign(0)
    assert subs_state(sea.game).shuffles == ()
    assert {one.moved for one in tokens_of(sea.game, USA)} == {True}


def test_other_powers_keep_what_their_shuffles_left_open() -> None:
    sea = sailing("SZ 1: USA a=1:1\nSZ 2: USA b=2:1")
    sea.do(move(sea, "a", 2))
    sea.do(Anonymize(frozenset({sea["a"], sea["b"]})))
    after = sea.game.rules.player_changed(sea.game, Power("Japan"))
    assert after == sea.game
