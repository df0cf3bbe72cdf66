"""SPEC-18: what the seats agree on."""

from dataclasses import replace

import pytest

from engine.instructions import Instructions, Standing
from protocol.audit import audit
from protocol.charter import Seat
from protocol.entry import Decide, Entry, Instruct
from protocol.errors import Code, Refused
from protocol.head import Head
from protocol.logfile import write_log
from protocol.proposals import MAX_TAKEN_BACK, ChangeKeepers, End, Proposal, Result, TakeBack
from protocol.report import Level, Report, Worth
from protocol.statement import Signed
from tests.protocol import toy
from tests.protocol.agreeing import (
    agree,
    agreement_of,
    carrying,
    consent_of,
    consenting,
    opened,
    proposing,
    refusing,
)
from tests.protocol.rejoining import come_back
from tests.protocol.sample import found, identity
from tests.protocol.succession import coming
from tests.protocol.toy_match import ToyMatch, chain, salt, toy_founding, toy_match, toy_table

LEVELS = tuple(Level)


@pytest.fixture
def made() -> ToyMatch:
    """USA has thrown dice, shown a token and shuffled; then it is Japan's turn, of seat 1."""
    made = toy_match()
    made.act(0, toy.Throw(12))
    made.act(0, toy.Show((toy.USA, toy.JAPAN), 2))
    made.act(0, toy.Shuffle())
    made.act(0, toy.End())
    return made


def start_of(made: ToyMatch) -> Head:
    """The place at which USA's first order was asked."""
    line = list(made.spectator.log)
    first = next(entry for entry in line if any(isinstance(i, Decide) for i in entry.items))
    return line[first.sequence - 2].head


def refused(made: ToyMatch, seat: int, *arguments: object) -> Refused:
    with pytest.raises(Refused) as error:
        made.send(carrying(made, seat, *arguments))  # type: ignore[arg-type]  # of `carrying`
    return error.value


def test_spec_18_4_what_is_taken_back_is_as_it_was_but_for_what_was_counted(
    made: ToyMatch,
) -> None:
    before, ledger = made.spectator.game, made.spectator.ledger
    agree(made, 2, TakeBack(start_of(made)))
    table = made.spectator
    assert toy.toy(table.game).dice == ()
    assert table.due is not None
    assert table.due.power == toy.USA, "USA decides again"
    assert table.game.next_id == before.next_id
    assert table.ledger.rolls == ledger.rolls
    assert table.ledger.chains == ledger.chains, "no share is ever given twice"


def test_spec_18_4_what_was_shown_stays_known_and_other_dice_fall(made: ToyMatch) -> None:
    shown, dice = made.spectator.ledger.commitments.opened, toy.toy(made.spectator.game).dice
    agree(made, 0, TakeBack(start_of(made)))
    assert made.spectator.ledger.commitments.opened == shown
    made.act(0, toy.Throw(12))
    made.act(0, toy.Shuffle())
    made.act(0, toy.Show((toy.USA,), 2))  # its new tokens, not those that were shown
    assert toy.toy(made.spectator.game).dice[:12] != dice


def test_spec_10_10_instructions_lapse_where_play_is_taken_back(made: ToyMatch) -> None:
    """They do not come back either: what was carried before is used up."""
    given = made.authors[1].instruct(toy.JAPAN, Instructions(submerge=Standing.NEVER))
    made.act(1, Instruct(given.raw), toy.End())
    assert made.spectator.game.instructions
    agree(made, 2, TakeBack(start_of(made)))
    assert made.spectator.game.instructions == {}
    with pytest.raises(Refused) as again:
        made.send(made.forged(0, Instruct(given.raw), toy.End()))
    assert (again.value.code, again.value.culprit) == (Code.BAD_INSTRUCTIONS, 0)


@pytest.mark.parametrize("level", LEVELS)
def test_spec_14_1_a_log_with_a_take_back_verifies_at_each_level(
    made: ToyMatch, level: Level
) -> None:
    agree(made, 0, TakeBack(start_of(made)))
    made.act(0, toy.Shuffle())
    made.act(0, toy.End())
    report = audit(write_log(made.spectator.log), level, open_table=toy_table)
    assert report.verified, report.fault


def test_spec_18_4_a_game_that_was_taken_back_can_be_taken_back_again(made: ToyMatch) -> None:
    start = start_of(made)
    agree(made, 0, TakeBack(start))
    made.act(0, toy.Throw(1))
    agree(made, 1, TakeBack(start))
    made.act(0, toy.End())


