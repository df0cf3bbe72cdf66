"""Checking the disclosed keys of a seat against all that was sealed with them (SPEC-13.3)."""

from protocol.commitments import Commitments
from protocol.errors import Code, Refused
from protocol.players import Players
from protocol.sealing.suite import Suite
from protocol.statements import Disclosure

__all__ = ["disclose", "disclosing"]


def disclosing(players: Players, commitments: Commitments, seat: int) -> tuple[str, ...]:
    """The powers whose sealing keys the player of a seat discloses, ascending.

    Those of the seat in the charter, and those of whose tokens it answers for a commitment.
    """
    since = players.now[seat].since
    sealed = {p for p in commitments.limits if commitments.answered_for(seat, since, p)}
    return tuple(sorted({*players.charter.seats[seat].powers, *sealed}))


def disclose(
    players: Players, suite: Suite, commitments: Commitments, disclosure: Disclosure
) -> Commitments:
    """Open all that the player of a seat answers for, and judge the claims that this shows.

    Returns:
        The same with these claims disclosed.

    Raises:
        Refused: `bad_disclosure`: not keys of just these powers; else see `Commitments.disclose`.
    """
    seat = disclosure.seat
    keys: dict[str, list[bytes]] = {}
    for power, key in disclosure.keys:
        keys.setdefault(power, []).append(key)
    powers = disclosing(players, commitments, seat)
    if tuple(keys) != powers:
        raise Refused(
            Code.BAD_DISCLOSURE,
            "SPEC-13.3",
            seat,
            f"seat {seat} must disclose keys of each of {', '.join(powers)}",
        )
    since = players.now[seat].since
    for power, with_key in keys.items():
        commitments = commitments.disclose(suite, seat, since, power, with_key)
    return commitments
