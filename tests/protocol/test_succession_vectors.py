"""Vectors of agreements by which other keys play, and of what they refuse (SPEC-18, 4.8).

The games are the toy's.
"""

from tests.protocol.after_fault_cases import AFTER_FAULT
from tests.protocol.handed_over_cases import HANDED_OVER
from tests.protocol.replaced_cases import REPLACED, with_keeper
from tests.protocol.succession_cases import without_tokens
from tests.protocol.toy_match import open_table, toy_table
from tests.protocol.vectors import check_vectors
from tests.protocol.verdicts import described


def test_vectors_of_successors() -> None:
    check_vectors(
        "succession",
        {
            "replaced": described(with_keeper, REPLACED, toy_table),
            "after a fault": described(without_tokens, AFTER_FAULT, open_table),
            "handed over": described(without_tokens, HANDED_OVER, open_table),
        },
    )
