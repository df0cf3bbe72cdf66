"""Who is on which side of a fork (SPEC-16.12), a line changed at a time."""

from typing import Final

from tests.p2p.directed_forks import (
    a_hand_shows_the_line,
    a_signature_shows_the_line,
    both_sides_have_the_newcomer,
    the_other_side_goes_on,
    the_smaller_hash_is_kept,
    the_smaller_hash_is_taken_once,
    the_smaller_hash_stays,
    what_another_has_signed_on_stays,
    what_is_to_be_kept_shows_no_line,
    who_answers_the_successor_is_on_its_line,
    who_has_come_is_on_its_line,
    who_left_is_left_behind,
)
from tests.p2p.mutants.mutant import Mutant

__all__ = ["FORKS"]

FORKS: Final = (
    Mutant(
        "who names an entry of the line may be on the other one",
        "p2p.astray:seats_on_line",
        "*_have_named(log, place),",
        "",
        a_hand_shows_the_line,
    ),
    Mutant(
        "who signs what is proposed after an entry may be on the other line",
        "p2p.astray:_have_named",
        "yield from log.heard.consents(made)",
        "pass",
        a_signature_shows_the_line,
    ),
    Mutant(
        "who would keep a line is on it",
        "p2p.astray:_have_named",
        "if not isinstance(terms, AfterFault)",
        "if True",
        what_is_to_be_kept_shows_no_line,
    ),
    Mutant(
        "who has come by the entry that was forked may be on the other line",
        "p2p.astray:seats_on_line",
        "player.since == place",
        "False",
        who_has_come_is_on_its_line,
    ),
    Mutant(
        "who has come by both entries is on this line",
        "p2p.astray:_brings",
        "any(",
        "False and any(",
        both_sides_have_the_newcomer,
    ),
    Mutant(
        "who has answered somebody that only this line has may be on the other",
        "p2p.astray:seats_on_line",
        "*_have_answered(log, came),",
        "",
        who_answers_the_successor_is_on_its_line,
    ),
    Mutant(
        "what the old key has signed on keeps the successor's line",
        "p2p.culprits:Culprits.prefers",
        "if any(not self._is_caught(log, entry) for entry in log.since(first.sequence)):",
        "if any(entry.seat not in self.seats for entry in log.since(first.sequence)):",
        who_left_is_left_behind,
    ),
    Mutant(
        "a line is left on which others have signed",
        "p2p.culprits:Culprits.prefers",
        "if any(not self._is_caught(log, entry) for entry in log.since(first.sequence)):",
        "if False:",
        what_another_has_signed_on_stays,
    ),
    Mutant(
        "a line is kept that only the culprit has signed, though another goes on",
        "p2p.culprits:Culprits.prefers",
        "if any(not self._is_caught(theirs, entry) for entry in others):",
        "if False:",
        the_other_side_goes_on,
    ),
    Mutant(
        "of two sides on which nobody has signed the first that came is kept",
        "p2p.culprits:Culprits.prefers",
        "return first.hash < ours.hash",
        "return False",
        the_smaller_hash_is_kept,
    ),
    Mutant(
        "of two sides on which nobody has signed the last that came is taken",
        "p2p.culprits:Culprits.prefers",
        "return first.hash < ours.hash",
        "return True",
        the_smaller_hash_stays,
    ),
    Mutant(
        "the culprit chooses the side",
        "p2p.culprits:Culprits.prefers",
        " or not self._is_seat(link, log.players)",
        "",
        the_smaller_hash_is_kept,
    ),
    Mutant(
        "a culprit moves the others for as long as it likes",
        "p2p.culprits:Culprits.prefers",
        "first.sequence in self._left or ",
        "",
        the_smaller_hash_is_taken_once,
    ),
)
