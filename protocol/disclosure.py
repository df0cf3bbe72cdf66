"""Checking the disclosed keys of a seat against all that was sealed with them (SPEC-13.3)."""

from protocol.charter import Charter
from protocol.commitments import Commitments
from protocol.errors import Code, Refused
from protocol.sealing.suite import Suite
from protocol.statements import Disclosure

__all__ = ["disclose", "disclosing"]


def disclosing(charter: Charter, commitments: Commitments, seat: int) -> tuple[str, ...]:
    """The powers whose sealing keys a seat discloses, ascending.

    Its own of the charter, and those whose tokens it has sealed since they passed to it.
    """
    return tuple(sorted({*charter.seats[seat].powers, *commitments.powers_sealed_by(seat)}))


def disclose(
    charter: Charter, suite: Suite, commitments: Commitments, disclosure: Disclosure
) -> Commitments:
    """Open all commitments of a seat's powers and judge all their claims by what they show.

    Returns:
        The same with these claims disclosed.

    Raises:
        Refused: `bad_disclosure`: not one key of each power; else see `Commitments.disclose`.
    """
    powers = disclosing(charter, commitments, disclosure.seat)
    if tuple(power for power, _ in disclosure.keys) != powers:
        raise Refused(
            Code.BAD_DISCLOSURE,
            "SPEC-13.3",
            disclosure.seat,
            f"seat {disclosure.seat} must disclose one key of each of {', '.join(powers)}",
        )
    for power, key in disclosure.keys:
        commitments = commitments.disclose(suite, disclosure.seat, power, key)
    return commitments