def test_spec_18_2_the_seat_that_is_due_carries_it(made: ToyMatch) -> None:
    agreement = agreement_of(proposing(made, 0, TakeBack(start_of(made))), 0, 1, 2)
    refusal = refused(made, 0, agreement)
    assert (refusal.code, refusal.culprit) == (Code.WRONG_AUTHOR, 0)


def test_spec_18_3_all_must_sign_what_is_taken_back(made: ToyMatch) -> None:
    proposal = proposing(made, 0, TakeBack(start_of(made)))
    refusal = refused(made, 1, agreement_of(proposal, 0, 1))
    assert (refusal.code, refusal.culprit) == (Code.BAD_AGREEMENT, 1)


def test_spec_18_3_an_agreement_is_good_for_one_place(made: ToyMatch) -> None:
    agreement = agreement_of(proposing(made, 0, TakeBack(start_of(made))), 0, 1, 2)
    made.act(1, toy.Throw(1))
    assert refused(made, 1, agreement).code is Code.BAD_AGREEMENT


def test_spec_18_3_signatures_are_under_the_very_proposal(made: ToyMatch) -> None:
    one = proposing(made, 0, TakeBack(start_of(made)))
    other = proposing(made, 1, TakeBack(start_of(made)))
    mixed = agreement_of(one, 0, 1)
    mixed = type(mixed)(one, (*mixed.signatures, consenting(other, 2)))
    assert refused(made, 1, mixed).code is Code.BAD_AGREEMENT


def test_spec_18_4_nothing_is_agreed_while_a_roll_waits(made: ToyMatch) -> None:
    """A roll whose dice all but one know could be taken back for that."""
    made.send(made.prepare(1, toy.Throw(1)).entry)
    agreement = agreement_of(proposing(made, 0, TakeBack(start_of(made))), 0, 1, 2)
    due = made.spectator.due
    assert due is not None
    assert refused(made, due.seat, agreement).code is Code.BAD_AGREEMENT


def test_spec_18_4_nothing_is_taken_back_to_where_nothing_was_decided(made: ToyMatch) -> None:
    place = start_of(made).sequence
    entry = made.spectator.log.at(place + 1)
    assert made.spectator.log.at(place + 2).seat != entry.seat, "a share was due"
    agreement = agreement_of(proposing(made, 0, TakeBack(entry.head)), 0, 1, 2)
    assert refused(made, 1, agreement).code is Code.BAD_AGREEMENT


def test_spec_18_4_a_game_ends_as_all_agree(made: ToyMatch) -> None:
    agree(made, 0, End(Result.WIN, "Axis"))
    outcome = made.spectator.outcome
    assert outcome is not None
    assert outcome.winner == "Axis"


def test_spec_18_4_a_side_that_is_not_in_the_game_wins_nothing(made: ToyMatch) -> None:
    agreement = agreement_of(proposing(made, 0, End(Result.WIN, "Nobody")), 0, 1, 2)
    assert refused(made, 1, agreement).code is Code.BAD_AGREEMENT


def test_spec_18_3_against_a_seat_more_than_half_must_sign(made: ToyMatch) -> None:
    draw = End(Result.DRAW)
    alone = agreement_of(proposing(made, 1, draw, 0, 2), 1)
    assert refused(made, 1, alone).code is Code.BAD_AGREEMENT
    made.send(carrying(made, 1, agreement_of(proposing(made, 1, draw, 0), 1, 2)))
    assert made.spectator.request is None


def test_spec_18_2_if_the_seat_that_is_due_is_named_the_next_one_carries(made: ToyMatch) -> None:
    agreement = agreement_of(proposing(made, 0, End(Result.DRAW), 1), 0, 2)
    assert refused(made, 0, agreement).code is Code.WRONG_AUTHOR
    made.send(carrying(made, 2, agreement))


def test_spec_18_3_a_seat_that_has_lost_its_machine_signs_in_its_new_name(made: ToyMatch) -> None:
    come_back(made, 1)
    entry = agree(made, 0, TakeBack(start_of(made)))
    assert [type(item).__name__ for item in entry.items] == ["Rejoin", "Agree"]


def test_spec_18_6_who_has_refused_does_not_sign(made: ToyMatch) -> None:
    proposal = proposing(made, 0, TakeBack(start_of(made)))
    made.say(proposal, refusing(proposal, 2))
    assert consent_of(made, 2).signature(proposal.statement) is None
    assert opened(made).refused == (2,)


def test_spec_18_6_a_second_proposal_for_a_place_needs_a_refusal_of_the_first(
    made: ToyMatch,
) -> None:
    first = proposing(made, 0, TakeBack(start_of(made)))
    made.say(first, consenting(first, 1))
    second = proposing(made, 2, End(Result.DRAW))
    made.say(second)
    assert consent_of(made, 1).signature(second.statement) is None
    third = proposing(made, 2, End(Result.DRAW), refused=(refusing(first, 2),))
    made.say(third)
    assert consent_of(made, 1).signature(third.statement) is not None


