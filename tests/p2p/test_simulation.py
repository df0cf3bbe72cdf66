"""Whole games over a network that does its worst, among honest seats and with hostile ones."""

from collections.abc import Iterator

import pytest

from protocol.charter import DiceSetting
from tests.p2p.deposited import deposits_in_a_storm, opened_for_others, owner_is_away
from tests.p2p.hostile import hostile_history
from tests.p2p.simulated_node import cheap_work
from tests.p2p.simulation import World
from tests.p2p.storms import storm_history
from tests.p2p.ways_out import Way
from tests.protocol import toy
from tests.protocol.toy_match import toy_founding

pytestmark = pytest.mark.no_cover  # whole games, hundreds of them

_AT_ONCE = 20
"""Histories of one test."""
KEEPER = ((toy.USA, toy.UK), (toy.JAPAN, toy.GERMANY), ())


@pytest.fixture(autouse=True)
def _cheap_work() -> Iterator[None]:
    with cheap_work():
        yield


def test_a_calm_game() -> None:
    world = World(seed=1)
    world.calm()
    world.check_finished()


@pytest.mark.parametrize("seed", range(10))
def test_a_game_in_a_storm(seed: int) -> None:
    """Delays, broken connections and crashes at any moment lose nothing and sign nothing twice."""
    world = World(seed)
    world.storm(ticks=600)
    world.calm()
    world.check_finished()


@pytest.mark.parametrize("seed", [*range(10), 31])
def test_a_game_in_which_machines_are_lost(seed: int) -> None:
    """Who has only the phrase left comes back by a rejoin, and never signs a place twice."""
    world = World(seed)
    world.storm(ticks=600, losses=3)
    world.calm()
    world.check_finished()


@pytest.mark.parametrize("seed", range(5))
def test_a_game_with_a_keeper_in_which_machines_are_lost(seed: int) -> None:
    """SPEC-12.5: who comes back needs the keeper's answer, and a keeper comes back, too."""
    world = World(seed, founding=toy_founding(dice=DiceSetting.KEEPERS, powers=KEEPER))
    world.storm(ticks=600, losses=4)
    world.calm()
    world.check_finished()


@pytest.mark.parametrize("seed", range(10))
def test_a_game_in_which_stores_are_put_back(seed: int) -> None:
    """SPEC-16.9: the count outside of the store tells, and the seat rejoins."""
    world = World(seed)
    world.storm(ticks=900, losses=1, copies=3)
    world.calm()
    world.check_finished()


@pytest.mark.parametrize("seed", range(10))
def test_a_game_in_which_players_agree(seed: int) -> None:
    """SPEC-18: whatever is proposed, signed and refused at whatever moment, the game goes on."""
    founding = toy_founding(dice=DiceSetting.KEEPERS, powers=KEEPER) if seed % 2 else None
    world = World(seed, founding=founding, steps=toy.OPEN_STEPS if seed % 3 else toy.STEPS)
    world.storm(ticks=400, losses=2, copies=1, proposals=0.3)
    world.calm()
    world.check_finished()


def test_a_game_in_which_openings_are_deposited_with_keepers_that_may_lie() -> None:
    """SPEC-16.18: what is lost, crashes or lies stops no Reveal, and no honest keeper is blamed."""
    worlds = [deposits_in_a_storm(seed) for seed in range(_AT_ONCE)]
    assert any(opened_for_others(world) for world in worlds if not world.liars)
    assert any(world.wrong for world in worlds)


def test_a_game_whose_owner_of_tokens_is_away() -> None:
    """SPEC-19.3: its tokens are turned up by who is due and the keepers, near or far."""
    assert all(opened_for_others(owner_is_away(seed)) for seed in range(_AT_ONCE))


@pytest.mark.parametrize("first", range(0, 60, _AT_ONCE))
def test_hostile_seats_frame_and_split_nobody_and_are_named_by_who_is_stuck(first: int) -> None:
    """All seats but one may be hostile: see `HostileWorld.check_honest`.

    Where the others are enough, an agreement lets them go on: see `ways_out`.
    """
    for seed in range(first, first + _AT_ONCE):
        hostile_history(seed)


def test_a_keeper_signs_against_who_lets_an_agreement_wait_once_that_seat_is_absent_too() -> None:
    """SPEC-18.8: a keeper is gone, then a player who does not sign against it."""
    assert hostile_history(351).goes_on is Way.AGREED


@pytest.mark.parametrize("seed", [2966, 3319, 6607])
def test_while_a_roll_waits_there_is_a_way_to_go_on_without_who_owes_a_later_share(
    seed: int,
) -> None:
    """SPEC-18.4, 18.6: after a fault, or with the keeper that owes the next share, pending."""
    assert hostile_history(seed).goes_on is Way.AGREED


def test_who_names_an_entry_of_the_other_side_of_a_fork_is_not_waited_for() -> None:
    """SPEC-18.6: it takes no more of any line, and who holds more proposes to keep that."""
    assert hostile_history(4298).goes_on is Way.AGREED


def test_where_keepers_alone_hold_the_last_entry_a_player_proposes_that_it_is_kept() -> None:
    """SPEC-18.6: keepers propose nothing, and a player takes no more of that line."""
    assert hostile_history(4831).goes_on is Way.AGREED


def test_a_keeper_that_vanishes_with_its_last_entry_is_replaced_as_a_player_is() -> None:
    """SPEC-18.6: one player takes no more of the line, and cannot sign that keepers change."""
    assert hostile_history(9445).goes_on is Way.AGREED


@pytest.mark.parametrize("seed", [2011, 7882])
def test_who_is_pending_gives_up_an_entry_that_all_others_take_no_more(seed: int) -> None:
    """SPEC-18.6: of who is gone; the others agree on what comes at its place."""
    assert hostile_history(seed).goes_on is Way.AGREED


def test_an_answer_is_older_also_when_another_plays_its_seat() -> None:
    """SPEC-12.5: a seat that waits for a player has no use for what that player said before."""
    assert hostile_history(8581).goes_on is Way.AGREED


def test_who_has_left_the_other_side_of_a_fork_owes_nothing_of_it() -> None:
    """SPEC-12.9: the seat that forked has asked, and was answered with an entry that is gone."""
    hostile_history(7318)


def test_evidence_against_a_seat_may_show_that_a_lower_one_is_at_fault_too() -> None:
    """SPEC-14.4: two settlements of one question carry two answers to it of one seat."""
    hostile_history(5494)


def test_who_has_carried_an_agreement_itself_does_not_settle_by_it_if_it_cannot_again() -> None:
    """SPEC-12.5: a signer has asked since; the seat waits for the answer of who was agreed on."""
    storm_history(20006)


def test_nobody_signs_what_no_entry_can_carry() -> None:
    """SPEC-18.6: one who plays already is proposed as a newcomer; who signed it was bound by it."""
    storm_history(366)


def test_who_was_replaced_learns_it_though_he_has_signed_against_another() -> None:
    """SPEC-18.6: his signature was heard when another played his seat; somebody refuses then."""
    storm_history(585)


def test_who_is_pending_is_not_bound_by_what_it_can_never_carry() -> None:
    """SPEC-18.6: two that had lost their machines signed for a place before an entry of theirs."""
    storm_history(987)


@pytest.mark.parametrize("seed", [1921, 4112])
def test_what_stood_still_once_goes_on(seed: int) -> None:
    """A node stopped over its own refusal; after a fork one waited for a keeper that was frozen."""
    hostile_history(seed)
