"""Checking the disclosed keys of a seat against all that was sealed with them (SPEC-13.3)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.pieces import PieceId
from protocol.commitments import Commitments
from protocol.errors import Code, Refused
from protocol.players import Players
from protocol.sealing.suite import Sealed, Suite
from protocol.statements import Disclosure

__all__ = ["Truth", "disclose", "disclosing"]


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


@dataclass(frozen=True, slots=True)
class Truth:
    """What tokens have held throughout a game, as far as all know it by now (SPEC-13.4).

    Attributes:
        made: of every commitment, in order: the place of its entry, its token, and the group that
            it holds; None of one that nobody has opened.
    """

    made: tuple[tuple[int, int, int | None], ...] = ()

    @classmethod
    def of(cls, suite: Suite, known: Commitments) -> "Truth":
        """What is known by openings, deals and disclosed keys."""
        return cls(
            tuple(
                (face.context.sequence, handle, _held(suite, known, handle, face))
                for handle, face in known.sealed.values()
            )
        )

    def after(self, place: int) -> Mapping[PieceId, int]:
        """The groups that tokens held after an entry, also those that were shuffled away by it."""
        held: dict[PieceId, int] = {}
        for made, handle, group in self.made:
            if made > place:
                continue
            held.pop(PieceId(handle), None)
            if group is not None:
                held[PieceId(handle)] = group
        return held


def _held(suite: Suite, known: Commitments, handle: int, face: Sealed) -> int | None:
    disclosed = known.disclosed.get(face.commitment)
    if disclosed is not None:
        return disclosed
    if face.key is not None:
        return suite.recover(face.key, handle, face, known.limits[face.context.power])
    return known.opened.get(handle) if known.faces[handle] == face else None