def signed_against(made: ToyMatch, *signers: int) -> Signed[Proposal]:
    """Seats have signed that the game ends without seat 1."""
    proposal = proposing(made, 0, End(Result.DRAW), 1)
    made.say(proposal, *(consenting(proposal, seat) for seat in signers))
    return proposal


def takes(made: ToyMatch, seat: int, entry: Entry) -> bool:
    table = made.authors[seat].table
    return made.conducts[seat].takes(table.log, len(table.log), (entry,), table.needed) == 1


def test_spec_18_6_who_has_signed_against_a_seat_takes_no_more_of_it(made: ToyMatch) -> None:
    entry = made.prepare(1, toy.Throw(1)).entry
    assert takes(made, 0, entry)
    proposal = signed_against(made, 0)
    assert not takes(made, 0, entry)
    made.say(refusing(proposal, 2))
    assert takes(made, 0, entry), "it can never be complete any more"


def test_spec_18_6_answers_tell_the_asker_what_was_signed_against_it(made: ToyMatch) -> None:
    """Who comes back while the others replace it learns so, and cannot go on."""
    proposal = signed_against(made, 0, 2).statement
    made.restore(1)
    question = made.ask(1)
    for seat in (0, 2):
        made.answer(seat)
    answers = [one.statement for one in made.spectator.log.heard.answers(question.statement)]
    assert [[one.hash for one in answer.signed] for answer in answers] == [[proposal.hash]] * 2
    assert made.settle_question(1) is None


def test_spec_18_6_a_seat_that_comes_back_stops_what_only_one_has_signed(made: ToyMatch) -> None:
    proposal = signed_against(made, 0)
    made.restore(1)
    made.rejoin(1)
    assert made.conducts[1].own is not None
    assert consent_of(made, 2).signature(proposal.statement) is None
    for seat in (0, 2):
        log = made.authors[seat].table.log
        made.conducts[seat].hear(log, log.carried, log.heard, made.spectator.needed)
    assert takes(made, 0, made.prepare(1, toy.Throw(1)).entry)


def test_spec_18_6_what_was_signed_before_a_question_is_signed_or_refused_anew(
    made: ToyMatch,
) -> None:
    """SPEC-12.4: nobody carries it, nor takes it. Seat 2 has forgotten it, seat 0 waits for it."""
    first = proposing(made, 0, TakeBack(start_of(made)))
    made.say(first, *(consenting(first, seat) for seat in (0, 1, 2)))
    assert consent_of(made, 0).complete(first) is not None
    made.restore(2)
    made.rejoin(2)
    consent = consent_of(made, 2)
    assert consent_of(made, 0).complete(first) is None
    assert consent.open()[0].missing == (2,)
    assert consent.refusal(first.statement) is not None
    second = proposing(made, 1, End(Result.ADJOURNED))
    made.say(second)
    assert consent.signature(second.statement) is not None
    again = consent.signature(first.statement)
    assert again is not None
    made.say(made.authors[2].sign(again))
    assert consent_of(made, 0).complete(first) is not None
    assert consent.signature(second.statement) is None


def test_spec_12_3_an_answer_lists_what_its_line_carries_and_the_asker_has_signed(
    made: ToyMatch,
) -> None:
    """Seat 2 knows nothing of the entry; once it has settled it counts as having signed."""
    proposal = proposing(made, 0, TakeBack(start_of(made)))
    due = made.spectator.due
    assert due is not None
    entry = carrying(made, due.seat, agreement_of(proposal, 0, 1, 2))
    made.say(proposal, *(consenting(proposal, seat) for seat in (0, 1, 2)))
    made.send(entry)
    question = made.ask(2)
    made.answer(0)
    made.answer(1)
    given = made.spectator.log.heard.answers(question.statement)
    assert len(given) == 2
    for answer in given:
        assert [one.hash for one in answer.statement.signed] == [proposal.statement.hash]


def test_spec_18_6_a_refusal_outlives_the_machine(made: ToyMatch) -> None:
    proposal = proposing(made, 0, TakeBack(start_of(made)))
    made.say(proposal, refusing(proposal, 2))
    made.restore(2)
    question = made.ask(2)
    made.answer(0)
    (answer,) = made.spectator.log.heard.answers(question.statement)
    assert [one.statement.proposal for one in answer.statement.refused] == [proposal.statement.hash]


