"""What nodes do about deposited openings (SPEC-16.18, 19), a line changed at a time."""

from typing import Final

from tests.p2p.deposited import deposits_in_a_storm, owner_is_away
from tests.p2p.mutants.mutant import Mutant

__all__ = ["DEPOSITS"]

DEPOSITS: Final = (
    Mutant(
        "a keeper says nothing of deposited tokens",
        "p2p.revealing:Revealing.due",
        "if not parts:",
        "if True:",
        owner_is_away,
    ),
    Mutant(
        "what a keeper has said is not passed on",
        "p2p.revealing:Revealing.due",
        "for one in self._direct if",
        "for one in () if",
        owner_is_away,
    ),
    Mutant(
        "a keeper says its parts of tokens that nobody is to turn up",
        "p2p.revealing:Revealing.due",
        "parts_of(table.ledger.commitments, table.deposited,",
        "parts_of(table.ledger.commitments, tuple(table.ledger.commitments.faces),",
        owner_is_away,
    ),
    Mutant(
        "who is due leaves the tokens to their owner at once",
        "p2p.revealing:Revealing.item",
        "return Leave() if self._waited_enough(head) else None",
        "return Leave()",
        owner_is_away,
    ),
    Mutant(
        "who is due waits for ever for a keeper that says nothing",
        "p2p.revealing:Revealing._waited_enough",
        "if sync.now - self._awaited[1] < (PATIENCE if here else DEPOSIT_PATIENCE):",
        "if True:",
        deposits_in_a_storm,
    ),
    Mutant(
        "parts are taken in the name of a keeper that has not signed them",
        "p2p.revealing:Revealing.hear",
        "if not key.verifies(Tag.PARTS, content, message.signature):",
        "if False:",
        deposits_in_a_storm,
    ),
    Mutant(
        "keepers are said to have been wrong whose parts were right",
        "p2p.revealing:Revealing.judge",
        "right[token].get(key.raw) != part",
        "right[token].get(key.raw)",
        deposits_in_a_storm,
    ),
    Mutant(
        "what is deposited does not open",
        "protocol.depositing:make_deposits",
        "make_deposit(opening,",
        "make_deposit(bytes(32),",
        owner_is_away,
    ),
)
