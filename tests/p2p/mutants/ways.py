"""How a table goes on without who is gone (SPEC-12.9, 18.6), a line changed at a time."""

from typing import Final

from tests.p2p.directed_ways import (
    a_keeper_that_was_caught_owes_a_later_share,
    an_answer_outlives_the_player_who_gave_it,
    an_entry_of_the_other_side_is_owed_by_nobody,
    who_has_gone_back_takes_its_own_entry_no_more,
    who_is_absent_owes_a_later_share,
    who_is_pending_goes_back_to_where_all_others_are,
    who_is_pending_signs_for_no_place_before_its_own_entry,
    who_signs_and_cannot_go_back_has_yet_to_sign,
    who_was_replaced_hears_what_comes_of_its_signature,
)
from tests.p2p.mutants.mutant import Mutant

__all__ = ["WAYS"]

WAYS: Final = (
    Mutant(
        "what a player asked is forgotten when another plays the seat",
        "protocol.heard:Heard.usable",
        "answer.rank < self._asked.get(answer.seat, answer.rank)",
        "answer.seat in self.greatest and answer.rank < self.greatest[answer.seat].statement.rank",
        an_answer_outlives_the_player_who_gave_it,
    ),
    Mutant(
        "entries of the other side of a fork are owed to who forked",
        "protocol.heard:open_questions",
        "settled or seat in caught",
        "settled",
        an_entry_of_the_other_side_is_owed_by_nobody,
    ),
    Mutant(
        "a keeper that was caught is changed as if it were there",
        "p2p.consents:proposed",
        "remedy = Replace(terms.successors)",
        "pass",
        a_keeper_that_was_caught_owes_a_later_share,
    ),
    Mutant(
        "while a roll waits nobody is replaced who is absent alone",
        "p2p.replica:Replica.propose",
        "gone=self.attendance.gone(minute)",
        "gone=self.sync.culprits.seats",
        who_is_absent_owes_a_later_share,
    ),
    Mutant(
        "who is pending signs for the end of what it holds alone",
        "p2p.lines:EarlierEnds.tables",
        "if conduct.pending else {}",
        "if False else {}",
        who_is_pending_goes_back_to_where_all_others_are,
    ),
    Mutant(
        "who is pending keeps what lies after the place that it has signed for",
        "p2p.replica:Replica._go_back",
        "self._cut(end.sequence)",
        "pass",
        who_is_pending_goes_back_to_where_all_others_are,
    ),
    Mutant(
        "who is pending signs for a place before its own entry",
        "protocol.consent:Consent.obstacle",
        "if _goes_on_after(",
        "if False and _goes_on_after(",
        who_is_pending_signs_for_no_place_before_its_own_entry,
    ),
    Mutant(
        "who has gone back to an earlier place takes its own entry again",
        "protocol.conduct:Conduct._first_barred",
        "barred |= self._is_own(entry, branch)",
        "pass",
        who_has_gone_back_takes_its_own_entry_no_more,
    ),
    Mutant(
        "a signature counts though its signer cannot go back to the place",
        "protocol.consent:Consent.state",
        "and not _goes_on_after(proposal, signed.statement.answers)",
        "",
        who_signs_and_cannot_go_back_has_yet_to_sign,
    ),
    Mutant(
        "what a player has signed who was replaced is not refused",
        "p2p.consents:due_refusal",
        "{*one.signed, *one.outdated}",
        "{*one.signed}",
        who_was_replaced_hears_what_comes_of_its_signature,
    ),
)
