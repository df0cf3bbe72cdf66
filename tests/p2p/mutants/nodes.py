"""What nodes do of themselves (SPEC-12, 16, 18), a line changed at a time."""

from typing import Final

from tests.p2p.directed import (
    an_old_name_after_an_answer,
    an_old_name_after_the_settlement,
    nothing_is_refused_for_who_played_before,
    put_back_with_its_count,
    refused_once,
    two_orders,
    two_settlements,
)
from tests.p2p.directed_agreements import (
    half_agree,
    some_have_not_signed,
    the_old_key_plays_on,
    the_same_dice_come_again,
    the_same_key_comes_again,
    two_sign_twice,
)
from tests.p2p.directed_conduct import (
    a_refusal_frees_who_has_signed,
    an_entry_of_the_other_side_of_a_fork,
    who_is_named_says_that_it_is_there,
    who_was_caught_owes_a_later_share,
)
from tests.p2p.hostile import hostile_history
from tests.p2p.mutants.mutant import Mutant
from tests.p2p.old_copies import put_back_behind_its_count
from tests.p2p.storms import losses, proposals

__all__ = ["NODES"]

NODES: Final = (
    Mutant(
        "after a fork a seat plays on before others have said which line they hold",
        "p2p.standing:Standing.hindrance",
        "if sync.astray:",
        "if False:",
        two_orders,
    ),
    Mutant(
        "who has answered a question takes entries below it",
        "protocol.bars:Bars.bars",
        "return unsettled",
        "return False",
        an_old_name_after_an_answer,
    ),
    Mutant(
        "entries beyond a settlement are taken",
        "protocol.bars:Bars.bars",
        "return not _reaches(settlement, entry.sequence, line)",
        "return False",
        an_old_name_after_the_settlement,
    ),
    Mutant(
        "of two settlements of one question the second counts, too",
        "protocol.conduct:Conduct._first_barred",
        "if held.get(asked.hash, settlement) != settlement:",
        "if False:",
        two_settlements,
    ),
    Mutant(
        "a seat signs before it has met another",
        "p2p.standing:Standing.has_met",
        "return self._met",
        "return True",
        put_back_with_its_count,
    ),
    Mutant(
        "nobody looks at the count outside of a store",
        "p2p.signing:SigningRecord.__init__",
        "vouch is Vouch.BEHIND",
        "False",
        put_back_behind_its_count,
    ),
    Mutant(
        "who comes back does not ask",
        "p2p.signing:SigningRecord.resume",
        "conduct.lost or self._behind or not self._from_start",
        "conduct.lost",
        losses,
    ),
    Mutant(
        "of two pending seats both answer",
        "protocol.conduct:Conduct.due_answers",
        "asker == seat or (self.pending and asker > seat)",
        "asker == seat",
        losses,
    ),
    Mutant(
        "answers tell of no proposal signed",
        "protocol.conduct:Conduct._listed",
        "return tuple(sorted(",
        "return () and tuple(sorted(",
        proposals,
    ),
    Mutant(
        "a refused proposal binds for ever",
        "protocol.conduct:Conduct.is_dead",
        "for refusal in heard.refusals(proposal):",
        "for refusal in ():",
        a_refusal_frees_who_has_signed,
    ),
    Mutant(
        "an older answer is used",
        "protocol.heard:Heard.usable",
        "outdated = known is not None and answer.rank < known.statement.rank",
        "outdated = False",
        hostile_history,
        soon=False,
    ),
    Mutant(
        "the same round is asked again",
        "protocol.author:Author.ask_to_rejoin",
        "max(minute, known + 1)",
        "minute",
        losses,
    ),
    Mutant(
        "two proposals for one place are signed",
        "protocol.consent:Consent._excludes",
        "if other.place == proposal.place:",
        "if False:",
        proposals,
        soon=False,
    ),
    Mutant(
        "a keeper signs against who is there",
        "p2p.consents:due_consent",
        "keeps and not proposal.must_be_gone <= gone",
        "False",
        proposals,
    ),
    Mutant(
        "nobody refuses what it will never sign",
        "p2p.consents:due_refusal",
        "if not set(one.signed) - {own}:",
        "if True:",
        proposals,
        soon=False,
    ),
    Mutant(
        "a seat refuses again what it has refused",
        "p2p.consents:due_refusal",
        " and not table.log.heard.has_refused(refusal)",
        "",
        refused_once,
    ),
    Mutant(
        "who comes to play answers for who was named before",
        "p2p.consents:due_refusal",
        "is_us = ended.key == conduct.key",
        "is_us = True",
        nothing_is_refused_for_who_played_before,
    ),
    Mutant(
        "who is named never says that it is there",
        "p2p.consents:due_refusal",
        "due = is_us and played and bool(missing & keepers) and own not in disputing",
        "due = False",
        who_is_named_says_that_it_is_there,
    ),
    Mutant(
        "what a seat holds of the other side of a fork is waited for",
        "p2p.consents:_ahead_of",
        "and answer.last.sequence > len(table.log)",
        "and True",
        an_entry_of_the_other_side_of_a_fork,
    ),
    Mutant(
        "who was caught cannot be named while a roll waits for another",
        "p2p.consents:proposed",
        "against <= caught and not _fits_now(author, terms, named)",
        "False",
        who_was_caught_owes_a_later_share,
    ),
    Mutant(
        "who has signed does not sign again after a rejoin",
        "p2p.consents:due_consent",
        "again and one.alive and not",
        "False and not",
        proposals,
    ),
    Mutant(
        "half of the seats can agree against the others",
        "protocol.agreeing:suffices",
        "return alone or 2 * knowing > concerned",
        "return True",
        half_agree,
    ),
    Mutant(
        "a signature counts twice",
        "protocol.agreeing:_Judge._check_signers",
        "seats != sorted(set(seats))",
        "seats != sorted(seats)",
        two_sign_twice,
    ),
    Mutant(
        "an agreement that not all have signed is valid",
        "protocol.agreeing:_Judge._check_signers",
        "if missing:",
        "if False:",
        some_have_not_signed,
    ),
    Mutant(
        "the same key comes to play again",
        "protocol.players:Players.objection",
        "if other.key == newcomer.key:",
        "if False:",
        the_same_key_comes_again,
    ),
    Mutant(
        "a dice head is brought a second time",
        "protocol.players:Players.objection",
        "newcomer.salt == other.salt or newcomer.dice_head == other.dice_head",
        "False",
        the_same_dice_come_again,
    ),
    Mutant(
        "who was replaced plays on",
        "p2p.own_seat:OwnSeat.follow",
        "self.author = None\n",
        "pass\n",
        proposals,
    ),
    Mutant(
        "who was replaced is obeyed",
        "protocol.due:check_author",
        "if entry.incarnation != current or must_ask(entry.incarnation):",
        "if False:",
        the_old_key_plays_on,
    ),
    Mutant(
        "a share is given again",
        "protocol.entry_builder:EntryBuilder._give_share",
        "number = chain.number + 1",
        "number = max(chain.number, 1)",
        losses,
    ),
)
