"""What must fail at a table of nodes, each with the test that shows it.

A keeper that tells what it knows is never found out: it knows no more than a spectator.
"""

import importlib
from typing import Final

import pytest

from protocol.agreements import ProposalSignature
from protocol.charter import DiceSetting
from protocol.entry import Decide
from protocol.errors import Code
from protocol.proposals import End, Result, TakeBack
from tests.p2p.stage import ANN, BOB, CID, DOT, Stage
from tests.protocol import toy

KEEPER = 4
FIVE = (("USA",), ("Japan",), ("UK",), ("Germany",), ())
DRAW = End(Result.DRAW)

MUST_FAIL: Final = (
    (
        "others foresee the dice of a seat that comes back",
        "p2p.test_exploits:test_spec_12_10_nobody_foresees_the_dice_of_who_comes_back",
    ),
    (
        "a seat chooses its dice by coming back",
        "p2p.test_exploits:test_spec_12_10_nobody_chooses_dice_by_losing_a_machine",
    ),
    (
        "an honest seat is convicted by coming back twice",
        "p2p.test_rejoining:test_ten_losses_of_the_same_machine_in_one_game",
    ),
    (
        "an honest answer endorses what a rejoin makes void",
        "p2p.test_malicious:test_hidden_tail_at_a_rejoin",
    ),
    (
        "two questions told to two seats freeze a table",
        "p2p.test_rejoining:test_two_questions_told_to_two_seats_freeze_nobody_without_a_debtor",
    ),
    (
        "a player who vanishes ends the game for all",
        "p2p.test_succession:test_spec_18_4_a_killed_player_is_replaced_and_the_game_is_played_to_its_end",
    ),
    (
        "a resignation ends the game of others",
        "p2p.test_resigning:test_nobody_waits_for_who_has_resigned_and_gone",
    ),
    (
        "a resignation spoils a win",
        "p2p.test_resigning:test_a_side_without_a_seat_has_lost",
    ),
    (
        "honest seats split, as one loses its store between two answers",
        "p2p.test_rejoining:test_an_answerer_that_loses_its_store_between_two_answers",
    ),
    (
        "twin rejoins are shown to two seats",
        "p2p.test_exploits:test_twin_rejoins_shown_to_two_seats_bring_nobody_to_two_lines",
    ),
    (
        "an answer is forgotten with a store",
        "p2p.directed_conduct:who_has_settled_by_an_older_answer",
    ),
    (
        "an answer outlives the player who gave it",
        "p2p.directed_ways:an_answer_outlives_the_player_who_gave_it",
    ),
    (
        "two machines are lost at once, and a third seat lies",
        "p2p.test_exploits:test_two_losses_at_once_with_a_lying_third",
    ),
    (
        "a machine is lost nine times before one answer",
        "p2p.test_rejoining:test_nine_losses_before_one_answer",
    ),
    (
        "a stale question comes after a rejoin",
        "p2p.test_rejoining:test_a_stale_question_after_a_rejoin_changes_nothing",
    ),
    (
        "a statement has two signatures",
        "p2p.test_exploits:test_spec_6_1_an_answer_with_two_signatures_is_one_answer",
    ),
    (
        "an answer names a place that does not exist",
        "p2p.test_rejoining:test_an_answer_that_names_a_place_which_does_not_exist",
    ),
    (
        "a store is copied, and a peer lies",
        "p2p.test_exploits:test_a_copied_store_with_a_lying_peer_signs_nothing_before_all_have_answered",
    ),
    (
        "statements are moved in a finished log",
        "conformance.test_logs:test_12_where_statements_stand_decides_nothing",
    ),
    (
        "a player who is out of the game has left",
        "p2p.test_exploits:test_spec_12_5_who_has_resigned_and_left_is_not_needed",
    ),
    (
        "a signature is kept in the pocket until its place has passed",
        "p2p.test_must_fail:test_spec_18_3_a_signature_that_was_kept_is_for_one_place",
    ),
    (
        "a signature is kept in the pocket until its seat has forgotten it",
        "p2p.directed_conduct:a_signature_that_was_given_up",
    ),
    (
        "a named seat comes back before all have signed",
        "p2p.test_coming_back:test_spec_18_6_before_all_have_signed_the_game_goes_on_with_who_is_back",
    ),
    (
        "a named seat comes back when all have signed",
        "p2p.test_coming_back:test_spec_12_8_after_all_have_signed_the_agreement_takes_the_place_of_what_he_decides",
    ),
    (
        "a roll that waits is taken back",
        "p2p.test_must_fail:test_spec_18_4_a_roll_that_waits_is_not_taken_back",
    ),
    (
        "a counter is taken back",
        "p2p.test_agreements:test_spec_18_4_four_seats_take_back_three_entries_with_dice_and_a_reveal",
    ),
    (
        "a key that plays no more is taken back",
        "p2p.directed_agreements:back_to_before_another_came",
    ),
    (
        "the old key signs on after a hand over",
        "p2p.test_passing_keys:test_the_old_key_signs_on_after_a_hand_over",
    ),
    (
        "a deal is chosen with hindsight",
        "p2p.test_resigning:test_spec_12_10_nobody_chooses_a_deal_with_hindsight",
    ),
    (
        "a keeper gives no share",
        "p2p.test_agreements:test_spec_18_1_a_keeper_that_is_gone_is_changed",
    ),
    (
        "a keeper says two things",
        "p2p.test_must_fail:test_spec_12_8_a_keeper_that_says_two_things_is_caught_as_any_seat",
    ),
    (
        "a keeper forges its clock",
        "p2p.test_must_fail:test_spec_18_6_a_keeper_with_a_clock_of_its_own_does_nothing_alone",
    ),
    (
        "a player and a keeper are gone together",
        "p2p.test_simulation:test_a_keeper_signs_against_who_lets_an_agreement_wait_once_that_seat_is_absent_too",
    ),
    (
        "a resignation shows an ally's fleet",
        "p2p.test_resigning:test_the_fleet_of_who_resigns_passes_on_unseen",
    ),
)
"""What somebody may try, or what may happen, and the test or history of it."""


