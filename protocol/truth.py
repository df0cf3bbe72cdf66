"""What tokens held throughout a game, as everybody can know it in the end (SPEC-13.4)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.pieces import PieceId
from protocol.commitments import Commitments
from protocol.sealing.suite import Sealed, Suite

__all__ = ["Truth"]


@dataclass(frozen=True, slots=True)
class Truth:
    """What tokens have held throughout a game, as far as all know it by now.

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
