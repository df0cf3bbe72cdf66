"""Checking the disclosed keys of a seat against all that was sealed with them (SPEC-13.3)."""

from protocol.commitments import Commitments
from protocol.errors import Code, Refused
from protocol.players import Players
from protocol.sealing.suite import Suite
from protocol.statements import Disclosure

__all__ = ["disclose", "disclosing"]


def disclosing(players: Players, commitments: Commitments, seat: int) -> tuple[str, ...]:
    """The powers whose sealing keys the player of a seat discloses, ascending.

    Those of the seat in the charter, and those whose tokens it has sealed since they passed to it.
    """
    sealed = commitments.powers_sealed_by(seat, players.now[seat].since)
    return tuple(sorted({*players.charter.seats[seat].powers, *sealed}))


def disclose(
    players: Players, suite: Suite, commitments: Commitments, disclosure: Disclosure
) -> Commitments:
    """Open all that the player of a seat has sealed, and judge the claims that this shows.

    Returns:
        The same with these claims disclosed.

    Raises:
        Refused: `bad_disclosure`: not one key of each power; else see `Commitments.disclose`.
    """
    seat = disclosure.seat
    powers = disclosing(players, commitments, seat)
    if tuple(power for power, _ in disclosure.keys) != powers:
        raise Refused(
            Code.BAD_DISCLOSURE,
            "SPEC-13.3",
            seat,
            f"seat {seat} must disclose one key of each of {', '.join(powers)}",
        )
    since = players.now[seat].since
    for power, key in disclosure.keys:
        commitments = commitments.disclose(suite, seat, since, power, key)
    return commitments