@pytest.mark.parametrize(("what", "where"), MUST_FAIL, ids=[what for what, _ in MUST_FAIL])
def test_what_must_fail_has_its_test(what: str, where: str) -> None:  # noqa: ARG001 (it is the name)
    module, name = where.split(":")
    assert callable(getattr(importlib.import_module(f"tests.{module}"), name))


def test_spec_18_4_a_roll_that_waits_is_not_taken_back() -> None:
    """Whoever gives the last share knows the dice before all others."""
    stage = Stage(1)
    assert stage.takes(stage.entry(ANN))
    assert stage.takes(stage.entry(BOB, Decide(toy.data(toy.Throw(2)))))
    due = stage.node.up.table.due
    assert due is not None
    proposal = stage.proposal(CID, TakeBack(stage.line[0].head))
    agreement = stage.agreed(proposal, ANN, BOB, CID, DOT)
    assert not stage.takes(stage.entry(due.seat, stage.item(agreement)))


def test_spec_18_3_a_signature_that_was_kept_is_for_one_place() -> None:
    """Dot agrees to a draw and tells nobody; after the next turn her signature is worth nothing."""
    stage = Stage(1, CID)
    proposal = stage.proposal(BOB, DRAW)
    stage.says(proposal)
    stage.node.up.consent(proposal.statement.hash, stage.world.entropy(), stage.world.minute)
    (own,) = stage.node.up.table.log.heard.consents(proposal.statement).values()
    kept = stage.agreed(proposal, ANN, BOB, own, DOT)
    assert stage.takes(stage.entry(ANN))
    assert not stage.takes(stage.entry(BOB, stage.item(kept)))


def test_spec_12_8_a_keeper_that_says_two_things_is_caught_as_any_seat() -> None:
    """It has answered Ann with nothing, and with a question of its own; she plays on."""
    stage = Stage(1, BOB, FIVE, DiceSetting.KEEPERS)
    question = stage.question(ANN)
    answers = [
        stage.answer(KEEPER, question, known=known) for known in ((), (stage.question(CID),))
    ]
    stage.says(question, *answers)
    (fault,) = stage.node.up.sync.culprits.faults
    assert (fault.refusal.code, fault.seat) == (Code.TWO_ANSWERS, KEEPER)
    settled = stage.settlement(question, *stage.answers(question))
    assert stage.takes(stage.rejoin(settled))


def test_spec_18_6_a_keeper_with_a_clock_of_its_own_does_nothing_alone() -> None:
    """It says that players have been silent for long: with one of them it replaces nobody."""
    stage = Stage(1, BOB, FIVE, DiceSetting.KEEPERS)
    alone = stage.proposal(KEEPER, DRAW, ANN)
    stage.says(alone, *(stage.signature(alone, seat) for seat in (CID, DOT, KEEPER)))
    assert not stage.said(ProposalSignature)[3:], "no node of a player signs by itself"
    together = stage.proposal(KEEPER, DRAW, ANN, BOB, CID)
    entry = stage.entry(DOT, stage.item(stage.agreed(together, DOT, KEEPER)))
    assert not stage.takes(entry)
    assert stage.takes(stage.entry(ANN)), "she plays on"
