"""Checking the disclosed keys of a seat against all that was sealed with them (SPEC-13.3)."""

from protocol.charter import Charter
from protocol.commitments import Commitments
from protocol.errors import Code, Refused
from protocol.sealing.suite import Suite
from protocol.statements import Disclosure

__all__ = ["disclose"]


def disclose(
    charter: Charter, suite: Suite, commitments: Commitments, disclosure: Disclosure
) -> Commitments:
    """Open all commitments of a seat's powers and judge all their claims by what they show.

    Returns:
        The same with these claims disclosed.

    Raises:
        Refused: `bad_disclosure`: not one key of each power; else see `Commitments.disclose`.
    """
    powers = charter.seats[disclosure.seat].powers
    if [power for power, _ in disclosure.keys] != sorted(powers):
        raise Refused(
            Code.BAD_DISCLOSURE,
            "SPEC-13.3",
            disclosure.seat,
            f"seat {disclosure.seat} must disclose one key of each of {', '.join(powers)}",
        )
    for power, key in disclosure.keys:
        commitments = commitments.disclose(suite, power, key)
    return commitments