def test_spec_18_3_a_pending_seat_signs_with_the_answers_of_all_others(made: ToyMatch) -> None:
    made.restore(2)
    made.ask(2)
    proposal = made.authors[0].propose(End(Result.DRAW))
    made.say(proposal)
    assert consent_of(made, 2).signature(proposal.statement) is None
    made.answer(0)
    made.answer(1)
    for seat in (2, 0, 1):
        signature = consent_of(made, seat).signature(proposal.statement)
        assert signature is not None
        assert [one.statement.seat for one in signature.answers] == ([0, 1] if seat == 2 else [])
        made.say(made.authors[seat].sign(signature))
    assert consent_of(made, 1).complete(proposal) is not None


def report_of(made: ToyMatch) -> Report:
    return audit(write_log(made.spectator.log), open_table=toy_table)


def end_without_bob(made: ToyMatch) -> None:
    """Seats 0 and 2 agree that the Axis have won, and seat 1 has not signed."""
    proposal = proposing(made, 0, End(Result.WIN, "Axis"), 1)
    made.send(carrying(made, 2, agreement_of(proposal, 0, 2)))


def test_spec_18_5_what_all_have_signed_is_verified(made: ToyMatch) -> None:
    agree(made, 0, End(Result.WIN, "Axis"))
    report = report_of(made)
    (one,) = report.agreements
    assert (one.kind, one.signed, one.named) == ("end", (0, 1, 2), ())
    assert (one.worth, report.doubtful) == (Worth.VERIFIED, False)


def test_spec_18_5_what_is_signed_against_a_seat_is_only_claimed(made: ToyMatch) -> None:
    end_without_bob(made)
    report = report_of(made)
    assert report.verified, "nothing is wrong with the log"
    assert [one.worth for one in report.agreements] == [Worth.CLAIMED]
    assert (report.winner, report.win_verified) == ("Axis", False)
    assert "claimed by those alone" in report.to_text()
    assert "not verified" in report.to_text()


def test_spec_18_5_it_is_disputed_if_the_seat_has_signed_that_place(made: ToyMatch) -> None:
    silence = made.authors[1].claim_silence(0)
    end_without_bob(made)
    made.say(silence)
    report = report_of(made)
    assert [one.worth for one in report.agreements] == [Worth.DISPUTED]
    assert report.win_verified is False


@pytest.fixture
def kept() -> ToyMatch:
    """Dan keeps, of seat 3; it is Japan's turn, of seat 1."""
    charter = toy_founding().charter
    keeper = Seat(
        name="Dan", key=identity(3).public, powers=(), salt=salt(3), dice_head=chain(3).head
    )
    made = toy_match(found(replace(charter, seats=(*charter.seats, keeper))))
    made.act(0, toy.Throw(1))
    made.act(0, toy.End())
    return made


def test_spec_18_5_a_keeper_vouches_for_it(kept: ToyMatch) -> None:
    made = kept
    proposal = proposing(made, 0, End(Result.DRAW), 1)
    made.send(carrying(made, 2, agreement_of(proposal, 0, 2, 3)))
    assert [one.worth for one in report_of(made).agreements] == [Worth.VERIFIED]


def test_spec_18_5_a_change_of_keepers_needs_no_keepers_word(kept: ToyMatch) -> None:
    """Dan has raised his hand meanwhile: he is there, and is changed all the same."""
    hand = kept.authors[3].raise_hand()
    proposal = proposing(kept, 0, ChangeKeepers((coming(kept, 3),)), 3)
    kept.send(carrying(kept, 1, agreement_of(proposal, 0, 1, 2)))
    kept.say(hand)
    report = report_of(kept)
    assert [(one.kind, one.worth) for one in report.agreements] == [("keepers", Worth.VERIFIED)]
    assert "agreed to change keepers" in report.to_text()


def test_spec_18_6_a_seat_is_bound_by_what_it_signed_though_its_line_is_cut(made: ToyMatch) -> None:
    """The proposal is for a place that the line does not reach any more."""
    proposal = proposing(made, 0, TakeBack(start_of(made)))
    made.say(proposal, consenting(proposal, 2))
    made.authors[2].table.cut(1)
    assert proposal in made.authors[2].table.log.statements


def test_spec_18_1_as_many_as_128_entries_can_be_taken_back(made: ToyMatch) -> None:
    asked: dict[int, tuple[Head, tuple[int, ...]]] = {}
    while len(made.spectator.log) - MAX_TAKEN_BACK not in asked:
        made.act(1, toy.Throw(1))
        head = made.spectator.head
        asked[head.sequence] = (head, toy.toy(made.spectator.game).dice)
    to, dice = asked[len(made.spectator.log) - MAX_TAKEN_BACK]
    agree(made, 0, TakeBack(to))
    assert toy.toy(made.spectator.game).dice == dice
